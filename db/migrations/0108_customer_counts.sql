-- How many customers there are by how often they bought, so that their list counts nobody (shop/desk/customers/list.ts). As with the
-- other counts, whoever changes rows adds the difference as rows: nobody waits for anybody, and their sum is right at every moment.
create table customer_counts (
  -- 'never', 'once' or 'several'
  bought text not null,
  n integer not null
);

create function bought_often(orders integer) returns text language sql immutable as $$
  select case orders when 0 then 'never' when 1 then 'once' else 'several' end
$$;

insert into customer_counts (bought, n) select bought_often(orders), count(*) from customers group by 1;

create function customers_counted() returns trigger language plpgsql as $$
begin
  insert into customer_counts (bought, n)
  select bought_often(orders), case tg_op when 'INSERT' then count(*) else -count(*) end from changed group by 1;
  return null;
end $$;
create trigger customers_added after insert on customers referencing new table as changed
  for each statement execute function customers_counted();
create trigger customers_removed after delete on customers referencing old table as changed
  for each statement execute function customers_counted();

create or replace function compact_counts() returns void language sql as $$
  with gone as (delete from product_counts returning *)
  insert into product_counts select category_id, state, sum(n) from gone group by category_id, state having sum(n) <> 0;
  with gone as (delete from order_counts returning *)
  insert into order_counts select day, status, payment_status, sum(n), sum(kurus) from gone
    group by day, status, payment_status having sum(n) <> 0 or sum(kurus) <> 0;
  with gone as (delete from sale_counts returning *)
  insert into sale_counts select day, sum(n), sum(kurus), sum(refunded_kurus), first from gone group by day, first;
  with gone as (delete from customer_counts returning *)
  insert into customer_counts select bought, sum(n) from gone group by bought having sum(n) <> 0;
  select compact_reports()
$$;
