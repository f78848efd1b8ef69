import { expect, test } from 'vitest'
import { discrepancyWords } from './discrepancy-words.ts'

test('a difference in the books says whose the money is', () => {
  const discrepancy = {
    id: 'f',
    kind: 'amount-differs',
    day: '2026-11-20',
    attemptId: 'a',
    orderId: 'o',
    paymentId: 'p',
  } as const
  expect(discrepancyWords({ ...discrepancy, ours: 100, theirs: 150 }).advice).toContain('50,00 TL müşterinindir')
  expect(discrepancyWords({ ...discrepancy, ours: 100, theirs: 60 }).advice).toContain('not yazıp kapatın')
})
