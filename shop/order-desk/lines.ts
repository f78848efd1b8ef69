/** Lines of an order that are dropped, lowered or swapped, and the units that move with them. */

import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { variants } from '../catalog/schema.ts'
import { because } from '../catalog/stock/cause.ts'
import { announceCatalogChange } from '../catalog-changes.ts'
import { priceInstead } from '../checkout/lines.ts'
import { type Ctx, newId } from '../ctx.ts'
import { invalid, ShopError } from '../errors.ts'
import { orderItems, orders, refundItems } from '../orders/schema.ts'
import { returnItems } from '../returns/schema.ts'
import type { LineChange } from './contract.ts'

export type Line = typeof orderItems.$inferSelect

/** The changes in sentences, and the price of the goods before and after them, in kuruş. */
export type ChangedLines = { changes: string[]; beforeKurus: number; afterKurus: number }

/** Returns an order's lines. The caller has locked the order. */
export async function linesOf(ctx: Ctx, orderId: string): Promise<Line[]> {
  return ctx.db.select().from(orderItems).where(eq(orderItems.orderId, orderId)).orderBy(asc(orderItems.position))
}

/**
 * Changes the lines and moves their stock, in the transaction that locks the order. A size or color of the same product
 * keeps the price that was agreed on. OUT_OF_STOCK when what is asked for cannot be had.
 */
export async function changeLines(ctx: Ctx, orderId: string, asked: LineChange[]): Promise<ChangedLines> {
  const before = await linesOf(ctx, orderId)
  const moves: Moves = new Map()
  const changes: string[] = []
  for (const [index, change] of asked.entries()) {
    const line = before.find(({ id }) => id === change.itemId)
    if (!line) throw invalid({ [`items.${index}.itemId`]: ['Bu siparişte böyle bir ürün yok'] })
    const { variantId } = change
    const done =
      variantId === undefined || variantId === line.variantId
        ? await lower(ctx, line, variantId === undefined ? change.quantity : undefined, `items.${index}`, moves)
        : await swap(ctx, line, { ...change, variantId }, `items.${index}`, moves)
    if (done) changes.push(done)
  }
  const after = await linesOf(ctx, orderId)
  if (after.every(({ quantity, refundedQuantity }) => quantity === refundedQuantity)) throw nothingLeft()
  await settle(ctx, orderId, moves)
  await noteDiscount(ctx, orderId, before, after)
  return { changes, beforeKurus: goodsOf(before), afterKurus: goodsOf(after) }
}

/** Stores the discount of the lines that are left. */
async function noteDiscount(ctx: Ctx, orderId: string, before: Line[], after: Line[]): Promise<void> {
  const taken = (lines: Line[]) => lines.reduce((sum, { discountKurus, quantity }) => sum + discountKurus * quantity, 0)
  if (taken(before) === taken(after)) return
  await ctx.db
    .update(orders)
    .set({ discountKurus: taken(after) })
    .where(eq(orders.id, orderId))
}

function goodsOf(lines: Line[]): number {
  return lines.reduce((sum, { unitPriceKurus, quantity }) => sum + unitPriceKurus * quantity, 0)
}

/** Undefined where nothing changes. */
async function lower(ctx: Ctx, line: Line, quantity: number | undefined, at: string, moves: Moves) {
  if (quantity === undefined || quantity === line.quantity) return undefined
  if (quantity > line.quantity)
    throw invalid({ [`${at}.quantity`]: ['Adet artırılamaz; eklenecek ürün için yeni bir sipariş oluşturun'] })
  if (quantity < line.refundedQuantity) {
    const message = `${line.productName} ürününün ${line.refundedQuantity} adedi iade edilmiş; adet bunun altına indirilemez.`
    throw new ShopError('CONFLICT', message)
  }
  if (quantity === 0 && (await isOnRecord(ctx, line))) throw onRecord(line)
  await leave(ctx, line, quantity)
  take(moves, line, quantity - line.quantity)
  return quantity === 0
    ? `${nameOf(line)} siparişten çıkarıldı.`
    : `${nameOf(line)}: ${line.quantity} adet yerine ${quantity} adet.`
}

/** Whether a return or a refund names the line, also one that came to nothing: those stay as they were. */
async function isOnRecord(ctx: Ctx, { id }: Line): Promise<boolean> {
  const returned = await ctx.db.$count(returnItems, eq(returnItems.orderItemId, id))
  return returned > 0 || (await ctx.db.$count(refundItems, eq(refundItems.orderItemId, id))) > 0
}

function onRecord(line: Line): ShopError {
  const way = 'parası alındıysa ürünü iade edin, alınmadıysa siparişi iptal edip yenisini oluşturun.'
  return new ShopError('CONFLICT', `${nameOf(line)} için bir iade kaydı var, siparişten çıkarılamaz: ${way}`)
}

async function leave(ctx: Ctx, { id }: Line, quantity: number): Promise<void> {
  if (quantity === 0) await ctx.db.delete(orderItems).where(eq(orderItems.id, id))
  else await ctx.db.update(orderItems).set({ quantity }).where(eq(orderItems.id, id))
}

type Swap = LineChange & { variantId: string }

async function swap(ctx: Ctx, line: Line, change: Swap, at: string, moves: Moves): Promise<string> {
  const open = line.quantity - line.refundedQuantity
  const quantity = change.quantity ?? open
  if (quantity < 1 || quantity > open)
    throw invalid({ [`${at}.quantity`]: [`Bu üründen en çok ${open} adet değiştirilebilir`] })
  const { item, withdrawalExemption } = await priceInstead(ctx, change.variantId, quantity, `${at}.variantId`)
  const isSame = item.productId === line.productId
  const isKept = isSame || change.keepPrice === true
  const values = {
    ...item,
    unitPriceKurus: isKept ? line.unitPriceKurus : item.unitPriceKurus,
    // A piece of another product has its own price, without what a campaign took off.
    discountKurus: isKept ? line.discountKurus : 0,
    vatRate: isSame ? line.vatRate : item.vatRate,
    withdrawalExemption: isSame ? line.withdrawalExemption : withdrawalExemption,
  }
  if (quantity === line.quantity) {
    await ctx.db.update(orderItems).set(values).where(eq(orderItems.id, line.id))
  } else {
    await leave(ctx, line, line.quantity - quantity)
    await ctx.db
      .insert(orderItems)
      .values({ ...values, id: newId(), orderId: line.orderId, position: await nextPosition(ctx, line.orderId) })
  }
  take(moves, line, -quantity)
  take(moves, item, quantity)
  const many = line.quantity > 1 ? ` (${quantity} adet)` : ''
  return isSame
    ? `${line.productName}: ${line.color}, ${line.size} yerine ${item.color}, ${item.size}${many}.`
    : `${nameOf(line)} yerine ${item.productName} (${item.color}, ${item.size})${many}.`
}

async function nextPosition(ctx: Ctx, orderId: string): Promise<number> {
  const [row] = await ctx.db
    .select({ last: sql<number>`max(${orderItems.position})` })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
  return (row?.last ?? 0) + 1
}

function nameOf({ productName, color, size }: Pick<Line, 'productName' | 'color' | 'size'>): string {
  return `${productName} (${color}, ${size})`
}

type Unit = Pick<Line, 'productId' | 'variantId' | 'productName' | 'size'>
type Move = { unit: Unit & { variantId: string }; taken: number }
/** The units that leave the shelf and come back to it by one change, by variant. */
type Moves = Map<string, Move>

/** Notes units that leave the shelf; negative ones come back to it. */
function take(moves: Moves, unit: Unit, units: number): void {
  const { variantId } = unit
  // The size of a product that was deleted since is nowhere to be put.
  if (variantId === null) return
  const taken = (moves.get(variantId)?.taken ?? 0) + units
  moves.set(variantId, { unit: { ...unit, variantId }, taken })
}

/** Always in the order in which stock is held, so that two changes never wait for each other in a circle. */
async function settle(ctx: Ctx, orderId: string, all: Moves): Promise<void> {
  const reason = because(ctx, { cause: 'order-change', orderId })
  const moves = [...all.values()].filter(({ taken }) => taken !== 0)
  for (const { unit, taken } of moves.toSorted((a, b) => (a.unit.variantId < b.unit.variantId ? -1 : 1))) {
    const open = taken > 0 ? and(isNull(variants.retiredAt), sql`${variants.stock} >= ${taken}`) : undefined
    const moved = await ctx.db
      .update(variants)
      .set({ stock: sql`${variants.stock} - ${taken}` })
      .where(and(eq(variants.id, unit.variantId), open, reason))
      .returning({ id: variants.id })
    if (moved.length === 0) throw await soldOut(ctx, unit)
  }
  const productIds = moves.flatMap(({ unit }) => unit.productId ?? [])
  if (productIds.length > 0) await announceCatalogChange(ctx, { productIds })
}

async function soldOut(ctx: Ctx, { variantId, productId, productName: name, size }: Move['unit']): Promise<ShopError> {
  const [row] = await ctx.db.select({ stock: variants.stock }).from(variants).where(eq(variants.id, variantId))
  const available = row?.stock ?? 0
  const why = available > 0 ? `ürününden yalnızca ${available} adet kaldı` : 'bu sırada tükendi'
  const message = `${name} (${size}) ${why}; sipariş değiştirilmedi, lütfen başka bir seçenek seçin.`
  return new ShopError('OUT_OF_STOCK', message, { data: { lines: [{ productId, variantId, name, size, available }] } })
}

function nothingLeft(): ShopError {
  return new ShopError('CONFLICT', 'Siparişte hiç ürün kalmıyor; tamamı istenmiyorsa siparişi iptal edin.')
}
