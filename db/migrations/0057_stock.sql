-- Every move of the stock of a size: what it was, what it became, why, for which order and by whom. Only added to.
create table stock_moves (
  id bigint generated always as identity,
  variant_id uuid not null,
  before integer not null,
  after integer not null,
  cause text not null,
  order_id uuid,
  actor_id uuid,
  note text not null default '',
  at timestamptz not null default clock_timestamp(),
  constraint stock_moves_id_pk primary key (id)
);
create index stock_moves_variant_index on stock_moves (variant_id, id);

-- What moves the stock says why in `butik.stock`, for its transaction; a move that nobody explained is kept too.
create function stock_moved() returns trigger language plpgsql as $$
declare
  told jsonb := coalesce(nullif(current_setting('butik.stock', true), ''), '{}')::jsonb;
begin
  insert into stock_moves (variant_id, before, after, cause, order_id, actor_id, note)
  values (new.id, coalesce(old.stock, 0), new.stock, coalesce(told->>'cause', 'other'), (told->>'orderId')::uuid,
    (told->>'actorId')::uuid, coalesce(told->>'note', ''));
  return null;
end $$;
create trigger variants_stock_added after insert on variants
  for each row when (new.stock <> 0) execute function stock_moved();
create trigger variants_stock_moved after update of stock on variants
  for each row when (old.stock <> new.stock) execute function stock_moved();

-- At how many pieces of a size its owner wants to be told; null: as the shop's settings say; 0: never.
alter table products add column low_stock integer;
alter table products add constraint products_low_stock_check check (low_stock >= 0);

create index products_discounted_index on products (created_at desc, id desc)
  where deleted_at is null and struck_price_kurus is not null;
create index products_without_picture_index on products (created_at desc, id desc)
  where deleted_at is null and images = '{}';

-- What somebody of the staff keeps of the list of products: its filters and order, and its columns.
create table product_views (
  id uuid not null,
  user_id uuid not null,
  name text not null,
  query text not null,
  columns text[] not null,
  created_at timestamptz not null,
  constraint product_views_id_pk primary key (id),
  constraint product_views_name_key unique (user_id, name),
  constraint product_views_user_id_fk foreign key (user_id) references users (id) on delete cascade
);

-- A count of the shelves; one at a time, by as many people as like.
create table stocktakes (
  id uuid not null,
  started_by uuid,
  created_at timestamptz not null,
  ended_at timestamptz,
  ended_by uuid,
  -- Null while it is open, and for one that was given up.
  reason text,
  constraint stocktakes_id_pk primary key (id)
);
create unique index stocktakes_open_key on stocktakes ((true)) where ended_at is null;
create index stocktakes_created_at_index on stocktakes (created_at);

-- One size in a count: the stock when its count began, and how many pieces were found.
create table stocktake_lines (
  stocktake_id uuid not null,
  variant_id uuid not null,
  expected integer not null,
  counted integer not null,
  began_at timestamptz not null,
  changed_at timestamptz not null,
  -- The stock before and after the count was booked.
  booked_before integer,
  booked_after integer,
  constraint stocktake_lines_pk primary key (stocktake_id, variant_id),
  constraint stocktake_lines_counted_check check (counted >= 0),
  constraint stocktake_lines_stocktake_id_fk foreign key (stocktake_id) references stocktakes (id) on delete cascade,
  constraint stocktake_lines_variant_id_fk foreign key (variant_id) references variants (id) on delete cascade
);
create index stocktake_lines_variant_index on stocktake_lines (variant_id);
