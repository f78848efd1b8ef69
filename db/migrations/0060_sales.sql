-- A sale: prices that go down at one minute and come back at another.
create table sales (
  id uuid not null,
  name text not null,
  -- Either a share of the price at the start, or the price itself.
  percent integer,
  price_kurus integer,
  starts_at timestamptz not null,
  -- Null: until somebody ends it.
  ends_at timestamptz,
  state text not null,
  started_at timestamptz,
  ended_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint sales_id_pk primary key (id),
  constraint sales_state_check check (state in ('PLANNED', 'RUNNING', 'ENDED', 'CANCELLED')),
  constraint sales_percent_check check (percent between 1 and 99),
  constraint sales_price_check check (price_kurus > 0),
  constraint sales_discount_check check ((percent is null) <> (price_kurus is null)),
  constraint sales_times_check check (ends_at > starts_at)
);
create index sales_starts_at_index on sales (starts_at desc, id);
create index sales_planned_index on sales (starts_at) where state = 'PLANNED';
create index sales_running_index on sales (ends_at) where state = 'RUNNING';

-- The products of a sale; `whole`: with each size that it has when the sale starts.
create table sale_products (
  sale_id uuid not null,
  product_id uuid not null,
  whole boolean not null,
  constraint sale_products_pk primary key (sale_id, product_id),
  constraint sale_products_sale_id_fk foreign key (sale_id) references sales (id) on delete cascade,
  constraint sale_products_product_id_fk foreign key (product_id) references products (id) on delete cascade
);
create index sale_products_product_id_index on sale_products (product_id);

-- One size of a sale, with its price before and in it. OVERTAKEN: somebody set another price meanwhile, which stays.
-- SKIPPED: it did not start, as the size was gone or no dearer than the price of the sale.
create table sale_lines (
  sale_id uuid not null,
  variant_id uuid not null,
  product_id uuid not null,
  state text not null,
  before_kurus integer,
  price_kurus integer,
  started_at timestamptz,
  ended_at timestamptz,
  constraint sale_lines_pk primary key (sale_id, variant_id),
  constraint sale_lines_of_product_fk foreign key (sale_id, product_id)
    references sale_products (sale_id, product_id) on delete cascade,
  constraint sale_lines_variant_id_fk foreign key (variant_id) references variants (id) on delete cascade,
  constraint sale_lines_state_check
    check (state in ('PLANNED', 'RUNNING', 'ENDED', 'OVERTAKEN', 'SKIPPED', 'CANCELLED')),
  constraint sale_lines_running_check
    check (state <> 'RUNNING' or (before_kurus > price_kurus and started_at is not null))
);
create unique index sale_lines_running_key on sale_lines (variant_id) where state = 'RUNNING';
create index sale_lines_variant_id_index on sale_lines (variant_id);
create index sale_lines_product_id_index on sale_lines (sale_id, product_id);
create index sale_lines_running_index on sale_lines (product_id) where state = 'RUNNING';

-- From when, and until when, the shown price of a product is that of a sale. What may be struck through beside it is the
-- lawful price, whatever the owner entered.
alter table products add column sale_from timestamptz, add column sale_until timestamptz;
drop index products_category_discount_index;
drop index products_discount_index;
alter table products drop column struck_price_kurus;
alter table products add column struck_price_kurus integer generated always as (
  case
    when sale_from is not null and reference_price_kurus > price_kurus then reference_price_kurus
    when sale_from is null and least(original_price_kurus, reference_price_kurus) > price_kurus
      and original_price_kurus is not null and reference_price_kurus is not null
      then least(original_price_kurus, reference_price_kurus)
  end
) stored;
create index products_discount_index on products (discount_of(price_kurus, struck_price_kurus) desc nulls last, id desc)
  where deleted_at is null;
create index products_category_discount_index
  on products (category_id, discount_of(price_kurus, struck_price_kurus) desc nulls last, id desc)
  where deleted_at is null;

create function refresh_product_sale(product uuid) returns void language sql as $$
  update products p set sale_from = s.since, sale_until = s.until
  from (
    select min(l.started_at) as since, nullif(min(coalesce(s.ends_at, 'infinity')), 'infinity') as until
    from sale_lines l
    join sales s on s.id = l.sale_id
    join variants v on v.id = l.variant_id and v.retired_at is null
    join products own on own.id = l.product_id and own.price_kurus = v.price_kurus
    where l.product_id = product and l.state = 'RUNNING'
  ) s
  where p.id = product and (p.sale_from, p.sale_until) is distinct from (s.since, s.until)
$$;

-- Whoever changes the price of a size in a sale, or takes it off sale, ends the sale for it. Fires after variants_price_changed.
create function variants_sale_changed() returns trigger language plpgsql as $$
begin
  if not exists (
    select 1 from sale_lines where product_id = coalesce(new.product_id, old.product_id) and state = 'RUNNING'
  ) then return null; end if;
  if tg_op = 'UPDATE' then
    update sale_lines set state = 'OVERTAKEN', ended_at = clock_timestamp()
    where variant_id = new.id and state = 'RUNNING' and (price_kurus <> new.price_kurus or new.retired_at is not null);
  end if;
  perform refresh_product_sale(coalesce(new.product_id, old.product_id));
  return null;
end $$;
create trigger variants_sale_changed after insert or delete or update of price_kurus, retired_at on variants
  for each row execute function variants_sale_changed();
