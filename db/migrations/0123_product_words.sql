-- The words of each product on sale in one row, their weights in the same places, and its choices: several words are found together
-- along one index, and held against a filter where they are found. In search_words they are read and joined word by word. The index is
-- written at once, as each search would read the list of what is yet to be written. Nothing that has words changes until all are in.
lock table categories in share row exclusive mode;
create table product_words (
  product_id uuid not null,
  words text[] not null,
  weights smallint[] not null,
  choices text[] not null,
  constraint product_words_pk primary key (product_id),
  constraint product_words_product_id_fk foreign key (product_id) references products (id) on delete cascade
);

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
  delete from product_words p
  where product_id = any(ids) and not exists (select 1 from search_words w where w.product_id = p.product_id);
  insert into product_words as known (product_id, words, weights, choices)
  select p.id, array_agg(w.word order by w.word), array_agg(w.weight order by w.word), p.choices
  from products p join search_words w on w.product_id = p.id where p.id = any(ids) group by p.id
  on conflict (product_id) do update set words = excluded.words, weights = excluded.weights, choices = excluded.choices
  where (known.words, known.weights, known.choices) is distinct from (excluded.words, excluded.weights, excluded.choices);
end $$;

insert into product_words (product_id, words, weights, choices)
select p.id, array_agg(w.word order by w.word), array_agg(w.weight order by w.word), p.choices
from products p join search_words w on w.product_id = p.id group by p.id;
create index product_words_words_index on product_words using gin (words) with (fastupdate = off);

-- A new size is a new choice: products.choices has it by then, as triggers run in the order of their names.
-- Last, as nothing is sold while its table is changed.
create or replace trigger variants_words_changed
  after update of color, color_hex, size, retired_at on variants
  for each row when (
    old.color <> new.color or old.color_hex is distinct from new.color_hex or old.size <> new.size
    or old.retired_at is distinct from new.retired_at
  )
  execute function variants_words_changed();
