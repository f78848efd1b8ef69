/**
 * Which field each column of a file holds, by its title: our own template's, or that of an export of Shopify
 * (help.shopify.com, "Using CSV files"), WooCommerce (its wiki, "Product CSV Import Schema"), ikas and Ticimax (the head of
 * their product files) or a Google product feed (its product data specification); all looked up in November 2026.
 */

import { fold } from '../../turkish.ts'
import { fieldNames, type ImportField, type ImportFormat, type ImportMapping, importFields } from '../contract.ts'

/** Lower case without marks, signs and spaces: 'Ürün Adı*' → 'urunadi'. */
const bare = (title: string) => fold(title).replace(/[^a-z0-9]/g, '')

/** Other names of a column, in any file. */
const aliases: Partial<Record<ImportField, string[]>> = {
  sku: ['stokkodu', 'variantsku', 'urunkodu', 'stockcode', 'varyantkodu', 'urunstokkodu'],
  barcode: [
    'barkodu',
    'barkodnumarasi',
    'urunbarkodu',
    'barkodlistesi',
    'barkodno',
    'variantbarcode',
    'gtin',
    'ean',
    'upc',
    'gtinupceanorisbn',
    'barcode',
  ],
  name: ['urunadi', 'isim', 'ad', 'name', 'title', 'baslik', 'urunismi', 'urunbasligi', 'urun'],
  slug: ['handle', 'slug', 'urladresi', 'url'],
  key: ['urungrupid', 'urunkartiid', 'itemgroupid', 'modelkodu', 'anaurunkodu', 'grupkodu'],
  description: ['bodyhtml', 'description', 'urunaciklamasi', 'detay'],
  category: [
    'kategoriler',
    'categories',
    'category',
    'producttype',
    'kategoriadi',
    'anakategori',
    'kategorisi',
    'urunkategorisi',
  ],
  group: ['urungrubu', 'grup', 'model'],
  color: ['color', 'colour', 'renkadi', 'rengi', 'urunrengi'],
  colorHex: ['hex', 'renkhex'],
  size: ['size', 'numara', 'bedeni', 'bedenadi', 'urunbedeni'],
  price: [
    'satisfiyati',
    'fiyati',
    'urunfiyati',
    'birimfiyat',
    'birimfiyati',
    'birimfiyattl',
    'perakendefiyati',
    'perakendesatisfiyati',
    'satisfiyatitl',
    'satisfiyatikdvdahil',
    'fiyatkdvdahil',
    'regularprice',
    'variantprice',
    'price',
    'fiyattl',
    'listefiyati',
    'kdvdahilfiyat',
    'kdvdahilsatisfiyati',
  ],
  salePrice: [
    'indirimlifiyati',
    'indirimlifiyattl',
    'kampanyafiyati',
    'kampanyalifiyat',
    'saleprice',
    'indirimlisatisfiyati',
  ],
  originalPrice: [
    'variantcompareatprice',
    'compareatprice',
    'oncekifiyat',
    'ustucizilifiyat',
    'eskifiyat',
    'eskifiyati',
    'indirimsizfiyat',
    'indirimoncesifiyati',
    'piyasafiyati',
  ],
  stock: [
    'stoku',
    'stokadeti',
    'stoksayisi',
    'mevcutstok',
    'urunstogu',
    'stogu',
    'adedi',
    'stokadedi',
    'stokmiktari',
    'adet',
    'stock',
    'variantinventoryqty',
    'inventoryqty',
    'quantity',
    'miktar',
  ],
  cost: ['maliyetfiyati', 'costperitem', 'alisfiyati', 'birimmaliyet', 'maliyeti'],
  tags: ['etiket', 'tags'],
  vatRate: ['kdv', 'kdvorani', 'vergiorani'],
  published: ['status', 'published', 'yayinda', 'aktif', 'urunaktif'],
  fabric: ['malzeme', 'material', 'kumasbilgisi'],
  measurements: ['olculer'],
  modelLine: ['mankenbilgisi'],
  images: [
    'gorsel',
    'resimler',
    'resim',
    'resimurl',
    'images',
    'imagesrc',
    'imagelink',
    'additionalimagelink',
    'gorselurl',
  ],
  variantImages: ['variantimage', 'varyantresim', 'varyantgorseli'],
  options: ['varyasyon'],
  option1Name: ['varyanttip1', 'attribute1name'],
  option1Value: ['varyantdeger1', 'attribute1values'],
  option2Name: ['varyanttip2', 'attribute2name'],
  option2Value: ['varyantdeger2', 'attribute2values'],
  option3Name: ['varyanttip3', 'attribute3name'],
  option3Value: ['varyantdeger3', 'attribute3values'],
  variantCode: ['varyasyonkodu'],
  deleted: ['silindimi'],
}

/** By the columns that only its files have together. */
const signs: [ImportFormat, string[]][] = [
  ['shopify', ['handle', 'title', 'option1value']],
  ['woocommerce', ['type', 'sku', 'regularprice']],
  ['ikas', ['urungrupid', 'varyantid']],
  ['ticimax', ['stokkodu', 'urunadi', 'satisfiyati', 'urunaktif']],
  ['google', ['id', 'title', 'price', 'imagelink']],
]

/** Where a file's title means something else than elsewhere; null: nothing of ours. */
const own: Partial<Record<ImportFormat, Record<string, ImportField | null>>> = {
  shopify: {
    type: 'category',
    producttype: 'category',
    productcategory: null,
    option1name: 'option1Name',
    option1value: 'option1Value',
    option2name: 'option2Name',
    option2value: 'option2Value',
    option3name: 'option3Name',
    option3value: 'option3Value',
  },
  woocommerce: { type: 'rowType', id: 'rowId', parent: 'parent', shortdescription: null },
  ticimax: { barkod: 'barcode', kdvdahil: null },
  google: { id: 'sku', googleproductcategory: null, link: null },
}

const fieldByTitle = new Map<string, ImportField>(
  fieldNames.flatMap((field) => [bare(importFields[field]), ...(aliases[field] ?? [])].map((title) => [title, field])),
)

/** Fields that may stand in several columns: pictures one after the other, stock of several stores summed, both must be on sale. */
const manyColumns = new Set<ImportField>(['images', 'variantImages', 'stock', 'published'])

export function formatOf(header: string[]): ImportFormat {
  const titles = new Set(header.map(bareTitle))
  return signs.find(([, needed]) => needed.every((title) => titles.has(title)))?.[0] ?? 'butik'
}

/** Rows in which the head is looked for: some have a title, a date or nothing above it. */
export const mostAbove = 10

/** The row that names the columns: the first that is not empty, or a later one if it has several known columns and the first none. */
export function headRowOf(rows: string[][]): number {
  const known = (row: string[]) => new Set(fieldsOf(row).filter(Boolean)).size
  const at = Math.max(
    0,
    rows.findIndex((row) => row.some(Boolean)),
  )
  const first = rows[at] ?? []
  const isTitle = first.filter(Boolean).length < 2 || known(first) === 0
  const later = isTitle ? rows.findIndex((row) => known(row) >= 2) : at
  return later < 0 ? at : later
}

/** For each column the field that it holds; what the owner said of a column goes before what its title says. */
export function fieldsOf(header: string[], said: ImportMapping = {}): (ImportField | null)[] {
  const format = formatOf(header)
  const chosen = new Set(Object.values(said))
  const taken = new Set<ImportField>()
  return header.map((title) => {
    if (Object.hasOwn(said, title)) return said[title] ?? null
    const field = recognised(format, title)
    if (!field || (chosen.has(field) && !manyColumns.has(field))) return null
    if (taken.has(field) && !manyColumns.has(field)) return null
    taken.add(field)
    return field
  })
}

function recognised(format: ImportFormat, title: string): ImportField | null {
  const name = bareTitle(title)
  const meant = own[format]?.[name]
  if (meant !== undefined) return meant
  // ikas has a column for each store: 'Stok:Ana Depo'.
  if (/^stok\s*:/i.test(title)) return 'stock'
  return fieldByTitle.get(name) ?? null
}

/** A feed's names have a prefix: 'g:id'. */
function bareTitle(title: string): string {
  return bare(title.replace(/^g:/i, ''))
}

/** The same for every file with these columns, in whatever order. */
export function headerKeyOf(header: string[]): string {
  return (
    header
      .map(bare)
      // The first column of a file of mistakes is ours.
      .filter((title) => title !== '' && title !== 'hata')
      .toSorted()
      .join('|')
  )
}
