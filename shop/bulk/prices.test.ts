import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedPrice, rounded, salePrice } from './prices.ts'

describe('changedPrice', () => {
  test.for([
    ['ten per cent more', 119_990, { percent: 10 }, 131_989],
    ['ten per cent less', 119_990, { percent: -10 }, 107_991],
    ['half a kuruş rounds up', 5, { percent: 10 }, 6],
    ['a fraction of a percent', 100_000, { percent: 12.35 }, 112_350],
    ['an amount', 119_990, { amount: 50.5 }, 125_040],
    ['a negative amount', 119_990, { amount: -50 }, 114_990],
    ['more than there is', 4_000, { amount: -50 }, -1_000],
    ['a price of its own', 119_990, { set: 999.9 }, 99_990],
    ['rounding alone', 119_900, { round: '90' }, 119_890],
    ['per cent, then ,90', 119_990, { percent: 10, round: '90' }, 131_990],
    ['per cent, then 5 TL', 119_990, { percent: 10, round: '5' }, 132_000],
  ] as const)('%s', ([, price, change, expected]) => expect(changedPrice(price, change)).toBe(expected))
})

describe('rounded', () => {
  test.for([
    [131_989, '90', 131_990],
    [131_939, '90', 131_890],
    [131_940, '90', 131_990],
    [10, '90', 90],
    [131_989, '5', 132_000],
    [131_749, '5', 131_500],
    [131_750, '5', 132_000],
    [1, '5', 500],
    [0, '90', 0],
    [-10, '5', -10],
  ] as const)('%i to %s is %i', ([kurus, round, expected]) => expect(rounded(kurus, round)).toBe(expected))

  test('never moves a price of some size by more than half a step, and rounds once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 500, max: 99_999_999 }), fc.constantFrom('90', '5'), (kurus, round) => {
        const once = rounded(kurus, round)
        expect(Math.abs(once - kurus)).toBeLessThanOrEqual(round === '90' ? 50 : 250)
        expect(once % 100).toBe(round === '90' ? 90 : 0)
        expect(rounded(once, round)).toBe(once)
      }),
    )
  })
})

test('a sale never makes anything dearer by its rounding', () => {
  expect(salePrice(119_990, { percent: 20 })).toBe(95_992)
  expect(salePrice(119_990, { percent: 20, round: '90' })).toBe(95_990)
  expect(salePrice(10_000, { percent: 1, round: '90' })).toBe(9_890)
  expect(salePrice(200, { percent: 1, round: '5' })).toBe(200)
})
