import { beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#test/browser.ts'
import type { CartLine } from './store.ts'

const line = (variantId: string, quantity = 1): CartLine => ({
  ...{ productId: 'p', variantId, slug: 'elbise', name: 'Elbise', color: 'Kum', size: 'S' },
  ...{ priceKurus: 100, image: undefined, quantity },
})

beforeEach(() => {
  vi.resetModules()
  vi.unstubAllGlobals()
})

async function aCart(...lines: CartLine[]) {
  const { localStorage } = fakeBrowser()
  const store = await import('./store.ts')
  for (const each of lines) store.addToCart(each)
  localStorage.setItem(store.couponKey, 'YAZ10')
  const content = () => store.readCart().map(({ variantId, quantity }) => `${variantId}${quantity}`)
  return { ...(await import('./bought.ts')), content, code: () => localStorage.getItem(store.couponKey) }
}

test('a cart that was bought is empty, and its code used up', async () => {
  const { takeOutBought, content, code } = await aCart(line('a'), line('b', 3))
  // A discount that cannot be shared evenly parts an order's line in two.
  takeOutBought([
    { variantId: 'a', quantity: 1 },
    { variantId: 'b', quantity: 2 },
    { variantId: 'b', quantity: 1 },
  ])
  expect([content(), code()]).toEqual([[], null])
})

test('what another tab put in while it was paid stays', async () => {
  const { takeOutBought, content, code } = await aCart(line('a', 3), line('b'), line('c'))
  takeOutBought([
    { variantId: 'a', quantity: 2 },
    { variantId: 'b', quantity: 1 },
    { variantId: 'gone', quantity: 5 },
  ])
  expect([content(), code()]).toEqual([['a1', 'c1'], null])
})
