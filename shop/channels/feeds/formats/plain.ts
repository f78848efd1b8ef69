/** A plain file for whoever reads none of the others; it is described in docs/channels.md. */

import { decimal, type Field, type Format, gtinOf, type Rule, xmlOf } from '../format.ts'
import type { FeedItem } from '../items.ts'

const plainRules: Record<string, Rule> = {
  sku: { label: 'Stok kodu (SKU)', required: true },
  name: { label: 'Ürün adı', required: true },
  url: { label: 'Adres', required: true },
  price: { label: 'Fiyat', required: true, pattern: /^\d+\.\d\d$/ },
}

function fields(item: FeedItem): Field[] {
  return [
    ['sku', item.sku],
    ['group', item.groupId],
    ['name', item.title],
    ['description', item.description],
    ['brand', item.brand],
    ['category', item.categoryPath],
    ['color', item.color],
    ['size', item.size],
    ['material', item.material ?? ''],
    ['barcode', gtinOf(item)],
    ['price', decimal(item.saleKurus ?? item.priceKurus)],
    ['oldPrice', item.saleKurus === null ? '' : decimal(item.priceKurus)],
    ['currency', 'TRY'],
    ['stock', String(item.stock)],
    ['shipping', decimal(item.shippingKurus)],
    ['url', item.url],
    ['images', item.images.map((image): Field => ['image', image])],
  ]
}

export const plain: Format = {
  contentType: 'application/xml; charset=utf-8',
  head: () => '<?xml version="1.0" encoding="UTF-8"?>\n<products>\n',
  row: (item) => `<product>${xmlOf(fields(item))}</product>\n`,
  foot: '</products>\n',
  fields,
  rules: plainRules,
}
