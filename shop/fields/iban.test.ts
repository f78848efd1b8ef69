import { expect, test } from 'vitest'
import { checkIban, formatIban, plainIban } from './iban.ts'

const iban = 'TR330006100519786457841326'

test.for([
  'tr33 0006 1005 1978 6457 8413 26',
  'IBAN: TR33 0006 1005 1978 6457 8413 26',
  'TR33-0006-1005-1978-6457-8413-26',
  '\u202aTR33 0006\u00a01005\u20131978 6457 8413 26\u202c',
])('%s is taken', (written) => {
  expect(plainIban(written)).toBe(iban)
  expect(checkIban(written)).toBeUndefined()
})

test('an IBAN is read in groups of four, and one with a wrong digit is none', () => {
  expect(formatIban(iban)).toBe('TR33 0006 1005 1978 6457 8413 26')
  expect(checkIban(iban.replace('26', '27'))).toBe('Bu IBAN geçersiz; rakamları kontrol edin')
})
