/**
 * The part of an order that store credit and gift cards paid: `creditKurus`, of which gift cards paid `giftKurus` and store credit the
 * rest. Refunds go back in the reverse order of payment: money, store credit, gift cards.
 */

import { and, eq, exists, gt, isNull, notExists, notInArray, or, sql } from 'drizzle-orm'
import { users } from '../accounts/schema.ts'
import type { Ctx } from '../ctx.ts'
import { giveGiftsBack, refundGifts, retakeGifts, returnGifts } from '../gift-cards/of-orders.ts'
import { itemRefunds, orderItems, orders } from '../orders/schema.ts'
import { paymentAttempts, refunds } from '../payments/schema.ts'
import { book } from './ledger.ts'
import { creditEntries } from './schema.ts'

type Spending = { userId: string; orderId: string; kurus: number }

/** Spends credit on an order that is being written; false when she no longer has so much. */
export async function spendCredit(ctx: Ctx, { userId, orderId, kurus }: Spending): Promise<boolean> {
  return book(ctx, { userId, orderId, cause: 'spent', amountKurus: -kurus })
}

/** Gives the credit of an order back that was never paid in full, and what its gift cards paid, once however often it is called. */
export async function returnCredit(ctx: Ctx, orderId: string): Promise<void> {
  const [order] = await ctx.db
    .update(orders)
    .set({ creditReturnedAt: ctx.clock() })
    .where(and(eq(orders.id, orderId), gt(orders.creditKurus, 0), isNull(orders.creditReturnedAt)))
    .returning({ userId: orders.userId, kurus: ownKurus, giftKurus: orders.giftKurus })
  if (!order) return
  const { userId, kurus, giftKurus } = order
  if (giftKurus > 0) await returnGifts(ctx, orderId)
  if (kurus > 0) await book(ctx, { userId, orderId, cause: 'returned', amountKurus: kurus })
}

/** Store credit alone. */
const ownKurus = sql<number>`${orders.creditKurus} - ${orders.giftKurus}`

/** Gives back what a paid order no longer costs; the caller has locked it and lowers its creditKurus by as much. Returns the part of gift cards. */
export async function giveSpentBack(ctx: Ctx, order: Spent, kurus: number): Promise<number> {
  const { userId, id: orderId } = order
  const giftKurus = giftPartOf(order, kurus)
  if (giftKurus > 0) await giveGiftsBack(ctx, orderId, giftKurus)
  if (kurus > giftKurus) await book(ctx, { userId, orderId, cause: 'returned', amountKurus: kurus - giftKurus })
  return giftKurus
}

type Spent = Pick<
  typeof orders.$inferSelect,
  'id' | 'userId' | 'creditKurus' | 'creditBackKurus' | 'giftKurus' | 'giftBackKurus'
>

/** The part for gift cards, in kuruş, of a sum that goes back to balances: the rest once all store credit of the order is back. */
export function giftPartOf(order: Omit<Spent, 'id' | 'userId'>, kurus: number): number {
  const { creditKurus, creditBackKurus, giftKurus, giftBackKurus } = order
  const ownLeftKurus = creditKurus - giftKurus - (creditBackKurus - giftBackKurus)
  return Math.min(giftKurus - giftBackKurus, kurus - Math.min(kurus, Math.max(0, ownLeftKurus)))
}

/** Spends the credit of such an order again, and its gift cards, as its money came late; false when they no longer have it, and the caller undoes all. */
export async function retakeCredit(ctx: Ctx, orderId: string): Promise<boolean> {
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId))
  if (!order?.creditReturnedAt) return true
  const { userId, giftKurus, creditKurus } = order
  if (giftKurus > 0 && !(await retakeGifts(ctx, orderId))) return false
  const kurus = creditKurus - giftKurus
  if (kurus > 0 && !(await spendCredit(ctx, { userId, orderId, kurus }))) return false
  await ctx.db.update(orders).set({ creditReturnedAt: null }).where(eq(orders.id, orderId))
  return true
}

/** Locks an account that is about to end, and its orders: credit given meanwhile is seen then, or refused after it. */
export async function lockBeforeEnd({ db }: Ctx, userId: string): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  await db.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId)).orderBy(orders.id).for('update')
}

/**
 * Whether store credit that a customer has spent may still come back to her: her payment or her order is not over, she sends pieces
 * back, or a bank has not answered yet.
 */
export async function mayCreditComeBack(ctx: Ctx, userId: string): Promise<boolean> {
  const { db } = ctx
  const isReturning = and(eq(orderItems.orderId, orders.id), gt(orderItems.returningQuantity, 0))
  const isUnderWay = or(
    isNull(orders.placedAt),
    notInArray(orders.status, ['DELIVERED', 'CANCELLED']),
    exists(db.select({ id: orderItems.id }).from(orderItems).where(isReturning)),
  )
  const isLeft = sql`${ownKurus} > ${orders.creditBackKurus} - ${orders.giftBackKurus}`
  // Credit is booked at once, unless it waits behind other money that a bank has not given back yet.
  const isBooked = db.select({ id: creditEntries.id }).from(creditEntries).where(eq(creditEntries.refundId, refunds.id))
  const isAsked = and(
    ...[eq(refunds.orderId, orders.id), eq(refunds.status, 'REQUESTED'), notExists(isBooked)],
    sql`${refunds.creditKurus} > ${refunds.giftKurus}`,
  )
  const mayCome = or(
    and(isNull(orders.creditReturnedAt), isLeft, isUnderWay),
    exists(db.select({ id: refunds.id }).from(refunds).where(isAsked)),
  )
  return (await db.$count(orders, and(eq(orders.userId, userId), mayCome))) > 0
}

type Refund = typeof refunds.$inferSelect
type CreditRefund = Pick<Refund, 'id' | 'attemptId' | 'orderId' | 'reason' | 'creditKurus' | 'giftKurus' | 'actorId'>

/** Books what goes back as credit and to gift cards, once; its order is locked. */
export async function giveRefundAsCredit(ctx: Ctx, refund: CreditRefund): Promise<void> {
  const { id: refundId, orderId, creditKurus, giftKurus, actorId } = refund
  if (giftKurus > 0) await giveToCards(ctx, refund)
  const amountKurus = creditKurus - giftKurus
  if (amountKurus === 0) return
  const given = await ctx.db.$count(creditEntries, eq(creditEntries.refundId, refundId))
  if (given > 0) return
  const [order] = await ctx.db.select({ userId: orders.userId }).from(orders).where(eq(orders.id, orderId))
  if (!order) throw new Error(`order ${orderId} is gone`)
  const note = await noteOf(ctx, refund)
  await book(ctx, { userId: order.userId, orderId, refundId, actorId, note, cause: 'refund', amountKurus })
}

/** To the cards of the order whose payment it goes over. */
async function giveToCards(
  ctx: Ctx,
  { id: refundId, attemptId, giftKurus: kurus, actorId }: CreditRefund,
): Promise<void> {
  const [paid] = await ctx.db
    .select({ orderId: paymentAttempts.orderId })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.id, attemptId))
  if (!paid) throw new Error(`the payment of refund ${refundId} is gone`)
  await refundGifts(ctx, { orderId: paid.orderId, refundId, actorId, kurus })
}

/** The customer reads the reason for a sum of the owner's choice; a note about returned goods stays in the shop. */
async function noteOf(ctx: Ctx, { id, reason }: Pick<Refund, 'id' | 'reason'>): Promise<string> {
  if (reason !== 'goodwill') return ''
  const [asked] = await ctx.db.select({ note: itemRefunds.note }).from(itemRefunds).where(eq(itemRefunds.refundId, id))
  return asked?.note ?? ''
}

/** Adds to the sums that an order gave back as credit and, out of that, to gift cards; negative: takes them back. */
export async function countCreditBack(ctx: Ctx, orderId: string, byKurus: number, byGiftKurus = 0): Promise<void> {
  if (byKurus === 0) return
  const { creditBackKurus, giftBackKurus } = orders
  await ctx.db
    .update(orders)
    .set({
      creditBackKurus: sql`${creditBackKurus} + ${byKurus}`,
      giftBackKurus: sql`${giftBackKurus} + ${byGiftKurus}`,
      updatedAt: ctx.clock(),
    })
    .where(eq(orders.id, orderId))
}
