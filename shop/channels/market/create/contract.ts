import { z } from 'zod'

export type MadeState = 'WAITING' | 'SENT' | 'MADE' | 'FAILED'

/** A brand, a category or a value, as a marketplace numbers it. */
export type MarketNamed = { id: number; name: string }

/** An attribute that a category of a marketplace has for its products. */
export type MarketAttribute = MarketNamed & { required: boolean; allowCustom: boolean }

/** A size as it is made at a marketplace. Prices in kuruş. */
export type NewListing = {
  barcode: string
  title: string
  groupId: string
  brandId: number
  categoryId: number
  quantity: number
  sku: string
  desi: number
  description: string
  priceKurus: number
  listKurus: number
  vatRate: number
  images: string[]
  attributes: { id: number; valueId?: number; text?: string }[]
}

const id = z.number('Değeri seçin').int('Değeri seçin').positive('Değeri seçin')

/** Filled from the size's color or size, by name; or the same value for all products of the category. */
export const MappedAttribute = z
  .object({
    id,
    name: z.string().max(200),
    allowCustom: z.boolean(),
    from: z.enum(['color', 'size', 'fixed'], 'Değerin nereden geleceğini seçin'),
    valueId: id.optional(),
    text: z.string().trim().min(1, 'Değeri yazın').max(50, 'En çok 50 karakter yazabilirsiniz').optional(),
  })
  .refine(({ from, valueId, text }) => from !== 'fixed' || valueId !== undefined || text !== undefined, {
    path: ['valueId'],
    message: 'Değeri seçin',
  })
export type MappedAttribute = z.infer<typeof MappedAttribute>

/** Null: its products are no longer sent. */
export const CategoryMapping = z.object({
  market: z
    .object({
      id,
      name: z.string().trim().min(1, 'Kategori seçin').max(300),
      attributes: z.array(MappedAttribute).max(100),
    })
    .nullable(),
})
export type CategoryMapping = z.infer<typeof CategoryMapping>

export const MarketSearch = z.object({
  q: z.string().trim().min(2, 'En az iki harf yazın').max(100, 'En çok 100 karakter yazabilirsiniz'),
})
