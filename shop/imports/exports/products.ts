/** All products with their variants, as an import takes them: a line for each variant, in the columns of our template. */

import { and, asc, gt, inArray, isNull } from 'drizzle-orm'
import { seesCosts } from '../../catalog/edits/admin-products.ts'
import { careOf, fits } from '../../catalog/garment.ts'
import { categories, products } from '../../catalog/schema.ts'
import type { Ctx } from '../../ctx.ts'
import { images } from '../../media/schema.ts'
import { imageUrl, jpegWidth } from '../../media/urls.ts'
import type { Cell, Column } from '../../xlsx.ts'
import { type ImportField, importFields } from '../contract.ts'
import { type Present, type PresentVariant, readProducts } from '../world.ts'

/** Products that are read at a time. */
const batch = 200

type Seen = { product: Present; category: string; addressOf: (id: string) => string }
type Written = { field: ImportField; width: number; cell: (seen: Seen, variant: PresentVariant | undefined) => Cell }

const text = (value: string | null | undefined): Cell => value || undefined
const amount = (kurus: number | null | undefined): Cell => (kurus ? { kurus } : undefined)
const list = (ids: string[], addressOf: (id: string) => string): Cell => text(ids.map(addressOf).join(' | '))

/** In the order of the template. */
const written: Written[] = [
  { field: 'sku', width: 18, cell: (_, variant) => text(variant?.sku) },
  { field: 'barcode', width: 16, cell: (_, variant) => text(variant?.barcode) },
  { field: 'name', width: 30, cell: ({ product }) => text(product.name) },
  { field: 'slug', width: 24, cell: ({ product }) => text(product.slug) },
  { field: 'description', width: 40, cell: ({ product }) => text(product.description) },
  { field: 'category', width: 16, cell: ({ category }) => text(category) },
  { field: 'group', width: 18, cell: ({ product }) => text(product.group) },
  { field: 'color', width: 12, cell: (_, variant) => text(variant?.color) },
  { field: 'colorHex', width: 10, cell: (_, variant) => text(variant?.colorHex) },
  { field: 'size', width: 10, cell: (_, variant) => text(variant?.size) },
  { field: 'price', width: 12, cell: (_, variant) => amount(variant?.priceKurus) },
  { field: 'originalPrice', width: 14, cell: ({ product }) => amount(product.originalPriceKurus) },
  { field: 'stock', width: 8, cell: (_, variant) => variant?.stock },
  { field: 'cost', width: 12, cell: ({ product }) => amount(product.costKurus) },
  { field: 'vatRate', width: 10, cell: ({ product }) => text(product.vatRate) },
  { field: 'published', width: 10, cell: ({ product }) => (product.publishedAt ? 'Yayında' : 'Taslak') },
  { field: 'fabric', width: 20, cell: ({ product }) => text(product.fabric) },
  { field: 'care', width: 24, cell: ({ product }) => text(careNames(product.care)) },
  {
    field: 'fit',
    width: 14,
    cell: ({ product }) => text(fits.find(({ key }) => key === product.fit)?.name ?? product.fit),
  },
  { field: 'measurements', width: 20, cell: ({ product }) => text(product.measurements) },
  { field: 'modelLine', width: 24, cell: ({ product }) => text(product.modelLine) },
  { field: 'withdrawalExemption', width: 20, cell: ({ product }) => text(product.withdrawalExemption) },
  { field: 'weightClass', width: 14, cell: ({ product }) => text(product.weightClass) },
  { field: 'tags', width: 20, cell: ({ product }) => text(product.tags) },
  { field: 'images', width: 40, cell: ({ product, addressOf }) => list(product.images, addressOf) },
  { field: 'variantImages', width: 30, cell: ({ addressOf }, variant) => list(variant?.images ?? [], addressOf) },
]

function careNames(care: string | null): string {
  return careOf(care ?? '')
    .map(({ name }) => name)
    .join('; ')
}

export const productColumns: Column[] = written.map(({ field, width }) => ({ title: importFields[field], width }))

export async function* productRows(ctx: Ctx): AsyncGenerator<Cell[]> {
  const costs = seesCosts(ctx)
  for await (const seen of eachProduct(ctx)) {
    const variants = seen.product.variants.length > 0 ? seen.product.variants : [undefined]
    for (const variant of variants)
      yield written.map(({ field, cell }) => (field === 'cost' && !costs ? undefined : cell(seen, variant)))
  }
}

const stockFields = new Set<ImportField>(['sku', 'barcode', 'name', 'color', 'size', 'stock'])
const stockWritten = written.filter(({ field }) => stockFields.has(field))
export const stockColumns: Column[] = stockWritten.map(({ field, width }) => ({ title: importFields[field], width }))

/** Only what is counted. */
export async function* stockRows(ctx: Ctx): AsyncGenerator<Cell[]> {
  for await (const seen of eachProduct(ctx))
    for (const variant of seen.product.variants) yield stockWritten.map(({ cell }) => cell(seen, variant))
}

async function* eachProduct(ctx: Ctx): AsyncGenerator<Seen> {
  const names = await ctx.db.select({ id: categories.id, name: categories.name }).from(categories)
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await ctx.db
      .select({ id: products.id })
      .from(products)
      .where(and(isNull(products.deletedAt), gt(products.id, last)))
      .orderBy(asc(products.id))
      .limit(batch)
    const ids = rows.map(({ id }) => id)
    const found = await readProducts(ctx, ids)
    const addressOf = await addressesOf(ctx, [...found.values()])
    for (const id of ids) {
      const product = found.get(id)
      if (product) yield { product, category: nameOf.get(product.categoryId ?? '') ?? '', addressOf }
    }
    if (ids.length < batch) return
    last = ids.at(-1) ?? last
  }
}

/** Where anybody can fetch a picture; the id in it names the picture to this shop. */
async function addressesOf(ctx: Ctx, found: Present[]): Promise<(id: string) => string> {
  const ids = [...new Set(found.flatMap(({ images }) => images))]
  const rows = await ctx.db.select({ id: images.id, width: images.width }).from(images).where(inArray(images.id, ids))
  const widthOf = new Map(rows.map(({ id, width }) => [id, width]))
  return (id) => `${ctx.config.publicUrl}${imageUrl(id, jpegWidth(widthOf.get(id) ?? 1200), 'jpg')}`
}
