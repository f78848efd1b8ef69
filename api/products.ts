import { z } from '@hono/zod-openapi'
import { requireCategory } from '#shop/catalog/categories.ts'
import { ProductQuery } from '#shop/catalog/contract.ts'
import { findColorSiblings } from '#shop/catalog/groups.ts'
import { eachPublicText } from '#shop/catalog/product-fields.ts'
import { getProduct, listProducts, type Product } from '#shop/catalog/products.ts'
import type { Image } from '#shop/media/images.ts'
import { imageUrl, widthsOf } from '#shop/media/urls.ts'
import { toTl } from '#shop/money.ts'
import { ok, page, resource } from './api.ts'
import { route } from './route.ts'
import type { WireProduct } from './wire/products.ts'

/** A picture's address for clients of the API: a good size for a card or a page. */
export function pictureUrl(image: Image): string {
  const widths = widthsOf(image.width)
  return imageUrl(image.id, widths.find((width) => width >= 960) ?? widths.at(-1) ?? image.width, 'webp')
}

/** A product as the API writes it: money in TL, `images` without the main one. */
export function toWire(product: Product): WireProduct {
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
    ...(product.saleFrom && {
      sale: { from: product.saleFrom.toISOString(), to: product.saleUntil?.toISOString() ?? null },
    }),
    ...eachPublicText((name) => product[name]),
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

const IdOrSlug = z.object({ id: z.string().max(200).openapi({ description: 'Id or slug' }) })
const missing = { 404: 'No such product on sale' }

export const products = resource()
  .openapi(
    route('GET /products', {
      tags: ['Catalog'],
      summary: 'Products on sale, a page at a time',
      request: { query: ProductQuery },
      failures: {
        400: 'A bad parameter',
      },
    }),
    async (c) => {
      const query = c.req.valid('query')
      const { items, total } = await listProducts(c.get('ctx'), query)
      return ok(c, { products: items.map(toWire), pagination: page(query, total) })
    },
  )
  .openapi(
    route('GET /products/category/{categoryId}', {
      tags: ['Catalog'],
      summary: 'All products of a category, by its id or slug',
      request: { params: z.object({ categoryId: z.string().max(200) }) },
      failures: { 404: 'No such category' },
    }),
    async (c) => {
      const { categoryId } = c.req.valid('param')
      await requireCategory(c.get('ctx'), categoryId)
      const { items } = await listProducts(c.get('ctx'), {
        category: categoryId,
        limit: 1000,
        page: 1,
        sort: 'newest',
      })
      return ok(c, { products: items.map(toWire) })
    },
  )
  .openapi(
    route('GET /products/{id}', {
      tags: ['Catalog'],
      summary: 'One product, by id or slug',
      request: { params: IdOrSlug },
      failures: missing,
    }),
    async (c) => {
      const product = await getProduct(c.get('ctx'), c.req.valid('param').id)
      return ok(c, toWire(product))
    },
  )
  .openapi(
    route('GET /products/{id}/related-colors', {
      tags: ['Catalog'],
      summary: 'The other colors of a product',
      request: { params: IdOrSlug },
      failures: missing,
    }),
    async (c) => {
      const product = await getProduct(c.get('ctx'), c.req.valid('param').id)
      const siblings = (await findColorSiblings(c.get('ctx'), [product.id])).get(product.id) ?? []
      const related = siblings
        .filter((sibling) => sibling.id !== product.id)
        .map(({ id, slug, name, image }) => ({ id, slug, name, mainImage: image ? pictureUrl(image) : null }))
      return ok(c, { hasGroup: siblings.length > 1, relatedProducts: related })
    },
  )
