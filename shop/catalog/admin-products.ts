import { and, asc, count, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { type Ctx, isId, requireAdmin } from '../ctx.ts'
import { notFound } from '../errors.ts'
import type { AdminProductQuery } from './contract.ts'
import { lowStock } from './contract.ts'
import { sumProductCounts } from './product-counts.ts'
import { type Product, withParts } from './products.ts'
import { categories, productGroupMembers, products, variants } from './schema.ts'

/** A product as the owner sees it, drafts too; `originalPriceKurus` is what she entered. */
export type AdminProduct = Product & {
  /** What may be struck through beside the price. */
  struckPriceKurus: number | null
  published: boolean
  withdrawalExemption: string | null
  version: number
  groupId: string | null
  updatedAt: Date
}

const columns = {
  id: products.id,
  slug: products.slug,
  name: products.name,
  description: products.description,
  priceKurus: products.priceKurus,
  originalPriceKurus: products.originalPriceKurus,
  struckPriceKurus: products.struckPriceKurus,
  images: products.images,
  published: sql<boolean>`${products.publishedAt} is not null`,
  withdrawalExemption: products.withdrawalExemption,
  version: products.version,
  groupId: productGroupMembers.groupId,
  createdAt: products.createdAt,
  updatedAt: products.updatedAt,
  category: { id: categories.id, name: categories.name, slug: categories.slug, area: categories.area },
}

/** Products for the panel, one page of them, and how many fit in all. */
export async function listAdminProducts(
  ctx: Ctx,
  query: AdminProductQuery,
): Promise<{ items: AdminProduct[]; total: number }> {
  await requireAdmin(ctx)
  const where = and(isNull(products.deletedAt), ...conditions(query))
  const rows = await selection(ctx)
    .leftJoin(stocks(query), sql`stocks.product_id = ${products.id}`)
    .where(where)
    .orderBy(...order(query.sort))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
  return { items: await withParts(ctx, rows), total: await countAll(ctx, query, where) }
}

async function countAll(ctx: Ctx, { q, stock, state, ...scope }: AdminProductQuery, where: SQL | undefined) {
  if (!q && !stock) return sumProductCounts(ctx, { ...scope, state: state === 'draft' ? 'draft' : state && 'on-sale' })
  const [{ total } = { total: 0 }] = await ctx.db
    .select({ total: count() })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(where)
  return total
}

/** One product by its id, drafts too. */
export async function getAdminProduct(ctx: Ctx, id: string): Promise<AdminProduct> {
  await requireAdmin(ctx)
  const rows = isId(id) ? await selection(ctx).where(and(isNull(products.deletedAt), eq(products.id, id))) : []
  const [product] = await withParts(ctx, rows)
  if (!product) throw missingProduct()
  return product
}

export function missingProduct() {
  return notFound('Ürün bulunamadı; silinmiş olabilir.')
}

function selection(ctx: Ctx) {
  return ctx.db
    .select(columns)
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(productGroupMembers, eq(productGroupMembers.productId, products.id))
    .$dynamic()
}

/** The stock of every product, summed only where the list is sorted by it. */
function stocks({ sort }: AdminProductQuery): SQL {
  return sort.startsWith('stock')
    ? sql`(select product_id, sum(stock) as total from ${variants} where retired_at is null group by product_id) stocks`
    : sql`(select null::uuid as product_id, 0 as total where false) stocks`
}

function conditions({ q, category, area, state, stock }: AdminProductQuery): (SQL | undefined)[] {
  const words = q?.split(/\s+/).filter((word) => word !== '') ?? []
  return [
    words.length > 0 ? hold(words) : undefined,
    category ? eq(isId(category) ? categories.id : categories.slug, category) : undefined,
    area ? eq(categories.area, area) : undefined,
    state && (state === 'draft' ? isNull(products.publishedAt) : isNotNull(products.publishedAt)),
    stock && { out: sql`not ${some(sql`> 0`)}`, in: some(sql`> 0`), low: some(sql`between 1 and ${lowStock}`) }[stock],
  ]
}

/** A variant on sale has such a stock. */
function some(stock: SQL): SQL {
  return sql`exists (select 1 from ${variants} v where v.product_id = ${products.id} and v.retired_at is null and v.stock ${stock})`
}

/**
 * Name, SKUs or colours hold the words. Found by themselves, along their index: the database would rather go through
 * the newest products until it has a page of them, through all of them where the words are rare.
 */
function hold(words: string[]): SQL {
  const conditions = words.map(
    (word) => sql`search_line like '%' || tr_fold(${word.replace(/[\\%_]/g, '\\$&')}) || '%'`,
  )
  return sql`${products.id} in (
    with found as materialized (select id from ${products} where ${and(isNull(products.deletedAt), ...conditions)})
    select id from found)`
}

function order(sort: AdminProductQuery['sort']): SQL[] {
  const newest = [desc(products.createdAt), desc(products.id)]
  switch (sort) {
    case 'newest':
      return newest
    case 'name':
      return [sql`${products.name} collate tr_tr`, asc(products.id)]
    case 'price-asc':
      return [sql`${products.priceKurus} asc nulls last`, asc(products.id)]
    case 'price-desc':
      return [sql`${products.priceKurus} desc nulls last`, asc(products.id)]
    case 'stock-asc':
      return [sql`coalesce(stocks.total, 0) asc`, ...newest]
    case 'stock-desc':
      return [sql`coalesce(stocks.total, 0) desc`, ...newest]
  }
}
