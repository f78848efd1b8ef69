/**
 * A refund by item takes its units from the order's lines and its money from the payment by guarded UPDATEs, so concurrent
 * refunds never exceed either. `finishRefund` asks the bank outside the transaction, and recovery finishes a refund that was
 * cut short.
 */

import { and, asc, eq, sql } from 'drizzle-orm'
import { announceRestock } from '../catalog/restock.ts'
import { variants } from '../catalog/schema.ts'
import { announceCatalogChange } from '../catalog-changes.ts'
import { type Ctx, requireRight } from '../ctx.ts'
import { invalid, ShopError } from '../errors.ts'
import type { Refund } from '../payments/refunds.ts'
import type { NewItemRefund } from './contract.ts'
import { agreedWords, noteGivenBack } from './giving-back/given.ts'
import { givenFacts, givenWords, leftOf, requestOrderRefund } from './giving-back/left.ts'
import { requestOnce } from './giving-back/requests.ts'
import { getPaid } from './locked.ts'
import { queueRefundMail } from './mails.ts'
import { refundShare } from './refund-share.ts'
import { itemRefunds, orderItems, refundItems } from './schema.ts'

/**
 * Writes a refund of these units; finishRefund then asks the bank. Returns the refund's id, the same for the same key. The
 * amount is the units' share of the payment (refundShare).
 */
export async function requestItemRefund(
  ctx: Ctx,
  orderId: string,
  input: NewItemRefund,
  key?: string,
): Promise<string> {
  const adminId = requireRight(ctx, 'orders')
  const { asCredit = false } = input
  return requestOnce(ctx, orderId, { ...input, asCredit, freeKurus: null }, key, async (ctx, order) => {
    const goodsKurus = await takeUnits(ctx, orderId, input.items)
    const { allGoodsKurus, last } = await unitsLeft(ctx, orderId)
    if (last && (order.status === 'PENDING' || order.status === 'CONFIRMED')) {
      throw new ShopError('CONFLICT', 'Hazırlanmamış bir siparişin tamamını iade etmek için siparişi iptal edin.')
    }
    const paid = await getPaid(ctx, orderId)
    // The last units get the rest of everything that was taken, delivery included.
    const paidKurus = paid.amountKurus + order.creditKurus - order.deliveryKurus - order.methodFeeKurus
    const leftKurus = leftOf(order, paid)
    return requestOrderRefund(ctx, order, paid, {
      amountKurus: refundShare({ goodsKurus, allGoodsKurus, last, paidKurus, leftKurus }),
      asCredit,
      reason: 'items',
      actorId: adminId,
    })
  })
}

/** Marks the units as refunded; returns their price. */
async function takeUnits(ctx: Ctx, orderId: string, items: NewItemRefund['items']): Promise<number> {
  let sum = 0
  for (const [index, { itemId, quantity }] of items.entries()) {
    const [taken] = await ctx.db
      .update(orderItems)
      .set({ refundedQuantity: sql`${orderItems.refundedQuantity} + ${quantity}` })
      .where(
        and(
          eq(orderItems.id, itemId),
          eq(orderItems.orderId, orderId),
          sql`${orderItems.refundedQuantity} + ${quantity} <= ${orderItems.quantity}`,
        ),
      )
      .returning({ unitPriceKurus: orderItems.unitPriceKurus })
    if (taken) sum += taken.unitPriceKurus * quantity
    else throw await tooMany(ctx, orderId, index, itemId)
  }
  return sum
}

/** Returns the price of all units of the order, and whether every one is refunded or being refunded. */
async function unitsLeft(ctx: Ctx, orderId: string): Promise<{ allGoodsKurus: number; last: boolean }> {
  const [units] = await ctx.db
    .select({
      allGoodsKurus: sql<number>`sum(${orderItems.unitPriceKurus} * ${orderItems.quantity})::int`,
      last: sql<boolean>`bool_and(${orderItems.refundedQuantity} = ${orderItems.quantity})`,
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
  if (!units) throw new Error(`order ${orderId} has no items`)
  return units
}

async function tooMany(ctx: Ctx, orderId: string, index: number, itemId: string): Promise<ShopError> {
  const [item] = await ctx.db
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.id, itemId), eq(orderItems.orderId, orderId)))
  if (!item) return invalid({ [`items.${index}.itemId`]: ['Bu siparişte böyle bir ürün yok'] })
  const left = item.quantity - item.refundedQuantity
  const message =
    left > 0
      ? `${item.productName} ürününden en çok ${left} adet iade edilebilir.`
      : `${item.productName} ürününün tamamı zaten iade edildi.`
  return new ShopError('CONFLICT', message)
}

/** After the bank has paid: writes history, stock if it returns on sale, and the buyer's mail, in the caller's transaction. */
export async function settleItemRefund(ctx: Ctx, refund: Refund): Promise<void> {
  const { order, items } = await unitsOf(ctx, refund)
  const units = items.map(({ item, quantity }) => `${quantity} × ${item.productName} (${item.color}, ${item.size})`)
  await noteGivenBack(ctx, refund, `${givenWords(refund)}${agreedWords(order)}: ${units.join(', ')}`, {
    ...givenFacts(refund),
    ...(order.asCredit ? { agreed: true } : {}),
    items: units,
    restock: order.restock,
    reason: order.note,
  })
  if (order.restock) await restock(ctx, items)
  const quantities = new Map(items.map(({ item, quantity }) => [item.id, quantity]))
  await queueRefundMail(ctx, refund, quantities)
}

/** After the bank refused: the units can be refunded again. */
export async function releaseItemRefund(ctx: Ctx, refund: Refund): Promise<void> {
  const { items } = await unitsOf(ctx, refund)
  for (const { item, quantity } of items) {
    await ctx.db
      .update(orderItems)
      .set({ refundedQuantity: sql`${orderItems.refundedQuantity} - ${quantity}` })
      .where(eq(orderItems.id, item.id))
  }
}

async function unitsOf(ctx: Ctx, refund: Refund) {
  const [order] = await ctx.db.select().from(itemRefunds).where(eq(itemRefunds.refundId, refund.id))
  if (!order) throw new Error(`refund ${refund.id} names no items`)
  const items = await ctx.db
    .select({ item: orderItems, quantity: refundItems.quantity })
    .from(refundItems)
    .innerJoin(orderItems, eq(orderItems.id, refundItems.orderItemId))
    .where(eq(refundItems.refundId, refund.id))
    // Locked in the same order as when stock is held.
    .orderBy(asc(orderItems.variantId))
  return { order, items }
}

async function restock(ctx: Ctx, items: { item: typeof orderItems.$inferSelect; quantity: number }[]): Promise<void> {
  for (const { item, quantity } of items) {
    if (!item.variantId) continue
    await ctx.db
      .update(variants)
      .set({ stock: sql`${variants.stock} + ${quantity}` })
      .where(eq(variants.id, item.variantId))
    await announceRestock(ctx, item.variantId, quantity)
  }
  await announceCatalogChange(ctx, { productIds: items.flatMap(({ item }) => item.productId ?? []) })
}
