import { z } from 'zod'

export const areas = ['ust-giyim', 'alt-giyim', 'aksesuar', 'special'] as const
export const Area = z.enum(areas)
export type Area = z.infer<typeof Area>

export const Sort = z.enum(['newest', 'price-asc', 'price-desc'])
export type Sort = z.infer<typeof Sort>

/** What a list of products can be asked for. */
export const ProductQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(50),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  area: Area.optional(),
  category: z.string().max(200).optional(),
  sort: Sort.default('newest'),
  q: z.string().trim().max(200).optional(),
})
export type ProductQuery = z.infer<typeof ProductQuery>

export const NewCategory = z.object({
  name: z.string().trim().min(1, 'Kategori adı boş olamaz').max(80, 'Kategori adı en çok 80 karakter olabilir'),
  slug: z.string().trim().max(80).optional(),
  area: Area.optional(),
})
export type NewCategory = z.infer<typeof NewCategory>

const VariantFields = z.object({
  sku: z.string().trim().min(1, 'SKU gerekli').max(64, 'SKU en çok 64 karakter olabilir'),
  color: z.string().trim().min(1, 'Renk gerekli').max(60, 'Renk en çok 60 karakter olabilir'),
  colorHex: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'Renk kodu #rrggbb biçiminde olmalı')
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
  images: z.array(z.string()).min(1, 'Ana görsel zorunludur').max(20, 'En çok 20 görsel eklenebilir'),
  variants: z
    .array(VariantFields)
    .min(1, 'En az bir varyant eklenmelidir')
    .max(200, 'En çok 200 varyant eklenebilir')
    .refine((list) => new Set(list.map((v) => v.sku)).size === list.length, 'Bu SKU zaten kullanılıyor')
    .refine(
      (list) => new Set(list.map((v) => `${v.color} ${v.size}`)).size === list.length,
      'Aynı renk ve beden iki kez eklenmiş',
    ),
})
export type NewProduct = z.infer<typeof NewProduct>

export const NewProductGroup = z.object({
  name: z.string().trim().min(1, 'Grup adı gereklidir').max(120),
  productIds: z
    .array(z.uuid())
    .max(50)
    .refine((ids) => new Set(ids).size >= 2, 'En az 2 ürün seçmelisiniz'),
})
export type NewProductGroup = z.infer<typeof NewProductGroup>
