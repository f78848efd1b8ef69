import { sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { after, minutes } from '../time.ts'
import { products } from './schema.ts'
import { lowLimit } from './stock/low.ts'

/** Numbers of products on sale: with a size that is low in stock, and without any stock. */
type StockCounts = { low: number; soldOut: number }

/** Up to this many products, stock is counted at each request. */
const fewProducts = 2000
/** Milliseconds for which a count of more products is kept. */
const goodFor = minutes(5)

/** Counts the stock; with many products the last count is returned while it is fresh, as counting reads every variant. */
export async function findStockCounts(ctx: Ctx, products: number): Promise<StockCounts> {
  if (products <= fewProducts) return countStock(ctx)
  const { rows } = await ctx.db.execute<{ low: number; sold_out: number; counted_at: string | Date }>(
    sql`select low, sold_out, counted_at from stock_counts`,
  )
  const [last] = rows
  if (last && after(new Date(last.counted_at), goodFor) > ctx.clock()) return { low: last.low, soldOut: last.sold_out }
  const counts = await countStock(ctx)
  await ctx.db.execute(sql`
    with gone as (delete from stock_counts)
    insert into stock_counts values (${counts.low}, ${counts.soldOut}, ${ctx.clock().toISOString()}::timestamptz)`)
  return counts
}

async function countStock(ctx: Ctx): Promise<StockCounts> {
  const { rows } = await ctx.db.execute<{ low: number; sold_out: number }>(
    sql`
    select count(*) filter (where low)::int as low, count(*) filter (where units = 0)::int as sold_out
    from (
      select coalesce(sum(v.stock), 0) as units, bool_or(v.stock between 1 and ${lowLimit}) as low
      from ${products} left join variants v on v.product_id = ${products.id} and v.retired_at is null
      where ${products.deletedAt} is null and ${products.publishedAt} is not null
      group by ${products.id}
    ) stocks`,
  )
  const [row] = rows
  if (!row) throw new Error('an aggregate gave no row')
  return { low: row.low, soldOut: row.sold_out }
}
