import { expect, test } from 'vitest'
import { readAsked } from './address.ts'

const prices = (from: string, to: string) => {
  const asked = readAsked(new URLSearchParams({ 'en-az': from, 'en-cok': to }))
  return [asked.from, asked.to]
}

test.each([
  ['500', '1.000', [500, 1000]],
  ['500 TL', '1000₺', [500, 1000]],
  ['₺500', '1 000 tl', [500, 1000]],
  ['499,90', '999,90', [499, 1000]],
  ['500 lira', '', [500, undefined]],
  ['', '1.000,00', [undefined, 1000]],
  ['ucuz', '-5', [undefined, undefined]],
])('%s to %s as it is typed', (from, to, asked) => {
  expect(prices(from, to)).toEqual(asked)
})

test('the ends of a price that are typed the wrong way round are turned: nothing lies between them', () => {
  expect(prices('2000', '500')).toEqual([500, 2000])
})
