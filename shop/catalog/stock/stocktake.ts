/**
 * Counting the shelves while the shop sells. A size is compared with the stock that it had when its count began, and the
 * difference is what is booked: what was sold since stays sold. Several phones count at once; each adds its pieces.
 */

import { and, count, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { users } from '../../accounts/schema.ts'
import { type Ctx, inRetriedTransaction, isId, newId, requireRight } from '../../ctx.ts'
import { brokenConstraint, notFound, ShopError } from '../../errors.ts'
import { findImages, type Image } from '../../media/images.ts'
import { skuKey } from '../edits/sku-key.ts'
import { products, variants } from '../schema.ts'
import type { CountedPieces } from './contract.ts'
import { stocktakeLines, stocktakes } from './schema.ts'

export type Stocktake = {
  id: string
  createdAt: Date
  endedAt: Date | null
  /** Null while it is open, and for one that was given up. */
  reason: string | null
  startedBy: string | null
  /** Sizes that were counted, and the pieces that it added and took away once it was booked. */
  sizes: number
  added: number
  missing: number
}

/** Returns the count that is open, if one is, and those that were booked last. */
export async function listStocktakes(ctx: Ctx): Promise<{ open: Stocktake | undefined; earlier: Stocktake[] }> {
  requireRight(ctx, 'catalog')
  const [open] = await selectStocktakes(ctx).where(isNull(stocktakes.endedAt))
  const earlier = await selectStocktakes(ctx)
    .where(and(isNotNull(stocktakes.endedAt), isNotNull(stocktakes.reason)))
    .orderBy(desc(stocktakes.createdAt))
    .limit(20)
  return { open, earlier }
}

function selectStocktakes(ctx: Ctx) {
  const moved = sql`l.booked_after - l.booked_before`
  const lines = sql`(select count(*)::int as sizes,
      coalesce(sum(${moved}) filter (where ${moved} > 0), 0)::int as added,
      coalesce(-sum(${moved}) filter (where ${moved} < 0), 0)::int as missing
    from stocktake_lines l where l.stocktake_id = ${stocktakes.id})`
  return ctx.db
    .select({
      id: stocktakes.id,
      createdAt: stocktakes.createdAt,
      endedAt: stocktakes.endedAt,
      reason: stocktakes.reason,
      startedBy: sql<string | null>`${users.firstName} || ' ' || ${users.lastName}`,
      sizes: sql<number>`sums.sizes`,
      added: sql<number>`sums.added`,
      missing: sql<number>`sums.missing`,
    })
    .from(stocktakes)
    .leftJoin(users, eq(users.id, stocktakes.startedBy))
    .innerJoin(sql`lateral ${lines} sums`, sql`true`)
    .$dynamic()
}

/** Begins a count; where one is open, it is that one. */
export async function beginStocktake(ctx: Ctx): Promise<Stocktake> {
  const startedBy = requireRight(ctx, 'catalog') ?? null
  await ctx.db.insert(stocktakes).values({ id: newId(), startedBy, createdAt: ctx.clock() }).onConflictDoNothing()
  const [open] = await selectStocktakes(ctx).where(isNull(stocktakes.endedAt))
  // Somebody booked it in this moment.
  if (!open) throw over()
  return open
}

function over() {
  return new ShopError('CONFLICT', 'Bu sayım bitirilmiş. Yeni bir sayım başlatın.')
}

export type StocktakeLine = {
  variantId: string
  productId: string
  productName: string
  image: Image | null
  sku: string
  color: string
  size: string
  /** The stock when the count of this size began, with pieces kept for shoppers who wait; and the stock now. */
  expected: number
  stock: number
  counted: number
  bookedBefore: number | null
  bookedAfter: number | null
  changedAt: Date
}

/** Lists the sizes of a count, the one that was counted last first. */
export async function listStocktakeLines(ctx: Ctx, id: string): Promise<StocktakeLine[]> {
  requireRight(ctx, 'catalog')
  if (!isId(id)) throw missing()
  const [take] = await ctx.db.select({ id: stocktakes.id }).from(stocktakes).where(eq(stocktakes.id, id))
  if (!take) throw missing()
  return linesOf(ctx, id)
}

function missing() {
  return notFound('Sayım bulunamadı.')
}

async function linesOf(ctx: Ctx, id: string, variantId?: string): Promise<StocktakeLine[]> {
  const line = stocktakeLines
  const rows = await ctx.db
    .select({
      variantId: line.variantId,
      productId: variants.productId,
      productName: products.name,
      image: sql<string | null>`coalesce(${variants.images}[1], ${products.images}[1])`,
      sku: variants.sku,
      color: variants.color,
      size: variants.size,
      expected: line.expected,
      stock: variants.stock,
      counted: line.counted,
      bookedBefore: line.bookedBefore,
      bookedAfter: line.bookedAfter,
      changedAt: line.changedAt,
    })
    .from(line)
    .innerJoin(variants, eq(variants.id, line.variantId))
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(eq(line.stocktakeId, id), variantId ? eq(line.variantId, variantId) : undefined))
    .orderBy(desc(line.changedAt), desc(line.variantId))
  const images = await findImages(
    ctx,
    rows.flatMap(({ image }) => image ?? []),
  )
  return rows.map((row) => ({ ...row, image: images.get(row.image ?? '') ?? null }))
}

/** As many sizes as one count takes; booked in one transaction. */
const mostLines = 20_000

/** Adds what was found of one size, or sets it. NOT_FOUND for a code that no size has. */
export async function countPieces(ctx: Ctx, id: string, given: CountedPieces): Promise<StocktakeLine> {
  requireRight(ctx, 'catalog')
  return inRetriedTransaction(ctx, async (ctx) => {
    await lockOpen(ctx, id, 'share')
    const variantId = await findSize(ctx, given)
    if (given.counted === undefined) await addPieces(ctx, id, variantId, given.add ?? 1)
    else await setPieces(ctx, id, variantId, given.counted, given.seen)
    const [line] = await linesOf(ctx, id, variantId)
    if (!line) throw new Error('a counted size is gone')
    return line
  })
}

/** `share`: others count meanwhile, but nobody ends it. */
async function lockOpen(ctx: Ctx, id: string, how: 'share' | 'update'): Promise<void> {
  const [take] = isId(id)
    ? await ctx.db.select({ endedAt: stocktakes.endedAt }).from(stocktakes).where(eq(stocktakes.id, id)).for(how)
    : []
  if (!take) throw missing()
  if (take.endedAt) throw over()
}

async function findSize(ctx: Ctx, { code, variantId }: CountedPieces): Promise<string> {
  const isBarcode = sql`${variants.barcode} = any(${sql.param(sameCodes(code ?? ''))}::text[])`
  const named =
    code === undefined
      ? eq(variants.id, variantId ?? '')
      : sql`(${isBarcode} or sku_key(${variants.sku}) = ${skuKey(code)})`
  const [size] = await ctx.db
    .select({ id: variants.id })
    .from(variants)
    .where(and(named, isNull(variants.retiredAt)))
    // A barcode comes before an article number that reads the same.
    .orderBy(sql`coalesce(${isBarcode}, false) desc`)
    .limit(1)
  if (!size)
    throw notFound(code === undefined ? 'Bu beden artık yok.' : `“${code}” hiçbir bedenin barkodu ya da SKU’su değil.`)
  return size.id
}

/** A UPC is an EAN that begins with 0: some scanners leave the 0 out. */
function sameCodes(code: string): string[] {
  if (/^\d{12}$/.test(code)) return [code, `0${code}`]
  return /^0\d{12}$/.test(code) ? [code, code.slice(1)] : [code]
}

/** The row's lock orders two phones; the first to count a size notes its stock, with pieces kept for shoppers who wait. */
async function addPieces(ctx: Ctx, id: string, variantId: string, add: number): Promise<void> {
  const now = ctx.clock().toISOString()
  if ((await countLines(ctx, id)) >= mostLines)
    throw new ShopError('CONFLICT', 'Bu sayım çok büyüdü; bitirip yenisini başlatın.')
  try {
    await ctx.db.execute(sql`
      insert into stocktake_lines (stocktake_id, variant_id, expected, counted, began_at, changed_at)
      select ${id}, id, stock + (select count(*) from stock_requests r where r.variant_id = variants.id and r.hold = 'held'), greatest(${add}::int, 0), ${now}::timestamptz, ${now}::timestamptz
      from variants where id = ${variantId}
      on conflict (stocktake_id, variant_id) do update
        set counted = stocktake_lines.counted + ${add}::int, changed_at = excluded.changed_at`)
  } catch (error) {
    if (brokenConstraint(error) !== 'stocktake_lines_counted_check') throw error
    throw new ShopError('CONFLICT', 'Sayılan adet sıfırın altına inemez.')
  }
}

async function countLines(ctx: Ctx, id: string): Promise<number> {
  const [{ n } = { n: 0 }] = await ctx.db
    .select({ n: count() })
    .from(stocktakeLines)
    .where(eq(stocktakeLines.stocktakeId, id))
  return n
}

async function setPieces(ctx: Ctx, id: string, variantId: string, counted: number, seen?: number): Promise<void> {
  await addPieces(ctx, id, variantId, 0)
  const line = stocktakeLines
  const mine = and(eq(line.stocktakeId, id), eq(line.variantId, variantId))
  const [before] = await ctx.db.select({ counted: line.counted }).from(line).where(mine).for('update')
  if (before && seen !== undefined && before.counted !== seen) {
    const message = `Bu arada başka bir telefonda sayıldı: şimdi ${before.counted} adet. Gerekirse yeniden yazın.`
    throw new ShopError('CONFLICT', message, { data: { counted: before.counted } })
  }
  await ctx.db.update(line).set({ counted, changedAt: ctx.clock() }).where(mine)
}

/** Takes a size out of the count: it stays as it is. */
export async function dropLine(ctx: Ctx, id: string, variantId: string): Promise<void> {
  requireRight(ctx, 'catalog')
  await inRetriedTransaction(ctx, async (ctx) => {
    await lockOpen(ctx, id, 'share')
    if (!isId(variantId)) throw missing()
    await ctx.db
      .delete(stocktakeLines)
      .where(and(eq(stocktakeLines.stocktakeId, id), eq(stocktakeLines.variantId, variantId)))
  })
}

/** Gives a count up: no stock changes. */
export async function cancelStocktake(ctx: Ctx, id: string): Promise<void> {
  const endedBy = requireRight(ctx, 'catalog') ?? null
  await inRetriedTransaction(ctx, async (ctx) => {
    await lockOpen(ctx, id, 'update')
    await endStocktake(ctx, id, { endedBy })
  })
}

/** Ends a count; with a reason it was booked. */
export async function endStocktake(
  ctx: Ctx,
  id: string,
  ending: { endedBy: string | null; reason?: string },
): Promise<void> {
  await ctx.db
    .update(stocktakes)
    .set({ ...ending, endedAt: ctx.clock() })
    .where(eq(stocktakes.id, id))
}

/** Locks a count to be booked. */
export async function lockStocktake(ctx: Ctx, id: string): Promise<void> {
  await lockOpen(ctx, id, 'update')
}
