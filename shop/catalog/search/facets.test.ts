import { eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { aCategory, aProduct, manyProducts } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { variants } from '../schema.ts'
import { listCards } from './cards.ts'
import { gatherFound, mostCounted, readFacets } from './facets.ts'
import { type Filter, noFilter } from './filters.ts'
import { search } from './search.ts'

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
    // Another size would be added to the chosen one; a color narrows the list.
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

  test('counts as many as listCards returns', async ({ ctx }) => {
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

  test('follows changes of sizes and colors, and sales', async ({ ctx }) => {
    const { id: categoryId } = await aCategory(ctx, { name: 'Etek' })
    const { id, variants: made } = await aProduct(ctx, {
      categoryId,
      variants: [
        { color: 'Bej', size: '36' },
        { color: 'Bej', size: '38' },
      ],
    })
    const [first36, first38] = made.map((variant) => variant.id)
    const finds = async (filter: Partial<Filter>) =>
      (await listCards(ctx, { category: 'etek', filter: { ...noFilter, ...filter }, ...first })).length
    const change = async (variant: string | undefined, values: Partial<typeof variants.$inferInsert>) => {
      await ctx.db
        .update(variants)
        .set(values)
        .where(eq(variants.id, variant ?? ''))
      // Where searches of several words find them.
      const known = sql`select w.choices, p.choices as own from product_words w join products p on p.id = w.product_id`
      for (const { choices, own } of (await ctx.db.execute(known)).rows) expect(choices).toEqual(own)
    }

    expect(await finds({ sizes: ['38'], colors: ['bej'] })).toBe(1)
    await change(first38, { size: '40' })
    expect([await finds({ sizes: ['38'] }), await finds({ sizes: ['40'] })]).toEqual([0, 1])
    await change(first36, { color: 'Aurora', colorHex: '#3355cc' })
    expect([await finds({ sizes: ['36'], colors: ['bej'] }), await finds({ colors: ['mavi'] })]).toEqual([0, 1])
    await change(first36, { colorHex: '#2a2829' })
    expect([await finds({ colors: ['mavi'] }), await finds({ colors: ['siyah'] })]).toEqual([0, 1])
    await change(first36, { stock: 0 })
    expect([await finds({ sizes: ['36'] }), await finds({ colors: ['siyah'] })]).toEqual([0, 1])
    await change(first36, { retiredAt: ctx.clock() })
    expect(await finds({ colors: ['siyah'] })).toBe(0)
    await ctx.db.delete(variants).where(eq(variants.productId, id))
    expect([await finds({ sizes: ['40'] }), await finds({})]).toEqual([0, 1])
  })

  test('sorts a color into its family by its name, or by its tone where the name is unknown', async ({ ctx }) => {
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
  test('options come without numbers; a filter that leaves few products gives exact ones', async ({ ctx }) => {
    const { id: categoryId } = await aCategory(ctx, { name: 'Elbise' })
    const rare = await aProduct(ctx, { categoryId, variants: [{ color: 'Mor', size: 'XXL' }] })
    await addMany(ctx, categoryId)
    const tags = new Set<string>()

    const whole = await readFacets({ ...ctx, tags }, { category: 'elbise' }, noFilter)
    expect(whole).toMatchObject({ all: mostCounted, total: mostCounted, inStock: null })
    expect(whole.sizes).toContainEqual({ size: 'M', count: null })
    expect(tags, 'any product of the category changes the list').toContain(categoryId)

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

    // Her own size in a color: where it counts, and where it is in stock.
    const other = await aCategory(ctx, { name: 'Etek' })
    await aProduct(ctx, { categoryId, variants: [{ color: 'Mor', size: 'XXL', stock: 0 }] })
    await aProduct(ctx, { categoryId: other.id, variants: [{ color: 'Mor', size: 'XXL' }] })
    const totals = [[categoryId, other.id], [categoryId]].flatMap((categoryIds) =>
      [{}, { category: 'elbise' }].flatMap((scope) =>
        [false, true].map(async (together) => {
          const filter = { ...noFilter, placed: [{ categoryIds, sizes: ['XXL'] }], colors: ['mor'] }
          return (await readFacets(ctx, scope, filter, together)).total
        }),
      ),
    )
    expect(await Promise.all(totals)).toEqual([2, 2, 1, 1, 1, 1, 1, 1])
  })

  test('a filter that leaves many products offers their options, and the alternatives', async ({ ctx }) => {
    const { id: categoryId } = await aCategory(ctx, { name: 'Elbise' })
    await addMany(ctx, categoryId)
    await aProduct(ctx, { categoryId, variants: [{ color: 'Mor', size: 'XXL', stock: 0 }] })
    const filter = { ...noFilter, sizes: ['M'], inStock: true }
    expect(await readFacets(ctx, { category: 'elbise' }, filter)).toMatchObject({
      all: mostCounted,
      total: mostCounted,
      inStock: null,
      sizes: [{ size: 'M', count: null }],
      colors: [{ slug: 'siyah', count: null }],
      prices: [
        { fromKurus: 0, count: null },
        { fromKurus: 50_000, count: null },
      ],
    })
  })

  test.for(['elbise', 'üst giyim elbise'])(
    'a search with as many hits is filtered through all: %s',
    async (q, { ctx }) => {
      const { id: categoryId } = await aCategory(ctx, { name: 'Elbise' })
      const rare = await aProduct(ctx, { categoryId, name: 'Elbise', variants: [{ color: 'Mor', size: 'XXL' }] })
      await addMany(ctx, categoryId)
      const filter = { ...noFilter, colors: ['mor', 'yesil'] }
      const hits = await gatherFound(ctx, await search(ctx, q), filter)
      const facets = await readFacets(ctx, { hits }, filter)
      expect(facets).toMatchObject({ all: mostCounted, total: 1, sizes: [{ size: 'XXL', count: 1 }] })
      expect(facets.colors.map(({ slug, count }) => [slug, count])).toEqual([
        ['siyah', null],
        ['mor', null],
        ['yesil', null],
      ])
      for (const sort of ['recommended', 'newest', 'price-asc'] as const)
        expect(await listCards(ctx, { hits, filter, ...first, sort })).toMatchObject([{ id: rare.id }])
      const black = { ...noFilter, colors: ['siyah'] }
      const many = await gatherFound(ctx, await search(ctx, q), black)
      expect(await readFacets(ctx, { hits: many }, black)).toMatchObject({ total: mostCounted })
      const last = { sort: 'recommended', offset: mostCounted - 4, limit: 4 } as const
      expect(await listCards(ctx, { hits: many, filter: black, ...last })).toHaveLength(4)
    },
  )

  test.for(['elbise', 'üst giyim elbise'])(
    'a search offers what stands beside a chosen option, however far back it is in stock: %s',
    async (q, { ctx }) => {
      const { id: categoryId } = await aCategory(ctx, { name: 'Elbise' })
      await aProduct(ctx, { categoryId, name: 'Tunik', variants: [{ color: 'Mor', size: 'S' }] })
      await addMany(ctx, categoryId)
      // Only their category answers the word, so they come after the dresses.
      const others = sql`select product_id from variants where sku like 'cok-%' order by sku limit 250`
      await ctx.db.execute(sql`update products set name = 'Tunik' where id in (${others})`)
      await ctx.db.execute(
        sql`update variants set color = 'Yeşil', size = 'S', stock = 0 where product_id in (${others})`,
      )
      const filter = { ...noFilter, sizes: ['S'], colors: ['siyah'] }
      const hits = await gatherFound(ctx, await search(ctx, q), filter)
      const { total, colors, sizes } = await readFacets(ctx, { hits }, filter)
      expect({ total, colors: colors.map(({ slug }) => slug), sizes }).toEqual({
        total: 0,
        // The green ones are sold out.
        colors: ['siyah', 'mor'],
        sizes: [
          { size: 'S', count: null },
          { size: 'M', count: null },
        ],
      })
    },
  )
})

/** Adds more products than are counted, newer than the others. */
const addMany = (ctx: Ctx, categoryId: string) =>
  manyProducts(ctx, mostCounted + 300, {
    ...{ name: 'Elbise', categoryId, color: 'Siyah', size: 'M', priceKurus: 50_000, stock: 1 },
  })
