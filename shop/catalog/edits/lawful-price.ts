import { type SQL, sql } from 'drizzle-orm'
import { announceCatalogChange } from '../../catalog-changes.ts'
import { type Ctx, inTransaction, requireRight } from '../../ctx.ts'
import { ShopError } from '../../errors.ts'
import { istanbulDay, startOfIstanbulDay } from '../../time.ts'
import { pricesTag } from '../sorting.ts'

/** One price of a variant and when it began; a history is in order of time. */
export type PriceStep = { priceKurus: number; since: Date }

/**
 * The lowest price of the days before the current price began, the most that may be struck through; undefined when the
 * current price is the first. Days are whole days in Istanbul. The law: docs/law.md. The database does the same in
 * lowest_price_before(), see migration 0015.
 */
export function lowestPriceBefore(history: PriceStep[], windowDays: number): number | undefined {
  const present = history.at(-1)
  if (!present) return undefined
  const first = startOfIstanbulDay(istanbulDay(present.since))
  first.setUTCDate(first.getUTCDate() - windowDays)
  const prices = history.flatMap(({ priceKurus, since }, index) => {
    const until = history[index + 1]?.since
    return until && until > first && until > since ? [priceKurus] : []
  })
  return prices.length > 0 ? Math.min(...prices) : undefined
}

/**
 * Adds an earlier price to the history of a product's variants, from `since` until their first known price: for a shop that
 * sold elsewhere before, and for the demo. INVALID when `since` is not earlier.
 */
export async function recordEarlierPrice(ctx: Ctx, productId: string, { priceKurus, since }: PriceStep): Promise<void> {
  requireRight(ctx, 'catalog')
  await inTransaction(ctx, async (ctx) => {
    const began = await ctx.db.execute(sql`
      insert into price_history (variant_id, price_kurus, since)
      select v.id, ${priceKurus}, ${since.toISOString()}::timestamptz from variants v
      where v.product_id = ${productId} and v.retired_at is null
        and ${since.toISOString()}::timestamptz < (select min(h.since) from price_history h where h.variant_id = v.id)
      returning variant_id`)
    if (began.rows.length === 0) throw new ShopError('INVALID', 'Eski fiyat, bilinen ilk fiyattan önce başlamalı.')
    await ctx.db.execute(sql`select refresh_reference_price(${productId})`)
    await announceCatalogChange(ctx, { productIds: [productId, pricesTag] })
  })
}

/** Recomputes every struck-through price, after another window was set. */
export async function refreshReferencePrices(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`select refresh_reference_price(id) from products`)
}

/**
 * `recent`: the lowest price of a variant that a new price of now would be measured by; `before`: the one that its present
 * price is measured by. Null where nothing counts.
 */
export type RecentLows = { recent: number | null; before: number | null }

/** The lows of many variants in one statement, and the window in days. The rule is that of `lowestPriceBefore`. */
export async function lowestRecentPrices(
  ctx: Ctx,
  variantIds: string[],
): Promise<{ days: number; lows: Map<string, RecentLows> }> {
  const { rows } = await ctx.db.execute<{ days: number; id: string | null } & RecentLows>(sql`
    with steps as (
      select variant_id, price_kurus, since,
        lead(since) over (partition by variant_id order by since, id) as until,
        max(since) over (partition by variant_id) as began
      from price_history where variant_id = any(${sql.param(variantIds)}::uuid[])
    ), days as (select price_window_days() as n)
    select days.n as days, s.variant_id as id,
      min(s.price_kurus) filter (where s.until is null
        or (s.until > s.since and s.until > ${windowStart(sql`now()`)})) as recent,
      min(s.price_kurus) filter (where s.until > s.since and s.until <= s.began
        and s.until > ${windowStart(sql`s.began`)}) as before
    from days left join steps s on true group by 1, 2`)
  return {
    days: rows[0]?.days ?? 30,
    lows: new Map(rows.flatMap(({ id, recent, before }) => (id === null ? [] : [[id, { recent, before }]]))),
  }
}

/** Midnight in Istanbul so many days before. */
function windowStart(moment: SQL): SQL {
  return sql`(((${moment}) at time zone 'Europe/Istanbul')::date - days.n)::timestamp at time zone 'Europe/Istanbul'`
}
