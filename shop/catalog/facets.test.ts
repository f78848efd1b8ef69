import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { aCategory, aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { listCards } from './cards.ts'
import { mostCounted, noFilter, readFacets } from './facets.ts'

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

describe('in a list too long to be counted', () => {
  test('choices are offered without numbers, a filter that leaves few gives exact ones', async ({ ctx }) => {
    const { id: categoryId } = await aCategory(ctx, { name: 'Elbise' })
    const rare = await aProduct(ctx, { categoryId, variants: [{ color: 'Mor', size: 'XXL' }] })
    await addMany(ctx, categoryId)
    const seen = new Set<string>()

    const whole = await readFacets({ ...ctx, seen }, { category: 'elbise' }, noFilter)
    expect(whole).toMatchObject({ all: mostCounted, total: mostCounted, inStock: null })
    expect(whole.sizes).toContainEqual({ size: 'M', count: null })
    expect(seen, 'any product of the category changes the list').toContain(categoryId)

    const few = await readFacets(ctx, { category: 'elbise' }, { ...noFilter, colors: ['mor'] })
    expect(few).toMatchObject({ all: mostCounted, total: 1, inStock: 1, sizes: [{ size: 'XXL', count: 1 }] })
    expect(few.colors.map(({ slug, count }) => [slug, count])).toEqual(
      expect.arrayContaining([
        ['siyah', null],
        ['mor', null],
      ]),
    )
    expect(
      await listCards(ctx, { category: 'elbise', filter: { ...noFilter, colors: ['mor'] }, ...first }),
    ).toMatchObject([{ id: rare.id }])
  })
})

/** More products than are counted, newer than those there are. */
async function addMany(ctx: Ctx, categoryId: string) {
  await ctx.db.execute(sql`
    with added as (
      insert into products (id, slug, name, description, category_id, published_at, created_at, updated_at)
      select gen_random_uuid(), 'cok-' || n, 'Elbise', '', ${categoryId}, now(), now() + interval '1 year', now()
      from generate_series(1, ${mostCounted + 200}::int) n returning id
    )
    insert into variants (id, product_id, sku, color, size, price_kurus, stock, created_at)
    select gen_random_uuid(), id, 'COK-' || id, 'Siyah', 'M', 50000, 1, now() from added`)
}
