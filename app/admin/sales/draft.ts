import type { WireSale } from '#api/wire/admin/sales.ts'
import { toMinute } from '#shop/catalog/sales/contract.ts'
import type { FieldErrors } from '#shop/fields/rules.ts'
import { toTl } from '#shop/money.ts'
import { formatPrice, parsePrice } from '../products/variants/grid-numbers.ts'

export type Kind = 'percent' | 'price'

/** The fields of a sale's form; times as the browser's field writes them, in Istanbul. */
export type SaleFields = Record<'name' | 'percent' | 'price' | 'from' | 'to', string>
type SaleErrors = FieldErrors<keyof SaleFields>

export function fieldsOf(sale?: WireSale): SaleFields {
  return {
    name: sale?.name ?? '',
    percent: sale?.percent ? String(sale.percent) : '',
    price: sale?.price ? formatPrice(Math.round(sale.price * 100)) : '',
    from: sale ? toMinute(sale.from) : '',
    to: sale?.to ? toMinute(sale.to) : '',
  }
}

/** Mistakes that are found before the server is asked; with `begun`, only name and end count. */
export function mistakesOf(kind: Kind, { percent, price, from, to }: SaleFields, begun: boolean): SaleErrors {
  const share = Number(percent)
  const badShare = !/^\d{1,2}$/.test(percent.trim()) || share < 1
  return {
    ...(!begun && kind === 'percent' && badShare ? { percent: '1 ile 99 arasında bir tam sayı girin' } : {}),
    ...(!begun && kind === 'price' && !((parsePrice(price) ?? 0) > 0) ? { price: 'İndirimli fiyatı girin' } : {}),
    ...(from && to && to <= from ? { to: 'Bitiş başlangıçtan sonra olmalı' } : {}),
  }
}

/** The fields as they are sent, in the kind of discount that is chosen. */
export function bodyOf(kind: Kind, { name, percent, price, from, to }: SaleFields, begun: boolean) {
  const discount = kind === 'percent' ? { percent: Number(percent) } : { price: toTl(parsePrice(price) ?? 0) }
  return {
    ...(name.trim() ? { name: name.trim() } : {}),
    ...(begun ? {} : { ...discount, ...(from ? { from } : {}) }),
    to: to || null,
  }
}

/** The price of a size in the sale; undefined while the form says none that is lower. */
export function previewOf(kind: Kind, { percent, price }: SaleFields, kurus: number): number | undefined {
  const share = Number(percent)
  const next =
    kind === 'price'
      ? parsePrice(price)
      : share >= 1 && share < 100
        ? Math.round((kurus * (100 - share)) / 100)
        : undefined
  return next !== undefined && next > 0 && next < kurus ? next : undefined
}
