-- Customers (shop/desk/customers): who bought what, a row for each. Triggers only note whose row is stale, so that no purchase waits
-- for another; fold_customers writes the rows anew, before a list is read and hourly.
create table customers (
  user_id uuid constraint customers_user_id_pk primary key
    constraint customers_user_id_fk references users (id) on delete cascade,
  guest boolean not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  -- Of her last order, or else of her address book.
  phone text not null,
  city text not null,
  joined_at timestamptz not null,
  -- Placed and not cancelled.
  orders integer not null,
  -- As the dashboard counts sales: what was paid less what was given back.
  spent_kurus bigint not null,
  last_order_at timestamptz,
  open_returns integer not null,
  -- All numbers that she ordered with.
  phones text not null,
  search_line text generated always as (
    tr_fold(first_name || ' ' || last_name || ' ' || email || ' ' || phones)
  ) stored
);
create index customers_joined_index on customers (joined_at desc, user_id);
create index customers_spent_index on customers (spent_kurus desc, user_id);
create index customers_last_order_index on customers (last_order_at desc nulls last, user_id);
create index customers_returning_index on customers (user_id) where open_returns > 0;
create index customers_search_line_index on customers using gin (search_line gin_trgm_ops);

create table customer_changes (
  id bigint generated always as identity constraint customer_changes_id_pk primary key,
  user_id uuid not null
);

-- Notes of the staff on a customer; never changed.
create table customer_notes (
  id uuid constraint customer_notes_id_pk primary key,
  user_id uuid not null constraint customer_notes_user_id_fk references users (id) on delete cascade,
  text text not null,
  author_id uuid constraint customer_notes_author_id_fk references users (id) on delete set null,
  author_name text not null,
  created_at timestamptz not null
);
create index customer_notes_user_id_index on customer_notes (user_id, created_at);

-- The account that took over all of this one.
alter table users add column merged_into uuid constraint users_merged_into_fk references users (id);
create index users_merged_into_index on users (merged_into) where merged_into is not null;

create function users_changed() returns trigger language plpgsql as $$
begin
  insert into customer_changes (user_id) values (new.id);
  return null;
end $$;
create trigger users_added after insert on users for each row execute function users_changed();
create trigger users_changed after update of email, first_name, last_name, role, guest, deleted_at on users
  for each row execute function users_changed();

create function addresses_changed() returns trigger language plpgsql as $$
begin
  insert into customer_changes (user_id) values (new.user_id);
  return null;
end $$;
create trigger user_addresses_changed after insert or update on user_addresses
  for each row execute function addresses_changed();

create function orders_of_customer() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then insert into customer_changes (user_id) values (old.user_id); end if;
  if tg_op <> 'DELETE' then insert into customer_changes (user_id) values (new.user_id); end if;
  return null;
end $$;
create trigger orders_placed_by after insert on orders
  for each row when (new.placed_at is not null) execute function orders_of_customer();
create trigger orders_changed_for after update of user_id, placed_at, cancelled_at, first_name, last_name, phone, city on orders
  for each row when (new.placed_at is not null) execute function orders_of_customer();
create trigger orders_lost_by after delete on orders
  for each row when (old.placed_at is not null) execute function orders_of_customer();

create function money_of_customer() returns trigger language plpgsql as $$
begin
  insert into customer_changes (user_id) select user_id from orders where id = new.order_id;
  return null;
end $$;
create trigger payment_attempts_paid_by after insert on payment_attempts
  for each row when (new.status = 'SUCCEEDED') execute function money_of_customer();
create trigger payment_attempts_changed_for after update of status, amount_kurus, charged_kurus, refund_kurus on payment_attempts
  for each row when (old.status = 'SUCCEEDED' or new.status = 'SUCCEEDED') execute function money_of_customer();
create trigger returns_asked_by after insert or update of status on returns
  for each row execute function money_of_customer();

-- An order that is begun while its account is merged into another belongs to that one: the lock waits for the merge.
create function orders_follow_merge() returns trigger language plpgsql as $$
declare taken_by users.merged_into%type;
begin
  select u.merged_into into taken_by from users u where u.id = new.user_id for share;
  new.user_id := coalesce(taken_by, new.user_id);
  return new;
end $$;
create trigger orders_follow_merge before insert on orders for each row execute function orders_follow_merge();

-- Writes the rows of at most so many noted changes anew; how many are left to do may be more. Two never do it at once: the later one
-- would write what it had read before the earlier one was done.
create function fold_customers(most integer) returns void language plpgsql as $$
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
    select count(*) filter (where o.cancelled_at is null)::int as orders, count(*) as placed, max(o.placed_at) as last_at,
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

-- What she wrote, beside what she bought.
create index messages_email_index on messages (email, created_at);
create index stock_requests_email_index on stock_requests (email);

-- Credit of an account that was merged into another, and where it went.
alter table credit_entries drop constraint credit_entries_cause_check;
alter table credit_entries add constraint credit_entries_cause_check
  check (cause in ('gift', 'taken-back', 'refund', 'spent', 'returned', 'moved-out', 'moved-in'));
alter table credit_entries drop constraint credit_entries_amount_check;
alter table credit_entries add constraint credit_entries_amount_check
  check (amount_kurus <> 0 and (amount_kurus < 0) = (cause in ('taken-back', 'spent', 'moved-out')));

insert into customer_changes (user_id) select id from users;
select fold_customers(2147483647);
