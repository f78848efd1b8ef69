import { fold } from '#shop/turkish.ts'
import { commonColors } from './color-names.ts'

/** A row of the variant grid. Everything is text as it was typed; `key` never changes, whatever is saved or undone. */
export type Row = {
  key: string
  /** Only of a variant that the shop knows. */
  id?: string
  color: string
  /** '#rrggbb', empty when there is none. */
  colorHex: string
  size: string
  price: string
  stock: string
  sku: string
  /** Ids of the pictures that show its color, apart by spaces. */
  images?: string
  /** The stock when the grid was opened, so that units sold meanwhile are not put back. */
  stockSeen?: number
}

/** In the order of the grid, which is the order of a block that is pasted. */
export const columns = [
  { name: 'color', label: 'Renk' },
  { name: 'size', label: 'Beden' },
  { name: 'price', label: 'Fiyat (TL)' },
  { name: 'stock', label: 'Stok' },
  { name: 'sku', label: 'SKU' },
] as const
export type Column = (typeof columns)[number]['name']

let made = 0

/** A key for a row that the shop does not know yet. */
export function newKey(): string {
  made += 1
  return `yeni-${made}-${Date.now().toString(36)}`
}

export function emptyRow(values: Partial<Row> = {}): Row {
  return { key: newKey(), color: '', colorHex: '', size: '', price: '', stock: '', sku: '', ...values }
}

/** The next row: with the color and price of the last one, all else empty. */
export function nextRow(rows: readonly Row[]): Row {
  const last = rows.at(-1)
  return emptyRow(last && { color: last.color, colorHex: last.colorHex, price: last.price })
}

export function setCell(rows: readonly Row[], key: string, column: Column, text: string): Row[] {
  return rows.map((row) => (row.key === key ? { ...row, [column]: text } : row))
}

/** The same in every row, or only where the cell is empty. */
export function setColumn(rows: readonly Row[], column: Column, text: string, onlyEmpty = false): Row[] {
  return rows.map((row) => (onlyEmpty && row[column].trim() !== '' ? row : { ...row, [column]: text }))
}

/** A color has one code and its pictures: they change in every row of that color. */
export function setOfColor(rows: readonly Row[], key: string, change: Pick<Row, 'colorHex'> | Pick<Row, 'images'>) {
  const color = fold(rows.find((row) => row.key === key)?.color.trim() ?? '')
  return rows.map((row) =>
    row.key === key || (color !== '' && fold(row.color.trim()) === color) ? { ...row, ...change } : row,
  )
}

/** The pictures of a color: those of whichever of its rows has some, as a new row has none yet. */
export function imagesOf(rows: readonly Row[], color: string): string[] {
  const wanted = fold(color.trim())
  const own = rows.find((row) => row.images && fold(row.color.trim()) === wanted)
  return own?.images?.split(' ') ?? []
}

/** The code that a color has in these rows already, else the one that its name usually means. */
export function hexOf(rows: readonly Row[], color: string): string {
  const wanted = fold(color.trim())
  const known = rows.find((row) => row.colorHex !== '' && fold(row.color.trim()) === wanted)?.colorHex
  return known ?? commonColors.find(({ name }) => fold(name) === wanted)?.hex ?? ''
}

export function isEmpty(row: Row): boolean {
  return columns.every(({ name }) => row[name].trim() === '')
}

/** The name of a row for the reader: 'Kırmızı, M', or its place. */
export function nameOf(row: Row, index: number): string {
  return [row.color.trim(), row.size.trim()].filter(Boolean).join(', ') || `${index + 1}. satır`
}
