-- Counts that lists and the dashboard show, so that no look at them goes through all rows. Whoever changes a row adds the
-- difference as a row of its own: sales wait for nobody, and the sum of the rows is right at every moment.
-- compact_counts() sums them up now and then.
create table product_counts (
  category_id uuid not null,
  -- 'on-sale' or 'draft'
  state text not null,
  n integer not null
);
create index product_counts_category_index on product_counts (category_id);

-- Paid orders by the Istanbul day on which they were placed.
create table order_counts (
  day date not null,
  status text not null,
  payment_status text not null,
  n integer not null,
  kurus bigint not null
);
create index order_counts_day_index on order_counts (day);

-- What payments brought, on the day of their order: those of which something is left, what is left, and what went back.
create table sale_counts (
  day date not null,
  n integer not null,
  kurus bigint not null,
  refunded_kurus bigint not null
);
create index sale_counts_day_index on sale_counts (day);

create function istanbul_day(moment timestamptz) returns date language sql stable as $$
  select (moment at time zone 'Europe/Istanbul')::date
$$;

create function count_product(p products, by integer) returns void language sql as $$
  insert into product_counts (category_id, state, n)
  select p.category_id, case when p.published_at is null then 'draft' else 'on-sale' end, by
  where p.deleted_at is null
$$;
create function count_order(o orders, by integer) returns void language sql as $$
  insert into order_counts (day, status, payment_status, n, kurus)
  select istanbul_day(o.created_at), o.status, o.payment_status, by, by * o.total_kurus::bigint
  where o.paid_at is not null
$$;
create function count_sale(a payment_attempts, by integer) returns void language sql as $$
  insert into sale_counts (day, n, kurus, refunded_kurus)
  select istanbul_day(o.created_at), by * (a.amount_kurus > a.refund_kurus)::int,
    by * (a.amount_kurus - a.refund_kurus)::bigint, by * a.refund_kurus::bigint
  from orders o where o.id = a.order_id and a.status = 'SUCCEEDED'
$$;

create function product_counted() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform count_product(old, -1); end if;
  if tg_op <> 'DELETE' then perform count_product(new, 1); end if;
  return null;
end $$;
create function order_counted() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform count_order(old, -1); end if;
  if tg_op <> 'DELETE' then perform count_order(new, 1); end if;
  return null;
end $$;
create function sale_counted() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform count_sale(old, -1); end if;
  if tg_op <> 'DELETE' then perform count_sale(new, 1); end if;
  return null;
end $$;

create trigger products_counted after insert or delete on products
  for each row execute function product_counted();
create trigger products_recounted after update of category_id, published_at, deleted_at on products
  for each row when (old.category_id is distinct from new.category_id
    or (old.published_at is null) <> (new.published_at is null) or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function product_counted();
create trigger orders_added after insert on orders
  for each row when (new.paid_at is not null) execute function order_counted();
create trigger orders_removed after delete on orders
  for each row when (old.paid_at is not null) execute function order_counted();
create trigger orders_recounted after update of paid_at, status, payment_status, total_kurus, created_at on orders
  for each row when ((old.paid_at is null) <> (new.paid_at is null) or old.status <> new.status
    or old.payment_status <> new.payment_status or old.total_kurus <> new.total_kurus or old.created_at <> new.created_at)
  execute function order_counted();
create trigger payment_attempts_added after insert on payment_attempts
  for each row when (new.status = 'SUCCEEDED') execute function sale_counted();
create trigger payment_attempts_removed after delete on payment_attempts
  for each row when (old.status = 'SUCCEEDED') execute function sale_counted();
create trigger payment_attempts_recounted after update of status, amount_kurus, refund_kurus on payment_attempts
  for each row when ((old.status = 'SUCCEEDED' or new.status = 'SUCCEEDED') and (old.status <> new.status
    or old.amount_kurus <> new.amount_kurus or old.refund_kurus <> new.refund_kurus))
  execute function sale_counted();

-- Whoever reads meanwhile sees the rows before or the sums after; of two who compact at once one finds nothing left.
create function compact_counts() returns void language sql as $$
  with gone as (delete from product_counts returning *)
  insert into product_counts select category_id, state, sum(n) from gone group by category_id, state having sum(n) <> 0;
  with gone as (delete from order_counts returning *)
  insert into order_counts select day, status, payment_status, sum(n), sum(kurus) from gone
    group by day, status, payment_status having sum(n) <> 0 or sum(kurus) <> 0;
  with gone as (delete from sale_counts returning *)
  insert into sale_counts select day, sum(n), sum(kurus), sum(refunded_kurus) from gone group by day
$$;

-- All anew, from the rows themselves.
create function recount() returns void language sql as $$
  delete from product_counts;
  delete from order_counts;
  delete from sale_counts;
  insert into product_counts
    select category_id, case when published_at is null then 'draft' else 'on-sale' end, count(*)
    from products where deleted_at is null group by 1, 2;
  insert into order_counts
    select istanbul_day(created_at), status, payment_status, count(*), sum(total_kurus)
    from orders where paid_at is not null group by 1, 2, 3;
  insert into sale_counts
    select istanbul_day(o.created_at), count(*) filter (where a.amount_kurus > a.refund_kurus),
      sum(a.amount_kurus - a.refund_kurus), sum(a.refund_kurus)
    from payment_attempts a join orders o on o.id = a.order_id where a.status = 'SUCCEEDED' group by 1
$$;
select recount();

-- In a large shop the variants are gone through once in some minutes for these two, not at each look.
create table stock_counts (
  low integer not null,
  sold_out integer not null,
  counted_at timestamptz not null
);

-- What is recommended beside a product: a walk through each category in an order that has no meaning.
create index products_shuffled_index on products (category_id, md5(id::text))
  where deleted_at is null and published_at is not null;

create index orders_total_index on orders (total_kurus desc, id desc) where paid_at is not null;
create index payment_attempts_given_back_index on payment_attempts (created_at) where status = 'REFUNDED';
create index refunds_attempt_id_index on refunds (attempt_id);

-- A search reads the words' products and weights, and nothing else of their rows.
create index search_words_weight_index on search_words (word, product_id) include (weight);

-- Dear products first; an index cannot be read backwards for that, as products without a price come last both ways.
create index products_dearest_index on products (price_kurus desc nulls last, id) where deleted_at is null;
create index products_category_dearest_index on products (category_id, price_kurus desc nulls last, id)
  where deleted_at is null;

-- What is forgotten after its time is found by its time.
create index user_tokens_expires_at_index on user_tokens (expires_at);
create index sessions_last_used_at_index on sessions (last_used_at);
create index mails_sent_at_index on mails (sent_at) where sent_at is not null;
create index users_deleted_at_index on users (deleted_at) where deleted_at is not null;
create index charges_created_at_index on demo_bank.charges (created_at);
create index orders_user_id_index on orders (user_id);
create index orders_refunded_index on orders (created_at desc, id desc)
  where paid_at is not null and payment_status = 'REFUNDED';
