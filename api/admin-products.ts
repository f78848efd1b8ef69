import { createRoute, z } from '@hono/zod-openapi'
import { type AdminProduct, getAdminProduct, listAdminProducts } from '#shop/catalog/admin-products.ts'
import { AdminProductQuery, lowStock, NewColor, PriceCheckQuery, ProductForm } from '#shop/catalog/contract.ts'
import { checkPrice } from '#shop/catalog/price-check.ts'
import { copyInColor } from '#shop/catalog/product-copies.ts'
import { addProduct, changeProduct, deleteProduct } from '#shop/catalog/product-edits.ts'
import { toTl } from '#shop/money.ts'
import { AdminImage, binary, filesOf, storeUpload, toWireImage } from './admin-images.ts'
import { answers, bearer, resource, success } from './api.ts'
import { pictureUrl, toWire, WireProduct } from './products.ts'

const WireAdminProduct = WireProduct.extend({
  images: z.array(z.string()).openapi({ description: 'All pictures, the main one first; as `imageIds`' }),
  imageIds: z.array(z.string()),
  pictures: z.array(AdminImage).openapi({ description: 'The same pictures with their sizes' }),
  variants: z.array(WireProduct.shape.variants.element.extend({ colorHex: z.string().nullable() })),
  originalPrice: z.number().nullable().openapi({ description: 'What the owner entered' }),
  struckPrice: z.number().nullable().openapi({ description: 'What may be struck through by law' }),
  published: z.boolean().openapi({ description: 'False: a draft' }),
  withdrawalExemption: z.string().nullable(),
  version: z.number().int(),
  totalStock: z.number().int(),
  groupId: z.uuid().nullable(),
  updatedAt: z.iso.datetime(),
}).openapi('AdminProduct')

function toAdminWire(product: AdminProduct): z.infer<typeof WireAdminProduct> {
  const hex = new Map(product.variants.map(({ id, colorHex }) => [id, colorHex]))
  const wire = toWire(product)
  return {
    ...wire,
    images: product.images.map(pictureUrl),
    imageIds: product.images.map(({ id }) => id),
    pictures: product.images.map(toWireImage),
    variants: wire.variants.map((variant) => ({ ...variant, colorHex: hex.get(variant.id) ?? null })),
    struckPrice: product.struckPriceKurus === null ? null : toTl(product.struckPriceKurus),
    published: product.published,
    withdrawalExemption: product.withdrawalExemption,
    version: product.version,
    totalStock: product.variants.reduce((sum, { stock }) => sum + stock, 0),
    groupId: product.groupId,
    updatedAt: product.updatedAt.toISOString(),
  }
}

const guarded = { 401: 'Not signed in', 403: 'Not an admin' }
const found = { ...guarded, 404: 'No such product' }
const Id = z.object({ id: z.string().max(64) })

const List = success(z.array(WireAdminProduct)).extend({
  pagination: z.object({ page: z.number().int(), totalPages: z.number().int(), total: z.number().int() }),
})

const text = { type: 'string' as const }
const Multipart = ProductForm.extend({
  originalPrice: ProductForm.shape.originalPrice.clone().openapi({ ...text, description: 'TL; empty clears it' }),
  published: ProductForm.shape.published.clone().openapi({ ...text, enum: ['true', 'false'] }),
  existingImages: ProductForm.shape.existingImages.clone().openapi({
    ...text,
    description: 'JSON list of ids or addresses of stored pictures: keeps and orders them, the main one first',
  }),
  variants: ProductForm.shape.variants.clone().openapi({
    ...text,
    description:
      'JSON list of {id?, sku, color, colorHex?, size, price, stockQuantity, stockSeen?}. Left-out variants go off sale. With stockSeen only the difference to it is applied',
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

/** The fields of the form, its new files stored. */
async function readForm(ctx: Parameters<typeof storeUpload>[0], form: z.infer<typeof Multipart>) {
  const { mainImage, images, ...fields } = form
  const [main] = filesOf(mainImage)
  const newMain = main && (await storeUpload(ctx, main, 'mainImage'))
  const newImages: string[] = []
  for (const [index, file] of filesOf(images).entries())
    newImages.push((await storeUpload(ctx, file, `images.${index}`)).id)
  return { ...fields, newMain: newMain?.id, newImages }
}

export const adminProducts = resource()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/products',
      tags: ['Admin'],
      summary: 'All products, drafts too, a page at a time',
      description: `\`stock\`: \`out\` is nothing left, \`low\` a variant with one to ${lowStock} left, \`in\` something left.`,
      security: bearer,
      request: { query: AdminProductQuery },
      responses: {
        ...answers(z.array(WireAdminProduct), { 400: 'A bad parameter', ...guarded }),
        200: { description: 'Success', content: { 'application/json': { schema: List } } },
      },
    }),
    async (c) => {
      const query = c.req.valid('query')
      const { items, total } = await listAdminProducts(c.get('ctx'), query)
      const pagination = { page: query.page, totalPages: Math.ceil(total / query.limit), total }
      return c.json({ success: true as const, data: items.map(toAdminWire), pagination }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/products/price-check',
      tags: ['Admin'],
      summary: 'What shoppers would see of the prices of a new product',
      security: bearer,
      request: { query: PriceCheckQuery },
      responses: answers(z.object({ struckPrice: z.number().nullable(), message: z.string() }), guarded),
    }),
    async (c) => {
      const { struckKurus, message } = await checkPrice(c.get('ctx'), undefined, c.req.valid('query'))
      return c.json({ success: true as const, data: { struckPrice: struckKurus && toTl(struckKurus), message } }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/products/{id}',
      tags: ['Admin'],
      summary: 'One product, a draft too',
      security: bearer,
      request: { params: Id },
      responses: answers(WireAdminProduct, found),
    }),
    async (c) => {
      const product = await getAdminProduct(c.get('ctx'), c.req.valid('param').id)
      return c.json({ success: true as const, data: toAdminWire(product) }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/products',
      tags: ['Admin'],
      summary: 'Adds a product, on sale at once unless `published` is false',
      description:
        'A draft needs a name and a category; a product on sale also a description, a main picture and a variant.',
      security: bearer,
      request: { body },
      responses: answers(
        WireAdminProduct,
        { 400: 'Invalid fields; of variants by row', ...guarded, 409: 'Address or SKU taken', 413: 'Too large' },
        201,
      ),
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const product = await addProduct(ctx, await readForm(ctx, c.req.valid('form')))
      return c.json({ success: true as const, data: toAdminWire(product), message: 'Ürün eklendi.' }, 201)
    },
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/products/{id}',
      tags: ['Admin'],
      summary: 'Changes what is given, all or nothing',
      security: bearer,
      request: { params: Id, body },
      responses: answers(WireAdminProduct, {
        400: 'Invalid fields; of variants by row',
        ...found,
        409: 'Address or SKU taken, stock sold meanwhile, or EDIT_CONFLICT when `version` is an old one',
        413: 'Too large',
      }),
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const product = await changeProduct(ctx, c.req.valid('param').id, await readForm(ctx, c.req.valid('form')))
      return c.json({ success: true as const, data: toAdminWire(product), message: 'Ürün kaydedildi.' }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/admin/products/{id}',
      tags: ['Admin'],
      summary: 'Takes a product out of the shop',
      description: 'Its orders go on showing it; its address and SKUs are free for others.',
      security: bearer,
      request: { params: Id },
      responses: answers(z.null(), found),
    }),
    async (c) => {
      await deleteProduct(c.get('ctx'), c.req.valid('param').id)
      return c.json({ success: true as const, data: null, message: 'Ürün silindi.' }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/products/{id}/copies',
      tags: ['Admin'],
      summary: 'The same design in another colour, as a draft in the same group',
      security: bearer,
      request: {
        params: Id,
        body: { required: true, content: { 'application/json': { schema: NewColor } } },
      },
      responses: answers(WireAdminProduct, { 400: 'Invalid fields', ...found }, 201),
    }),
    async (c) => {
      const product = await copyInColor(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))
      const message = 'Yeni renk taslak olarak eklendi.'
      return c.json({ success: true as const, data: toAdminWire(product), message }, 201)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/products/{id}/price-check',
      tags: ['Admin'],
      summary: 'What shoppers would see if the product had these prices now',
      security: bearer,
      request: { params: Id, query: PriceCheckQuery },
      responses: answers(z.object({ struckPrice: z.number().nullable(), message: z.string() }), found),
    }),
    async (c) => {
      const { struckKurus, message } = await checkPrice(c.get('ctx'), c.req.valid('param').id, c.req.valid('query'))
      return c.json({ success: true as const, data: { struckPrice: struckKurus && toTl(struckKurus), message } }, 200)
    },
  )
