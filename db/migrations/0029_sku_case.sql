-- SKUs that differ in case only: İ, I, ı and i are one letter here, as nobody can tell which of them a keyboard meant.
create function sku_key(sku text) returns text language sql immutable parallel safe strict
return lower(translate(sku, 'İIıÇĞÖŞÜ', 'iiiçğöşü') collate "C");

-- Of those that were taken for different so far the oldest keeps its name.
update variants set sku = variants.sku || '-' || left(variants.id::text, 8) || '-' || right(variants.id::text, 4)
from (
  select id, row_number() over (partition by sku_key(sku) order by created_at, id) as n
  from variants where retired_at is null
) as same
where same.id = variants.id and same.n > 1;

drop index variants_sku_key;
create unique index variants_sku_key on variants (sku_key(sku)) where retired_at is null;

-- A group of one joins nothing: it was left behind when the other product was deleted.
delete from product_groups g where (select count(*) from product_group_members m where m.group_id = g.id) < 2;

-- Line ends as they were typed; form data had made CR LF of them.
update products set description = regexp_replace(description, E'\\r\\n?', E'\\n', 'g') where description like E'%\\r%';
