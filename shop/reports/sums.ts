/**
 * The reports read sums that triggers keep (report_sums with report_moves, sale_counts), never the orders: docs/reports.md says
 * what each number is.
 */

import { sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type Period, stepOf, within } from './periods.ts'

export type Kind =
  | ('pieces' | 'product' | 'variant' | 'size' | 'color')
  | ('sale' | 'campaign' | 'manual')
  | ('reason' | 'return' | 'return-size')

export type Sum = {
  key: string
  n: number
  units: number
  kurus: number
  backUnits: number
  backKurus: number
  ofKurus: number
}

const added = sql`sum(n)::float8 as n, sum(units)::float8 as units, sum(kurus)::float8 as kurus,
  sum(back_units)::float8 as "backUnits", sum(back_kurus)::float8 as "backKurus", sum(of_kurus)::float8 as "ofKurus"`

/** The sums of each key in a period; those that came to nothing are left out. */
export async function sumsOf(ctx: Ctx, kind: Kind, period: Period): Promise<Sum[]> {
  const { rows } = await ctx.db.execute<Sum>(sql`
    select key, ${added} from report_rows where kind = ${kind} and ${within(period)}
    group by key having sum(units) <> 0 or sum(n) <> 0 or sum(kurus) <> 0`)
  return rows
}

/** The same over all keys. */
export async function sumOf(ctx: Ctx, kind: Kind, period: Period): Promise<Sum> {
  return (await sumsOf(ctx, kind, period)).reduce(
    (all, { key: _, ...one }) => ({
      key: '',
      n: all.n + one.n,
      units: all.units + one.units,
      kurus: all.kurus + one.kurus,
      backUnits: all.backUnits + one.backUnits,
      backKurus: all.backKurus + one.backKurus,
      ofKurus: all.ofKurus + one.ofKurus,
    }),
    { key: '', n: 0, units: 0, kurus: 0, backUnits: 0, backKurus: 0, ofKurus: 0 },
  )
}

/** Pieces that stay sold, and what they came to, by day or month. */
export async function piecesByStep(ctx: Ctx, period: Period): Promise<Map<string, { units: number; kurus: number }>> {
  const { rows } = await ctx.db.execute<{ step: string; units: number; kurus: number }>(sql`
    select ${stepOf(period, sql`day`)} as step, sum(units - back_units)::float8 as units,
      sum(kurus - back_kurus)::float8 as kurus
    from report_rows where kind = 'pieces' and span = 'D' and day between ${period.from}::date and ${period.to}::date
    group by 1`)
  return new Map(rows.map(({ step, ...sum }) => [step, sum]))
}

/** Payments of a day or month, as the dashboard counts them. `first`: by the first purchases of their customers. */
export type Brought = { step: string; first: boolean; orders: number; kurus: number; refundedKurus: number }

export async function broughtByStep(ctx: Ctx, period: Period): Promise<Brought[]> {
  const { rows } = await ctx.db.execute<Brought>(sql`
    select ${stepOf(period, sql`day`)} as step, first, sum(n)::int as orders, sum(kurus)::float8 as kurus,
      sum(refunded_kurus)::float8 as "refundedKurus"
    from sale_counts where day between ${period.from}::date and ${period.to}::date group by 1, 2`)
  return rows
}

export function addUp<T>(list: T[], numberOf: (one: T) => number): number {
  return list.reduce((sum, one) => sum + numberOf(one), 0)
}

/** A percentage with one decimal; 0 where `whole` is 0. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10
}
