import { and, eq } from 'drizzle-orm'
import { type Ctx, requireUser } from '../ctx.ts'
import { orders } from '../orders/schema.ts'
import { type Attempt, isOpen } from '../payments/attempt-rows.ts'
import { paymentAttempts } from '../payments/schema.ts'

/** How a payment stands, as the shopper hears it. */
export type PaymentState =
  | { status: 'SUCCESS'; paymentId: string; orderId: string; totalKurus: number }
  | { status: '3DS_REQUIRED'; orderId: string; redirectUrl: string; totalKurus: number }
  | { status: 'PENDING'; orderId: string; totalKurus: number }
  | { status: 'DECLINED'; orderId: string; totalKurus: number; message: string }

/** How the payment of one's own order stands; undefined when there is no such order. */
export async function findPaymentState(ctx: Ctx, orderId: string): Promise<PaymentState | undefined> {
  const userId = requireUser(ctx)
  const [row] = await ctx.db
    .select({ attempt: paymentAttempts })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId)))
  return row && stateOf(row.attempt)
}

export function stateOf(attempt: Attempt): PaymentState {
  const common = { orderId: attempt.orderId, totalKurus: attempt.amountKurus }
  if (attempt.status === 'SUCCEEDED')
    return { ...common, status: 'SUCCESS', paymentId: attempt.providerPaymentId ?? '' }
  if (attempt.status === 'AWAITING_3DS' && attempt.threeDsUrl) {
    return { ...common, status: '3DS_REQUIRED', redirectUrl: attempt.threeDsUrl }
  }
  if (isOpen(attempt)) return { ...common, status: 'PENDING' }
  if (attempt.status === 'REFUNDED') return { ...common, status: 'DECLINED', message: cameTooLate }
  const message = attempt.declineMessage ?? 'Ödeme tamamlanmadı ve kartınızdan para çekilmedi; lütfen tekrar deneyin.'
  return { ...common, status: 'DECLINED', message }
}

const cameTooLate = 'Ödemeniz bize geç ulaştı ve sipariş tamamlanamadı; çekilen tutar kartınıza iade ediliyor.'
