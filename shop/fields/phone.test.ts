import { expect, test } from 'vitest'
import { formatPhone, toE164 } from './phone.ts'

test.for([
  ['0532 111 22 33', '+905321112233'],
  ['532 111 22 33', '+905321112233'],
  ['+90 (532) 111-22-33', '+905321112233'],
  ['0090 532 111 22 33', '+905321112233'],
  ['+90 (0)532 111 22 33', '+905321112233'],
  ['\u202a+90 532 111 22 33\u202c', '+905321112233'],
  ['0532 111\u201122\u201133', '+905321112233'],
  ['0212 555 44 33', '+902125554433'],
  ['+49 30 901820', '+4930901820'],
  ['+44 20 7946 0958', '+442079460958'],
] as const)('%s is %s', ([written, stored]) => {
  expect(toE164(written)).toBe(stored)
})

test.for(['', '123', '0132 111 22 33', 'telefonum yok', '+90 132 111 22 33', '0532 111 22 3', '٠٥٣٢١١١٢٢٣٣'])(
  '%s is no number',
  (written) => {
    expect(toE164(written)).toBeUndefined()
  },
)

test.each(['5321112233', '05321112233', '+90 532 111 22 33', '+905321112233', '0 (532) 111-22-33'])(
  '%s is read as 0532 111 22 33',
  (phone) => {
    expect(formatPhone(phone)).toBe('0532 111 22 33')
  },
)

test('a phone that is not Turkish stays as written', () => {
  expect(formatPhone('+49 151 23456789')).toBe('+49 151 23456789')
})
