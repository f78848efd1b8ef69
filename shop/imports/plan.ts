/** Plans the changes that a draft makes to a product: pure, so that the dry run and the work itself cannot differ. */

import { wrongCategorySlug } from '../catalog/categories.ts'
import { skuKey } from '../catalog/edits/sku-key.ts'
import { eachText, productFields, type TextField, textFields } from '../catalog/product-fields.ts'
import { formatKurus } from '../money.ts'
import { fold, slugify } from '../turkish.ts'
import { importFields, type UnitPlan } from './contract.ts'
import { sameCare } from './reading/cells.ts'
import type { Draft } from './reading/drafts.ts'
import type { RowError } from './reading/lines.ts'
import type { Change } from './schema.ts'
import { categoryNameOf, type Present, type PresentVariant, type World } from './world.ts'

/** The columns of a product as they are to be; `category` by name, as it may have to be made first. */
type ProductWrite = {
  name: string
  slug: string
  description: string
  category: string
  originalPriceKurus: number | null
  costKurus: number | null
  published: boolean
  images: string[]
} & Record<TextField, string | null>

export type VariantWrite = Omit<PresentVariant, 'id' | 'productId' | 'position'> & { id: string | undefined }

export type Plan = {
  plan: UnitPlan
  errors: RowError[]
  notes: string[]
  changes: Change[]
  product: ProductWrite
  /** Those to add and to change. */
  variants: VariantWrite[]
  /** How many of those that the shop has will be another. */
  changedVariants: number
  /** The group of colors that it is to be in. */
  group: string | undefined
}

/**
 * `firstRow`: the first of the product's rows, to which errors of the whole product are noted. `groups`: how many products would be
 * in each group of colors; only the dry run says it, as groups are joined when all products are there, and pictures are still to be
 * fetched then.
 */
type Given = {
  draft: Draft
  firstRow: number
  present: Present | undefined
  world: World
  groups?: Map<string, number>
}

const onlyColor = 'Tek renk'
const onlySize = 'Standart'
const mostImages = 20

export function planOf({ draft, firstRow, present, world, groups }: Given): Plan {
  const errors: RowError[] = []
  const notes: string[] = []
  const wrong = (column: string, message: string, row = firstRow) => errors.push({ row, column, message })
  const variants = variantsOf(draft, present, world, wrong)
  const images = imagesOf(draft, present, world, notes)
  const pending = groups ? pendingOf(draft, world) : 0
  const product = productOf(draft, present, world, { images, pending })
  checkProduct(product, { draft, present, variants, world }, wrong)
  if (draft.published && !product.published) notes.push(draftReason(product, present, variants))
  const group = groups && groupOf(draft, present, groups, notes)
  const changes = changesOf({ product, present, world, variants, group, pending })
  const plan = errors.length > 0 ? 'FAILED' : present ? (changes.length > 0 ? 'CHANGED' : 'SAME') : 'NEW'
  const changedVariants = variants.filter((one) => one.id && variantChanges(one, present).length > 0).length
  return { plan, errors, notes, changes, product, variants, changedVariants, group }
}

type Wrong = (column: string, message: string, row?: number) => void

function variantsOf(draft: Draft, present: Present | undefined, world: World, wrong: Wrong): VariantWrite[] {
  const writes: VariantWrite[] = []
  for (const says of draft.variants) {
    const before = presentOf(says, present, world)
    const owner = ownerElsewhere(says, present, world)
    if (owner) wrong(importFields.sku, `Bu kod “${owner}” ürününde kayıtlı; SKU’yu ya da ürünü düzeltin`, says.row)
    // An owner without codes of her own goes by the maker's barcode.
    const sku = says.sku ?? before?.sku ?? says.barcode
    if (!sku) wrong(importFields.sku, 'SKU gerekli', says.row)
    const priceKurus = says.priceKurus ?? before?.priceKurus
    if (priceKurus === undefined) wrong(importFields.price, 'Fiyat gerekli', says.row)
    const write: VariantWrite = {
      id: before?.id,
      sku: sku ?? '',
      barcode: says.barcode ?? before?.barcode ?? null,
      color: says.color ?? before?.color ?? onlyColor,
      colorHex: says.colorHex ?? before?.colorHex ?? null,
      size: says.size ?? before?.size ?? onlySize,
      priceKurus: priceKurus ?? 0,
      stock: stockOf(says, before),
      images: says.images ? says.images.flatMap((ref) => world.pictures.get(ref) ?? []) : (before?.images ?? []),
    }
    const twin = [...writes, ...others(present, draft, world)].find(
      (other) => other.id !== write.id && other.color === write.color && other.size === write.size,
    )
    const same = writes.find((other) => skuKey(other.sku) === skuKey(write.sku) || (write.id && other.id === write.id))
    if (same) wrong(importFields.sku, repeatedSku(same, write), says.row)
    else if (twin) wrong(importFields.size, 'Aynı renk ve beden iki kez eklenmiş', says.row)
    writes.push(write)
  }
  return writes
}

/** Many lists call the code of a whole product *Ürün Kodu* and repeat it for each size. */
function repeatedSku(one: VariantWrite, other: VariantWrite): string {
  const repeated = 'Bu SKU dosyada iki kez var'
  if (one.color === other.color && one.size === other.size) return repeated
  return `${repeated}; her beden ve rengin kendi kodu olmalı. Ürünün koduysa “Sütunlar”da “${importFields.key}” seçin`
}

type Says = Draft['variants'][number]

/** By SKU, then by barcode; a product's only row without either is its only variant. */
function presentOf({ sku, barcode }: Says, present: Present | undefined, world: World): PresentVariant | undefined {
  const ids = [sku && world.bySku.get(skuKey(sku))?.variantId, barcode && world.byBarcode.get(barcode)?.variantId]
  return ids.flatMap((id) => present?.variants.find((variant) => id === variant.id) ?? [])[0]
}

function ownerElsewhere({ sku, barcode }: Says, present: Present | undefined, world: World): string | undefined {
  const owners = [sku ? world.bySku.get(skuKey(sku)) : undefined, barcode ? world.byBarcode.get(barcode) : undefined]
  const elsewhere = owners.find((owner) => owner && owner.productId !== present?.id)
  if (elsewhere) return elsewhere.name
  // The SKU of one variant, the barcode of another.
  const [bySku, byBarcode] = owners
  return bySku && byBarcode && bySku.variantId !== byBarcode.variantId ? byBarcode.name : undefined
}

/** The variants of the product that the draft does not name; they stay. */
function others(present: Present | undefined, draft: Draft, world: World): PresentVariant[] {
  const named = new Set(draft.variants.flatMap((says) => presentOf(says, present, world)?.id ?? []))
  return (present?.variants ?? []).filter(({ id }) => !named.has(id))
}

/** The stock of the file, less what was sold since it was read. */
function stockOf({ stock, seen }: Says, before: PresentVariant | undefined): number {
  if (stock === undefined) return before?.stock ?? 0
  if (!before || seen === undefined) return stock
  return Math.max(0, before.stock + stock - seen)
}

/** Pictures that cannot be had yet take none away. */
function imagesOf(draft: Draft, present: Present | undefined, world: World, notes: string[]): string[] {
  const before = present?.images ?? []
  if (!draft.images) return before
  const found = draft.images.flatMap((ref) => world.pictures.get(ref) ?? [])
  const lost = draft.images.filter((ref) => !world.pictures.has(ref) && !isAddress(ref))
  if (lost.length > 0) notes.push(`Dosyayla gelmeyen görseller: ${lost.slice(0, 5).join(', ')}`)
  const complete = found.length === draft.images.length
  const all = [...new Set(complete ? found : [...before, ...found])]
  if (all.length > mostImages) notes.push(`Yalnızca ilk ${mostImages} görsel alınır`)
  return all.slice(0, mostImages)
}

export function isAddress(ref: string): boolean {
  return /^https?:\/\//i.test(ref)
}

function pendingOf(draft: Draft, { pictures }: World): number {
  return (draft.images ?? []).slice(0, mostImages).filter((ref) => isAddress(ref) && !pictures.has(ref)).length
}

type Pictures = {
  images: string[]
  /** Those still to be fetched. */
  pending: number
}

function productOf(
  draft: Draft,
  present: Present | undefined,
  world: World,
  { images, pending }: Pictures,
): ProductWrite {
  const name = draft.name ?? present?.name ?? ''
  const known = [...world.categories.values()].find(({ id }) => id === present?.categoryId)
  const said = draft.category ? categoryNameOf(draft.category, world.categories) : undefined
  const description = draft.description ?? present?.description ?? ''
  const wanted = draft.published ?? (present ? present.publishedAt !== null : true)
  const pieces = draft.variants.length + (present?.variants.length ?? 0)
  return {
    name,
    slug: slugify(draft.slug ?? '') || present?.slug || slugify(name),
    description,
    category: said === undefined ? (known?.name ?? '') : (knownCategory(said, world)?.name ?? said),
    originalPriceKurus:
      draft.originalPriceKurus === undefined ? (present?.originalPriceKurus ?? null) : draft.originalPriceKurus,
    costKurus: draft.costKurus ?? present?.costKurus ?? null,
    published: wanted && description !== '' && images.length + pending > 0 && pieces > 0,
    images,
    ...eachText((field) => (draft[field] === undefined ? (present?.[field] ?? null) : (draft[field] ?? null))),
  }
}

/** A category by its name or its address. */
export function knownCategory(name: string, { categories }: Pick<World, 'categories'>) {
  return categories.get(fold(name)) ?? categories.get(slugify(name))
}

type Checked = { draft: Draft; present: Present | undefined; variants: VariantWrite[]; world: World }

function checkProduct(product: ProductWrite, { draft, present, variants, world }: Checked, wrong: Wrong): void {
  if (!present && draft.variants.length === 0) wrong(importFields.sku, 'Ürünün en az bir varyantı olmalı')
  if (!product.name) wrong(importFields.name, 'Ürün adı gerekli; ürün mağazada SKU ya da barkodla bulunamadı')
  else if (!product.slug) wrong(importFields.name, 'Ürün adı en az bir harf veya rakam içermeli')
  if (product.name && !product.category) wrong(importFields.category, 'Kategori gerekli')
  if (product.category.length > 80) wrong(importFields.category, 'Kategori adı en çok 80 karakter olabilir')
  else if (product.category && !knownCategory(product.category, world)) {
    const message = wrongCategorySlug(slugify(product.category))
    if (message) wrong(importFields.category, `“${product.category}” adında bir kategori açılamaz; başka bir ad verin`)
  }
  const added = variants.filter(({ id }) => id === undefined).length
  if (added + (present?.variants.length ?? 0) > 200) wrong(importFields.sku, 'Bir üründe en çok 200 varyant olabilir')
}

function draftReason({ description }: ProductWrite, present: Present | undefined, variants: VariantWrite[]): string {
  if (description === '') return 'Açıklaması olmadığı için taslak kalır'
  if (variants.length + (present?.variants.length ?? 0) === 0) return 'Varyantı olmadığı için taslak kalır'
  return 'Görseli olmadığı için taslak kalır; görselleri ürün sayfasından ekleyebilirsiniz'
}

function groupOf(draft: Draft, present: Present | undefined, groups: Map<string, number>, notes: string[]) {
  const { group } = draft
  if (!group || present?.group === group) return undefined
  if ((groups.get(group) ?? 0) >= 2) return group
  notes.push(`“${group}” grubunda başka ürün olmadığı için grup kurulmaz`)
  return undefined
}

type Compared = {
  product: ProductWrite
  present: Present | undefined
  world: World
  variants: VariantWrite[]
  group: string | undefined
  pending: number
}

function changesOf({ product, present, world, variants, group, pending }: Compared): Change[] {
  const changes: Change[] = []
  const compare = (label: string, before: string, after: string) => {
    if (before !== after) changes.push({ label, before, after })
  }
  const category = [...world.categories.values()].find(({ id }) => id === present?.categoryId)?.name ?? ''
  compare(importFields.name, present?.name ?? '', product.name)
  compare(importFields.slug, present?.slug ?? '', product.slug)
  compare(importFields.description, plain(present?.description), plain(product.description))
  compare(importFields.category, category, product.category)
  compare(importFields.originalPrice, amount(present?.originalPriceKurus), amount(product.originalPriceKurus))
  compare(importFields.cost, amount(present?.costKurus), amount(product.costKurus))
  compare(importFields.published, present ? state(present.publishedAt !== null) : '', state(product.published))
  for (const field of textFields) {
    compare(productFields[field].label, comparable(field, present?.[field]), comparable(field, product[field]))
  }
  if (pending > 0) changes.push({ label: importFields.images, before: '', after: `${pending} görsel indirilecek` })
  else if (present?.images.join() !== product.images.join() && (present || product.images.length > 0)) {
    compareImages(changes, present?.images ?? [], product.images)
  }
  if (group) compare(importFields.group, present?.group ?? '', group)
  for (const variant of variants) changes.push(...variantChanges(variant, present))
  return changes
}

function compareImages(changes: Change[], before: string[], after: string[]): void {
  const same = before.length === after.length
  changes.push({
    label: importFields.images,
    before: before.length > 0 ? `${before.length} görsel` : '',
    after: `${after.length} görsel${same ? ' (değişti)' : ''}`,
  })
}

function variantChanges(variant: VariantWrite, present: Present | undefined): Change[] {
  const before = present?.variants.find(({ id }) => id === variant.id)
  const called = `${variant.color} / ${variant.size}`
  if (!before) {
    return [
      { label: called, before: '', after: `${variant.sku}, ${formatKurus(variant.priceKurus)}, ${variant.stock} adet` },
    ]
  }
  const pairs: [string, string, string][] = [
    [importFields.sku, before.sku, variant.sku],
    [importFields.barcode, before.barcode ?? '', variant.barcode ?? ''],
    [importFields.color, before.color, variant.color],
    [importFields.colorHex, before.colorHex ?? '', variant.colorHex ?? ''],
    [importFields.size, before.size, variant.size],
    [importFields.price, formatKurus(before.priceKurus), formatKurus(variant.priceKurus)],
    [importFields.stock, String(before.stock), String(variant.stock)],
    [importFields.variantImages, before.images.join(' '), variant.images.join(' ')],
  ]
  return pairs.flatMap(([label, before, after]) =>
    before === after ? [] : [{ label: `${called}: ${label}`, before, after }],
  )
}

function comparable(field: TextField, text: string | null | undefined): string {
  return field === 'care' ? sameCare(text ?? '') : plain(text)
}

const plain = (text: string | null | undefined) => (text ?? '').replace(/\r\n?/g, '\n').trim()
const amount = (kurus: number | null | undefined) => (kurus ? formatKurus(kurus) : '')
const state = (published: boolean) => (published ? 'Yayında' : 'Taslak')
