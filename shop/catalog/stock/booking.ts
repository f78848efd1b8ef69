import { sql } from 'drizzle-orm'
import { announceCatalogChange } from '../../catalog-changes.ts'
import { type Ctx, inRetriedTransaction, requireRight } from '../../ctx.ts'
import { ShopError } from '../../errors.ts'
import { noteChange } from '../edits/catalog-audit.ts'
import { tellStockCause } from './cause.ts'
import { endStocktake, lockStocktake } from './stocktake.ts'

/**
 * The result of a booking: sizes whose stock changed, pieces added and missing, and `oversold`: sizes of which more is missing than
 * is left, as pieces were sold meanwhile; their stock is now 0.
 */
export type Booked = { changed: number; added: number; missing: number; oversold: number }

type Moved = { id: string; product_id: string; before: number; after: number; wanted: number }

/** Books the differences of a count: each size by counted less expected, whatever was sold since its count began. */
export async function bookStocktake(ctx: Ctx, id: string, reason: string): Promise<Booked> {
  const endedBy = requireRight(ctx, 'catalog') ?? null
  return inRetriedTransaction(ctx, async (ctx) => {
    await lockStocktake(ctx, id)
    await lockSizes(ctx, id)
    await tellStockCause(ctx, { cause: 'count', note: reason })
    const moved = await moveStock(ctx, id)
    await endStocktake(ctx, id, { endedBy, reason })
    const productIds = [...new Set(moved.map((one) => one.product_id))]
    if (productIds.length > 0) await announceCatalogChange(ctx, { productIds })
    const booked = sumOf(moved)
    await noteChange(ctx, {
      action: 'stock.count',
      subject: { id, name: 'Stok sayımı' },
      after: { reason, differing: booked.changed, added: booked.added, missing: booked.missing },
    })
    return booked
  })
}

/** In the order in which a checkout locks them. */
async function lockSizes(ctx: Ctx, id: string): Promise<void> {
  const { rows } = await ctx.db.execute(sql`
    select v.id from variants v
    where v.id in (select variant_id from stocktake_lines where stocktake_id = ${id}) order by v.id for update`)
  if (rows.length === 0) throw new ShopError('CONFLICT', 'Henüz hiçbir beden sayılmadı.')
}

async function moveStock(ctx: Ctx, id: string): Promise<Moved[]> {
  await ctx.db.execute(sql`
    update stocktake_lines l
    set booked_before = v.stock, booked_after = greatest(v.stock + l.counted - l.expected, 0)
    from variants v where v.id = l.variant_id and v.retired_at is null and l.stocktake_id = ${id}`)
  const { rows } = await ctx.db.execute<Moved>(sql`
    update variants v set stock = l.booked_after
    from stocktake_lines l
    where l.stocktake_id = ${id} and l.variant_id = v.id and l.booked_after <> l.booked_before
    returning v.id, v.product_id, l.booked_before as before, l.booked_after as after,
      l.booked_before + l.counted - l.expected as wanted`)
  return rows
}

function sumOf(moved: Moved[]): Booked {
  const by = (sign: 1 | -1) => moved.reduce((sum, { before, after }) => sum + Math.max(0, sign * (after - before)), 0)
  return {
    changed: moved.length,
    added: by(1),
    missing: by(-1),
    oversold: moved.filter(({ wanted }) => wanted < 0).length,
  }
}
