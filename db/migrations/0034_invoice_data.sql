-- District and neighbourhood of an address in fields of their own; to whom an order's invoice is made out, and its address
-- when it is not the parcel's (shop/fields/invoice.ts).
alter table orders add column district text;
alter table orders add column neighbourhood text;
alter table orders add column invoice jsonb;
alter table orders add column invoice_address jsonb;
alter table user_addresses add column district text;
alter table user_addresses add column neighbourhood text;
