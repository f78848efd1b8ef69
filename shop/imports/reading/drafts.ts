/** The rows of a file put together, product by product. */

import { skuKey } from '../../catalog/edits/sku-key.ts'
import { type TextField, textFields } from '../../catalog/product-fields.ts'
import { slugify } from '../../turkish.ts'
import type { Line, ProductSays, RowError, VariantSays } from './lines.ts'

/** A product as a file gives it. `seen`: the stock that a variant had when the file was read; sales since are kept. */
export type Draft = Omit<ProductSays, 'images'> & {
  /** Undefined: the file names none. */
  images?: string[]
  variants: (VariantSays & { row: number; seen?: number })[]
}

/** Rows of one product; `productId` when the shop has it already. */
export type Unit = { productId: string | undefined; lines: Line[]; draft: Draft; errors: RowError[] }

/** Which products of the shop the rows mean: by SKU, then by barcode, then by address. */
export type Matches = {
  bySku: Map<string, string>
  byBarcode: Map<string, string>
  bySlug: Map<string, string>
}

export function unitsOf(lines: Line[], matches: Matches): Unit[] {
  const grouped = new Map<string, { productId: string | undefined; lines: Line[] }>()
  const productOfKey = productsByKey(lines, matches)
  for (const line of lines) {
    const key = keyOf(line)
    const own = productOf(line.variant, matches)
    // Without a key of its product, a row belongs to the product that has its SKU or barcode, whatever name it gives.
    const productId = (line.key ? productOfKey.get(key) : undefined) ?? own ?? productOfKey.get(key)
    const place = productId ?? key
    const group = grouped.get(place) ?? { productId, lines: [] }
    group.lines.push(line)
    grouped.set(place, group)
  }
  return [...grouped.values()].map(({ productId, lines }) => ({
    productId,
    lines,
    draft: draftOf(lines),
    errors: lines.flatMap(({ errors }) => errors),
  }))
}

/** Rows without a code or an address of their product belong together by its name. */
function keyOf({ key, product, variant, row }: Line): string {
  if (key) return key
  if (product.name) return `slug:${slugify(product.name)}`
  return `sku:${variant?.sku ? skuKey(variant.sku) : row}`
}

function productsByKey(lines: Line[], matches: Matches): Map<string, string> {
  const found = new Map<string, string>()
  for (const line of lines) {
    const key = keyOf(line)
    const productId = found.get(key) ?? productOf(line.variant, matches)
    if (productId) found.set(key, productId)
  }
  for (const line of lines) {
    const key = keyOf(line)
    const slug = line.product.slug ? slugify(line.product.slug) : key.startsWith('slug:') ? key.slice(5) : ''
    const productId = found.get(key) ?? matches.bySlug.get(slugify(slug))
    if (productId) found.set(key, productId)
  }
  return found
}

/** The product that has a variant of this SKU or barcode. */
export function productOf(variant: VariantSays | undefined, { bySku, byBarcode }: Matches): string | undefined {
  const { sku, barcode } = variant ?? {}
  return (sku && bySku.get(skuKey(sku))) || (barcode && byBarcode.get(barcode)) || undefined
}

/** The first row that gives a field of the product decides: other shops give them once, on the first row. */
function draftOf(lines: Line[]): Draft {
  const first = <F extends keyof ProductSays>(field: F) =>
    lines.find(({ product }) => product[field] !== undefined)?.product[field]
  const images = [...new Set(lines.flatMap(({ product, variant }) => [...product.images, ...(variant?.images ?? [])]))]
  const draft: Draft = {
    variants: lines.flatMap(({ row, variant }) => (variant ? [{ row, ...variant }] : [])),
    ...(images.length > 0 ? { images } : {}),
  }
  const fields: (keyof Omit<ProductSays, 'images'>)[] = [
    ...(['name', 'slug', 'description', 'category', 'group', 'published', 'costKurus'] as const),
    ...(textFields as readonly TextField[]),
  ]
  for (const field of fields) {
    const value = first(field)
    if (value !== undefined) Object.assign(draft, { [field]: value })
  }
  const original = originalOf(lines)
  return original === undefined ? draft : { ...draft, originalPriceKurus: original }
}

/** Ours is one price of the whole product: the one beside its lowest price. */
function originalOf(lines: Line[]): number | null | undefined {
  const said = lines.filter(({ product }) => product.originalPriceKurus !== undefined)
  const priced = said.toSorted((a, b) => (a.variant?.priceKurus ?? 0) - (b.variant?.priceKurus ?? 0))
  return (
    priced.find(({ product }) => product.originalPriceKurus)?.product.originalPriceKurus ??
    (said.length > 0 ? null : undefined)
  )
}
