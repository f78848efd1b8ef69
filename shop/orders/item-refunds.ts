/**
 * A refund by item takes its units from the order's lines and its money from the payment by guarded UPDATEs, so concurrent
 * refunds never exceed either. `finishRefund` asks the bank outside the transaction, and recovery finishes a refund that was
 * cut short.
 */

import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { recordChange } from '../audit/audit.ts'
import { announceRestock } from '../catalog/restock.ts'
import { variants } from '../catalog/schema.ts'
import { announceCatalogChange } from '../catalog-changes.ts'
import { type Ctx, inTransaction, newId, requireRight } from '../ctx.ts'
import { brokenConstraint, invalid, ShopError } from '../errors.ts'
import { formatKurus } from '../money.ts'
import { shownOrderId } from '../order-id.ts'
import { findAttempt } from '../payments/attempt-rows.ts'
import { type Refund, requestRefund, sumGivenBack } from '../payments/refunds.ts'
import { takenKurus } from '../payments/taken.ts'
import { after, seconds } from '../time.ts'
import type { NewItemRefund } from './contract.ts'
import { announceOrder } from './feed.ts'
import { getPaid, lockOrder, refuseWhileCancelling, refuseWhileRefunding } from './locked.ts'
import { queueRefundMail } from './mails.ts'
import { refundShare } from './refund-share.ts'
import { itemRefunds, orderEvents, orderItems, orders, refundItems } from './schema.ts'

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
  try {
    return await inTransaction(ctx, async (ctx) => {
      const order = await lockOrder(ctx, orderId)
      const known = key && (await findSameRefund(ctx, orderId, key, input))
      if (known) return known
      if (order.status === 'CANCELLED') {
        throw new ShopError('CONFLICT', 'İptal edilmiş bir siparişin ödemesi zaten iade edildi.')
      }
      await refuseWhileCancelling(ctx, orderId)
      await refuseWhileRefunding(ctx, orderId, 'beyond the order')
      const goodsKurus = await takeUnits(ctx, orderId, input.items)
      const { allGoodsKurus, last } = await unitsLeft(ctx, orderId)
      if (last && (order.status === 'PENDING' || order.status === 'CONFIRMED')) {
        throw new ShopError('CONFLICT', 'Hazırlanmamış bir siparişin tamamını iade etmek için siparişi iptal edin.')
      }
      const paid = await getPaid(ctx, orderId)
      // The last units refund the rest of everything that was taken, delivery included.
      const { deliveryKurus, methodFeeKurus } = order
      const paidKurus = last ? takenKurus(paid) : paid.amountKurus - deliveryKurus - methodFeeKurus
      const share = refundShare({ goodsKurus, allGoodsKurus, last, paidKurus, refundedKurus: paid.refundKurus })
      const refundId = await requestRefund(ctx, paid, {
        amountKurus: Math.min(share, takenKurus(paid) - paid.refundKurus),
        reason: 'items',
        actorId: adminId,
        leaseUntil: after(ctx.clock(), seconds(15)),
      })
      if (!refundId) throw new ShopError('CONFLICT', 'Bu tutar, siparişin iade edilebilecek tutarını aşıyor.')
      const { restock, reason: note } = input
      await ctx.db.insert(itemRefunds).values({ refundId, orderId, restock, note, requestKey: key ?? null })
      await ctx.db
        .insert(refundItems)
        .values(input.items.map(({ itemId, quantity }) => ({ refundId, orderItemId: itemId, quantity })))
      return refundId
    })
  } catch (error) {
    const isTaken = key && brokenConstraint(error) === 'item_refunds_request_key'
    const known = isTaken && (await findSameRefund(ctx, orderId, key, input))
    if (known) return known
    throw error
  }
}

/** Returns the earlier refund of this key; IDEMPOTENCY_CONFLICT when its items differ. */
async function findSameRefund(
  ctx: Ctx,
  orderId: string,
  key: string,
  input: NewItemRefund,
): Promise<string | undefined> {
  const [known] = await ctx.db
    .select()
    .from(itemRefunds)
    .where(and(eq(itemRefunds.orderId, orderId), eq(itemRefunds.requestKey, key)))
  if (!known) return undefined
  const units = await ctx.db.select().from(refundItems).where(eq(refundItems.refundId, known.refundId))
  const asked = input.items.map(({ itemId, quantity }) => `${itemId} ${quantity}`).sort()
  const before = units.map(({ orderItemId, quantity }) => `${orderItemId} ${quantity}`).sort()
  if (known.restock === input.restock && known.note === input.reason && isDeepStrictEqual(asked, before))
    return known.refundId
  throw new ShopError('IDEMPOTENCY_CONFLICT', 'Bu istek daha önce başka bir iade için kullanıldı; sayfayı yenileyin.')
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
  const now = ctx.clock()
  const [changed] = await ctx.db
    .update(orders)
    .set({ ...((await isAllBack(ctx, refund)) ? { paymentStatus: 'REFUNDED' as const } : {}), updatedAt: now })
    .where(eq(orders.id, refund.orderId))
    .returning({ totalKurus: orders.totalKurus })
  const units = items.map(({ item, quantity }) => `${quantity} × ${item.productName} (${item.color}, ${item.size})`)
  await ctx.db.insert(orderEvents).values({
    id: newId(),
    orderId: refund.orderId,
    type: 'refund',
    note: `${formatKurus(refund.amountKurus)} iade edildi: ${units.join(', ')}`,
    actorId: refund.actorId,
    createdAt: now,
  })
  if (order.restock) await restock(ctx, items)
  const quantities = new Map(items.map(({ item, quantity }) => [item.id, quantity]))
  await queueRefundMail(ctx, refund.orderId, { amountKurus: refund.amountKurus, quantities })
  await recordChange(ctx, {
    action: 'order.refund',
    subject: { id: refund.orderId, name: shownOrderId(refund.orderId) },
    after: { refundedKurus: refund.amountKurus, items: units, restock: order.restock, reason: order.note },
    ...(refund.actorId ? { actorId: refund.actorId } : {}),
  })
  await announceOrder(ctx, { kind: 'changed', orderId: refund.orderId, totalKurus: changed?.totalKurus ?? 0 })
}

/** Counts only finished refunds: a requested one may still be refused. */
async function isAllBack(ctx: Ctx, { attemptId }: Refund): Promise<boolean> {
  const attempt = await findAttempt(ctx, attemptId)
  return attempt !== undefined && (await sumGivenBack(ctx, attemptId)).orderKurus >= takenKurus(attempt)
}

/** Takes back the status REFUNDED of an order when a refund failed and money is still with the shop. */
export async function clearRefundedStatus(ctx: Ctx, refund: Refund): Promise<void> {
  if (await isAllBack(ctx, refund)) return
  await ctx.db
    .update(orders)
    .set({ paymentStatus: 'SUCCESS', updatedAt: ctx.clock() })
    .where(and(eq(orders.id, refund.orderId), eq(orders.paymentStatus, 'REFUNDED'), ne(orders.status, 'CANCELLED')))
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
