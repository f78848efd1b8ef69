import { expect, test } from 'vitest'
import { isId, newId } from './ctx.ts'

test('ids sort in the order in which they were made, also within a millisecond', () => {
  const ids = Array.from({ length: 2000 }, newId)
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every(isId)).toBe(true)
})
