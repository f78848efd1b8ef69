import { expect, test } from 'vitest'
import { blankInvoice } from '../fields/invoice.ts'
import { provinces } from '../fields/provinces.ts'
import { type CustomerFields, checkCustomer } from './checks.ts'

const complete: CustomerFields = {
  firstName: 'İpek',
  lastName: 'Işık',
  phone: '0532 111 22 33',
  email: 'ipek@posta.example',
  address: 'Moda Cad. No: 5 D: 3, Kadıköy',
  city: 'İstanbul',
  district: 'Kadıköy',
  neighbourhood: '',
  postalCode: '34710',
  ...blankInvoice,
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

test('there are 81 provinces, each once, in Turkish order', () => {
  expect(new Set(provinces).size).toBe(81)
  expect(provinces).toEqual([...provinces].sort(new Intl.Collator('tr').compare))
})
