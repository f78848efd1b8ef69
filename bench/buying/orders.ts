import { goodCard, paymentWith, usualRecipient } from '#test/checkout.ts'
import type { OpenedShop } from '../scale-shop.ts'

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

/** Buys it in the name of whoever has the token. */
export function pay(shop: OpenedShop, token: string, wanted: Choice, headers: Record<string, string> = {}) {
  return shop.fetch('/api/v1/payments/create', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      ...headers,
    },
    body: JSON.stringify(orderOf(wanted)),
  })
}

/** Milliseconds of processor so far. */
export async function workOf(shop: OpenedShop) {
  const { user, system } = process.cpuUsage()
  const own = (user + system) / 1000
  return { shop: own, database: (await shop.processorMs()) - own }
}
