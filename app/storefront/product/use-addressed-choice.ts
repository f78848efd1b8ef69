import { useEffect, useState } from 'react'
import type { Product } from '#shop/catalog/products.ts'

/** What of a product is chosen so far. */
export type Chosen = { color?: string | undefined; variantId?: string | undefined }

/**
 * Color and size stand in the address: reloaded, shared or come back to, the page shows the same choice. The server draws
 * the color; the size is chosen here, so that there is one kept page for each color and no more.
 */
export function useAddressedChoice(product: Product, askedColor: string | undefined) {
  const [chosen, setChosen] = useState<Chosen>({ color: askedColor })
  useEffect(() => {
    const asked = new URLSearchParams(window.location.search).get('beden')
    const variant = product.variants.find(
      ({ size, stock, color }) => size === asked && stock > 0 && (!askedColor || color === askedColor),
    )
    if (variant) setChosen({ color: variant.color, variantId: variant.id })
  }, [product, askedColor])
  return {
    chosen,
    address: addressOf(product, chosen),
    choose(next: Chosen) {
      setChosen(next)
      window.history.replaceState(window.history.state, '', addressOf(product, next))
    },
  }
}

function addressOf({ slug, variants }: Product, { color, variantId }: Chosen): string {
  const query = new URLSearchParams()
  const size = variants.find(({ id }) => id === variantId)?.size
  if (color && variants.some((variant) => variant.color !== color)) query.set('renk', color)
  if (size) query.set('beden', size)
  return [`/urun/${slug}`, String(query)].filter(Boolean).join('?')
}
