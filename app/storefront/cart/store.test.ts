import { beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#test/browser.ts'
import { addToCart, type CartLine, clearCart, readCart, removeLine, setQuantity } from './store.ts'

let browser: ReturnType<typeof fakeBrowser>
beforeEach(() => {
  browser = fakeBrowser()
})

const line = (variantId: string, quantity = 1): CartLine => ({
  productId: 'p',
  variantId,
  slug: 'keten-elbise',
  name: 'Keten Elbise',
  color: 'Kum',
  size: variantId,
  priceKurus: 119_900,
  image: undefined,
  quantity,
})

test('the same variant again raises its quantity, another is a new line', () => {
  addToCart(line('M'))
  addToCart(line('L'))
  addToCart(line('M', 2))
  expect(readCart().map(({ variantId, quantity }) => [variantId, quantity])).toEqual([
    ['M', 3],
    ['L', 1],
  ])
})

test('a quantity stays between 1 and 20', () => {
  addToCart(line('M'))
  setQuantity(0, 0)
  expect(readCart()[0]?.quantity).toBe(1)
  setQuantity(0, 500)
  expect(readCart()[0]?.quantity).toBe(20)
})

test('lines are taken out by their place, and all at once', () => {
  addToCart(line('M'))
  addToCart(line('L'))
  removeLine(0)
  expect(readCart().map(({ variantId }) => variantId)).toEqual(['L'])
  clearCart()
  expect(browser.localStorage.getItem('cart')).toBeNull()
})

test('the cart is what is stored, so another tab and a reload see the same', () => {
  addToCart(line('M', 2))
  const stored = browser.localStorage.getItem('cart')
  clearCart()
  browser.localStorage.setItem('cart', stored ?? '')
  expect(readCart()).toEqual([line('M', 2)])
  expect(readCart()).toBe(readCart())
})

test.each([
  '{',
  'null',
  '7',
  '[{"variantId":1}]',
  '[{"variantId":"v","productId":"p","name":"n","priceKurus":1,"quantity":-1}]',
])('what is stored as %s is an empty cart', (text) => {
  browser.localStorage.setItem('cart', text)
  expect(readCart()).toEqual([])
})

test('without localStorage the cart lives as long as the page', () => {
  const refuse = () => {
    throw new Error('denied')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  addToCart(line('M'))
  expect(readCart()).toHaveLength(1)
  clearCart()
  expect(readCart()).toHaveLength(0)
})
