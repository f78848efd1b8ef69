import type { Ctx } from '#shop/ctx.ts'
import { type ShippedPicture, storeShipped } from '#shop/media/store-image.ts'
import shipped from './pictures.json' with { type: 'json' }

/** Pictures that are stored together. */
const batch = 24

/** The facts about each picture, by its path: made by scripts/demo-pictures.ts. `drawn` are widths in pixels. */
export type Shipped = Record<string, { width: number; height: number; tone: string; drawn: number[]; swatch?: boolean }>

/** Stores pictures of the demo as they come with the shop; gives their ids by their paths. */
export async function storePictures(ctx: Ctx, paths: string[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (let from = 0; from < paths.length; from += batch) {
    const some = paths.slice(from, from + batch)
    const stored = await storeShipped(ctx, some.map(filesOf))
    for (const [index, path] of some.entries()) ids.set(path, stored[index] ?? '')
  }
  return ids
}

function filesOf(path: string): ShippedPicture {
  const known = (shipped as Shipped)[path]
  if (!known) throw new Error(`the demo knows nothing of ${path}; run node scripts/demo-pictures.ts`)
  const { drawn, swatch, ...picture } = known
  return {
    ...picture,
    source: `demo/${path}`,
    drawn: drawn.map((width) => ({ width, format: 'avif', path: drawnPath(path, width) })),
    ...(swatch && { swatch: swatchPath(path) }),
  }
}

/** Where a picture lies that was drawn from another beforehand. */
export function drawnPath(path: string, width: number): string {
  return `demo/drawn/${nameOf(path)}-${width}.avif`
}

/** Where its cloth lies. */
export function swatchPath(path: string): string {
  return `demo/drawn/${nameOf(path)}-cloth.webp`
}

function nameOf(path: string): string {
  return path.replace(/^\w+\/|\.webp$/g, '')
}
