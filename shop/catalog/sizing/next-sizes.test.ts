import { expect, test } from 'vitest'
import { nextSizes } from './next-sizes.ts'

const there = (...sizes: [string, number | null][]) => sizes.map(([size, count]) => ({ size, count }))

test('the next sizes are those one step away that are there, the larger first', () => {
  expect(nextSizes(['ust-giyim:M'], there(['XS', 4], ['S', 2], ['M', 0], ['L', 7], ['40', null], ['XL', 9]))).toEqual([
    { size: 'L', count: 7 },
    { size: '40', count: null },
    { size: 'S', count: 2 },
  ])
  expect(nextSizes(['alt-giyim:38'], there(['S', 0], ['L', 1]))).toEqual([{ size: 'L', count: 1 }])
  expect(nextSizes(['alt-giyim:28'], there(['27', 1], ['29', 2], ['30', 3], ['M', 4]))).toEqual([
    { size: '29', count: 2 },
    { size: '27', count: 1 },
  ])
  expect(nextSizes(['ust-giyim:XS'], there(['XXXL', 3]))).toEqual([])
})
