import { expect, test } from 'vitest'
import { amountOf, amountText, plainAmount, typed } from './number-fields.tsx'

test('an amount is read as the prices of products are: one point before two digits parts kuruş', () => {
  for (const text of ['49,90', '49.90', ' 49,9 ', '49.9']) expect([text, amountOf(text)]).toEqual([text, 49.9])
  expect(['1.250', '1.250,50', '1,250.50', '450.50'].map(plainAmount)).toEqual(['1250', '1250.5', '1250.5', '450.5'])
  expect([amountOf(''), amountOf('0')]).toEqual([0, 0])
  for (const text of ['1.2.3', '12,345', 'elli', '1 2x']) expect([text, amountOf(text)]).toEqual([text, Number.NaN])
})

test('an amount stands in its field as sums do everywhere, and is read back', () => {
  for (const [tl, text] of [
    [50, '50'],
    [49.9, '49,90'],
    [10_000, '10.000'],
    [1_234_567.05, '1.234.567,05'],
  ] as const) {
    expect(typed(tl)).toBe(text)
    expect(amountOf(text)).toBe(tl)
  }
  expect([amountText(0), typed(0)]).toEqual(['', '0'])
})
