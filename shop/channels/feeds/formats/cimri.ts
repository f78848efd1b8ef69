/**
 * Cimri's MerchantItems (namespace http://www.cimri.com/schema/merchant/upload). Its schema is handed to shops and not published;
 * the elements are those of two open-source shops that write it, compared in November 2026.
 */

import { decimal, type Field, type Format, gtinOf, type Rule, xmlOf } from '../format.ts'
import type { FeedItem } from '../items.ts'
import { nameWithChoice } from './akakce.ts'

const amount = /^\d+\.\d\d$/
const web = /^https?:\/\//

export const cimriRules: Record<string, Rule> = {
  merchantItemId: { label: 'Stok kodu (SKU)', required: true, max: 100 },
  merchantItemCategoryName: { label: 'Kategori', required: true, max: 250 },
  brand: { label: 'Marka', required: true, max: 100 },
  itemTitle: { label: 'Ürün adı', required: true, max: 250 },
  itemUrl: { label: 'Adres', required: true, pattern: web },
  itemImageUrl: { label: 'Görsel', required: true, pattern: web },
  priceEft: { label: 'Havale fiyatı', required: true, pattern: amount },
  pricePlusTax: { label: 'Fiyat', required: true, pattern: amount },
  shippingFee: { label: 'Kargo ücreti', required: true, pattern: amount },
  stockStatus: { label: 'Stok durumu', required: true, oneOf: ['0', '1'] },
  shippingDay: { label: 'Kargoya veriliş günü', required: true, pattern: /^\d+$/ },
}

function fields(item: FeedItem): Field[] {
  const price = decimal(item.saleKurus ?? item.priceKurus)
  const gtin = gtinOf(item)
  return [
    ['merchantItemId', item.sku],
    ['merchantItemCategoryName', item.categoryPath],
    ['brand', item.brand],
    ['itemTitle', nameWithChoice(item)],
    ['itemUrl', item.url],
    ['itemImageUrl', item.images[0] ?? ''],
    ['priceEft', price],
    ['pricePlusTax', price],
    ['shippingFee', decimal(item.shippingKurus)],
    ['stockStatus', item.stock > 0 ? '1' : '0'],
    ['stockDetail', String(item.stock)],
    ['shippingDay', String(item.dispatchDays)],
    ['eans', gtin ? [['ean', gtin]] : []],
    ['specs', [specOf('Renk', item.color), specOf('Beden', item.size)]],
  ]
}

function specOf(description: string, values: string): Field {
  return [
    'spec',
    [
      ['description', description],
      ['values', values],
    ],
  ]
}

export const cimri: Format = {
  contentType: 'application/xml; charset=utf-8',
  head: () =>
    '<?xml version="1.0" encoding="UTF-8"?>\n<MerchantItems xmlns="http://www.cimri.com/schema/merchant/upload" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n',
  row: (item) => `<MerchantItem>${xmlOf(fields(item))}</MerchantItem>\n`,
  foot: '</MerchantItems>\n',
  fields,
  rules: cimriRules,
}
