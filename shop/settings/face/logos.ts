/**
 * Logos. An upload is never served as it came: an SVG is cleaned (clean-svg.ts), a picture is re-encoded, and both are drawn by the
 * process that draws all pictures (media/drawing.ts). They are kept in the database, as they are few and small.
 */

import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type Ctx, requireRight } from '../../ctx.ts'
import { ShopError } from '../../errors.ts'
import { drawLogo, NotDrawn } from '../../media/drawing.ts'
import { cleanSvg, largestSvg } from './clean-svg.ts'
import { type Logo, largestLogo, logoTooLarge } from './logo.ts'
import { logos } from './schema.ts'

/** Pixels; more than any logo has. */
const maxPixels = 16_000_000

/** Stores a logo with its icons. The same picture is stored once. */
export async function storeLogo(ctx: Ctx, bytes: Uint8Array): Promise<Logo> {
  requireRight(ctx, 'settings')
  if (bytes.length === 0) throw refused('Bir logo dosyası seçin.')
  if (bytes.length > largestLogo) throw refused(logoTooLarge)
  const svg = isSvg(bytes) ? await cleaned(bytes) : undefined
  const drawn = await drawLogo({ bytes: svg ?? bytes, svg: svg !== undefined, maxPixels }).catch(refuse)
  const { width, height, opaque, webp, png, icons } = drawn
  const type = svg ? 'image/svg+xml' : 'image/webp'
  const image = svg ?? webp
  const id = createHash('sha256').update(image).digest('hex').slice(0, 32)
  await ctx.db
    .insert(logos)
    .values({
      ...{ id, type, width, height, opaque, image, png, createdAt: ctx.clock() },
      ...{ icon64: icons.small, icon180: icons.touch, icon512: icons.large, iconMaskable: icons.maskable },
    })
    .onConflictDoNothing()
  return { id, type, width, height, opaque }
}

function isSvg(bytes: Uint8Array): boolean {
  return /^\s*(\ufeff)?\s*<(\?xml|svg|!doctype svg|!--)/i.test(new TextDecoder().decode(bytes.subarray(0, 300)))
}

async function cleaned(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.length > 10 * largestSvg) throw refused('SVG dosyası çok büyük; sadeleştirin ya da PNG olarak yükleyin.')
  const drawing = await cleanSvg(new TextDecoder().decode(bytes))
  if (!drawing) throw refused('Bu SVG dosyasında çizim bulunamadı; başka bir dosya deneyin ya da PNG yükleyin.')
  const clean = new TextEncoder().encode(drawing)
  if (clean.length > largestSvg)
    throw refused('SVG dosyası 150 KB’tan büyük; her sayfada yükleneceği için sadeleştirin ya da PNG yükleyin.')
  return clean
}

const sentences = {
  'no-picture': 'Logo SVG, PNG, WebP ya da JPEG olmalı.',
  'too-many-pixels': 'Logo en çok 16 megapiksel olabilir; daha küçük bir kopyasını yükleyin.',
  broken: 'Logo dosyası okunamadı, bozuk olabilir; başka bir dosya deneyin.',
  'too-much-work': 'Logo işlenemedi; daha sade bir kopyasını yükleyin.',
}

function refuse(error: unknown): never {
  throw error instanceof NotDrawn ? refused(sentences[error.why], error) : error
}

function refused(message: string, cause?: unknown): ShopError {
  return new ShopError('INVALID', message, { fields: { file: [message] }, cause })
}

const columns = {
  image: logos.image,
  'logo.png': logos.png,
  'icon-64.png': logos.icon64,
  'icon-180.png': logos.icon180,
  'icon-512.png': logos.icon512,
  'maskable.png': logos.iconMaskable,
} as const

/** One file of a logo, by the name that its address has; undefined when there is none. */
export async function findLogoFile(
  ctx: Ctx,
  id: string,
  name: string,
): Promise<{ bytes: Uint8Array; type: string } | undefined> {
  const key = /^image\.(svg|webp|png)$/.test(name) ? 'image' : name
  if (!Object.hasOwn(columns, key) || !/^[0-9a-f]{32}$/.test(id)) return undefined
  const [row] = await ctx.db
    .select({ bytes: columns[key as keyof typeof columns], type: logos.type })
    .from(logos)
    .where(eq(logos.id, id))
  return row && { bytes: row.bytes, type: key === 'image' ? row.type : 'image/png' }
}

/** A logo as a PDF takes it: a data URI, which a document holds once however often it is drawn, and its size in pixels. */
export type PaperLogo = { uri: string; width: number; height: number }

/** The logo for papers; undefined for a shop without one. */
export async function findPaperLogo(ctx: Ctx, logo: Logo | undefined): Promise<PaperLogo | undefined> {
  const file = logo && (await findLogoFile(ctx, logo.id, 'logo.png'))
  if (!file) return undefined
  const uri = `data:${file.type};base64,${Buffer.from(file.bytes).toString('base64')}`
  return { uri, width: logo.width, height: logo.height }
}

/** Whether there is such a logo. */
export async function isStored(ctx: Ctx, id: string): Promise<boolean> {
  const [row] = await ctx.db.select({ id: logos.id }).from(logos).where(eq(logos.id, id))
  return row !== undefined
}
