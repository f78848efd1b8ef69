-- The invoices that the shop attached to its orders. One that is replaced stays (shop/invoices/invoices.ts).
create table order_invoices (
  id uuid constraint order_invoices_id_pk primary key,
  order_id uuid not null constraint order_invoices_order_id_fk references orders (id),
  number text not null constraint order_invoices_number_check check (number ~ '^[A-Za-z0-9/-]{1,40}$'),
  file_key text not null constraint order_invoices_file_key_key unique,
  attached_by uuid constraint order_invoices_attached_by_fk references users (id),
  created_at timestamptz not null,
  replaced_at timestamptz
);
create unique index order_invoices_current_key on order_invoices (order_id) where replaced_at is null;
create unique index order_invoices_number_key on order_invoices (number) where replaced_at is null;
create index order_invoices_order_idx on order_invoices (order_id, created_at);
create index order_invoices_attached_by_idx on order_invoices (attached_by);
-- A stored file that a mail brings along.
alter table mails add column file_key text;
alter table mails add column file_name text;
-- The number by which people call an order, for finding it in the name of a file.
create index orders_shown_id_idx on orders (right(id::text, 8));
