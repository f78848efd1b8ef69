/**
 * Akakçe publishes no schema: it is given the address of a shop's XML and reads it. The elements are those that shop systems write
 * for it (compared with three open-source shops in November 2026): what it asks for is code, brand, name, category, price with
 * KDV, address, picture, stock and what delivery costs.
 */

import { decimal, type Field, type Format, gtinOf, type Rule, xmlOf } from '../format.ts'
import type { FeedItem } from '../items.ts'

const amount = /^\d+\.\d\d$/
const web = /^https?:\/\//

export const akakceRules: Record<string, Rule> = {
  sku: { label: 'Stok kodu (SKU)', required: true, max: 100 },
  brand: { label: 'Marka', required: true, max: 100 },
  name: { label: 'Ürün adı', required: true, max: 250 },
  category: { label: 'Kategori', required: true, max: 250 },
  price: { label: 'Fiyat', required: true, pattern: amount },
  shipPrice: { label: 'Kargo ücreti', required: true, pattern: amount },
  dayOfDelivery: { label: 'Kargoya veriliş günü', required: true, pattern: /^\d+$/ },
  quantity: { label: 'Stok', required: true, pattern: /^\d+$/ },
  url: { label: 'Adres', required: true, pattern: web },
  image: { label: 'Görsel', required: true, pattern: web },
}

/** A list of offers without variants: color and size are part of the name. */
export function nameWithChoice({ title, color, size }: FeedItem): string {
  // As whole words: 'M' is not in 'Midi'.
  const isNew = (part: string) => part !== '' && !` ${title} `.includes(` ${part} `)
  return [title, ...[color, size].filter(isNew)].join(' ')
}

function fields(item: FeedItem): Field[] {
  return [
    ['sku', item.sku],
    ['brand', item.brand],
    ['name', nameWithChoice(item)],
    ['category', item.categoryPath],
    ['description', item.description],
    ['price', decimal(item.saleKurus ?? item.priceKurus)],
    ['shipPrice', decimal(item.shippingKurus)],
    ['dayOfDelivery', String(item.dispatchDays)],
    ['quantity', String(item.stock)],
    ['url', item.url],
    ['image', item.images[0] ?? ''],
    ['barcode', gtinOf(item)],
  ]
}

export const akakce: Format = {
  contentType: 'application/xml; charset=utf-8',
  head: () => '<?xml version="1.0" encoding="UTF-8"?>\n<products>\n',
  row: (item) => `<product>${xmlOf(fields(item))}</product>\n`,
  foot: '</products>\n',
  fields,
  rules: akakceRules,
}
