-- What a category of the shop is called at a marketplace, and how the attributes that it asks for are filled.
create table channel_categories (
  channel text not null,
  category_id uuid not null,
  market_id bigint not null,
  market_name text not null,
  attributes jsonb not null,
  constraint channel_categories_pk primary key (channel, category_id),
  constraint channel_categories_category_id_fk foreign key (category_id) references categories (id) on delete cascade
);

-- A size that is to be made at a marketplace. WAITING: not sent yet. SENT: its outcome is not known. MADE: taken. FAILED: refused, `error` says why.
create table channel_products (
  channel text not null,
  variant_id uuid not null,
  state text not null,
  batch_id text,
  error text not null default '',
  asked_at timestamptz not null,
  sent_at timestamptz,
  constraint channel_products_pk primary key (channel, variant_id),
  constraint channel_products_variant_id_fk foreign key (variant_id) references variants (id) on delete cascade,
  constraint channel_products_state_check check (state in ('WAITING', 'SENT', 'MADE', 'FAILED')),
  constraint channel_products_batch_check check ((state = 'SENT') = (batch_id is not null))
);
create index channel_products_open_index on channel_products (channel, state) where state in ('WAITING', 'SENT');
create index channel_products_variant_index on channel_products (variant_id);
