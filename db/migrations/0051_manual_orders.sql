-- Orders that the shop writes for a customer, paid by a link that it sends. The order counts at once and waits for its money: one attempt
-- waits (AWAITING_LINK), and each try to pay by the link is an attempt of its own that names it.
alter table orders
  add column manual boolean not null default false,
  -- Contained in the prices of its lines.
  add column discount_kurus integer not null default 0 constraint orders_discount_check check (discount_kurus >= 0),
  add column discount_reason text not null default '';
alter table payment_attempts drop constraint payment_attempts_status_check;
alter table payment_attempts add constraint payment_attempts_status_check
  check (status in ('STARTED', 'AWAITING_3DS', 'PENDING', 'UNKNOWN', 'AWAITING_TRANSFER', 'AWAITING_CODE',
    'AWAITING_COLLECTION', 'AWAITING_LINK', 'SUCCEEDED', 'DECLINED', 'EXPIRED', 'REFUNDED'));
alter table payment_attempts
  add column link_of uuid constraint payment_attempts_link_of_fk references payment_attempts (id);
create index payment_attempts_link_of_index on payment_attempts (link_of) where link_of is not null;
drop index payment_attempts_waiting_index;
create index payment_attempts_waiting_index on payment_attempts (lease_until)
  where status in ('AWAITING_TRANSFER', 'AWAITING_CODE', 'AWAITING_COLLECTION', 'AWAITING_LINK');

-- The tokens that open an order's page of payment, hashed; each of an order opens the same one.
create table payment_links (
  token_hash text constraint payment_links_pk primary key,
  order_id uuid not null constraint payment_links_order_id_fk references orders (id) on delete cascade,
  created_by uuid constraint payment_links_created_by_fk references users (id),
  created_at timestamptz not null
);
create index payment_links_order_id_index on payment_links (order_id);
create index payment_links_created_by_index on payment_links (created_by);

-- Money that is still awaited is no turnover.
create or replace function count_order(o orders, by integer) returns void language sql as $$
  insert into order_counts (day, status, payment_status, n, kurus)
  select istanbul_day(o.created_at), o.status, o.payment_status, by,
    case when o.payment_status in ('PENDING', 'AWAITING_TRANSFER', 'FAILED') then 0 else by * o.total_kurus::bigint end
  where o.placed_at is not null
$$;
create or replace function recount() returns void language sql as $$
  delete from product_counts;
  delete from order_counts;
  delete from sale_counts;
  insert into product_counts
    select category_id, case when published_at is null then 'draft' else 'on-sale' end, count(*)
    from products where deleted_at is null group by 1, 2;
  insert into order_counts
    select istanbul_day(created_at), status, payment_status, count(*),
      sum(case when payment_status in ('PENDING', 'AWAITING_TRANSFER', 'FAILED') then 0 else total_kurus end)
    from orders where placed_at is not null group by 1, 2, 3;
  insert into sale_counts
    select istanbul_day(o.created_at), count(*) filter (where coalesce(a.charged_kurus, a.amount_kurus) > a.refund_kurus),
      sum(coalesce(a.charged_kurus, a.amount_kurus) - a.refund_kurus), sum(a.refund_kurus)
    from payment_attempts a join orders o on o.id = a.order_id where a.status = 'SUCCEEDED' group by 1
$$;
