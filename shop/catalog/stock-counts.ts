import { sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { after, minutes } from '../time.ts'
import { lowStock } from './contract.ts'

/** Products on sale with a size that runs low, and those of which nothing is left. */
export type StockCounts = { low: number; soldOut: number }

/** Up to so many products are counted anew for each look. */
const fewProducts = 2000
const goodFor = minutes(5)

/** With many products, the last count is given while it is young: it goes through every variant of the shop. */
export async function findStockCounts(ctx: Ctx, products: number): Promise<StockCounts> {
  if (products <= fewProducts) return countStock(ctx)
  const { rows } = await read<{ low: number; sold_out: number; counted_at: string | Date }>(
    ctx,
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
  const { rows } = await read<{ low: number; sold_out: number }>(
    ctx,
    sql`
    select count(*) filter (where low)::int as low, count(*) filter (where units = 0)::int as sold_out
    from (
      select coalesce(sum(v.stock), 0) as units, bool_or(v.stock between 1 and ${lowStock}) as low
      from products p left join variants v on v.product_id = p.id and v.retired_at is null
      where p.deleted_at is null and p.published_at is not null
      group by p.id
    ) stocks`,
  )
  const [row] = rows
  if (!row) throw new Error('an aggregate gave no row')
  return { low: row.low, soldOut: row.sold_out }
}

async function read<T>(ctx: Ctx, query: ReturnType<typeof sql>): Promise<{ rows: T[] }> {
  return (await ctx.db.execute(query)) as unknown as { rows: T[] }
}
