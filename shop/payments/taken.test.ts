import { expect, test } from 'vitest'
import { excessKurus, statedKurus } from './taken.ts'

const stated = (amountKurus: number, currency?: string) =>
  statedKurus({ kind: 'charged', paymentId: '1', amountKurus, ...(currency ? { currency } : {}) })

test('what the provider says that it took is kept where it is an amount of lira', () => {
  expect([stated(0), stated(1), stated(2_147_483_647), stated(5, 'TRY')]).toEqual([0, 1, 2_147_483_647, 5])
  for (const amount of [-1, 0.5, 2_147_483_648, Number.NaN, Number.POSITIVE_INFINITY]) expect(stated(amount)).toBeNull()
  expect(stated(5, 'USD')).toBeNull()
})

test('an excess is what of a completed order was taken beyond its amount and has not gone back since', () => {
  const of = (
    chargedKurus: number | null,
    refundKurus = 0,
    status: 'SUCCEEDED' | 'REFUNDED' | 'PENDING' = 'SUCCEEDED',
  ) => excessKurus({ status, amountKurus: 100, chargedKurus, refundKurus })
  expect([of(null), of(90), of(100), of(180)]).toEqual([0, 0, 0, 80])
  // 180 were taken; in the second case 130 of them went back as the order's own money.
  expect([of(180, 100), of(180, 130), of(180, 180)]).toEqual([80, 50, 0])
  // Money that is held, or goes back as a whole, is no excess of an order.
  expect([of(180, 0, 'PENDING'), of(180, 0, 'REFUNDED')]).toEqual([0, 0])
})
