-- The family a colour belongs to, by its name and, where that says nothing, by its tone: 'Adaçayı' is a green.
create function color_family(name text, hex text) returns text
  language sql immutable parallel safe as $$
  select case
    when n ~ '\mnar\M' then 'kirmizi'
    when n ~ 'cizgi|cice[kg]|puanti|potikare|kareli|ekose|desen|leopar|batik|renkli|baski' then 'desenli'
    when n ~ 'siyah' then 'siyah'
    when n ~ 'lacivert|gece mavi|indigo' then 'lacivert'
    when n ~ 'bordo|visne|murdum|sarap' then 'bordo'
    when n ~ 'gul kurusu|pembe|pudra|fusya|somon' then 'pembe'
    when n ~ 'mavi|turkuaz|denim|\mjean' then 'mavi'
    when n ~ 'yesil|haki|zeytin|zumrut|adacayi|cagla|cimen|\mmint|nane|fistik|yosun|nefti' then 'yesil'
    when n ~ 'petrol' then 'mavi'
    when n ~ '\mmor\M|lila|lavanta|eflatun|leylak' then 'mor'
    when n ~ 'kirmizi|kiraz' then 'kirmizi'
    when n ~ 'turuncu|mercan|kiremit|seftali|kayisi|portakal' then 'turuncu'
    when n ~ '\msari|hardal|tereyagi|limon|altin|safran' then 'sari'
    when n ~ 'kahve|kakao|camel|\mtaba\M|tarcin|cikolata|konyak|kestane|karamel' then 'kahverengi'
    when n ~ 'antrasit|\mgri\M|fume|gumus|duman' then 'gri'
    when n ~ 'ekru|krem|vanilya|yulaf|sampanya|dogal|fildisi|kemik|kirik beyaz' then 'krem'
    when n ~ '\mbej\M|\mkum\M|\mtas\M|vizon|\mten\M|nude' then 'bej'
    when n ~ 'beyaz' then 'beyaz'
    when hex is null then 'diger'
    when high - low < 24 then case when high < 80 then 'siyah' when high < 215 then 'gri' else 'beyaz' end
    when hue < 15 or hue >= 345 then case when high < 140 then 'bordo' when low > 120 then 'pembe' else 'kirmizi' end
    when hue < 42 then case when high < 150 then 'kahverengi' when low > 150 then 'bej' else 'turuncu' end
    when hue < 66 then case when low > 190 then 'krem' else 'sari' end
    when hue < 170 then 'yesil'
    when hue < 255 then case when high < 110 then 'lacivert' else 'mavi' end
    when hue < 295 then 'mor'
    else 'pembe'
  end
  from (
    select n, hex, high, low, mod((case
      when high = low then 0
      when high = r then (g - b) * 60.0 / (high - low) + 360
      when high = g then (b - r) * 60.0 / (high - low) + 120
      else (r - g) * 60.0 / (high - low) + 240
    end)::numeric, 360) as hue
    from (
      select *, greatest(r, g, b) as high, least(r, g, b) as low
      from (
        select tr_fold(name) as n, hex,
          ('x' || substr(hex, 2, 2))::bit(8)::int as r,
          ('x' || substr(hex, 4, 2))::bit(8)::int as g,
          ('x' || substr(hex, 6, 2))::bit(8)::int as b
      ) parts
    ) extremes
  ) tones
$$;

alter table variants add column color_family text not null
  generated always as (color_family(color, color_hex)) stored;

-- What a search looks through: the folded words of each product on sale, those of its name weighing most.
create table search_words (
  word text not null,
  product_id uuid not null,
  weight smallint not null,
  constraint search_words_pk primary key (word, product_id),
  constraint search_words_product_id_fk foreign key (product_id) references products (id) on delete cascade
);
create index search_words_product_id_index on search_words (product_id);

-- Each word once: small enough to be looked through for words that are almost the one typed. A word may outlive its
-- last product.
create table search_vocabulary (
  word text not null,
  constraint search_vocabulary_pk primary key (word)
);

create function save_search_words(ids uuid[]) returns void language plpgsql as $$
begin
  delete from search_words where product_id = any(ids);
  insert into search_words (word, product_id, weight)
  select word, id, max(weight)
  from (
    select p.id, p.name as words, 8 as weight from products p where p.id = any(ids) and p.deleted_at is null
    union all
    select p.id, c.name, 6 from products p join categories c on c.id = p.category_id
    where p.id = any(ids) and p.deleted_at is null
    union all
    select p.id, c.area, 1 from products p join categories c on c.id = p.category_id
    where p.id = any(ids) and p.deleted_at is null
    union all
    select p.id, v.color, 5 from products p join variants v on v.product_id = p.id and v.retired_at is null
    where p.id = any(ids) and p.deleted_at is null
    union all
    select p.id, v.color_family, 3 from products p join variants v on v.product_id = p.id and v.retired_at is null
    where p.id = any(ids) and p.deleted_at is null and v.color_family <> 'diger'
  ) texts
  cross join lateral regexp_split_to_table(tr_fold(words), '[^a-z0-9]+') as word
  where word <> ''
  group by word, id
  on conflict (word, product_id) do update set weight = excluded.weight;
  insert into search_vocabulary (word)
  select distinct word from search_words where product_id = any(ids) order by word
  on conflict do nothing;
end $$;

-- The words follow whoever writes products, variants and categories.
create function products_words_added() returns trigger language plpgsql as $$
begin
  perform save_search_words(array(select id from changed));
  return null;
end $$;
create trigger products_words_added
  after insert on products referencing new table as changed
  for each statement execute function products_words_added();

create function products_words_changed() returns trigger language plpgsql as $$
begin
  perform save_search_words(array[new.id]);
  return null;
end $$;
create trigger products_words_changed
  after update of name, category_id, deleted_at on products
  for each row
  when (old.name <> new.name or old.category_id is distinct from new.category_id
    or old.deleted_at is distinct from new.deleted_at)
  execute function products_words_changed();

create function variants_words_added() returns trigger language plpgsql as $$
begin
  perform save_search_words(array(select distinct product_id from changed));
  return null;
end $$;
create trigger variants_words_added
  after insert on variants referencing new table as changed
  for each statement execute function variants_words_added();
create trigger variants_words_removed
  after delete on variants referencing old table as changed
  for each statement execute function variants_words_added();

create function variants_words_changed() returns trigger language plpgsql as $$
begin
  perform save_search_words(array[new.product_id]);
  return null;
end $$;
create trigger variants_words_changed
  after update of color, color_hex, retired_at on variants
  for each row
  when (old.color <> new.color or old.color_hex is distinct from new.color_hex
    or old.retired_at is distinct from new.retired_at)
  execute function variants_words_changed();

create function categories_words_changed() returns trigger language plpgsql as $$
begin
  perform save_search_words(array(select id from products where category_id = new.id));
  return null;
end $$;
create trigger categories_words_changed
  after update of name, area on categories
  for each row when (old.name <> new.name or old.area <> new.area)
  execute function categories_words_changed();

select save_search_words(array(select id from products));

drop index products_search_index;
alter table products drop column search_text;
