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
    const { counts, sales, ...rest } = await getDashboard(c.get('ctx'))
    const data = {
      counts,
      sales: {
        today: toWireSales(sales.today),
        yesterday: toWireSales(sales.yesterday),
        thisWeek: toWireSales(sales.thisWeek),
        lastWeek: toWireSales(sales.lastWeek),
        days: sales.days.map(({ day, kurus, orders }) => ({ day, amount: toTl(kurus), orders })),
      },
      ...rest,
    }
    return ok(c, data)
  },
)

function toWireSales({ kurus, orders, averageKurus }: Sales): WireSales {
  return { amount: toTl(kurus), orders, average: toTl(averageKurus) }
}
