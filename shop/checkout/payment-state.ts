import { and, desc, eq } from 'drizzle-orm'
import { ownOrders } from '../accounts/guests/own-orders.ts'
import type { Ctx } from '../ctx.ts'
import { orders } from '../orders/schema.ts'
import { type Attempt, isOpen } from '../payments/attempt-rows.ts'
import { byHand, isByHand } from '../payments/providers.ts'
import { paymentAttempts } from '../payments/schema.ts'
import type { PaymentState } from './ways/way.ts'
import { waitingOf } from './ways/ways.ts'

/** How the payment of one's own order stands; undefined when there is no such order. */
export async function findPaymentState(ctx: Ctx, orderId: string): Promise<PaymentState | undefined> {
  const [row] = await ctx.db
    .select({ attempt: paymentAttempts })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(eq(orders.id, orderId), ownOrders(ctx)))
    // An order that is paid by a link has several: that which paid it, or the last.
    .orderBy(desc(eq(paymentAttempts.status, 'SUCCEEDED')), desc(paymentAttempts.createdAt))
    .limit(1)
  return row && stateOf(ctx, row.attempt)
}

export async function stateOf(ctx: Ctx, attempt: Attempt): Promise<PaymentState> {
  const waiting = waitingOf(attempt.status)
  return waiting ? waiting.tell(ctx, attempt) : settledState(attempt)
}

function settledState(attempt: Attempt): PaymentState {
  const { orderId, amountKurus: totalKurus, installments, feeKurus } = attempt
  const common = { orderId, totalKurus, installments, feeKurus }
  if (attempt.status === 'SUCCEEDED' || attempt.status === 'AWAITING_COLLECTION')
    return { ...common, status: 'SUCCESS', paymentId: paidWithout(attempt) ? '' : (attempt.providerPaymentId ?? '') }
  if (attempt.status === 'AWAITING_3DS' && attempt.threeDsUrl) {
    const status = attempt.pageReference === null ? '3DS_REQUIRED' : 'REDIRECT'
    return { ...common, status, redirectUrl: attempt.threeDsUrl }
  }
  if (isOpen(attempt) || attempt.status === 'AWAITING_LINK') return { ...common, status: 'PENDING' }
  if (attempt.status === 'REFUNDED')
    return { ...common, status: 'DECLINED', message: isByHand(attempt) ? transferredTooLate : cameTooLate }
  const message = attempt.declineMessage ?? (isByHand(attempt) ? notOrdered : notPaid)
  return { ...common, status: 'DECLINED', message }
}

/** No payment was made at all. */
function paidWithout({ provider }: Attempt): boolean {
  return provider === byHand.credit
}

const cameTooLate = 'Ödemeniz bize geç ulaştı ve sipariş tamamlanamadı; çekilen tutar kartınıza iade ediliyor.'
const transferredTooLate =
  'Havaleniz bize ulaştığında siparişiniz sona ermişti; gelen tutarı hesabınıza geri göndereceğiz.'
const notPaid = 'Ödeme tamamlanmadı ve kartınızdan para çekilmedi; lütfen tekrar deneyin.'
const notOrdered = 'Bu sipariş sona erdi ve sizden bir ödeme alınmadı; yeniden sipariş verebilirsiniz.'
