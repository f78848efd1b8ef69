-- An order counts for its customer once it is sold, as in the reports, the campaigns and the audiences of newsletters: whose transfer or
-- payment link is still awaited bought nothing yet. Its payment notes the row (payment_attempts_changed_for).
create or replace function fold_customers(most integer) returns void language plpgsql as $$
declare ids uuid[];
begin
  if not exists (select 1 from customer_changes) then return; end if;
  perform pg_advisory_xact_lock(hashtext('butik.fold-customers'));
  with gone as (
    delete from customer_changes where id in (select id from customer_changes order by id limit most) returning user_id
  ) select array_agg(distinct user_id) into ids from gone;
  -- A statement of its own: it sees all that the notes tell of.
  delete from customers where user_id = any (ids);
  insert into customers
  select u.id, u.guest, coalesce(nullif(u.first_name, ''), l.first_name, ''), coalesce(nullif(u.last_name, ''), l.last_name, ''),
    case when u.guest then substr(u.email, 7) else u.email end,
    coalesce(l.phone, home.phone, ''), coalesce(l.city, home.city, ''), u.created_at,
    b.orders, coalesce(m.kurus, 0), b.last_at, coalesce(r.n, 0), coalesce(b.phones, home.phone, '')
  from users u
  cross join lateral (
    select count(*) filter (where is_sold(o) and o.exchange_of is null)::int as orders, count(*) as placed, max(o.placed_at) as last_at,
      string_agg(distinct o.phone, ' ') as phones
    from orders o where o.user_id = u.id and o.placed_at is not null and o.payment_method <> 'MARKETPLACE'
  ) b
  left join lateral (
    select o.first_name, o.last_name, o.phone, o.city from orders o
    where o.user_id = u.id and o.placed_at is not null and o.payment_method <> 'MARKETPLACE'
    order by o.created_at desc limit 1
  ) l on true
  left join lateral (
    select a.phone, a.city from user_addresses a where a.user_id = u.id order by a.is_default desc, a.id limit 1
  ) home on true
  left join lateral (
    select sum(coalesce(a.charged_kurus, a.amount_kurus) - a.refund_kurus) as kurus
    from orders o join payment_attempts a on a.order_id = o.id and a.status = 'SUCCEEDED'
    where o.user_id = u.id and o.placed_at is not null and o.payment_method <> 'MARKETPLACE'
  ) m on true
  left join lateral (
    select count(*)::int as n from orders o join returns t on t.order_id = o.id
    where o.user_id = u.id and t.status in ('REQUESTED', 'APPROVED', 'ON_ITS_WAY', 'RECEIVED')
  ) r on true
  where u.id = any (ids) and u.deleted_at is null and (b.placed > 0 or (u.role = 'USER' and not u.guest));
end $$;

insert into customer_changes (user_id)
select distinct o.user_id from orders o where o.placed_at is not null and (o.cancelled_at is null) <> is_sold(o);
