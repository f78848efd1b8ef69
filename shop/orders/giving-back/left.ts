import { inArray } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Attempt } from '../../payments/attempt-rows.ts'
import { beyondGoingBack } from '../../payments/refunds.ts'
import { excessKurus, takenKurus } from '../../payments/taken.ts'
import { orders } from '../schema.ts'

type OrderRow = typeof orders.$inferSelect

/** The kuruş of a paid order that are neither refunded nor requested yet, out of money, store credit and the value of older pieces. */
export function leftOf(order: OrderRow, paid: Attempt): number {
  return takenKurus(paid) - paid.refundKurus - staysKurus(order)
}

/**
 * The kuruş of an order's own money that stay with the shop: its buyer got store credit for them, or they pay new pieces. Below nought
 * while more than the money is left, out of what credit and older pieces paid.
 */
export function staysKurus(order: OrderRow): number {
  return order.movedKurus - exchangeLeft(order) - (order.creditKurus - order.creditBackKurus)
}

/** The kuruş that older pieces paid and that are not refunded yet; 0 before the shop took the pieces back. */
export function exchangeLeft({ exchangedAt, exchangeKurus, exchangeBackKurus }: OrderRow): number {
  return exchangedAt ? exchangeKurus - exchangeBackKurus : 0
}

/** The kuruş of the money charged for an order that are not back yet, without what was taken beyond its amount. */
export async function ownMoneyLeft(ctx: Ctx, paid: Attempt): Promise<number> {
  const beyond = await beyondGoingBack(ctx, paid.id)
  const ownKurus = Math.min(takenKurus(paid) - beyond, paid.amountKurus)
  return Math.max(0, ownKurus - (paid.refundKurus - beyond))
}

/**
 * The part of a refund that goes back as money: first what was charged for the order, then what credit and older pieces paid, and
 * last what was taken beyond it. An excess is told and given back for itself, and would be hidden behind credit that it had paid for.
 */
export async function moneyOf(ctx: Ctx, order: OrderRow, paid: Attempt, amountKurus: number): Promise<number> {
  const otherKurus = Math.max(0, -staysKurus(order))
  return amountKurus - Math.min(otherKurus, Math.max(0, amountKurus - (await ownMoneyLeft(ctx, paid))))
}

/** The kuruş taken beyond the amount of completed orders, by payment, as far as they are left: a buyer may have got store credit for them. */
export async function findExcess(ctx: Ctx, attempts: Attempt[]): Promise<Map<string, number>> {
  const ids = attempts.filter((attempt) => excessKurus(attempt) > 0).map(({ orderId }) => orderId)
  const found = ids.length > 0 ? await ctx.db.select().from(orders).where(inArray(orders.id, ids)) : []
  const left = (attempt: Attempt) => {
    const order = found.find(({ id }) => id === attempt.orderId)
    return order ? Math.max(0, Math.min(excessKurus(attempt), leftOf(order, attempt))) : 0
  }
  return new Map(attempts.map((attempt) => [attempt.id, left(attempt)]))
}
