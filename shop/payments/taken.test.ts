import { expect, test } from 'vitest'
import { statedKurus } from './taken.ts'

const stated = (amountKurus: number, currency?: string) =>
  statedKurus({ kind: 'charged', paymentId: '1', amountKurus, ...(currency ? { currency } : {}) })

test('what the provider says that it took is kept where it is an amount of lira', () => {
  expect([stated(0), stated(1), stated(2_147_483_647), stated(5, 'TRY')]).toEqual([0, 1, 2_147_483_647, 5])
  for (const amount of [-1, 0.5, 2_147_483_648, Number.NaN, Number.POSITIVE_INFINITY]) expect(stated(amount)).toBeNull()
  expect(stated(5, 'USD')).toBeNull()
})
