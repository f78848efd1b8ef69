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

test('the products of a category are found by its id and slug, and no category is no empty one', async ({
  ctx,
  api,
}) => {
  const { id, slug } = await aCategory(ctx)
  const product = await aProduct(ctx, { categoryId: id })
  const { id: empty } = await aCategory(ctx)
  const of = async (category: string) => (await api('GET', `/products/category/${category}`)).body.data?.products
  expect((await of(id)).map((each: { id: string }) => each.id)).toEqual([product.id])
  expect([(await of(slug)).length, (await of(id.toUpperCase())).length, await of(empty)]).toEqual([1, 1, []])
  for (const unknown of ['01900000-0000-7000-8000-000000000000', 'abc', '%F0%9F%98%80']) {
    const { status, body } = await api('GET', `/products/category/${unknown}`)
    expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
  }
})
