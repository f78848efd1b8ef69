import { and, eq, gte, inArray, ne, or, sql } from 'drizzle-orm'
import { users } from '../accounts/schema.ts'
import type { Ctx } from '../ctx.ts'
import { guestRowOf, mailAddressOf } from '../fields/guest-address.ts'
import { queueOwedMail } from '../orders/mails.ts'
import { orders } from '../orders/schema.ts'
import { type Attempt, move, type Paid } from '../payments/attempt-rows.ts'
import { findRefund, requestRefund } from '../payments/refunds.ts'
import { type AttemptStatus, openStatuses, paymentAttempts } from '../payments/schema.ts'
import { takenKurus } from '../payments/taken.ts'
import { after, hours } from '../time.ts'

/** How old an order may be that still comes true by a late charge. */
const lateOrderAge = hours(24)

/**
 * Whether a given-up order may still come true: it is fresh, and the shopper has not bought since, nor is any other
 * payment of hers open. Otherwise she would pay for the same things twice.
 */
export async function mayBecomeOrder(ctx: Ctx, attempt: Attempt): Promise<boolean> {
  if (after(attempt.createdAt, lateOrderAge) < ctx.clock()) return false
  const { guest, email } = users
  const [buyer] = await ctx.db
    .select({ guest, email })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, attempt.orderId))
  if (!buyer) return false
  // With an account or without one: who proved the address is one shopper.
  const address = mailAddressOf(buyer)
  // Two late charges of one shopper take turns: the second sees what became of the first.
  const name = `butik.late-charge ${address}`
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
  const others = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(paymentAttempts, eq(paymentAttempts.orderId, orders.id))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(
      and(
        inArray(users.email, [address, guestRowOf(address)]),
        ne(orders.id, attempt.orderId),
        or(gte(orders.placedAt, attempt.createdAt), inArray(paymentAttempts.status, [...openStatuses])),
      ),
    )
    .limit(1)
  return others.length === 0
}

/**
 * Money that arrives after the order was given up goes back; a second word of the same success changes nothing.
 * Returns the refund's id; undefined when there is nothing to give back.
 */
export async function giveBackLateCharge(
  ctx: Ctx,
  attempt: Attempt,
  paid: Paid,
  from: readonly AttemptStatus[] = ['DECLINED', 'EXPIRED', 'PENDING'],
): Promise<string | undefined> {
  const moved = await move(ctx, attempt, from, 'REFUNDED', 'late charge', {
    ...paid,
    heldReason: null,
    recheckAt: null,
  })
  if (!moved) return undefined
  ctx.log.error({ attemptId: attempt.id }, 'charged after the order was given up: the money goes back')
  const refundId = await requestRefund(ctx, moved, { amountKurus: takenKurus(moved), reason: 'late-charge' })
  await askWhereTo(ctx, refundId, cameLate)
  return refundId
}

/** Why she gets money back that came when her order was over. */
export const cameLate = 'Ödemeniz siparişiniz sona erdikten sonra geldi.'

/** Asks the buyer for her account where the owner pays back by hand; a provider knows the card. */
export async function askWhereTo(ctx: Ctx, refundId: string | undefined, reason: string): Promise<void> {
  const refund = refundId ? await findRefund(ctx, refundId) : undefined
  if (refund?.byHand) await queueOwedMail(ctx, refund, reason)
}
