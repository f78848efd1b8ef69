/**
 * Google Merchant Center, RSS 2.0: "Product data specification" (support.google.com/merchants/answer/7052112), read in November
 * 2026. Turkish sizes are those of the EU; Google knows no system of Türkiye.
 */

import { escapeXml } from '../../../markup.ts'
import { type Field, type Format, gtinOf, money, type Rule, salePeriod, xmlOf } from '../format.ts'
import type { FeedItem } from '../items.ts'
import { isClothing } from '../taxonomy.ts'

/** 'Standart' is no size of a system. */
function sizeSystem({ size, taxonomy }: Pick<FeedItem, 'size' | 'taxonomy'>): string {
  return isClothing(taxonomy) && !/^(standart|tek beden|std)$/i.test(size) ? 'EU' : ''
}

export const googleRules: Record<string, Rule> = {
  'g:id': { label: 'Stok kodu (SKU)', required: true, max: 50 },
  'g:title': { label: 'Ürün adı', required: true, max: 150 },
  'g:description': { label: 'Açıklama', required: true, max: 5000 },
  'g:link': { label: 'Adres', required: true, max: 2000, pattern: /^https?:\/\// },
  'g:image_link': { label: 'Görsel', required: true, max: 2000, pattern: /^https?:\/\// },
  'g:availability': {
    label: 'Stok durumu',
    required: true,
    oneOf: ['in_stock', 'out_of_stock', 'preorder', 'backorder'],
  },
  'g:price': { label: 'Fiyat', required: true, pattern: /^\d+\.\d\d TRY$/ },
  'g:sale_price': { label: 'İndirimli fiyat', pattern: /^\d+\.\d\d TRY$/ },
  'g:sale_price_effective_date': { label: 'İndirim tarihi', max: 51, pattern: /^[\dT:+-]+\/[\dT:+-]+$/ },
  'g:google_product_category': { label: 'Google kategorisi', required: true, pattern: /^\d+$/ },
  'g:product_type': { label: 'Kategori', max: 750 },
  'g:brand': { label: 'Marka', required: true, max: 70 },
  'g:gtin': { label: 'Barkod (GTIN)', pattern: /^(\d{8}|\d{12,14})$/ },
  'g:identifier_exists': { label: 'Ürün kimliği', oneOf: ['yes', 'no'] },
  'g:condition': { label: 'Ürünün durumu', oneOf: ['new', 'refurbished', 'used'] },
  'g:age_group': { label: 'Yaş grubu', required: true, oneOf: ['newborn', 'infant', 'toddler', 'kids', 'adult'] },
  'g:gender': { label: 'Cinsiyet', required: true, oneOf: ['male', 'female', 'unisex'] },
  'g:color': { label: 'Renk', required: true, max: 100, pattern: /\p{L}{2}/u },
  'g:size': { label: 'Beden', required: true, max: 100 },
  'g:size_system': {
    label: 'Beden sistemi',
    oneOf: ['AU', 'BR', 'CN', 'DE', 'EU', 'FR', 'IT', 'JP', 'MEX', 'UK', 'US'],
  },
  'g:material': { label: 'Kumaş', max: 200 },
  'g:item_group_id': { label: 'Ürün grubu', required: true, max: 50 },
}

function fields(item: FeedItem): Field[] {
  const gtin = gtinOf(item)
  const [image = '', ...more] = item.images
  return [
    ['g:id', item.sku],
    ['g:item_group_id', item.groupId],
    ['g:title', item.title],
    ['g:description', item.description],
    ['g:link', item.url],
    ['g:image_link', image],
    // Ten more are taken.
    ...more.slice(0, 10).map((url): Field => ['g:additional_image_link', url]),
    ['g:availability', item.stock > 0 ? 'in_stock' : 'out_of_stock'],
    ['g:price', money(item.priceKurus)],
    ['g:sale_price', item.saleKurus === null ? '' : money(item.saleKurus)],
    ['g:sale_price_effective_date', salePeriod(item)],
    ['g:brand', item.brand],
    ['g:gtin', gtin],
    ['g:identifier_exists', gtin ? '' : 'no'],
    ['g:condition', 'new'],
    ['g:google_product_category', String(item.taxonomy)],
    ['g:product_type', item.categoryPath],
    ['g:age_group', 'adult'],
    ['g:gender', 'female'],
    ['g:color', item.color],
    ['g:size', item.size],
    ['g:size_system', sizeSystem(item)],
    ['g:material', item.material ?? ''],
    [
      'g:shipping',
      [
        ['g:country', 'TR'],
        ['g:price', money(item.shippingKurus)],
      ],
    ],
  ]
}

export const google: Format = {
  contentType: 'application/xml; charset=utf-8',
  head: ({ name, url }) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>${escapeXml(name)}</title><link>${escapeXml(url)}</link><description>${escapeXml(name)}</description>\n`,
  row: (item) => `<item>${xmlOf(fields(item))}</item>\n`,
  foot: '</channel></rss>\n',
  fields,
  rules: googleRules,
}
