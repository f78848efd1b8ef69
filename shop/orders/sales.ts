import { sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { after, days, istanbulDay, startOfIstanbulDay } from '../time.ts'

/** What was sold in a while, in kuruş. */
export type Sales = { kurus: number; orders: number; averageKurus: number }

export type SalesFigures = {
  today: Sales
  /** Yesterday until the same time of day, and last week until the same weekday and time: like with like. */
  yesterday: Sales
  thisWeek: Sales
  lastWeek: Sales
  /** The last thirty days with today, the oldest first. */
  days: { day: string; kurus: number; orders: number }[]
}

const shownDays = 30

/**
 * Sales count on the Istanbul day on which the order was placed. What was paid back is taken off that same day, however
 * much later it went back; an order of which nothing is left counts no more.
 */
export async function findSales(ctx: Ctx): Promise<SalesFigures> {
  const now = ctx.clock()
  const today = istanbulDay(now)
  const dayBegan = startOfIstanbulDay(today)
  const weekBegan = after(dayBegan, -days((new Date(today).getUTCDay() + 6) % 7))
  const first = after(dayBegan, -days(shownDays - 1))
  const rows = await ctx.db.execute<Row>(sql`
    with kept as (
      select created_at, (created_at at time zone 'Europe/Istanbul')::date as day, amount_kurus - refund_kurus as kurus
      from (
        select o.created_at, a.amount_kurus, a.refund_kurus
        from orders o join payment_attempts a on a.order_id = o.id and a.status = 'SUCCEEDED'
        where o.paid_at is not null and o.created_at >= ${first.toISOString()}::timestamptz
          and a.amount_kurus > a.refund_kurus
      ) sold
    )
    select day::text as name, count(*)::int as orders, sum(kurus) as kurus from kept group by day
    union all select 'today', ${sumBetween(dayBegan, now)}
    union all select 'yesterday', ${sumBetween(after(dayBegan, -days(1)), after(now, -days(1)))}
    union all select 'thisWeek', ${sumBetween(weekBegan, now)}
    union all select 'lastWeek', ${sumBetween(after(weekBegan, -days(7)), after(now, -days(7)))}
  `)
  const found = new Map((rows as unknown as { rows: Row[] }).rows.map((row) => [row.name, row]))
  const salesOf = (name: string): Sales => {
    const orders = found.get(name)?.orders ?? 0
    const kurus = Number(found.get(name)?.kurus ?? 0)
    return { kurus, orders, averageKurus: orders > 0 ? Math.round(kurus / orders) : 0 }
  }
  return {
    today: salesOf('today'),
    yesterday: salesOf('yesterday'),
    thisWeek: salesOf('thisWeek'),
    lastWeek: salesOf('lastWeek'),
    days: Array.from({ length: shownDays }, (_, n) => {
      const day = istanbulDay(after(first, days(n)))
      const { kurus, orders } = salesOf(day)
      return { day, kurus, orders }
    }),
  }
}

type Row = { name: string; orders: number; kurus: string | null }

function sumBetween(from: Date, to: Date) {
  return sql`count(*)::int, sum(kurus) from kept
    where created_at >= ${from.toISOString()}::timestamptz and created_at <= ${to.toISOString()}::timestamptz`
}
