/** The link of a waiting shopper: she confirms, sees her place, opens the piece kept for her, takes her old place again, or leaves. */

import { and, asc, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { onSale } from '../catalog/on-sale.ts'
import { products, variants } from '../catalog/schema.ts'
import { type Ctx, inRetriedTransaction } from '../ctx.ts'
import { brokenConstraint, ShopError } from '../errors.ts'
import { findImages, type Image } from '../media/images.ts'
import { after, minutes } from '../time.ts'
import { tellOwner } from './ask.ts'
import { confirmWithin, findKeepMinutes, putBack, serve } from './kept.ts'
import { noSuchNotice, noticeIn } from './links.ts'
import { stockRequests } from './schema.ts'

type Row = typeof stockRequests.$inferSelect

/** `gone`: neither product nor size is on sale. `over`: her time is, and the piece went on. */
type NoticeState = 'unconfirmed' | 'waiting' | 'held' | 'bought' | 'over' | 'gone'

export type Notice = {
  state: NoticeState
  product: { id: string; name: string; slug: string; image: Image | undefined }
  size: string
  /** The color of the piece, or the one that she asked for; null where every color will do. */
  color: string | null
  /** The piece that is kept. */
  variantId: string | null
  priceKurus: number | null
  heldUntil: Date | null
  /** How many are before her in line. */
  ahead: number
  /** Once her time is over: she may have her old place again. */
  keepsPlace: boolean
}

/**
 * Her place in line. The first opening restarts the time for which a piece is kept, once: a shopper who reads her mail at the last
 * moment has time to buy.
 */
export async function openNotice(ctx: Ctx, token: string): Promise<Notice> {
  const id = idOf(ctx, token)
  const { hold, openedAt, heldUntil } = stockRequests
  const now = ctx.clock()
  const until = after(now, minutes(await findKeepMinutes(ctx)))
  await ctx.db
    .update(stockRequests)
    .set({ openedAt: now, heldUntil: until })
    .where(and(eq(stockRequests.id, id), eq(hold, 'held'), isNull(openedAt), or(isNull(heldUntil), gt(heldUntil, now))))
  return noticeOf(ctx, id)
}

function idOf(ctx: Ctx, token: string): string {
  const id = noticeIn(ctx, token)
  if (!id) throw noSuchNotice()
  return id
}

/** The color of a product that has only one: its shoppers are not asked for a color. */
const onlyColor = sql<string | null>`(select min(v.color) from ${variants} v
  where v.product_id = ${products.id} and v.retired_at is null having count(distinct v.color) = 1)`

async function noticeOf(ctx: Ctx, id: string): Promise<Notice> {
  const [found] = await ctx.db
    .select({ request: stockRequests, product: products, variant: variants, onSale, onlyColor })
    .from(stockRequests)
    .innerJoin(products, eq(products.id, stockRequests.productId))
    .leftJoin(variants, and(eq(variants.id, stockRequests.variantId), isNull(variants.retiredAt)))
    .where(eq(stockRequests.id, id))
  if (!found || isLapsed(ctx, found.request)) throw noSuchNotice()
  const { request, product, variant } = found
  const state = found.onSale && (variant || request.hold !== 'held') ? stateOf(ctx, request) : 'gone'
  const [imageId = ''] = [variant?.images[0] ?? product.images[0]]
  const images = await findImages(ctx, imageId ? [imageId] : [])
  return {
    state,
    product: { id: product.id, name: product.name, slug: product.slug, image: images.get(imageId) },
    size: request.size,
    color: variant?.color ?? request.color ?? found.onlyColor,
    variantId: state === 'held' ? request.variantId : null,
    priceKurus: variant?.priceKurus ?? null,
    heldUntil: state === 'held' ? request.heldUntil : null,
    ahead: state === 'waiting' ? await countAhead(ctx, request) : 0,
    keepsPlace: state === 'over' && keepsPlace(request),
  }
}

/** Nobody confirms after a day: others have asked since. */
function isLapsed(ctx: Ctx, { confirmedAt, createdAt }: Row): boolean {
  return confirmedAt === null && createdAt <= after(ctx.clock(), -confirmWithin)
}

function stateOf(ctx: Ctx, { confirmedAt, notifiedAt, hold, heldUntil }: Row): NoticeState {
  if (confirmedAt === null) return 'unconfirmed'
  if (notifiedAt === null) return 'waiting'
  if (hold === 'bought') return 'bought'
  return hold === 'held' && (heldUntil === null || heldUntil > ctx.clock()) ? 'held' : 'over'
}

/** A shopper who never opened the link to her kept piece probably slept, so she may take her old place again, once. */
function keepsPlace({ openedAt, cameBackAt, hold }: Row): boolean {
  return hold !== 'bought' && openedAt === null && cameBackAt === null
}

async function countAhead(ctx: Ctx, { productId, size, color, createdAt, id }: Row): Promise<number> {
  return ctx.db.$count(
    stockRequests,
    and(
      eq(stockRequests.productId, productId),
      eq(stockRequests.size, size),
      color === null ? undefined : or(isNull(stockRequests.color), eq(stockRequests.color, color)),
      isNull(stockRequests.notifiedAt),
      isNotNull(stockRequests.confirmedAt),
      or(lt(stockRequests.createdAt, createdAt), and(eq(stockRequests.createdAt, createdAt), lt(stockRequests.id, id))),
    ),
  )
}

/** Puts a guest in the line, in the place of her asking; once, however often it is called. */
export async function confirmNotice(ctx: Ctx, token: string): Promise<Notice> {
  const id = idOf(ctx, token)
  await inRetriedTransaction(ctx, async (ctx) => {
    const sizes = await lockSizes(ctx, id)
    const { confirmedAt, createdAt } = stockRequests
    const fresh = gt(createdAt, after(ctx.clock(), -confirmWithin))
    const [confirmed] = await ctx.db
      .update(stockRequests)
      .set({ confirmedAt: ctx.clock() })
      .where(and(eq(stockRequests.id, id), isNull(confirmedAt), fresh))
      .returning()
    if (!confirmed) return
    const [product] = await ctx.db
      .select({ name: products.name })
      .from(products)
      .where(eq(products.id, confirmed.productId))
    await tellOwner(ctx, confirmed, product?.name ?? '')
    for (const size of sizes) await serve(ctx, size.id, confirmed.productId)
  })
  return openNotice(ctx, token)
}

/** The sizes that a request waits for. Their lock serializes it with stock that comes in at the same time. */
async function lockSizes(ctx: Ctx, id: string): Promise<{ id: string }[]> {
  const [request] = await ctx.db.select().from(stockRequests).where(eq(stockRequests.id, id))
  if (!request) throw noSuchNotice()
  const { productId, size, color } = request
  return ctx.db
    .select({ id: variants.id })
    .from(variants)
    .where(
      and(
        eq(variants.productId, productId),
        eq(variants.size, size),
        color === null ? undefined : eq(variants.color, color),
      ),
    )
    .orderBy(asc(variants.id))
    .for('no key update')
}

/**
 * Back in line after her time was over: in her old place when she did not even open the link, once; else behind all others. Nothing
 * changes while she waits or a piece is kept for her.
 */
export async function comeBack(ctx: Ctx, token: string): Promise<Notice> {
  const id = idOf(ctx, token)
  try {
    await inRetriedTransaction(ctx, async (ctx) => {
      const sizes = await lockSizes(ctx, id)
      const [request] = await ctx.db.select().from(stockRequests).where(eq(stockRequests.id, id)).for('update')
      if (!request) throw noSuchNotice()
      const state = stateOf(ctx, request)
      if (state !== 'over' && state !== 'bought') return
      const { hold, variantId, createdAt, productId } = request
      const again = keepsPlace(request)
        ? { createdAt, cameBackAt: ctx.clock() }
        : { createdAt: ctx.clock(), cameBackAt: null }
      const none = { notifiedAt: null, hold: null, variantId: null, heldUntil: null, openedAt: null, orderId: null }
      await ctx.db
        .update(stockRequests)
        .set({ ...none, ...again })
        .where(eq(stockRequests.id, id))
      if (hold === 'held' && variantId) await putBack(ctx, new Map([[variantId, 1]]))
      for (const size of sizes) await serve(ctx, size.id, productId)
    })
  } catch (error) {
    if (brokenConstraint(error) !== 'stock_requests_waiting_key') throw error
    throw new ShopError('CONFLICT', 'Bu beden için zaten sıradasınız; sıra size gelince haber vereceğiz.')
  }
  return openNotice(ctx, token)
}

/** Leaves the line, and gives up what is kept; nothing is left of her. Asked again, it is done already. */
export async function leaveLine(ctx: Ctx, token: string): Promise<void> {
  const id = idOf(ctx, token)
  await inRetriedTransaction(ctx, async (ctx) => {
    const [gone] = await ctx.db.delete(stockRequests).where(eq(stockRequests.id, id)).returning()
    if (gone?.hold === 'held' && gone.variantId) await putBack(ctx, new Map([[gone.variantId, 1]]))
  })
}
