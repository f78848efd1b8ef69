import { and, asc, eq, inArray, isNull, lt, type SQL } from 'drizzle-orm'
import { isOwnOrder } from '../accounts/guests/own-orders.ts'
import { type Ctx, hasRight, isId, newId, requireUser } from '../ctx.ts'
import { invalid, notFound } from '../errors.ts'
import { maxPixelsOfGuests } from '../media/contract.ts'
import { drawFile } from '../media/drawing.ts'
import { removeFiles, removeFilesLater } from '../media/removal.ts'
import { keepPicture, type Upload } from '../messages/attachment.ts'
import { orders } from '../orders/schema.ts'
import { findReviewSettings } from '../settings/reviews/reviews.ts'
import { after, days } from '../time.ts'
import { requireReviewsOn } from './on.ts'
import { reviewImages, reviews } from './schema.ts'

/** Types of the pictures that are taken, and of their small copies. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp']

/** Pixels of the small copy: two for each of a list's widest. */
const smallWidth = 240

/**
 * Stores a picture for a review that she is about to send: re-encoded, so that nothing else in the file is kept, such as where it was
 * taken, and under names that no public address serves. Until she sends it only she sees it; one not sent within a day is deleted.
 */
export async function keepReviewImage(ctx: Ctx, upload: Upload): Promise<{ id: string }> {
  const userId = senderOf(ctx)
  await requireReviewsOn(ctx)
  const { fileKey, fileType } = await keepPicture(ctx, upload)
  const smallKey = fileKey.replace(/\.\w+$/, '-s.webp')
  try {
    const read = () => ctx.files.get(fileKey)
    const small = await drawFile({ read, maxPixels: maxPixelsOfGuests, width: smallWidth, format: 'webp' })
    if (!small) throw new Error('a picture that was just kept is gone')
    await ctx.files.put(smallKey, small, 'image/webp')
    const id = newId()
    await ctx.db.insert(reviewImages).values({ id, userId, fileKey, fileType, smallKey, createdAt: ctx.clock() })
    return { id }
  } catch (error) {
    await removeFiles(ctx, [fileKey, smallKey])
    throw error
  }
}

/** `open`: everybody sees it. */
type PictureFile = { type: string; bytes: Uint8Array; open: boolean }

/** Gets a picture of a published review for everybody, of one's own and for staff also of others. */
export async function getReviewImage(ctx: Ctx, id: string, size: 'small' | 'large'): Promise<PictureFile> {
  const [found] = isId(id)
    ? await ctx.db
        .select({ image: reviewImages, status: reviews.status, order: orders })
        .from(reviewImages)
        .leftJoin(reviews, eq(reviews.id, reviewImages.reviewId))
        .leftJoin(orders, eq(orders.id, reviews.orderId))
        .where(eq(reviewImages.id, id))
    : []
  if (!found) throw noSuchImage()
  const open = found.status === 'PUBLISHED' && (await findReviewSettings(ctx)).on
  if (!open && !maySee(ctx, found)) throw noSuchImage()
  const { fileKey, fileType, smallKey } = found.image
  const bytes = await ctx.files.get(size === 'small' ? smallKey : fileKey)
  if (!bytes) throw noSuchImage()
  return { type: size === 'small' ? 'image/webp' : fileType, bytes, open }
}

type FoundImage = { image: typeof reviewImages.$inferSelect; order: typeof orders.$inferSelect | null }

function maySee(ctx: Ctx, { image, order }: FoundImage): boolean {
  const { actor } = ctx
  if (actor.kind === 'guest') return false
  // Not sent yet: staff sees only what she has sent.
  if (image.reviewId === null) return actor.kind !== 'system' && actor.id === image.userId
  return hasRight(ctx, 'messages') || (actor.kind !== 'system' && order !== null && isOwnOrder(ctx, order))
}

function senderOf(ctx: Ctx): string {
  return ctx.actor.kind === 'buyer' ? ctx.actor.id : requireUser(ctx)
}

/** Gives the pictures of reviews, in their order. */
export async function imagesOf(ctx: Ctx, reviewIds: string[]): Promise<Map<string, { id: string }[]>> {
  if (reviewIds.length === 0) return new Map()
  const rows = await ctx.db
    .select({ id: reviewImages.id, reviewId: reviewImages.reviewId })
    .from(reviewImages)
    .where(inArray(reviewImages.reviewId, reviewIds))
    .orderBy(asc(reviewImages.position))
  const lists = Map.groupBy(rows, ({ reviewId }) => reviewId ?? '')
  return new Map([...lists].map(([reviewId, list]) => [reviewId, list.map(({ id }) => ({ id }))]))
}

/** The review has these pictures from now on: its own, and new ones of the sender's that no review has; others go. */
export async function attachImages(ctx: Ctx, reviewId: string, ids: string[]): Promise<void> {
  const userId = senderOf(ctx)
  const unique = [...new Set(ids)]
  const before = (await imagesOf(ctx, [reviewId])).get(reviewId) ?? []
  for (const [position, id] of unique.entries()) {
    const isHers = before.some((image) => image.id === id)
      ? eq(reviewImages.reviewId, reviewId)
      : and(eq(reviewImages.userId, userId), isNull(reviewImages.reviewId))
    const attached = await ctx.db
      .update(reviewImages)
      .set({ reviewId, position })
      .where(and(eq(reviewImages.id, id), isHers))
      .returning({ id: reviewImages.id })
    if (attached.length === 0) throw invalid({ images: ['Görsel bulunamadı, lütfen yeniden ekleyin'] })
  }
  const gone = before.filter(({ id }) => !unique.includes(id)).map(({ id }) => id)
  if (gone.length > 0) await deleteImages(ctx, inArray(reviewImages.id, gone))
}

/** Deletes pictures with their files; these go once the transaction is committed. */
export async function deleteImages(ctx: Ctx, which: SQL | undefined): Promise<void> {
  const gone = await ctx.db.delete(reviewImages).where(which).returning()
  await removeFilesLater(
    ctx,
    gone.flatMap(({ fileKey, smallKey }) => [fileKey, smallKey]),
  )
}

/** Deletes pictures that were never sent with a review. */
export async function forgetUnsentReviewImages(ctx: Ctx): Promise<void> {
  const old = lt(reviewImages.createdAt, after(ctx.clock(), -days(1)))
  await deleteImages(ctx, and(isNull(reviewImages.reviewId), old))
}

function noSuchImage() {
  return notFound('Böyle bir görsel yok.')
}
