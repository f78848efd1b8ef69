import { and, eq, ne } from 'drizzle-orm'
import { recordChange } from '../../audit/audit.ts'
import type { Facts } from '../../audit/contract.ts'
import { type Ctx, newId } from '../../ctx.ts'
import { shownOrderId } from '../../order-id.ts'
import { findAttempt } from '../../payments/attempt-rows.ts'
import { type Refund, sumGivenBack, sumGivenFor } from '../../payments/refunds.ts'
import { takenKurus } from '../../payments/taken.ts'
import { announceOrder } from '../feed.ts'
import { orderEvents, orders } from '../schema.ts'

/** After money of an order went back: the order's state, its history, the audit and open panels, in the caller's transaction. */
export async function noteGivenBack(ctx: Ctx, refund: Refund, note: string, facts: Facts): Promise<void> {
  const { orderId, actorId } = refund
  const now = ctx.clock()
  const [order] = await ctx.db
    .update(orders)
    .set({ ...((await isAllBack(ctx, refund)) ? { paymentStatus: 'REFUNDED' as const } : {}), updatedAt: now })
    .where(eq(orders.id, orderId))
    .returning({ totalKurus: orders.totalKurus })
  await ctx.db.insert(orderEvents).values({ id: newId(), orderId, type: 'refund', note, actorId, createdAt: now })
  await recordChange(ctx, {
    action: 'order.refund',
    subject: { id: orderId, name: shownOrderId(orderId) },
    after: facts,
    ...(actorId ? { actorId } : {}),
  })
  await announceOrder(ctx, { kind: 'changed', orderId, totalKurus: order?.totalKurus ?? 0 })
}

/** Counts only finished refunds: a requested one may still be refused. */
async function isAllBack(ctx: Ctx, { attemptId, orderId }: Refund): Promise<boolean> {
  const attempt = await findAttempt(ctx, attemptId)
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId))
  if (!attempt || !order) return false
  if (order.exchangedAt) return (await sumGivenFor(ctx, orderId)) >= order.totalKurus
  const given = await sumGivenBack(ctx, attemptId)
  return given.orderKurus + given.creditKurus >= takenKurus(attempt) + order.creditKurus
}

/** Takes back the status REFUNDED of an order when a refund failed and money is still with the shop. */
export async function clearRefundedStatus(ctx: Ctx, refund: Refund): Promise<void> {
  if (await isAllBack(ctx, refund)) return
  await ctx.db
    .update(orders)
    .set({ paymentStatus: 'SUCCESS', updatedAt: ctx.clock() })
    .where(and(eq(orders.id, refund.orderId), eq(orders.paymentStatus, 'REFUNDED'), ne(orders.status, 'CANCELLED')))
}

/** Credit instead of money is given only where the customer wants it (docs/law.md). */
export function agreedWords(asked: { asCredit: boolean } | undefined): string {
  return asked?.asCredit ? ', müşteri kabul etti' : ''
}
