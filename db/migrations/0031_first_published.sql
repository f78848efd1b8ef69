-- When shoppers could see a product for the first time: what was taken off sale for a while is not new when it comes back.
alter table products add column first_published_at timestamptz;
update products set first_published_at = published_at;

create function first_published() returns trigger language plpgsql as $$
begin
  new.first_published_at := coalesce(new.first_published_at, new.published_at);
  return new;
end $$;
create trigger products_first_published before insert or update of published_at on products
  for each row execute function first_published();

create index products_first_published_index on products (first_published_at) where deleted_at is null;
