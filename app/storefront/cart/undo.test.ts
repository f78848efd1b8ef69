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

async function aCart() {
  const { localStorage } = fakeBrowser()
  const store = await import('./store.ts')
  for (const each of [line('a'), line('b', 3), line('c')]) store.addToCart(each)
  const content = () => store.readCart().map(({ variantId, quantity }) => `${variantId}${quantity}`)
  return { ...store, ...(await import('./undo.ts')), content, localStorage }
}

test('what was taken out last comes back to its place, with its quantity', async () => {
  const { takeOut, putBack, content } = await aCart()
  takeOut(0)
  takeOut(0)
  expect(content()).toEqual(['c1'])
  putBack()
  expect(content()).toEqual(['b3', 'c1'])
  putBack()
  expect(content()).toEqual(['b3', 'c1'])
})

test('a cart that was emptied comes back whole, without what is in it again', async () => {
  const { takeOutAll, putBack, addToCart, content } = await aCart()
  takeOutAll()
  expect(content()).toEqual([])
  addToCart(line('b'))
  putBack()
  expect(content()).toEqual(['a1', 'b1', 'c1'])
})

test('its code for a discount comes back with it', async () => {
  const { takeOutAll, putBack, couponKey, localStorage } = await aCart()
  localStorage.setItem(couponKey, 'YAZ10')
  takeOutAll()
  putBack()
  expect(localStorage.getItem(couponKey)).toBe('YAZ10')
})

test('what is forgotten stays out', async () => {
  const { takeOut, forgetTaken, putBack, content } = await aCart()
  takeOut(1)
  forgetTaken()
  putBack()
  expect(content()).toEqual(['a1', 'c1'])
})
