import { sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { after, days, istanbulDay, startOfIstanbulDay } from '../time.ts'

/** Sales of a period. Money in kuruş. */
export type Sales = { kurus: number; orders: number; averageKurus: number }

export type SalesMetrics = {
  today: Sales
  /** Yesterday until the same time of day, and last week until the same weekday and time, for a fair comparison. */
  yesterday: Sales
  thisWeek: Sales
  lastWeek: Sales
  /** The last thirty days including today, oldest first. */
  days: { day: string; kurus: number; orders: number }[]
}

const shownDays = 30

/**
 * Sales count on the Istanbul day on which the order was placed. Refunds are subtracted from that same day, however much
 * later they are made; a fully refunded order no longer counts. The difference paid for an exchange counts as money, not as an order.
 */
export async function findSales(ctx: Ctx): Promise<SalesMetrics> {
  const now = ctx.clock()
  const today = istanbulDay(now)
  const dayBegan = startOfIstanbulDay(today)
  const weekBegan = after(dayBegan, -days((new Date(today).getUTCDay() + 6) % 7))
  const first = after(dayBegan, -days(shownDays - 1))
  const { rows } = await ctx.db.execute<Row>(sql`
    select day::text as day, sum(n)::int as orders, sum(kurus) as kurus from sale_counts
    where day >= ${istanbulDay(first)}::date group by day`)
  const byDay = new Map(rows.map(({ day, orders, kurus }) => [day, { orders, kurus: Number(kurus) }]))
  const onDay = (day: string) => byDay.get(day) ?? nothing
  const daysFrom = (start: Date, end: Date) =>
    sumUp([...byDay].flatMap(([day, sold]) => (day >= istanbulDay(start) && day < istanbulDay(end) ? [sold] : [])))
  // Earlier days count only until the present time of day.
  const untilNow = (ago: number) => sumBetween(ctx, after(dayBegan, -days(ago)), after(now, -days(ago)))
  const lastWeekBegan = after(weekBegan, -days(7))
  return {
    today: salesOf(onDay(today)),
    yesterday: salesOf(await untilNow(1)),
    thisWeek: salesOf(daysFrom(weekBegan, after(dayBegan, days(1)))),
    lastWeek: salesOf(sumUp([daysFrom(lastWeekBegan, after(dayBegan, -days(7))), await untilNow(7)])),
    days: Array.from({ length: shownDays }, (_, n) => {
      const day = istanbulDay(after(first, days(n)))
      return { day, ...onDay(day) }
    }),
  }
}

type Sold = { orders: number; kurus: number }
type Row = { day: string; orders: number; kurus: string }
const nothing: Sold = { orders: 0, kurus: 0 }

function sumUp(parts: Sold[]): Sold {
  return parts.reduce((sum, { orders, kurus }) => ({ orders: sum.orders + orders, kurus: sum.kurus + kurus }), nothing)
}

function salesOf({ orders, kurus }: Sold): Sales {
  return { kurus, orders, averageKurus: orders > 0 ? Math.round(kurus / orders) : 0 }
}

async function sumBetween(ctx: Ctx, from: Date, to: Date): Promise<Sold> {
  const { rows } = await ctx.db.execute<{ orders: number; kurus: string }>(sql`
    select count(*) filter (where o.exchange_of is null)::int as orders,
      coalesce(sum(coalesce(a.charged_kurus, a.amount_kurus) - a.refund_kurus), 0) as kurus
    from orders o join payment_attempts a on a.order_id = o.id and a.status = 'SUCCEEDED'
    where o.placed_at is not null and o.paid_at is not null and coalesce(a.charged_kurus, a.amount_kurus) > a.refund_kurus
      and o.created_at >= ${from.toISOString()}::timestamptz and o.created_at <= ${to.toISOString()}::timestamptz
  `)
  return { orders: rows[0]?.orders ?? 0, kurus: Number(rows[0]?.kurus ?? 0) }
}
