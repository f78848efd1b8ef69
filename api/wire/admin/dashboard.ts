import { z } from '@hono/zod-openapi'
import { success } from '../envelope.ts'

const number = z.number().int()

export type WireSales = z.infer<typeof WireSales>
const WireSales = z.object({ amount: z.number(), orders: number, average: z.number() })

export type WireDashboard = z.infer<typeof WireDashboard>
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
      lowStock: number.openapi({
        description: 'Published products with a size of which so few are left that the owner wants to be told',
      }),
      soldOut: number.openapi({ description: 'Published products of which nothing is left' }),
      failedMails: number,
      lateToSend: number.openapi({ description: 'Not sent for longer than the settings allow' }),
      troubledParcels: number.openapi({ description: 'Not delivered, lost or on their way back, by their carriers' }),
      lateToDeliver: number.openapi({ description: 'On their way for longer than the settings allow' }),
      chargedWithoutOrder: number,
      paymentMismatches: number,
      unreadMessages: number,
      returnsToDecide: number.openapi({ description: 'Returns to approve or to refuse' }),
      returnsToPay: number.openapi({ description: 'Returns that came and are not paid back' }),
      returnsPressing: number.openapi({ description: 'Open returns whose money is due within three days, or was' }),
    }),
    easyReturns: z.boolean().openapi({ description: 'Shoppers may ask for returns, or some are open' }),
  })
  .openapi('Dashboard')

export const dashboardAnswers = {
  'GET /admin/dashboard': success(WireDashboard),
}
