/**
 * Reviews that buyers write about a piece once it was delivered. A review belongs to the buyer of its order, so that it follows
 * accounts that are joined or merged. A person has one review of a product: her rows of `users` are locked while one is written, and
 * a unique key of order and product catches the rest. Pages show published reviews alone, and are made again when these change.
 */

import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { isOwnOrder, ownOrders } from '../accounts/guests/own-orders.ts'
import { users } from '../accounts/schema.ts'
import { getProduct } from '../catalog/products.ts'
import { products } from '../catalog/schema.ts'
import { announceCatalogChange } from '../catalog-changes.ts'
import { type Ctx, inRetriedTransaction, inTransaction, isId, newId, requireUser } from '../ctx.ts'
import { invalid, notFound, ShopError } from '../errors.ts'
import { noSuchOrder } from '../orders/locked.ts'
import { orderItems, orders } from '../orders/schema.ts'
import { findReviewSettings } from '../settings/reviews/reviews.ts'
import type { NewReview, ReviewQuery, ReviewWords } from './contract.ts'
import type { ReviewSort } from './kinds.ts'
import { requireReviewsOn, requireReviewsShown } from './on.ts'
import { rowsOfPerson } from './person.ts'
import { attachImages, deleteImages, imagesOf } from './pictures.ts'
import { maskedName, statusOf } from './rules.ts'
import { type ReviewRow, reviewImages, reviews } from './schema.ts'
import { findReviewSummary, publishedOf, type ReviewSummary } from './summary.ts'

export type Review = ReviewRow & { images: { id: string }[] }

export type PublishedReviews = { items: Review[]; total: number; summary: ReviewSummary }

/** Lists the published reviews of a product, by its id or slug. NOT_FOUND while there are no reviews, or no such product. */
export async function listReviews(ctx: Ctx, product: string, query: ReviewQuery): Promise<PublishedReviews> {
  await requireReviewsShown(ctx)
  const { id } = await getProduct(ctx, product)
  const summary = await findReviewSummary(ctx, id)
  const rows = await ctx.db
    .select()
    .from(reviews)
    .where(publishedOf(ctx, id))
    .orderBy(...sortings[query.sort], desc(reviews.createdAt), desc(reviews.id))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
  return { items: await withImages(ctx, rows), total: summary.count, summary }
}

const sortings = {
  newest: [],
  highest: [desc(reviews.stars)],
  lowest: [asc(reviews.stars)],
} satisfies Record<ReviewSort, unknown[]>

export async function withImages(ctx: Ctx, rows: ReviewRow[]): Promise<Review[]> {
  const images = await imagesOf(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, images: images.get(row.id) ?? [] }))
}

type OrderRow = typeof orders.$inferSelect

/** The products of a delivered order that its buyer may review, each with what she has said of it. */
export type Reviewable = { productId: string; review: Review | undefined }[]

/** Undefined where the shop takes no reviews, or before the delivery. */
export async function findReviewable(
  ctx: Ctx,
  order: OrderRow & { items: { productId: string | null }[] },
): Promise<Reviewable | undefined> {
  if (order.status !== 'DELIVERED' || !(await findReviewSettings(ctx)).on) return undefined
  const ids = [...new Set(order.items.flatMap(({ productId }) => productId ?? []))]
  if (ids.length === 0) return undefined
  const own = await findOwn(ctx, ids)
  const there = await ctx.db
    .select({ id: products.id })
    .from(products)
    .where(and(inArray(products.id, ids), isNull(products.deletedAt)))
  const reviewed = await findReviewed(ctx, order, ids)
  return ids
    .map((productId) => ({ productId, review: own.find((review) => review.productId === productId) }))
    .filter(({ productId, review }) => {
      return review || (there.some(({ id }) => id === productId) && !reviewed.has(productId))
    })
}

/** Those of these products that she has reviewed, with her account or as a guest. */
async function findReviewed(
  ctx: Ctx,
  { userId }: Pick<OrderRow, 'userId'>,
  productIds: string[],
): Promise<Set<string>> {
  const rows = await ctx.db
    .select({ productId: reviews.productId })
    .from(reviews)
    .innerJoin(orders, eq(orders.id, reviews.orderId))
    .where(and(inArray(orders.userId, rowsOfPerson(sql`${userId}::uuid`)), inArray(reviews.productId, productIds)))
  return new Set(rows.map(({ productId }) => productId))
}

/** The actor's own reviews, newest first; of these products, when they are named. */
async function findOwn(ctx: Ctx, productIds?: string[]): Promise<Review[]> {
  const rows = await ctx.db
    .select({ review: reviews })
    .from(reviews)
    .innerJoin(orders, eq(orders.id, reviews.orderId))
    .where(and(ownOrders(ctx), productIds && inArray(reviews.productId, productIds)))
    .orderBy(desc(reviews.createdAt))
  return withImages(
    ctx,
    rows.map(({ review }) => review),
  )
}

export async function listMyReviews(ctx: Ctx): Promise<Review[]> {
  return findOwn(ctx)
}

/**
 * Reviews a product of one's own delivered order; also one that came back later, as she bought it. CONFLICT before the delivery, and when
 * she has reviewed it already.
 */
export async function writeReview(ctx: Ctx, orderId: string, input: NewReview): Promise<Review> {
  const { moderation } = await requireReviewsOn(ctx)
  const id = await inRetriedTransaction(ctx, async (ctx) => {
    const order = await lockBuyerOf(ctx, orderId)
    await requireBought(ctx, order, input.productId)
    await refuseSecond(ctx, order, input.productId)
    const { productId, images, ...words } = input
    const status = statusOf(moderation, words.text)
    const now = ctx.clock()
    const author = maskedName(order.firstName, order.lastName)
    const [written] = await ctx.db
      .insert(reviews)
      .values({
        ...{ id: newId(), orderId: order.id, productId, author, ...words, status },
        ...{ publishedAt: status === 'PUBLISHED' ? now : null, createdAt: now, updatedAt: now },
      })
      .onConflictDoNothing({ target: [reviews.orderId, reviews.productId] })
      .returning({ id: reviews.id })
    if (!written) throw alreadyReviewed()
    await attachImages(ctx, written.id, images)
    if (status === 'PUBLISHED') await announceCatalogChange(ctx, { productIds: [productId] })
    return written.id
  })
  return getMyReview(ctx, id)
}

/** When one person sends two reviews at once, the second waits for the first, whichever of her orders they name. */
async function lockBuyerOf(ctx: Ctx, orderId: string): Promise<OrderRow> {
  const own = and(eq(orders.id, orderId), ownOrders(ctx), isNotNull(orders.placedAt))
  const [order] = isId(orderId) ? await ctx.db.select().from(orders).where(own) : []
  if (!order) throw noSuchOrder()
  const person = inArray(users.id, rowsOfPerson(sql`${order.userId}::uuid`))
  await ctx.db.select({ id: users.id }).from(users).where(person).orderBy(users.id).for('no key update')
  return order
}

async function requireBought(ctx: Ctx, order: OrderRow, productId: string): Promise<void> {
  if (order.status !== 'DELIVERED')
    throw new ShopError('CONFLICT', 'Yorum, ürün size ulaştıktan sonra yazılır; lütfen teslimatı bekleyin.')
  const [bought] = await ctx.db
    .select({ deletedAt: products.deletedAt })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(and(eq(orderItems.orderId, order.id), eq(orderItems.productId, productId)))
  if (!bought) throw invalid({ productId: ['Bu siparişte böyle bir ürün yok'] })
  if (bought.deletedAt)
    throw new ShopError('CONFLICT', 'Bu ürün artık mağazamızda değil; düşüncelerinizi bize yazabilirsiniz.')
}

async function refuseSecond(ctx: Ctx, { userId }: OrderRow, productId: string): Promise<void> {
  if ((await findReviewed(ctx, { userId }, [productId])).size > 0) throw alreadyReviewed()
}

function alreadyReviewed() {
  return new ShopError('CONFLICT', 'Bu ürün için yorumunuz var; siparişinizi açıp onu değiştirebilirsiniz.')
}

/** She says something else. While reviews are looked at before they are shown, it waits again. */
export async function changeReview(ctx: Ctx, id: string, { images, ...words }: ReviewWords): Promise<Review> {
  const { moderation } = await requireReviewsOn(ctx)
  await inRetriedTransaction(ctx, async (ctx) => {
    const before = await lockMine(ctx, id)
    const status = statusOf(moderation, words.text, before.status)
    const now = ctx.clock()
    const publishedAt = before.publishedAt ?? (status === 'PUBLISHED' ? now : null)
    await ctx.db
      .update(reviews)
      .set({ ...words, status, refusal: '', publishedAt, version: sql`${reviews.version} + 1`, updatedAt: now })
      .where(eq(reviews.id, id))
    await attachImages(ctx, id, images)
    await announceIfShown(ctx, before, status)
  })
  return getMyReview(ctx, id)
}

/** Hers to delete at any time, also where the shop takes no reviews any more; a second time changes nothing but to say so. */
export async function deleteReview(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const before = await lockMine(ctx, id)
    await deleteImages(ctx, eq(reviewImages.reviewId, id))
    await ctx.db.delete(reviews).where(eq(reviews.id, id))
    await announceIfShown(ctx, before)
  })
}

async function announceIfShown(ctx: Ctx, before: ReviewRow, status?: ReviewRow['status']): Promise<void> {
  if (before.status === 'PUBLISHED' || status === 'PUBLISHED')
    await announceCatalogChange(ctx, { productIds: [before.productId] })
}

async function getMyReview(ctx: Ctx, id: string): Promise<Review> {
  const [review] = await withImages(ctx, [await findMine(ctx, id)])
  if (!review) throw noSuchReview()
  return review
}

async function findMine(ctx: Ctx, id: string): Promise<ReviewRow> {
  if (ctx.actor.kind === 'guest') requireUser(ctx)
  const [found] = isId(id)
    ? await ctx.db
        .select({ review: reviews, order: orders })
        .from(reviews)
        .innerJoin(orders, eq(orders.id, reviews.orderId))
        .where(eq(reviews.id, id))
    : []
  if (!found || !isOwnOrder(ctx, found.order)) throw noSuchReview()
  return found.review
}

async function lockMine(ctx: Ctx, id: string): Promise<ReviewRow> {
  await findMine(ctx, id)
  const [row] = await ctx.db.select().from(reviews).where(eq(reviews.id, id)).for('update')
  if (!row) throw noSuchReview()
  return row
}

export function noSuchReview() {
  return notFound('Yorum bulunamadı.')
}
