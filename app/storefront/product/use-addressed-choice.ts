import { useEffect, useState } from 'react'
import { readStored } from '#app/browser/browser-storage.ts'
import type { Product } from '#shop/catalog/products.ts'

/** The color and size of a product that are chosen so far. */
export type Chosen = {
  color?: string | undefined
  size?: string | undefined
  /** The size is the one that she saved as hers: the address does not hold it. */
  own?: boolean | undefined
}

/**
 * Color and size stand in the address: reloaded, shared or come back to, the page shows the same choice. The server draws
 * the color; the size is chosen here, so that there is one kept page for each color and no more.
 */
export function useAddressedChoice(product: Product, askedColor: string | undefined) {
  const [chosen, setChosen] = useState<Chosen>({ color: askedColor })
  useEffect(() => {
    const size = new URLSearchParams(window.location.search).get('beden')
    if (size && canHave(product, { color: askedColor, size })) return setChosen({ color: askedColor, size })
    if (!readStored('bedenim')) return
    import('./fit/own-size.ts')
      .then(({ ownSizeOf }) => {
        const own = ownSizeOf(product, askedColor)
        if (own) setChosen((now) => (now.size ? now : { ...now, size: own, own: true }))
      })
      // She chooses it herself.
      .catch(() => undefined)
  }, [product, askedColor])
  return {
    chosen,
    address: addressOf(product, chosen),
    choose(change: Chosen) {
      const { color, size } = { ...chosen, ...change }
      const own = chosen.own && !change.size
      const next = { color, size: canHave(product, { color, size }) ? size : undefined, own }
      setChosen(next)
      window.history.replaceState(window.history.state, '', addressOf(product, next))
    },
  }
}

/** The size can be had in the color, or while none is chosen in any. */
function canHave({ variants }: Product, { color, size }: Chosen): boolean {
  return variants.some((variant) => variant.size === size && variant.stock > 0 && (!color || variant.color === color))
}

function addressOf({ slug }: Product, { color, size, own }: Chosen): string {
  const query = new URLSearchParams()
  if (color) query.set('renk', color)
  if (size && !own) query.set('beden', size)
  return [`/urun/${slug}`, String(query)].filter(Boolean).join('?')
}
