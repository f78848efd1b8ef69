import fc from 'fast-check'
import { expect, test } from 'vitest'
import { discountPercent, formatKurus, fromTl, toTl } from './money.ts'

test('shows prices as Turks write them', () => {
  expect(formatKurus(119_900)).toBe('1.199,00 TL')
  expect(formatKurus(5)).toBe('0,05 TL')
  expect(formatKurus(-119_950)).toBe('−1.199,50 TL')
  const intl = new Intl.NumberFormat('tr-TR', { minimumFractionDigits: 2 })
  fc.assert(
    fc.property(fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }), (kurus) => {
      expect(formatKurus(kurus)).toBe(`${intl.format(kurus / 100).replace('-', '−')} TL`)
    }),
  )
})

test('converts to TL and back without losing a kuruş, and refuses a third decimal', () => {
  for (const kurus of [1, 10, 1999, 119_950, 99_999_999]) expect(fromTl(toTl(kurus))).toBe(kurus)
  expect(fromTl(19.999)).toBeUndefined()
  expect(fromTl(Number.NaN)).toBeUndefined()
})

test('never overstates a discount', () => {
  expect(discountPercent(66_700, 100_000)).toBe(33)
  expect(discountPercent(100_000, 100_000)).toBe(0)
  expect(discountPercent(100_000, 90_000)).toBe(0)
  expect(discountPercent(100_000, null)).toBe(0)
})
