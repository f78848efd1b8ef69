import type { WireSale } from '#api/wire/admin/sales.ts'
import type { SaleLineState } from '#shop/catalog/sales/contract.ts'
import { formatTl } from '#shop/money.ts'
import { formatMoment } from '#shop/time.ts'

export const stateWords: Record<WireSale['state'], string> = {
  PLANNED: 'Planlandı',
  RUNNING: 'Sürüyor',
  ENDED: 'Bitti',
  CANCELLED: 'İptal edildi',
}

/** A size's state, where it is not simply that of its sale. */
export const lineWords: Partial<Record<SaleLineState, string>> = {
  OVERTAKEN: 'Fiyatı elle değişti; yeni fiyat kaldı',
  SKIPPED: 'İndirime girmedi',
  ENDED: 'Bitti',
  CANCELLED: 'İptal edildi',
}

/** '%20' or '899,00 TL' */
export function discountText({ percent, price }: Pick<WireSale, 'percent' | 'price'>): string {
  return percent === null ? formatTl(price ?? 0) : `%${percent}`
}

/** From when until when, as it is planned or as it was. */
export function timesText({ from, to, startedAt, endedAt }: WireSale): string {
  const end = endedAt ?? to
  return `${formatMoment(startedAt ?? from)} – ${end ? formatMoment(end) : 'siz bitirene kadar'}`
}

export function soldText({ state, startedAt, sold }: WireSale): string {
  if (state === 'CANCELLED' || state === 'PLANNED') return ''
  if (!startedAt) return 'Başlamadan bitti'
  return sold.units === 0 ? 'Henüz satış yok' : `${sold.units} adet satıldı · ${formatTl(sold.total)}`
}
