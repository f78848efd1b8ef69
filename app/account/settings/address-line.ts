import type { WireAddress } from '#api/wire/accounts.ts'
import { postalLines } from '#shop/fields/postal-address.ts'

/** 'Bağdat Caddesi 1/2, Kadıköy, 34710 İstanbul' */
export function addressLine(address: WireAddress): string {
  return postalLines(address).join(', ')
}
