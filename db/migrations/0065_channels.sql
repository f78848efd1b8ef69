-- An order that was bought and paid at a marketplace: its money is not in the shop's books.
alter table orders drop constraint orders_payment_method_check;
alter table orders add constraint orders_payment_method_check check (payment_method in
  ('CARD', 'HOSTED', 'BANK_TRANSFER', 'CASH_ON_DELIVERY', 'STORE_CREDIT', 'MARKETPLACE'));

-- A marketplace that is set up: which process talks to it, and how far the orders are read.
create table channels (
  name text not null,
  lease_until timestamptz not null,
  -- No stock is sent before then: the marketplace wanted a rest, or did not answer.
  push_after timestamptz,
  orders_after timestamptz,
  -- Packages changed up to then are read.
  orders_until timestamptz,
  pushed_at timestamptz,
  read_at timestamptz,
  last_error text not null default '',
  constraint channels_name_pk primary key (name)
);

-- What a marketplace was last told of a size.
create table channel_listings (
  channel text not null,
  variant_id uuid not null,
  barcode text not null,
  quantity integer not null,
  price_kurus integer not null,
  list_kurus integer not null,
  -- Null once its outcome is known.
  batch_id text,
  error text not null default '',
  sent_at timestamptz not null,
  constraint channel_listings_pk primary key (channel, variant_id),
  constraint channel_listings_variant_id_fk foreign key (variant_id) references variants (id) on delete cascade
);
create index channel_listings_batch_index on channel_listings (channel, batch_id) where batch_id is not null;
create index channel_listings_variant_index on channel_listings (variant_id);

-- A package of a marketplace's order. TAKEN: there is an order of the shop, which holds its stock. SHORT: the last piece was sold
-- elsewhere at the same time, and the owner decides. REFUSED: the marketplace was told that it cannot be had. GONE: cancelled there.
create table channel_packages (
  channel text not null,
  package_id text not null,
  order_number text not null,
  state text not null,
  -- As the marketplace says, and the last that it was told.
  status text not null,
  told text not null default '',
  order_id uuid,
  package jsonb not null,
  -- Why it is short, in words for the owner.
  reason text not null default '',
  changed_at timestamptz not null,
  created_at timestamptz not null,
  constraint channel_packages_pk primary key (channel, package_id),
  constraint channel_packages_order_id_fk foreign key (order_id) references orders (id) on delete cascade,
  constraint channel_packages_state_check check (state in ('TAKEN', 'SHORT', 'REFUSED', 'GONE')),
  constraint channel_packages_order_check check ((state <> 'TAKEN') or (order_id is not null))
);
create unique index channel_packages_order_key on channel_packages (order_id) where order_id is not null;
create index channel_packages_short_index on channel_packages (channel, created_at) where state = 'SHORT';
