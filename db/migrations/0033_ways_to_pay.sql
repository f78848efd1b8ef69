-- An order is seen once it is placed: with a card when the money is in, with a transfer at once, at the door when it is confirmed.
alter table orders
  add column payment_method text not null default 'CARD',
  add column placed_at timestamptz,
  -- Parts of total_kurus beside the goods and the fee for installments.
  add column delivery_kurus integer not null default 0,
  add column method_fee_kurus integer not null default 0;
update orders set placed_at = paid_at where paid_at is not null;
alter table orders
  add constraint orders_payment_method_check
    check (payment_method in ('CARD', 'HOSTED', 'BANK_TRANSFER', 'CASH_ON_DELIVERY')),
  add constraint orders_fees_check
    check (delivery_kurus >= 0 and method_fee_kurus >= 0 and delivery_kurus + method_fee_kurus < total_kurus),
  add constraint orders_placed_check check (paid_at is null or placed_at is not null),
  drop constraint orders_payment_status_check,
  add constraint orders_payment_status_check check (payment_status in
    ('PENDING', 'SUCCESS', 'FAILED', 'REFUNDED', 'AWAITING_TRANSFER', 'CASH_ON_DELIVERY'));

drop index orders_user_index, orders_newest_index, orders_status_index, orders_total_index, orders_refunded_index,
  orders_phone_index, orders_search_line_index;
create index orders_user_index on orders (user_id, created_at desc) where placed_at is not null;
create index orders_newest_index on orders (created_at desc, id desc) where placed_at is not null;
create index orders_status_index on orders (status, created_at desc) where placed_at is not null;
create index orders_total_index on orders (total_kurus desc, id desc) where placed_at is not null;
create index orders_refunded_index on orders (created_at desc, id desc)
  where placed_at is not null and payment_status = 'REFUNDED';
create index orders_phone_index on orders (phone) where placed_at is not null;
create index orders_search_line_index on orders using gin (search_line gin_trgm_ops) where placed_at is not null;

-- Lists count what was placed. What was bought is counted in money that came, or is collected at the door.
create or replace function count_order(o orders, by integer) returns void language sql as $$
  insert into order_counts (day, status, payment_status, n, kurus)
  select istanbul_day(o.created_at), o.status, o.payment_status, by,
    case when o.payment_status in ('AWAITING_TRANSFER', 'FAILED') then 0 else by * o.total_kurus::bigint end
  where o.placed_at is not null
$$;
drop trigger orders_added on orders;
drop trigger orders_removed on orders;
drop trigger orders_recounted on orders;
create trigger orders_added after insert on orders
  for each row when (new.placed_at is not null) execute function order_counted();
create trigger orders_removed after delete on orders
  for each row when (old.placed_at is not null) execute function order_counted();
create trigger orders_recounted after update of placed_at, status, payment_status, total_kurus, created_at on orders
  for each row when ((old.placed_at is null) <> (new.placed_at is null) or old.status <> new.status
    or old.payment_status <> new.payment_status or old.total_kurus <> new.total_kurus or old.created_at <> new.created_at)
  execute function order_counted();
create or replace function recount() returns void language sql as $$
  delete from product_counts;
  delete from order_counts;
  delete from sale_counts;
  insert into product_counts
    select category_id, case when published_at is null then 'draft' else 'on-sale' end, count(*)
    from products where deleted_at is null group by 1, 2;
  insert into order_counts
    select istanbul_day(created_at), status, payment_status, count(*),
      sum(case when payment_status in ('AWAITING_TRANSFER', 'FAILED') then 0 else total_kurus end)
    from orders where placed_at is not null group by 1, 2, 3;
  insert into sale_counts
    select istanbul_day(o.created_at), count(*) filter (where coalesce(a.charged_kurus, a.amount_kurus) > a.refund_kurus),
      sum(coalesce(a.charged_kurus, a.amount_kurus) - a.refund_kurus), sum(a.refund_kurus)
    from payment_attempts a join orders o on o.id = a.order_id where a.status = 'SUCCEEDED' group by 1
$$;

-- AWAITING_TRANSFER, AWAITING_CODE, AWAITING_COLLECTION: no provider has the money; a person or a list will say that it came.
alter table payment_attempts drop constraint payment_attempts_status_check;
alter table payment_attempts add constraint payment_attempts_status_check
  check (status in ('STARTED', 'AWAITING_3DS', 'PENDING', 'UNKNOWN', 'AWAITING_TRANSFER', 'AWAITING_CODE',
    'AWAITING_COLLECTION', 'SUCCEEDED', 'DECLINED', 'EXPIRED', 'REFUNDED'));
alter table payment_attempts alter column card_bin drop not null, alter column card_last4 drop not null;
create index payment_attempts_waiting_index on payment_attempts (lease_until)
  where status in ('AWAITING_TRANSFER', 'AWAITING_CODE', 'AWAITING_COLLECTION');

-- Money that no provider can give back: the owner pays it by hand, to the account that the shopper named, and ticks it off.
alter table refunds
  add column by_hand boolean not null default false,
  add column iban text,
  add column iban_holder text;
drop index refunds_open_index;
create index refunds_open_index on refunds (lease_until) where status = 'REQUESTED' and not by_hand;
create index refunds_by_hand_index on refunds (created_at) where status = 'REQUESTED' and by_hand;
