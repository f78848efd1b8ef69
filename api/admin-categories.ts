import { createRoute, z } from '@hono/zod-openapi'
import {
  type AdminCategory,
  createCategory,
  deleteCategory,
  listAdminCategories,
  orderCategories,
  updateCategory,
} from '#shop/catalog/categories.ts'
import { CategoryChange, CategoryOrder, NewCategory } from '#shop/catalog/contract.ts'
import type { Ctx } from '#shop/ctx.ts'
import { notFound } from '#shop/errors.ts'
import { answers, bearer, resource } from './api.ts'
import { WireCategory } from './categories.ts'

const WireAdminCategory = WireCategory.extend({
  position: z.number().int(),
  version: z.number().int(),
  productCount: z.number().int().openapi({ description: 'On sale' }),
  draftCount: z.number().int(),
}).openapi('AdminCategory')

function toAdminWire(category: AdminCategory): z.infer<typeof WireAdminCategory> {
  return { ...category, createdAt: category.createdAt.toISOString() }
}

async function wireOf(ctx: Ctx, id: string) {
  const category = (await listAdminCategories(ctx)).find((one) => one.id === id)
  if (!category) throw notFound('Kategori bulunamadı.')
  return toAdminWire(category)
}

const guarded = { 401: 'Not signed in', 403: 'Not an admin' }
const found = { ...guarded, 404: 'No such category' }
const Id = z.object({ id: z.string().max(64) })
const json = <T extends z.ZodType>(schema: T) => ({
  body: { required: true, content: { 'application/json': { schema } } },
})

export const adminCategories = resource()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/categories',
      tags: ['Admin'],
      summary: 'All categories in their order, with how many products and drafts they have',
      security: bearer,
      responses: answers(z.array(WireAdminCategory), guarded),
    }),
    async (c) => {
      const list = await listAdminCategories(c.get('ctx'))
      return c.json({ success: true as const, data: list.map(toAdminWire) }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/categories',
      tags: ['Admin'],
      summary: 'Adds a category; its address and area are made from the name when left out',
      security: bearer,
      request: json(NewCategory),
      responses: answers(WireAdminCategory, { 400: 'Invalid fields', ...guarded, 409: 'Address taken' }, 201),
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id } = await createCategory(ctx, c.req.valid('json'))
      return c.json({ success: true as const, data: await wireOf(ctx, id), message: 'Kategori eklendi.' }, 201)
    },
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/categories/{id}',
      tags: ['Admin'],
      summary: 'Changes a category; its old address leads to the new one',
      security: bearer,
      request: { params: Id, ...json(CategoryChange) },
      responses: answers(WireAdminCategory, {
        400: 'Invalid fields',
        ...found,
        409: 'Address taken, or EDIT_CONFLICT when `version` is an old one',
      }),
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id } = await updateCategory(ctx, c.req.valid('param').id, c.req.valid('json'))
      return c.json({ success: true as const, data: await wireOf(ctx, id), message: 'Kategori kaydedildi.' }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/admin/categories/{id}',
      tags: ['Admin'],
      summary: 'Deletes an empty category',
      security: bearer,
      request: { params: Id },
      responses: {
        ...answers(z.null(), { ...found, 409: 'CATEGORY_NOT_EMPTY: how many products are in it' }),
        204: { description: 'Deleted' },
      },
    }),
    async (c) => {
      await deleteCategory(c.get('ctx'), c.req.valid('param').id)
      return c.body(null, 204)
    },
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/category-order',
      tags: ['Admin'],
      summary: 'Puts the categories into this order',
      security: bearer,
      request: json(CategoryOrder),
      responses: answers(z.array(WireAdminCategory), { 400: 'Invalid fields', ...guarded }),
    }),
    async (c) => {
      const ctx = c.get('ctx')
      await orderCategories(ctx, c.req.valid('json').ids)
      const list = await listAdminCategories(ctx)
      return c.json({ success: true as const, data: list.map(toAdminWire), message: 'Sıra kaydedildi.' }, 200)
    },
  )
