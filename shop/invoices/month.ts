/**
 * A month for the accountant: a line for each order whose money came in it, for each refund that was made in it, for each order that
 * was cancelled or came back in it at its marketplace, for what went back past the shop, and for each change of a paid order, with net
 * and tax by rate. Amounts of refunds are negative, so that columns sum to what was kept. A month that is over stays as it was told.
 */

import { and, inArray, isNull } from 'drizzle-orm'
import { type Ctx, requireRight } from '../ctx.ts'
import { postalLines } from '../fields/postal-address.ts'
import { vatRates } from '../fields/vat-rates.ts'
import { shownOrderId } from '../order-id.ts'
import { type Order, withItems } from '../orders/orders.ts'
import { orders } from '../orders/schema.ts'
import { paidWith } from '../payment-method.ts'
import { istanbulDay } from '../time.ts'
import { type Cell, xlsx } from '../xlsx.ts'
import { type Booked, findEventsOf, listBooked } from './booked.ts'
import { chargedOf } from './charged.ts'
import { orderInvoices } from './schema.ts'
import { splitBooked, type VatSplit } from './vat.ts'

const columns = [
  { title: 'Tarih', width: 12 },
  { title: 'İşlem', width: 11 },
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
      const line = of && lineOf(one, of)
      if (line) yield line
    }
  }
}

type Found = {
  order: Order
  invoiceNumber: string | undefined
  sold: VatSplit[]
  /** The lines since, by the ids of their events. */
  since: Map<string, { isChange: boolean; split: VatSplit[] }>
}

async function findOrders(ctx: Ctx, ids: string[]): Promise<Map<string, Found>> {
  const rows = await withItems(ctx, await ctx.db.select().from(orders).where(inArray(orders.id, ids)))
  const numbers = await ctx.db
    .select({ orderId: orderInvoices.orderId, number: orderInvoices.number })
    .from(orderInvoices)
    .where(and(inArray(orderInvoices.orderId, ids), isNull(orderInvoices.replacedAt)))
  const events = Map.groupBy(await findEventsOf(ctx, rows), ({ orderId }) => orderId)
  return new Map(
    rows.map((order) => {
      const own = events.get(order.id) ?? []
      const { sold, since } = splitBooked(
        chargedOf(order),
        own.map(({ of }) => of),
      )
      const invoiceNumber = numbers.find(({ orderId }) => orderId === order.id)?.number
      const told = own.map(({ id, of }, index) => {
        return [id, { isChange: 'byRate' in of, split: since[index] ?? [] }] as const
      })
      return [order.id, { order, invoiceNumber, sold, since: new Map(told) }]
    }),
  )
}

/** Undefined where it turned out to be of nothing. */
function lineOf({ at, eventId }: Booked, { order, invoiceNumber, sold, since }: Found): Cell[] | undefined {
  const event = eventId === undefined ? undefined : since.get(eventId)
  if (eventId !== undefined && !event) return undefined
  const split = event?.split ?? sold
  if (event && split.length === 0) return undefined
  const sign = event && !event.isChange ? -1 : 1
  const byRate = vatRates.flatMap((rate): Cell[] => {
    const of = split.find((one) => one.rate === rate)
    return of ? [{ kurus: sign * of.netKurus }, { kurus: sign * of.vatKurus }] : [undefined, undefined]
  })
  return [
    { day: istanbulDay(at) },
    nameOf(event),
    shownOrderId(order.id),
    invoiceNumber,
    ...buyerOf(order),
    postalLines(order.invoiceAddress ?? order).join(', '),
    paidWith(order),
    ...byRate,
    { kurus: sign * split.reduce((sum, { grossKurus }) => sum + grossKurus, 0) },
  ]
}

function nameOf(event: { isChange: boolean } | undefined): string {
  if (!event) return 'Satış'
  return event.isChange ? 'Değişiklik' : 'İade'
}

/** To whom the invoice is made out, her number, and a company's tax office. */
function buyerOf({ firstName, lastName, invoice }: Order): Cell[] {
  if (invoice?.type === 'COMPANY') return [invoice.title, invoice.vkn, invoice.taxOffice]
  return [`${firstName} ${lastName}`, invoice?.tckn ?? undefined, undefined]
}
