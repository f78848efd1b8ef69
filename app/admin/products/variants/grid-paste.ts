import { checkForAll } from './grid-checks.ts'
import { formatPrice, parseCount, parsePrice } from './grid-numbers.ts'
import { type Column, columns, emptyRow, hexOf, type Row } from './grid-rows.ts'

/** The cells of a block copied from a spreadsheet: tabs between cells, quotes around cells with line breaks. */
export function readBlock(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/gy
  while (cell.lastIndex < text.length) {
    const [, quoted, plain, end] = cell.exec(text) ?? []
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain ?? '').replace(/\s+/g, ' ').trim())
    if (end !== '\t' && cell.lastIndex < text.length) rows.push([])
  }
  return rows.filter((row) => row.some((text) => text !== ''))
}

/** True when what is pasted is more than one cell; one cell is pasted as any text. */
export function isBlock(text: string): boolean {
  return text.includes('\t') || /[^\r\n][\r\n]+[^\r\n]/.test(text)
}

/** Puts a block into the cells from this one on, to the right and down; rows are added where it is longer. */
export function pasteBlock(rows: readonly Row[], from: { index: number; column: Column }, text: string): Row[] {
  const left = columns.findIndex(({ name }) => name === from.column)
  const result = [...rows]
  for (const [down, cells] of withoutHeading(readBlock(text)).entries()) {
    const row = { ...(result[from.index + down] ?? emptyRow()) }
    for (const [right, value] of cells.entries()) {
      const column = columns[left + right]?.name
      if (column) row[column] = asCell(column, value)
    }
    if (left === 0 && cells[0]) row.colorHex = hexOf(result, row.color)
    result[from.index + down] = row
  }
  return result
}

/** The outcome of pasting a block, in the owner's words; empty cells do not count. */
export function pastedWords(from: Column, text: string): string {
  const left = columns.findIndex(({ name }) => name === from)
  const cells = withoutHeading(readBlock(text)).flatMap((row) =>
    row.flatMap((value, right) => (value === '' ? [] : [{ value, column: columns[left + right]?.name }])),
  )
  const beyond = cells.filter(({ column }) => column === undefined).length
  const wrong = cells.filter(({ value, column }) => column && checkForAll(column, value)).length
  return [
    `${cells.length - beyond} hücre dolduruldu.`,
    ...(beyond > 0 ? [`Sağdaki sütunlara sığmayan ${beyond} hücre alınmadı.`] : []),
    ...(wrong > 0 ? [`${wrong} hücrenin düzeltilmesi gerekiyor.`] : []),
  ].join(' ')
}

/** Column titles come along when a whole table is copied. */
function withoutHeading(block: string[][]): string[][] {
  const titles = columns.map(({ label }) => label.replace(/ .*/, '').toLocaleLowerCase('tr'))
  const [first = [], ...rest] = block
  const isHeading =
    rest.length > 0 && first.every((text) => titles.some((t) => text.toLocaleLowerCase('tr').startsWith(t)))
  return isHeading ? rest : block
}

/** As the cell would show it after typing; text that is no number stays visible. */
function asCell(column: Column, text: string): string {
  if (column === 'price') {
    const kurus = parsePrice(text)
    return kurus === undefined ? text : formatPrice(kurus)
  }
  if (column === 'stock') return String(parseCount(text) ?? text)
  return text
}

/** The text of a cell once it is left. */
export function settledText(column: Column, text: string): string {
  return asCell(column, text.trim())
}
