-- Who waits for a size gets her turn in order, and a piece is kept for her (docs/waiting.md). Who waited before needs no confirmation.
alter table stock_requests
  add column confirmed_at timestamptz default now(),
  -- The size of which a piece is, or was, kept.
  add column variant_id uuid,
  -- held: a piece is out of stock for her; bought: an order has it; over: it was kept long enough.
  add column hold text,
  -- Null while she has not been told.
  add column held_until timestamptz,
  add column opened_at timestamptz,
  -- When she took her old place again, after a turn that she slept through.
  add column came_back_at timestamptz,
  add column order_id uuid,
  add constraint stock_requests_hold_check check (hold in ('held', 'bought', 'over')),
  add constraint stock_requests_variant_id_fk foreign key (variant_id) references variants (id) on delete set null;
create index stock_requests_held_index on stock_requests (held_until) where hold = 'held';
create index stock_requests_variant_index on stock_requests (variant_id) where variant_id is not null;
create index stock_requests_order_index on stock_requests (order_id) where order_id is not null;
create index stock_requests_unconfirmed_index on stock_requests (created_at) where confirmed_at is null;
create index stock_requests_notified_index on stock_requests (notified_at) where notified_at is not null;

-- Takes pieces out of stock for those who are next in line for the size, as many as there are; gives how many. A row that
-- somebody has locked is about to leave the line or the stock: it is passed over.
create function serve_waiting(asked uuid) returns integer language plpgsql as $$
declare
  found_size variants%rowtype;
  told text := coalesce(current_setting('butik.stock', true), '');
  moment timestamptz;
  served integer;
begin
  select v.* into found_size from variants v join products p on p.id = v.product_id
    where v.id = asked and v.stock > 0 and v.retired_at is null and p.deleted_at is null and p.published_at is not null
      and exists (select from stock_requests r
        where r.product_id = v.product_id and r.size = v.size and r.notified_at is null)
    for no key update of v;
  if not found then
    return 0;
  end if;
  -- One for the whole wave, once nobody else serves the size.
  moment := clock_timestamp();
  update stock_requests set notified_at = moment, variant_id = asked, hold = 'held', held_until = null, opened_at = null
    where id = any (array(
      select r.id from stock_requests r
      where r.product_id = found_size.product_id and r.size = found_size.size
        and (r.color is null or r.color = found_size.color) and r.notified_at is null and r.confirmed_at is not null
      order by r.created_at, r.id limit found_size.stock for update skip locked));
  get diagnostics served = row_count;
  if served > 0 then
    perform set_config('butik.stock', '{"cause": "waiting"}', true);
    update variants set stock = stock - served where id = asked;
    perform set_config('butik.stock', told, true);
  end if;
  return served;
end $$;

-- At the end of the transaction: what it takes again, such as a changed order, was never there for anybody else.
create function variant_serves_waiting() returns trigger language plpgsql as $$
begin
  perform serve_waiting(new.id);
  return null;
end $$;
create constraint trigger variants_added_serve_waiting after insert on variants deferrable initially deferred
  for each row when (new.stock > 0) execute function variant_serves_waiting();
create constraint trigger variants_raised_serve_waiting after update of stock, retired_at, size, color on variants
  deferrable initially deferred for each row
  when (new.stock > 0 and (new.stock > old.stock or new.size <> old.size or new.color <> old.color
    or old.retired_at is not null))
  execute function variant_serves_waiting();

create function product_serves_waiting() returns trigger language plpgsql as $$
begin
  perform serve_waiting(v.id) from (
    select id from variants where product_id = new.id and stock > 0 and retired_at is null order by id) v;
  return null;
end $$;
create constraint trigger products_serve_waiting after update of published_at, deleted_at on products
  deferrable initially deferred for each row
  when (new.published_at is not null and new.deleted_at is null and (old.published_at is null or old.deleted_at is not null))
  execute function product_serves_waiting();
