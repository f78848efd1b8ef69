/**
 * An uploaded picture is decoded and encoded anew, so nothing of the original file is kept. A child process with bounded
 * memory and time does it (drawing.ts), in several widths of WebP at once; AVIF follows in a job of the lowest priority
 * (avif.ts). Files are named by content, so browsers may keep them for ever.
 */

import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { imageTooLarge, maxImageBytes, maxPixels, notAnImage } from './contract.ts'
import { drawKept, NotDrawn } from './drawing.ts'
import { fileKey } from './files.ts'
import type { Image } from './images.ts'
import { images } from './schema.ts'
import { jpegWidth, widthsOf } from './urls.ts'

const types = { webp: 'image/webp', jpg: 'image/jpeg' }

/**
 * Stores an uploaded picture in every width, turned upright and without metadata. Call it before a transaction, not within:
 * it takes a second. The same bytes give the same picture.
 */
export async function storeImage(ctx: Ctx, bytes: Uint8Array): Promise<Image> {
  if (bytes.length > maxImageBytes) throw refused(imageTooLarge)
  if (bytes.length === 0) throw refused(notAnImage)
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  const known = await findStored(ctx, id)
  if (known) return known

  const { files, ...picture } = await drawKept({ bytes, maxPixels }).catch(refuse)
  // Files first: a row always has its files, and a crash in between leaves only files that nobody asks for.
  await Promise.all(
    files.map(({ width, format, bytes }) => ctx.files.put(fileKey(id, width, format), bytes, types[format])),
  )
  await ctx.db
    .insert(images)
    .values({ id, ...picture, createdAt: ctx.clock() })
    // The row exists but its files were lost: make its AVIF files again too.
    .onConflictDoUpdate({ target: images.id, set: { avifAt: null } })
  await ctx.jobs.add(ctx, 'encode-avif', {})
  return { id, ...picture, avif: false }
}

async function findStored(ctx: Ctx, id: string): Promise<Image | undefined> {
  const [row] = await ctx.db.select().from(images).where(eq(images.id, id))
  if (!row) return undefined
  const keys = [
    fileKey(id, jpegWidth(row.width), 'jpg'),
    ...widthsOf(row.width).flatMap((width) => [
      fileKey(id, width, 'webp'),
      ...(row.avifAt ? [fileKey(id, width, 'avif')] : []),
    ]),
  ]
  const present = await Promise.all(keys.map((key) => ctx.files.has(key)))
  if (!present.every(Boolean)) return undefined
  return { id, width: row.width, height: row.height, tone: row.tone, avif: row.avifAt !== null }
}

const sentences = {
  'no-picture': notAnImage,
  'too-many-pixels': 'Resim en fazla 50 megapiksel olabilir; daha küçük bir kopyasını yükleyin.',
  broken: 'Resim dosyası okunamadı, bozuk olabilir; başka bir dosya deneyin.',
  'too-much-work': 'Resim işlenemedi; daha küçük bir kopyasını yükleyin.',
}

function refuse(error: unknown): never {
  throw error instanceof NotDrawn ? refused(sentences[error.why], error) : error
}

function refused(message: string, cause?: unknown): ShopError {
  return new ShopError('INVALID', message, { cause })
}
