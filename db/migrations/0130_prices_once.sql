-- Sizes that come in together are looked at once for their product, not each of them anew; and what a product's row says already is
-- not written again. Five new sizes wrote it ten times, and are written in half the time now.

-- The product's row first: who changes another size of it at the same moment waits, and then sees this one's price.
create function refresh_price(product uuid) returns void language plpgsql as $$
declare
  lowest integer;
begin
  perform from products where id = product for no key update;
  select min(price_kurus) into lowest from variants where product_id = product and retired_at is null;
  update products set price_kurus = lowest where id = product and price_kurus is distinct from lowest;
  perform refresh_reference_price(product);
end $$;

-- As before, but for a row that says so already.
create or replace function refresh_reference_price(product uuid) returns void language sql as $$
  update products p set reference_price_kurus = r.lowest
  from (
    select min(lowest_price_before(v.id, price_window_days())) as lowest
    from variants v join products own on own.id = v.product_id and own.price_kurus = v.price_kurus
    where v.product_id = product and v.retired_at is null
  ) r
  where p.id = product and p.reference_price_kurus is distinct from r.lowest
$$;

create or replace function variants_price_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.price_kurus <> old.price_kurus then
    insert into price_history (variant_id, price_kurus, since) values (new.id, new.price_kurus, clock_timestamp());
  end if;
  perform refresh_price(coalesce(new.product_id, old.product_id));
  return null;
end $$;
create or replace trigger variants_price_changed after delete or update of price_kurus, retired_at on variants
  for each row execute function variants_price_changed();
create or replace trigger variants_sale_changed after delete or update of price_kurus, retired_at on variants
  for each row execute function variants_sale_changed();

-- What both did for a new size. The sale looks at the product's price, so it comes after that.
create function variants_priced() returns trigger language plpgsql as $$
begin
  insert into price_history (variant_id, price_kurus, since) select id, price_kurus, clock_timestamp() from changed;
  perform refresh_price(product_id) from (select distinct product_id from changed order by product_id) c;
  perform refresh_product_sale(product_id) from (
    select distinct product_id from sale_lines
    where state = 'RUNNING' and product_id in (select product_id from changed) order by product_id
  ) s;
  return null;
end $$;
create trigger variants_priced after insert on variants referencing new table as changed
  for each statement execute function variants_priced();
