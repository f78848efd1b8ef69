import { expect, test } from 'vitest'
import { glanceOf } from './stock-glance.ts'

const variant = (size: string, stockQuantity: number) => ({
  id: `${size}${stockQuantity}`,
  sku: size,
  color: 'Siyah',
  colorHex: null,
  size,
  price: 10,
  stockQuantity,
  images: [],
})

test('counts each size over all colors, in the order of sizes', () => {
  expect(glanceOf([variant('L', 4), variant('S', 5), variant('L', 6)], 3)).toEqual({
    total: 15,
    mark: undefined,
    sizes: [
      { size: 'S', count: 5 },
      { size: 'L', count: 10 },
    ],
  })
})

test('says when nothing, or little of a size, is left', () => {
  expect(glanceOf([], 1).mark).toBe('Tükendi')
  expect(glanceOf([variant('S', 0)], 1).mark).toBe('Tükendi')
  expect(glanceOf([variant('S', 0), variant('M', 9)], 8).mark).toBeUndefined()
  expect(glanceOf([variant('S', 3), variant('M', 9)], 3).mark).toBe('Az kaldı')
  expect(glanceOf([variant('S', 3), variant('M', 9)], 2).mark).toBeUndefined()
})
