import { listCategories } from '#shop/catalog/categories.ts'
import { listCovers } from '#shop/catalog/covers.ts'
import { ok, resource } from './api.ts'
import { pictureUrl } from './products.ts'
import { route } from './route.ts'

export const categories = resource().openapi(
  route('GET /categories', {
    tags: ['Catalog'],
    summary: 'All categories with their area, how many products they have, and a picture',
  }),
  async (c) => {
    const ctx = c.get('ctx')
    const covers = new Map((await listCovers(ctx)).map(({ slug, picture }) => [slug, pictureUrl(picture)]))
    const data = (await listCategories(ctx)).map((category) => ({
      ...category,
      mainImage: covers.get(category.slug) ?? null,
      createdAt: category.createdAt.toISOString(),
    }))
    return ok(c, data)
  },
)
