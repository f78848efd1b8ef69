/**
 * Pictures of a product to be shared: a story for a phone's screen, a preview for links. Made at the first use from what the shop
 * says of it at that moment, and never stored: their address bears a mark of what they say.
 */

import { createHash } from 'node:crypto'
import type { Ctx } from '../../ctx.ts'
import { maxPixels } from '../../media/contract.ts'
import { drawComposed } from '../../media/drawing.ts'
import type { Image } from '../../media/images.ts'
import { openLetters } from '../../media/letters.ts'
import { findSource } from '../../media/picture-files.ts'
import { formatKurus } from '../../money.ts'
import type { Product } from '../products.ts'
import { compareSizes } from '../sizes.ts'
import { layoutOf, overlayOf, paper, type Shared, type ShareKind } from './layout.ts'

type Brand = { shopName: string; publicUrl: string }
type Shown = Pick<Product, 'slug' | 'name' | 'priceKurus' | 'originalPriceKurus' | 'variants' | 'images'>

/** The address of its picture, relative to the shop; undefined for a product without pictures. */
export function shareAddress(kind: ShareKind, product: Shown, brand: Brand): string | undefined {
  const [image] = product.images
  return image && `/media/${kind}/${product.slug}?v=${markOf(sharedOf(product, brand), image)}`
}

/** Changes with whatever stands on the picture. */
function markOf(shared: Shared, image: Image): string {
  return createHash('sha256')
    .update(JSON.stringify([shared, image.id]))
    .digest('base64url')
    .slice(0, 8)
}

function sharedOf({ slug, name, priceKurus, originalPriceKurus, variants }: Shown, brand: Brand): Shared {
  const there = variants.filter(({ stock }) => stock > 0).map(({ size }) => size)
  const sizes = [...new Set(there)].toSorted(compareSizes)
  return {
    shop: brand.shopName,
    name,
    price: priceKurus === null ? '' : formatKurus(priceKurus),
    struckPrice: priceKurus !== null && originalPriceKurus ? formatKurus(originalPriceKurus) : '',
    sizes: sizes.length > 0 ? sizes.join(' · ') : 'Tükendi',
    url: `${brand.publicUrl}/urun/${slug}`,
  }
}

/** Drawn one after the other: who asks for many waits for herself, not the shop. */
const underway = new Map<string, Promise<Uint8Array | undefined>>()
let last: Promise<unknown> = Promise.resolve()

/** A JPEG, and the name under which it may be kept in memory: it changes with what the picture says. */
export function sharePictureOf(ctx: Ctx, kind: ShareKind, product: Shown, brand: Brand) {
  const [image] = product.images
  if (!image) return undefined
  const shared = sharedOf(product, brand)
  const name = `${kind} ${product.slug} ${markOf(shared, image)}`
  async function read(): Promise<Uint8Array | undefined> {
    const running = underway.get(name)
    if (running || !image) return running
    const drawing = last.then(() => draw(ctx, kind, shared, image))
    last = drawing.catch(() => undefined)
    underway.set(name, drawing)
    return drawing.finally(() => underway.delete(name))
  }
  return { name, read }
}

async function draw(ctx: Ctx, kind: ShareKind, shared: Shared, image: Image): Promise<Uint8Array | undefined> {
  const bytes = await findSource(ctx, image)
  if (!bytes) return undefined
  const { width, height, picture } = layoutOf(kind)
  const overlay = overlayOf(kind, shared, await openLetters())
  return drawComposed({ bytes, maxPixels, width, height, place: picture, ground: paper, overlay })
}
