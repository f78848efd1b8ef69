import { and, eq, inArray, sql } from 'drizzle-orm'
import { recordChange } from '../../audit/audit.ts'
import type { Ctx } from '../../ctx.ts'
import { shownOrderId } from '../../order-id.ts'
import { returnItems, returns } from '../../returns/schema.ts'
import { orderItems } from '../schema.ts'
import { shelveReturn } from './shelf.ts'

/** Whether she has withdrawn from all that an unpaid order holds. */
export async function isWithdrawn(ctx: Ctx, orderId: string): Promise<boolean> {
  const items = await ctx.db.select().from(orderItems).where(eq(orderItems.orderId, orderId))
  return items.every(({ quantity, returningQuantity }) => returningQuantity >= quantity)
}

/**
 * An order ends without its money: what she withdrew from it is over, as nothing is to be paid back. Pieces that are here
 * already are put away as they were found; others go where those of the order go, or are put away when they come. Returns
 * how many units of which item were put away. The caller has locked the order.
 */
export async function endUnpaidReturns(
  ctx: Ctx,
  orderId: string,
  { actorId, restock }: { actorId?: string | undefined; restock: boolean },
): Promise<Map<string, number>> {
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
  const putAway = new Map<string, number>()
  for (const { id, code, status, receivedAt } of open) {
    const isHere = receivedAt !== null
    await ctx.db
      .update(returns)
      .set({ status: 'COMPLETED', completedAt: now, updatedAt: now, ...(restock && !isHere ? { shelvedAt: now } : {}) })
      .where(eq(returns.id, id))
    const units = await ctx.db.select().from(returnItems).where(eq(returnItems.returnId, id))
    for (const { orderItemId, quantity } of units) {
      await ctx.db
        .update(orderItems)
        .set({ returningQuantity: sql`${orderItems.returningQuantity} - ${quantity}` })
        .where(eq(orderItems.id, orderItemId))
      if (isHere) putAway.set(orderItemId, (putAway.get(orderItemId) ?? 0) + quantity)
    }
    if (isHere) await shelveReturn(ctx, id)
    await recordChange(ctx, {
      action: 'order.return',
      subject: { id: orderId, name: shownOrderId(orderId) },
      before: { code, returnStatus: status },
      after: { code, returnStatus: 'COMPLETED' },
      ...(actorId ? { actorId } : {}),
    })
  }
  return putAway
}
