import { createRoute, z } from '@hono/zod-openapi'
import { Area, ProductQuery } from '#shop/catalog/contract.ts'
import { findColorSiblings } from '#shop/catalog/groups.ts'
import { getProduct, listProducts, type Product } from '#shop/catalog/products.ts'
import type { Image } from '#shop/media/images.ts'
import { imageUrl, widthsOf } from '#shop/media/urls.ts'
import { toTl } from '#shop/money.ts'
import { answers, resource } from './api.ts'

const WireVariant = z.object({
  id: z.uuid(),
  sku: z.string(),
  color: z.string(),
  size: z.string(),
  price: z.number(),
  stockQuantity: z.number().int(),
  images: z.array(z.string()),
})

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
    withdrawalExemption: z
      .string()
      .nullable()
      .openapi({ description: 'Why the law gives no right of withdrawal for it; null: it gives one' }),
    category: z.object({ id: z.uuid(), name: z.string(), slug: z.string(), area: Area }),
    categoryId: z.uuid(),
    variants: z.array(WireVariant),
    createdAt: z.iso.datetime(),
  })
  .openapi('Product')

/** A picture's address for clients of the API: a good size for a card or a page. */
export function pictureUrl(image: Image): string {
  const widths = widthsOf(image.width)
  return imageUrl(image.id, widths.find((width) => width >= 960) ?? widths.at(-1) ?? image.width, 'webp')
}

/** A product as the API writes it: money in TL, `images` without the main one. */
export function toWire(product: Product): z.infer<typeof WireProduct> {
  const [main, ...others] = product.images
  return {
    id: product.id,
    slug: product.slug,
    name: product.name,
    description: product.description,
    mainImage: main ? pictureUrl(main) : null,
    images: others.map(pictureUrl),
    price: product.priceKurus === null ? null : toTl(product.priceKurus),
    originalPrice: product.originalPriceKurus === null ? null : toTl(product.originalPriceKurus),
    withdrawalExemption: product.withdrawalExemption,
    category: product.category,
    categoryId: product.category.id,
    variants: product.variants.map((variant) => ({
      id: variant.id,
      sku: variant.sku,
      color: variant.color,
      size: variant.size,
      price: toTl(variant.priceKurus),
      stockQuantity: variant.stock,
      images: variant.images.map(pictureUrl),
    })),
    createdAt: product.createdAt.toISOString(),
  }
}

const Pagination = z.object({ page: z.number().int(), totalPages: z.number().int(), total: z.number().int() })
const IdOrSlug = z.object({ id: z.string().max(200).openapi({ description: 'Id or slug' }) })
const missing = { 404: 'No such product on sale' }

export const products = resource()
  .openapi(
    createRoute({
      method: 'get',
      path: '/products',
      tags: ['Catalogue'],
      summary: 'Products on sale, a page at a time',
      request: { query: ProductQuery },
      responses: answers(z.object({ products: z.array(WireProduct), pagination: Pagination }), {
        400: 'A bad parameter',
      }),
    }),
    async (c) => {
      const query = c.req.valid('query')
      const { items, total } = await listProducts(c.get('ctx'), query)
      const pagination = { page: query.page, totalPages: Math.ceil(total / query.limit), total }
      return c.json({ success: true as const, data: { products: items.map(toWire), pagination } }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/products/category/{categoryId}',
      tags: ['Catalogue'],
      summary: 'All products of a category, by its id or slug',
      request: { params: z.object({ categoryId: z.string().max(200) }) },
      responses: answers(z.object({ products: z.array(WireProduct) }), {}),
    }),
    async (c) => {
      const { items } = await listProducts(c.get('ctx'), {
        category: c.req.valid('param').categoryId,
        limit: 1000,
        page: 1,
        sort: 'newest',
      })
      return c.json({ success: true as const, data: { products: items.map(toWire) } }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/products/{id}',
      tags: ['Catalogue'],
      summary: 'One product, by id or slug',
      request: { params: IdOrSlug },
      responses: answers(WireProduct, missing),
    }),
    async (c) => {
      const product = await getProduct(c.get('ctx'), c.req.valid('param').id)
      return c.json({ success: true as const, data: toWire(product) }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/products/{id}/related-colors',
      tags: ['Catalogue'],
      summary: 'The other colours of a product',
      request: { params: IdOrSlug },
      responses: answers(
        z.object({
          hasGroup: z.boolean(),
          relatedProducts: z.array(
            z.object({ id: z.uuid(), slug: z.string(), name: z.string(), mainImage: z.string().nullable() }),
          ),
        }),
        missing,
      ),
    }),
    async (c) => {
      const product = await getProduct(c.get('ctx'), c.req.valid('param').id)
      const siblings = (await findColorSiblings(c.get('ctx'), [product.id])).get(product.id) ?? []
      const related = siblings
        .filter((sibling) => sibling.id !== product.id)
        .map(({ id, slug, name, image }) => ({ id, slug, name, mainImage: image ? pictureUrl(image) : null }))
      return c.json({ success: true as const, data: { hasGroup: siblings.length > 1, relatedProducts: related } }, 200)
    },
  )
