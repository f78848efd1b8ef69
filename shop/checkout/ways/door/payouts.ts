import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { amountInCell, readCsv } from '../../../csv.ts'
import { type Ctx, requireRight } from '../../../ctx.ts'
import { invalid, ShopError } from '../../../errors.ts'
import { orders } from '../../../orders/schema.ts'
import { fold } from '../../../turkish.ts'
import { markCollected } from './collect.ts'

/** A row of a carrier's list, and the order that it pays. Money in kuruş. */
export type Payout = {
  /** As the file counts its rows that are not empty, from 1. */
  row: number
  trackingNumber: string
  amountKurus: number
  /** As the list writes it. */
  date: string
  /** 'fits': what is to be collected. 'paid': it came before. 'over': its order was cancelled. 'unknown': no order has the number. */
  state: 'fits' | 'other-amount' | 'paid' | 'over' | 'unknown'
  order?: { id: string; totalKurus: number; customer: string }
}

/** Words, folded, that name a column, the surest first. */
const columns = {
  trackingNumber: ['takip', 'kargo no', 'gonderi no', 'barkod', 'tracking'],
  amount: ['tahsil', 'tutar', 'bedel', 'amount'],
  date: ['tarih', 'date'],
}
type Columns = { trackingNumber: number; amount: number; date: number | undefined; head: number }

const mostRows = 5_000

/** Reads a carrier's list of what it collected, and tells what each row would pay. Changes nothing; INVALID, of `file`, when it is no such list. */
export async function readPayouts(ctx: Ctx, file: Uint8Array): Promise<Payout[]> {
  requireRight(ctx, 'orders')
  const table = await readCsv(file)
  const at = findColumns(table)
  if (!at)
    throw invalid({ file: ['Dosyada takip numarası ve tutar sütunları bulunamadı; sütun adlarını kontrol edin.'] })
  if (table.length > mostRows) throw invalid({ file: [`Liste en çok ${mostRows} satır olabilir.`] })
  const rows = table.flatMap((cells, index) => {
    const trackingNumber = cells[at.trackingNumber]?.replace(/\s/g, '') ?? ''
    const amountKurus = amountInCell(cells[at.amount] ?? '')
    if (index <= at.head || !trackingNumber || amountKurus === undefined || amountKurus <= 0) return []
    return [{ row: index + 1, trackingNumber, amountKurus, date: at.date === undefined ? '' : (cells[at.date] ?? '') }]
  })
  if (rows.length === 0) throw invalid({ file: ['Dosyada takip numarası ve tutarı olan bir satır yok.'] })
  return matched(ctx, rows)
}

/** The first row that names both columns is the head. */
function findColumns(table: string[][]): Columns | undefined {
  for (const [head, row] of table.slice(0, 20).entries()) {
    const names = row.map((cell) => fold(cell))
    const find = (words: string[]) => {
      const word = words.find((word) => names.some((name) => name.includes(word)))
      return word === undefined ? undefined : names.findIndex((name) => name.includes(word))
    }
    const [trackingNumber, amount] = [find(columns.trackingNumber), find(columns.amount)]
    if (trackingNumber !== undefined && amount !== undefined)
      return { trackingNumber, amount, date: find(columns.date), head }
  }
  return undefined
}

type Row = Pick<Payout, 'row' | 'trackingNumber' | 'amountKurus' | 'date'>

async function matched(ctx: Ctx, rows: Row[]): Promise<Payout[]> {
  const numbers = [...new Set(rows.map(({ trackingNumber }) => trackingNumber))]
  const found = await ctx.db
    .select()
    .from(orders)
    .where(
      and(
        inArray(orders.trackingNumber, numbers),
        eq(orders.paymentMethod, 'CASH_ON_DELIVERY'),
        isNotNull(orders.placedAt),
      ),
    )
  const byNumber = new Map(found.map((order) => [order.trackingNumber, order]))
  const seen = new Set<string>()
  return rows.map((row) => {
    const order = byNumber.get(row.trackingNumber)
    if (!order) return { ...row, state: 'unknown' as const }
    const { id, firstName, lastName } = order
    // What store credit paid is not collected.
    const totalKurus = order.totalKurus - order.creditKurus
    const about = { ...row, order: { id, totalKurus, customer: `${firstName} ${lastName}` } }
    const twice = seen.has(id)
    seen.add(id)
    if (order.paidAt !== null || twice) return { ...about, state: 'paid' as const }
    if (order.paymentStatus !== 'CASH_ON_DELIVERY') return { ...about, state: 'over' as const }
    return { ...about, state: row.amountKurus === totalKurus ? ('fits' as const) : ('other-amount' as const) }
  })
}

/** Marks what the owner confirmed of a list; what came meanwhile, or is over, is refused with its reason. */
export async function collectMany(ctx: Ctx, orderIds: string[]) {
  requireRight(ctx, 'orders')
  const collected: string[] = []
  const refused: { orderId: string; message: string }[] = []
  for (const orderId of orderIds) {
    try {
      await markCollected(ctx, orderId)
      collected.push(orderId)
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      refused.push({ orderId, message: error.message })
    }
  }
  return { collected, refused }
}
