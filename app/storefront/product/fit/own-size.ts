import { findMySize, sizesFor } from '#app/account/my-size/saved.ts'
import { touch } from '#app/browser/touched.ts'
import type { Product } from '#shop/catalog/products.ts'
import { sameSizes } from '#shop/catalog/sizing/same-sizes.ts'

/** The first of her sizes that the piece has in stock, in this color where one is chosen; undefined when she told none. */
export function ownSizeOf({ category, variants }: Product, color: string | undefined): string | undefined {
  const mine = findMySize()
  // Words about her own size appear without waiting for her to touch the page.
  if (mine) touch()
  const names = sizesFor(category, mine).flatMap((size) => sameSizes(size, category.area))
  const there = variants.filter((variant) => variant.stock > 0 && (!color || variant.color === color))
  return names.find((name) => there.some(({ size }) => size === name))
}
