import { createRoute, z } from '@hono/zod-openapi'
import { toTl } from '#shop/money.ts'
import { getDashboard } from '#shop/orders/dashboard.ts'
import type { Sales } from '#shop/orders/sales.ts'
import { answers, bearer, resource } from './api.ts'

const number = z.number().int()
const WireSales = z.object({ amount: z.number(), orders: number, average: z.number() })

const WireDashboard = z
  .object({
    counts: z.object({ categories: number, products: number, orders: number }),
    sales: z
      .object({
        today: WireSales,
        yesterday: WireSales.openapi({ description: 'Until the same time of day' }),
        thisWeek: WireSales,
        lastWeek: WireSales.openapi({ description: 'Until the same weekday and time' }),
        days: z
          .array(z.object({ day: z.iso.date(), amount: z.number(), orders: number }))
          .openapi({ description: 'The last thirty days, oldest first' }),
      })
      .openapi({
        description:
          'By the Istanbul day on which an order was placed, less what was paid back of it since; an order of which nothing is left counts no more.',
      }),
    waiting: z.object({
      newOrders: number,
      toPrepare: number,
      toShip: number,
      refundsUnderWay: number,
      lowStock: number.openapi({ description: 'Published products with a size of which one to three are left' }),
      soldOut: number.openapi({ description: 'Published products of which nothing is left' }),
      failedMails: number,
      chargedWithoutOrder: number,
      paymentMismatches: number,
      unreadMessages: number,
    }),
  })
  .openapi('Dashboard')

export const adminDashboard = resource().openapi(
  createRoute({
    method: 'get',
    path: '/admin/dashboard',
    tags: ['Admin'],
    summary: 'Sales, counts, and what waits for somebody',
    security: bearer,
    responses: answers(WireDashboard, { 401: 'Not signed in', 403: 'Not an admin' }),
  }),
  async (c) => {
    const { counts, sales, waiting } = await getDashboard(c.get('ctx'))
    const data = {
      counts,
      sales: {
        today: toWireSales(sales.today),
        yesterday: toWireSales(sales.yesterday),
        thisWeek: toWireSales(sales.thisWeek),
        lastWeek: toWireSales(sales.lastWeek),
        days: sales.days.map(({ day, kurus, orders }) => ({ day, amount: toTl(kurus), orders })),
      },
      waiting,
    }
    return c.json({ success: true as const, data }, 200)
  },
)

function toWireSales({ kurus, orders, averageKurus }: Sales): z.infer<typeof WireSales> {
  return { amount: toTl(kurus), orders, average: toTl(averageKurus) }
}
