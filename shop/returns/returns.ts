/**
 * A return is a record of its own: pieces of an order, what became of them, and the refund that pays them back. Its money is
 * a refund by item (orders/item-refunds.ts), so it is paid once; its units are counted in `order_items.returning_quantity`, so
 * none is asked for twice. Every change locks its order first, then its row. COMPLETED means that the money is back.
 */

import { and, asc, desc, eq, inArray, type SQL } from 'drizzle-orm'
import { isOwnOrder, ownOrders } from '../accounts/guests/own-orders.ts'
import { type Ctx, hasRight, isId, requireRight, requireUser } from '../ctx.ts'
import { notFound } from '../errors.ts'
import type { BeyondPrice } from '../mail/order-mails.ts'
import { findImages, type Image } from '../media/images.ts'
import { sumOf } from '../orders/giving-back/order-refunds.ts'
import { isUnsent } from '../orders/giving-back/unsent.ts'
import { amountFor, beyondFor } from '../orders/item-refunds.ts'
import { orderItems, orders } from '../orders/schema.ts'
import type { Attempt } from '../payments/attempt-rows.ts'
import { paymentAttempts, refunds } from '../payments/schema.ts'
import { findTerms } from '../settings/terms.ts'
import { handOverDeadline, refundDeadline, returnDeadline } from './days.ts'
import { type Exchange, exchangesOf } from './exchanges/exchanges.ts'
import type { ReturnStatus } from './kinds.ts'
import { atTheDoor, costsNothingYet, isUndelivered } from './on-the-way.ts'
import { type ReturnRow, returnImages, returnItems, returns } from './schema.ts'

type OrderRow = typeof orders.$inferSelect
type OrderItem = typeof orderItems.$inferSelect

export type ReturnedItem = Omit<typeof returnItems.$inferSelect, 'returnId'> & {
  item: OrderItem
  image: Image | undefined
}

/** How far the money is: nothing asked, with the bank, to be paid by the owner's hand, back. */
type MoneyState = 'NONE' | 'AT_BANK' | 'BY_HAND' | 'PAID'

/** Money in kuruş. */
export type Return = ReturnRow & {
  order: OrderRow
  items: ReturnedItem[]
  images: { id: string }[]
  /** The amount that goes back, or went back, in money and store credit. */
  refundKurus: number
  /** Why that differs from the price of the pieces; undefined where it does not, and in an exchange. */
  beyond: BeyondPrice | undefined
  /** The part of a refund that was asked for which is store credit. */
  creditKurus: number
  /** The part of that for gift cards. */
  giftKurus: number
  money: MoneyState
  /** The new pieces of an exchange and their state. */
  exchange: Exchange | undefined
  /** Sending the parcel is at her own cost. */
  costsHer: boolean
  /** She withdrew before her order arrived, and was not asked why. */
  early: boolean
  /** Her order has not arrived. */
  undelivered: boolean
  /** Its parcel is still in the shop, so that she has nothing to send. */
  unsent: boolean
  /** Tells her what to do with the parcel of an order that has not arrived; blank where nothing is to be said. */
  atTheDoor: string
  /** Until when she hands the parcel over, and until when the money must be back. */
  deadline: Date
  refundDueAt: Date
}

/** Neither over nor taken back. */
export const openStatuses = ['REQUESTED', 'APPROVED', 'ON_ITS_WAY', 'RECEIVED'] as const satisfies ReturnStatus[]

export function isOpen({ status }: Pick<ReturnRow, 'status'>): boolean {
  return openStatuses.some((open) => open === status)
}

/** Returns the shopper's own returns, newest first; with an `orderId`, those of that order. */
export async function listMyReturns(ctx: Ctx, orderId?: string): Promise<Return[]> {
  const rows = await findRows(ctx, and(ownOrders(ctx), orderId ? eq(orders.id, orderId) : undefined))
  return withDetails(ctx, rows)
}

/** Gets one's own return, or any for staff. */
export async function getReturn(ctx: Ctx, id: string): Promise<Return> {
  if (ctx.actor.kind === 'guest') requireUser(ctx)
  const [found] = isId(id) ? await withDetails(ctx, await findRows(ctx, eq(returns.id, id))) : []
  if (!found || !(hasRight(ctx, 'returns') || isOwnOrder(ctx, found.order))) throw noSuchReturn()
  return found
}

/** Gets any return, for staff. */
export async function getReturnAsStaff(ctx: Ctx, id: string): Promise<Return> {
  requireRight(ctx, 'returns')
  return getReturn(ctx, id)
}

type Found = { row: ReturnRow; order: OrderRow }

export function findRows(ctx: Ctx, which: SQL | undefined, limit = 500, offset = 0): Promise<Found[]> {
  return ctx.db
    .select({ row: returns, order: orders })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(which)
    .orderBy(desc(returns.createdAt), desc(returns.id))
    .limit(limit)
    .offset(offset)
}

/** Adds pieces, pictures and money to rows, in a few queries for any number of them. */
export async function withDetails(ctx: Ctx, rows: Found[]): Promise<Return[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ row }) => row.id)
  const orderIds = rows.map(({ order }) => order.id)
  const all = await ctx.db
    .select()
    .from(orderItems)
    .where(inArray(orderItems.orderId, orderIds))
    .orderBy(asc(orderItems.position))
  const units = await ctx.db.select().from(returnItems).where(inArray(returnItems.returnId, ids))
  const images = await ctx.db
    .select({ id: returnImages.id, returnId: returnImages.returnId })
    .from(returnImages)
    .where(inArray(returnImages.returnId, ids))
    .orderBy(asc(returnImages.position))
  const payments = await ctx.db
    .select()
    .from(paymentAttempts)
    .where(and(inArray(paymentAttempts.orderId, orderIds), eq(paymentAttempts.status, 'SUCCEEDED')))
  const refundIds = rows.flatMap(({ row }) => row.refundId ?? [])
  const paidBack =
    refundIds.length === 0 ? [] : await ctx.db.select().from(refunds).where(inArray(refunds.id, refundIds))
  const pictures = await findImages(
    ctx,
    all.flatMap(({ imageId }) => imageId ?? []),
  )
  const exchanges = await exchangesOf(
    ctx,
    rows.map(({ row }) => row),
  )
  const { freeReturnDays } = await findTerms(ctx)
  return rows.map(({ row, order }) => {
    const ofOrder = all.filter(({ orderId }) => orderId === order.id)
    const items = ofOrder.flatMap((item): ReturnedItem[] => {
      const unit = units.find(({ returnId, orderItemId }) => returnId === row.id && orderItemId === item.id)
      return unit ? [{ ...unit, item, image: item.imageId ? pictures.get(item.imageId) : undefined }] : []
    })
    const refund = paidBack.find(({ id }) => id === row.refundId)
    const exchange = exchanges.get(row.id)
    const paid = payments.find(({ orderId }) => orderId === order.id)
    const expected = expectedOf(row, order, ofOrder, items, paid, refund && sumOf(refund))
    return {
      ...row,
      order,
      items,
      images: images.filter(({ returnId }) => returnId === row.id).map(({ id }) => ({ id })),
      refundKurus: refund
        ? sumOf(refund)
        : exchange
          ? Math.max(0, isOpen(row) ? -exchange.differenceKurus : 0)
          : expected.kurus,
      beyond: exchange ? undefined : expected.beyond,
      creditKurus: refund?.creditKurus ?? 0,
      giftKurus: refund?.giftKurus ?? 0,
      money: moneyOf(refund),
      exchange,
      costsHer: row.kind === 'EXCHANGE' && isLate(row, order, freeReturnDays) && !isFaulty(items),
      early: order.deliveredAt ? row.noticedAt < order.deliveredAt : order.status !== 'DELIVERED',
      undelivered: isUndelivered(order),
      unsent: isUnsent(order),
      atTheDoor: atTheDoor(row, order, ofOrder),
      deadline: handOverDeadline(row.noticedAt, order.deliveredAt),
      refundDueAt: refundDeadline(row.noticedAt),
    }
  })
}

function isLate({ noticedAt }: ReturnRow, { deliveredAt }: OrderRow, freeReturnDays: number): boolean {
  return deliveredAt !== null && noticedAt > returnDeadline(deliveredAt, freeReturnDays)
}

function isFaulty(items: ReturnedItem[]): boolean {
  return items.every(({ reason }) => reason === 'FAULTY')
}

function moneyOf(refund: typeof refunds.$inferSelect | undefined): MoneyState {
  if (!refund || refund.status === 'FAILED') return 'NONE'
  if (refund.status === 'SUCCEEDED') return 'PAID'
  return refund.byHand ? 'BY_HAND' : 'AT_BANK'
}

/**
 * The amount that the return would pay back now; 0 once it is over without a refund, or where nothing has to be paid.
 * `askedKurus`: the amount of its refund, once that was asked for.
 */
function expectedOf(
  row: ReturnRow,
  order: OrderRow,
  ofOrder: OrderItem[],
  items: ReturnedItem[],
  paid: Attempt | undefined,
  askedKurus: number | undefined,
): { kurus: number; beyond?: BeyondPrice } {
  if (!isOpen(row) || costsNothingYet(order, ofOrder)) return { kurus: 0 }
  const price = (list: { item: OrderItem; quantity: number }[]) =>
    list.reduce((sum, { item, quantity }) => sum + item.unitPriceKurus * quantity, 0)
  const goodsKurus = price(items)
  if (!paid) return { kurus: goodsKurus }
  const allGoodsKurus = price(ofOrder.map((item) => ({ item, quantity: item.quantity })))
  const last = ofOrder.every((item) => {
    const mine = items.find(({ orderItemId }) => orderItemId === item.id)?.quantity ?? 0
    // Once its money is asked for, the refunded ones have them already.
    return item.refundedQuantity + (askedKurus === undefined ? mine : 0) >= item.quantity
  })
  const goods = { goodsKurus, allGoodsKurus, last }
  // For an order that came in exchange, this refund may be one of several.
  if (askedKurus !== undefined && order.exchangeOf) return { kurus: askedKurus }
  const kurus = askedKurus ?? amountFor(order, paid, goods)
  return { kurus, beyond: beyondFor(order, paid, goods, kurus) }
}

export function noSuchReturn() {
  return notFound('İade bulunamadı.')
}
