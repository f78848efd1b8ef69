import { z } from 'zod'
import { numberOrText, seenList, seenText, versionNumber } from '../fields/contract.ts'
import { skuKey } from './edits/sku-key.ts'
import { eachText, outfitMost, type ProductField, type TextField, textField } from './product-fields.ts'

export const areas = ['ust-giyim', 'alt-giyim', 'aksesuar', 'special'] as const
export const Area = z.enum(areas)
export type Area = z.infer<typeof Area>

/** `recommended`: of a search the best hits first, else one color of each design before the second of any. */
export const Sort = z.enum(['recommended', 'newest', 'price-asc', 'price-desc', 'discount'])
export type Sort = z.infer<typeof Sort>

/** The query of a list of products. Without a limit it is everything, as clients that know of no pages expect. */
export const ProductQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  area: Area.optional(),
  category: z.string().max(200).optional(),
  /** Left out: the newest first, of a search the best. */
  sort: Sort.optional(),
  q: z.string().trim().max(200).optional(),
})
export type ProductQuery = z.infer<typeof ProductQuery>

export const NewCategory = z.object({
  name: z
    .string('Kategori adı boş olamaz')
    .trim()
    .min(1, 'Kategori adı boş olamaz')
    .max(80, 'Kategori adı en çok 80 karakter olabilir'),
  slug: z.string().trim().max(80).optional(),
  area: Area.optional(),
})
export type NewCategory = z.infer<typeof NewCategory>

export const VariantFields = z.object({
  sku: z.string().trim().min(1, 'SKU gerekli').max(64, 'SKU en çok 64 karakter olabilir'),
  color: z.string().trim().min(1, 'Renk gerekli').max(60, 'Renk en çok 60 karakter olabilir'),
  colorHex: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'Renk kodu #rrggbb biçiminde olmalı')
    .nullish(),
  size: z.string().trim().min(1, 'Beden gerekli').max(20, 'Beden en çok 20 karakter olabilir'),
  priceKurus: z.number().int().positive("Fiyat 0'dan büyük olmalı").max(99_999_999, 'Fiyat çok yüksek'),
  stock: z.number().int('Stok tam sayı olmalı').min(0, 'Stok miktarı negatif olamaz').max(1_000_000, 'Stok çok yüksek'),
})

/** A product to create; prices in kuruş, images already stored (their ids). */
export const NewProduct = z.object({
  name: z.string().trim().min(1, 'Ürün adı zorunludur').max(200, 'Ürün adı en çok 200 karakter olabilir'),
  slug: z.string().trim().max(200).optional(),
  description: z
    .string()
    .trim()
    .min(1, 'Ürün açıklaması zorunludur')
    .max(10_000, 'Açıklama en çok 10.000 karakter olabilir'),
  categoryId: z.uuid('Kategori seçin'),
  originalPriceKurus: z.number().int().positive().max(99_999_999).nullish(),
  ...eachText(optionalText),
  images: z.array(z.string()).min(1, 'Ana görsel zorunludur').max(20, 'En çok 20 görsel eklenebilir'),
  variants: z
    .array(VariantFields)
    .min(1, 'En az bir varyant eklenmelidir')
    .max(200, 'En çok 200 varyant eklenebilir')
    .refine((list) => new Set(list.map((v) => skuKey(v.sku))).size === list.length, 'Bu SKU zaten kullanılıyor')
    .refine(
      (list) => new Set(list.map((v) => `${v.color} ${v.size}`)).size === list.length,
      'Aynı renk ve beden iki kez eklenmiş',
    ),
})
export type NewProduct = z.infer<typeof NewProduct>

export const NewProductGroup = z.object({
  name: z
    .string('Grup adı gereklidir')
    .trim()
    .min(1, 'Grup adı gereklidir')
    .max(120, 'Grup adı en çok 120 karakter olabilir'),
  productIds: z
    .array(z.uuid('Seçilen ürünlerden biri bulunamadı'), 'En az 2 ürün seçmelisiniz')
    .max(50, 'Bir grupta en çok 50 ürün olabilir')
    .refine((ids) => new Set(ids).size >= 2, 'En az 2 ürün seçmelisiniz'),
})
export type NewProductGroup = z.infer<typeof NewProductGroup>

export const ProductGroupChange = NewProductGroup.extend({
  /** The group as it was read: EDIT_CONFLICT when somebody saved it since. */
  seen: z.object({ name: seenText, productIds: seenList }).optional(),
})
export type ProductGroupChange = z.infer<typeof ProductGroupChange>

const page = z.coerce.number().int().min(1).max(100_000).default(1)

export const AdminProductQuery = z.object({
  page,
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** Any part of name, SKU or color; every word must be found. */
  q: z.string().trim().max(200).optional(),
  /** Id or slug. */
  category: z.string().max(200).optional(),
  area: Area.optional(),
  state: z.enum(['published', 'draft']).optional(),
  /** `out`: nothing left; `low`: a size with so few left that its owner wants to be told; `in`: something left. */
  stock: z.enum(['out', 'low', 'in']).optional(),
  /** Without a picture, with a struck price, or with shoppers who wait for a size. */
  only: z.enum(['no-picture', 'discounted', 'waiting']).optional(),
  /** One of the owner's tags. */
  tag: z.string().trim().max(40).optional(),
  sort: z.enum(['newest', 'name', 'price-asc', 'price-desc', 'stock-asc', 'stock-desc']).default('newest'),
})
export type AdminProductQuery = z.infer<typeof AdminProductQuery>

/** A text that holds JSON: form data carries lists so. */
function json<T extends z.ZodType>(schema: T, unreadable: string) {
  return z
    .string()
    .transform((text, check): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        check.addIssue({ code: 'custom', message: unreadable })
        return z.NEVER
      }
    })
    .pipe(schema)
}

export const pieceMissing = 'Seçilen ürünlerden biri bulunamadı'

const badVariants = 'Varyant bilgileri eksik veya hatalı.'
export const skuTaken = 'Bu SKU zaten kullanılıyor'
const badPrice = "Fiyat 0'dan büyük olmalı"
const toKurus = (tl: number) => Math.round(tl * 100)
const wholeKurus = (tl: number) => Math.abs(tl * 100 - toKurus(tl)) < 1e-6

const VariantRow = z
  .object(
    {
      /** The id of an existing variant; anything else means a new one. */
      id: z.string().nullish(),
      sku: z.string('SKU gerekli').trim().min(1, 'SKU gerekli').max(64, 'SKU en çok 64 karakter olabilir'),
      color: z.string('Renk gerekli').trim().min(1, 'Renk gerekli').max(60, 'Renk en çok 60 karakter olabilir'),
      colorHex: VariantFields.shape.colorHex.or(z.literal('').transform(() => null)),
      size: z.string('Beden gerekli').trim().min(1, 'Beden gerekli').max(20, 'Beden en çok 20 karakter olabilir'),
      price: numberOrText(
        z
          .number(badPrice)
          .positive(badPrice)
          .max(999_999, 'Fiyat çok yüksek')
          .refine(wholeKurus, 'Fiyatta en çok iki ondalık basamak olabilir'),
        'number',
      ),
      stockQuantity: numberOrText(
        z
          .number('Stok miktarı gerekli')
          .int('Stok tam sayı olmalı')
          .min(0, 'Stok miktarı negatif olamaz')
          .max(1_000_000, 'Stok çok yüksek'),
      ),
      /** The stock that stood in the form when it was opened: only the difference is applied. */
      stockSeen: numberOrText(z.number(badVariants).int(badVariants).nullish()),
      /** Ids or addresses of those of the product's pictures that show its color; left out, they stay. */
      images: z
        .array(z.string(badVariants), badVariants)
        .max(20, 'En çok 20 görsel eklenebilir')
        .transform((list) => [...new Set(list.map(imageIdOf))])
        .optional(),
    },
    badVariants,
  )
  .transform(({ price, stockQuantity, colorHex, ...row }) => ({
    ...row,
    colorHex: colorHex?.toLowerCase() ?? null,
    priceKurus: toKurus(price),
    stock: stockQuantity,
  }))
export type VariantRow = z.infer<typeof VariantRow>

const VariantRows = z
  .array(VariantRow, badVariants)
  .max(200, 'En çok 200 varyant eklenebilir')
  .superRefine((rows, check) => {
    const refuse = (index: number, field: string, message: string) =>
      check.addIssue({ code: 'custom', message, path: [index, field] })
    rows.forEach(({ sku, color, size }, index) => {
      const before = rows.slice(0, index)
      if (before.some((other) => skuKey(other.sku) === skuKey(sku))) refuse(index, 'sku', skuTaken)
      if (before.some((other) => other.color === color && other.size === size))
        refuse(index, 'size', 'Aynı renk ve beden iki kez eklenmiş')
    })
  })

const badVersion = 'Sürüm numarası geçersiz'

/** A product as the panel sends it, in form data; fields left out stay unchanged. Files come separately. */
export const ProductForm = z.object({
  name: NewProduct.shape.name.optional(),
  slug: z.string().trim().max(200, 'Adres en çok 200 karakter olabilir').optional(),
  description: z
    .string()
    .transform(withPlainLineEnds)
    .pipe(z.string().trim().max(10_000, 'Açıklama en çok 10.000 karakter olabilir'))
    .optional(),
  categoryId: z.uuid('Kategori seçin').optional(),
  originalPrice: optionalTl('Üstü çizili fiyat geçerli bir tutar olmalı'),
  cost: optionalTl('Maliyet geçerli bir tutar olmalı'),
  published: z
    .enum(['true', 'false'], 'Yayın durumu geçersiz')
    .transform((value) => value === 'true')
    .optional(),
  ...eachText(optionalText),
  /** Id or address of the stored picture that is to be the main one; empty: none. */
  mainImageId: z.string().trim().transform(imageIdOf).optional(),
  /** Ids or addresses of the stored extra pictures that the product is to have, in their order. */
  existingImages: json(z.array(z.string('Görsel bulunamadı, yeniden yükleyin')).max(50), 'Görsel listesi okunamadı.')
    .transform((list) => [...new Set(list.map(imageIdOf))])
    .optional(),
  /** Ids of the products to wear with it, in their order; none: the shop looks for some. */
  outfit: json(
    z.array(z.uuid(pieceMissing)).max(outfitMost, `En çok ${outfitMost} parça seçebilirsiniz`),
    'Kombin okunamadı.',
  )
    .transform((list) => [...new Set(list)])
    .optional(),
  variants: json(VariantRows, badVariants).optional(),
  version: z
    .string()
    .regex(/^\d{0,9}$/, badVersion)
    .transform((text) => (text ? Number(text) : undefined))
    .optional(),
} satisfies Record<Exclude<ProductField, 'pictures'> | 'mainImageId' | 'existingImages' | 'version', z.ZodType>)
export type ProductForm = z.infer<typeof ProductForm>

/** TL, read as kuruş; empty: none. */
function optionalTl(message: string) {
  return z
    .string()
    .trim()
    .refine((text) => text === '' || (/^\d{1,6}([.,]\d{1,2})?$/.test(text) && Number(text.replace(',', '.')) > 0), {
      message,
    })
    .transform((text) => (text === '' ? null : toKurus(Number(text.replace(',', '.')))))
    .optional()
}

/** Empty: none. */
export function optionalText(name: TextField) {
  const { maxLength, wrong, tidy = (text: string) => text } = textField(name)
  return z
    .string()
    .transform(withPlainLineEnds)
    .pipe(
      z
        .string()
        .trim()
        .max(maxLength, `En çok ${maxLength.toLocaleString('tr')} karakter yazabilirsiniz`)
        .superRefine((text, check) => {
          const message = text === '' || text.length > maxLength ? undefined : wrong?.(text)
          if (message) check.addIssue({ code: 'custom', message })
        }),
    )
    .transform((text) => tidy(text) || null)
    .optional()
}

/** Form data carries each line end as CR LF, whatever was typed. */
function withPlainLineEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/** The id in a picture's address, '/media/<id>-<width>.webp'; an id stays what it is. */
function imageIdOf(idOrAddress: string): string {
  return /(?:^|\/)([0-9a-f]{32})(?:-\d+\.\w+)?$/.exec(idOrAddress)?.[1] ?? idOrAddress
}

export const NewColor = z.object({
  color: VariantFields.shape.color,
  colorHex: VariantFields.shape.colorHex,
})
export type NewColor = z.infer<typeof NewColor>

const Tl = z.coerce.number('Tutar geçersiz').positive('Tutar geçersiz').max(999_999, 'Tutar çok yüksek')

/** Prices in TL to check, see checkPrice. */
export const PriceCheckQuery = z.object({
  price: Tl.transform(toKurus),
  originalPrice: z
    .union([z.literal('').transform(() => null), Tl.transform(toKurus)])
    .optional()
    .transform((value) => value ?? null),
})
export type PriceCheckQuery = z.infer<typeof PriceCheckQuery>

/** `version` is the one that was edited; another is refused. */
export const CategoryChange = NewCategory.extend({ version: versionNumber().optional() })
export type CategoryChange = z.infer<typeof CategoryChange>

export const CategoryOrder = z.object({ ids: z.array(z.uuid()).min(1).max(500) })
export type CategoryOrder = z.infer<typeof CategoryOrder>
