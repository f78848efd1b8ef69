import { goodCard, paymentWith, usualRecipient } from '#test/checkout.ts'

/** Goods to buy, read from the database. */
export type Choice = { product_id: string; variant_id: string; size: string; price: number }

/** The body of payments/create that buys one of it with a good card. */
export function orderOf({ product_id, variant_id, size, price }: Choice) {
  return {
    orderData: {
      cartItems: [{ productId: product_id, variantId: variant_id, size, quantity: 1 }],
      customerInfo: { ...usualRecipient, email: 'ayse@posta.example' },
      totalAmount: price / 100,
    },
    paymentData: paymentWith(goodCard),
  }
}
