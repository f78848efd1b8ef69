import { beforeEach, expect, test } from 'vitest'
import type { LookPiece } from '#shop/catalog/looks/shown.ts'
import { fakeBrowser } from '#test/browser.ts'
import { readCart } from '../cart/store.ts'
import { ownChoice, putLookInCart, toldOf, variantOf } from './into-cart.ts'

beforeEach(() => {
  fakeBrowser()
})

const piece = (id: string, choices: string[]): LookPiece => ({
  ...{ id, slug: id, name: id, places: ['bluz', 'ust-giyim'], image: undefined, priceKurus: 100_000, choices },
})
const now = (id: string, stock: number) => ({
  variants: [
    { id: `${id}-s`, color: 'Kum', size: 'S', price: 900, stockQuantity: 3 },
    { id: `${id}-m`, color: 'Kum', size: 'M', price: 900, stockQuantity: stock },
  ],
})
const stocks: Record<string, number> = { Bluz: 2, Etek: 0, Çanta: 1 }
const find = async (id: string) => now(id, stocks[id] ?? 0)
const ids = () => readCart().map(({ variantId, priceKurus }) => [variantId, priceKurus])

test('all of a look goes into the cart, at the price of now', async () => {
  const done = await putLookInCart([piece('Bluz', ['S', 'M']), piece('Çanta', ['M'])], { Bluz: 'S', Çanta: 'M' }, find)
  expect(ids()).toEqual([
    ['Bluz-s', 90_000],
    ['Çanta-m', 90_000],
  ])
  expect(toldOf(done)).toBeUndefined()
})

test('what is sold out, before or meanwhile, is named, and the rest goes in', async () => {
  const chosen = { Bluz: 'M', Etek: 'M' }
  const done = await putLookInCart([piece('Bluz', ['M']), piece('Etek', ['M']), piece('Çanta', [])], chosen, find)
  expect(ids()).toEqual([['Bluz-m', 90_000]])
  expect(toldOf(done)).toBe('Çanta ve Etek (M) tükendi; Bluz sepetinizde.')
  expect(toldOf(await putLookInCart([piece('Etek', ['M'])], chosen, find))).toMatch(/bir şey konmadı/)
})

test('nothing goes in while the shop cannot be asked', async () => {
  const fails = async (id: string) => (id === 'Çanta' ? Promise.reject(new Error('offline')) : find(id))
  const all = [piece('Bluz', ['M']), piece('Çanta', ['M'])]
  await expect(putLookInCart(all, { Bluz: 'M', Çanta: 'M' }, fails)).rejects.toThrow('offline')
  expect(ids()).toEqual([])
})

test('a size of several colors is told with its color, and her own size is found by category, then area', () => {
  const { variants } = now('Bluz', 1)
  const both = {
    variants: [...variants, { id: 'z', color: 'Zeytin', size: 'M', price: 1, stockQuantity: 1 }],
  }
  expect(variantOf(both, 'Zeytin, M')?.id).toBe('z')
  const kept = (sizes: object) => JSON.stringify({ sizes })
  const blouse = piece('Bluz', ['S', 'M'])
  expect(ownChoice(blouse, kept({ 'ust-giyim': ['M'], bluz: ['L', 'S'] }))).toBe('S')
  expect(ownChoice(blouse, kept({ 'ust-giyim': ['M'] }))).toBe('M')
  for (const other of [null, '{', '7', kept({ 'ust-giyim': 'M' }), kept({ canta: ['M'] })])
    expect(ownChoice(blouse, other)).toBeUndefined()
})
