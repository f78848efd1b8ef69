import { describe, expect } from 'vitest'
import { aCategory, aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { listProducts } from './products.ts'

const all = { limit: 50, page: 1 } as const

describe('listProducts', () => {
  test('gives the lowest variant price and sorts by it', async ({ ctx }) => {
    const category = await aCategory(ctx)
    const dear = await aProduct(ctx, {
      categoryId: category.id,
      variants: [{ priceKurus: 90_000 }, { priceKurus: 70_000 }],
    })
    const cheap = await aProduct(ctx, { categoryId: category.id, variants: [{ priceKurus: 50_000 }] })
    const { items, total } = await listProducts(ctx, { ...all, sort: 'price-asc' })
    expect(total).toBe(2)
    expect(items.map((p) => [p.id, p.priceKurus])).toEqual([
      [cheap.id, 50_000],
      [dear.id, 70_000],
    ])
  })

  test('finds Turkish words however they are typed, with a wrong letter or a suffix', async ({ ctx }) => {
    const category = await aCategory(ctx, { name: 'Elbise' })
    const product = await aProduct(ctx, { name: 'Işıltılı Midi', categoryId: category.id })
    await aProduct(ctx, { name: 'Pantolon', categoryId: (await aCategory(ctx, { name: 'Pantolon' })).id })
    for (const q of ['IŞILTILI', 'isiltili', 'ışıltılı elbise', 'elbse', 'elbiseler', 'elbise midi']) {
      const { items } = await listProducts(ctx, { ...all, q })
      expect(
        items.map((p) => p.id),
        q,
      ).toEqual([product.id])
    }
  })

  test('orders sizes as a wardrobe does', async ({ ctx }) => {
    const product = await aProduct(ctx, { variants: ['XL', '38', 'S', '36', 'XXS', 'M'].map((size) => ({ size })) })
    expect(product.variants.map((v) => v.size)).toEqual(['S', 'M', 'XL', '36', '38', 'XXS'])
  })
})
