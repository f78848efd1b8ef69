import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { test } from '#test/shop.ts'
import { daysOf } from './periods.ts'
import { sumOf } from './sums.ts'

test('a period counts each of its days once, whether months are read whole or not, and none beside it', async ({
  ctx,
}) => {
  // A piece a day for three years and a half, each in the sum of its day, ten days, month, quarter and year.
  const days = sql`generate_series('2023-06-01'::date, '2026-11-30'::date, '1 day') day`
  await ctx.db.execute(sql`
    insert into report_sums
    select 'pieces', s.span, s.day, '', 0, count(*), 100 * count(*), 0, 0, 0
    from ${days} cross join lateral report_spans(day::date) s group by s.span, s.day`)
  for (const [from, to] of [
    ['2026-10-01', '2026-10-31'],
    ['2026-09-30', '2026-11-01'],
    ['2026-10-02', '2026-10-30'],
    ['2026-10-31', '2026-11-01'],
    ['2025-12-15', '2026-02-28'],
    ['2026-01-31', '2026-02-01'],
    ['2025-06-01', '2026-11-30'],
    ['2026-11-30', '2026-11-30'],
    ['2023-06-01', '2026-11-30'],
    ['2023-12-31', '2026-01-01'],
    ['2024-01-01', '2025-12-31'],
    ['2024-02-11', '2024-02-29'],
    ['2024-02-20', '2024-03-10'],
    ['2024-03-31', '2025-04-01'],
    ['2026-10-27', '2026-11-25'],
  ] as const) {
    const { units, kurus } = await sumOf(ctx, 'pieces', { from, to })
    expect([from, to, units, kurus]).toEqual([from, to, daysOf({ from, to }), 100 * daysOf({ from, to })])
  }
})
