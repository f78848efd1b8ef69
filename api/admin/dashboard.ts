import { hasRight } from '#shop/ctx.ts'
import { getDashboard } from '#shop/desk/dashboard.ts'
import type { Sales } from '#shop/desk/sales.ts'
import { toTl } from '#shop/money.ts'
import { ok, resource, staffFailures } from '../api.ts'
import { needs } from '../authenticate.ts'
import { route } from '../route.ts'
import type { WireSales } from '../wire/admin/dashboard.ts'

export const adminDashboard = resource().openapi(
  route('GET /admin/dashboard', {
    ...needs('dashboard'),
    summary: 'Sales, counts, and what waits for somebody',
    failures: staffFailures,
  }),
  async (c) => {
    const ctx = c.get('ctx')
    const { sales, ...rest } = await getDashboard(ctx)
    if (!hasRight(ctx, 'amounts')) return ok(c, rest)
    const days = sales.days.map(({ day, kurus, orders }) => ({ day, amount: toTl(kurus), orders }))
    const { today, yesterday, thisWeek, lastWeek } = sales
    const shown = {
      today: toWireSales(today),
      yesterday: toWireSales(yesterday),
      thisWeek: toWireSales(thisWeek),
      lastWeek: toWireSales(lastWeek),
      days,
    }
    return ok(c, { ...rest, sales: shown })
  },
)

function toWireSales({ kurus, orders, averageKurus }: Sales): WireSales {
  return { amount: toTl(kurus), orders, average: toTl(averageKurus) }
}
