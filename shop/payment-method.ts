import { formatKurus } from './money.ts'

/** CARD: typed in the shop. HOSTED: typed on the provider's page. STORE_CREDIT: store credit or gift cards leave nothing to be paid in another way. */
export const paymentMethods = ['CARD', 'HOSTED', 'BANK_TRANSFER', 'CASH_ON_DELIVERY', 'STORE_CREDIT'] as const
export type PaymentMethod = (typeof paymentMethods)[number]
/** How an order was paid. MARKETPLACE: where it was bought, and its money is not in the shop's books. */
export const orderMethods = [...paymentMethods, 'MARKETPLACE'] as const
export type OrderMethod = (typeof orderMethods)[number]

/** The ways to pay, as contracts, mails and orders name them. */
export const methodNames: Record<OrderMethod, string> = {
  CARD: 'Kredi veya banka kartı',
  HOSTED: 'Kredi veya banka kartı',
  BANK_TRANSFER: 'Havale / EFT',
  CASH_ON_DELIVERY: 'Kapıda ödeme',
  STORE_CREDIT: 'Mağaza kredisi',
  MARKETPLACE: 'Pazaryerinde ödendi',
}

/** The part of an order's total that store credit and gift cards paid, in kuruş; the part of gift cards is `giftKurus`. */
export type Balances = { creditKurus: number; giftKurus?: number }

/** The name of the way to pay; for an order that balances of the shop paid in full, the names of those. */
export function methodName(method: OrderMethod, { creditKurus, giftKurus = 0 }: Balances): string {
  if (method !== 'STORE_CREDIT' || giftKurus === 0) return methodNames[method]
  return giftKurus < creditKurus ? 'Hediye kartı ve mağaza kredisi' : 'Hediye kartı'
}

/** 'Kredi veya banka kartı, 250,00 TL mağaza kredisi' */
export function paidWith(order: { paymentMethod: OrderMethod } & Balances): string {
  const { paymentMethod, creditKurus, giftKurus = 0 } = order
  const name = methodName(paymentMethod, order)
  if (paymentMethod === 'STORE_CREDIT' && (giftKurus === 0 || giftKurus === creditKurus)) return name
  const credit = creditKurus > giftKurus ? `, ${formatKurus(creditKurus - giftKurus)} mağaza kredisi` : ''
  const gift = giftKurus > 0 ? `, ${formatKurus(giftKurus)} hediye kartı` : ''
  return `${name}${credit}${gift}`
}
