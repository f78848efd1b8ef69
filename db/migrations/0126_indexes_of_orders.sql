-- The accountant's month.
create index orders_paid_at_index on orders (paid_at) where paid_at is not null;
create index orders_market_cancelled_index on orders (cancelled_at) where payment_method = 'MARKETPLACE' and paid_at is not null;
