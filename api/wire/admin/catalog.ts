import { z } from '@hono/zod-openapi'
import { productFields } from '#shop/catalog/product-fields.ts'
import { pageOf, success } from '../envelope.ts'
import { WireCategory, WireProduct } from '../products.ts'

export type WireAdminCategory = z.infer<typeof WireAdminCategory>
const WireAdminCategory = WireCategory.extend({
  position: z.number().int(),
  version: z.number().int(),
  productCount: z.number().int().openapi({ description: 'On sale' }),
  draftCount: z.number().int(),
}).openapi('AdminCategory')

export type WireImage = z.infer<typeof WireImage>
export const WireImage = z.object({
  id: z.string(),
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  tone: z.string(),
})

/** A product as a group or an outfit names it. */
export type WireProductLine = z.infer<typeof WireProductLine>
export const WireProductLine = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  mainImage: z.string().nullable(),
  picture: WireImage.nullable(),
  price: z.number().nullable(),
  published: z.boolean(),
})

export type WireAdminVariant = WireAdminProduct['variants'][number]
export type WireAdminProduct = z.infer<typeof WireAdminProduct>
export const WireAdminProduct = WireProduct.extend({
  imageIds: z.array(z.string()).openapi({ description: 'All pictures, the main one first' }),
  pictures: z.array(WireImage).openapi({ description: 'As `imageIds`, with their sizes' }),
  variants: z.array(WireProduct.shape.variants.element.extend({ colorHex: z.string().nullable() })),
  originalPrice: z.number().nullable().openapi({ description: 'What the owner entered' }),
  struckPrice: z.number().nullable().openapi({ description: 'What may be struck through by law' }),
  cost: z
    .number()
    .nullable()
    .openapi({ description: 'TL; what a piece cost the owner, null for who has not the right `settings`' }),
  tags: z.string().nullable().openapi({ description: productFields.tags.meaning }),
  published: z.boolean().openapi({ description: 'False: a draft' }),
  version: z.number().int(),
  totalStock: z.number().int(),
  groupId: z.uuid().nullable(),
  outfit: z
    .array(z.uuid())
    .openapi({ description: 'What the owner chose to wear with it, in its order; none: the shop looks' }),
  outfitPieces: z.array(WireProductLine).openapi({ description: 'As `outfit`, to be shown' }),
  lowStock: z
    .number()
    .int()
    .nullable()
    .openapi({ description: 'At how many pieces of a size its owner is told; null: as the settings say; 0: never' }),
  lowLimit: z.number().int().openapi({ description: 'What is in force' }),
  waiting: z.number().int().openapi({ description: 'Shoppers who wait for one of its sizes' }),
  updatedAt: z.iso.datetime(),
}).openapi('AdminProduct')

export type WireProductGroup = z.infer<typeof WireProductGroup>
const WireProductGroup = z
  .object({
    id: z.uuid(),
    name: z.string(),
    createdAt: z.iso.datetime(),
    members: z.array(
      z.object({
        product: WireProductLine,
      }),
    ),
  })
  .openapi('ProductGroup')

export type WireLook = z.infer<typeof WireLook>
const WireLook = z
  .object({
    id: z.uuid(),
    title: z.string(),
    image: WireImage.nullable().openapi({ description: 'Of the whole; null: the pieces’ own stand for it' }),
    pieces: z.array(WireProductLine),
  })
  .openapi('Look')

const PriceCheck = z.object({ struckPrice: z.number().nullable(), message: z.string() })

export const adminCatalogAnswers = {
  'GET /admin/categories': success(z.array(WireAdminCategory)),
  'POST /admin/categories': success(WireAdminCategory),
  'PUT /admin/categories/{id}': success(WireAdminCategory),
  'DELETE /admin/categories/{id}': success(z.null()),
  'PUT /admin/category-order': success(z.array(WireAdminCategory)),
  'POST /admin/images': success(WireImage),
  'GET /admin/products': pageOf(WireAdminProduct),
  'POST /admin/products': success(WireAdminProduct),
  'GET /admin/products/price-check': success(PriceCheck),
  'GET /admin/products/{id}': success(WireAdminProduct),
  'PUT /admin/products/{id}': success(WireAdminProduct),
  'DELETE /admin/products/{id}': success(z.null()),
  'POST /admin/products/{id}/copies': success(WireAdminProduct),
  'GET /admin/products/{id}/price-check': success(PriceCheck),
  'GET /admin/product-groups': success(z.array(WireProductGroup)),
  'POST /admin/product-groups': success(WireProductGroup),
  'PUT /admin/product-groups/{id}': success(WireProductGroup),
  'DELETE /admin/product-groups/{id}': success(z.null()),
  'GET /admin/looks': success(z.array(WireLook)),
  'POST /admin/looks': success(WireLook),
  'PUT /admin/look-order': success(z.array(WireLook)),
  'PUT /admin/looks/{id}': success(WireLook),
  'DELETE /admin/looks/{id}': success(z.null()),
}
