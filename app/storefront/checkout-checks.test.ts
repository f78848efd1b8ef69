import { expect, test } from 'vitest'
import { positionAfter } from './checkout-caret.ts'
import {
  brandOf,
  type CustomerFields,
  checkCustomer,
  formatCardNumber,
  formatCvv,
  formatExpiry,
  formatHolder,
} from './checkout-checks.ts'
import { provinces } from './checkout-provinces.ts'

const complete: CustomerFields = {
  firstName: 'İpek',
  lastName: 'Işık',
  phone: '0532 111 22 33',
  email: 'ipek@posta.example',
  address: 'Moda Cad. No: 5 D: 3, Kadıköy',
  city: 'İstanbul',
  postalCode: '34710',
}

test('complete order information has nothing wrong, with or without a postal code', () => {
  expect(checkCustomer(complete)).toEqual({})
  expect(checkCustomer({ ...complete, postalCode: '' })).toEqual({})
})

test.each(['firstName', 'lastName', 'phone', 'email', 'address', 'city'] as const)('%s is required', (name) => {
  expect(Object.keys(checkCustomer({ ...complete, [name]: '' }))).toEqual([name])
})

test.each([
  ['phone', '12345'],
  ['email', 'ipek@posta'],
  ['address', 'Moda'],
  ['postalCode', '347'],
] as const)('%s %s is refused', (name, value) => {
  expect(Object.keys(checkCustomer({ ...complete, [name]: value }))).toEqual([name])
})

test.each(['5321112233', '05321112233', '+90 532 111 22 33', '90 532 111 2233', '0 (532) 111-22-33'])(
  'the phone %s is accepted',
  (phone) => {
    expect(checkCustomer({ ...complete, phone })).toEqual({})
  },
)

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

test('there are 81 provinces, each once, in Turkish order', () => {
  expect(new Set(provinces).size).toBe(81)
  expect(provinces).toEqual([...provinces].sort(new Intl.Collator('tr').compare))
})
