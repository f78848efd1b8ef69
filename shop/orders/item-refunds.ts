/**
 * A refund by item takes its units from the order's lines and its money from the payment by guarded UPDATEs, so concurrent
 * refunds never exceed either. `finishRefund` asks the bank outside the transaction, and recovery finishes a refund that was
 * cut short.
 */

import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { variants } from '../catalog/schema.ts'
import { because } from '../catalog/stock/cause.ts'
import { announceCatalogChange } from '../catalog-changes.ts'
import { type Ctx, requireRight } from '../ctx.ts'
import { invalid, ShopError } from '../errors.ts'
import type { BeyondPrice } from '../mail/order-mails.ts'
import type { Attempt } from '../payments/attempt-rows.ts'
import type { Refund } from '../payments/refunds.ts'
import { returns } from '../returns/schema.ts'
import type { NewItemRefund } from './contract.ts'
import { agreedWords, noteGivenBack } from './giving-back/given.ts'
import { leftOf } from './giving-back/left.ts'
import {
  givenFacts,
  givenWords,
  giveOriginsDeliveryBack,
  requestOrderRefund,
  sumOf,
} from './giving-back/order-refunds.ts'
import { type AskedRefund, requestOnce, sumWritten, writeDown } from './giving-back/requests.ts'
import { getPaid } from './locked.ts'
import { queueRefundMail } from './mails.ts'
import type { OrderRow } from './orders.ts'
import { beyondPrice, refundShare } from './refund-share.ts'
import { itemRefunds, orderItems, orders, refundItems } from './schema.ts'

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
  const actorId = requireRight(ctx, 'orders')
  const once = { key, refundsSeen: input.refundsSeen }
  return requestOnce(ctx, orderId, askedOf(input), once, (ctx, order) => takeItems(ctx, order, input, { actorId }))
}

/** Writes a refund of units of an order that the caller has locked; undefined when nothing of it is left. */
export async function writeItemRefund(
  ctx: Ctx,
  order: OrderRow,
  input: NewItemRefund,
  taking: Taking,
): Promise<Refund | undefined> {
  return writeDown(ctx, order, askedOf(input), undefined, () => takeItems(ctx, order, input, taking))
}

function askedOf({ asCredit = false, refundsSeen: _, ...input }: NewItemRefund): AskedRefund {
  return { ...input, asCredit, freeKurus: null }
}

type Taking = {
  actorId: string | undefined
  /** They are units of an open return, which this refund pays back. */
  returned?: true
  /** They are exchanged: what of their worth pays the new ones, and what is more. */
  exchanged?: { movedKurus: number; backKurus: number }
}

/** Takes the units from the lines and what they come to from what was paid. */
async function takeItems(
  ctx: Ctx,
  order: OrderRow,
  { items, asCredit = false }: NewItemRefund,
  { actorId, returned, exchanged }: Taking,
): Promise<Refund | undefined> {
  const goodsKurus = await takeUnits(ctx, order.id, items, returned)
  const { allGoodsKurus, last } = await unitsLeft(ctx, order.id)
  if (last && !returned && (order.status === 'PENDING' || order.status === 'CONFIRMED')) {
    throw new ShopError('CONFLICT', 'Hazırlanmamış bir siparişin tamamını iade etmek için siparişi iptal edin.')
  }
  const paid = await getPaid(ctx, order.id)
  if (exchanged) {
    const { backKurus, movedKurus } = exchanged
    const amountKurus = movedKurus + Math.min(backKurus, leftOf(order, paid))
    if (amountKurus <= 0) return undefined
    return requestOrderRefund(ctx, order, paid, { amountKurus, movedKurus, reason: 'items', actorId })
  }
  const amountKurus = amountFor(order, paid, { goodsKurus, allGoodsKurus, last })
  if (amountKurus <= 0) {
    if (last) await giveOriginsDeliveryBack(ctx, order, { asCredit, actorId })
    return undefined
  }
  return requestOrderRefund(ctx, order, paid, { amountKurus, asCredit, reason: 'items', actorId })
}

type Goods = { goodsKurus: number; allGoodsKurus: number; last: boolean }

/** The refund for these goods in kuruş, money and store credit: at most what is left; the last units get all of it, delivery included. */
export function amountFor(order: OrderRow, paid: Attempt, goods: Goods): number {
  // Delivery goes back with the last goods, also those that came in exchange.
  const last = goods.last && order.movedKurus === 0
  return refundShare({ ...goods, last, paidKurus: paidForGoods(order, paid), leftKurus: leftOf(order, paid) })
}

/** The parts of the difference between the price of these goods and their refund. */
export function beyondFor(order: OrderRow, paid: Attempt, goods: Goods, amountKurus: number): BeyondPrice {
  const { deliveryKurus, methodFeeKurus } = order
  const last = goods.last && order.movedKurus === 0
  return beyondPrice(
    { ...goods, last, paidKurus: paidForGoods(order, paid), deliveryKurus, methodFeeKurus },
    amountKurus,
  )
}

/** The kuruş paid for the goods of an order, with the fee for installments: in money, credit and older pieces. */
export function paidForGoods(order: OrderRow, paid: Attempt): number {
  const { creditKurus, exchangeKurus, deliveryKurus, methodFeeKurus } = order
  return paid.amountKurus + creditKurus + exchangeKurus - deliveryKurus - methodFeeKurus
}

/** Marks the units as refunded; returns their price. Units of an open return are taken for that return alone. */
async function takeUnits(ctx: Ctx, orderId: string, items: NewItemRefund['items'], returned?: true): Promise<number> {
  let sum = 0
  for (const [index, { itemId, quantity }] of items.entries()) {
    const { refundedQuantity, returningQuantity } = orderItems
    const [taken] = await ctx.db
      .update(orderItems)
      .set({
        refundedQuantity: sql`${refundedQuantity} + ${quantity}`,
        ...(returned ? { returningQuantity: sql`${returningQuantity} - ${quantity}` } : {}),
      })
      .where(
        and(
          eq(orderItems.id, itemId),
          eq(orderItems.orderId, orderId),
          returned
            ? sql`${returningQuantity} >= ${quantity}`
            : sql`${refundedQuantity} + ${returningQuantity} + ${quantity} <= ${orderItems.quantity}`,
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
  const left = item.quantity - item.refundedQuantity - item.returningQuantity
  const message =
    left <= 0 && item.returningQuantity > 0
      ? `${item.productName} için açık bir iade var; önce onu İadeler bölümünde sonuçlandırın.`
      : left > 0
        ? `${item.productName} ürününden en çok ${left} adet iade edilebilir.`
        : `${item.productName} ürününün tamamı zaten iade edildi.`
  return new ShopError('CONFLICT', message)
}

/** After the bank has paid: writes history, stock if it returns on sale, and the buyer's mail, in the caller's transaction. */
export async function settleItemRefund(ctx: Ctx, refund: Refund): Promise<void> {
  const { order, items } = await unitsOf(ctx, refund)
  const units = items.map(({ item, quantity }) => `${quantity} × ${item.productName} (${item.color}, ${item.size})`)
  const words = refund.movedKurus > 0 ? exchangedWords(refund) : givenWords(refund)
  await noteGivenBack(ctx, refund, `${words}${agreedWords(order)}: ${units.join(', ')}`, {
    ...givenFacts(refund),
    ...(order.asCredit ? { agreed: true } : {}),
    items: units,
    restock: order.restock,
    reason: order.note,
  })
  if (order.restock) await restockUnits(ctx, items, because(ctx, { cause: 'refund', orderId: refund.orderId }))
  await completeReturn(ctx, refund)
  // An exchange that gives nothing back needs no mail.
  if (sumOf(refund) === 0) return
  const quantities = new Map(items.map(({ item, quantity }) => [item.id, quantity]))
  await queueRefundMail(ctx, refund, quantities, await beyondPriceOf(ctx, refund, items))
}

/** Why the refund is another sum than the price of its units; undefined where pieces were exchanged. */
async function beyondPriceOf(ctx: Ctx, refund: Refund, items: Awaited<ReturnType<typeof unitsOf>>['items']) {
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, refund.orderId))
  if (!order || refund.movedKurus > 0) return undefined
  const goodsKurus = items.reduce((sum, { item, quantity }) => sum + item.unitPriceKurus * quantity, 0)
  const goods = { goodsKurus, ...(await unitsLeft(ctx, order.id)) }
  const allKurus = await sumWritten(ctx, refund.id)
  const besideKurus = allKurus - sumOf(refund)
  return { ...beyondFor(order, await getPaid(ctx, order.id), goods, allKurus), besideKurus }
}

function exchangedWords(refund: Refund): string {
  return sumOf(refund) > 0 ? `Değişim, fark olarak ${givenWords(refund)}` : 'Değişim'
}

/** The return that the refund pays back, if there is one, is over; the order that came in exchange is paid by its pieces. */
async function completeReturn(ctx: Ctx, { id }: Refund): Promise<void> {
  const now = ctx.clock()
  const [over] = await ctx.db
    .update(returns)
    .set({ status: 'COMPLETED', completedAt: now, updatedAt: now })
    .where(eq(returns.refundId, id))
    .returning({ replacementId: returns.replacementId })
  if (over?.replacementId) await markExchanged(ctx, over.replacementId)
}

/** The old pieces were taken back, whatever they count: their order is one like any other from now on. */
export async function markExchanged(ctx: Ctx, replacementId: string): Promise<void> {
  await ctx.db.update(orders).set({ exchangedAt: ctx.clock() }).where(eq(orders.id, replacementId))
}

/** After the bank refused: the units can be refunded again; those of a return are back in it. */
export async function releaseItemRefund(ctx: Ctx, refund: Refund): Promise<void> {
  const { items } = await unitsOf(ctx, refund)
  const reopened = await ctx.db
    .update(returns)
    .set({ refundId: null, updatedAt: ctx.clock() })
    .where(eq(returns.refundId, refund.id))
    .returning({ id: returns.id })
  for (const { item, quantity } of items) {
    await ctx.db
      .update(orderItems)
      .set({
        refundedQuantity: sql`${orderItems.refundedQuantity} - ${quantity}`,
        ...(reopened.length > 0 ? { returningQuantity: sql`${orderItems.returningQuantity} + ${quantity}` } : {}),
      })
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

/** Puts units on sale again. The caller has them in the order in which stock is held: by variant. */
export async function restockUnits(
  ctx: Ctx,
  items: { item: Pick<typeof orderItems.$inferSelect, 'variantId' | 'productId'>; quantity: number }[],
  reason: SQL,
): Promise<void> {
  for (const { item, quantity } of items) {
    if (!item.variantId) continue
    await ctx.db
      .update(variants)
      .set({ stock: sql`${variants.stock} + ${quantity}` })
      .where(and(eq(variants.id, item.variantId), reason))
  }
  await announceCatalogChange(ctx, { productIds: items.flatMap(({ item }) => item.productId ?? []) })
}
