-- Store credit: what the shop owes a customer, to be spent with it. A balance is the sum of her entries.
create table credit_accounts (
  user_id uuid not null,
  balance_kurus integer not null,
  updated_at timestamptz not null,
  constraint credit_accounts_user_id_pk primary key (user_id),
  constraint credit_accounts_user_id_fk foreign key (user_id) references users (id),
  constraint credit_accounts_balance_check check (balance_kurus >= 0)
);

-- Why it grew or shrank; rows are only added.
create table credit_entries (
  id uuid not null,
  user_id uuid not null,
  amount_kurus integer not null,
  cause text not null,
  order_id uuid,
  refund_id uuid,
  actor_id uuid,
  note text not null default '',
  -- The caller's Idempotency-Key.
  request_key text,
  created_at timestamptz not null,
  constraint credit_entries_id_pk primary key (id),
  constraint credit_entries_user_id_fk foreign key (user_id) references users (id),
  constraint credit_entries_order_id_fk foreign key (order_id) references orders (id),
  constraint credit_entries_refund_id_fk foreign key (refund_id) references refunds (id),
  constraint credit_entries_actor_id_fk foreign key (actor_id) references users (id),
  constraint credit_entries_cause_check check (cause in ('gift', 'taken-back', 'refund', 'spent', 'returned')),
  constraint credit_entries_amount_check
    check (amount_kurus <> 0 and (amount_kurus < 0) = (cause in ('taken-back', 'spent')))
);
create index credit_entries_user_index on credit_entries (user_id, created_at desc, id desc);
create index credit_entries_order_index on credit_entries (order_id) where order_id is not null;
create unique index credit_entries_refund_key on credit_entries (refund_id) where refund_id is not null;
create unique index credit_entries_request_key on credit_entries (user_id, request_key) where request_key is not null;

create function credit_entries_kept() returns trigger language plpgsql as $$
begin
  raise exception 'entries of store credit are only added';
end $$;
create trigger credit_entries_kept before update or delete on credit_entries
  for each row execute function credit_entries_kept();

-- What of an order's total was paid with it, when that was given back because the order was never paid in full, and what of the order
-- went back as credit or is about to.
alter table orders
  add column credit_kurus integer not null default 0,
  add column credit_returned_at timestamptz,
  add column credit_back_kurus integer not null default 0;
alter table orders
  add constraint orders_credit_check check (credit_kurus between 0 and total_kurus and credit_back_kurus >= 0),
  drop constraint orders_payment_method_check,
  add constraint orders_payment_method_check
    check (payment_method in ('CARD', 'HOSTED', 'BANK_TRANSFER', 'CASH_ON_DELIVERY', 'STORE_CREDIT'));
create index orders_credit_back_index on orders (created_at) where credit_back_kurus > 0;

-- Of an order that store credit pays in full nothing is charged.
alter table payment_attempts
  drop constraint payment_attempts_amount_check,
  add constraint payment_attempts_amount_check check (amount_kurus >= 0),
  drop constraint payment_attempts_fee_check,
  add constraint payment_attempts_fee_check check (fee_kurus >= 0 and fee_kurus <= amount_kurus);

-- The part of a refund that goes back as store credit, beside the money of amount_kurus.
alter table refunds add column credit_kurus integer not null default 0;
alter table refunds
  drop constraint refunds_amount_check,
  add constraint refunds_amount_check check (amount_kurus >= 0 and credit_kurus >= 0 and amount_kurus + credit_kurus > 0);
-- The owner gave credit instead of money, as the customer agreed.
alter table item_refunds add column as_credit boolean not null default false;
