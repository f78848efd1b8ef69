import type { Ctx } from '../ctx.ts'
import { maxPixels } from './contract.ts'
import { drawSwatch } from './drawing.ts'
import { fileKey } from './files.ts'
import { findImages } from './images.ts'
import { swatchKey, widthsOf } from './urls.ts'

/** Wide enough that the cloth is sharp in what is cut from it. */
const sourceWidth = 960

/** Cut one after the other, each once however many ask: a list asks for all of its swatches at once. */
const underway = new Map<string, Promise<Uint8Array | undefined>>()
let last: Promise<unknown> = Promise.resolve()

/** The cloth of a stored picture from near, as a small WebP; cut at its first use, then kept. Undefined without such a picture. */
export async function findSwatch(ctx: Ctx, id: string): Promise<Uint8Array | undefined> {
  const kept = await ctx.files.get(swatchKey(id))
  if (kept) return kept
  const running = underway.get(id)
  if (running) return running
  const cutting = last.then(() => cut(ctx, id))
  last = cutting.catch(() => undefined)
  underway.set(id, cutting)
  return cutting.finally(() => underway.delete(id))
}

async function cut(ctx: Ctx, id: string): Promise<Uint8Array | undefined> {
  const image = (await findImages(ctx, [id])).get(id)
  if (!image) return undefined
  const widths = widthsOf(image.width)
  const width = widths.find((width) => width >= sourceWidth) ?? widths.at(-1) ?? image.width
  const bytes = await ctx.files.get(fileKey(id, width, 'webp'))
  if (!bytes) return undefined
  const swatch = await drawSwatch({ bytes, maxPixels })
  await ctx.files.put(swatchKey(id), swatch, 'image/webp')
  return swatch
}
