import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refundShare } from './refund-share.ts'

/** Returns the refund of each of several units, one after the other. */
function sharesOf(prices: number[], paidKurus: number): number[] {
  const allGoodsKurus = prices.reduce((sum, price) => sum + price, 0)
  let leftKurus = paidKurus
  return prices.map((goodsKurus, n) => {
    const last = n === prices.length - 1
    const share = refundShare({ goodsKurus, allGoodsKurus, paidKurus, leftKurus, last })
    leftKurus -= share
    return share
  })
}

test('of three equal units that cost 100,01 TL together the last one takes the rest', () => {
  expect(sharesOf([3_334, 3_334, 3_333], 10_001)).toEqual([3_334, 3_334, 3_333])
  expect(sharesOf([100, 100, 100], 10_001)).toEqual([3_334, 3_334, 3_333])
  expect(sharesOf([100, 100, 100], 10_000)).toEqual([3_333, 3_333, 3_334])
})

test('for any prices and any order of refunds: never below zero, and the whole payment in the end', () => {
  const price = fc.integer({ min: 1, max: 5_000_000 })
  fc.assert(
    fc.property(
      fc.array(price, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 0, max: 40 }),
      (prices, percent) => {
        const goods = prices.reduce((sum, one) => sum + one, 0)
        const paidKurus = goods + Math.round((goods * percent) / 100)
        const shares = sharesOf(prices, paidKurus)
        expect(Math.min(...shares)).toBeGreaterThanOrEqual(0)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(paidKurus)
      },
    ),
  )
})

test('a refund never exceeds what is left of the payment', () => {
  const share = { goodsKurus: 100, allGoodsKurus: 200, paidKurus: 200, last: false }
  expect(refundShare({ ...share, leftKurus: 50 })).toBe(50)
  expect(refundShare({ ...share, leftKurus: 0 })).toBe(0)
})
