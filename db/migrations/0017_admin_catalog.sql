-- What is deleted or out of sale no longer holds its address and SKU: they are free for another product.
alter table products drop constraint products_slug_key;
create unique index products_slug_key on products (slug) where deleted_at is null;
alter table variants drop constraint variants_sku_key;
create unique index variants_sku_key on variants (sku) where retired_at is null;

-- The owner searches by any part of name, SKU and colour, and sorts by name.
create index products_name_search_index on products using gin (tr_fold(name) gin_trgm_ops) where deleted_at is null;
create index variants_search_index on variants using gin (tr_fold(sku || ' ' || color) gin_trgm_ops)
  where retired_at is null;
create index products_name_index on products (name collate tr_tr, id) where deleted_at is null;

-- As before, but a draft is not found.
create or replace function save_search_words(ids uuid[]) returns void language plpgsql as $$
begin
  delete from search_words where product_id = any(ids);
  insert into search_words (word, product_id, weight)
  select word, id, max(weight)
  from (
    select p.id, p.name as words, 8 as weight from shown_products(ids) p
    union all
    select p.id, c.name, 6 from shown_products(ids) p join categories c on c.id = p.category_id
    union all
    select p.id, c.area, 1 from shown_products(ids) p join categories c on c.id = p.category_id
    union all
    select p.id, v.color, 5 from shown_products(ids) p join variants v on v.product_id = p.id and v.retired_at is null
    union all
    select p.id, v.color_family, 3
    from shown_products(ids) p join variants v on v.product_id = p.id and v.retired_at is null
    where v.color_family <> 'diger'
  ) texts
  cross join lateral regexp_split_to_table(tr_fold(words), '[^a-z0-9]+') as word
  where word <> ''
  group by word, id
  on conflict (word, product_id) do update set weight = excluded.weight;
  insert into search_vocabulary (word)
  select distinct word from search_words where product_id = any(ids) order by word
  on conflict do nothing;
end $$;

-- Those of the products that are on sale; the same condition as onSale in shop/catalog/on-sale.ts.
create function shown_products(ids uuid[]) returns setof products language sql stable as $$
  select * from products where id = any(ids) and deleted_at is null and published_at is not null
$$;

drop trigger products_words_changed on products;
create trigger products_words_changed
  after update of name, category_id, deleted_at, published_at on products
  for each row
  when (old.name <> new.name or old.category_id is distinct from new.category_id
    or old.deleted_at is distinct from new.deleted_at
    or (old.published_at is null) <> (new.published_at is null))
  execute function products_words_changed();
