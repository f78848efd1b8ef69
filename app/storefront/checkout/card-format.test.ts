import { expect, test } from 'vitest'
import { brandOf, formatCardNumber, formatCvv, formatExpiry, formatHolder } from './card-format.ts'
import { positionAfter } from './caret.ts'

test('a card number is digits in groups of four, at most sixteen', () => {
  expect(formatCardNumber('55287900')).toBe('5528 7900')
  expect(formatCardNumber('5528-7900 0000x0008 99')).toBe('5528 7900 0000 0008')
  expect(formatCardNumber('3782 822463 10005')).toBe('3782 8224 6310 005')
})

test('an expiry gets its slash by itself, also from the long form', () => {
  expect(formatExpiry('12')).toBe('12')
  expect(formatExpiry('122')).toBe('12/2')
  expect(formatExpiry('1228')).toBe('12/28')
  expect(formatExpiry('12/2028')).toBe('12/28')
  expect(formatExpiry('12/')).toBe('12')
  expect(formatExpiry('12 / 2040')).toBe('12/40')
  expect(formatExpiry('3/')).toBe('03')
  expect(formatExpiry('3/2040')).toBe('03/40')
  expect(formatExpiry('12/405')).toBe('12/40')
})

test('a CVV is at most four digits', () => {
  expect(formatCvv('12a345')).toBe('1234')
})

test('the holder stands as on the card, whatever the language of the browser', () => {
  expect(formatHolder('İpek Işık şengül')).toBe('IPEK ISIK SENGUL')
  expect(formatHolder('ipek ')).toBe('IPEK ')
})

test('the first digit hints at the brand', () => {
  expect(['4', '51', '22', '37', '9', ''].map(brandOf)).toEqual([
    'visa',
    'mastercard',
    'mastercard',
    'amex',
    undefined,
    undefined,
  ])
})

test('the caret stays behind the digit just typed', () => {
  expect(positionAfter('5528 7900', 5)).toBe(6)
  expect(positionAfter('5528 7900', 4)).toBe(4)
  expect(positionAfter('12/28', 4)).toBe(5)
})
