import { and, asc, count, desc, eq, isNotNull, isNull, min, or, sql } from 'drizzle-orm'
import { products } from '../catalog/schema.ts'
import { type Ctx, requireRight } from '../ctx.ts'
import type { StockRequestQuery } from '../messages/contract.ts'
import { fold } from '../turkish.ts'
import { stockRequests } from './schema.ts'

/** How many wait for a product in one size and color; without a color, for any. Only confirmed addresses count. */
type WantedVariant = {
  productId: string
  productName: string
  productSlug: string
  image: string | null
  color: string | null
  size: string
  /** In line; told and kept for are apart. */
  waiting: number
  kept: number
  since: Date
  /** Units in stock now. */
  stock: number
}

/** Returns the variants that shoppers wait for, most wanted first. */
export async function listWantedVariants(
  ctx: Ctx,
  query: StockRequestQuery,
): Promise<{ items: WantedVariant[]; total: number; waiting: number }> {
  requireRight(ctx, 'messages')
  const wanted = fold(query.q ?? '')
  const where = and(
    isNotNull(stockRequests.confirmedAt),
    or(isNull(stockRequests.notifiedAt), eq(stockRequests.hold, 'held')),
    isNull(products.deletedAt),
    wanted ? sql`strpos(tr_fold(${products.name}), ${wanted}) > 0` : undefined,
  )
  const since = min(stockRequests.createdAt)
  const waiting = sql<number>`(count(*) filter (where ${stockRequests.notifiedAt} is null))::int`
  const rows = await ctx.db
    .select({
      productId: products.id,
      productName: products.name,
      productSlug: products.slug,
      image: sql<string | null>`${products.images}[1]`,
      color: stockRequests.color,
      size: stockRequests.size,
      waiting,
      kept: sql<number>`(count(*) filter (where ${stockRequests.notifiedAt} is not null))::int`,
      since,
      stock: sql<number>`(select coalesce(sum(v.stock), 0)::int from variants v where v.product_id = ${products.id}
        and v.size = ${stockRequests.size} and v.retired_at is null
        and (${stockRequests.color} is null or v.color = ${stockRequests.color}))`,
    })
    .from(stockRequests)
    .innerJoin(products, eq(products.id, stockRequests.productId))
    .where(where)
    .groupBy(products.id, stockRequests.color, stockRequests.size)
    .orderBy(desc(waiting), asc(since), asc(products.id), asc(stockRequests.size), asc(stockRequests.color))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
  const groups = ctx.db
    .select({ waiting: waiting.as('waiting') })
    .from(stockRequests)
    .innerJoin(products, eq(products.id, stockRequests.productId))
    .where(where)
    .groupBy(products.id, stockRequests.color, stockRequests.size)
    .as('groups')
  const [sums] = await ctx.db
    .select({ total: count(), waiting: sql<number>`coalesce(sum(${groups.waiting}), 0)::int` })
    .from(groups)
  return {
    items: rows.flatMap(({ since, ...row }) => (since ? [{ ...row, since }] : [])),
    total: sums?.total ?? 0,
    waiting: sums?.waiting ?? 0,
  }
}
