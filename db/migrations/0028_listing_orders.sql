-- Which color of its design a product is, 0 for the first and for a product without colors of its own. The recommended
-- order shows one color of each design before the second of any. Groups change seldom: no sale writes here.
alter table products add column design_place integer not null default 0;

create function design_place_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update products set design_place = 0 where id = old.product_id and design_place <> 0;
  end if;
  if tg_op <> 'DELETE' then
    update products set design_place = new.position where id = new.product_id and design_place <> new.position;
  end if;
  return null;
end $$;
create trigger product_group_members_placed after insert or update or delete on product_group_members
  for each row execute function design_place_changed();

update products p set design_place = m.position from product_group_members m where m.product_id = p.id;

create index products_recommended_index on products (design_place, created_at desc, id desc) where deleted_at is null;
create index products_category_recommended_index on products (category_id, design_place, created_at desc, id desc)
  where deleted_at is null;

-- How much of a struck-through price is saved, between 0 and 1; null when none is struck through.
create function discount_of(price integer, struck integer) returns real language sql immutable as $$
  select (struck - price)::real / struck
$$;
create index products_discount_index on products
  (discount_of(price_kurus, struck_price_kurus) desc nulls last, id desc) where deleted_at is null;
create index products_category_discount_index on products
  (category_id, discount_of(price_kurus, struck_price_kurus) desc nulls last, id desc) where deleted_at is null;
