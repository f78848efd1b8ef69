/**
 * Pieces that are kept for shoppers who waited for them. Such a piece is out of stock like one of an unpaid order, so nothing else in
 * the shop needs to know of it; the link lets its holder buy it. A request is always locked before the size of its piece.
 */

import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { products, variants } from '../catalog/schema.ts'
import { because } from '../catalog/stock/cause.ts'
import { StockSettings, usualKeepMinutes } from '../catalog/stock/contract.ts'
import { stockKey } from '../catalog/stock/low.ts'
import { announceCatalogChange } from '../catalog-changes.ts'
import { type Ctx, inRetriedTransaction, inTransaction } from '../ctx.ts'
import { queueMail } from '../mail/outbox.ts'
import { findBrand } from '../settings/brand.ts'
import { findSetting } from '../settings/settings.ts'
import { after, days, hours, minutes } from '../time.ts'
import { noticeIn, noticeLinks } from './links.ts'
import { restockMail } from './mails.ts'
import { stockRequests } from './schema.ts'

/** Units of sizes, by variant. */
type Units = Map<string, number>

function unitsOf(rows: { variantId: string | null }[]): Units {
  const units: Units = new Map()
  for (const { variantId } of rows) if (variantId) units.set(variantId, (units.get(variantId) ?? 0) + 1)
  return units
}

/** How many of a line's units are kept already; they count once, as a size may stand in several lines at several prices. */
export function drawKept(kept: Units, variantId: string, quantity: number): number {
  const own = Math.min(kept.get(variantId) ?? 0, quantity)
  if (own > 0) kept.set(variantId, (kept.get(variantId) ?? 0) - own)
  return own
}

/** For how many minutes a piece is kept. */
export async function findKeepMinutes(ctx: Ctx): Promise<number> {
  return (await findSetting(ctx, stockKey, StockSettings))?.keepMinutes ?? usualKeepMinutes
}

type Line = { quantity: number; item: { variantId: string } }

/**
 * Gives an order the pieces that these links keep, one for each, and no more of a size than its lines ask for. Links that keep nothing
 * any more are passed over. The caller takes only the rest from stock.
 */
export async function takeKept(ctx: Ctx, tokens: string[], lines: Line[], orderId: string): Promise<Units> {
  const ids = tokens.flatMap((token) => noticeIn(ctx, token) ?? [])
  if (ids.length === 0) return new Map()
  const held = await ctx.db
    .select({ id: stockRequests.id, variantId: stockRequests.variantId })
    .from(stockRequests)
    .where(and(inArray(stockRequests.id, ids), isKept(ctx)))
    .orderBy(asc(stockRequests.id))
    .for('update')
  const wanted: Units = new Map()
  for (const { quantity, item } of lines) wanted.set(item.variantId, (wanted.get(item.variantId) ?? 0) + quantity)
  const taken = held.filter(({ variantId }) => {
    const left = wanted.get(variantId ?? '') ?? 0
    if (variantId && left > 0) wanted.set(variantId, left - 1)
    return left > 0
  })
  if (taken.length === 0) return new Map()
  await ctx.db
    .update(stockRequests)
    .set({ hold: 'bought', orderId })
    .where(
      inArray(
        stockRequests.id,
        taken.map(({ id }) => id),
      ),
    )
  return unitsOf(taken)
}

/** The pieces that are kept now for the holders of these links. */
export async function findKept(ctx: Ctx, tokens: string[]): Promise<Units> {
  const ids = tokens.flatMap((token) => noticeIn(ctx, token) ?? [])
  if (ids.length === 0) return new Map()
  const isOfThese = and(inArray(stockRequests.id, ids), isKept(ctx))
  return unitsOf(await ctx.db.select({ variantId: stockRequests.variantId }).from(stockRequests).where(isOfThese))
}

function isKept(ctx: Ctx) {
  const { hold, heldUntil } = stockRequests
  return and(eq(hold, 'held'), or(isNull(heldUntil), gt(heldUntil, ctx.clock())))
}

/**
 * For an order that never came about: pieces whose time is not over yet are kept again, so that she may pay in another way. The
 * caller puts only the rest back on sale.
 */
export async function keepAgain(ctx: Ctx, orderId: string): Promise<Units> {
  const { hold, heldUntil, variantId } = stockRequests
  const ofOrder = and(eq(stockRequests.orderId, orderId), eq(hold, 'bought'))
  const kept = await ctx.db
    .update(stockRequests)
    .set({ hold: 'held' })
    .where(and(ofOrder, gt(heldUntil, ctx.clock())))
    .returning({ variantId })
  await ctx.db.update(stockRequests).set({ hold: 'over' }).where(ofOrder)
  return unitsOf(kept)
}

/** The same order comes about after all: it takes the pieces that are kept again for it. */
export async function takeKeptAgain(ctx: Ctx, orderId: string): Promise<Units> {
  const taken = await ctx.db
    .update(stockRequests)
    .set({ hold: 'bought' })
    .where(and(eq(stockRequests.orderId, orderId), eq(stockRequests.hold, 'held')))
    .returning({ variantId: stockRequests.variantId })
  return unitsOf(taken)
}

/** Puts pieces that are kept for nobody back on sale: at the end of the transaction they are kept for the next in line. */
export async function putBack(ctx: Ctx, units: Units): Promise<void> {
  const productIds: string[] = []
  for (const [id, n] of [...units].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [back] = await ctx.db
      .update(variants)
      .set({ stock: sql`${variants.stock} + ${n}` })
      .where(and(eq(variants.id, id), because(ctx, { cause: 'waiting' })))
      .returning({ productId: variants.productId })
    if (back) productIds.push(back.productId)
  }
  if (productIds.length > 0) await announceCatalogChange(ctx, { productIds })
}

/** Takes everything of an address out of the line; what was kept for it goes to the next. */
export async function forgetWaiting(ctx: Ctx, email: string): Promise<void> {
  const gone = await ctx.db.delete(stockRequests).where(eq(stockRequests.email, email)).returning()
  await putBack(ctx, unitsOf(gone.filter(({ hold }) => hold === 'held')))
}

/** Moves a person's places in line from one address to another; where both wait for one size, the better place stays. */
export async function moveWaiting(ctx: Ctx, from: string, to: string): Promise<void> {
  await ctx.db.execute(sql`
    delete from stock_requests r using stock_requests o
    where r.email in (${from}, ${to}) and o.email in (${from}, ${to}) and r.notified_at is null and o.notified_at is null
      and r.product_id = o.product_id and r.size = o.size and r.color is not distinct from o.color
      and (o.confirmed_at is null, o.created_at, o.id) < (r.confirmed_at is null, r.created_at, r.id)`)
  await ctx.db.update(stockRequests).set({ email: to }).where(eq(stockRequests.email, from))
}

/** Passes on pieces that were kept long enough, and tells the shoppers whose turn has come. */
export async function tendKept(ctx: Ctx): Promise<void> {
  const held = ctx.db.select({ id: stockRequests.id }).from(stockRequests).where(eq(stockRequests.hold, 'held'))
  if ((await held.limit(1)).length === 0) return
  await endKept(ctx)
  while ((await tellSome(ctx)) > 0);
}

/** All of one size at a time, so that the pages that show it change once. */
async function endKept(ctx: Ctx): Promise<void> {
  const { hold, heldUntil } = stockRequests
  // A size that was deleted has taken its piece along.
  const isDue = and(eq(hold, 'held'), or(lte(heldUntil, ctx.clock()), isNull(stockRequests.variantId)))
  const due = await ctx.db.selectDistinct({ variantId: stockRequests.variantId }).from(stockRequests).where(isDue)
  for (const { variantId } of due) {
    const ofSize = variantId ? eq(stockRequests.variantId, variantId) : isNull(stockRequests.variantId)
    await inRetriedTransaction(ctx, async (ctx) => {
      const over = await ctx.db
        .update(stockRequests)
        .set({ hold: 'over' })
        .where(and(isDue, ofSize))
        .returning({ variantId: stockRequests.variantId })
      await putBack(ctx, unitsOf(over))
    })
  }
}

/** As many as one transaction tells. */
const batch = 50

/**
 * Tells those whose turn has come, in their order: from now on her time runs. The mail and the time are written together, so nobody is
 * told twice, whatever happens in between.
 */
async function tellSome(ctx: Ctx): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    const { hold, heldUntil, notifiedAt, createdAt, id } = stockRequests
    const next = await ctx.db
      .select({ request: stockRequests, color: variants.color, name: products.name, slug: products.slug })
      .from(stockRequests)
      .innerJoin(variants, eq(variants.id, stockRequests.variantId))
      .innerJoin(products, eq(products.id, stockRequests.productId))
      .where(and(eq(hold, 'held'), isNull(heldUntil)))
      .orderBy(asc(notifiedAt), asc(createdAt), asc(id))
      .limit(batch)
      .for('update', { of: stockRequests, skipLocked: true })
    if (next.length === 0) return 0
    const keepMinutes = await findKeepMinutes(ctx)
    const until = after(ctx.clock(), minutes(keepMinutes))
    await ctx.db
      .update(stockRequests)
      .set({ heldUntil: until })
      .where(
        inArray(
          id,
          next.map(({ request }) => request.id),
        ),
      )
    const brand = await findBrand(ctx)
    for (const { request, ...piece } of next) {
      const { page, oneClick } = noticeLinks(ctx, request.id)
      const mail = restockMail(brand, { ...piece, size: request.size, until, keepMinutes, page })
      await queueMail(ctx, { ...mail, to: request.email, unsubscribeUrl: oneClick })
    }
    return next.length
  })
}

/**
 * Pieces that are on sale while somebody waits for them: where a request was passed over because somebody had it locked, and where an
 * earlier version of the shop left some.
 */
export async function servePassedOver(ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.execute<{ id: string; product_id: string }>(sql`
    select distinct v.id, v.product_id from stock_requests r
    join variants v on v.product_id = r.product_id and v.size = r.size and (r.color is null or r.color = v.color)
    where r.notified_at is null and r.confirmed_at is not null and v.stock > 0 and v.retired_at is null order by v.id`)
  for (const { id, product_id } of rows) await inRetriedTransaction(ctx, (ctx) => serve(ctx, id, product_id))
}

/** Keeps what there is of a size for those who are next in line. */
export async function serve(ctx: Ctx, variantId: string, productId: string): Promise<void> {
  const { rows } = await ctx.db.execute<{ n: number }>(sql`select serve_waiting(${variantId}) as n`)
  if (Number(rows[0]?.n) > 0) await announceCatalogChange(ctx, { productIds: [productId] })
}

/** How long a guest has to open her link, and how long it is kept who was told. */
export const confirmWithin = hours(24)
const keptFor = days(90)

export async function forgetOldRequests(ctx: Ctx): Promise<void> {
  const { confirmedAt, createdAt, notifiedAt, hold } = stockRequests
  await ctx.db
    .delete(stockRequests)
    .where(
      or(
        and(isNull(confirmedAt), lte(createdAt, after(ctx.clock(), -confirmWithin))),
        and(isNotNull(notifiedAt), lt(notifiedAt, after(ctx.clock(), -keptFor)), sql`${hold} is distinct from 'held'`),
      ),
    )
}
