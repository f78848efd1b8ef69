import { and, asc, eq, sql } from 'drizzle-orm'
import { recordChange } from '../audit/audit.ts'
import { announceCatalogChange } from '../catalog/changes.ts'
import { announceRestock } from '../catalog/restock.ts'
import { variants } from '../catalog/schema.ts'
import { type Ctx, inTransaction, newId, requireAdmin } from '../ctx.ts'
import { brokenConstraint, invalid, ShopError } from '../errors.ts'
import { formatKurus } from '../money.ts'
import { type Refund, requestRefund } from '../payments/refunds.ts'
import { paymentAttempts } from '../payments/schema.ts'
import { after, seconds } from '../time.ts'
import { type NewItemRefund, shownOrderId } from './contract.ts'
import { announceOrder } from './feed.ts'
import { getPaid, lockOrder, refuseWhileCancelling } from './locked.ts'
import { queueRefundMail } from './mails.ts'
import { refundShare } from './refund-share.ts'
import { itemRefunds, orderEvents, orderItems, orders, refundItems } from './schema.ts'

/**
 * Writes down that these units are to be paid back; finishRefund then asks the bank. Returns the refund's id, the same
 * for the same key. Each line's row keeps its units within what was bought, the payment's row the money within what was
 * paid, however many ask at once. What goes back is their share of the payment (refundShare).
 */
export async function requestItemRefund(
  ctx: Ctx,
  orderId: string,
  input: NewItemRefund,
  key?: string,
): Promise<string> {
  const adminId = await requireAdmin(ctx)
  try {
    return await inTransaction(ctx, async (ctx) => {
      const order = await lockOrder(ctx, orderId)
      const known = key && (await findRefund(ctx, orderId, key))
      if (known) return known
      if (order.status === 'CANCELLED') {
        throw new ShopError('CONFLICT', 'İptal edilmiş bir siparişin ödemesi zaten iade edildi.')
      }
      await refuseWhileCancelling(ctx, orderId)
      const goodsKurus = await takeUnits(ctx, orderId, input.items)
      const { allGoodsKurus, last } = await unitsLeft(ctx, orderId)
      if (last && (order.status === 'PENDING' || order.status === 'CONFIRMED')) {
        throw new ShopError('CONFLICT', 'Hazırlanmamış bir siparişin tamamını iade etmek için siparişi iptal edin.')
      }
      const paid = await getPaid(ctx, orderId)
      const refundId = await requestRefund(ctx, paid, {
        amountKurus: refundShare({
          ...{ goodsKurus, allGoodsKurus, last },
          ...{ paidKurus: paid.amountKurus, refundedKurus: paid.refundKurus },
        }),
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
    const known = key && brokenConstraint(error) === 'item_refunds_request_key' && (await findRefund(ctx, orderId, key))
    if (known) return known
    throw error
  }
}

async function findRefund(ctx: Ctx, orderId: string, key: string): Promise<string | undefined> {
  const [known] = await ctx.db
    .select({ id: itemRefunds.refundId })
    .from(itemRefunds)
    .where(and(eq(itemRefunds.orderId, orderId), eq(itemRefunds.requestKey, key)))
  return known?.id
}

/** Takes the units out of what can still be paid back; gives what they cost. */
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

/** What all units of the order cost, and whether each of them is paid back or being paid back. */
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

/** The bank has paid: history, stock if it comes back on sale, and the buyer's mail, in the caller's transaction. */
export async function settleItemRefund(ctx: Ctx, refund: Refund): Promise<void> {
  const { order, items } = await unitsOf(ctx, refund)
  const now = ctx.clock()
  const [paid] = await ctx.db
    .select({ all: sql<boolean>`${paymentAttempts.refundKurus} >= ${paymentAttempts.amountKurus}` })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.id, refund.attemptId))
  const [changed] = await ctx.db
    .update(orders)
    .set({ ...(paid?.all ? { paymentStatus: 'REFUNDED' as const } : {}), updatedAt: now })
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

/** The bank refused: the units can be paid back by another refund. */
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
    // The order of locks as when stock is held.
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
