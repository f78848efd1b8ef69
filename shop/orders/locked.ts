import { and, eq, isNotNull } from 'drizzle-orm'
import { type Ctx, isId } from '../ctx.ts'
import { notFound, ShopError } from '../errors.ts'
import { paymentAttempts, refunds } from '../payments/schema.ts'
import { orders } from './schema.ts'

/** Locks a paid order until the transaction ends. */
export async function lockOrder(ctx: Ctx, id: string) {
  const [order] = isId(id)
    ? await ctx.db
        .select()
        .from(orders)
        .where(and(eq(orders.id, id), isNotNull(orders.paidAt)))
        .for('update')
    : []
  if (!order) throw noSuchOrder()
  return order
}

/** The payment that paid the order. */
export async function getPaid(ctx: Ctx, orderId: string) {
  const [paid] = await ctx.db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orderId), eq(paymentAttempts.status, 'SUCCEEDED')))
  if (!paid) throw new Error(`paid order ${orderId} has no payment`)
  return paid
}

export async function refuseWhileCancelling(ctx: Ctx, id: string): Promise<void> {
  const underway = await ctx.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.orderId, id), eq(refunds.reason, 'cancellation'), eq(refunds.status, 'REQUESTED')))
  if (underway.length > 0) throw beingCancelled()
}

/** Refuses while a refund of this order is open: how much is left is unknown until it ends. */
export async function refuseWhileRefunding(ctx: Ctx, id: string): Promise<void> {
  const underway = await ctx.db.$count(refunds, and(eq(refunds.orderId, id), eq(refunds.status, 'REQUESTED')))
  if (underway > 0)
    throw new ShopError('CONFLICT', 'Bu siparişin iadesi bankada sürüyor, lütfen biraz sonra tekrar bakın.')
}

export function noSuchOrder() {
  return notFound('Sipariş bulunamadı.')
}

export function beingCancelled() {
  return new ShopError('CONFLICT', 'Bu siparişin iptali bankada sürüyor, lütfen biraz sonra tekrar bakın.')
}
