import type { Cell, Column } from '../../xlsx.ts'
import { startsFormula } from '../formula.ts'

/**
 * Rows as Turkish Excel opens them: UTF-8 with its mark, semicolons, decimal commas. A text that a spreadsheet would take for a
 * formula gets an apostrophe in front, which reading takes off again.
 */
export async function* csv(columns: Column[], rows: AsyncIterable<Cell[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(`\uFEFF${lineOf(columns.map(({ title }) => title))}`)
  for await (const cells of rows) yield encoder.encode(lineOf(cells))
}

function lineOf(cells: Cell[]): string {
  return `${cells.map(cellText).join(';')}\r\n`
}

function cellText(cell: Cell): string {
  if (cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell !== 'string') {
    return 'day' in cell ? cell.day.split('-').toReversed().join('.') : (cell.kurus / 100).toFixed(2).replace('.', ',')
  }
  // Reading takes white space off both ends.
  const safe = startsFormula(cell) ? `'${cell}` : cell
  return /[";\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
