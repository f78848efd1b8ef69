import { and, eq, gt, inArray, isNotNull, ne, or } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { orders } from '../orders/schema.ts'
import { after, hours } from '../time.ts'
import { type Attempt, move } from './attempts.ts'
import { requestRefund } from './refunds.ts'
import { openStatuses, paymentAttempts } from './schema.ts'

/** How old an order may be that still comes true by a late charge. */
const lateOrderAge = hours(24)

/**
 * Whether a given-up order may still come true: it is fresh, and the shopper has not bought, or is not buying, again
 * since. Otherwise she would pay for the same things twice.
 */
export async function mayBecomeOrder(ctx: Ctx, attempt: Attempt): Promise<boolean> {
  if (after(attempt.createdAt, lateOrderAge) < ctx.clock()) return false
  const [order] = await ctx.db.select({ userId: orders.userId }).from(orders).where(eq(orders.id, attempt.orderId))
  if (!order) return false
  const newer = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(paymentAttempts, eq(paymentAttempts.orderId, orders.id))
    .where(
      and(
        eq(orders.userId, order.userId),
        ne(orders.id, attempt.orderId),
        gt(orders.createdAt, attempt.createdAt),
        or(isNotNull(orders.paidAt), inArray(paymentAttempts.status, [...openStatuses])),
      ),
    )
    .limit(1)
  return newer.length === 0
}

/** Money that arrives after the order was given up goes back; a second word of the same success changes nothing. */
export async function giveBackLateCharge(ctx: Ctx, attempt: Attempt, paymentId: string): Promise<void> {
  const moved = await move(ctx, attempt, ['DECLINED', 'EXPIRED', 'PENDING'], 'REFUNDED', 'late charge', {
    providerPaymentId: paymentId,
    recheckAt: null,
  })
  if (!moved) return
  await requestRefund(ctx, moved, { amountKurus: moved.amountKurus, reason: 'late-charge' })
  ctx.log.error({ attemptId: attempt.id }, 'charged after the order was given up: the money goes back')
}
