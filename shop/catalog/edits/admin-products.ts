import { and, asc, count, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { type Ctx, hasRight, isId, requireRight } from '../../ctx.ts'
import { notFound } from '../../errors.ts'
import { literal } from '../../fields/like.ts'
import type { AdminProductQuery } from '../contract.ts'
import { sumProductCounts } from '../product-counts.ts'
import type { ProductLine } from '../product-lines.ts'
import { commonColumns, type Product, withParts } from '../products.ts'
import { categories, productGroupMembers, products, variants } from '../schema.ts'
import { lowLimit } from '../stock/low.ts'
import { withOutfits } from './outfit-pieces.ts'

/** A product as the owner sees it, drafts too; `originalPriceKurus` is what the owner entered. */
export type AdminProduct = Product & {
  /** The price that the law allows to be struck through. */
  struckPriceKurus: number | null
  tags: string | null
  /** Null also for staff who may not see it. */
  costKurus: number | null
  published: boolean
  version: number
  groupId: string | null
  /** The products that the owner chose to wear with it. */
  outfit: ProductLine[]
  /** At how many pieces of a size its owner is told: what it says itself, and what is in force. */
  lowStock: number | null
  lowLimit: number
  /** Shoppers who wait for one of its sizes. */
  waiting: number
  updatedAt: Date
}

const columns = {
  ...commonColumns,
  originalPriceKurus: products.originalPriceKurus,
  struckPriceKurus: products.struckPriceKurus,
  tags: products.tags,
  costKurus: products.costKurus,
  published: sql<boolean>`${products.publishedAt} is not null`,
  version: products.version,
  groupId: productGroupMembers.groupId,
  outfit: products.outfit,
  lowStock: products.lowStock,
  lowLimit,
  waiting: sql<number>`(select count(*)::int from stock_requests r
    where r.product_id = ${products.id} and r.notified_at is null and r.confirmed_at is not null)`,
  updatedAt: products.updatedAt,
}

/** Returns one page of the products that match, for the panel, and their total number. */
export async function listAdminProducts(
  ctx: Ctx,
  query: AdminProductQuery,
): Promise<{ items: AdminProduct[]; total: number }> {
  requireRight(ctx, 'catalog')
  const where = and(isNull(products.deletedAt), ...conditions(query))
  const rows = await selection(ctx)
    .leftJoin(stocks(query), sql`stocks.product_id = ${products.id}`)
    .where(where)
    .orderBy(...order(query.sort))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
  const items = await withOutfits(ctx, await withParts(ctx, withoutCosts(ctx, rows)))
  return { items, total: await countAll(ctx, query, where) }
}

/** Whether the caller may see what goods cost the owner: the right to the catalog is not enough. */
export function seesCosts(ctx: Ctx): boolean {
  return hasRight(ctx, 'settings')
}

function withoutCosts<R extends { costKurus: number | null }>(ctx: Ctx, rows: R[]): R[] {
  return seesCosts(ctx) ? rows : rows.map((row) => ({ ...row, costKurus: null }))
}

async function countAll(ctx: Ctx, { q, stock, only, tag, state, ...scope }: AdminProductQuery, where: SQL | undefined) {
  if (!q && !stock && !only && !tag)
    return sumProductCounts(ctx, { ...scope, state: state === 'draft' ? 'draft' : state && 'on-sale' })
  const [{ total } = { total: 0 }] = await ctx.db
    .select({ total: count() })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(where)
  return total
}

/** Returns one product by its id, drafts too. */
export async function getAdminProduct(ctx: Ctx, id: string): Promise<AdminProduct> {
  requireRight(ctx, 'catalog')
  const rows = isId(id) ? await selection(ctx).where(and(isNull(products.deletedAt), eq(products.id, id))) : []
  const [product] = await withOutfits(ctx, await withParts(ctx, withoutCosts(ctx, rows)))
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

function conditions({ q, category, area, state, stock, only, tag }: AdminProductQuery): (SQL | undefined)[] {
  return [
    q ? holding(q) : undefined,
    category ? eq(isId(category) ? categories.id : categories.slug, category) : undefined,
    area ? eq(categories.area, area) : undefined,
    state && (state === 'draft' ? isNull(products.publishedAt) : isNotNull(products.publishedAt)),
    tag
      ? sql`${products.tags} is not null and string_to_array(${products.tags}, ', ') @> array[${tag.toLocaleLowerCase('tr')}]`
      : undefined,
    stock && { out: sql`not ${some(sql`> 0`)}`, in: some(sql`> 0`), low: some(sql`between 1 and ${lowLimit}`) }[stock],
    only &&
      {
        'no-picture': sql`${products.images} = '{}'`,
        discounted: isNotNull(products.struckPriceKurus),
        waiting: sql`${products.id} in (select product_id from stock_requests where notified_at is null and confirmed_at is not null)`,
      }[only],
  ]
}

/** Condition: some variant on sale has such a stock. */
function some(stock: SQL): SQL {
  return sql`exists (select 1 from ${variants} v where v.product_id = ${products.id} and v.retired_at is null and v.stock ${stock})`
}

/**
 * Condition: name, SKUs or colors contain the words. The materialized query forces their index: the planner would rather
 * scan from the newest product until a page is full, through the whole table where the words are rare.
 */
export function holding(q: string): SQL | undefined {
  const words = q.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return undefined
  const conditions = words.map((word) => sql`search_line like '%' || tr_fold(${literal(word)}) || '%'`)
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

/** The ids of all products that match, in the list's order. */
export async function listAdminProductIds(
  ctx: Ctx,
  filter: Omit<AdminProductQuery, 'page' | 'limit' | 'sort'>,
): Promise<string[]> {
  requireRight(ctx, 'catalog')
  const rows = await ctx.db
    .select({ id: products.id })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(isNull(products.deletedAt), ...conditions({ ...filter, page: 1, limit: 1, sort: 'newest' })))
    .orderBy(...order('newest'))
  return rows.map(({ id }) => id)
}
