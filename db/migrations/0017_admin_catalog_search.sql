-- What the owner's search looks through, in one line per product: its name, SKUs and colours, folded. Kept by triggers.
drop index products_name_search_index;
drop index variants_search_index;
alter table products add column search_line text not null default '';

create function search_line_of(product uuid, name text) returns text language sql stable as $$
  select tr_fold(name || ' ' || coalesce(string_agg(distinct v.color, ' '), '') || ' ' || coalesce(string_agg(v.sku, ' '), ''))
  from variants v where v.product_id = product and v.retired_at is null
$$;

create function products_search_line() returns trigger language plpgsql as $$
begin
  new.search_line := search_line_of(new.id, new.name);
  return new;
end $$;
create trigger products_search_line
  before insert or update of name on products
  for each row execute function products_search_line();

create function variants_search_line() returns trigger language plpgsql as $$
begin
  update products p set search_line = search_line_of(p.id, p.name)
  where p.id in (select product_id from changed);
  return null;
end $$;
create trigger variants_search_line_added
  after insert on variants referencing new table as changed
  for each statement execute function variants_search_line();
create trigger variants_search_line_removed
  after delete on variants referencing old table as changed
  for each statement execute function variants_search_line();

-- Sales change only the stock, and never come here.
create function variant_search_line() returns trigger language plpgsql as $$
begin
  update products p set search_line = search_line_of(p.id, p.name) where p.id = new.product_id;
  return null;
end $$;
create trigger variants_search_line_changed
  after update of sku, color, retired_at on variants
  for each row
  when (old.sku <> new.sku or old.color <> new.color or old.retired_at is distinct from new.retired_at)
  execute function variant_search_line();

update products p set search_line = search_line_of(p.id, p.name);
create index products_search_line_index on products using gin (search_line gin_trgm_ops) where deleted_at is null;
