-- What the provider has of a payment: what it said that it took, less what went back past the shop. Null where it never
-- said: then what was asked for.
alter table payment_attempts add column charged_kurus integer;
alter table payment_attempts add constraint payment_attempts_charged_check check (charged_kurus >= 0);
alter table payment_attempts drop constraint payment_attempts_refund_check;
alter table payment_attempts add constraint payment_attempts_refund_check
  check (refund_kurus between 0 and coalesce(charged_kurus, amount_kurus));
-- How the owner settled a payment elsewhere, such as in the provider's own panel: it waits for nobody any more.
alter table payment_attempts add column settled_note text;

-- Sales are what was taken, not what was asked for.
create or replace function count_sale(a payment_attempts, by integer) returns void language sql as $$
  insert into sale_counts (day, n, kurus, refunded_kurus)
  select istanbul_day(o.created_at), by * (coalesce(a.charged_kurus, a.amount_kurus) > a.refund_kurus)::int,
    by * (coalesce(a.charged_kurus, a.amount_kurus) - a.refund_kurus)::bigint, by * a.refund_kurus::bigint
  from orders o where o.id = a.order_id and a.status = 'SUCCEEDED'
$$;
drop trigger payment_attempts_recounted on payment_attempts;
create trigger payment_attempts_recounted
  after update of status, amount_kurus, charged_kurus, refund_kurus on payment_attempts
  for each row when ((old.status = 'SUCCEEDED' or new.status = 'SUCCEEDED') and (old.status <> new.status
    or coalesce(old.charged_kurus, old.amount_kurus) <> coalesce(new.charged_kurus, new.amount_kurus)
    or old.refund_kurus <> new.refund_kurus))
  execute function sale_counted();

create or replace function recount() returns void language sql as $$
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
    select istanbul_day(o.created_at), count(*) filter (where coalesce(a.charged_kurus, a.amount_kurus) > a.refund_kurus),
      sum(coalesce(a.charged_kurus, a.amount_kurus) - a.refund_kurus), sum(a.refund_kurus)
    from payment_attempts a join orders o on o.id = a.order_id where a.status = 'SUCCEEDED' group by 1
$$;
