import { z } from 'zod'

/** More different pieces than anybody buys at once. */
const mostPieces = 50
const badQuantity = 'Adet 1 ile 20 arasında olmalı'

export type CartPiece = z.infer<typeof CartPiece>
const CartPiece = z.object({
  variantId: z.uuid('Ürün geçersiz'),
  quantity: z.coerce.number(badQuantity).int(badQuantity).min(1, badQuantity).max(20, badQuantity),
})

/** The whole cart as it is now; empty: it is forgotten. */
export type SentCart = z.infer<typeof SentCart>
export const SentCart = z.object({
  items: z.array(CartPiece, 'Sepet geçersiz').max(mostPieces, `En çok ${mostPieces} ürün gönderilebilir`),
})
