-- Orders that wait too long, to be counted without reading the others: those to be sent by when their money came or they counted, those on their way by when they left.
create index orders_to_send_index on orders (coalesce(paid_at, placed_at))
  where placed_at is not null and status in ('PENDING', 'CONFIRMED', 'PREPARED');
create index orders_on_the_way_index on orders (shipped_at) where placed_at is not null and status = 'SHIPPED';
