import { expect, test } from 'vitest'
import { hasOwnSize, placeSizes, readOwnSize, sizesAt, writeOwnSize } from './placed.ts'

const [dress, blouse, trousers, shoe] = [
  { id: 'd', slug: 'elbise', area: 'ust-giyim' },
  { id: 'b', slug: 'bluz', area: 'ust-giyim' },
  { id: 't', slug: 'pantolon', area: 'alt-giyim' },
  { id: 's', slug: 'ayakkabi', area: 'aksesuar' },
] as const
const all = [dress, blouse, trousers, shoe]
const sold = new Set(['M', '38', 'L'])

test('her own size is read as it was written', () => {
  expect(readOwnSize(writeOwnSize({ place: 'ust-giyim', size: 'S/M' }))).toEqual({ place: 'ust-giyim', size: 'S/M' })
  expect(['M', ':M', 'elbise:', 'Üst:M', ''].map(readOwnSize)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect([hasOwnSize(['S', 'elbise:M']), hasOwnSize(['S'])]).toEqual([true, false])
})

test('each place is asked for its own size, and a category for its own rather than its area’s', () => {
  const placed = placeSizes(['ust-giyim:M', 'elbise:L', 'alt-giyim:38', 'ayakkabi:38', 'S'], all, sold)
  expect(placed.map(({ categoryIds }) => categoryIds)).toEqual([['b'], ['d'], ['t'], ['s']])
  expect(placed[0]?.sizes).toEqual(['M', '38'])
  expect(placed[1]?.sizes).not.toContain('M')
  // A shoe in 38 is no M.
  expect(placed[3]?.sizes).toEqual(['38'])
})

test('of the other names of her size only those are asked for that are sold, and always her own', () => {
  const sizes = (sold: string[]) => placeSizes(['ust-giyim:M'], [blouse], new Set(sold)).map((one) => one.sizes)
  expect(sizes(['S', 'M/L', '38'])).toEqual([['M', '38', 'M/L']])
  expect(sizes([])).toEqual([['M']])
})

test('sizes of other places are not asked for', () => {
  expect(sizesAt(['ust-giyim:M', 'alt-giyim:38', 'S'], [dress])).toEqual(['ust-giyim:M', 'S'])
  expect(placeSizes(['alt-giyim:38', 'yok:M'], [dress], sold)).toEqual([])
})
