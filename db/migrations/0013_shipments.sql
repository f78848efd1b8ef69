-- Who carries the parcel and under which number; the names and addresses of carriers are in shop/orders/carriers.ts.
alter table orders
  add column carrier text,
  add column tracking_number text;
alter table orders add constraint orders_tracking_number_check check (tracking_number ~ '^[A-Za-z0-9-]{1,40}$');
