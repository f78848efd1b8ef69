import { and, eq, gt, inArray, isNotNull, isNull, ne, notExists, notInArray, or, sql } from 'drizzle-orm'
import { ownOrders } from '../accounts/guests/own-orders.ts'
import { type Ctx, isId } from '../ctx.ts'
import { notFound, ShopError } from '../errors.ts'
import { shownOrderId } from '../order-id.ts'
import type { OrderMethod, PaymentMethod } from '../payment-method.ts'
import type { Attempt } from '../payments/attempt-rows.ts'
import { beyondTheOrder, paymentAttempts, refunds, waitingStatuses } from '../payments/schema.ts'
import { returns } from '../returns/schema.ts'
import { orderItems, orders } from './schema.ts'

/** Locks an order that counts until the transaction ends. */
export async function lockOrder(ctx: Ctx, id: string) {
  const [order] = isId(id)
    ? await ctx.db
        .select()
        .from(orders)
        .where(and(eq(orders.id, id), isNotNull(orders.placedAt)))
        .for('update')
    : []
  if (!order) throw noSuchOrder()
  return order
}

/** Locks the orders whose pieces paid for this one, the oldest first and before it: what it gives back may go over their payments. */
export async function lockOrigin(ctx: Ctx, id: string): Promise<void> {
  const [order] = isId(id)
    ? await ctx.db.select({ exchangeOf: orders.exchangeOf }).from(orders).where(eq(orders.id, id))
    : []
  if (!order?.exchangeOf) return
  await lockOrigin(ctx, order.exchangeOf)
  await ctx.db.select({ id: orders.id }).from(orders).where(eq(orders.id, order.exchangeOf)).for('update')
}

/** An order that pieces were to pay for ended before they were taken back: what was promised to it is its origin's again. */
export async function unpromise(ctx: Ctx, order: typeof orders.$inferSelect): Promise<void> {
  if (!order.exchangeOf || order.exchangedAt) return
  await ctx.db
    .update(orders)
    .set({ movedKurus: sql`${orders.movedKurus} - ${order.exchangeKurus}` })
    .where(eq(orders.id, order.exchangeOf))
}

/** NOT_FOUND unless it is one of the actor's own. Returns her id. */
export async function requireOwnOrder(ctx: Ctx, id: string): Promise<string> {
  const own = ownOrders(ctx)
  const [order] = isId(id)
    ? await ctx.db
        .select({ userId: orders.userId })
        .from(orders)
        .where(and(eq(orders.id, id), own))
    : []
  if (!order) throw noSuchOrder()
  return order.userId
}

/** Locks an order before its payment, as requesting a refund does: the other way round would deadlock. */
export async function lockBeforePayment(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.select({ id: orders.id }).from(orders).where(eq(orders.id, id)).for('update')
}

/** The payment that paid the order; CONFLICT while its money has not come. */
export async function getPaid(ctx: Ctx, orderId: string) {
  const [paid] = await ctx.db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orderId), eq(paymentAttempts.status, 'SUCCEEDED')))
  if (paid) return paid
  const [order] = await ctx.db.select({ method: orders.paymentMethod }).from(orders).where(eq(orders.id, orderId))
  if (order) requireBoughtHere({ paymentMethod: order.method })
  throw new ShopError('CONFLICT', 'Bu siparişin ödemesi henüz alınmadı; iade edilecek para yok.')
}

/** CONFLICT for an order of a marketplace: whatever happens to its money happens there. */
export function requireBoughtHere<T extends { paymentMethod: OrderMethod }>(
  order: T,
): asserts order is T & { paymentMethod: PaymentMethod } {
  if (order.paymentMethod !== 'MARKETPLACE') return
  const message = 'Bu sipariş pazaryerinde ödendi; iptali, iadesi ve değişimi pazaryerinin panelinden yapılır.'
  throw new ShopError('CONFLICT', message)
}

/** Locks the payment of an order whose money has not come and is asked of nobody; undefined when there is none. */
export async function lockWaitingPayment(ctx: Ctx, orderId: string): Promise<Attempt | undefined> {
  if (!isId(orderId)) return undefined
  const [attempt] = await ctx.db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orderId), inArray(paymentAttempts.status, [...waitingStatuses])))
    .for('update')
  return attempt
}

export async function refuseWhileCancelling(ctx: Ctx, id: string): Promise<void> {
  const underway = await ctx.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.orderId, id), eq(refunds.reason, 'cancellation'), eq(refunds.status, 'REQUESTED')))
  if (underway.length > 0) throw beingCancelled()
}

/**
 * Refuses while such a refund of this order is open: how much is left is unknown until it ends. Left out, any is meant, also one
 * over its payment for an order that came in exchange: what the bank refuses of it is left on this order.
 */
export async function refuseWhileRefunding(ctx: Ctx, id: string, which?: 'beyond the order' | 'at the bank') {
  const own = eq(refunds.orderId, id)
  const payments = ctx.db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, id))
  const those = {
    'beyond the order': and(own, inArray(refunds.reason, [...beyondTheOrder])),
    'at the bank': and(own, eq(refunds.byHand, false)),
  }
  const underway = await ctx.db
    .select({ byHand: refunds.byHand })
    .from(refunds)
    .where(and(eq(refunds.status, 'REQUESTED'), which ? those[which] : or(own, inArray(refunds.attemptId, payments))))
  if (underway.length === 0) return
  const message = underway.some(({ byHand }) => byHand)
    ? 'Bu siparişin elle ödenecek bir iadesi bekliyor; önce “Ödemeler” sayfasında ödendiğini işaretleyin.'
    : 'Bu siparişin iadesi bankada sürüyor, lütfen biraz sonra tekrar bakın.'
  throw new ShopError('CONFLICT', message)
}

/** Refuses while units of the order are in an open return: it is over first. `byBuyer`: she reads it herself. */
export async function refuseWhileReturning(ctx: Ctx, id: string, byBuyer = false): Promise<void> {
  const returning = await ctx.db.$count(
    orderItems,
    and(eq(orderItems.orderId, id), gt(orderItems.returningQuantity, 0)),
  )
  if (returning === 0) return
  const way = byBuyer ? 'durumu siparişinizin sayfasında yazar.' : 'önce onu İadeler bölümünde sonuçlandırın.'
  throw new ShopError('CONFLICT', `Bu siparişte açık bir iade var; ${way}`)
}

/** Refuses while an exchange of the order's pieces is over, but not its new order, to which their money is promised until it ends. */
export async function refuseWhileExchangeEnds(ctx: Ctx, id: string): Promise<void> {
  const isOpen = and(eq(returns.replacementId, orders.id), notInArray(returns.status, ['REFUSED', 'CANCELLED']))
  const [ending] = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.exchangeOf, id),
        isNull(orders.exchangedAt),
        gt(orders.exchangeKurus, 0),
        ne(orders.status, 'CANCELLED'),
        notExists(ctx.db.select({ id: returns.id }).from(returns).where(isOpen)),
      ),
    )
    .limit(1)
  if (!ending) return
  const way = `biraz sonra yeniden deneyin, olmazsa önce değişim siparişini (${shownOrderId(ending.id)}) iptal edin.`
  throw new ShopError('CONFLICT', `Biten bir değişimin farkı henüz geri ödenmedi; ${way}`)
}

/** Orders that nothing keeps from being packed: neither money of a transfer or link, nor the old piece of an exchange. */
export const awaitsNothing = and(
  notInArray(orders.paymentStatus, ['AWAITING_TRANSFER', 'PENDING']),
  eq(orders.waitsForReturn, false),
)

export function noSuchOrder() {
  return notFound('Sipariş bulunamadı.')
}

export function beingCancelled() {
  return new ShopError('CONFLICT', 'Bu siparişin iptali bankada sürüyor, lütfen biraz sonra tekrar bakın.')
}
