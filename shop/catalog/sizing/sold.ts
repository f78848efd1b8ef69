import { isNull, sql } from 'drizzle-orm'
import { askRows, type Ctx, readOnce } from '../../ctx.ts'
import { listCategoryNames } from '../categories.ts'
import { variants } from '../schema.ts'
import { hasOwnSize, type PlacedSizes, placeSizes } from './placed.ts'

/** Returns all names of sizes that the shop has, in stock or not: by a walk along an index, from one to the next. */
export async function listSoldSizes(ctx: Ctx): Promise<Set<string>> {
  // The collation of the index.
  const size = sql`${variants.size} collate "C"`
  const next = sql`select min(${size}) from ${variants} where ${isNull(variants.retiredAt)}`
  const rows = await readOnce(ctx, 'sold sizes', () =>
    askRows<{ size: string }>(
      ctx,
      sql`select size from (
        with recursive sold (size) as (
          ${next} union all select (${next} and ${size} > sold.size) from sold where sold.size is not null
        ) select size from sold) walked where size is not null`,
    ),
  )
  return new Set(rows.map(({ size }) => size))
}

/** Her own sizes among those that are asked for, as they count in the whole shop; none are asked of the database without any. */
export async function readPlaced(ctx: Ctx, asked: string[]): Promise<PlacedSizes[]> {
  if (!hasOwnSize(asked)) return []
  const [categories, sold] = await Promise.all([listCategoryNames(ctx), listSoldSizes(ctx)])
  return placeSizes(asked, categories, sold)
}
