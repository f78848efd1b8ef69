/**
 * Meta's catalog, CSV: "Catalog fields" and "Product data specifications for catalogs" (developers.facebook.com/docs/
 * commerce-platform/catalog/fields, facebook.com/business/help/120325381656392), read in November 2026.
 */

import { csvLine, type Field, type Format, gtinOf, money, type Rule, salePeriod } from '../format.ts'
import type { FeedItem } from '../items.ts'

export const metaRules: Record<string, Rule> = {
  id: { label: 'Stok kodu (SKU)', required: true, max: 100 },
  title: { label: 'Ürün adı', required: true, max: 200 },
  description: { label: 'Açıklama', required: true, max: 9999 },
  availability: { label: 'Stok durumu', required: true, oneOf: ['in stock', 'out of stock'] },
  condition: { label: 'Ürünün durumu', required: true, oneOf: ['new', 'refurbished', 'used'] },
  price: { label: 'Fiyat', required: true, pattern: /^\d+\.\d\d TRY$/ },
  sale_price: { label: 'İndirimli fiyat', pattern: /^\d+\.\d\d TRY$/ },
  sale_price_effective_date: { label: 'İndirim tarihi', pattern: /^[\dT:+-]+\/[\dT:+-]+$/ },
  link: { label: 'Adres', required: true, pattern: /^https?:\/\// },
  image_link: { label: 'Görsel', required: true, max: 2000, pattern: /^https?:\/\// },
  additional_image_link: { label: 'Diğer görseller', max: 2000 },
  brand: { label: 'Marka', required: true, max: 100 },
  google_product_category: { label: 'Google kategorisi', pattern: /^\d+$/ },
  product_type: { label: 'Kategori', max: 750 },
  item_group_id: { label: 'Ürün grubu', max: 100 },
  quantity_to_sell_on_facebook: { label: 'Stok', pattern: /^\d+$/ },
  gtin: { label: 'Barkod (GTIN)', max: 100, pattern: /^(\d{8}|\d{12,14})$/ },
  age_group: { label: 'Yaş grubu', oneOf: ['adult', 'all ages', 'infant', 'kids', 'newborn', 'teen', 'toddler'] },
  gender: { label: 'Cinsiyet', oneOf: ['female', 'male', 'unisex'] },
  color: { label: 'Renk', max: 200 },
  size: { label: 'Beden', max: 200 },
  material: { label: 'Kumaş', max: 200 },
  shipping: { label: 'Kargo', pattern: /^TR::[^:]+:\d+\.\d\d TRY$/ },
}

function fields(item: FeedItem): Field[] {
  const [image = '', ...more] = item.images
  return [
    ['id', item.sku],
    ['title', item.title],
    ['description', item.description],
    ['availability', item.stock > 0 ? 'in stock' : 'out of stock'],
    ['condition', 'new'],
    ['price', money(item.priceKurus)],
    ['sale_price', item.saleKurus === null ? '' : money(item.saleKurus)],
    ['sale_price_effective_date', salePeriod(item)],
    ['link', item.url],
    ['image_link', image],
    // The whole list may be 2,000 letters long.
    ['additional_image_link', within(more, 2000)],
    ['brand', item.brand],
    ['google_product_category', String(item.taxonomy)],
    ['product_type', item.categoryPath],
    ['item_group_id', item.groupId],
    ['quantity_to_sell_on_facebook', String(item.stock)],
    ['gtin', gtinOf(item)],
    ['age_group', 'adult'],
    ['gender', 'female'],
    ['color', item.color],
    ['size', item.size],
    ['material', item.material ?? ''],
    ['shipping', `TR::Kargo:${money(item.shippingKurus)}`],
  ]
}

function within(urls: string[], letters: number): string {
  let list = ''
  for (const url of urls.slice(0, 20)) {
    if (list.length + url.length + 1 > letters) break
    list += list ? `,${url}` : url
  }
  return list
}

export const meta: Format = {
  contentType: 'text/csv; charset=utf-8',
  head: () => csvLine(columns),
  row: (item) => csvLine(fields(item).map(([, value]) => String(value))),
  foot: '',
  fields,
  rules: metaRules,
}

const columns = [
  ...['id', 'title', 'description', 'availability', 'condition', 'price', 'sale_price', 'sale_price_effective_date'],
  ...['link', 'image_link', 'additional_image_link', 'brand', 'google_product_category', 'product_type'],
  ...['item_group_id', 'quantity_to_sell_on_facebook', 'gtin', 'age_group', 'gender', 'color', 'size', 'material'],
  'shipping',
]
