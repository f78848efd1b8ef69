-- Exchanges (shop/returns/exchanges): a return of the old pieces and an order of the new ones, which the old ones pay for. Money
-- stays in the payment that it came by: `moved_kurus` is what of an order's payment pays, or is promised to, such orders.
alter table orders add column exchange_of uuid constraint orders_exchange_of_fk references orders (id);
-- What the old pieces pay of it; counts once they were taken back, at exchanged_at. exchange_back_kurus went back since.
alter table orders add column exchange_kurus integer not null default 0;
alter table orders add column exchange_back_kurus integer not null default 0;
alter table orders add column exchanged_at timestamptz;
alter table orders add column moved_kurus integer not null default 0;
-- It is not prepared before the old pieces are on their way, or here.
alter table orders add column waits_for_return boolean not null default false;
alter table orders add constraint orders_exchange_check check (
  exchange_back_kurus >= 0 and exchange_back_kurus <= exchange_kurus and moved_kurus >= 0
  and (exchange_of is not null or (exchange_kurus = 0 and exchanged_at is null and not waits_for_return))
);
create index orders_exchange_of_idx on orders (exchange_of) where exchange_of is not null;

-- What of a refund stays in the payment, as it pays the order that came in exchange.
alter table refunds add column moved_kurus integer not null default 0;
alter table refunds drop constraint refunds_amount_check;
alter table refunds add constraint refunds_amount_check
  check (amount_kurus >= 0 and credit_kurus >= 0 and moved_kurus >= 0 and amount_kurus + credit_kurus + moved_kurus > 0);

-- The order of the new pieces, until when they are kept for her, and what the old ones count.
alter table returns add column replacement_id uuid constraint returns_replacement_id_fk references orders (id);
alter table returns add column reserved_until timestamptz;
alter table returns add column worth_kurus integer;
create unique index returns_replacement_key on returns (replacement_id) where replacement_id is not null;
create index returns_reserved_idx on returns (reserved_until) where reserved_until is not null;
