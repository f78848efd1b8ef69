import type { WireReturn } from '#api/wire/returns.ts'
import { statusWords } from '#shop/returns/kinds.ts'

/** How a return stands, in a few words to her; no parcel is waited for that never left the shop. */
export function returnWords({ status, unsent }: Pick<WireReturn, 'status' | 'unsent'>): string {
  return unsent && status === 'APPROVED' ? 'Onaylandı' : statusWords[status]
}
