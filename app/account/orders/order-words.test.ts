import { expect, test } from 'vitest'
import { paymentLabel } from './order-words.ts'

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
