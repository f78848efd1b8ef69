import { and, eq, inArray, sql } from 'drizzle-orm'
import { recordChange } from '../../audit/audit.ts'
import type { Ctx } from '../../ctx.ts'
import { shownOrderId } from '../../order-id.ts'
import { returnItems, returns } from '../../returns/schema.ts'
import { orderItems } from '../schema.ts'

/** Whether she has withdrawn from all that an unpaid order holds. */
export async function isWithdrawn(ctx: Ctx, orderId: string): Promise<boolean> {
  const items = await ctx.db.select().from(orderItems).where(eq(orderItems.orderId, orderId))
  return items.every(({ quantity, returningQuantity }) => returningQuantity >= quantity)
}

/**
 * An order ended without its money: what she withdrew from it is over, as nothing is to be paid back and its pieces go where
 * those of the order go. The caller has locked the order.
 */
export async function endUnpaidReturns(ctx: Ctx, orderId: string, actorId: string | undefined): Promise<void> {
  const now = ctx.clock()
  const open = await ctx.db
    .select()
    .from(returns)
    .where(
      and(
        eq(returns.orderId, orderId),
        eq(returns.kind, 'RETURN'),
        inArray(returns.status, ['REQUESTED', 'APPROVED', 'ON_ITS_WAY', 'RECEIVED']),
      ),
    )
    .for('update')
  for (const { id, code, status } of open) {
    await ctx.db
      .update(returns)
      .set({ status: 'COMPLETED', completedAt: now, shelvedAt: now, updatedAt: now })
      .where(eq(returns.id, id))
    const units = await ctx.db
      .update(returnItems)
      .set({ condition: null })
      .where(eq(returnItems.returnId, id))
      .returning()
    for (const { orderItemId, quantity } of units) {
      await ctx.db
        .update(orderItems)
        .set({ returningQuantity: sql`${orderItems.returningQuantity} - ${quantity}` })
        .where(eq(orderItems.id, orderItemId))
    }
    await recordChange(ctx, {
      action: 'order.return',
      subject: { id: orderId, name: shownOrderId(orderId) },
      before: { code, returnStatus: status },
      after: { code, returnStatus: 'COMPLETED' },
      ...(actorId ? { actorId } : {}),
    })
  }
}
