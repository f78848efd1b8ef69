import { and, eq } from 'drizzle-orm'
import { addressOf, type Ctx, inTransaction, newId } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { attemptLease, findAttempt, returnStock } from '../payments/attempts.ts'
import { refunds } from '../payments/schema.ts'
import { after } from '../time.ts'
import { orderEvents, orders } from './schema.ts'

type Refund = typeof refunds.$inferSelect

/**
 * Carries a requested refund through: asks the provider (the refund's id makes asking twice pay once), then writes what
 * follows from it in one transaction. Throws CONFLICT when the bank refuses, UNAVAILABLE while the outcome is unknown.
 */
export async function finishRefund(ctx: Ctx, refundId: string): Promise<void> {
  const [refund] = await ctx.db
    .update(refunds)
    .set({ leaseUntil: after(ctx.clock(), attemptLease) })
    .where(and(eq(refunds.id, refundId), eq(refunds.status, 'REQUESTED')))
    .returning()
  if (!refund) return
  const attempt = await findAttempt(ctx, refund.attemptId)
  if (!attempt?.providerPaymentId) throw new Error(`refund ${refundId} has no payment`)
  const answer = await ctx.payments
    .refund({
      refundId,
      conversationId: attempt.conversationId,
      paymentId: attempt.providerPaymentId,
      amountKurus: refund.amountKurus,
      ip: addressOf(ctx),
    })
    .catch((error: unknown) => ({ kind: 'unknown' as const, reason: String(error) }))

  switch (answer.kind) {
    case 'unknown':
      throw new ShopError(
        'UNAVAILABLE',
        'Banka iadeyi henüz sonuçlandırmadı; mağaza iadeyi kendiliğinden tamamlayacak.',
      )
    case 'refused':
      await closeRefund(ctx, refund, 'FAILED')
      throw new ShopError('CONFLICT', `Sipariş iptal edilemedi: ${answer.message}`)
    case 'refunded':
      await inTransaction(ctx, async (ctx) => {
        if (!(await closeRefund(ctx, refund, 'SUCCEEDED'))) return
        if (refund.reason === 'cancellation') await markCancelled(ctx, refund)
      })
  }
}

async function closeRefund(ctx: Ctx, refund: Refund, status: 'SUCCEEDED' | 'FAILED'): Promise<boolean> {
  const closed = await ctx.db
    .update(refunds)
    .set({ status, updatedAt: ctx.clock() })
    .where(and(eq(refunds.id, refund.id), eq(refunds.status, 'REQUESTED')))
    .returning({ id: refunds.id })
  return closed.length > 0
}

async function markCancelled(ctx: Ctx, refund: Refund): Promise<void> {
  const now = ctx.clock()
  await ctx.db
    .update(orders)
    .set({ status: 'CANCELLED', paymentStatus: 'REFUNDED', cancelledAt: now, updatedAt: now })
    .where(eq(orders.id, refund.orderId))
  await ctx.db.insert(orderEvents).values({
    id: newId(),
    orderId: refund.orderId,
    type: 'cancelled',
    status: 'CANCELLED',
    actorId: refund.actorId,
    createdAt: now,
  })
  await returnStock(ctx, refund.orderId)
}
