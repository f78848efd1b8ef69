/**
 * An uploaded picture is decoded and encoded again, so nothing of the original file is kept. A child process with bounded
 * memory and time does it (drawing.ts). Other widths and formats follow when they are wanted (picture-files.ts). Files are named by
 * content, so browsers may keep them for ever.
 */

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Ctx } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { imageTooLarge, isHeic, maxImageBytes, maxPixels, notAnImage } from './contract.ts'
import { drawKept, NotDrawn } from './drawing.ts'
import { fileKey } from './files.ts'
import { findImages, type Image } from './images.ts'
import { fileTypes, sourceKey } from './picture-files.ts'
import { images } from './schema.ts'
import { type ImageFormat, swatchKey } from './urls.ts'

/**
 * Stores an uploaded picture, turned upright and without metadata. Call it before a transaction, not within: it takes a second.
 * The same bytes give the same picture.
 */
export async function storeImage(ctx: Ctx, bytes: Uint8Array): Promise<Image> {
  if (bytes.length > maxImageBytes) throw new ShopError('PAYLOAD_TOO_LARGE', imageTooLarge)
  if (bytes.length === 0) throw refused(notAnImage)
  if (heicBrand.test(Buffer.from(bytes.subarray(4, 12)).toString('latin1'))) throw refused(isHeic)
  const id = idOf(bytes)
  const known = (await findStored(ctx, [id])).get(id)
  if (known) return known

  const { source, ...picture } = await drawKept({ bytes, maxPixels }).catch(refuse)
  const files = [{ key: sourceKey(id, picture.width), format: 'webp' as const, bytes: source }]
  await keep(ctx, [{ id, ...picture, files }])
  return { id, ...picture }
}

/** As the file's header has it; AVIF, of the same family, says avif. */
const heicBrand = /^ftyp(hei|hev)[cxms]$/

/** By the paths of its files. */
export type ShippedPicture = Omit<Image, 'id'> & {
  /** WebP, no wider than the widest that is kept. */
  source: string
  drawn: { width: number; format: ImageFormat; path: string }[]
  swatch?: string
}

/** Stores pictures that come with the shop, in the files that come with it: nothing is decoded. Gives their ids in that order. */
export async function storeShipped(ctx: Ctx, pictures: ShippedPicture[]): Promise<string[]> {
  const all = await Promise.all(
    pictures.map(async ({ source, drawn, swatch, ...picture }) => {
      const id = idOf(await readFile(source))
      const files: Kept['files'] = [{ key: sourceKey(id, picture.width), format: 'webp', path: source }]
      for (const { width, format, path } of drawn) files.push({ key: fileKey(id, width, format), format, path })
      if (swatch) files.push({ key: swatchKey(id), format: 'webp', path: swatch })
      return { ...picture, id, files }
    }),
  )
  const known = await findStored(
    ctx,
    all.map(({ id }) => id),
  )
  const missing = all.filter(({ id }) => !known.has(id))
  if (missing.length > 0) await keep(ctx, missing)
  return all.map(({ id }) => id)
}

const idOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 32)

/** Those whose file is there too, by id. */
async function findStored(ctx: Ctx, ids: string[]): Promise<Map<string, Image>> {
  const images = [...(await findImages(ctx, ids)).values()]
  const there = await Promise.all(images.map(({ id, width }) => ctx.files.has(sourceKey(id, width))))
  return new Map(images.filter((_, index) => there[index]).map((image) => [image.id, image]))
}

type Kept = Image & { files: ({ key: string; format: ImageFormat } & ({ bytes: Uint8Array } | { path: string }))[] }

async function keep(ctx: Ctx, pictures: Kept[]): Promise<void> {
  // Files first: a row always has its file, and a crash in between leaves only files that nobody asks for.
  await Promise.all(
    pictures.flatMap(({ files }) =>
      files.map(({ key, format, ...file }) =>
        'path' in file
          ? ctx.files.putShipped(key, file.path, fileTypes[format])
          : ctx.files.put(key, file.bytes, fileTypes[format]),
      ),
    ),
  )
  await ctx.db
    .insert(images)
    .values(pictures.map(({ files: _, ...image }) => ({ ...image, createdAt: ctx.clock() })))
    // The row exists but its file was lost: draw ahead what was lost with it.
    .onConflictDoUpdate({ target: images.id, set: { avifAt: null } })
  await ctx.jobs.add(ctx, 'encode-avif', {})
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
