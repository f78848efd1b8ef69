import { z } from '@hono/zod-openapi'
import { Area } from '#shop/catalog/contract.ts'
import { eachPublicText, productFields } from '#shop/catalog/product-fields.ts'
import { Pagination, success } from './envelope.ts'

export type WireVariant = z.infer<typeof WireVariant>
const WireVariant = z.object({
  id: z.uuid(),
  sku: z.string(),
  color: z.string(),
  size: z.string(),
  price: z.number(),
  stockQuantity: z.number().int(),
  images: z.array(z.string()),
})

export type WireProduct = z.infer<typeof WireProduct>
export const WireProduct = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    mainImage: z.string().nullable(),
    images: z.array(z.string()),
    price: z.number().nullable().openapi({ description: 'TL; the lowest variant price' }),
    originalPrice: z.number().nullable(),
    sale: z
      .object({ from: z.iso.datetime(), to: z.iso.datetime().nullable() })
      .optional()
      .openapi({ description: 'Left out unless the price is that of a sale; without an end nobody knows it yet' }),
    ...eachPublicText((name) => z.string().nullable().openapi({ description: productFields[name].meaning })),
    category: z.object({ id: z.uuid(), name: z.string(), slug: z.string(), area: Area }),
    categoryId: z.uuid(),
    variants: z.array(WireVariant),
    createdAt: z.iso.datetime(),
  })
  .openapi('Product')

export const WireCategory = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    area: Area,
    productCount: z.number().int(),
    createdAt: z.iso.datetime(),
  })
  .openapi('Category')

const PublicCategory = WireCategory.extend({
  mainImage: z
    .string()
    .nullable()
    .openapi({ description: 'The main picture of its newest product that can be bought' }),
})

export type WireFavorite = z.infer<typeof WireFavorite>
const WireFavorite = z
  .object({
    id: z.uuid(),
    productId: z.uuid(),
    product: WireProduct.pick({ id: true, slug: true, name: true, mainImage: true, price: true, variants: true }),
    addedPrice: z.number().nullable().openapi({ description: 'TL; what it cost when it was added, if that is known' }),
  })
  .openapi('Favorite')

export type WireSharedList = z.infer<typeof WireSharedList>
const WireSharedList = z
  .object({ title: z.string(), url: z.string(), createdAt: z.iso.datetime() })
  .openapi('SharedList')

const RelatedColors = z.object({
  hasGroup: z.boolean(),
  relatedProducts: z.array(
    z.object({ id: z.uuid(), slug: z.string(), name: z.string(), mainImage: z.string().nullable() }),
  ),
})

export const productAnswers = {
  'GET /products': success(z.object({ products: z.array(WireProduct), pagination: Pagination })),
  'GET /products/category/{categoryId}': success(z.object({ products: z.array(WireProduct) })),
  'GET /products/{id}': success(WireProduct),
  'GET /products/{id}/related-colors': success(RelatedColors),
  'GET /categories': success(z.array(PublicCategory)),
  'GET /favorites/my': success(z.array(WireFavorite)),
  'GET /favorites/guest': success(z.array(WireFavorite)),
  'POST /favorites/merge': success(z.object({ productIds: z.array(z.uuid()) })),
  'POST /favorites/add': success(z.object({ productId: z.uuid() })),
  'GET /favorites/list': success(WireSharedList.nullable()),
  'PUT /favorites/list': success(WireSharedList),
  'DELETE /favorites/list': success(z.null()),
  'DELETE /favorites/remove': success(z.object({ productId: z.uuid() })),
}
