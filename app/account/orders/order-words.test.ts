import { expect, test } from 'vitest'
import { dueKurus, goesBack, paymentLabel } from './order-words.ts'

test.for([
  ['SUCCESS', 0, 'Ödendi'],
  ['PARTIALLY_REFUNDED', 120.5, 'Kısmen iade edildi (120,50 TL)'],
  // Asked back, and not confirmed yet.
  ['SUCCESS', 120.5, 'Kısmen iade edildi (120,50 TL)'],
  ['AWAITING_TRANSFER', 0, 'Havale bekleniyor'],
  ['REFUNDED', 600, 'İade Edildi'],
  ['FAILED', 0, 'Alınmadı'],
] as const)('a payment that is %s, with %d TL back: %s', ([paymentStatus, refundedAmount, words]) => {
  expect(paymentLabel({ paymentStatus, refundedAmount }).replace(/\u00a0/g, ' ')).toBe(words)
})

test('a courier collects what store credit and gift cards have not paid', () => {
  expect(dueKurus({ totalAmount: 350.03 })).toBe(35_003)
  expect(dueKurus({ totalAmount: 350.03, credit: 50.01, giftCard: 100 })).toBe(20_002)
})

test.for([
  ['all of it', {}, [10_000, 0, 0]],
  ['its balances apart', { credit: 30, giftCard: 20 }, [5_000, 3_000, 2_000]],
  ['without what went back before', { refundedAmount: 40.5 }, [5_950, 0, 0]],
  ['nor what the bank is asked for', { refundedAmount: 40, refundPending: 10 }, [5_000, 0, 0]],
  ['nor what went back to balances', { credit: 60, refundedAmount: 50, refundedCredit: 10 }, [0, 5_000, 0]],
  [
    'credit instead of money lessens the credit first',
    { credit: 20, refundedAmount: 30, refundedCredit: 30 },
    [7_000, 0, 0],
  ],
  ['nor what old pieces were to pay', { exchange: { of: 'x', amount: 60, waits: true } }, [4_000, 0, 0]],
  ['but what they paid', { exchange: { of: 'x', amount: 60, waits: false } }, [10_000, 0, 0]],
] as const)('a cancelled order goes back: %s', ([, order, [moneyKurus, creditKurus, giftKurus]]) => {
  expect(goesBack({ totalAmount: 100, ...order })).toEqual({ moneyKurus, creditKurus, giftKurus })
})
