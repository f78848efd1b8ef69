import { sql } from 'drizzle-orm'
import { type Ctx, inTransaction, requireAdmin } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { istanbulDay } from '../time.ts'
import { announceCatalogChange } from './changes.ts'

/** One price of a variant and when it began; a history is in order of time. */
export type PriceStep = { priceKurus: number; since: Date }

/**
 * The lowest price of the days before the present price began, the most that may be struck through; undefined when the
 * present price is the first. Days are whole days in Istanbul. The law: docs/law.md. The database does the same in
 * lowest_price_before(), see migration 0015.
 */
export function lowestPriceBefore(history: PriceStep[], windowDays: number): number | undefined {
  const present = history.at(-1)
  if (!present) return undefined
  const first = new Date(`${istanbulDay(present.since)}T00:00:00+03:00`)
  first.setUTCDate(first.getUTCDate() - windowDays)
  const prices = history.flatMap(({ priceKurus, since }, index) => {
    const until = history[index + 1]?.since
    return until && until > first && until > since ? [priceKurus] : []
  })
  return prices.length > 0 ? Math.min(...prices) : undefined
}

/**
 * Enters into the books what a product's variants cost before, from `since` until their first known price: for a shop
 * that sold elsewhere before, and for the demo. INVALID when it is not before.
 */
export async function recordEarlierPrice(ctx: Ctx, productId: string, { priceKurus, since }: PriceStep): Promise<void> {
  await requireAdmin(ctx)
  await inTransaction(ctx, async (ctx) => {
    const began = (await ctx.db.execute(sql`
      insert into price_history (variant_id, price_kurus, since)
      select v.id, ${priceKurus}, ${since.toISOString()}::timestamptz from variants v
      where v.product_id = ${productId} and v.retired_at is null
        and ${since.toISOString()}::timestamptz < (select min(h.since) from price_history h where h.variant_id = v.id)
      returning variant_id`)) as unknown as { rows: unknown[] }
    if (began.rows.length === 0) throw new ShopError('INVALID', 'Eski fiyat, bilinen ilk fiyattan önce başlamalı.')
    await ctx.db.execute(sql`select refresh_reference_price(${productId})`)
    await announceCatalogChange(ctx, { productIds: [productId] })
  })
}

/** After another window was set: what may be struck through everywhere. */
export async function refreshReferencePrices(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`select refresh_reference_price(id) from products`)
}
