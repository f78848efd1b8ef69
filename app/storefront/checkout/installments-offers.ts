import type { WireInstallmentOffer } from '#api/wire/payments.ts'
import { api } from '#app/browser/api-client.ts'

/** A price in installments, for every card family or for the card with these first digits. */
export function fetchInstallments(
  priceKurus: number,
  bin: string,
  signal: AbortSignal,
): Promise<WireInstallmentOffer[]> {
  const query = new URLSearchParams({ price: String(priceKurus / 100), ...(bin ? { bin } : {}) })
  return api.get<'GET /payments/installments'>(`/payments/installments?${query}`, { guest: true, signal })
}

/** '3 taksit' */
export function countText(count: number): string {
  return count === 1 ? 'Tek çekim' : `${count} taksit`
}
