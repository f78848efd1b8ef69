import { expect } from 'vitest'
import { aCategory, aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'

test('a list without a limit holds everything, with one a page of it', async ({ ctx, api }) => {
  const { id: categoryId } = await aCategory(ctx)
  for (let n = 0; n < 51; n++) await aProduct(ctx, { categoryId })
  const all = (await api('GET', '/products')).body.data
  expect([all.products.length, all.pagination]).toEqual([51, { page: 1, totalPages: 1, total: 51 }])
  const some = (await api('GET', '/products?limit=50&page=2')).body.data
  expect([some.products.length, some.pagination]).toEqual([1, { page: 2, totalPages: 2, total: 51 }])
})

test('a category has the main picture of its newest product that can be bought', async ({ ctx, api }) => {
  const { id: categoryId } = await aCategory(ctx)
  await aCategory(ctx)
  const { images } = await aProduct(ctx, { categoryId })
  await aProduct(ctx, { categoryId, variants: [{ stock: 0 }] })
  const pictures = (await api('GET', '/categories')).body.data.map(
    (category: { mainImage: string }) => category.mainImage,
  )
  expect(pictures).toEqual([`/media/${images[0]?.id}-960.webp`, null])
})
