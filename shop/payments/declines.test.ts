import { expect, test } from 'vitest'
import { declineSentence } from './declines.ts'

test('what a shopper can do about it is in the sentence; of a stolen card nothing is said', () => {
  expect(declineSentence('NOT_SUFFICIENT_FUNDS')).toContain('yetersiz')
  expect(declineSentence('NOT_PERMITTED_TO_TERMINAL')).toBe(declineSentence('NOT_PERMITTED_TO_CARDHOLDER'))
  expect(declineSentence('STOLEN_CARD')).toBe(
    'Bankanız işlemi onaylamadı; lütfen bankanızı arayın veya başka bir kartla deneyin.',
  )
})
