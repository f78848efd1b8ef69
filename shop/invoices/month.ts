/**
 * A month for the accountant: a line for each order whose money came in it, for each refund that was made in it, for each order that
 * was cancelled in it at its marketplace, and for what went back past the shop, with net and tax by rate. Amounts of refunds are negative, so that columns sum to what was kept.
 */

import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, not, sql } from 'drizzle-orm'
import { type Ctx, requireRight } from '../ctx.ts'
import { postalLines } from '../fields/postal-address.ts'
import { vatRates } from '../fields/vat-rates.ts'
import { shownOrderId } from '../order-id.ts'
import { type Order, withItems } from '../orders/orders.ts'
import { orders, refundItems } from '../orders/schema.ts'
import { paidWith } from '../payment-method.ts'
import { refunds } from '../payments/schema.ts'
import { istanbulDay, startOfIstanbulDay } from '../time.ts'
import { type Cell, xlsx } from '../xlsx.ts'
import { chargedOf } from './charged.ts'
import { orderInvoices } from './schema.ts'
import { type GivenBack, splitOrder, splitRefunds, type VatSplit } from './vat.ts'

/**
 * An event of the month. `refundId`: the id of a refund, or of the order itself where nobody wrote one of what older pieces paid for it,
 * or of what went back past the shop; `whole`: all of the order went back.
 */
type Booked = { at: Date; orderId: string; refundId?: string; whole?: true }

const columns = [
  { title: 'Tarih', width: 12 },
  { title: 'İşlem', width: 9 },
  { title: 'Sipariş no', width: 12 },
  { title: 'Fatura no', width: 20 },
  { title: 'Alıcı', width: 28 },
  { title: 'T.C. kimlik / vergi no', width: 20 },
  { title: 'Vergi dairesi', width: 18 },
  { title: 'Fatura adresi', width: 50 },
  { title: 'Ödeme', width: 22 },
  ...vatRates.flatMap((rate) => [
    { title: `Matrah %${rate}`, width: 13 },
    { title: `KDV %${rate}`, width: 12 },
  ]),
  { title: 'Toplam', width: 13 },
]

/** Orders that are read at a time. */
const batch = 200

/** The month ('2026-11') as a workbook, chunk by chunk. */
export function exportMonth(ctx: Ctx, month: string): AsyncGenerator<Uint8Array> {
  requireRight(ctx, 'orders-read')
  return xlsx({ name: month, columns, rows: linesOf(ctx, month) })
}

async function* linesOf(ctx: Ctx, month: string): AsyncGenerator<Cell[]> {
  const booked = await listBooked(ctx, month)
  for (let start = 0; start < booked.length; start += batch) {
    const some = booked.slice(start, start + batch)
    const found = await findOrders(ctx, [...new Set(some.map(({ orderId }) => orderId))])
    for (const one of some) {
      const of = found.get(one.orderId)
      if (of) yield lineOf(one, of)
    }
  }
}

async function listBooked(ctx: Ctx, month: string): Promise<Booked[]> {
  const [from, until] = [startOfIstanbulDay(`${month}-01`), startOfIstanbulDay(`${nextMonth(month)}-01`)]
  const sold = await ctx.db
    .select({ at: orders.paidAt, orderId: orders.id })
    .from(orders)
    .where(and(gte(orders.paidAt, from), lt(orders.paidAt, until)))
  const back = await ctx.db
    .select({ at: refunds.updatedAt, orderId: refunds.orderId, refundId: refunds.id })
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
  const all: Booked[] = [
    ...sold.flatMap(({ at, orderId }) => (at ? [{ at, orderId }] : [])),
    ...back,
    ...cancelled.flatMap(({ at, orderId }) => (at ? [{ at, orderId, whole: true as const }] : [])),
    ...[...unexchanged, ...pastShop].flatMap(({ at, orderId }) => (at ? [{ at, orderId, refundId: orderId }] : [])),
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

/** The kuruş of an order in refunds that were made. */
const refundedKurus = sql<number>`coalesce((select sum(${refunds.amountKurus} + ${refunds.creditKurus} + ${refunds.movedKurus})
  from ${refunds} where ${and(eq(refunds.orderId, orders.id), ofOrders)}), 0)::int`

/**
 * Orders of which nothing is kept, though our refunds are not all of it: the rest went back in the provider's own panel, or was never
 * charged.
 */
const wentPastShop = and(
  ...[eq(orders.paymentStatus, 'REFUNDED'), ne(orders.paymentMethod, 'MARKETPLACE'), isNotNull(orders.paidAt)],
  ...[not(sql`${endedExchange}`), gt(orders.totalKurus, refundedKurus)],
)

/** When the last of an order's money went back. */
const endedAt = sql<Date>`coalesce(${orders.cancelledAt}, (select max(${refunds.updatedAt})
  from ${refunds} where ${and(eq(refunds.orderId, orders.id), ofOrders)}))`.mapWith(orders.cancelledAt)

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}

type Found = { order: Order; invoiceNumber: string | undefined; refunds: { id: string; split: VatSplit[] }[] }

async function findOrders(ctx: Ctx, ids: string[]): Promise<Map<string, Found>> {
  const rows = await withItems(ctx, await ctx.db.select().from(orders).where(inArray(orders.id, ids)))
  const numbers = await ctx.db
    .select({ orderId: orderInvoices.orderId, number: orderInvoices.number })
    .from(orderInvoices)
    .where(and(inArray(orderInvoices.orderId, ids), isNull(orderInvoices.replacedAt)))
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
    .where(and(inArray(orders.id, ids), endedExchange))
  const pastShop = await ctx.db
    .select({ ...of, at: endedAt, amountKurus: sql<number>`${orders.totalKurus} - ${refundedKurus}` })
    .from(orders)
    .where(and(inArray(orders.id, ids), wentPastShop))
  const units = await ctx.db
    .select()
    .from(refundItems)
    .where(
      inArray(
        refundItems.refundId,
        given.map(({ id }) => id),
      ),
    )
  return new Map(
    rows.map((order) => {
      const own = [...given, ...unexchanged, ...pastShop]
        .filter(({ orderId }) => orderId === order.id)
        .toSorted((a, b) => Number(a.at) - Number(b.at))
      const splits = splitRefunds(
        chargedOf(order),
        own.map((refund) => givenBack(order, refund, units)),
      )
      const invoiceNumber = numbers.find(({ orderId }) => orderId === order.id)?.number
      return [
        order.id,
        { order, invoiceNumber, refunds: own.map(({ id }, index) => ({ id, split: splits[index] ?? [] })) },
      ]
    }),
  )
}

type Units = (typeof refundItems.$inferSelect)[]

function givenBack(order: Order, { id, amountKurus }: { id: string; amountKurus: number }, units: Units): GivenBack {
  const items = units.flatMap(({ refundId, orderItemId, quantity }) => {
    const item = refundId === id && order.items.find((item) => item.id === orderItemId)
    return item ? [{ vatRate: item.vatRate, unitPriceKurus: item.unitPriceKurus, quantity }] : []
  })
  return { amountKurus, items }
}

function lineOf({ at, refundId, whole }: Booked, { order, invoiceNumber, refunds }: Found): Cell[] {
  const split = refundId ? (refunds.find(({ id }) => id === refundId)?.split ?? []) : splitOrder(chargedOf(order))
  const sign = refundId || whole ? -1 : 1
  const byRate = vatRates.flatMap((rate): Cell[] => {
    const of = split.find((one) => one.rate === rate)
    return of ? [{ kurus: sign * of.netKurus }, { kurus: sign * of.vatKurus }] : [undefined, undefined]
  })
  return [
    { day: istanbulDay(at) },
    sign < 0 ? 'İade' : 'Satış',
    shownOrderId(order.id),
    invoiceNumber,
    ...buyerOf(order),
    postalLines(order.invoiceAddress ?? order).join(', '),
    paidWith(order),
    ...byRate,
    { kurus: sign * split.reduce((sum, { grossKurus }) => sum + grossKurus, 0) },
  ]
}

/** To whom the invoice is made out, her number, and a company's tax office. */
function buyerOf({ firstName, lastName, invoice }: Order): Cell[] {
  if (invoice?.type === 'COMPANY') return [invoice.title, invoice.vkn, invoice.taxOffice]
  return [`${firstName} ${lastName}`, invoice?.tckn ?? undefined, undefined]
}
