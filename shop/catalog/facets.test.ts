import { describe, expect } from 'vitest'
import { aCategory, aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { listCards } from './cards.ts'
import { noFilter, readFacets } from './facets.ts'

const first = { sort: 'newest', offset: 0, limit: 50 } as const

describe('readFacets', () => {
  test('counts each choice as if it were made beside the others', async ({ ctx }) => {
    const { id: categoryId } = await aCategory(ctx, { name: 'Elbise' })
    await aProduct(ctx, {
      categoryId,
      variants: [
        { color: 'Zümrüt', size: 'S', priceKurus: 60_000 },
        { color: 'Zümrüt', size: 'M', priceKurus: 60_000 },
      ],
    })
    await aProduct(ctx, {
      categoryId,
      variants: [
        { color: 'Haki', size: 'M', priceKurus: 120_000 },
        { color: 'Haki', size: 'L', priceKurus: 120_000, stock: 0 },
      ],
    })
    await aProduct(ctx, { categoryId, variants: [{ color: 'Siyah', size: 'M', priceKurus: 60_000, stock: 0 }] })
    await aProduct(ctx, { categoryId: (await aCategory(ctx)).id, variants: [{ color: 'Siyah', size: 'M' }] })

    const facets = await readFacets(ctx, { category: 'elbise' }, { ...noFilter, sizes: ['S'] })
    expect(facets).toMatchObject({ all: 3, total: 1, inStock: 1 })
    // Another size would be added to the one chosen; a colour narrows it down.
    expect(facets.sizes).toEqual([
      { size: 'S', count: 1 },
      { size: 'M', count: 2 },
      { size: 'L', count: 0 },
    ])
    expect(facets.colors.map(({ name, count }) => [name, count])).toEqual([
      ['Siyah', 0],
      ['Yeşil', 1],
    ])
    expect(facets.prices).toEqual([
      { fromKurus: 50_000, toKurus: 100_000, count: 1 },
      { fromKurus: 100_000, toKurus: 150_000, count: 0 },
    ])
  })

  test('says as many as listCards gives', async ({ ctx }) => {
    const { id: categoryId } = await aCategory(ctx, { name: 'Etek' })
    for (const [color, size, priceKurus, stock] of [
      ['Bej', '36', 40_000, 1],
      ['Bej', '38', 50_000, 0],
      ['Çizgili', '36', 50_001, 3],
    ] as const)
      await aProduct(ctx, { categoryId, variants: [{ color, size, priceKurus, stock }] })
    for (const filter of [
      noFilter,
      { ...noFilter, inStock: true },
      { ...noFilter, toKurus: 50_000 },
      { ...noFilter, fromKurus: 50_000, sizes: ['36', '38'] },
      { ...noFilter, colors: ['desenli', 'bej'], sizes: ['36'] },
      { ...noFilter, colors: ['mor'] },
    ]) {
      const { total } = await readFacets(ctx, { area: 'alt-giyim' }, filter)
      expect(await listCards(ctx, { area: 'alt-giyim', filter, ...first }), JSON.stringify(filter)).toHaveLength(total)
    }
  })

  test('sorts a colour into its family by its name, and by its tone where the name says nothing', async ({ ctx }) => {
    const { id: categoryId } = await aCategory(ctx, { name: 'Bluz' })
    const colors = [
      ['Adaçayı', undefined],
      ['GECE MAVİSİ', undefined],
      ['Gül Kurusu', undefined],
      ['Kır Çiçeği', undefined],
      ['Nar Çiçeği', undefined],
      ['Aurora', '#3355cc'],
      ['Sis', '#b0b0b4'],
      ['Sürpriz', undefined],
    ] as const
    await aProduct(ctx, { categoryId, variants: colors.map(([color, colorHex]) => ({ color, colorHex })) })
    const facets = await readFacets(ctx, { category: 'bluz' }, noFilter)
    expect(facets.colors.map(({ name }) => name)).toEqual([
      'Gri',
      'Kırmızı',
      'Pembe',
      'Lacivert',
      'Mavi',
      'Yeşil',
      'Desenli',
      'Diğer',
    ])
  })
})
