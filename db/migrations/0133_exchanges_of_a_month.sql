-- The accountant's month looks for exchanges that ended in it.
create index orders_exchange_cancelled_index on orders (cancelled_at) where exchange_of is not null and paid_at is not null;
