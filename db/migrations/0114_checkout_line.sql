-- Who waits to check out, in the order of coming, while more want to than the shop can serve (shop/checkout/line).
create table line_places (
  place bigint generated always as identity primary key,
  person uuid not null unique references users (id) on delete cascade,
  network text not null,
  -- The sizes in her cart.
  variant_ids uuid[] not null,
  joined_at timestamptz not null,
  -- When her turn came; null while she waits.
  called_at timestamptz,
  -- What she has ordered with the place.
  order_id uuid
);
create index line_places_waiting on line_places (place) where called_at is null;
create index line_places_network on line_places (network) where called_at is null;

-- The sizes that anybody in line wants or wanted: whether they are sold out is looked up while there is a line.
create table line_wishes (
  variant_id uuid primary key references variants (id) on delete cascade
);
