import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { type Ctx, requireRight } from '../../../ctx.ts'
import { ShopError } from '../../../errors.ts'
import { orders } from '../../../orders/schema.ts'
import { kurusOf, textOf } from '../../../sheets/cells.ts'
import { readList } from '../../../sheets/lists.ts'
import { type Row as SheetRow, unreadable } from '../../../sheets/rows.ts'
import { fold } from '../../../turkish.ts'
import { type Columns, findColumns, type Known, keepColumns, type Preview, type Sheet } from '../sheets/columns.ts'
import { type PayoutMeaning, payoutMeanings } from '../sheets/contract.ts'
import { markCollected } from './collect.ts'

/** A row of a carrier's list, and the order that it pays. Money in kuruş. */
type Payout = {
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
const words: Record<PayoutMeaning, string[]> = {
  trackingNumber: ['takip', 'kargo no', 'gonderi no', 'barkod', 'tracking'],
  amount: ['tahsil', 'tutar', 'bedel', 'amount'],
  date: ['tarih', 'date'],
}

const mostRows = 5_000

/** The carrier's list of what it collected. */
const payoutSheet: Sheet<PayoutMeaning> = {
  kind: 'payouts',
  meanings: payoutMeanings,
  recognise(titles) {
    const names = titles.map((cell) => fold(textOf(cell)))
    const columns: Columns<PayoutMeaning> = names.map(() => null)
    for (const meaning of payoutMeanings) {
      const word = words[meaning].find((word) => names.some((name) => name.includes(word)))
      if (word !== undefined) columns[names.findIndex((name) => name.includes(word))] ??= meaning
    }
    return lacking(columns) ? undefined : columns
  },
  lacking,
  reads: (row, columns) => payoutOf(row, columns) !== undefined,
  mayBeRead: (row) =>
    row.some((cell, at) => /\d{4}/.test(textOf(cell)) && row.some((other, n) => n !== at && kurusOf(other))),
}

function lacking(columns: Columns<PayoutMeaning>): string | undefined {
  if (!columns.includes('trackingNumber')) return 'Takip numarası sütununu seçin'
  if (!columns.includes('amount')) return 'Tutar sütununu seçin'
  return undefined
}

/** `table`: which column is which; while that is unknown nothing is read. */
export type ReadPayouts = { payouts: Payout[]; table: Preview<PayoutMeaning> }

/**
 * Reads a carrier's list of what it collected, CSV or XLSX, and tells what each row would pay; marks nothing. `said`: which column
 * is which, as the owner says it now; kept for the next of its kind. INVALID, of `file` or `columns`, when it cannot be read.
 */
export async function readPayouts(ctx: Ctx, file: Uint8Array, said?: Columns<PayoutMeaning>): Promise<ReadPayouts> {
  const actorId = requireRight(ctx, 'orders')
  const rows = await readList(file)
  if (rows.length > mostRows) throw unreadable(`Liste en çok ${mostRows} satır olabilir.`)
  if (said) await keepColumns(ctx, payoutSheet, rows, { columns: said, actorId })
  const { known, preview: table } = await findColumns(ctx, payoutSheet, rows)
  const found = known ? rowsOf(known) : []
  if (found.length === 0 && !rows.some(payoutSheet.mayBeRead))
    throw unreadable(
      known
        ? 'Dosyada takip numarası ve tutarı olan bir satır yok.'
        : 'Dosyada takip numarası ve tutar sütunları bulunamadı; sütun adlarını kontrol edin.',
    )
  return { payouts: found.length > 0 ? await matched(ctx, found) : [], table }
}

function rowsOf({ body, columns, firstRow }: Known<PayoutMeaning>): Row[] {
  return body.flatMap((cells, index) => {
    const payout = payoutOf(cells, columns)
    return payout ? [{ row: firstRow + index, ...payout }] : []
  })
}

function payoutOf(row: SheetRow, columns: Columns<PayoutMeaning>) {
  const cell = (meaning: PayoutMeaning) => row[columns.indexOf(meaning)]
  const trackingNumber = textOf(cell('trackingNumber')).replace(/\s/g, '')
  const amountKurus = kurusOf(cell('amount'))
  if (!trackingNumber || amountKurus === undefined || amountKurus <= 0) return undefined
  return { trackingNumber, amountKurus, date: textOf(cell('date')) }
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
    // The courier does not collect what store credit and gift cards paid.
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
