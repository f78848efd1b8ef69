import { describe, expect } from 'vitest'
import { aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { changeProduct } from '../catalog/edits/product-edits.ts'
import type { Ctx } from '../ctx.ts'
import { readProducts } from '../imports/world.ts'
import type { BulkChange } from './contract.ts'
import { moveOf } from './move.ts'
import { factsOf, planOf } from './plan.ts'
import { readBulkWorld, readLows } from './world.ts'

async function present(ctx: Ctx, id: string) {
  const product = (await readProducts(ctx, [id])).get(id)
  if (!product) throw new Error('no product')
  return product
}

async function plan(ctx: Ctx, id: string, change: BulkChange) {
  const product = await present(ctx, id)
  const world = await readBulkWorld(ctx)
  world.lows = await readLows(ctx, change, [product])
  return planOf(change, product, world)
}

describe('what is said of the struck-through price is what the database then shows', () => {
  test.for<[string, { was: number; price: number; original: number }, BulkChange]>([
    ['a fair sale', { was: 150_000, price: 150_000, original: 150_000 }, { sale: { percent: 20 } }],
    ['a second sale', { was: 150_000, price: 100_000, original: 150_000 }, { sale: { percent: 20 } }],
    ['a price raised within a sale', { was: 150_000, price: 100_000, original: 150_000 }, { price: { percent: 5 } }],
    ['a price above the struck one', { was: 150_000, price: 100_000, original: 150_000 }, { price: { set: 2000 } }],
    ['the same price again', { was: 150_000, price: 100_000, original: 150_000 }, { price: { set: 1000 } }],
    ['a price lowered within a sale', { was: 150_000, price: 100_000, original: 150_000 }, { price: { amount: -100 } }],
  ])('%s', async ([, { was, price, original }, change], { ctx }) => {
    const { id, variants } = await aProduct(ctx, { originalPriceKurus: was, variants: [{ priceKurus: price }] })
    await changeProduct(ctx, id, { originalPrice: original })
    const { after, notes } = await plan(ctx, id, change)
    const priceKurus = after.variants?.[0]?.priceKurus ?? 0
    const meant = after.originalPriceKurus ?? original
    const saved = await changeProduct(ctx, id, {
      originalPrice: meant,
      variants: variants.map(({ images: _, ...variant }) => ({ ...variant, priceKurus, stockSeen: undefined })),
    })
    const said = notes.map(({ message }) => message).join(' ')
    const shown = saved.struckPriceKurus
    if (shown === meant) expect(said).not.toMatch(/gösterilmez|görünür/)
    else if (priceKurus === price) expect(said).toBe('')
    else expect(said).toContain(shown === null ? 'üstü çizili fiyat gösterilmez' : 'görünür')
  })
})

test('a move is refused for any field that is another by now, and named', async ({ ctx }) => {
  const { id } = await aProduct(ctx, { fabric: 'Keten', variants: [{}, {}] })
  const product = await present(ctx, id)
  const change: BulkChange = {
    price: { percent: 10 },
    stock: { add: 2 },
    fabric: 'Pamuk',
    vatRate: '20',
    status: 'draft',
  }
  const { before: from, after: to } = await plan(ctx, id, change)
  const move = (now: Partial<typeof product>) => moveOf({ ...product, ...now }, { from, to, since: 'Sonra' })
  expect(move({})).toMatchObject({ before: from, after: to })
  expect(move({ fabric: 'Yün' })).toBe('Sonra değişti (kumaş); olduğu gibi bırakıldı')
  expect(move({ vatRate: '1', publishedAt: null })).toBe(
    'Sonra değişti (kdv oranı, yayın durumu); olduğu gibi bırakıldı',
  )
  const [first, second] = product.variants
  if (!first || !second) throw new Error('no sizes')
  expect(move({ variants: [first] })).toContain('(fiyat)')
  expect(move({ variants: [{ ...first, priceKurus: 1 }, second] })).toContain('(fiyat)')
  expect(move({ variants: [first, second, { ...first, id }] })).toContain('(fiyat)')
  expect(move({ variants: [{ ...first, stock: 1 }, second] })).toMatchObject({
    after: { variants: [{ stock: 3 }, { stock: 7 }] },
  })
  expect(moveOf(undefined, { from, to, since: 'Sonra' })).toBe('Sonra silinmiş')
  expect(factsOf(change, product)).toEqual(from)
})
