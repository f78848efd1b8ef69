/** The worth of exchanged pieces and the price of the new ones. Money in kuruş. */

import { and, eq } from 'drizzle-orm'
import { variants } from '../../catalog/schema.ts'
import { type PricedLine, priceInstead } from '../../checkout/lines.ts'
import type { Ctx } from '../../ctx.ts'
import { invalid, ShopError } from '../../errors.ts'
import { leftOf } from '../../orders/giving-back/left.ts'
import { paidForGoods } from '../../orders/item-refunds.ts'
import { refundShare } from '../../orders/refund-share.ts'
import { orderItems, type orders } from '../../orders/schema.ts'
import type { Attempt } from '../../payments/attempt-rows.ts'
import { paymentAttempts } from '../../payments/schema.ts'

type OrderRow = typeof orders.$inferSelect
type OrderItem = typeof orderItems.$inferSelect

/** Pieces of an order, and what comes in their place. */
export type Swap = { itemId: string; quantity: number; newVariantId: string }

export type PricedExchange = {
  lines: PricedLine[]
  /** The worth of the old pieces: their share of the payment, as if they were returned. */
  worthKurus: number
  totalKurus: number
}

/** An order with the facts that `worthOf` needs. */
export type Bought = { order: OrderRow; items: OrderItem[]; paid: Attempt | undefined }

export async function boughtOf(ctx: Ctx, order: OrderRow): Promise<Bought> {
  const items = await ctx.db.select().from(orderItems).where(eq(orderItems.orderId, order.id))
  const [paid] = await ctx.db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, order.id), eq(paymentAttempts.status, 'SUCCEEDED')))
  return { order, items, paid }
}

/** The worth of pieces: their share of the payment, or their price while the order is still to be paid at the door. */
export function worthOf({ order, items, paid }: Bought, { unitPriceKurus }: OrderItem, quantity: number): number {
  const goodsKurus = unitPriceKurus * quantity
  if (!paid) return goodsKurus
  const allGoodsKurus = items.reduce((sum, item) => sum + item.unitPriceKurus * item.quantity, 0)
  const paidKurus = paidForGoods(order, paid)
  return refundShare({ goodsKurus, allGoodsKurus, paidKurus, leftKurus: leftOf(order, paid), last: false })
}

/** Prices of one piece: at its purchase, of its size today (undefined: gone), and of the wanted one today. */
type Prices = { paidKurus: number; oldKurus: number | undefined; newKurus: number }

/**
 * The surcharge for one piece in another size or color of the same product, so that buying the cheapest size does not bring the
 * dearest one at its price. Nobody pays for a price that rose since for both, nor for one that fell since for the old size alone.
 */
export function dearerBy({ paidKurus, oldKurus, newKurus }: Prices): number {
  return oldKurus === undefined ? 0 : Math.max(0, newKurus - Math.max(oldKurus, paidKurus))
}

/**
 * Prices what is wanted instead: another size or color of the same product costs what was paid for the old one and what it is
 * dearer by; another product its price of today.
 */
export async function priceExchange(ctx: Ctx, bought: Bought, swaps: Swap[]): Promise<PricedExchange> {
  const priced: PricedExchange = { lines: [], worthKurus: 0, totalKurus: 0 }
  for (const [index, { itemId, quantity, newVariantId }] of swaps.entries()) {
    const item = bought.items.find(({ id }) => id === itemId)
    if (!item) throw invalid({ [`items.${index}.itemId`]: ['Bu siparişte böyle bir ürün yok'] })
    if (newVariantId === item.variantId)
      throw invalid({ [`items.${index}.newVariantId`]: ['Elinizdekiyle aynı; başka bir beden ya da renk seçin'] })
    const line = await priceInstead(ctx, newVariantId, quantity, `items.${index}.newVariantId`)
    const worthKurus = withinLeft(bought, priced, worthOf(bought, item, quantity), index)
    const isSame = line.item.productId === item.productId
    const sumKurus = isSame
      ? worthKurus + dearerBy(await pricesOf(ctx, item, line.unitPriceKurus)) * quantity
      : line.unitPriceKurus * quantity
    priced.lines.push(...atSum(isSame ? keepVat(line, item) : line, sumKurus))
    priced.worthKurus += worthKurus
    priced.totalKurus += sumKurus
  }
  const { order, paid } = bought
  if (paid && priced.worthKurus > leftOf(order, paid)) throw givenBack()
  if (priced.lines.some(({ unitPriceKurus }) => unitPriceKurus < 1)) throw givenBack()
  return priced
}

async function pricesOf(ctx: Ctx, { variantId, unitPriceKurus }: OrderItem, newKurus: number): Promise<Prices> {
  const [old] = variantId ? await ctx.db.select().from(variants).where(eq(variants.id, variantId)) : []
  return { paidKurus: unitPriceKurus, oldKurus: old?.priceKurus, newKurus }
}

/** Shares that are rounded up may come to a few kuruş more than what is left of the order: the last one is so much less. */
function withinLeft({ order, paid }: Bought, { worthKurus: before }: PricedExchange, kurus: number, index: number) {
  const tooMuch = paid ? before + kurus - leftOf(order, paid) : 0
  return tooMuch > 0 && tooMuch <= index ? kurus - tooMuch : kurus
}

function keepVat(line: PricedLine, { vatRate }: OrderItem): PricedLine {
  return { ...line, item: { ...line.item, vatRate } }
}

/** A line that costs this sum exactly: where its units cannot share it evenly, some of them cost a kuruş more and stand apart. */
function atSum(line: PricedLine, sumKurus: number): PricedLine[] {
  const unitKurus = Math.floor(sumKurus / line.quantity)
  const dearer = sumKurus - unitKurus * line.quantity
  const of = (quantity: number, unitPriceKurus: number): PricedLine => ({
    ...line,
    quantity,
    unitPriceKurus,
    item: { ...line.item, quantity, unitPriceKurus },
  })
  return dearer === 0
    ? [of(line.quantity, unitKurus)]
    : [of(line.quantity - dearer, unitKurus), of(dearer, unitKurus + 1)]
}

function givenBack(): ShopError {
  const message = 'Bu ürünün bedeli daha önce iade edildiği için değiştirilemiyor; lütfen bize yazın.'
  return new ShopError('CONFLICT', message)
}
