import { expect, test } from 'vitest'
import { asksFor, joinSizes, type MySize, nameSizes, noBody, sizesFor } from './saved.ts'

const mine = (at: string, sizes: MySize['sizes'], body: Partial<MySize['body']> = {}): MySize => ({
  ...{ at, sizes, body: { ...noBody, ...body } },
})

test('of two that are joined the later counts, and what it does not say comes from the other', () => {
  const older = mine('2026-01-01', { 'ust-giyim': ['S'], elbise: ['M'] }, { bust: 84, waist: 66 })
  const newer = mine('2026-02-01', { 'ust-giyim': ['M'] }, { bust: 90 })
  const joined = mine('2026-02-01', { 'ust-giyim': ['M'], elbise: ['M'] }, { bust: 90, waist: 66 })
  expect(joinSizes(older, newer)).toEqual(joined)
  expect(joinSizes(newer, older)).toEqual(joined)
  expect([joinSizes(undefined, older), joinSizes(older, undefined)]).toEqual([older, older])
  expect(joinSizes(undefined, undefined)).toBeUndefined()
})

test('a category’s own size takes the place of its area’s; an address has those of the list’s area, or all', () => {
  const told = mine('', { 'ust-giyim': ['M'], elbise: ['L'], 'alt-giyim': ['M', '28'] })
  expect(sizesFor({ slug: 'elbise', area: 'ust-giyim' }, told)).toEqual(['L'])
  expect(sizesFor({ slug: 'bluz', area: 'ust-giyim' }, told)).toEqual(['M'])
  expect(sizesFor({ slug: 'canta', area: 'aksesuar' }, told)).toEqual([])
  const top = asksFor(told, { area: 'ust-giyim', categories: ['bluz', 'elbise'] })
  expect(top).toEqual(['ust-giyim:M', 'elbise:L'])
  expect(asksFor(told)).toEqual([...top, 'alt-giyim:M', 'alt-giyim:28'])
  expect([nameSizes(asksFor(told)), nameSizes(['S'])]).toEqual(['M, L, 28', ''])
})
