import type { ProductLine } from '#shop/catalog/product-lines.ts'
import { toTl } from '#shop/money.ts'
import { pictureUrl } from '../../products.ts'
import type { WireProductLine } from '../../wire/admin/catalog.ts'
import { toWireImage } from './images.ts'

/** A product as a group or an outfit names it. */
export function toWireLine({ image, priceKurus, ...product }: ProductLine): WireProductLine {
  return {
    ...product,
    mainImage: image ? pictureUrl(image) : null,
    picture: image ? toWireImage(image) : null,
    price: priceKurus === null ? null : toTl(priceKurus),
  }
}
