import { z } from 'zod'
import { AdminProductQuery, optionalText } from '../catalog/contract.ts'
import type { TextField } from '../catalog/product-fields.ts'
import { readMinute } from '../catalog/sales/contract.ts'
import { tagsIn, wrongTags } from '../catalog/tags/text.ts'
import { numberOrText } from '../fields/contract.ts'
import { fromTl } from '../money.ts'

/** READY: previewed, nothing is changed. STOPPED goes on where it was. */
export const bulkStates = ['PREPARING', 'READY', 'RUNNING', 'STOPPED', 'DONE', 'UNDOING'] as const
export type BulkState = (typeof bulkStates)[number]

/** The effect of the change on a product; FAILED: the change is impossible and nothing is done. */
export const bulkPlans = ['CHANGED', 'SAME', 'FAILED'] as const
export type BulkPlan = (typeof bulkPlans)[number]

/** STOP keeps the product out, LAW is about the struck-through price, ODD is worth a look. */
export const noteKinds = ['STOP', 'LAW', 'ODD'] as const
export type BulkNote = { kind: (typeof noteKinds)[number]; message: string }

/** Texts of a product that a change can set for many. */
export const bulkTexts = ['vatRate', 'fabric', 'care', 'fit', 'weightClass'] as const satisfies TextField[]
export type BulkText = (typeof bulkTexts)[number]

/** Days in which a change can be taken back. */
export const undoDays = 30
/** Products that one change may name by their ids; a filter may find more. */
const mostIds = 20_000
export const mostProducts = 50_000

/** To the nearest price that ends in ,90, or to the nearest 5 TL. */
const roundings = ['90', '5'] as const
export type Rounding = (typeof roundings)[number]
const Round = z
  .preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    z.enum(roundings, 'Yuvarlama 90 ya da 5 olabilir'),
  )
  .meta({ type: ['integer', 'string'], enum: [...roundings, ...roundings.map(Number)] })

const badPercent = 'Yüzde bir sayı olmalı'
const badAmount = 'Tutar bir sayı olmalı'
const twoDecimals = 'En çok iki ondalık basamak yazabilirsiniz'
const Percent = z.number(badPercent).refine((n) => fromTl(n) !== undefined, twoDecimals)
const Amount = z
  .number(badAmount)
  .min(-999_999, 'Tutar çok yüksek')
  .max(999_999, 'Tutar çok yüksek')
  .refine((n) => fromTl(n) !== undefined, twoDecimals)

export const PriceChange = z
  .object({
    percent: numberOrText(
      Percent.min(-95, 'En çok %95 düşürebilirsiniz').max(1000, 'En çok %1000 artırabilirsiniz'),
      'number',
    ).optional(),
    /** TL, added to the price. */
    amount: numberOrText(Amount, 'number').optional(),
    /** TL */
    set: numberOrText(Amount.positive("Fiyat 0'dan büyük olmalı"), 'number').optional(),
    round: Round.optional(),
  })
  .refine(
    ({ percent, amount, set }) => [percent, amount, set].filter((one) => one !== undefined).length <= 1,
    'Yüzde, tutar ve yeni fiyattan yalnızca birini yazın',
  )
  .refine(({ percent, amount, set, round }) => percent || amount || set || round, 'Fiyatın nasıl değişeceğini yazın')
export type PriceChange = z.infer<typeof PriceChange>

const badMoment = 'Tarih ve saati 2026-11-24T10:00 biçiminde girin'
const Minute = z.string(badMoment).refine((text) => readMinute(text) !== undefined, badMoment)

/** With dates it becomes a scheduled sale, which knows whole percents and no rounding. */
export const SaleChange = z
  .object({
    percent: numberOrText(Percent.min(1, 'İndirim en az %1 olabilir').max(95, 'İndirim en çok %95 olabilir'), 'number'),
    round: Round.optional(),
    from: Minute.optional(),
    to: Minute.optional(),
  })
  .refine(({ from, to, percent }) => (!from && !to) || Number.isInteger(percent), {
    path: ['percent'],
    message: 'Tarihli indirimin oranı tam sayı olmalı',
  })
  .refine(({ from, to, round }) => (!from && !to) || !round, {
    path: ['round'],
    message: 'Tarihli indirimde fiyatlar yuvarlanamaz',
  })
export type SaleChange = z.infer<typeof SaleChange>

const TagList = z
  .string('Etiket yazın')
  .trim()
  .max(300, 'En çok 300 karakter yazabilirsiniz')
  .superRefine((text, check) => {
    const message = wrongTags(text)
    if (message) check.addIssue({ code: 'custom', message })
  })
/** Tags to give and to take away, parted by commas; others stay. */
const TagChange = z
  .object({ add: TagList.optional(), remove: TagList.optional() })
  .refine(({ add, remove }) => tagsIn(`${add ?? ''},${remove ?? ''}`).length > 0, 'Etiket yazın')
export type TagChange = z.infer<typeof TagChange>

const badStock = 'Stok tam sayı olmalı'
const StockChange = z
  .object({
    add: numberOrText(
      z.number(badStock).int(badStock).min(-100_000, 'Stok çok yüksek').max(100_000, 'Stok çok yüksek'),
    ).optional(),
    set: numberOrText(
      z.number(badStock).int(badStock).min(0, 'Stok miktarı negatif olamaz').max(1_000_000, 'Stok çok yüksek'),
    ).optional(),
  })
  .refine(
    ({ add, set }) => (set === undefined ? Boolean(add) : add === undefined),
    'Eklenecek adedi ya da yeni stoku yazın',
  )
export type StockChange = z.infer<typeof StockChange>

export const BulkChange = z
  .object({
    price: PriceChange.optional(),
    sale: SaleChange.optional(),
    categoryId: z.uuid('Kategori seçin').optional(),
    /** Null: out of its group. */
    groupId: z.uuid('Renk grubu seçin').nullable().optional(),
    status: z.enum(['published', 'draft'], 'Yayın durumu geçersiz').optional(),
    stock: StockChange.optional(),
    vatRate: optionalText('vatRate'),
    fabric: optionalText('fabric'),
    care: optionalText('care'),
    fit: optionalText('fit'),
    weightClass: optionalText('weightClass'),
    tags: TagChange.optional(),
    delete: z.literal(true).optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'Neyin değişeceğini seçin')
  .refine(({ price, sale }) => !price || !sale, 'Fiyat ve indirim aynı anda değiştirilemez; birini seçin')
  .refine(
    ({ delete: gone, ...others }) => !gone || Object.values(others).every((value) => value === undefined),
    'Silinecek ürünlerde başka bir şey değiştirilemez',
  )
export type BulkChange = z.infer<typeof BulkChange>

/** The filter of the panel's list; empty: all products. A field that it does not know is refused: passed over, it would find all. */
export const BulkFilter = z.strictObject(AdminProductQuery.omit({ page: true, limit: true, sort: true }).shape, {
  error: ({ code }) =>
    code === 'unrecognized_keys' ? 'Süzgeçte bilinmeyen bir alan var; süzgeci yeniden seçin' : undefined,
})
export type BulkFilter = z.infer<typeof BulkFilter>

export const NewBulk = z
  .object({
    ids: z
      .array(z.uuid('Seçilen ürünlerden biri bulunamadı'))
      .min(1, 'En az bir ürün seçin')
      .max(mostIds, `En çok ${mostIds.toLocaleString('tr')} ürün seçebilirsiniz; daha fazlası için süzgeç kullanın`)
      .optional(),
    filter: BulkFilter.optional(),
    change: BulkChange,
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
    path: ['ids'],
    message: 'Ürünleri ya tek tek ya da bir süzgeçle seçin',
  })
export type NewBulk = z.infer<typeof NewBulk>

const page = z.coerce.number().int().min(1).max(100_000).default(1)

export const BulkQuery = z.object({ page, limit: z.coerce.number().int().min(1).max(200).default(20) })
export type BulkQuery = z.infer<typeof BulkQuery>

/** MARKED: something is worth a look. FAILED: also those left out when it was applied. KEPT: could not be taken back. */
const shownUnits = ['CHANGED', 'MARKED', 'FAILED', 'SAME', 'KEPT'] as const
export type ShownUnits = (typeof shownUnits)[number]
export const BulkUnitQuery = BulkQuery.extend({ show: z.enum(shownUnits).optional() })
export type BulkUnitQuery = z.infer<typeof BulkUnitQuery>

export const UndoBulk = z.object({
  /** Left out: all of them. */
  productIds: z
    .array(z.uuid('Seçilen ürünlerden biri bulunamadı'))
    .min(1, 'En az bir ürün seçin')
    .max(mostIds)
    .optional(),
})
export type UndoBulk = z.infer<typeof UndoBulk>

/** The fields that a change touches, of one product; the same names before and after. */
export type BulkFacts = {
  originalPriceKurus?: number | null
  categoryId?: string | null
  groupId?: string | null
  tags?: string | null
  /** When it was published; null for a draft. After: of one that is published the moment of that. */
  publishedAt?: string | null
  deleted?: boolean
  /** After: the scheduled sale that it is in. */
  saleId?: string
  /** Before: its place in the group that it leaves. */
  groupPlace?: number
  /** Before, of a product that is deleted: its earlier addresses. */
  addresses?: string[]
  /** `sale`: before, the running sale that the change ended for the size, and what it had cost outside of it. */
  variants?: {
    id: string
    priceKurus?: number
    stock?: number
    sale?: { saleId: string; beforeKurus: number }
  }[]
} & Partial<Record<BulkText, string | null>>

/** A field in words. */
export type BulkLine = { label: string; before: string; after: string }

/** Products by their plan and those with a mark; sums over the products to change. */
export type BulkCounts = {
  changed: number
  same: number
  failed: number
  marked: number
  variants: number
  /** Sums of the variants' prices and stocks, where the change touches them. */
  priceKurus: Span | null
  stock: Span | null
}
export type Span = { before: number; after: number }
