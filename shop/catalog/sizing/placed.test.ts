import { expect, test } from 'vitest'
import { hasOwnSize, placeSizes, readOwnSize, sizesAt, writeOwnSize } from './placed.ts'

const [dress, blouse, trousers, shoe] = [
  { id: 'd', slug: 'elbise', area: 'ust-giyim' },
  { id: 'b', slug: 'bluz', area: 'ust-giyim' },
  { id: 't', slug: 'pantolon', area: 'alt-giyim' },
  { id: 's', slug: 'ayakkabi', area: 'aksesuar' },
] as const
const all = [dress, blouse, trousers, shoe]

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
  const placed = placeSizes(['ust-giyim:M', 'elbise:L', 'alt-giyim:38', 'ayakkabi:38', 'S'], all)
  expect(placed.map(({ categoryIds }) => categoryIds)).toEqual([['b'], ['d'], ['t'], ['s']])
  expect(placed[0]?.sizes).toEqual(expect.arrayContaining(['M', '38']))
  expect(placed[1]?.sizes).not.toContain('M')
  // A shoe in 38 is no M.
  expect(placed[3]?.sizes).toEqual(['38'])
})

test('sizes of other places are not asked for', () => {
  expect(sizesAt(['ust-giyim:M', 'alt-giyim:38', 'S'], [dress])).toEqual(['ust-giyim:M', 'S'])
  expect(placeSizes(['alt-giyim:38', 'yok:M'], [dress])).toEqual([])
})
