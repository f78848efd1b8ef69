-- Shipments that a provider makes with a carrier: written before it is asked, so that a lost answer never makes two.
create table shipments (
  id uuid constraint shipments_id_pk primary key,
  order_id uuid not null constraint shipments_order_id_fk references orders (id) on delete cascade,
  provider text not null,
  status text not null constraint shipments_status_check check (status in ('ASKED', 'MADE', 'FAILED')),
  provider_id text,
  tracking_url text,
  parcel_state text,
  parcel_words text not null default '',
  parcel_at timestamptz,
  error text not null default '',
  next_ask_at timestamptz,
  actor_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint shipments_made_check check (status <> 'MADE' or provider_id is not null)
);
-- One that is not known to have failed, for each order.
create unique index shipments_order_key on shipments (order_id) where status <> 'FAILED';
create unique index shipments_provider_key on shipments (provider, provider_id) where provider_id is not null;
create index shipments_due_index on shipments (next_ask_at) where next_ask_at is not null;
create index shipments_trouble_index on shipments (order_id)
  where parcel_state in ('DAMAGED', 'LOST', 'UNDELIVERABLE', 'RETURNING');
