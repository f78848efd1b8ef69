import { expect, test } from 'vitest'
import { returnWords } from './words.ts'

test('of what never left the shop no parcel is waited for', () => {
  expect(returnWords({ status: 'APPROVED', unsent: false })).toBe('Onaylandı, paketinizi bekliyoruz')
  expect(returnWords({ status: 'APPROVED', unsent: true })).toBe('Onaylandı')
  expect(returnWords({ status: 'RECEIVED', unsent: true })).toBe('Ürünler elimizde')
})
