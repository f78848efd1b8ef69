-- Gift cards: what the shop owes whoever knows a code. docs/gift-cards.md has the rules. A balance is the sum of a card's entries.
create table gift_cards (
  id uuid not null,
  -- SHA-256 of the code; the code itself is kept nowhere.
  code_hash text not null,
  -- Its last characters, by which the owner and the bearer name it.
  code_tail text not null,
  initial_kurus integer not null,
  balance_kurus integer not null,
  note text not null default '',
  recipient_email text,
  recipient_name text not null default '',
  message text not null default '',
  blocked_at timestamptz,
  actor_id uuid,
  -- The caller's Idempotency-Key, and which card of that request it is.
  request_key text,
  position integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint gift_cards_id_pk primary key (id),
  constraint gift_cards_actor_id_fk foreign key (actor_id) references users (id),
  constraint gift_cards_balance_check check (balance_kurus >= 0 and initial_kurus > 0)
);
create unique index gift_cards_code_key on gift_cards (code_hash);
create unique index gift_cards_request_key on gift_cards (request_key, position) where request_key is not null;
create index gift_cards_created_index on gift_cards (created_at desc, id desc);
create index gift_cards_tail_index on gift_cards (code_tail);

-- Why it grew or shrank; rows are only added.
create table gift_card_entries (
  id uuid not null,
  card_id uuid not null,
  amount_kurus integer not null,
  cause text not null,
  order_id uuid,
  refund_id uuid,
  actor_id uuid,
  created_at timestamptz not null,
  constraint gift_card_entries_id_pk primary key (id),
  constraint gift_card_entries_card_id_fk foreign key (card_id) references gift_cards (id),
  constraint gift_card_entries_order_id_fk foreign key (order_id) references orders (id),
  constraint gift_card_entries_refund_id_fk foreign key (refund_id) references refunds (id),
  constraint gift_card_entries_actor_id_fk foreign key (actor_id) references users (id),
  constraint gift_card_entries_cause_check check (cause in ('issued', 'spent', 'returned', 'refund')),
  constraint gift_card_entries_amount_check check (amount_kurus <> 0 and (amount_kurus < 0) = (cause = 'spent'))
);
create index gift_card_entries_card_index on gift_card_entries (card_id, created_at desc, id desc);
create index gift_card_entries_order_index on gift_card_entries (order_id) where order_id is not null;
create unique index gift_card_entries_refund_key on gift_card_entries (refund_id, card_id) where refund_id is not null;

create function gift_card_entries_kept() returns trigger language plpgsql as $$
begin
  raise exception 'entries of gift cards are only added';
end $$;
create trigger gift_card_entries_kept before update or delete on gift_card_entries
  for each row execute function gift_card_entries_kept();

-- What each card pays of an order, in the order of their use, and what of that went back to it by refunds.
create table gift_card_uses (
  order_id uuid not null,
  card_id uuid not null,
  position integer not null,
  kurus integer not null,
  back_kurus integer not null default 0,
  constraint gift_card_uses_pk primary key (order_id, card_id),
  constraint gift_card_uses_order_id_fk foreign key (order_id) references orders (id),
  constraint gift_card_uses_card_id_fk foreign key (card_id) references gift_cards (id),
  constraint gift_card_uses_kurus_check check (kurus >= 0 and back_kurus between 0 and kurus)
);
create index gift_card_uses_card_index on gift_card_uses (card_id);

-- The part of credit_kurus that gift cards paid, and what of the order went back to them; of a refund the part of its credit_kurus.
alter table orders
  add column gift_kurus integer not null default 0,
  add column gift_back_kurus integer not null default 0;
alter table orders
  add constraint orders_gift_check check (gift_kurus between 0 and credit_kurus and gift_back_kurus between 0 and gift_kurus);
alter table refunds
  add column gift_kurus integer not null default 0,
  add constraint refunds_gift_check check (gift_kurus between 0 and credit_kurus);
