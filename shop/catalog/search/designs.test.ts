import { describe, expect } from 'vitest'
import { aCategory, aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import type { Ctx } from '../../ctx.ts'
import type { Sort } from '../contract.ts'
import { createProductGroup } from '../groups.ts'
import { listCards } from './cards.ts'
import { gatherFound, readFacets } from './facets.ts'
import { type Filter, noFilter, type Scope } from './filters.ts'
import { search } from './search.ts'

type Piece = { color: string; stock?: number; priceKurus?: number; size?: string }

/** A waistcoat in three colors, a skirt in two and a bag in one, as they were put up. */
async function aShop(ctx: Ctx, given: Record<string, Partial<Piece>> = {}) {
  const { id: vests } = await aCategory(ctx, { name: 'Yelek' })
  const { id: skirts } = await aCategory(ctx, { name: 'Etek' })
  const design = async (name: string, categoryId: string, pieces: Piece[]) => {
    const ids: string[] = []
    for (const piece of pieces) {
      const full = `${name} ${piece.color}`
      ids.push((await aProduct(ctx, { name: full, categoryId, variants: [{ ...piece, ...given[full] }] })).id)
    }
    if (ids.length > 1) await createProductGroup(ctx, { name, productIds: ids })
    return ids
  }
  await design('Yelek', vests, [
    { color: 'Siyah', priceKurus: 90_000 },
    { color: 'Bordo', priceKurus: 80_000 },
    { color: 'Mavi', priceKurus: 70_000, size: 'M' },
  ])
  await design('Etek', skirts, [
    { color: 'Mavi', priceKurus: 60_000 },
    { color: 'Siyah', priceKurus: 95_000, size: 'M' },
  ])
  await design('Triko', vests, [{ color: 'Siyah', priceKurus: 100_000 }])
}

type Asked = Scope & { filter?: Partial<Filter>; sort?: Sort }

/** The names of a list, which is read in stretches of one and counted. */
async function list(ctx: Ctx, { filter: chosen, sort = 'price-asc', ...scope }: Asked) {
  const filter = { ...noFilter, ...chosen }
  const query = scope.hits ? { hits: await gatherFound(ctx, scope.hits, filter, true) } : scope
  const { total, all } = await readFacets(ctx, query, filter, true)
  const names: string[] = []
  for (let offset = 0; offset < 6; offset++) {
    const cards = await listCards(ctx, { ...query, filter, sort, together: true, offset, limit: 1 })
    names.push(...cards.map(({ name }) => name))
  }
  expect(names).toHaveLength(total)
  return { names, all }
}

describe('one card a design', () => {
  test('is the first of its colors, in each order and place', async ({ ctx }) => {
    await aShop(ctx)
    expect(await list(ctx, {})).toEqual({ names: ['Etek Mavi', 'Yelek Siyah', 'Triko Siyah'], all: 3 })
    expect((await list(ctx, { sort: 'price-desc' })).names).toEqual(['Triko Siyah', 'Yelek Siyah', 'Etek Mavi'])
    expect((await list(ctx, { category: 'yelek' })).names).toEqual(['Yelek Siyah', 'Triko Siyah'])
    expect((await list(ctx, { area: 'alt-giyim' })).names).toEqual(['Etek Mavi'])
  })

  test('is the first that passes the filter', async ({ ctx }) => {
    await aShop(ctx)
    const found = async (filter: Partial<Filter>) => (await list(ctx, { filter })).names
    expect(await found({ colors: ['mavi'] })).toEqual(['Etek Mavi', 'Yelek Mavi'])
    expect(await found({ sizes: ['M'] })).toEqual(['Yelek Mavi', 'Etek Siyah'])
    expect(await found({ toKurus: 85_000 })).toEqual(['Etek Mavi', 'Yelek Bordo'])
  })

  test('is one that can be bought while there is any, and else the first', async ({ ctx }) => {
    await aShop(ctx, { 'Yelek Siyah': { stock: 0 }, 'Etek Mavi': { stock: 0 }, 'Etek Siyah': { stock: 0 } })
    expect((await list(ctx, {})).names).toEqual(['Etek Mavi', 'Yelek Bordo', 'Triko Siyah'])
    expect((await list(ctx, { filter: { inStock: true } })).names).toEqual(['Yelek Bordo', 'Triko Siyah'])
  })

  test('is one of those on sale and in the place, whatever else is in the group', async ({ ctx }) => {
    await aShop(ctx)
    const { id: bags } = await aCategory(ctx, { name: 'Çanta' })
    await ctx.db.execute(`update products set published_at = null where name = 'Yelek Siyah'`)
    await ctx.db.execute(`update products set category_id = '${bags}' where name = 'Etek Mavi'`)
    expect((await list(ctx, {})).names).toEqual(['Etek Mavi', 'Yelek Bordo', 'Triko Siyah'])
    expect((await list(ctx, { category: 'etek' })).names).toEqual(['Etek Siyah'])
  })

  test('of a search is the best hit', async ({ ctx }) => {
    await aShop(ctx, { 'Yelek Bordo': { stock: 0 } })
    const found = async (q: string, filter: Partial<Filter> = {}) =>
      (await list(ctx, { hits: await search(ctx, q), filter, sort: 'price-asc' })).names
    // The category's name is searched too.
    expect(await found('yelek')).toEqual(['Yelek Siyah', 'Triko Siyah'])
    expect(await found('mavi yelek')).toEqual(['Yelek Mavi'])
    expect(await found('siyah')).toEqual(['Yelek Siyah', 'Etek Siyah', 'Triko Siyah'])
    expect(await found('yelek', { colors: ['mavi', 'bordo'] })).toEqual(['Yelek Mavi'])
    const best = await list(ctx, { hits: await search(ctx, 'siyah'), sort: 'recommended' })
    expect(best.names.toSorted()).toEqual(['Etek Siyah', 'Triko Siyah', 'Yelek Siyah'])
  })

  test('is what the filters count', async ({ ctx }) => {
    await aShop(ctx)
    const { colors, sizes, prices, inStock } = await readFacets(ctx, {}, noFilter, true)
    expect(colors.map(({ slug, count }) => [slug, count])).toEqual([
      ['siyah', 3],
      ['bordo', 1],
      ['mavi', 2],
    ])
    expect(sizes).toEqual([
      { size: 'S', count: 3 },
      { size: 'M', count: 2 },
    ])
    expect(prices.map(({ fromKurus, count }) => [fromKurus, count])).toEqual([
      [50_000, 3],
      [100_000, 1],
    ])
    expect(inStock).toBe(3)
  })

  test('is not asked for while colors stand apart', async ({ ctx }) => {
    await aShop(ctx)
    const { total, all } = await readFacets(ctx, {}, noFilter)
    expect([total, all]).toEqual([6, 6])
    expect(await listCards(ctx, { sort: 'newest', offset: 0, limit: 10 })).toHaveLength(6)
  })
})
