/** CARD: typed in the shop. HOSTED: typed on the provider's page. */
export const paymentMethods = ['CARD', 'HOSTED', 'BANK_TRANSFER', 'CASH_ON_DELIVERY'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** The ways to pay, as contracts, mails and orders name them. */
export const methodNames: Record<PaymentMethod, string> = {
  CARD: 'Kredi veya banka kartı',
  HOSTED: 'Kredi veya banka kartı',
  BANK_TRANSFER: 'Havale / EFT',
  CASH_ON_DELIVERY: 'Kapıda ödeme',
}
