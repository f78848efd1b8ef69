import { skuKey } from '#shop/catalog/edits/sku-key.ts'
import { fold, slugify } from '#shop/turkish.ts'
import type { Row } from './grid-rows.ts'

export const defaultPattern = '{ad}-{renk}-{beden}'
const longest = 64

/** 'Keten Elbise', 'Kırmızı', 'M' → 'KETEN-ELBISE-KIRMIZI-M'; numbered when that one is taken. */
export function suggestSku(
  row: Pick<Row, 'color' | 'size'>,
  name: string,
  taken: ReadonlySet<string>,
  pattern = defaultPattern,
): string {
  const parts: Record<string, string> = {
    ad: code(withoutColor(name, row.color), 24),
    renk: code(row.color, 20),
    beden: code(row.size, 12),
  }
  const filled = pattern.replace(/\{(ad|renk|beden)\}/g, (_, part: string) => parts[part] ?? '')
  const sku = filled
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, longest - 4)
  return free(sku, taken)
}

/** Like the SKUs of the rows of the same color, when they end in their size; else after the pattern. */
export function suggestLike(row: Row, rows: readonly Row[], name: string, taken: ReadonlySet<string>): string {
  const color = fold(row.color.trim())
  for (const { sku, size, ...other } of rows) {
    const end = `-${code(size, 12)}`
    if (end !== '-' && fold(other.color.trim()) === color && sku.endsWith(end) && sku.length > end.length)
      return free(`${sku.slice(0, -end.length)}-${code(row.size, 12)}`, taken)
  }
  return suggestSku(row, name, taken)
}

function free(sku: string, taken: ReadonlySet<string>): string {
  if (sku === '' || !taken.has(skuKey(sku))) return sku
  for (let n = 2; ; n += 1) if (!taken.has(skuKey(`${sku}-${n}`))) return `${sku}-${n}`
}

/** 'Keten Elbise Kırmızı' in Kırmızı is 'Keten Elbise': a color is named once. */
function withoutColor(name: string, color: string): string {
  const [whole, end] = [slugify(name), `-${slugify(color)}`]
  return end.length > 1 && whole.endsWith(end) ? whole.slice(0, -end.length) : name
}

/** Capital ASCII letters, digits and hyphens, cut between words where it can be. */
function code(text: string, length: number): string {
  const whole = slugify(text).toUpperCase()
  if (whole.length <= length) return whole
  const cut = whole.slice(0, length + 1).lastIndexOf('-')
  return whole.slice(0, cut > length / 2 ? cut : length)
}

/** The keys of the SKUs in the grid. */
export function takenSkus(rows: readonly Row[]): Set<string> {
  return new Set(rows.map((row) => skuKey(row.sku.trim())).filter(Boolean))
}

/** Fills suggestions into empty SKU cells of rows that have a color and a size. */
export function fillSkus(rows: readonly Row[], name: string, pattern?: string): Row[] {
  const taken = takenSkus(rows)
  return rows.map((row) => {
    if (row.sku.trim() !== '' || row.color.trim() === '' || row.size.trim() === '') return row
    const sku = pattern ? suggestSku(row, name, taken, pattern) : suggestLike(row, rows, name, taken)
    taken.add(skuKey(sku))
    return { ...row, sku }
  })
}
