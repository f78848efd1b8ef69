import { z } from '@hono/zod-openapi'
import { AdminProductQuery, NewColor, PriceCheckQuery, ProductForm } from '#shop/catalog/contract.ts'
import { type AdminProduct, getAdminProduct, listAdminProducts } from '#shop/catalog/edits/admin-products.ts'
import { checkPrice } from '#shop/catalog/edits/price-check.ts'
import { copyInColor } from '#shop/catalog/edits/product-copies.ts'
import { addProduct, changeProduct, deleteProduct } from '#shop/catalog/edits/product-edits.ts'
import { toTl } from '#shop/money.ts'
import { binary, created, filesOf, Id, json, ok, okPage, openFile, page, resource, staffFailures } from '../../api.ts'
import { needs } from '../../authenticate.ts'
import { formIncomplete } from '../../failures.ts'
import { toWire } from '../../products.ts'
import { route } from '../../route.ts'
import type { WireAdminProduct } from '../../wire/admin/catalog.ts'
import { storeUpload, toWireImage } from './images.ts'
import { toWireLine } from './product-line.ts'

export function toAdminWire(product: AdminProduct): WireAdminProduct {
  const hex = new Map(product.variants.map(({ id, colorHex }) => [id, colorHex]))
  const wire = toWire(product)
  return {
    ...wire,
    imageIds: product.images.map(({ id }) => id),
    pictures: product.images.map(toWireImage),
    variants: wire.variants.map((variant) => ({ ...variant, colorHex: hex.get(variant.id) ?? null })),
    struckPrice: product.struckPriceKurus === null ? null : toTl(product.struckPriceKurus),
    cost: product.costKurus === null ? null : toTl(product.costKurus),
    tags: product.tags,
    published: product.published,
    version: product.version,
    totalStock: product.variants.reduce((sum, { stock }) => sum + stock, 0),
    groupId: product.groupId,
    outfit: product.outfit.map(({ id }) => id),
    outfitPieces: product.outfit.map(toWireLine),
    lowStock: product.lowStock,
    lowLimit: product.lowLimit,
    waiting: product.waiting,
    updatedAt: product.updatedAt.toISOString(),
  }
}

const found = { ...staffFailures, 404: 'No such product' }
const text = { type: 'string' as const }
const Multipart = ProductForm.extend({
  originalPrice: ProductForm.shape.originalPrice.clone().openapi({ ...text, description: 'TL; empty clears it' }),
  cost: ProductForm.shape.cost.clone().openapi({ ...text, description: 'TL; empty clears it' }),
  published: ProductForm.shape.published.clone().openapi({ ...text, enum: ['true', 'false'] }),
  mainImageId: ProductForm.shape.mainImageId.clone().openapi({
    ...text,
    description:
      'Id or address of a stored picture that becomes the main one; empty: none. Left out, the main one stays',
  }),
  existingImages: ProductForm.shape.existingImages.clone().openapi({
    ...text,
    description: 'JSON list of ids or addresses: the stored extra pictures that stay, in their order',
  }),
  outfit: ProductForm.shape.outfit.clone().openapi({
    ...text,
    description:
      'JSON list of ids of products to wear with it, two to four in their order; empty: the shop looks for some',
  }),
  variants: ProductForm.shape.variants.clone().openapi({
    ...text,
    description:
      'JSON list of {id?, sku, color, colorHex?, size, price, stockQuantity, stockSeen?, images?}. Where none has an id of ours, each is known by its SKU; left-out variants go off sale. With stockSeen only the difference to it is applied; images are ids or addresses of those of the product’s pictures that show its color',
  }),
  version: ProductForm.shape.version
    .clone()
    .openapi({ ...text, description: 'The version that was edited; another is refused' }),
  mainImage: z
    .unknown()
    .optional()
    .openapi({ ...binary, description: 'Takes the place of the main picture' }),
  images: z.unknown().optional().openapi({ type: 'array', items: binary }),
})
const body = { required: true, content: { 'multipart/form-data': { schema: Multipart } } }

/** The fields of the form, its new files stored. One that says nothing of a product lost its fields on the way. */
async function readForm(ctx: Parameters<typeof storeUpload>[0], form: z.infer<typeof Multipart>) {
  if (Object.values(form).every((value) => value === undefined)) throw formIncomplete()
  const { mainImage, images, ...fields } = form
  const [main] = filesOf(mainImage)
  const newMain = main && (await storeUpload(ctx, await openFile(main), 'mainImage'))
  const newImages: string[] = []
  for (const [index, file] of filesOf(images).entries())
    newImages.push((await storeUpload(ctx, await openFile(file), `images.${index}`)).id)
  return { ...fields, newMain: newMain?.id, newImages }
}

export const adminProducts = resource()
  .openapi(
    route('GET /admin/products', {
      ...needs('catalog'),
      summary: 'All products, drafts too, a page at a time',
      description:
        '`stock`: `out` is nothing left, `low` a variant with something left, but no more than the limit of its product or of the shop, `in` something left. `only`: without a picture, with a struck price, or with shoppers who wait.',
      request: { query: AdminProductQuery },
      failures: { 400: 'A bad parameter', ...staffFailures },
    }),
    async (c) => {
      const query = c.req.valid('query')
      const { items, total } = await listAdminProducts(c.get('ctx'), query)
      return okPage(c, items.map(toAdminWire), page(query, total))
    },
  )
  .openapi(
    route('GET /admin/products/price-check', {
      ...needs('catalog'),
      summary: 'What shoppers would see of the prices of a new product',
      request: { query: PriceCheckQuery },
      failures: staffFailures,
    }),
    async (c) => {
      const { struckKurus, message } = await checkPrice(c.get('ctx'), undefined, c.req.valid('query'))
      return ok(c, { struckPrice: struckKurus && toTl(struckKurus), message })
    },
  )
  .openapi(
    route('GET /admin/products/{id}', {
      ...needs('catalog'),
      summary: 'One product, a draft too',
      request: { params: Id },
      failures: found,
    }),
    async (c) => {
      const product = await getAdminProduct(c.get('ctx'), c.req.valid('param').id)
      return ok(c, toAdminWire(product))
    },
  )
  .openapi(
    route('POST /admin/products', {
      ...needs('catalog'),
      summary: 'Adds a product, on sale at once unless `published` is false',
      description:
        'A draft needs a name and a category; a product on sale also a description, a main picture and a variant.',
      request: { body },
      created: true,
      failures: {
        400: 'Invalid fields; of variants by row',
        ...staffFailures,
        409: 'Address or SKU taken',
        413: 'Too large',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const product = await addProduct(ctx, await readForm(ctx, c.req.valid('form')))
      return created(c, toAdminWire(product), 'Ürün eklendi.')
    },
  )
  .openapi(
    route('PUT /admin/products/{id}', {
      ...needs('catalog'),
      summary: 'Changes what is given, all or nothing',
      request: { params: Id, body },
      failures: {
        400: 'Invalid fields; of variants by row',
        ...found,
        409: 'Address or SKU taken, stock sold meanwhile, or EDIT_CONFLICT when `version` is an old one',
        413: 'Too large',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const product = await changeProduct(ctx, c.req.valid('param').id, await readForm(ctx, c.req.valid('form')))
      return ok(c, toAdminWire(product), 'Ürün kaydedildi.')
    },
  )
  .openapi(
    route('DELETE /admin/products/{id}', {
      ...needs('catalog'),
      summary: 'Takes a product out of the shop',
      description: 'Its orders go on showing it; its address and SKUs are free for others.',
      request: { params: Id },
      failures: found,
    }),
    async (c) => {
      await deleteProduct(c.get('ctx'), c.req.valid('param').id)
      return ok(c, null, 'Ürün silindi.')
    },
  )
  .openapi(
    route('POST /admin/products/{id}/copies', {
      ...needs('catalog'),
      summary: 'The same design in another color, as a draft in the same group',
      request: {
        params: Id,
        ...json(NewColor),
      },
      created: true,
      failures: { 400: 'Invalid fields', ...found },
    }),
    async (c) => {
      const product = await copyInColor(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))
      const message = 'Yeni renk taslak olarak eklendi.'
      return created(c, toAdminWire(product), message)
    },
  )
  .openapi(
    route('GET /admin/products/{id}/price-check', {
      ...needs('catalog'),
      summary: 'What shoppers would see if the product had these prices now',
      request: { params: Id, query: PriceCheckQuery },
      failures: found,
    }),
    async (c) => {
      const { struckKurus, message } = await checkPrice(c.get('ctx'), c.req.valid('param').id, c.req.valid('query'))
      return ok(c, { struckPrice: struckKurus && toTl(struckKurus), message })
    },
  )
