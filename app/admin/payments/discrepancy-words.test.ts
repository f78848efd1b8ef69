import { expect, test } from 'vitest'
import { discrepancyWords, excessConsequence } from './discrepancy-words.ts'

const discrepancy = {
  id: 'f',
  kind: 'amount-differs',
  day: '2026-11-20',
  attemptId: 'a',
  orderId: '01a22c55-b207-709d-af69-5cebd3bd8d04',
  paymentId: 'p',
  byHand: false,
} as const

test('a difference in the books says whose the money is', () => {
  const advice = (amounts: { ours: number; theirs: number; excess: number }) =>
    discrepancyWords({ ...discrepancy, ...amounts }).advice
  expect(advice({ ours: 100, theirs: 150, excess: 0 })).toMatch('50,00 TL müşterinindir: ödeme kuruluşunun panelinden')
  expect(advice({ ours: 100, theirs: 150, excess: 50 })).toMatch('50,00 TL müşterinindir: “Fazlasını iade et”')
  expect(advice({ ours: 100, theirs: 60, excess: 0 })).toContain('not yazıp kapatın')
  const words = excessConsequence({ ...discrepancy, ours: 100, theirs: 150, excess: 50 })
  expect(words).toMatch(/fazla çekilen 50,00 TL geri gönderilir.* 100,00 TL sizde kalır/)
})

test('of a transfer that was too much no bank or card is named: the owner pays it back herself, once', () => {
  const came = { ...discrepancy, byHand: true, ours: 100, theirs: 150 }
  const owed = discrepancyWords({ ...came, excess: 50 })
  expect(owed.text).toBe('#D3BD8D04 siparişi için 100,00 TL bekleniyordu, havale ile 150,00 TL geldi.')
  expect(owed.advice).toContain('parayı müşterinin IBAN’ına siz gönderirsiniz')
  expect(discrepancyWords({ ...came, excess: 0 }).advice).toContain('aynı parayı ikinci kez göndermeyin')
  const said = [owed, discrepancyWords({ ...came, excess: 0 }), excessConsequence({ ...came, excess: 50 })]
  expect(JSON.stringify(said)).not.toMatch(/kart|kuruluş/)
})
