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
import { created, Id, json, ok, resource, staffFailures } from '../../api.ts'
import { needs } from '../../authenticate.ts'
import { route } from '../../route.ts'
import type { WireAdminCategory } from '../../wire/admin/catalog.ts'

function toAdminWire(category: AdminCategory): WireAdminCategory {
  return { ...category, createdAt: category.createdAt.toISOString() }
}

async function wireOf(ctx: Ctx, id: string) {
  const category = (await listAdminCategories(ctx)).find((one) => one.id === id)
  if (!category) throw notFound('Kategori bulunamadı.')
  return toAdminWire(category)
}

const found = { ...staffFailures, 404: 'No such category' }
export const adminCategories = resource()
  .openapi(
    route('GET /admin/categories', {
      ...needs('catalog'),
      summary: 'All categories in their order, with how many products and drafts they have',
      failures: staffFailures,
    }),
    async (c) => {
      const list = await listAdminCategories(c.get('ctx'))
      return ok(c, list.map(toAdminWire))
    },
  )
  .openapi(
    route('POST /admin/categories', {
      ...needs('catalog'),
      summary: 'Adds a category; its address and area are made from the name when left out',
      request: json(NewCategory),
      created: true,
      failures: { 400: 'Invalid fields', ...staffFailures, 409: 'Address taken' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id } = await createCategory(ctx, c.req.valid('json'))
      return created(c, await wireOf(ctx, id), 'Kategori eklendi.')
    },
  )
  .openapi(
    route('PUT /admin/categories/{id}', {
      ...needs('catalog'),
      summary: 'Changes a category; its old address leads to the new one',
      request: { params: Id, ...json(CategoryChange) },
      failures: {
        400: 'Invalid fields',
        ...found,
        409: 'Address taken, or EDIT_CONFLICT when `version` is an old one',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id } = await updateCategory(ctx, c.req.valid('param').id, c.req.valid('json'))
      return ok(c, await wireOf(ctx, id), 'Kategori kaydedildi.')
    },
  )
  .openapi(
    route('DELETE /admin/categories/{id}', {
      ...needs('catalog'),
      summary: 'Deletes an empty category',
      request: { params: Id },
      failures: { ...found, 409: 'CATEGORY_NOT_EMPTY: how many products are in it' },
      responses: { 204: { description: 'Deleted' } },
    }),
    async (c) => {
      await deleteCategory(c.get('ctx'), c.req.valid('param').id)
      return c.body(null, 204)
    },
  )
  .openapi(
    route('PUT /admin/category-order', {
      ...needs('catalog'),
      summary: 'Puts the categories into this order',
      request: json(CategoryOrder),
      failures: { 400: 'Invalid fields', ...staffFailures },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      await orderCategories(ctx, c.req.valid('json').ids)
      const list = await listAdminCategories(ctx)
      return ok(c, list.map(toAdminWire), 'Sıra kaydedildi.')
    },
  )
