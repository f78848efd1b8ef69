import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { all } from './rows.ts'

/** The sums that reports read, against a count of the orders, lines and returns themselves. */
export async function auditReports(db: Db): Promise<string[]> {
  const day = (moment: SQL) => sql`(${moment} at time zone 'Europe/Istanbul')::date`
  const sold = sql`o.placed_at is not null and o.status <> 'CANCELLED'
    and o.payment_status in ('SUCCESS', 'REFUNDED', 'CASH_ON_DELIVERY')`
  const lines = (
    kind: string,
    key: SQL,
  ) => sql`select ${kind}::text as kind, ${day(sql`o.created_at`)} as day, ${key} as key, 0 as n,
      sum(i.quantity) as units, sum(i.quantity * i.unit_price_kurus) as kurus, sum(i.refunded_quantity) as back,
      sum(i.refunded_quantity * i.unit_price_kurus) as back_kurus
    from order_items i join orders o on o.id = i.order_id where ${sold} group by 2, 3`
  const back = (
    kind: string,
    key: SQL,
  ) => sql`select ${kind}::text, ${day(sql`r.created_at`)}, ${key}, count(*), sum(b.quantity),
      sum(b.quantity * i.unit_price_kurus), 0, 0
    from return_items b join returns r on r.id = b.return_id join order_items i on i.id = b.order_item_id
    where r.status <> 'CANCELLED' group by 2, 3`
  const truth = sql`${lines('pieces', sql`''`)} union all ${lines('product', sql`coalesce(i.product_id::text, '')`)}
    union all ${lines('variant', sql`coalesce(i.variant_id::text, '')`)} union all ${lines('size', sql`i.size`)}
    union all ${lines('color', sql`i.color`)} union all ${back('reason', sql`b.reason`)}
    union all ${back('return', sql`coalesce(i.product_id::text, '')`)} union all ${back('return-size', sql`i.size`)}
    union all select 'sale', ${day(sql`o.created_at`)}, i.sale_id::text, 0, sum(i.quantity), sum(i.quantity * i.sale_kurus), 0, 0
      from order_items i join orders o on o.id = i.order_id where i.sale_id is not null and ${sold} group by 2, 3
    union all select 'campaign', ${day(sql`o.created_at`)}, u.campaign_id::text, count(*), 0, sum(u.discount_kurus + u.delivery_kurus), 0, 0
      from campaign_uses u join orders o on o.id = u.order_id where u.given_back_at is null and ${sold} group by 2, 3
    union all select 'manual', ${day(sql`o.created_at`)}, '', count(*), 0, sum(o.discount_kurus), 0, 0
      from orders o where o.manual and o.discount_kurus > 0 and ${sold} group by 2`
  // Told here once more, as a shop's own calendar: the first day of ten days, month, quarter and year.
  const spans = sql`(select s.span, t.kind, s.day, t.key, sum(n) as n, sum(units) as units, sum(kurus) as kurus, sum(back) as back,
      sum(back_kurus) as back_kurus
    from (${truth}) t cross join lateral (values ('D', t.day),
      ('T', (to_char(t.day, 'YYYY-MM-') || case when to_char(t.day, 'DD') < '11' then '01'
        when to_char(t.day, 'DD') < '21' then '11' else '21' end)::date),
      ('M', date_trunc('month', t.day)::date), ('Q', date_trunc('quarter', t.day)::date),
      ('Y', date_trunc('year', t.day)::date)) s (span, day)
    group by 1, 2, 3, 4)`
  const kept = sql`(select kind, span, day, key, sum(n) as n, sum(units) as units, sum(kurus) as kurus, sum(back_units) as back,
    sum(back_kurus) as back_kurus from report_rows group by 1, 2, 3, 4)`
  const wrong = await all(
    db,
    sql`select kind, span, day, key, to_jsonb(t) as counted, to_jsonb(k) as kept
    from ${spans} t full join ${kept} k using (kind, span, day, key)
    where (coalesce(t.n, 0), coalesce(t.units, 0), coalesce(t.kurus, 0), coalesce(t.back, 0), coalesce(t.back_kurus, 0))
      <> (coalesce(k.n, 0), coalesce(k.units, 0), coalesce(k.kurus, 0), coalesce(k.back, 0), coalesce(k.back_kurus, 0))`,
  )
  const firsts = await all(
    db,
    sql`select first, day from (
      select f.order_id is not null as first, ${day(sql`o.created_at`)} as day,
        sum((coalesce(a.charged_kurus, a.amount_kurus) > a.refund_kurus and o.exchange_of is null)::int) as n,
        sum(coalesce(a.charged_kurus, a.amount_kurus) - a.refund_kurus) as kurus
      from payment_attempts a join orders o on o.id = a.order_id
      left join first_purchases f on f.order_id = o.id and f.user_id = o.user_id
      where a.status = 'SUCCEEDED' group by 1, 2) t
    full join (select first, day, sum(n) as n, sum(kurus) as kurus from sale_counts group by 1, 2) k using (first, day)
    where (coalesce(t.n, 0), coalesce(t.kurus, 0)) <> (coalesce(k.n, 0), coalesce(k.kurus, 0))`,
  )
  const totals = await all(
    db,
    sql`select day, status, payment from (
      select ${day(sql`created_at`)} as day, status, payment_status as payment, count(*) as n,
        sum((payment_status not in ('PENDING', 'AWAITING_TRANSFER', 'FAILED'))::int * (total_kurus - exchange_kurus)) as kurus
      from orders where placed_at is not null group by 1, 2, 3) t
    full join (select day, status, payment_status as payment, sum(n) as n, sum(kurus) as kurus from order_counts
      group by 1, 2, 3) k using (day, status, payment)
    where (coalesce(t.n, 0), coalesce(t.kurus, 0)) <> (coalesce(k.n, 0), coalesce(k.kurus, 0))`,
  )
  const strangers = await all(
    db,
    sql`select o.user_id from orders o join payment_attempts a on a.order_id = o.id and a.status = 'SUCCEEDED'
      where not exists (select 1 from first_purchases f where f.user_id = o.user_id)`,
  )
  const unpaidFirsts = await all(
    db,
    sql`select f.order_id from first_purchases f where not exists
      (select 1 from payment_attempts a where a.order_id = f.order_id and a.status = 'SUCCEEDED')`,
  )
  return [
    ...unpaidFirsts.map((row) => `order ${row.order_id} is its buyer's first purchase and is not paid`),
    ...wrong.map(
      ({ kind, span, day, key, counted, kept }) =>
        `report ${kind} ${span} ${day} ${key}: counted ${JSON.stringify(counted)}, kept ${JSON.stringify(kept)}`,
    ),
    ...firsts.map((row) => `sales of ${row.day}, first ${row.first}: kept wrong`),
    ...totals.map(({ day, status, payment }) => `totals of ${day}, ${status}, ${payment}: kept wrong`),
    ...strangers.map((row) => `customer ${row.user_id} has bought and has no first purchase`),
  ]
}
