import { listCategories } from '#shop/catalog/categories.ts'
import { ok, resource } from './api.ts'
import { route } from './route.ts'

export const categories = resource().openapi(
  route('GET /categories', {
    tags: ['Catalogue'],
    summary: 'All categories with their area and how many products they have',
  }),
  async (c) => {
    const list = await listCategories(c.get('ctx'))
    const data = list.map((category) => ({ ...category, createdAt: category.createdAt.toISOString() }))
    return ok(c, data)
  },
)
