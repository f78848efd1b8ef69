import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { because } from '../../catalog/stock/cause.ts'
import type { Ctx } from '../../ctx.ts'
import { faultyStock, returnItems, returns } from '../../returns/schema.ts'
import { restockUnits } from '../item-refunds.ts'
import { orderItems } from '../schema.ts'

/**
 * Puts the pieces of a return where they belong: as new back on the shelf, all others with the faulty ones. Once, however
 * often it is called.
 */
export async function shelveReturn(ctx: Ctx, returnId: string): Promise<void> {
  const [mine] = await ctx.db
    .update(returns)
    .set({ shelvedAt: ctx.clock() })
    .where(and(eq(returns.id, returnId), isNull(returns.shelvedAt)))
    .returning({ orderId: returns.orderId })
  if (!mine) return
  const units = await ctx.db
    .select({ item: orderItems, quantity: returnItems.quantity, condition: returnItems.condition })
    .from(returnItems)
    .innerJoin(orderItems, eq(orderItems.id, returnItems.orderItemId))
    .where(eq(returnItems.returnId, returnId))
    // In the order in which stock is held, so that two never deadlock.
    .orderBy(asc(orderItems.variantId))
  const asNew = units.filter(({ condition }) => condition === 'AS_NEW')
  if (asNew.length > 0) await restockUnits(ctx, asNew, because(ctx, { cause: 'return', orderId: mine.orderId }))
  for (const { item, quantity, condition } of units) {
    if (condition === 'AS_NEW' || !item.variantId) continue
    await ctx.db
      .insert(faultyStock)
      .values({ variantId: item.variantId, units: quantity })
      .onConflictDoUpdate({ target: faultyStock.variantId, set: { units: sql`${faultyStock.units} + ${quantity}` } })
  }
}
