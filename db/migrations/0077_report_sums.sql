-- Sums for the reports (docs/reports.md). Triggers add the difference that a change makes as a row of its own, which waits for
-- nobody; compact_counts() adds those rows to report_sums, and readers take both together.

-- What a piece was cheaper by a sale with dates when it was bought; the sale's line may change later.
alter table order_items add column sale_id uuid, add column sale_kurus integer not null default 0;
update order_items i set sale_id = l.sale_id, sale_kurus = l.before_kurus - l.price_kurus
from sale_lines l, orders o
where l.variant_id = i.variant_id and o.id = i.order_id and l.before_kurus > l.price_kurus and l.started_at is not null
  and i.unit_price_kurus + i.discount_kurus = l.price_kurus
  and o.created_at >= l.started_at and (l.ended_at is null or o.created_at < l.ended_at);

create function order_item_in_sale() returns trigger language plpgsql as $$
begin
  select l.sale_id, l.before_kurus - l.price_kurus into new.sale_id, new.sale_kurus
  from sale_lines l
  where l.variant_id = new.variant_id and l.state = 'RUNNING' and l.price_kurus = new.unit_price_kurus + new.discount_kurus;
  new.sale_kurus := coalesce(new.sale_kurus, 0);
  return new;
end $$;
create trigger order_items_in_sale before insert on order_items for each row execute function order_item_in_sale();

create table report_moves (
  day date not null,
  -- 'piece', 'campaign', 'manual' or 'return'
  kind text not null,
  -- The campaign, or the reason of a return.
  key text not null default '',
  product_id uuid,
  variant_id uuid,
  color text,
  size text,
  sale_id uuid,
  n integer not null default 0,
  units integer not null default 0,
  kurus bigint not null default 0,
  back_units integer not null default 0,
  back_kurus bigint not null default 0,
  sale_kurus bigint not null default 0,
  of_kurus bigint not null default 0
);

create table report_sums (
  kind text not null,
  -- 'D' of a day, 'M' of a month, whose day is its first.
  span text not null,
  day date not null,
  key text not null,
  n bigint not null,
  units bigint not null,
  kurus bigint not null,
  back_units bigint not null,
  back_kurus bigint not null,
  of_kurus bigint not null,
  constraint report_sums_pk primary key (kind, span, day, key)
);

-- In how many sums a move counts.
create function report_parts(m report_moves) returns table (kind text, key text, n integer, units integer, kurus bigint,
  back_units integer, back_kurus bigint, of_kurus bigint) language sql immutable as $$
  select k.kind, k.key, m.n, m.units, m.kurus, m.back_units, m.back_kurus, m.of_kurus
  from (values ('pieces', ''), ('product', m.product_id::text), ('variant', m.variant_id::text), ('size', m.size),
    ('color', m.color)) k (kind, key) where m.kind = 'piece'
  union all
  select 'sale', m.sale_id::text, 0, m.units, m.sale_kurus, 0, 0::bigint, m.kurus
  where m.kind = 'piece' and m.sale_id is not null
  union all
  select k.kind, k.key, m.n, m.units, m.kurus, 0, 0::bigint, 0::bigint
  from (values ('reason', m.key), ('return', m.product_id::text), ('return-size', m.size)) k (kind, key) where m.kind = 'return'
  union all
  select m.kind, m.key, m.n, m.units, m.kurus, m.back_units, m.back_kurus, m.of_kurus where m.kind in ('campaign', 'manual')
$$;

create view report_rows as
  select kind, span, day, key, n, units, kurus, back_units, back_kurus, of_kurus from report_sums
  union all
  select p.kind, s.span, s.day, coalesce(p.key, ''), p.n, p.units, p.kurus, p.back_units, p.back_kurus, p.of_kurus
  from report_moves m
  cross join lateral report_parts(m) p
  cross join lateral (values ('D', m.day), ('M', date_trunc('month', m.day)::date)) s (span, day);

-- The purchase that made somebody a customer.
create table first_purchases (
  user_id uuid not null,
  order_id uuid not null,
  constraint first_purchases_pk primary key (user_id),
  constraint first_purchases_order_key unique (order_id),
  constraint first_purchases_order_id_fk foreign key (order_id) references orders (id) on delete cascade
);
-- Of sale_counts: what first purchases brought.
alter table sale_counts add column first boolean not null default false;

-- Whether its pieces count: they are paid, or go out to be paid at the door.
create function is_sold(o orders) returns boolean language sql immutable as $$
  select o.placed_at is not null and o.status <> 'CANCELLED'
    and o.payment_status not in ('PENDING', 'AWAITING_TRANSFER', 'FAILED')
$$;

create function count_piece(i order_items, o orders, by integer) returns void language sql as $$
  insert into report_moves (day, kind, product_id, variant_id, color, size, sale_id, units, kurus, back_units, back_kurus, sale_kurus)
  select istanbul_day(o.created_at), 'piece', i.product_id, i.variant_id, i.color, i.size, i.sale_id, by * i.quantity,
    by * i.quantity * i.unit_price_kurus::bigint, by * i.refunded_quantity,
    by * i.refunded_quantity * i.unit_price_kurus::bigint, by * i.quantity * i.sale_kurus::bigint
  where is_sold(o)
$$;
create function count_use(u campaign_uses, o orders, by integer) returns void language sql as $$
  insert into report_moves (day, kind, key, n, kurus, of_kurus)
  select istanbul_day(o.created_at), 'campaign', u.campaign_id::text, by, by * (u.discount_kurus + u.delivery_kurus)::bigint,
    by * o.total_kurus::bigint
  where u.given_back_at is null and is_sold(o)
$$;
create function count_manual(o orders, by integer) returns void language sql as $$
  insert into report_moves (day, kind, n, kurus, of_kurus)
  select istanbul_day(o.created_at), 'manual', by, by * o.discount_kurus::bigint, by * o.total_kurus::bigint
  where o.manual and o.discount_kurus > 0 and is_sold(o)
$$;
create function count_return(r returns, i return_items, by integer) returns void language sql as $$
  insert into report_moves (day, kind, key, product_id, size, n, units, kurus)
  select istanbul_day(r.created_at), 'return', i.reason, l.product_id, l.size, by, by * i.quantity,
    by * i.quantity * l.unit_price_kurus::bigint
  from order_items l where l.id = i.order_item_id and r.status <> 'CANCELLED'
$$;

create function piece_counted() returns trigger language plpgsql as $$
declare o orders;
begin
  select * into o from orders where id = coalesce(new.order_id, old.order_id);
  if tg_op <> 'INSERT' then perform count_piece(old, o, -1); end if;
  if tg_op <> 'DELETE' then perform count_piece(new, o, 1); end if;
  return null;
end $$;
create trigger order_items_counted after insert or delete on order_items for each row execute function piece_counted();
create trigger order_items_recounted
  after update of product_id, quantity, refunded_quantity, unit_price_kurus, variant_id, color, size on order_items
  for each row when ((old.product_id, old.quantity, old.refunded_quantity, old.unit_price_kurus, old.variant_id, old.color, old.size)
    is distinct from (new.product_id, new.quantity, new.refunded_quantity, new.unit_price_kurus, new.variant_id, new.color, new.size))
  execute function piece_counted();

create function campaign_use_counted() returns trigger language plpgsql as $$
declare o orders;
begin
  select * into o from orders where id = coalesce(new.order_id, old.order_id);
  if tg_op <> 'INSERT' then perform count_use(old, o, -1); end if;
  if tg_op <> 'DELETE' then perform count_use(new, o, 1); end if;
  return null;
end $$;
create trigger campaign_uses_counted after insert or update or delete on campaign_uses
  for each row execute function campaign_use_counted();

create function order_in_reports() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (is_sold(old) <> is_sold(new) or istanbul_day(old.created_at) <> istanbul_day(new.created_at)) then
    perform count_piece(i, old, -1), count_piece(i, new, 1) from order_items i where i.order_id = new.id;
  end if;
  if tg_op = 'UPDATE' then
    perform count_use(u, old, -1), count_use(u, new, 1) from campaign_uses u where u.order_id = new.id;
  end if;
  if tg_op <> 'INSERT' then perform count_manual(old, -1); end if;
  if tg_op <> 'DELETE' then perform count_manual(new, 1); end if;
  return null;
end $$;
create trigger orders_reported after insert or delete on orders for each row execute function order_in_reports();
create trigger orders_reported_again after update of placed_at, status, payment_status, total_kurus, discount_kurus, created_at on orders
  for each row when (is_sold(old) <> is_sold(new) or (is_sold(new)
    and (old.total_kurus, old.discount_kurus, old.created_at) is distinct from (new.total_kurus, new.discount_kurus, new.created_at)))
  execute function order_in_reports();

create function return_item_counted() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform count_return(r, old, -1) from returns r where r.id = old.return_id; end if;
  if tg_op <> 'DELETE' then perform count_return(r, new, 1) from returns r where r.id = new.return_id; end if;
  return null;
end $$;
create trigger return_items_counted after insert or delete or update of quantity, reason on return_items
  for each row execute function return_item_counted();
create function return_counted() returns trigger language plpgsql as $$
begin
  perform count_return(old, i, -1), count_return(new, i, 1) from return_items i where i.return_id = new.id;
  return null;
end $$;
create trigger returns_counted after update of status on returns
  for each row when ((old.status = 'CANCELLED') <> (new.status = 'CANCELLED')) execute function return_counted();

create or replace function count_sale(a payment_attempts, by integer) returns void language sql as $$
  insert into sale_counts (day, n, kurus, refunded_kurus, first)
  select istanbul_day(o.created_at), by * (coalesce(a.charged_kurus, a.amount_kurus) > a.refund_kurus)::int,
    by * (coalesce(a.charged_kurus, a.amount_kurus) - a.refund_kurus)::bigint, by * a.refund_kurus::bigint,
    exists (select 1 from first_purchases f where f.order_id = o.id)
  from orders o where o.id = a.order_id and a.status = 'SUCCEEDED'
$$;
create or replace function sale_counted() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform count_sale(old, -1); end if;
  if tg_op <> 'DELETE' then
    if new.status = 'SUCCEEDED' then
      insert into first_purchases (user_id, order_id) select o.user_id, o.id from orders o
      where o.id = new.order_id and not exists (select 1 from first_purchases f where f.user_id = o.user_id)
      on conflict do nothing;
    end if;
    perform count_sale(new, 1);
  end if;
  return null;
end $$;

-- A guest's order joins an account: whether it is the first of that account is asked anew.
create function order_changed_hands() returns trigger language plpgsql as $$
begin
  perform count_sale(a, -1) from payment_attempts a where a.order_id = new.id;
  delete from first_purchases where order_id = new.id;
  insert into first_purchases (user_id, order_id) select new.user_id, new.id
  where exists (select 1 from payment_attempts a where a.order_id = new.id and a.status = 'SUCCEEDED')
  on conflict do nothing;
  perform count_sale(a, 1) from payment_attempts a where a.order_id = new.id;
  return null;
end $$;
create trigger orders_changed_hands after update of user_id on orders
  for each row when (old.user_id <> new.user_id) execute function order_changed_hands();

create function compact_reports() returns void language sql as $$
  with gone as (delete from report_moves returning *),
  less as (
    select day, kind, key, product_id, variant_id, color, size, sale_id, sum(n)::int as n, sum(units)::int as units,
      sum(kurus)::bigint as kurus, sum(back_units)::int as back_units, sum(back_kurus)::bigint as back_kurus,
      sum(sale_kurus)::bigint as sale_kurus, sum(of_kurus)::bigint as of_kurus
    from gone group by 1, 2, 3, 4, 5, 6, 7, 8
  ),
  parts as (
    select m.day, p.* from less m
    cross join lateral report_parts(row(m.day, m.kind, m.key, m.product_id, m.variant_id, m.color, m.size, m.sale_id, m.n, m.units,
      m.kurus, m.back_units, m.back_kurus, m.sale_kurus, m.of_kurus)::report_moves) p
  )
  insert into report_sums (kind, span, day, key, n, units, kurus, back_units, back_kurus, of_kurus)
  select p.kind, s.span, s.day, coalesce(p.key, ''), sum(n), sum(units), sum(kurus), sum(back_units), sum(back_kurus), sum(of_kurus)
  from parts p cross join lateral (values ('D', p.day), ('M', date_trunc('month', p.day)::date)) s (span, day)
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (kind, span, day, key) do update set n = report_sums.n + excluded.n, units = report_sums.units + excluded.units,
    kurus = report_sums.kurus + excluded.kurus, back_units = report_sums.back_units + excluded.back_units,
    back_kurus = report_sums.back_kurus + excluded.back_kurus, of_kurus = report_sums.of_kurus + excluded.of_kurus
$$;

create or replace function compact_counts() returns void language sql as $$
  with gone as (delete from product_counts returning *)
  insert into product_counts select category_id, state, sum(n) from gone group by category_id, state having sum(n) <> 0;
  with gone as (delete from order_counts returning *)
  insert into order_counts select day, status, payment_status, sum(n), sum(kurus) from gone
    group by day, status, payment_status having sum(n) <> 0 or sum(kurus) <> 0;
  with gone as (delete from sale_counts returning *)
  insert into sale_counts select day, sum(n), sum(kurus), sum(refunded_kurus), first from gone group by day, first;
  select compact_reports()
$$;

create function recount_reports() returns void language sql as $$
  delete from report_moves;
  delete from report_sums;
  insert into first_purchases (user_id, order_id)
    select distinct on (o.user_id) o.user_id, o.id from orders o
    join payment_attempts a on a.order_id = o.id and a.status = 'SUCCEEDED'
    order by o.user_id, o.created_at, o.id on conflict do nothing;
  insert into report_moves (day, kind, product_id, variant_id, color, size, sale_id, units, kurus, back_units, back_kurus, sale_kurus)
    select istanbul_day(o.created_at), 'piece', i.product_id, i.variant_id, i.color, i.size, i.sale_id, sum(i.quantity),
      sum(i.quantity * i.unit_price_kurus::bigint), sum(i.refunded_quantity),
      sum(i.refunded_quantity * i.unit_price_kurus::bigint), sum(i.quantity * i.sale_kurus::bigint)
    from order_items i join orders o on o.id = i.order_id where is_sold(o) group by 1, 3, 4, 5, 6, 7;
  insert into report_moves (day, kind, key, n, kurus, of_kurus)
    select istanbul_day(o.created_at), 'campaign', u.campaign_id::text, count(*), sum(u.discount_kurus + u.delivery_kurus),
      sum(o.total_kurus)
    from campaign_uses u join orders o on o.id = u.order_id where u.given_back_at is null and is_sold(o) group by 1, 3;
  insert into report_moves (day, kind, n, kurus, of_kurus)
    select istanbul_day(created_at), 'manual', count(*), sum(discount_kurus), sum(total_kurus)
    from orders o where manual and discount_kurus > 0 and is_sold(o) group by 1;
  insert into report_moves (day, kind, key, product_id, size, n, units, kurus)
    select istanbul_day(r.created_at), 'return', i.reason, l.product_id, l.size, count(*), sum(i.quantity),
      sum(i.quantity * l.unit_price_kurus::bigint)
    from return_items i join returns r on r.id = i.return_id join order_items l on l.id = i.order_item_id
    where r.status <> 'CANCELLED' group by 1, 3, 4, 5;
  select compact_reports()
$$;

create or replace function recount() returns void language sql as $$
  delete from product_counts;
  delete from order_counts;
  delete from sale_counts;
  select recount_reports();
  insert into product_counts
    select category_id, case when published_at is null then 'draft' else 'on-sale' end, count(*)
    from products where deleted_at is null group by 1, 2;
  insert into order_counts
    select istanbul_day(created_at), status, payment_status, count(*),
      sum(case when payment_status in ('PENDING', 'AWAITING_TRANSFER', 'FAILED') then 0 else total_kurus end)
    from orders where placed_at is not null group by 1, 2, 3;
  insert into sale_counts
    select istanbul_day(o.created_at), count(*) filter (where coalesce(a.charged_kurus, a.amount_kurus) > a.refund_kurus),
      sum(coalesce(a.charged_kurus, a.amount_kurus) - a.refund_kurus), sum(a.refund_kurus), f.order_id is not null
    from payment_attempts a join orders o on o.id = a.order_id left join first_purchases f on f.order_id = o.id
    where a.status = 'SUCCEEDED' group by 1, 5
$$;
select recount();
