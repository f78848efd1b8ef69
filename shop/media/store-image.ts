import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Sharp } from 'sharp'
import type { Ctx } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { imageTooLarge, maxImageBytes, notAnImage } from './contract.ts'
import { maxPixels, sharp } from './decoders.ts'
import { fileKey } from './files.ts'
import type { Image } from './images.ts'
import { images } from './schema.ts'
import { imageWidths, jpegWidth, widthsOf } from './urls.ts'

const maxWidth = Math.max(...imageWidths)

/** Decoded pictures are large: this many at a time, the others wait. */
const atOnce = 2
let running = 0
const waiting: (() => void)[] = []

/**
 * Keeps an uploaded picture: decoded, turned upright, without what cameras write into it, encoded anew in every width.
 * Call it before a transaction, not within: it takes a second. The same bytes give the same picture.
 */
export async function storeImage(ctx: Ctx, bytes: Uint8Array): Promise<Image> {
  if (bytes.length > maxImageBytes) throw refused(imageTooLarge)
  if (bytes.length === 0) throw refused(notAnImage)
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  const known = await findStored(ctx, id)
  if (known) return known

  const { image, files } = await inTurn(() => encode(id, bytes))
  // Files first: a row always has its files, and a crash in between leaves only files that nobody asks for.
  await Promise.all(files.map((file) => ctx.files.put(file.key, file.bytes, file.type)))
  await ctx.db
    .insert(images)
    .values({ id, width: image.width, height: image.height, tone: image.tone, createdAt: ctx.clock() })
    // A row whose files were lost: its AVIF files are to be made again too.
    .onConflictDoUpdate({ target: images.id, set: { avifAt: null } })
  await ctx.jobs.add(ctx, 'encode-avif', {})
  return image
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

type EncodedFile = { key: string; bytes: Uint8Array; type: string }

async function encode(id: string, bytes: Uint8Array): Promise<{ image: Image; files: EncodedFile[] }> {
  const { data, info } = await decode(bytes)
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const resized = (width: number) => sharp(data, { raw }).resize({ width })
  const webps = widthsOf(info.width).map(async (width) => ({
    key: fileKey(id, width, 'webp'),
    bytes: await resized(width).webp({ quality: 78, effort: 2 }).toBuffer(),
    type: 'image/webp',
  }))
  const jpeg = async () => ({
    key: fileKey(id, jpegWidth(info.width), 'jpg'),
    bytes: await resized(jpegWidth(info.width)).jpeg({ quality: 80, progressive: true }).toBuffer(),
    type: 'image/jpeg',
  })
  const [files, tone] = await Promise.all([Promise.all([...webps, jpeg()]), toneOf(sharp(data, { raw }))])
  return { image: { id, width: info.width, height: info.height, tone, avif: false }, files }
}

/** The upright picture as plain pixels, at most as large as we keep it. */
async function decode(bytes: Uint8Array) {
  const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
  const { format, width, height } = await picture.metadata().catch(refuseUnreadable)
  if (!['jpeg', 'png', 'webp', 'heif'].includes(format)) throw refused(notAnImage)
  if (width * height > maxPixels) throw refused(tooManyPixels)
  return (
    picture
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      // The height has a limit of its own: formats hold no picture of endless length.
      .resize({ width: maxWidth, height: maxWidth * 4, fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch((error: unknown) => {
        throw refused('Resim dosyası okunamadı, bozuk olabilir; başka bir dosya deneyin.', error)
      })
  )
}

const tooManyPixels = 'Resim en fazla 50 megapiksel olabilir; daha küçük bir kopyasını yükleyin.'

function refuseUnreadable(error: unknown): never {
  const large = error instanceof Error && error.message.includes('pixel limit')
  throw refused(large ? tooManyPixels : notAnImage, error)
}

function refused(message: string, cause?: unknown): ShopError {
  return new ShopError('INVALID', message, { cause })
}

/** The mean colour, a little lighter, as it looks while the picture is on its way. */
async function toneOf(picture: Sharp): Promise<string> {
  const { channels } = await picture.toColourspace('srgb').stats()
  const [red, green, blue] = channels.length < 3 ? Array(3).fill(channels[0]) : channels
  const soft = [red, green, blue].map((channel) => Math.round((channel?.mean ?? 255) * 0.8 + 250 * 0.2))
  return `#${soft.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
