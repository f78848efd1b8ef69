import { expect, test } from 'vitest'
import type { WireFavorite } from '#api/wire/products.ts'
import { imageAt, sellable, stateOf } from './favorite-state.ts'

const variant = { id: 'v', sku: 'V', color: 'Kum', size: 'S', price: 900, stockQuantity: 1, images: [] }
const favorite = (price: number | null, addedPrice: number | null, stock = 1): WireFavorite => ({
  id: 'f',
  productId: 'p',
  product: {
    id: 'p',
    slug: 'elbise',
    name: 'Elbise',
    mainImage: null,
    price,
    variants: [
      { ...variant, stockQuantity: stock },
      { ...variant, id: 'w', stockQuantity: 0 },
    ],
  },
  addedPrice,
})

test('stateOf says what is sold out and what costs less by now', () => {
  expect(stateOf(favorite(899.5, 1000))).toEqual({ soldOut: false, priceKurus: 89_950, dropKurus: 10_050 })
  expect(stateOf(favorite(1100, 1000)).dropKurus).toBe(0)
  expect(stateOf(favorite(1100, null)).dropKurus).toBe(0)
  expect(stateOf(favorite(null, 1000, 0))).toEqual({ soldOut: true, priceKurus: null, dropKurus: 0 })
  expect(sellable(favorite(1, 1)).map(({ id }) => id)).toEqual(['v'])
})

test('imageAt finds the picture behind an address', () => {
  expect(imageAt('/media/ab12-960.webp')).toMatchObject({ id: 'ab12', width: 960, height: 1200 })
  expect(imageAt('https://else.example/x.webp')).toBeUndefined()
  expect(imageAt(null)).toBeUndefined()
})
