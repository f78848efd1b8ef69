import { fold } from '#shop/turkish.ts'
import { emptyRow, type Row } from './grid-rows.ts'
import { fillSkus } from './grid-sku.ts'

export type Wanted = {
  colors: { name: string; hex: string }[]
  sizes: string[]
  price: string
  stock: string
  pattern: string
}

/** Every color in every size. Combinations that are there stay as they are, and so does their order. */
export function generateRows(rows: readonly Row[], wanted: Wanted, productName: string): Row[] {
  const known = new Set(rows.map((row) => combination(row.color, row.size)))
  const added = wanted.colors.flatMap(({ name, hex }) =>
    wanted.sizes
      .filter((size) => !known.has(combination(name, size)))
      .map((size) => emptyRow({ color: name, colorHex: hex, size, price: wanted.price, stock: wanted.stock })),
  )
  const kept = rows.map((row) => ({ ...row, colorHex: row.colorHex || hexAmong(wanted, row.color) }))
  const filled = fillSkus([...kept, ...added], productName, wanted.pattern)
  return filled.map((row, index) => (index < kept.length ? (kept[index] ?? row) : row))
}

/** How many rows it would add. */
export function countNew(rows: readonly Row[], wanted: Pick<Wanted, 'colors' | 'sizes'>): number {
  const known = new Set(rows.map((row) => combination(row.color, row.size)))
  return wanted.colors.flatMap(({ name }) => wanted.sizes.filter((size) => !known.has(combination(name, size)))).length
}

export function combination(color: string, size: string): string {
  return `${fold(color.trim())} / ${fold(size.trim())}`
}

function hexAmong(wanted: Wanted, color: string): string {
  return wanted.colors.find(({ name }) => fold(name) === fold(color.trim()))?.hex ?? ''
}
