import { z } from 'zod'
import { numberOrText } from '../../fields/contract.ts'

/**
 * Why the stock of a size moved. `first`: what it came into the shop with; `released`: an order whose payment did not come; `waiting`:
 * kept for who waited for it, or no longer; `other`: nobody said.
 */
const stockCauses = [
  'first',
  'order',
  'released',
  'cancelled',
  'order-change',
  'refund',
  'return',
  'edit',
  'import',
  'bulk',
  'count',
  'waiting',
  'other',
] as const
export const StockCause = z.enum(stockCauses)
export type StockCause = z.infer<typeof StockCause>

const units = z
  .number('Stok miktarı gerekli')
  .int('Stok tam sayı olmalı')
  .min(0, 'Stok miktarı negatif olamaz')
  .max(1_000_000, 'Stok çok yüksek')

const badPrice = "Fiyat 0'dan büyük olmalı"
const tl = z
  .number(badPrice)
  .positive(badPrice)
  .max(999_999, 'Fiyat çok yüksek')
  .refine(
    (price) => Math.abs(price * 100 - Math.round(price * 100)) < 1e-6,
    'Fiyatta en çok iki ondalık basamak olabilir',
  )
  .transform((price) => Math.round(price * 100))

const threshold = z
  .number('Uyarı sınırı sayı olmalı')
  .int('Uyarı sınırı tam sayı olmalı')
  .min(0, 'Uyarı sınırı 0 ya da daha fazla olmalı')
  .max(1000, 'Uyarı sınırı en çok 1.000 olabilir')

const stepMost = 'Stok çok yüksek'

/** One cell of the list of products; `seen` is what stood in it. Exactly one of them is changed. */
export const CellChange = z
  .object({
    /** The size that a stock or a price is for; a price without it is for all sizes. */
    variantId: z.uuid('Varyant geçersiz').optional(),
    stock: z.object({ set: units, seen: units }).optional(),
    /** Pieces to add; negative: to take away. */
    add: z
      .number('Adet gerekli')
      .int('Adet tam sayı olmalı')
      .min(-1_000_000, stepMost)
      .max(1_000_000, stepMost)
      .optional(),
    price: z.object({ set: tl, seen: tl }).optional(),
    published: z.object({ set: z.boolean('Yayın durumu geçersiz') }).optional(),
    /** Null: as the shop's settings say. */
    lowStock: z.object({ set: threshold.nullable(), seen: threshold.nullable() }).optional(),
  })
  .superRefine((cell, check) => {
    const { variantId, ...changes } = cell
    const named = Object.values(changes).filter((change) => change !== undefined)
    if (named.length !== 1) check.addIssue({ code: 'custom', message: 'Bir hücre seçin', path: ['variantId'] })
    if ((cell.stock || cell.add !== undefined) && !variantId)
      check.addIssue({ code: 'custom', message: 'Beden seçin', path: ['variantId'] })
  })
export type CellChange = z.infer<typeof CellChange>

/** Minutes. */
export const usualKeepMinutes = 30

const keepMinutes = z
  .number('Süre sayı olmalı')
  .int('Süre tam sayı olmalı')
  .min(5, 'Süre en az 5 dakika olmalı')
  .max(1440, 'Süre en çok 1.440 dakika (bir gün) olabilir')

/**
 * At how many pieces of a size the owner is told, where a product says nothing itself; and for how many minutes a piece is kept for
 * who waited for it.
 */
export const StockSettings = z.object({ low: threshold, keepMinutes: keepMinutes.optional() })
export type StockSettings = z.infer<typeof StockSettings>

export const StockMovesQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** Left out: all sizes of the product. */
  variant: z.uuid().optional(),
})
export type StockMovesQuery = z.infer<typeof StockMovesQuery>

const productColumns = ['category', 'price', 'stock', 'state', 'sku', 'low', 'waiting', 'updated'] as const
const ProductColumn = z.enum(productColumns, 'Böyle bir sütun yok')
export type ProductColumn = z.infer<typeof ProductColumn>

export const NewProductView = z.object({
  name: z
    .string('Görünüme bir ad verin')
    .trim()
    .min(1, 'Görünüme bir ad verin')
    .max(60, 'Ad en çok 60 karakter olabilir'),
  /** The address of the list, from its question mark on. */
  query: z.string('Süzgeç gerekli').max(1000, 'Süzgeç çok uzun'),
  columns: z.array(ProductColumn, 'Sütunlar gerekli').max(productColumns.length),
})
export type NewProductView = z.infer<typeof NewProductView>

const pieces = numberOrText(units)

/** Pieces counted of one size, by its code, as a scanner types it, or by its id; `add`: more than before, `counted`: in all. */
export const CountedPieces = z
  .object({
    code: z.string().trim().min(1, 'Barkod gerekli').max(64, 'Barkod en çok 64 karakter olabilir').optional(),
    variantId: z.uuid('Varyant geçersiz').optional(),
    add: z.number('Adet gerekli').int('Adet tam sayı olmalı').min(-1000, stepMost).max(1000, stepMost).optional(),
    counted: pieces.optional(),
    /** The count that was on the screen when `counted` was typed; another phone may have counted since. */
    seen: pieces.optional(),
  })
  .superRefine((given, check) => {
    if ((given.code === undefined) === (given.variantId === undefined))
      check.addIssue({ code: 'custom', message: 'Barkod okutun ya da beden seçin', path: ['code'] })
    if ((given.add === undefined) === (given.counted === undefined))
      check.addIssue({ code: 'custom', message: 'Kaç adet olduğunu yazın', path: ['counted'] })
  })
export type CountedPieces = z.infer<typeof CountedPieces>

export const Booking = z.object({
  reason: z
    .string('Farkların nedenini yazın')
    .trim()
    .min(1, 'Farkların nedenini yazın')
    .max(200, 'Neden en çok 200 karakter olabilir'),
})
