import type { WireReturn } from '#api/wire/returns.ts'

/** How a return stands, in a few words to her. */
export const returnStatusWords: Record<WireReturn['status'], string> = {
  REQUESTED: 'Onay bekliyor',
  APPROVED: 'Onaylandı, paketinizi bekliyoruz',
  REFUSED: 'Kabul edilmedi',
  ON_ITS_WAY: 'Paketiniz yolda',
  RECEIVED: 'Paketiniz bize ulaştı',
  COMPLETED: 'Tamamlandı',
  CANCELLED: 'Geri aldınız',
}
