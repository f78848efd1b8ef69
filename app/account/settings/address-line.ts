import type { WireAddress } from '#api/wire/accounts.ts'
/** 'Bağdat Caddesi 1/2, Kadıköy, 34710 İstanbul' */
export function addressLine({ address, postalCode, city }: WireAddress): string {
  return `${address}, ${[postalCode, city].filter(Boolean).join(' ')}`
}
