import { api } from '#app/api-client.ts'

export type InstalmentOption = { count: number; total: number; monthly: number }
export type InstalmentOffer = { family: string; bank: string | null; options: InstalmentOption[] }

/** What a price costs in instalments, for every card family or for the card with these first digits. */
export function fetchInstalments(priceKurus: number, bin: string, signal: AbortSignal): Promise<InstalmentOffer[]> {
  const query = new URLSearchParams({ price: String(priceKurus / 100), ...(bin ? { bin } : {}) })
  return api.get<InstalmentOffer[]>(`/payments/installments?${query}`, { guest: true, signal })
}

/** '3 taksit' */
export function countText(count: number): string {
  return count === 1 ? 'Tek çekim' : `${count} taksit`
}
