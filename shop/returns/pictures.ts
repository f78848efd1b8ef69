import { and, eq, isNull, lt, type SQL } from 'drizzle-orm'
import { ownOrders } from '../accounts/guests/own-orders.ts'
import { type Ctx, hasRight, isId, newId, requireUser } from '../ctx.ts'
import { notFound } from '../errors.ts'
import { removeFilesLater } from '../media/removal.ts'
import { keepPicture, type Upload } from '../messages/attachment.ts'
import { orders } from '../orders/schema.ts'
import { after, days } from '../time.ts'
import { returnImages, returns } from './schema.ts'

/** Types of the pictures that are taken. */
export const pictureTypes = ['image/jpeg', 'image/png']

/**
 * Stores a picture for a return that she is about to send, re-encoded and under a name that no public address serves. Until she
 * sends it only she sees it; one that is not sent within a day is deleted.
 */
export async function keepReturnImage(ctx: Ctx, upload: Upload): Promise<{ id: string }> {
  const userId = senderOf(ctx)
  const { fileKey, fileType } = await keepPicture(ctx, upload)
  const id = newId()
  await ctx.db.insert(returnImages).values({ id, userId, fileKey, fileType, createdAt: ctx.clock() })
  return { id }
}

/** Gets a picture of one's own return, or of any for staff. */
export async function getReturnImage(ctx: Ctx, id: string): Promise<{ type: string; bytes: Uint8Array }> {
  const userId = senderOf(ctx)
  const [image] = isId(id) ? await ctx.db.select().from(returnImages).where(eq(returnImages.id, id)) : []
  const mine = image?.userId === userId && (await isOfOwnOrder(ctx, image.returnId))
  const seenByStaff = image?.returnId !== null && hasRight(ctx, 'returns')
  const bytes = image && (mine || seenByStaff) ? await ctx.files.get(image.fileKey) : undefined
  if (!image || !bytes) throw notFound('Böyle bir görsel yok.')
  return { type: image.fileType, bytes }
}

function senderOf(ctx: Ctx): string {
  return ctx.actor.kind === 'buyer' ? ctx.actor.id : requireUser(ctx)
}

/** A guest's link opens one order, and no picture of another one of hers. */
async function isOfOwnOrder(ctx: Ctx, returnId: string | null): Promise<boolean> {
  if (ctx.actor.kind !== 'buyer' || returnId === null) return true
  const [found] = await ctx.db
    .select({ id: returns.id })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(and(eq(returns.id, returnId), ownOrders(ctx)))
  return found !== undefined
}

/** Deletes pictures with their files. */
export async function deleteReturnImages(ctx: Ctx, which: SQL | undefined): Promise<void> {
  const gone = await ctx.db.delete(returnImages).where(which).returning({ fileKey: returnImages.fileKey })
  await removeFilesLater(
    ctx,
    gone.map(({ fileKey }) => fileKey),
  )
}

/** Deletes pictures that were never sent with a return. */
export async function forgetUnsentImages(ctx: Ctx): Promise<void> {
  const old = lt(returnImages.createdAt, after(ctx.clock(), -days(1)))
  await deleteReturnImages(ctx, and(isNull(returnImages.returnId), old))
}
