-- A picture: re-encoded files are addressed by id, the hash of what was uploaded.
create table images (
  id text not null,
  width integer not null,
  height integer not null,
  tone text not null,
  avif_at timestamptz,
  created_at timestamptz not null,
  constraint images_id_pk primary key (id),
  constraint images_id_check check (id ~ '^[0-9a-f]{32}$'),
  constraint images_tone_check check (tone ~ '^#[0-9a-f]{6}$')
);
create index images_without_avif_index on images (created_at) where avif_at is null;

create table categories (
  id uuid not null,
  name text not null,
  slug text not null,
  area text not null,
  position integer not null default 0,
  created_at timestamptz not null,
  constraint categories_id_pk primary key (id),
  constraint categories_slug_key unique (slug),
  constraint categories_name_check check (name <> ''),
  constraint categories_area_check check (area in ('ust-giyim', 'alt-giyim', 'aksesuar', 'special'))
);

create table products (
  id uuid not null,
  slug text not null,
  name text not null,
  description text not null,
  -- Null only for a product that was deleted and whose category went after it.
  category_id uuid,
  original_price_kurus integer,
  -- The lowest price of the variants on sale; kept by the trigger below so that lists can sort by it.
  price_kurus integer,
  images text[] not null default '{}',
  -- Name, category and colours, folded; written by saveSearchText() of the catalogue.
  search_text text not null default '',
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint products_id_pk primary key (id),
  constraint products_slug_key unique (slug),
  constraint products_category_id_fk foreign key (category_id) references categories (id),
  constraint products_name_check check (name <> ''),
  constraint products_category_check check (category_id is not null or deleted_at is not null),
  constraint products_original_price_check check (original_price_kurus > 0)
);
create index products_newest_index on products (created_at desc, id desc) where deleted_at is null;
create index products_price_index on products (price_kurus, id) where deleted_at is null;
create index products_category_newest_index on products (category_id, created_at desc, id desc) where deleted_at is null;
create index products_category_price_index on products (category_id, price_kurus, id) where deleted_at is null;
create index products_search_index on products using gin (search_text gin_trgm_ops);

create table variants (
  id uuid not null,
  product_id uuid not null,
  sku text not null,
  color text not null,
  color_hex text,
  size text not null,
  price_kurus integer not null,
  stock integer not null,
  images text[] not null default '{}',
  position integer not null default 0,
  -- Out of sale, kept because an order holds it.
  retired_at timestamptz,
  created_at timestamptz not null,
  constraint variants_id_pk primary key (id),
  constraint variants_sku_key unique (sku),
  constraint variants_product_id_fk foreign key (product_id) references products (id) on delete cascade,
  constraint variants_sku_check check (sku <> ''),
  constraint variants_color_hex_check check (color_hex ~ '^#[0-9a-f]{6}$'),
  constraint variants_price_check check (price_kurus > 0),
  constraint variants_stock_check check (stock >= 0)
);
create unique index variants_choice_key on variants (product_id, color, size) where retired_at is null;
create index variants_product_id_index on variants (product_id);

-- Every price a variant has had. Turkish law compares a discount with the lowest recent price; rows are only added.
create table price_history (
  id bigint generated always as identity,
  variant_id uuid not null,
  price_kurus integer not null,
  since timestamptz not null default now(),
  constraint price_history_id_pk primary key (id)
);
create index price_history_variant_index on price_history (variant_id, since desc);

create function variants_price_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.price_kurus <> old.price_kurus) then
    insert into price_history (variant_id, price_kurus) values (new.id, new.price_kurus);
  end if;
  update products set price_kurus = (
    select min(price_kurus) from variants
    where product_id = coalesce(new.product_id, old.product_id) and retired_at is null
  ) where id = coalesce(new.product_id, old.product_id);
  return null;
end $$;
create trigger variants_price_changed
  after insert or delete or update of price_kurus, retired_at on variants
  for each row execute function variants_price_changed();

-- Products that are the same design in other colours.
create table product_groups (
  id uuid not null,
  name text not null,
  created_at timestamptz not null,
  constraint product_groups_id_pk primary key (id),
  constraint product_groups_name_check check (name <> '')
);

create table product_group_members (
  group_id uuid not null,
  product_id uuid not null,
  position integer not null,
  constraint product_group_members_pk primary key (group_id, product_id),
  constraint product_group_members_product_id_key unique (product_id),
  constraint product_group_members_group_id_fk foreign key (group_id) references product_groups (id) on delete cascade,
  constraint product_group_members_product_id_fk foreign key (product_id) references products (id) on delete cascade
);
