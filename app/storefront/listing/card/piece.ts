import { api } from '#app/browser/api-client.ts'
import type { Card } from '#shop/catalog/search/cards.ts'
import { fromTl } from '#shop/money.ts'
import type { CartLine } from '../../cart/store.ts'

type Variant = { id: string; color: string; size: string; priceKurus: number; stock: number }

/** The part of a product that its card does not hold: every size, with its price and stock now. */
export type Piece = { id: string; name: string; variants: Variant[] }

export async function findPiece(id: string): Promise<Piece> {
  const { name, variants } = await api.get<'GET /products/{id}'>(`/products/${id}`, { guest: true })
  return {
    id,
    name,
    variants: variants.map(({ id, color, size, price, stockQuantity }) => ({
      ...{ id, color, size, stock: stockQuantity },
      priceKurus: fromTl(price) ?? 0,
    })),
  }
}

/** One of it for the cart, with the card's picture. */
export function lineOf(card: Card, { id: variantId, color, size, priceKurus }: Variant): CartLine {
  const { id: productId, slug, name } = card
  return { productId, variantId, slug, name, color, size, priceKurus, image: card.images[0], quantity: 1 }
}
