/** Lists the events that the accountant books, of a month and of an order. Nothing of them changes later. */

import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, not, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import type { Order } from '../orders/orders.ts'
import { orderEvents, orders, refundItems } from '../orders/schema.ts'
import { paymentDiscrepancies, refunds } from '../payments/schema.ts'
import { startOfIstanbulDay } from '../time.ts'
import { changedTotals } from './schema.ts'
import type { Changed, GivenBack } from './vat.ts'

/**
 * An event of the month; without `eventId` the sale. That is the id of a refund, of a change, of a discrepancy that was closed, of a
 * line of the history, or of the order itself where nobody wrote one of what older pieces paid for it, or of what went back past the shop.
 */
export type Booked = { at: Date; orderId: string; eventId?: string }

/** The events of a month ('2026-11'), the earliest first. */
export async function listBooked(ctx: Ctx, month: string): Promise<Booked[]> {
  const [from, until] = [startOfIstanbulDay(`${month}-01`), startOfIstanbulDay(`${nextMonth(month)}-01`)]
  const sold = await ctx.db
    .select({ at: orders.paidAt, orderId: orders.id })
    .from(orders)
    .where(and(gte(orders.paidAt, from), lt(orders.paidAt, until)))
  const back = await ctx.db
    .select({ at: refunds.updatedAt, orderId: refunds.orderId, eventId: refunds.id })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(and(ofOrders, isNotNull(orders.paidAt), gte(refunds.updatedAt, from), lt(refunds.updatedAt, until)))
  // The marketplace gives the money back, so there is no refund.
  const cancelled = await ctx.db
    .select({ at: orders.cancelledAt, orderId: orders.id })
    .from(orders)
    .where(
      and(
        ...[eq(orders.paymentMethod, 'MARKETPLACE'), isNotNull(orders.paidAt)],
        ...[gte(orders.cancelledAt, from), lt(orders.cancelledAt, until)],
      ),
    )
  const unexchanged = await ctx.db
    .select({ at: orders.cancelledAt, orderId: orders.id })
    .from(orders)
    .where(and(endedExchange, gte(orders.cancelledAt, from), lt(orders.cancelledAt, until)))
  const pastShop = await ctx.db
    .select({ at: endedAt, orderId: orders.id })
    .from(orders)
    .where(
      and(
        // Found by orders_refunded_index: an order ends after it was made.
        ...[wentPastShop, isNotNull(orders.placedAt), lt(orders.createdAt, until)],
        ...[gte(endedAt, from.toISOString()), lt(endedAt, until.toISOString())],
      ),
    )
  const returned = await ctx.db
    .select({ at: orderEvents.createdAt, orderId: orders.id, eventId: orderEvents.id })
    .from(orders)
    .innerJoin(orderEvents, eq(orderEvents.orderId, orders.id))
    .where(
      and(
        ...[returnedThere, isNotNull(orders.placedAt), lt(orders.createdAt, until)],
        ...[gte(orderEvents.createdAt, from), lt(orderEvents.createdAt, until)],
      ),
    )
  const changed = await ctx.db
    .selectDistinct({ at: changedTotals.createdAt, orderId: changedTotals.orderId, eventId: changedTotals.changeId })
    .from(changedTotals)
    .innerJoin(orders, and(eq(orders.id, changedTotals.orderId), isNotNull(orders.paidAt)))
    .where(and(gte(changedTotals.createdAt, from), lt(changedTotals.createdAt, until)))
  const { resolvedAt } = paymentDiscrepancies
  const noted = await ctx.db
    .select({ at: resolvedAt, orderId: paymentDiscrepancies.orderId, eventId: paymentDiscrepancies.id })
    .from(paymentDiscrepancies)
    .where(and(isNoted, gte(resolvedAt, from), lt(resolvedAt, until)))
  const all: Booked[] = [
    ...sold.flatMap(({ at, orderId }) => (at ? [{ at, orderId }] : [])),
    ...[...back, ...returned, ...changed],
    ...noted.flatMap(({ at, orderId, eventId }) => (at && orderId ? [{ at, orderId, eventId }] : [])),
    ...[...cancelled, ...unexchanged, ...pastShop].flatMap(({ at, orderId }) =>
      at ? [{ at, orderId, eventId: orderId }] : [],
    ),
  ]
  return all.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.orderId < b.orderId ? -1 : 1))
}

/** Refunds that were made, of money that orders cost: what was taken beyond that is no sale. */
const ofOrders = and(
  eq(refunds.status, 'SUCCEEDED'),
  inArray(refunds.reason, ['cancellation', 'items', 'goodwill', 'exchange']),
)

/**
 * Orders of exchanges that ended before the old pieces were taken back: what those were to pay stays with their own order, so there is
 * no refund of it.
 */
const endedExchange = and(
  ...[isNotNull(orders.exchangeOf), eq(orders.status, 'CANCELLED'), isNotNull(orders.paidAt)],
  ...[gt(orders.exchangeKurus, 0), isNull(orders.exchangedAt)],
)

/** Orders that came back to a marketplace, which gave their money back; the history says when. */
const returnedThere = and(
  ...[eq(orders.paymentMethod, 'MARKETPLACE'), eq(orders.paymentStatus, 'REFUNDED'), isNotNull(orders.paidAt)],
  eq(orderEvents.type, 'refund'),
)

/** Differences that the owner closed with a note because the provider has less of a paid order than the shop: it went back, or never came, past the shop. */
const isNoted = and(
  ...[eq(paymentDiscrepancies.kind, 'amount-differs'), eq(paymentDiscrepancies.settledOutside, true)],
  gt(paymentDiscrepancies.oursKurus, paymentDiscrepancies.theirsKurus),
)

const missingKurus = sql<number>`${paymentDiscrepancies.oursKurus} - ${paymentDiscrepancies.theirsKurus}`

/** The kuruş of an order that are noted so; a later note of one payment names what the earlier ones named, too. */
const notedKurus = sql<number>`coalesce((select max(${missingKurus}) from ${paymentDiscrepancies}
  where ${and(eq(paymentDiscrepancies.orderId, orders.id), isNoted)}), 0)::int`

/** The kuruş of an order in refunds that were made. */
const refundedKurus = sql<number>`coalesce((select sum(${refunds.amountKurus} + ${refunds.creditKurus} + ${refunds.movedKurus})
  from ${refunds} where ${and(eq(refunds.orderId, orders.id), ofOrders)}), 0)::int`

/**
 * Orders of which nothing is kept, though our refunds are not all of it: the rest went back in the provider's own panel, or was never
 * charged.
 */
const wentPastShop = and(
  ...[eq(orders.paymentStatus, 'REFUNDED'), ne(orders.paymentMethod, 'MARKETPLACE'), isNotNull(orders.paidAt)],
  ...[not(sql`${endedExchange}`), gt(orders.totalKurus, sql`${refundedKurus} + ${notedKurus}`)],
)

/** When the last of an order's money went back. */
const endedAt = sql<Date>`coalesce(${orders.cancelledAt}, (select max(${refunds.updatedAt})
  from ${refunds} where ${and(eq(refunds.orderId, orders.id), ofOrders)}))`.mapWith(orders.cancelledAt)

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}

/** An event of an order and what it was of, as the split of its money takes it. */
type OrderEvent = { id: string; orderId: string; at: Date | null; of: GivenBack | Changed }

/** All that happened since they were sold to orders, the earliest first. */
export async function findEventsOf(ctx: Ctx, found: Order[]): Promise<OrderEvent[]> {
  const ids = found.map(({ id }) => id)
  const own = inArray(orders.id, ids)
  const given = await ctx.db
    .select({
      id: refunds.id,
      orderId: refunds.orderId,
      at: refunds.updatedAt,
      // Goods paid back as store credit, or exchanged, were returned as much as those paid back as money.
      amountKurus: sql<number>`${refunds.amountKurus} + ${refunds.creditKurus} + ${refunds.movedKurus}`,
    })
    .from(refunds)
    .where(and(inArray(refunds.orderId, ids), ofOrders))
    .orderBy(asc(refunds.updatedAt), asc(refunds.id))
  const of = { id: orders.id, orderId: orders.id }
  const unexchanged = await ctx.db
    .select({ ...of, at: orders.cancelledAt, amountKurus: orders.exchangeKurus })
    .from(orders)
    .where(and(own, endedExchange))
  const pastShop = await ctx.db
    .select({ ...of, at: endedAt, amountKurus: sql<number>`${orders.totalKurus} - ${refundedKurus} - ${notedKurus}` })
    .from(orders)
    .where(and(own, wentPastShop))
  // All of it, or what a return before left.
  const cancelled = await ctx.db
    .select({ ...of, at: orders.cancelledAt, amountKurus: orders.totalKurus })
    .from(orders)
    .where(and(own, eq(orders.paymentMethod, 'MARKETPLACE'), isNotNull(orders.cancelledAt)))
  const returned = await ctx.db
    .select({
      id: orderEvents.id,
      orderId: orders.id,
      at: orderEvents.createdAt,
      amountKurus: orders.totalKurus,
    })
    .from(orders)
    .innerJoin(orderEvents, eq(orderEvents.orderId, orders.id))
    .where(and(own, returnedThere))
  const units = await ctx.db
    .select()
    .from(refundItems)
    .where(
      inArray(
        refundItems.refundId,
        given.map(({ id }) => id),
      ),
    )
  const back = [...given, ...(await findNoted(ctx, ids)), ...unexchanged, ...pastShop, ...returned, ...cancelled]
  const events = back.flatMap(({ id, orderId, at, amountKurus }): OrderEvent[] => {
    const order = found.find(({ id }) => id === orderId)
    return order ? [{ id, orderId, at, of: givenBack(order, { id, amountKurus }, units) }] : []
  })
  return [...events, ...(await findChanges(ctx, ids))].toSorted((a, b) => Number(a.at) - Number(b.at))
}

type Units = (typeof refundItems.$inferSelect)[]

function givenBack(order: Order, { id, amountKurus }: { id: string; amountKurus: number }, units: Units): GivenBack {
  const items = units.flatMap(({ refundId, orderItemId, quantity }) => {
    const item = refundId === id && order.items.find((item) => item.id === orderItemId)
    return item ? [{ vatRate: item.vatRate, unitPriceKurus: item.unitPriceKurus, quantity }] : []
  })
  return { amountKurus, items }
}

/** Each note with the sum that it adds to those before it. */
async function findNoted(ctx: Ctx, ids: string[]) {
  const { id, orderId, resolvedAt } = paymentDiscrepancies
  const notes = await ctx.db
    .select({ id, orderId, at: resolvedAt, missingKurus })
    .from(paymentDiscrepancies)
    .where(and(inArray(orderId, ids), isNoted))
    .orderBy(asc(resolvedAt), asc(id))
  const known = new Map<string, number>()
  return notes.flatMap(({ id, orderId, at, missingKurus }) => {
    if (!orderId) return []
    const amountKurus = missingKurus - (known.get(orderId) ?? 0)
    if (amountKurus <= 0) return []
    known.set(orderId, missingKurus)
    return [{ id, orderId, at, amountKurus }]
  })
}

async function findChanges(ctx: Ctx, ids: string[]): Promise<OrderEvent[]> {
  const rows = await ctx.db.select().from(changedTotals).where(inArray(changedTotals.orderId, ids))
  const changes = Map.groupBy(rows, ({ changeId }) => changeId)
  return [...changes].flatMap(([id, parts]) => {
    const [{ orderId, createdAt: at } = { orderId: '', createdAt: null }] = parts
    return [{ id, orderId, at, of: { byRate: new Map(parts.map(({ rate, kurus }) => [rate, kurus])) } }]
  })
}
