import { and, eq, isNull, lt } from 'drizzle-orm'
import { type Ctx, hasRight, isId, newId, requireUser } from '../ctx.ts'
import { invalid, notFound } from '../errors.ts'
import { keepAttachment, type Upload } from '../messages/attachment.ts'
import { after, days } from '../time.ts'
import { returnImages } from './schema.ts'

/** Types of the pictures that are taken. */
export const pictureTypes = ['image/jpeg', 'image/png']

/**
 * Stores a picture for a return that she is about to send, drawn anew and under a name that no public address serves. Until
 * then only she sees it; one that is not sent within a day is forgotten.
 */
export async function keepReturnImage(ctx: Ctx, upload: Upload): Promise<{ id: string }> {
  const userId = requireUser(ctx)
  if (/\.pdf$/i.test(upload.name)) throw invalid({ file: ['Görsel JPG veya PNG olmalı'] })
  const { fileKey, fileType } = await keepAttachment(ctx, upload)
  const id = newId()
  await ctx.db.insert(returnImages).values({ id, userId, fileKey, fileType, createdAt: ctx.clock() })
  return { id }
}

/** Gets a picture of one's own return, or of any for staff. */
export async function getReturnImage(ctx: Ctx, id: string): Promise<{ type: string; bytes: Uint8Array }> {
  const userId = requireUser(ctx)
  const [image] = isId(id) ? await ctx.db.select().from(returnImages).where(eq(returnImages.id, id)) : []
  const mine = image?.userId === userId
  const seenByStaff = image?.returnId !== null && hasRight(ctx, 'returns')
  const bytes = image && (mine || seenByStaff) ? await ctx.files.get(image.fileKey) : undefined
  if (!image || !bytes) throw notFound('Böyle bir görsel yok.')
  return { type: image.fileType, bytes }
}

/** Forgets pictures that were never sent with a return. */
export async function forgetUnsentImages(ctx: Ctx): Promise<void> {
  await ctx.db
    .delete(returnImages)
    .where(and(isNull(returnImages.returnId), lt(returnImages.createdAt, after(ctx.clock(), -days(1)))))
}
