import type { WireFavorite, WireVariant } from '#api/wire/products.ts'
import { addToCart } from '#app/storefront/cart/store.ts'
import type { Image } from '#shop/media/images.ts'
import { fromTl } from '#shop/money.ts'

/** The variants that are in stock. */
export function sellable({ product }: WireFavorite): WireVariant[] {
  return product.variants.filter((variant) => variant.stockQuantity > 0)
}

/** Sold out or not, and by how much it costs less than when it was added. */
export function stateOf(favorite: WireFavorite) {
  const priceKurus = favorite.product.price === null ? null : (fromTl(favorite.product.price) ?? null)
  const addedKurus = favorite.addedPrice === null ? null : (fromTl(favorite.addedPrice) ?? null)
  return {
    soldOut: sellable(favorite).length === 0,
    priceKurus,
    dropKurus: priceKurus !== null && addedKurus !== null ? Math.max(0, addedKurus - priceKurus) : 0,
  }
}

export function putInCart({ product }: WireFavorite, variant: WireVariant): void {
  addToCart({
    productId: product.id,
    variantId: variant.id,
    slug: product.slug,
    name: product.name,
    color: variant.color,
    size: variant.size,
    priceKurus: fromTl(variant.price) ?? 0,
    image: imageAt(variant.images[0] ?? product.mainImage),
    quantity: 1,
  })
}

/** The picture behind an address of the API: enough of it to be drawn in the cart. */
export function imageAt(address: string | null): Image | undefined {
  const [, id, width] = /^\/media\/(.+)-(\d+)\.webp$/.exec(address ?? '') ?? []
  if (!id) return undefined
  return { id, width: Number(width), height: Math.round(Number(width) * 1.25), tone: '#e7dfd6' }
}
