import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { retakeUses } from '../campaigns/uses.ts'
import { variants } from '../catalog/schema.ts'
import { because } from '../catalog/stock/cause.ts'
import { announceCatalogChange } from '../catalog-changes.ts'
import { retakeCredit } from '../credit/of-orders.ts'
import { type Ctx, inTransaction } from '../ctx.ts'
import { drawKept, keepAgain, takeKeptAgain } from '../restock/kept.ts'
import { orderItems, orders } from './schema.ts'

/** Returns the units of an order to stock, once however often it is called; but for those of an item that were `putAway` before. */
export async function returnStock(ctx: Ctx, orderId: string, putAway?: Map<string, number>): Promise<void> {
  const [order] = await ctx.db
    .update(orders)
    .set({ stockReturnedAt: ctx.clock() })
    .where(and(eq(orders.id, orderId), isNull(orders.stockReturnedAt)))
    .returning({ placedAt: orders.placedAt })
  if (!order) return
  const reason = because(ctx, { cause: order.placedAt ? 'cancelled' : 'released', orderId })
  const kept = order.placedAt ? undefined : await keepAgain(ctx, orderId)
  const items = await itemsOf(ctx, orderId)
  for (const item of items) {
    const { variantId } = item
    if (!variantId) continue
    const quantity =
      item.quantity - (putAway?.get(item.id) ?? 0) - (kept ? drawKept(kept, variantId, item.quantity) : 0)
    if (quantity === 0) continue
    await ctx.db
      .update(variants)
      .set({ stock: sql`${variants.stock} + ${quantity}` })
      .where(and(eq(variants.id, variantId), reason))
  }
  await announceCatalogChange(ctx, { productIds: items.flatMap((item) => item.productId ?? []) })
}

export async function holdsStock(ctx: Ctx, orderId: string): Promise<boolean> {
  const [order] = await ctx.db.select({ returnedAt: orders.stockReturnedAt }).from(orders).where(eq(orders.id, orderId))
  return order?.returnedAt === null
}

class Gone extends Error {}

/**
 * Takes again all that a given-up order held: store credit, gift cards, uses of campaigns and units. Takes nothing and returns false when
 * any is missing.
 */
export async function retakeHeld(ctx: Ctx, orderId: string): Promise<boolean> {
  try {
    await inTransaction(ctx, async (ctx) => {
      const [order] = await ctx.db
        .update(orders)
        .set({ stockReturnedAt: null })
        // Not an exchange: the money that was to pay for it may have gone elsewhere.
        .where(and(eq(orders.id, orderId), isNotNull(orders.stockReturnedAt), isNull(orders.exchangeOf)))
        .returning({ id: orders.id })
      if (!order) throw new Gone()
      if (!(await retakeCredit(ctx, orderId))) throw new Gone()
      if (!(await retakeUses(ctx, orderId))) throw new Gone()
      const reason = because(ctx, { cause: 'order', orderId })
      const kept = await takeKeptAgain(ctx, orderId)
      const items = await itemsOf(ctx, orderId)
      for (const item of items) {
        const { variantId } = item
        if (!variantId) throw new Gone()
        const quantity = item.quantity - drawKept(kept, variantId, item.quantity)
        if (quantity === 0) continue
        const taken = await ctx.db
          .update(variants)
          .set({ stock: sql`${variants.stock} - ${quantity}` })
          .where(
            and(eq(variants.id, variantId), isNull(variants.retiredAt), sql`${variants.stock} >= ${quantity}`, reason),
          )
          .returning({ id: variants.id })
        if (taken.length === 0) throw new Gone()
      }
      await announceCatalogChange(ctx, { productIds: items.flatMap((item) => item.productId ?? []) })
    })
    return true
  } catch (error) {
    if (error instanceof Gone) return false
    throw error
  }
}

/** Always in the order in which stock is held, so that two orders never deadlock. */
function itemsOf(ctx: Ctx, orderId: string) {
  return ctx.db
    .select({
      id: orderItems.id,
      variantId: orderItems.variantId,
      productId: orderItems.productId,
      // For units refunded by item, their refund decided about the stock.
      quantity: sql<number>`${orderItems.quantity} - ${orderItems.refundedQuantity}`,
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(orderItems.variantId)
}
