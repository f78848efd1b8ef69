import { goodCard } from '#test/checkout.ts'

/** What is bought, as the database tells it. */
export type Choice = { product_id: string; variant_id: string; size: string; price: number }

/** The body of payments/create that buys one of it with a good card. */
export function orderOf({ product_id, variant_id, size, price }: Choice) {
  return {
    orderData: {
      cartItems: [{ productId: product_id, variantId: variant_id, size, quantity: 1 }],
      customerInfo: {
        firstName: 'Ayşe',
        lastName: 'Yılmaz',
        phone: '0532 111 22 33',
        email: 'ayse@posta.example',
        address: 'Bağdat Caddesi 1/2, Kadıköy',
        city: 'İstanbul',
        postalCode: '34710',
      },
      totalAmount: price / 100,
    },
    paymentData: {
      cardHolderName: 'Ayşe Yılmaz',
      cardNumber: goodCard,
      expiryDate: '12/40',
      cvv: '123',
      installments: '1',
    },
  }
}
