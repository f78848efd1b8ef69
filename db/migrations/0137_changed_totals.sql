-- What the change of a paid order did to its total, by the rate of its tax (shop/invoices/changes.ts): the file for the accountant tells
-- it in the month in which it was, and the month of the sale as it was told before.
create table changed_totals (
  change_id uuid not null,
  order_id uuid not null,
  rate integer not null,
  kurus integer not null,
  created_at timestamptz not null,
  constraint changed_totals_pk primary key (change_id, rate),
  constraint changed_totals_order_id_fk foreign key (order_id) references orders (id),
  constraint changed_totals_kurus_check check (kurus <> 0)
);
create index changed_totals_created_at_index on changed_totals (created_at);
create index changed_totals_order_id_index on changed_totals (order_id);

-- Orders that were changed before: the money and the credit that went back for it say when and how much. The rate is that of most of
-- their goods. A transfer that paid an order because it was made cheaper was booked at the lower total.
insert into changed_totals (change_id, order_id, rate, kurus, created_at)
select c.id, o.id,
  (select i.vat_rate from order_items i where i.order_id = o.id
    group by i.vat_rate order by sum(i.unit_price_kurus * i.quantity) desc, i.vat_rate limit 1),
  -c.kurus, c.created_at
from (
  select id, order_id, amount_kurus as kurus, created_at from refunds where reason = 'change' and amount_kurus > 0
  union all
  select e.id, e.order_id, e.amount_kurus, e.created_at from credit_entries e join orders w on w.id = e.order_id
  where e.cause = 'returned' and w.credit_returned_at is null
  union all
  select e.id, e.order_id, e.amount_kurus, e.created_at from gift_card_entries e join orders w on w.id = e.order_id
  where e.cause = 'returned' and w.credit_returned_at is null
) c
join orders o on o.id = c.order_id
where o.paid_at is not null and c.created_at > o.paid_at + interval '1 second'
  and exists (select 1 from order_items i where i.order_id = o.id);
