-- What the pieces given in exchange paid was counted in their own order already: the totals above the orders counted it twice. Nor is
-- an exchange whose difference is paid another purchase: it was counted as one, which halved what an order brings on average.
create or replace function count_order(o orders, by integer) returns void language sql as $$
  insert into order_counts (day, status, payment_status, n, kurus)
  select istanbul_day(o.created_at), o.status, o.payment_status, by,
    case when o.payment_status in ('PENDING', 'AWAITING_TRANSFER', 'FAILED') then 0
      else by * (o.total_kurus - o.exchange_kurus)::bigint end
  where o.placed_at is not null
$$;

create or replace function count_sale(a payment_attempts, by integer) returns void language sql as $$
  insert into sale_counts (day, n, kurus, refunded_kurus, first)
  select istanbul_day(o.created_at), by * (coalesce(a.charged_kurus, a.amount_kurus) > a.refund_kurus and o.exchange_of is null)::int,
    by * (coalesce(a.charged_kurus, a.amount_kurus) - a.refund_kurus)::bigint, by * a.refund_kurus::bigint,
    exists (select 1 from first_purchases f where f.order_id = o.id)
  from orders o where o.id = a.order_id and a.status = 'SUCCEEDED'
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
      sum(case when payment_status in ('PENDING', 'AWAITING_TRANSFER', 'FAILED') then 0 else total_kurus - exchange_kurus end)
    from orders where placed_at is not null group by 1, 2, 3;
  insert into sale_counts
    select istanbul_day(o.created_at),
      count(*) filter (where coalesce(a.charged_kurus, a.amount_kurus) > a.refund_kurus and o.exchange_of is null),
      sum(coalesce(a.charged_kurus, a.amount_kurus) - a.refund_kurus), sum(a.refund_kurus), f.order_id is not null
    from payment_attempts a join orders o on o.id = a.order_id left join first_purchases f on f.order_id = o.id
    where a.status = 'SUCCEEDED' group by 1, 5
$$;

insert into order_counts (day, status, payment_status, n, kurus)
select istanbul_day(created_at), status, payment_status, 0, -exchange_kurus::bigint
from orders where placed_at is not null and exchange_kurus > 0
  and payment_status not in ('PENDING', 'AWAITING_TRANSFER', 'FAILED');

insert into sale_counts (day, n, kurus, refunded_kurus, first)
select istanbul_day(o.created_at), -1, 0, 0, exists (select from first_purchases f where f.order_id = o.id)
from payment_attempts a join orders o on o.id = a.order_id
where a.status = 'SUCCEEDED' and o.exchange_of is not null and coalesce(a.charged_kurus, a.amount_kurus) > a.refund_kurus;
