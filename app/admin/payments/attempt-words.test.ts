import { expect, test } from 'vitest'
import type { WireAttempt } from '#api/wire/admin/payments.ts'
import { amountsOf, consequenceOf, stateOf } from './attempt-words.ts'

const held: WireAttempt = {
  ...{ id: 'a', orderId: 'o', shownOrderId: '#1A2B3C4D', status: 'PENDING', customer: 'Ayşe Yılmaz' },
  ...{ amount: 1199, taken: 2398, refunded: 0, installments: 1, cardLast4: '0008', paymentId: 'p' },
  ...{
    heldReason: 'amount 239800',
    suggestion: 'refund',
    byHand: false,
    goneProvider: null,
    createdAt: '2026-11-20T09:00:00Z',
  },
}

test('the owner reads what was asked for and what was taken', () => {
  expect(amountsOf(held)).toBe('istenen 1.199,00 TL, çekilen 2.398,00 TL')
  expect(amountsOf({ ...held, taken: 1199 })).toBe('1.199,00 TL')
})

test('before she gives back she reads how much goes back, all of what was taken', () => {
  expect(consequenceOf('refund', held)).toContain('kartına 2.398,00 TL geri gönderilir')
  const rest = { ...held, status: 'REFUNDED', heldReason: null, refunded: 1199 }
  expect(consequenceOf('refund', rest)).toContain('kartına 1.199,00 TL geri gönderilir')
  expect(stateOf(rest)).toContain('1.199,00 TL hâlâ ödeme kuruluşunda')
})

test('of a payment whose provider is not set up any more she reads that its keys are needed', () => {
  const open = { ...held, status: 'UNKNOWN', heldReason: null, goneProvider: 'paytr' }
  expect(stateOf(open)).toContain('paytr ile başlamıştı; mağazada onun anahtarları artık yok')
  expect(stateOf({ ...open, goneProvider: null })).toContain('kendiliğinden yeniden soruyor')
  expect(stateOf({ ...held, goneProvider: 'paytr' }), 'one that she can settle').not.toContain('anahtar')
})

test('of a transfer that came when its order was over no card is named', () => {
  const late = { ...held, status: 'REFUNDED', heldReason: null, refunded: 1199, byHand: true }
  expect(stateOf(late)).toContain('havale ile 2.398,00 TL geldi; 1.199,00 TL kadarı iade edilmedi')
  expect(consequenceOf('refund', late)).toMatch(/^1.199,00 TL .*siz gönderip “Gönderdim” dersiniz/)
  const said = [amountsOf(late), stateOf(late), consequenceOf('refund', late), consequenceOf('close', late)]
  expect(said.join()).not.toMatch(/kart|çekil|kuruluş/)
})

test('before she completes she reads what becomes of the difference', () => {
  expect(consequenceOf('complete', held)).toContain('Fazla çekilen 1.199,00 TL müşterinindir')
  expect(consequenceOf('complete', { ...held, taken: 1000 })).toContain('Eksik çekilen 199,00 TL')
  expect(consequenceOf('complete', { ...held, taken: 1199 })).not.toContain('çekilen 1')
})
