import { createRoute, z } from '@hono/zod-openapi'
import { listCategories } from '#shop/catalog/categories.ts'
import { Area } from '#shop/catalog/contract.ts'
import { answers, resource } from './api.ts'

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

export const categories = resource().openapi(
  createRoute({
    method: 'get',
    path: '/categories',
    tags: ['Catalogue'],
    summary: 'All categories with their area and how many products they have',
    responses: answers(z.array(WireCategory), {}),
  }),
  async (c) => {
    const list = await listCategories(c.get('ctx'))
    const data = list.map((category) => ({ ...category, createdAt: category.createdAt.toISOString() }))
    return c.json({ success: true as const, data }, 200)
  },
)
