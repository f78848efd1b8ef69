import { formatKurus } from './money.ts'

/** CARD: typed in the shop. HOSTED: typed on the provider's page. STORE_CREDIT: nothing is left to be paid in another way. */
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

/** 'Kredi veya banka kartı, 250,00 TL mağaza kredisi' */
export function paidWith(order: { paymentMethod: OrderMethod; creditKurus: number }): string {
  const { paymentMethod, creditKurus } = order
  const credit =
    creditKurus > 0 && paymentMethod !== 'STORE_CREDIT' ? `, ${formatKurus(creditKurus)} mağaza kredisi` : ''
  return `${methodNames[paymentMethod]}${credit}`
}
