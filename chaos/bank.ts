import { eq } from 'drizzle-orm'
import { readEnv } from '#env'
import { settleOpenPayments } from '#shop/checkout/recovery.ts'
import type { Ctx } from '#shop/ctx.ts'
import { decideRefund } from '#shop/orders/refund-decisions.ts'
import { paymentAttempts, refunds } from '#shop/payments/schema.ts'
import { after, days, hours, istanbulDay, minutes } from '#shop/time.ts'
import type { BankCharge } from '#test/books.ts'
import { depsOn } from '#test/deps.ts'
import { givenBack } from '#test/outside/iyzico-returns.ts'
import { startIyzico } from '#test/outside/iyzico-simulator.ts'

/** Whom the shops of a run charge. */
export type Bank = {
  settings: Record<string, string>
  /** Brings what the run left open to an end, on a shop that stands still. */
  settle?(ctx: Ctx): Promise<void>
  /** Its books; without them the demo bank's own, in the shop's database, count. */
  books?(): BankCharge[]
  close(): Promise<unknown>
}

export const demoBank: Bank = { settings: {}, close: async () => undefined }

/** iyzico with a report that is behind, and with answers and requests that are lost now and then. */
export async function unreliableIyzico(): Promise<Bank> {
  const iyzico = await startIyzico()
  Object.assign(iyzico.state, { day: istanbulDay(new Date()), reportLag: 4, loses: 0.08 })
  const settings = {
    PAYMENT_PROVIDER: 'iyzico',
    PAYMENT_3DS: 'never',
    IYZICO_API_KEY: iyzico.apiKey,
    IYZICO_SECRET_KEY: iyzico.secretKey,
    IYZICO_BASE_URL: iyzico.baseUrl,
  }
  return {
    settings,
    async settle(ctx) {
      iyzico.state.loses = 0
      let now = new Date()
      const env = readEnv({ AUTH_SECRET: ctx.config.authSecret, PUBLIC_URL: 'http://shop.test', ...settings })
      const later: Ctx = { ...ctx, ...depsOn(ctx.db, env, { clock: () => now }) }
      for (const pause of [minutes(5), minutes(20), hours(1), hours(3), hours(8), hours(13), days(1)]) {
        now = after(now, pause)
        await settleOpenPayments(later)
      }
      await decideTheRest(later, (conversationId, refundId) => {
        const payment = [...iyzico.payments.values()].find((one) => one.conversationId === conversationId)
        return payment?.cancel?.id === refundId || Boolean(payment?.refunds.some(({ id }) => id === refundId))
      })
    },
    books: () =>
      [...iyzico.payments.values()]
        .filter(({ status }) => status === 'SUCCESS')
        .map((payment) => ({
          order_id: payment.basketId,
          amount_kurus: payment.paidPrice,
          refunded_kurus: givenBack(payment),
        })),
    close: iyzico.close,
  }
}

/** As the owner, who looks into iyzico's panel. */
async function decideTheRest(ctx: Ctx, isGone: (conversationId: string, refundId: string) => boolean) {
  const open = await ctx.db
    .select({ id: refunds.id, conversationId: paymentAttempts.conversationId })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attemptId))
    .where(eq(refunds.status, 'REQUESTED'))
  for (const { id, conversationId } of open) {
    const outcome = isGone(conversationId, id) ? 'gone' : 'not-gone'
    await decideRefund(ctx, id, { outcome, note: 'Panelde görüldü' })
  }
}
