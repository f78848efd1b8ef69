-- A struck-through price is never above the lowest price of the days before the discount began (docs/law.md).
-- reference_price_kurus: that lowest price, for the variants that carry the price of today; null while there was none.
alter table products add column reference_price_kurus integer;
alter table products add column struck_price_kurus integer generated always as (
  case when least(original_price_kurus, reference_price_kurus) > price_kurus
    and original_price_kurus is not null and reference_price_kurus is not null
  then least(original_price_kurus, reference_price_kurus) end
) stored;
create index price_history_since_index on price_history (variant_id, since, id);

-- How many days before a discount count; the owner's setting, never fewer than the law's ten.
create function price_window_days() returns integer language sql stable as $$
  select greatest(10, coalesce(
    (select case when jsonb_typeof(value -> 'priceWindowDays') = 'number' then (value ->> 'priceWindowDays')::int end
      from settings where key = 'policies'), 30))
$$;

-- The lowest price that a variant had in the days before its present price began; null when it is its first.
-- Days are those of Istanbul, whole ones: the day that many days before counts from its midnight.
create function lowest_price_before(variant uuid, window_days integer) returns integer language sql stable as $$
  with steps as (
    select price_kurus, since, lead(since) over (order by since, id) as until
    from price_history where variant_id = variant
  ), began as (
    select since, ((since at time zone 'Europe/Istanbul')::date - window_days)::timestamp at time zone 'Europe/Istanbul' as first
    from steps where until is null
  )
  select min(steps.price_kurus) from steps, began
  where steps.until is not null and steps.until > began.first and steps.until <= began.since and steps.until > steps.since
$$;

create function refresh_reference_price(product uuid) returns void language sql as $$
  update products p set reference_price_kurus = (
    select min(lowest_price_before(v.id, price_window_days()))
    from variants v
    where v.product_id = p.id and v.retired_at is null and v.price_kurus = p.price_kurus
  ) where p.id = product
$$;

-- As before, and the reference price with it.
create or replace function variants_price_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.price_kurus <> old.price_kurus) then
    insert into price_history (variant_id, price_kurus, since) values (new.id, new.price_kurus, clock_timestamp());
  end if;
  update products set price_kurus = (
    select min(price_kurus) from variants
    where product_id = coalesce(new.product_id, old.product_id) and retired_at is null
  ) where id = coalesce(new.product_id, old.product_id);
  perform refresh_reference_price(coalesce(new.product_id, old.product_id));
  return null;
end $$;

select refresh_reference_price(id) from products;
