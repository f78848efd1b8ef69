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
      .optional()
      .openapi({
        description:
          'By the Istanbul day on which an order was placed, less what was paid back of it since; an order of which nothing is left counts no more. Left out for who may not see `amounts`.',
      }),
    waiting: z.object({
      newOrders: number.openapi({ description: 'Without those whose money is still to come' }),
      awaitingMoney: number.openapi({ description: 'New orders whose money is still to come by transfer or link' }),
      toPrepare: number,
      toShip: number,
      refundsUnderWay: number.openapi({ description: 'At the bank' }),
      refundsByHand: number.openapi({ description: 'To be transferred by the shop itself' }),
      refundsLate: number.openapi({ description: 'Of both, those that wait too long' }),
      transfersShort: number.openapi({ description: 'Of which only a part came, and the time for the rest is over' }),
      lowStock: number.openapi({
        description: 'Published products with a size of which so few are left that the owner wants to be told',
      }),
      soldOut: number.openapi({ description: 'Published products of which nothing is left' }),
      failedMails: number,
      lateToSend: number.openapi({ description: 'Not sent for longer than the settings allow' }),
      troubledParcels: number.openapi({ description: 'Not delivered, lost or on their way back, by their carriers' }),
      shortPackages: number.openapi({ description: 'Of a marketplace, which could not be taken' }),
      lateToDeliver: number.openapi({ description: 'On their way for longer than the settings allow' }),
      lateToCollect: number.openapi({ description: 'Delivered, and not paid out by their carrier for too long' }),
      chargedWithoutOrder: number,
      paymentMismatches: number,
      unreadMessages: number,
      reviewsOpen: number.openapi({ description: 'Reviews that wait for a look, or were reported' }),
      returnsToDecide: number.openapi({ description: 'Returns to approve or to refuse' }),
      returnsToPay: number.openapi({ description: 'Returns that came and are not paid back' }),
      returnsPressing: number.openapi({ description: 'Open returns whose money is due within three days, or was' }),
      returnsMissing: number.openapi({ description: 'Returns whose parcel should have come' }),
      setupSteps: number.openapi({ description: 'To do before the shop opens; 0 for who may not see the settings' }),
    }),
    paymentsAnswering: z.boolean().openapi({ description: 'False while the provider of payments does not answer' }),
    easyReturns: z.boolean().openapi({ description: 'Shoppers may ask for returns, or some are open' }),
    setup: z.boolean().openapi({ description: 'The caller may see how far the shop is on its way to sell' }),
  })
  .openapi('Dashboard')

export const dashboardAnswers = {
  'GET /admin/dashboard': success(WireDashboard),
}
