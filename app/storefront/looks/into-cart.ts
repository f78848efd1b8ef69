import type { WireVariant } from '#api/wire/products.ts'
import type { LookPiece } from '#shop/catalog/looks/shown.ts'
import { fromTl } from '#shop/money.ts'
import { addToCart } from '../cart/store.ts'

/** A product as the shop says that it is now. */
type Now = { variants: Pick<WireVariant, 'id' | 'color' | 'size' | 'price' | 'stockQuantity'>[] }

/** Her choice for each piece, by the piece's id. */
export type Chosen = Record<string, string>

/** The variant that is meant by 'M', or by 'Kum, M' of a piece that comes in several colors; undefined when it is gone. */
export function variantOf({ variants }: Now, choice: string): Now['variants'][number] | undefined {
  return variants.find(
    ({ color, size, stockQuantity }) => stockQuantity > 0 && (size === choice || `${color}, ${size}` === choice),
  )
}

/**
 * Puts what can be had of her choice into the cart, as the shop says now; gives the names of what is sold out. Throws, with nothing put
 * in, when the shop cannot be asked.
 */
export async function putLookInCart(
  pieces: LookPiece[],
  chosen: Chosen,
  find: (id: string) => Promise<Now>,
): Promise<{ added: string[]; gone: string[] }> {
  const asked = pieces.filter(({ choices }) => choices.length > 0)
  const found = await Promise.all(asked.map(async (piece) => ({ piece, now: await find(piece.id) })))
  const added: string[] = []
  const gone = pieces.filter(({ choices }) => choices.length === 0).map(({ name }) => name)
  for (const { piece, now } of found) {
    const choice = chosen[piece.id] ?? ''
    const variant = variantOf(now, choice)
    if (!variant) {
      gone.push(`${piece.name} (${choice})`)
      continue
    }
    const { id: productId, slug, name, image } = piece
    const { id: variantId, color, size, price } = variant
    const priceKurus = fromTl(price) ?? piece.priceKurus
    addToCart({ productId, variantId, slug, name, color, size, priceKurus, image, quantity: 1 })
    added.push(name)
  }
  return { added, gone }
}

/** The sentence to show when not all of the look could be had; undefined when all of it could. */
export function toldOf({ added, gone }: { added: string[]; gone: string[] }): string | undefined {
  if (gone.length === 0) return undefined
  if (added.length === 0) return 'Bu kombinin parçaları şu anda tükendi; sepetinize bir şey konmadı.'
  const rest = added.length === 1 ? `${added[0]} sepetinizde` : `diğer ${added.length} parça sepetinizde`
  return `${gone.join(' ve ')} tükendi; ${rest}.`
}

/** The choice that her size leads to, as 'Bedenim' keeps it in this browser (`{sizes: {place: [size]}}`); undefined when it is not told. */
export function ownChoice({ places, choices }: LookPiece, kept: string | null): string | undefined {
  try {
    const sizes: unknown = JSON.parse(kept ?? 'null')?.sizes
    const hers = places.map((place) => (sizes as Record<string, unknown> | undefined)?.[place]).find(Array.isArray)
    return hers?.find((size) => choices.includes(size))
  } catch {
    return undefined
  }
}
