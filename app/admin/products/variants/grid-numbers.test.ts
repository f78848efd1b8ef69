import { expect, test } from 'vitest'
import { formatPrice, parseCount, parsePrice } from './grid-numbers.ts'

test.each([
  ['1.199,90', 119990],
  ['1199,9', 119990],
  ['1199.90', 119990],
  ['1.199', 119900],
  ['1.250.000', 125000000],
  ['1,199.90', 119990],
  ['₺ 1.199,00', 119900],
  ['349,50 TL', 34950],
  ['  12 ', 1200],
  ['0,5', 50],
  ['-10', -1000],
])('%s is %d kuruş', (text, kurus) => expect(parsePrice(text)).toBe(kurus))

test.each(['', 'abc', '12,345', '1.19,90', '1,2,3', '12.3.4', '0.500', '5 - 6', 'TL'])('%j is no price', (text) =>
  expect(parsePrice(text)).toBeUndefined(),
)

test('a price is shown as Turkish writes it, and read back the same', () => {
  expect(formatPrice(119990)).toBe('1.199,90')
  for (const kurus of [1, 50, 99, 100, 34900, 123456789]) expect(parsePrice(formatPrice(kurus))).toBe(kurus)
})

test.each([
  ['7', 7],
  ['1.200', 1200],
  ['12,00', 12],
  ['-3', -3],
])('%s pieces are %d', (text, count) => expect(parseCount(text)).toBe(count))

test.each(['', '1,5', 'çok', '1.5'])('%j is no number of pieces', (text) => expect(parseCount(text)).toBeUndefined())
