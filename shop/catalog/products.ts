/**
 * Products as shoppers see them. A product is on sale when it is neither deleted nor a draft; `onSale` (on-sale.ts) is the
 * one condition that every public reading uses. Public readings note in `ctx.tags` which products they show, so that the kept
 * answers that show a product can be dropped when it changes (catalog-changes.ts).
 */

import { and, count, desc, eq, inArray, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { askRows, type Ctx, fixed, isId } from '../ctx.ts'
import { notFound } from '../errors.ts'
import { findImages, type Image, imagesOf, picturesOf } from '../media/images.ts'
import type { Area, ProductQuery } from './contract.ts'
import type { FitNote } from './garment.ts'
import { findMoved } from './moved.ts'
import { onSale } from './on-sale.ts'
import { sumProductCounts } from './product-counts.ts'
import { eachPublicText, type PublicText } from './product-fields.ts'
import { categories, products, variants } from './schema.ts'
import { bestOf, search, stretchOf } from './search/search.ts'
import { compareSizes } from './sizes.ts'
import { notePrices, orderOf } from './sorting.ts'

type ProductVariant = {
  id: string
  sku: string
  color: string
  colorHex: string | null
  size: string
  priceKurus: number
  stock: number
  images: Image[]
}

/** A product on sale with everything that a shopper may see. Prices in kuruş; `priceKurus` is null without variants. */
export type Product = {
  id: string
  slug: string
  name: string
  description: string
  priceKurus: number | null
  /** The price that the law allows to be struck through beside it. */
  originalPriceKurus: number | null
  /** From when, and until when if that is known, the price shown is that of a sale; null: it is of none. */
  saleFrom?: Date | null
  saleUntil?: Date | null
  images: Image[]
  category: { id: string; name: string; slug: string; area: Area }
  variants: ProductVariant[]
  createdAt: Date
  /** Read with one product alone: only its page says it. */
  fitNote?: FitNote | null
} & Record<PublicText, string | null>

/** The columns that shoppers and the owner read alike. */
export const commonColumns = {
  id: products.id,
  slug: products.slug,
  name: products.name,
  description: products.description,
  priceKurus: products.priceKurus,
  saleFrom: products.saleFrom,
  saleUntil: products.saleUntil,
  ...eachPublicText((name) => products[name]),
  images: products.images,
  createdAt: products.createdAt,
  category: { id: categories.id, name: categories.name, slug: categories.slug, area: categories.area },
}
const columns = { ...commonColumns, originalPriceKurus: products.struckPriceKurus }
type VariantRow = Omit<ProductVariant, 'images'> & { images: string[] }

/** The variants of a product as one JSON value: parsing nine columns of each would take longer than the query. */
const variantsWith = (images: SQLWrapper) => sql<VariantRow[]>`json_agg(json_build_object(
  'id', ${variants.id}, 'sku', ${variants.sku}, 'color', ${variants.color}, 'colorHex', ${variants.colorHex},
  'size', ${variants.size}, 'priceKurus', ${variants.priceKurus}, 'stock', ${variants.stock}, 'images', ${images}
) order by ${variants.position})`
const variantList = variantsWith(sql`${variants.images}`)

type Row = Omit<Product, 'images' | 'variants'> & { images: string[] }

/** Returns one page of the products on sale that match, best match first for a search, and their total number. */
export async function listProducts(ctx: Ctx, query: ProductQuery): Promise<{ items: Product[]; total: number }> {
  const hits = query.q ? await search(ctx, query.q) : undefined
  const where = and(
    onSale,
    query.area ? eq(categories.area, query.area) : undefined,
    query.category ? eq(isId(query.category) ? categories.id : categories.slug, query.category) : undefined,
  )
  const found = hits ? sql`(${bestOf(hits)}) hits` : sql`(select null::uuid as product_id, 0 as rank) hits`
  const joined = hits ? sql`hits.product_id = ${products.id}` : sql`true`
  const stretch = { offset: (query.page - 1) * query.limit, limit: query.limit }
  const { sort = hits ? 'recommended' : 'newest' } = query
  notePrices(ctx, sort)
  const best = hits && sort === 'recommended'
  const alone = best && !query.area && !query.category
  // The hits of a search are counted in the same query: each row carries the total.
  const total = alone ? sql<number>`hits.total` : hits ? sql<number>`(count(*) over ())::int` : sql<null>`null`
  const rows: (Row & { total: number | null })[] = await ctx.db
    .select({ ...columns, total })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .innerJoin(alone ? sql`(${stretchOf(hits, stretch)}) hits` : found, joined)
    .where(where)
    .orderBy(...(best ? [sql`hits.rank desc`, desc(products.id)] : orderOf(sort)))
    .limit(query.limit)
    .offset(alone ? 0 : stretch.offset)
  const countFound = () =>
    ctx.db
      .select({ total: count() })
      .from(products)
      .innerJoin(categories, eq(categories.id, products.categoryId))
      .innerJoin(found, joined)
      .where(where)
      .then(([counted]) => counted?.total ?? 0)
  const all = rows[0]?.total ?? (await (hits ? countFound() : sumProductCounts(ctx, { ...query, state: 'on-sale' })))
  const items = await withVariants(
    ctx,
    rows.map(({ total: _, ...row }) => row),
  )
  return { items, total: all }
}

/** Finds a product by id, slug, or earlier slug; undefined when it is not on sale. */
export async function findProduct(ctx: Ctx, idOrSlug: string): Promise<Product | undefined> {
  const found = await findWhole(ctx, isId(idOrSlug) ? eq(products.id, idOrSlug) : eq(products.slug, idOrSlug))
  const moved = found || isId(idOrSlug) ? undefined : await findMoved(ctx, 'product', idOrSlug)
  return moved ? findWhole(ctx, eq(products.id, moved)) : found
}

const { category, ...plainColumns } = columns
/** One product with its parts, as one row. */
const wholeColumns = fixed({
  ...plainColumns,
  fitNote: products.fitNote,
  images: picturesOf(sql`${products.images}`),
  category: sql`json_build_object('id', ${category.id}, 'name', ${category.name}, 'slug', ${category.slug}, 'area', ${category.area})`,
  variants: sql`(select coalesce(${variantsWith(picturesOf(sql`${variants.images}`))}, '[]') from ${variants}
    where ${variants.productId} = ${products.id} and ${variants.retiredAt} is null)`,
})

async function findWhole(ctx: Ctx, condition: SQL): Promise<Product | undefined> {
  const [row] = await askRows<Product>(
    ctx,
    ctx.db
      .select(wholeColumns)
      .from(products)
      .innerJoin(categories, eq(categories.id, products.categoryId))
      .where(and(onSale, condition)),
    { isByKeys: true },
  )
  if (!row) return undefined
  ctx.tags?.add(row.id)
  const { saleFrom, saleUntil } = row
  return {
    ...row,
    saleFrom: saleFrom ? new Date(saleFrom) : null,
    saleUntil: saleUntil ? new Date(saleUntil) : null,
    createdAt: new Date(row.createdAt),
    variants: row.variants.toSorted((a, b) => compareSizes(a.size, b.size)),
  }
}

/** Finds the id of the first picture of a product on sale. */
export async function findMainPicture(ctx: Ctx, slug: string): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ id: sql<string | null>`${products.images}[1]` })
    .from(products)
    .where(and(onSale, eq(products.slug, slug)))
  return row?.id ?? undefined
}

function rowsWhere(ctx: Ctx, condition: SQL): Promise<Row[]> {
  return ctx.db
    .select({ ...columns, fitNote: products.fitNote })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(onSale, condition))
}

/** Gets a product by id or slug; NOT_FOUND when it is not on sale. */
export async function getProduct(ctx: Ctx, idOrSlug: string): Promise<Product> {
  const product = await findProduct(ctx, idOrSlug)
  if (!product) throw notFound('Bu ürün artık satışta değil.')
  return product
}

/** Finds several products by id, in no order; those not on sale are left out. */
export async function findProducts(ctx: Ctx, ids: string[]): Promise<Product[]> {
  if (ids.length === 0) return []
  return withVariants(ctx, await rowsWhere(ctx, inArray(products.id, ids)))
}

async function withVariants(ctx: Ctx, rows: Row[]): Promise<Product[]> {
  const full = await withParts(ctx, rows)
  return full.map((product) => ({
    ...product,
    variants: product.variants.toSorted((a, b) => compareSizes(a.size, b.size)),
  }))
}

/** Adds to product rows their pictures and their variants on sale, in two queries for any number of rows. */
export async function withParts<T extends { id: string; images: string[] }>(ctx: Ctx, rows: T[]) {
  const ids = rows.map((row) => row.id)
  for (const id of ids) ctx.tags?.add(id)
  const lists = await findVariants(ctx, ids)
  const pictures = await findImages(ctx, [
    ...rows.flatMap((row) => row.images),
    ...[...lists.values()].flat().flatMap((variant) => variant.images),
  ])
  return rows.map((row) => ({
    ...row,
    images: imagesOf(pictures, row.images),
    variants: (lists.get(row.id) ?? []).map(
      (variant): ProductVariant => ({ ...variant, images: imagesOf(pictures, variant.images) }),
    ),
  }))
}

async function findVariants(ctx: Ctx, productIds: string[]): Promise<Map<string, VariantRow[]>> {
  if (productIds.length === 0) return new Map()
  const rows = await ctx.db
    .select({ productId: variants.productId, list: variantList })
    .from(variants)
    .where(and(inArray(variants.productId, productIds), isNull(variants.retiredAt)))
    .groupBy(variants.productId)
  return new Map(rows.map(({ productId, list }) => [productId, list]))
}
