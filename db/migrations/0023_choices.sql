-- What a product is made in: for each variant on sale 'siyah|M', 'siyah|' and '|M', by colour family and size. A list
-- passes over a product that lacks what is chosen without looking at its variants; whether one is in stock only they
-- tell, so that a sale never writes here.
alter table products add column choices text[] not null default '{}';

create function choices_of(product uuid) returns text[] language sql stable as $$
  select coalesce(array_agg(distinct choice), '{}')
  from variants v
  cross join lateral unnest(array[v.color_family || '|' || v.size, v.color_family || '|', '|' || v.size]) as choice
  where v.product_id = product and v.retired_at is null
$$;

create or replace function variants_search_line() returns trigger language plpgsql as $$
begin
  update products p set search_line = search_line_of(p.id, p.name), choices = choices_of(p.id)
  where p.id in (select product_id from changed);
  return null;
end $$;

create or replace function variant_search_line() returns trigger language plpgsql as $$
begin
  update products p set search_line = search_line_of(p.id, p.name), choices = choices_of(p.id)
  where p.id = new.product_id;
  return null;
end $$;
drop trigger variants_search_line_changed on variants;
create trigger variants_search_line_changed
  after update of sku, color, color_hex, size, retired_at on variants
  for each row
  when (old.sku <> new.sku or old.color <> new.color or old.color_hex is distinct from new.color_hex
    or old.size <> new.size or old.retired_at is distinct from new.retired_at)
  execute function variant_search_line();

update products p set choices = choices_of(p.id);
create index products_choices_index on products using gin (choices) where deleted_at is null and published_at is not null;

-- A customer calls: her whole number, or that of her parcel, finds her orders.
create index orders_phone_index on orders (phone) where paid_at is not null;
create index orders_tracking_number_index on orders (tracking_number text_pattern_ops) where tracking_number is not null;

-- The owner looks for paid orders only: one that is not paid yet need not be written into the largest of the indexes.
drop index orders_search_line_index;
create index orders_search_line_index on orders using gin (search_line gin_trgm_ops) where paid_at is not null;

-- What a customer tried to buy in the last hour, however many others did.
create index orders_user_created_index on orders (user_id, created_at desc);
drop index orders_user_id_index;
