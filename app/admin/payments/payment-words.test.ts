import { expect, test } from 'vitest'
import type { WireStaffOrder } from '#api/wire/admin/orders.ts'
import { paymentState } from './payment-words.ts'

const order = { refundedAmount: 0, refundPending: 0 } as WireStaffOrder

test.for([
  ['CASH_ON_DELIVERY', 'CASH_ON_DELIVERY', 0, 'Kapıda ödenecek'],
  ['CASH_ON_DELIVERY', 'SUCCESS', 0, 'Tahsil edildi'],
  ['CASH_ON_DELIVERY', 'SUCCESS', 10, 'Kısmen iade edildi (10,00 TL)'],
  ['CARD', 'SUCCESS', 0, 'Ödendi'],
] as const)('a payment by %s that is %s, with %d TL on their way back: %s', ([paymentMethod, status, back, words]) => {
  const state = paymentState({ ...order, paymentMethod, paymentStatus: status, refundPending: back })
  expect(state.replace(/\u00a0/g, ' ')).toBe(words)
})
