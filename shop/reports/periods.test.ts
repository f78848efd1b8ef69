import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { test } from '#test/shop.ts'
import { daysOf } from './periods.ts'
import { sumOf } from './sums.ts'

test('a period counts each of its days once, whether months are read whole or not, and none beside it', async ({
  ctx,
}) => {
  // A piece a day for a year and a half, each in the sum of its day and of its month.
  const days = sql`generate_series('2025-06-01'::date, '2026-11-30'::date, '1 day') day`
  await ctx.db.execute(sql`
    insert into report_sums
    select 'pieces', 'D', day::date, '', 0, 1, 100, 0, 0, 0 from ${days} union all
    select 'pieces', 'M', date_trunc('month', day)::date, '', 0, count(*), 100 * count(*), 0, 0, 0 from ${days} group by 3`)
  for (const [from, to] of [
    ['2026-10-01', '2026-10-31'],
    ['2026-09-30', '2026-11-01'],
    ['2026-10-02', '2026-10-30'],
    ['2026-10-31', '2026-11-01'],
    ['2025-12-15', '2026-02-28'],
    ['2026-01-31', '2026-02-01'],
    ['2025-06-01', '2026-11-30'],
    ['2026-11-30', '2026-11-30'],
  ] as const) {
    const { units, kurus } = await sumOf(ctx, 'pieces', { from, to })
    expect([from, to, units, kurus]).toEqual([from, to, daysOf({ from, to }), 100 * daysOf({ from, to })])
  }
})
