import type { WireStockNotice } from '#api/wire/forms.ts'
import { fromTl } from '#shop/money.ts'
import { readCart, saveCart } from '../cart/store.ts'

/** Puts the piece that is kept for her into the cart, with the link that buys it; once, however often it is pressed. */
export function putKept({ product, variantId, size, color, price }: WireStockNotice, notice: string): void {
  if (!variantId) return
  const { id: productId, slug, name, image } = product
  const line = {
    ...{ productId, variantId, slug, name, size, notice },
    color: color ?? '',
    priceKurus: fromTl(price ?? 0) ?? 0,
    image: image ?? undefined,
  }
  const lines = readCart()
  const present = lines.find((other) => other.variantId === variantId)
  if (!present) saveCart([...lines, { ...line, quantity: 1 }])
  else saveCart(lines.map((other) => (other === present ? { ...other, ...line } : other)))
}
