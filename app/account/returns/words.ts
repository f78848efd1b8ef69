import type { WireReturn } from '#api/wire/returns.ts'

const statusWords: Record<WireReturn['status'], string> = {
  REQUESTED: 'Onay bekliyor',
  APPROVED: 'Onaylandı, paketinizi bekliyoruz',
  REFUSED: 'Kabul edilmedi',
  ON_ITS_WAY: 'Paketiniz yolda',
  RECEIVED: 'Ürünler elimizde',
  COMPLETED: 'Tamamlandı',
  CANCELLED: 'Geri aldınız',
}

/** How a return stands, in a few words to her; no parcel is waited for that never left the shop. */
export function returnWords({ status, unsent }: Pick<WireReturn, 'status' | 'unsent'>): string {
  return unsent && status === 'APPROVED' ? 'Onaylandı' : statusWords[status]
}
