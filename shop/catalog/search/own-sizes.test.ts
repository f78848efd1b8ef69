import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { aCategory, aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { listSizeGroups } from '../sizing/groups.ts'
import { readPlaced } from '../sizing/sold.ts'
import { findCards, listCards } from './cards.ts'
import { gatherFound, readFacets } from './facets.ts'
import { noFilter } from './filters.ts'
import { search } from './search.ts'

const marks = { newSince: new Date('2100-01-01'), few: 2 }
const first = { sort: 'newest', offset: 0, limit: 50, marks } as const

/** A blouse in M, a dress in M and L, trousers in 38, shoes in 38, and what is in none of them. */
async function aWardrobe(ctx: Ctx) {
  const place = async (name: string) => {
    const { id, slug, area } = await aCategory(ctx, { name })
    return { id, slug, area }
  }
  const categories = [
    await place('Bluz'),
    await place('Elbise'),
    await place('Pantolon'),
    await place('Ayakkabı Kemeri'),
  ]
  const [blouse, dress, trousers, belt] = categories.map(({ id }) => id)
  const piece = (name: string, categoryId: string | undefined, ...variants: { size: string; stock?: number }[]) =>
    aProduct(ctx, { name, categoryId, variants: variants.map((one) => ({ color: 'Siyah', stock: 5, ...one })) })
  await piece('Bluz', blouse, { size: 'M', stock: 1 }, { size: 'L' })
  await piece('Tükenmiş Bluz', blouse, { size: 'M', stock: 0 }, { size: 'L' })
  await piece('Elbise', dress, { size: 'M' }, { size: 'L', stock: 2 })
  await piece('Pantolon', trousers, { size: '38' }, { size: 'M' })
  await piece('Kemer', belt, { size: 'M' }, { size: '38' })
  return categories
}

const hers = ['ust-giyim:M', 'elbise:L', 'alt-giyim:M']

describe('a list in her own size', () => {
  test('has what is there in it, each place by its own, and says how much', async ({ ctx }) => {
    await aWardrobe(ctx)
    const filter = { ...noFilter, placed: await readPlaced(ctx, hers) }
    const cards = await listCards(ctx, { ...first, filter })
    expect(cards.map(({ name, mine }) => [name, mine])).toEqual([
      ['Pantolon', 'M, 38 var'],
      ['Elbise', 'L · Son 2'],
      ['Bluz', 'M · Son 1'],
    ])
    expect(cards.every(({ left }) => left === undefined)).toBe(true)
    // A list that nobody's size is asked of says nothing of it.
    expect((await listCards(ctx, first)).some(({ mine }) => mine)).toBe(false)
  })

  test('counts what it shows, alone, with further sizes and beside other filters', async ({ ctx }) => {
    await aWardrobe(ctx)
    for (const filter of [
      { ...noFilter, placed: await readPlaced(ctx, hers) },
      { ...noFilter, placed: await readPlaced(ctx, ['elbise:XS']) },
      { ...noFilter, sizes: ['38'], placed: await readPlaced(ctx, ['elbise:L']) },
      { ...noFilter, placed: await readPlaced(ctx, hers), colors: ['siyah'], inStock: true },
      { ...noFilter, placed: await readPlaced(ctx, hers), colors: ['mor'] },
    ])
      for (const scope of [{}, { area: 'ust-giyim' }, { category: 'elbise' }] as const) {
        const cards = await listCards(ctx, { ...first, ...scope, filter })
        expect((await readFacets(ctx, scope, filter)).total).toBe(cards.length)
        expect((await readFacets(ctx, scope, filter, true)).total).toBe(cards.length)
      }
    const facets = await readFacets(ctx, {}, { ...noFilter, placed: await readPlaced(ctx, hers) })
    expect([facets.all, facets.total]).toEqual([5, 3])
    // Each other size as if it were chosen instead.
    expect(facets.sizes).toEqual([
      { size: 'M', count: 4 },
      { size: 'L', count: 3 },
      { size: '38', count: 2 },
    ])
    expect(facets.colors.map(({ name, count }) => [name, count])).toEqual([['Siyah', 3]])
  })

  test('a search is narrowed to it too', async ({ ctx }) => {
    await aWardrobe(ctx)
    const filter = { ...noFilter, placed: await readPlaced(ctx, hers) }
    const hits = await gatherFound(ctx, await search(ctx, 'bluz'), filter)
    expect((await listCards(ctx, { ...first, hits, filter })).map(({ name }) => name)).toEqual(['Bluz'])
    expect((await readFacets(ctx, { hits }, filter)).total).toBe(1)
  })

  test('products that are named keep their place, with her size or without', async ({ ctx }) => {
    await aWardrobe(ctx)
    const all = await listCards(ctx, first)
    const ids = all.map(({ id }) => id).reverse()
    const cards = await findCards(ctx, ids, marks, await readPlaced(ctx, hers))
    expect(cards.map(({ id }) => id)).toEqual(ids)
    expect(cards.map(({ mine }) => mine)).toEqual(['M · Son 1', undefined, 'L · Son 2', 'M, 38 var', undefined])
  })
})

test('the places where she may have a size are those of the shop, with its own sizes', async ({ ctx }) => {
  const [blouse] = await aWardrobe(ctx)
  await aProduct(ctx, { categoryId: blouse?.id, variants: [{ size: 'Standart' }, { size: 'S/M' }, { size: '36' }] })
  await aCategory(ctx, { name: 'Etek' })
  expect(await listSizeGroups(ctx)).toEqual([
    {
      place: 'ust-giyim',
      name: 'Üst Giyim',
      sizes: [
        { size: '36', name: '36' },
        { size: 'M', name: 'M' },
        { size: 'L', name: 'L' },
      ],
    },
    {
      place: 'elbise',
      name: 'Elbise',
      sizes: [
        { size: 'M', name: 'M' },
        { size: 'L', name: 'L' },
      ],
    },
    {
      place: 'ayakkabi-kemeri',
      name: 'Ayakkabı Kemeri',
      sizes: [
        { size: 'M', name: 'M' },
        { size: '38', name: '38' },
      ],
    },
  ])
})
