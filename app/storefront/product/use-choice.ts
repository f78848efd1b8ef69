import { useState } from 'react'
import type { Product } from '#shop/catalog/products.ts'
import { addToCart, mostOfOneLine, openCart } from '../cart/store.ts'
import type { Chosen } from './use-addressed-choice.ts'

type Variant = Product['variants'][number]

/** The variant that color and size lead to; of several colors none is chosen by choosing a size. */
export function variantOf(product: Product, { color, size }: Chosen): Variant | undefined {
  const colors = new Set(product.variants.map((variant) => variant.color))
  const variants = product.variants.filter((variant) => colors.size === 1 || variant.color === color)
  const only = variants.length === 1 ? variants[0] : undefined
  return variants.find((variant) => variant.size === size) ?? (only && only.stock > 0 ? only : undefined)
}

/** The choices of a product, which of them is missing, and the quantity for the cart. */
export function useProductChoice(product: Product, wanted: Chosen) {
  const [quantity, setQuantity] = useState(1)
  const colors = colorsOf(product)
  const several = colors.length > 1
  const shownColor = several ? wanted.color : colors[0]?.name
  const chosen = variantOf(product, wanted)
  const size = chosen?.size ?? wanted.size
  const most = Math.min(chosen?.stock ?? mostOfOneLine, mostOfOneLine)
  const amount = Math.min(quantity, most)
  return {
    colors,
    several,
    shownColor,
    /** A variant for each size to choose from. */
    sizes: shownColor
      ? product.variants.filter((variant) => variant.color === shownColor)
      : mergeSizes(product.variants),
    size,
    chosen,
    missing: { color: !shownColor, size: !size },
    soldOut: product.variants.every((variant) => variant.stock === 0),
    amount,
    most,
    /** Why there cannot be more. */
    limit:
      most < mostOfOneLine ? 'Bu bedende başka kalmadı.' : `Bir siparişte en çok ${mostOfOneLine} adet alabilirsiniz.`,
    setQuantity,
    buy(variant: Variant) {
      addToCart(lineOf(product, variant, amount))
      setQuantity(1)
      openCart()
    },
  }
}

function colorsOf({ variants }: Product) {
  return [...new Map(variants.map((variant) => [variant.color, variant])).values()].map(
    ({ color: name, colorHex: hex, images: [image] }) => ({ name, hex, image: image?.id }),
  )
}

function lineOf(product: Product, variant: Variant, quantity: number) {
  return {
    productId: product.id,
    variantId: variant.id,
    slug: product.slug,
    name: product.name,
    color: variant.color,
    size: variant.size,
    priceKurus: variant.priceKurus,
    image: variant.images[0] ?? product.images[0],
    quantity,
  }
}

/** While no color is chosen: each size once, of a color that has it. */
function mergeSizes(variants: Variant[]): Variant[] {
  const sizes = new Map<string, Variant>()
  for (const variant of variants) if (!sizes.get(variant.size)?.stock) sizes.set(variant.size, variant)
  return [...sizes.values()]
}
