import type { Product } from '#shop/catalog/products.ts'
import { toTl } from '#shop/money.ts'

/** Cards of the demo bank. */
export const goodCard = '5528790000000008'
export const secureCard = '5526080000000006'
export const failingSecureCard = '4131111111111117'
export const poorCard = '4111111111111129'

export const usualRecipient = {
  firstName: 'Ayşe',
  lastName: 'Yılmaz',
  phone: '0532 111 22 33',
  address: 'Bağdat Caddesi 1/2, Kadıköy',
  city: 'İstanbul',
  postalCode: '34710',
}

/** A purchase as every provider gets it. */
export const aProvidersRequest = {
  orderId: 'order-1',
  amountKurus: 10_450,
  buyer: {
    id: 'user-1',
    firstName: 'Ayşe',
    lastName: 'Yılmaz',
    email: 'ayse@posta.example',
    phone: '+905321112233',
    address: 'Bağdat Caddesi 1',
    city: 'İstanbul',
    postalCode: '34710',
    ip: '198.51.100.7',
  },
  callbackUrl: 'http://shop.test/donus',
}

export function paymentWith(cardNumber: string, installments = 1) {
  return { cardHolderName: 'Ayşe Yılmaz', cardNumber, expiryDate: '12/40', cvv: '123', installments: `${installments}` }
}

type Given = {
  quantity?: number
  variant?: number
  totalAmount?: number
  card?: string
  installments?: number
  more?: object
}

/** Makes a body of payments/create that buys one variant of a product. */
export function aPayment(product: Product, given: Given = {}) {
  const variant = product.variants[given.variant ?? 0]
  if (!variant) throw new Error('the product has no such variant')
  const quantity = given.quantity ?? 1
  return {
    orderData: {
      cartItems: [{ productId: product.id, variantId: variant.id, size: variant.size, quantity }],
      customerInfo: { ...usualRecipient, email: 'ayse@posta.example' },
      totalAmount: given.totalAmount ?? toTl(variant.priceKurus * quantity),
    },
    paymentData: paymentWith(given.card ?? goodCard, given.installments),
    ...given.more,
  }
}

/** The same, paid on the provider's own page: no card is sent. */
export function aPagePayment(product: Product, given: Given = {}) {
  const { paymentData: _, ...body } = aPayment(product, given)
  return { ...body, paymentMethod: 'HOSTED' as const }
}
