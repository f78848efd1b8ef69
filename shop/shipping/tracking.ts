/** Tracking numbers of many orders at once: typed, scanned, or from a carrier's list. Each row counts or is refused by itself. */

import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { type Ctx, inTransaction, isId, requireRight } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { shownOrderId } from '../order-id.ts'
import type { CarrierId } from '../orders/carriers.ts'
import { OrderStatusChange } from '../orders/contract.ts'
import { refuseWhileWithdrawn } from '../orders/giving-back/unsent.ts'
import { lockOrder } from '../orders/locked.ts'
import { orders } from '../orders/schema.ts'
import { changeOrderStatus, whyTooEarly } from '../orders/status.ts'
import { readList } from '../sheets/lists.ts'
import { type Row, unreadable } from '../sheets/rows.ts'
import { fold } from '../turkish.ts'
import type { TrackingRows } from './contract.ts'
import { orderNumberIn } from './scanned.ts'
import { carrierIn, lineOf, type TrackingLine } from './tracking-lines.ts'

type Asked = TrackingRows['rows'][number]
type OrderRow = typeof orders.$inferSelect

/** The result of a row. In a preview, READY means that its order would become SHIPPED. */
export type TrackingOutcome = {
  /** The order's number, or the text that was sent where no order has it. */
  order: string
  orderId: string | null
  customer: string | null
  carrier: CarrierId | null
  trackingNumber: string
  outcome: 'READY' | 'SHIPPED' | 'UNCHANGED' | 'REFUSED'
  message: string
}

/**
 * Enters the rows one after the other, each in its own transaction; an order that is not shipped yet becomes SHIPPED, and its
 * buyer is mailed. The same row again changes nothing. A preview changes nothing at all.
 */
export async function enterTracking(ctx: Ctx, { rows, preview }: TrackingRows): Promise<TrackingOutcome[]> {
  requireRight(ctx, 'orders')
  const found = await findNamed(ctx, rows)
  const seen = new Map<string, number>()
  const outcomes: TrackingOutcome[] = []
  for (const [index, row] of rows.entries()) {
    const { order, problem } = namedBy(found, row.order)
    const before = order && seen.get(order.id)
    if (order) seen.set(order.id, before ?? index + 1)
    const about = aboutRow(row, order)
    const refused = problem ?? (before ? `Bu sipariş ${before}. satırda da var; birini silin.` : wrongIn(row))
    if (refused || !order) outcomes.push({ ...about, outcome: 'REFUSED', message: refused ?? noSuchNumber })
    else outcomes.push({ ...about, ...(await enter(ctx, order.id, about, preview)) })
  }
  return outcomes
}

const noSuchNumber = 'Bu numarayla bir sipariş yok; numarayı kontrol edin.'

/** All orders that the rows name, in two queries. */
async function findNamed(ctx: Ctx, rows: Asked[]): Promise<OrderRow[]> {
  const ids = rows.flatMap(({ order }) => (isId(order) ? [order.toLowerCase()] : []))
  const numbers = rows.flatMap(({ order }) => orderNumberIn(order) ?? [])
  const of = (condition: ReturnType<typeof inArray>) =>
    ctx.db
      .select()
      .from(orders)
      .where(and(isNotNull(orders.placedAt), condition))
  const byId = ids.length > 0 ? await of(inArray(orders.id, ids)) : []
  // As orders_shown_id_idx says it.
  const byNumber = numbers.length > 0 ? await of(inArray(sql`right(${orders.id}::text, 8)`, numbers)) : []
  return [...new Map([...byId, ...byNumber].map((order) => [order.id, order])).values()]
}

function namedBy(found: OrderRow[], text: string): { order?: OrderRow; problem?: string } {
  const number = orderNumberIn(text)
  const fits = found.filter(({ id }) => (number ? id.endsWith(number) : id === text.toLowerCase()))
  const [order] = fits
  if (!order) return { problem: text === '' ? 'Sipariş numarası eksik.' : noSuchNumber }
  // Among many thousands of orders two ids may end alike.
  if (fits.length > 1)
    return { problem: 'Bu numarayla birden çok sipariş var; takip numarasını siparişin sayfasında girin.' }
  return { order }
}

function aboutRow({ order: written, carrier, trackingNumber }: Asked, order: OrderRow | undefined) {
  return {
    order: order ? shownOrderId(order.id) : written,
    orderId: order?.id ?? null,
    customer: order ? `${order.firstName} ${order.lastName}` : null,
    carrier: (carrier ? carrierIn(carrier) : undefined) ?? order?.carrier ?? null,
    trackingNumber: trackingNumber.replace(/\s/g, ''),
  }
}

function wrongIn({ carrier, trackingNumber }: Asked): string | undefined {
  if (trackingNumber === '') return 'Takip numarası eksik.'
  const { error } = OrderStatusChange.shape.trackingNumber.safeParse(trackingNumber.replace(/\s/g, ''))
  if (error) return `${error.issues[0]?.message}.`
  if (carrier && !carrierIn(carrier)) return `“${carrier}” listedeki bir kargo firması değil.`
  return undefined
}

type About = ReturnType<typeof aboutRow>
type Entered = Pick<TrackingOutcome, 'outcome' | 'message'>

/** Decides under the order's lock, so that two people with one list enter it once. */
async function enter(ctx: Ctx, id: string, row: About, preview: boolean): Promise<Entered> {
  try {
    return await inTransaction(ctx, async (ctx) => {
      const order = await lockOrder(ctx, id)
      const known = decide(order, row)
      if (known) return known
      await refuseUsedNumber(ctx, order, row.trackingNumber)
      await refuseWhileWithdrawn(ctx, order)
      if (preview) return { outcome: 'READY', message: readyFor(order) }
      const { carrier, trackingNumber } = row
      await changeOrderStatus(ctx, id, { status: 'SHIPPED', carrier, trackingNumber })
      return { outcome: 'SHIPPED', message: 'Kargoda; müşteriye e-posta gönderildi.' }
    })
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    return { outcome: 'REFUSED', message: error.message }
  }
}

function decide(order: OrderRow, row: About): Entered | undefined {
  const { status, trackingNumber, carrier, paymentStatus } = order
  const same = trackingNumber === row.trackingNumber && (row.carrier === null || row.carrier === carrier)
  const gone = status === 'SHIPPED' || status === 'DELIVERED'
  if (gone && same) return { outcome: 'UNCHANGED', message: 'Bu takip numarası zaten kayıtlı; değişiklik yok.' }
  if (status === 'CANCELLED') return { outcome: 'REFUSED', message: 'Bu sipariş iptal edilmiş; paketi göndermeyin.' }
  if (status === 'DELIVERED') return { outcome: 'REFUSED', message: 'Bu sipariş teslim edilmiş.' }
  if (paymentStatus === 'AWAITING_TRANSFER') {
    return { outcome: 'REFUSED', message: 'Bu siparişin havalesi bekleniyor; paketi göndermeyin.' }
  }
  const early = gone ? undefined : whyTooEarly(order)
  if (early) return { outcome: 'REFUSED', message: early.message }
  if (gone && trackingNumber) {
    const way = 'değiştirmek için siparişi açın'
    return { outcome: 'REFUSED', message: `Bu siparişin takip numarası ${trackingNumber} olarak kayıtlı; ${way}.` }
  }
  return undefined
}

/** A number that another order has was most likely scanned twice. */
async function refuseUsedNumber(ctx: Ctx, { id }: OrderRow, trackingNumber: string): Promise<void> {
  const [other] = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.trackingNumber, trackingNumber), ne(orders.id, id)))
    .limit(1)
  if (other) throw new ShopError('CONFLICT', `Bu takip numarası ${shownOrderId(other.id)} siparişinde kayıtlı.`)
}

function readyFor({ status }: OrderRow): string {
  if (status === 'SHIPPED') return 'Kargoda; takip numarası eklenecek.'
  return status === 'PREPARED' ? '“Kargoda” olacak.' : 'Henüz hazırlanmamış görünüyor; yine de “Kargoda” olacak.'
}

/** Words, folded, that name a column of a carrier's list, the surest first. */
const titles = {
  trackingNumber: ['takip', 'kargo no', 'gonderi no', 'gonderi kodu', 'barkod', 'tracking'],
  order: ['siparis', 'referans', 'order', 'irsaliye', 'musteri no'],
  carrier: ['kargo firma', 'firma', 'tasiyici', 'carrier'],
}

/** Reads a carrier's list, CSV or XLSX, as rows to enter; INVALID, of the field `file`, when it is no such list. */
export async function readTrackingFile(ctx: Ctx, file: Uint8Array): Promise<TrackingLine[]> {
  requireRight(ctx, 'orders')
  const rows = await readList(file)
  const lines = linesOf(rows)
  if (lines.length === 0) {
    throw unreadable('Dosyada sipariş numarası (#AB12CD34 gibi) ile takip numarasını birlikte içeren bir satır yok')
  }
  if (lines.length > 500) throw unreadable('Listede en çok 500 gönderi olabilir; listeyi bölün')
  return lines
}

/** By the titles of the columns where there are any; else by what the cells look like. */
function linesOf(rows: Row[]): TrackingLine[] {
  const cells = rows.map((row) => row.map((cell) => String(cell).trim()))
  const at = columnsOf(cells)
  if (!at)
    return cells.filter((row) => row.some((cell) => orderNumberIn(cell))).map((row) => lineOf(row.filter(Boolean)))
  return cells.slice(at.head + 1).flatMap((row) => {
    const [order = '', trackingNumber = ''] = [row[at.order], row[at.trackingNumber]]
    if (order === '' && trackingNumber === '') return []
    const carrier = at.carrier === undefined ? '' : (row[at.carrier] ?? '')
    return [{ order, trackingNumber, ...(carrierIn(carrier) ? { carrier } : {}) }]
  })
}

function columnsOf(rows: string[][]) {
  for (const [head, row] of rows.slice(0, 20).entries()) {
    const names = row.map(fold)
    const find = (words: string[], not: number[] = []) => {
      for (const word of words) {
        const index = names.findIndex((name, index) => !not.includes(index) && name.includes(word))
        if (index >= 0) return index
      }
      return undefined
    }
    const order = find(titles.order)
    const trackingNumber = find(titles.trackingNumber, order === undefined ? [] : [order])
    if (order === undefined || trackingNumber === undefined) continue
    return { head, order, trackingNumber, carrier: find(titles.carrier, [order, trackingNumber]) }
  }
  return undefined
}
