import type { Ctx } from '../ctx.ts'
import { maxPixels } from './contract.ts'
import { drawSwatch } from './drawing.ts'
import { findImages } from './images.ts'
import { findSource } from './picture-files.ts'
import { swatchKey } from './urls.ts'

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
  const bytes = image && (await findSource(ctx, image))
  if (!bytes) return undefined
  const swatch = await drawSwatch({ bytes, maxPixels })
  await ctx.files.put(swatchKey(id), swatch, 'image/webp')
  return swatch
}
