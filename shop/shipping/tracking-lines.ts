import { carriers } from '../orders/carriers.ts'
import { fold } from '../turkish.ts'
import { orderNumberIn } from './scanned.ts'

/** A line as it was read; what is wrong with it the shop says. */
export type TrackingLine = { order: string; carrier?: string; trackingNumber: string }

/**
 * Reads pasted or scanned lines: an order's number and its tracking number, in either order, separated by tab, semicolon,
 * comma or space, perhaps with the carrier's name; or each on a line of its own, as a barcode reader writes them.
 */
export function readTrackingLines(text: string): TrackingLine[] {
  const lines: TrackingLine[] = []
  let alone: string | undefined
  for (const written of text.split(/\r?\n/)) {
    const cells = cellsOf(written)
    const [only] = cells
    if (only === undefined) continue
    if (cells.length > 1) {
      if (alone !== undefined) lines.push({ order: alone, trackingNumber: '' })
      alone = undefined
      lines.push(lineOf(cells))
    } else if (alone === undefined) alone = only
    else {
      lines.push(lineOf([alone, only]))
      alone = undefined
    }
  }
  return alone === undefined ? lines : [...lines, { order: alone, trackingNumber: '' }]
}

function cellsOf(line: string): string[] {
  const cells = /[\t;,]/.test(line) ? line.split(/[\t;,]/) : line.split(/\s+/)
  return cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
}

/** The carrier is the cell with a carrier's name; of the rest the first that can be an order's number is it. */
export function lineOf(cells: string[]): TrackingLine {
  const carrierAt = cells.findIndex((cell) => carrierIn(cell) !== undefined)
  const rest = cells.filter((_, index) => index !== carrierAt)
  const orderAt = Math.max(
    0,
    rest.findIndex((cell) => orderNumberIn(cell) !== undefined),
  )
  const [order = '', trackingNumber = ''] = [rest[orderAt], rest.filter((_, index) => index !== orderAt)[0]]
  return { order, trackingNumber, ...(carrierAt >= 0 ? { carrier: cells[carrierAt] ?? '' } : {}) }
}

/** The carrier that a list or a person calls so: 'yurtici', 'Yurtiçi Kargo', 'YURTİÇİ KARGO A.Ş.'; 'Aras Yılmaz' is none. */
export function carrierIn(text: string) {
  const said = wordsOf(text)
  if (said === '') return undefined
  if (said.startsWith('dhl ecom')) return 'mng'
  return carriers.find(({ id, name }) => {
    const whole = wordsOf(name)
    const [first = ''] = whole.split(' ')
    return [wordsOf(id), whole, first].includes(said) || said.startsWith(`${first} kargo`)
  })?.id
}

function wordsOf(text: string): string {
  return fold(text)
    .replace(/[^a-z]+/g, ' ')
    .trim()
}
