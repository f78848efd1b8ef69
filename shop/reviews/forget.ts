import { and, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { forgetSubjects } from '../audit/forget.ts'
import { announceCatalogChange } from '../catalog-changes.ts'
import { type Ctx, joinTransaction } from '../ctx.ts'
import { orders } from '../orders/schema.ts'
import { deleteImages } from './pictures.ts'
import { reviewImages, reviews } from './schema.ts'

/**
 * Takes a person out of her reviews: name, words, pictures, height and size go, and with them the shop's answer, which may name
 * her. Stars and vote stay without a name, so that no average changes when somebody leaves. A review that was not published is
 * deleted whole.
 * `whose`: a condition on `orders`.
 */
export async function forgetReviews(ctx: Ctx, whose: SQL): Promise<void> {
  await joinTransaction(ctx, (ctx) => forget(ctx, whose))
}

async function forget(ctx: Ctx, whose: SQL): Promise<void> {
  const theirs = ctx.db.select({ id: orders.id }).from(orders).where(whose)
  const ofThem = and(isNotNull(reviews.orderId), inArray(reviews.orderId, theirs))
  const rows = await ctx.db
    .select({ id: reviews.id, productId: reviews.productId, status: reviews.status })
    .from(reviews)
    .where(and(ofThem, or(ne(reviews.author, ''), ne(reviews.status, 'PUBLISHED'))))
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await deleteImages(ctx, inArray(reviewImages.reviewId, ids))
  await ctx.db.delete(reviews).where(and(inArray(reviews.id, ids), ne(reviews.status, 'PUBLISHED')))
  await ctx.db
    .update(reviews)
    .set({
      ...{ author: '', text: '', height: null, sizeWorn: null, refusal: '', answer: '', answeredAt: null },
      ...{ version: sql`${reviews.version} + 1`, updatedAt: ctx.clock() },
    })
    .where(inArray(reviews.id, ids))
  await forgetSubjects(ctx, ids)
  const shown = rows.filter(({ status }) => status === 'PUBLISHED').map(({ productId }) => productId)
  if (shown.length > 0) await announceCatalogChange(ctx, { productIds: [...new Set(shown)] })
}

/** Deletes pictures that she uploaded and did not send. */
export async function forgetUnsentOf(ctx: Ctx, userId: string): Promise<void> {
  await deleteImages(ctx, and(eq(reviewImages.userId, userId), isNull(reviewImages.reviewId)))
}
