import { expect, test } from 'vitest'
import { discrepancyWords, excessConsequence } from './discrepancy-words.ts'

test('a difference in the books says whose the money is', () => {
  const discrepancy = {
    id: 'f',
    kind: 'amount-differs',
    day: '2026-11-20',
    attemptId: 'a',
    orderId: 'o',
    paymentId: 'p',
  } as const
  const advice = (amounts: { ours: number; theirs: number; excess: number }) =>
    discrepancyWords({ ...discrepancy, ...amounts }).advice
  expect(advice({ ours: 100, theirs: 150, excess: 0 })).toMatch('50,00 TL müşterinindir: ödeme kuruluşunun panelinden')
  expect(advice({ ours: 100, theirs: 150, excess: 50 })).toMatch('50,00 TL müşterinindir: “Fazlasını iade et”')
  expect(advice({ ours: 100, theirs: 60, excess: 0 })).toContain('not yazıp kapatın')
  const words = excessConsequence({ ...discrepancy, ours: 100, theirs: 150, excess: 50 })
  expect(words).toMatch(/fazla çekilen 50,00 TL geri gönderilir.* 100,00 TL sizde kalır/)
})
