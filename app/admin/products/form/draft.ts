import type { WireAdminProduct, WireProductLine } from '#api/wire/admin/catalog.ts'
import {
  eachText,
  isProductField,
  outfitLeast,
  type ProductField,
  type SpecialField,
  type TextField,
  textFields,
} from '#shop/catalog/product-fields.ts'
import type { Image } from '#shop/media/images.ts'
import { fromTl, toTl } from '#shop/money.ts'
import { slugify } from '#shop/turkish.ts'
import { checkRows, type GridErrors } from '../variants/grid-checks.ts'
import { formatPrice, parseCount, parsePrice } from '../variants/grid-numbers.ts'
import { type Column, columns, imagesOf, type Row } from '../variants/grid-rows.ts'

/** Everything that the editor holds of a product, as it was typed. */
export type Draft = {
  name: string
  description: string
  categoryId: string
  /** Null: made from the name. */
  slug: string | null
  originalPrice: string
  cost: string
  published: boolean
  /** Products to wear with it. */
  outfit: WireProductLine[]
  pictures: Image[]
  rows: Row[]
} & Record<TextField, string>

export type DraftErrors = { fields: Partial<Record<ProductField, string>>; rows: GridErrors }

export function emptyDraft(categoryId = ''): Draft {
  return {
    name: '',
    description: '',
    categoryId,
    slug: null,
    originalPrice: '',
    cost: '',
    published: true,
    ...eachText(() => ''),
    outfit: [],
    pictures: [],
    rows: [],
  }
}

/** The draft of a product that the shop knows. An address that was published never follows the name again. */
export function draftOf(product: WireAdminProduct): Draft {
  return {
    name: product.name,
    description: product.description,
    categoryId: product.categoryId,
    slug: !product.published && product.slug === slugify(product.name) ? null : product.slug,
    originalPrice: product.originalPrice === null ? '' : priceText(product.originalPrice),
    cost: product.cost === null ? '' : priceText(product.cost),
    published: product.published,
    ...eachText((name) => product[name] ?? ''),
    outfit: product.outfitPieces,
    pictures: product.pictures,
    rows: product.variants.map((variant) => ({
      key: variant.id,
      id: variant.id,
      color: variant.color,
      colorHex: variant.colorHex ?? '',
      size: variant.size,
      price: priceText(variant.price),
      stock: String(variant.stockQuantity),
      sku: variant.sku,
      images: product.pictures.flatMap(({ id, url }) => (variant.images.includes(url) ? id : [])).join(' '),
      stockSeen: variant.stockQuantity,
    })),
  }
}

function priceText(tl: number): string {
  return formatPrice(fromTl(tl) ?? 0)
}

/** True when saving the one or the other would make the same product. */
export function isSame(a: Draft, b: Draft): boolean {
  return JSON.stringify(substance(a)) === JSON.stringify(substance(b))
}

function substance({ outfit, pictures, rows, ...fields }: Draft) {
  return {
    ...fields,
    outfit: outfit.map(({ id }) => id),
    pictures: pictures.map(({ id }) => id),
    rows: rows.map(({ key, stockSeen, ...row }) => row),
  }
}

/** The errors that keep it from being saved. A draft needs a name and a category, a product on sale needs more. */
export function checkDraft(draft: Draft): DraftErrors {
  const fields: DraftErrors['fields'] = {}
  if (draft.name.trim() === '') fields.name = 'Ürün adı zorunludur'
  if (draft.categoryId === '') fields.categoryId = 'Kategori seçin'
  if (draft.slug !== null && slugify(draft.slug) === '') fields.slug = 'Adres en az bir harf veya rakam içermeli'
  if (draft.originalPrice.trim() !== '' && !((parsePrice(draft.originalPrice) ?? 0) > 0))
    fields.originalPrice = 'Geçerli bir fiyat yazın'
  if (draft.cost.trim() !== '' && !((parsePrice(draft.cost) ?? 0) > 0)) fields.cost = 'Geçerli bir tutar yazın'
  if (draft.outfit.length > 0 && draft.outfit.length < outfitLeast)
    fields.outfit = `Kombin için en az ${outfitLeast} parça seçin ya da hiç seçmeyin`
  if (draft.published) {
    if (draft.description.trim() === '') fields.description = 'Ürün açıklaması zorunludur'
    if (draft.pictures.length === 0) fields.pictures = 'Ana görsel zorunludur'
    if (draft.rows.length === 0) fields.variants = 'En az bir varyant eklenmelidir'
  }
  return { fields, rows: checkRows(draft.rows) }
}

export function hasErrors({ fields, rows }: DraftErrors): boolean {
  return Object.keys(fields).length + Object.keys(rows).length > 0
}

/** The form that is sent. Without `base` it is a new product, whose address the shop makes from the name. */
export function formOf(draft: Draft, base?: Pick<WireAdminProduct, 'version'>): FormData {
  const form = new FormData()
  for (const [name, textOf] of Object.entries(sentTexts)) {
    const text = textOf(draft, base !== undefined)
    if (text !== undefined) form.set(name, text)
  }
  for (const name of textFields) form.set(name, draft[name].trim())
  if (base) form.set('version', String(base.version))
  return form
}

/** The text that is sent of each field, by its name in the form; undefined: nothing is sent. */
const sentTexts: Record<SentName, (draft: Draft, known: boolean) => string | undefined> = {
  name: ({ name }) => name.trim(),
  description: ({ description }) => description.trim(),
  categoryId: ({ categoryId }) => categoryId,
  slug: ({ slug, name }, known) => (slug ?? (known ? slugify(name) : '')) || undefined,
  originalPrice: ({ originalPrice }) => tlOf(originalPrice),
  cost: ({ cost }) => tlOf(cost),
  published: ({ published }) => String(published),
  outfit: ({ outfit }) => JSON.stringify(outfit.map(({ id }) => id)),
  mainImageId: ({ pictures }) => pictures[0]?.id ?? '',
  existingImages: ({ pictures }) => JSON.stringify(pictures.slice(1).map(({ id }) => id)),
  variants: ({ rows, pictures }) => JSON.stringify(rows.map((row) => wireVariant(row, shownBy(row, rows, pictures)))),
}
function tlOf(typed: string): string {
  const kurus = parsePrice(typed)
  return kurus === undefined ? '' : String(toTl(kurus))
}

type SentName = Exclude<SpecialField, 'pictures'> | 'mainImageId' | 'existingImages'

/** The ids of the pictures of its color, in the order of the product's and without those that were taken out. */
function shownBy(row: Row, rows: readonly Row[], pictures: readonly Image[]): string[] {
  const ids = imagesOf(rows, row.color)
  return pictures.flatMap(({ id }) => (ids.includes(id) ? id : []))
}

function wireVariant(row: Row, images: string[]) {
  return {
    id: row.id,
    sku: row.sku.trim(),
    color: row.color.trim(),
    colorHex: row.colorHex || null,
    size: row.size.trim(),
    price: toTl(parsePrice(row.price) ?? 0),
    stockQuantity: parseCount(row.stock) ?? 0,
    stockSeen: row.id ? row.stockSeen : undefined,
    images,
  }
}

const wireColumns: Record<string, Column> = {
  stockQuantity: 'stock',
  colorHex: 'color',
  images: 'color',
  stockSeen: 'stock',
}
const wireFields: Record<string, ProductField> = {
  images: 'pictures',
  existingImages: 'pictures',
  mainImage: 'pictures',
  mainImageId: 'pictures',
}

/** The server's errors at the fields and cells that they are about; `rest` is what belongs to none. */
export function errorsOf(wrong: Record<string, string[]>, rows: readonly Row[]): DraftErrors & { rest: string[] } {
  const result: DraftErrors & { rest: string[] } = { fields: {}, rows: {}, rest: [] }
  for (const [name, [sentence]] of Object.entries(wrong)) {
    if (sentence === undefined) continue
    const [, index, of = ''] = /^variants\.(\d+)\.(\w+)$/.exec(name) ?? []
    const row = index === undefined ? undefined : rows[Number(index)]
    const column = wireColumns[of] ?? columns.find((column) => column.name === of)?.name
    const field = wireFields[name] ?? name
    // The cell itself shows which row it is about.
    if (row && column)
      result.rows[row.key] = { ...result.rows[row.key], [column]: sentence.replace(/^\d+\. varyant: /, '') }
    else if (isProductField(field)) result.fields[field] = sentence
    else result.rest.push(sentence)
  }
  return result
}

/** The product as saved, in the order of the rows on the screen: nothing moves under the typist's hands. */
export function savedDraft(product: WireAdminProduct, shown: Draft): Draft {
  const saved = draftOf(product)
  const place = (row: Row) => shown.rows.findIndex((other) => other.id === row.id || other.sku.trim() === row.sku)
  const keyed = saved.rows.map((row) => ({ ...row, key: shown.rows[place(row)]?.key ?? row.key }))
  return { ...saved, rows: keyed.sort((a, b) => place(a) - place(b)) }
}
