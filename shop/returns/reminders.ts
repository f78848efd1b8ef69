import { and, eq, exists, isNull, lt } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../ctx.ts'
import { orders } from '../orders/schema.ts'
import { after, days } from '../time.ts'
import { lockReturn } from './locked.ts'
import { queueReturnMail } from './mails.ts'
import { returns } from './schema.ts'

/** Days without a parcel after which she is reminded, once. */
const reminderDays = 6

/**
 * Reminds shoppers whose return was approved, whose order has reached them, and who did not say that they sent the parcel; whether
 * to give it up is the shop's decision.
 */
export async function remindOfReturns(ctx: Ctx): Promise<void> {
  const since = after(ctx.clock(), -days(reminderDays))
  const hasIt = ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, returns.orderId), eq(orders.status, 'DELIVERED'), lt(orders.deliveredAt, since)))
  const due = and(
    eq(returns.status, 'APPROVED'),
    isNull(returns.remindedAt),
    isNull(returns.refundId),
    lt(returns.approvedAt, since),
    exists(hasIt),
  )
  const waiting = await ctx.db.select({ id: returns.id }).from(returns).where(due).limit(100)
  for (const { id } of waiting) {
    await inTransaction(ctx, async (ctx) => {
      await lockReturn(ctx, id)
      const [mine] = await ctx.db
        .update(returns)
        .set({ remindedAt: ctx.clock() })
        .where(and(eq(returns.id, id), due))
        .returning({ id: returns.id })
      if (mine) await queueReturnMail(ctx, id, 'REMINDER')
    })
  }
}
