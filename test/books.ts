import { sql } from 'drizzle-orm'
import type { Db } from '#db/open.ts'

type Rows = { rows: Record<string, unknown>[] }

/** Everything in which the bank, the orders and the shelves disagree, as sentences; empty when the books are right. */
export async function auditBooks(db: Db, initialStock: Map<string, number>): Promise<string[]> {
  const all = async (query: ReturnType<typeof sql>) => ((await db.execute(query)) as unknown as Rows).rows
  const wrong: string[] = []

  const money = await all(sql`
    select coalesce(o.id, c.order_id) as id, c.charged, o.owed
    from (select order_id, sum(amount_kurus - refunded_kurus)::int as charged
          from demo_bank.charges where status = 'CHARGED' and amount_kurus > refunded_kurus group by order_id) c
    full join (select id, kept as owed from (
        select id, total_kurus - coalesce((select sum(r.amount_kurus) from refunds r
          where r.order_id = orders.id and r.status = 'SUCCEEDED'), 0)::int as kept
        from orders where paid_at is not null and status <> 'CANCELLED') open_orders where kept > 0) o on o.id = c.order_id
    where c.charged is distinct from o.owed`)
  for (const row of money) wrong.push(`order ${row.id}: the bank holds ${row.charged}, the order says ${row.owed}`)

  const twice = await all(
    sql`select order_id, count(*)::int as n from demo_bank.charges where status = 'CHARGED' group by order_id having count(*) > 1`,
  )
  for (const row of twice) wrong.push(`order ${row.order_id} was charged ${row.n} times`)

  const sold = await all(sql`
    select v.id, v.stock,
      coalesce(sum(i.quantity - back.units) filter (where o.paid_at is not null and o.status <> 'CANCELLED'), 0)::int as sold
    from variants v left join order_items i on i.variant_id = v.id left join orders o on o.id = i.order_id
    left join lateral (select coalesce(sum(ri.quantity), 0) as units from refund_items ri
      join item_refunds ir on ir.refund_id = ri.refund_id and ir.restock
      join refunds r on r.id = ri.refund_id and r.status = 'SUCCEEDED' where ri.order_item_id = i.id) back on true
    group by v.id`)
  for (const { id, stock, sold: units } of sold) {
    const initial = initialStock.get(String(id))
    if (initial !== Number(stock) + Number(units))
      wrong.push(`variant ${id}: ${stock} left and ${units} sold of ${initial}`)
  }

  const open = await all(
    sql`select id, status from payment_attempts where status in ('STARTED', 'AWAITING_3DS', 'PENDING', 'UNKNOWN')`,
  )
  for (const row of open) wrong.push(`attempt ${row.id} is still ${row.status}`)

  const mails = await all(sql`
    select count(*) filter (where kind = 'order-confirmation')::int as mails,
      (select count(*)::int from orders where paid_at is not null) as orders from mails`)
  if (mails[0]?.mails !== mails[0]?.orders) wrong.push(`${mails[0]?.orders} orders, ${mails[0]?.mails} confirmations`)
  return wrong
}

export async function stockByVariant(db: Db): Promise<Map<string, number>> {
  const { rows } = (await db.execute(sql`select id, stock from variants`)) as unknown as Rows
  return new Map(rows.map((row) => [String(row.id), Number(row.stock)]))
}
