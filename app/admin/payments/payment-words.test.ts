import { expect, test } from 'vitest'
import type { WireStaffOrder } from '#api/wire/admin/orders.ts'
import { paymentState, waitsFor } from './payment-words.ts'

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

test('the order of an exchange does not say that the old piece is missing: it may have come', () => {
  const exchange = { of: 'an order', amount: 100, waits: true }
  const later = 'Eski ürün gelip değişim tamamlanınca hazırlanabilir.'
  const unpaid = { paymentStatus: 'PENDING', exchange } as const
  expect(waitsFor({ ...unpaid, totalAmount: 150 })).toBe('Müşteri farkı ödemeden hazırlanamaz.')
  expect(waitsFor({ ...unpaid, totalAmount: 100 }), 'nothing is to be paid').toBe(later)
  expect(waitsFor({ paymentStatus: 'SUCCESS', exchange, totalAmount: 150 })).toBe(later)
  const paid = { ...order, exchange, totalAmount: 150, paymentMethod: 'CARD', paymentStatus: 'SUCCESS' } as const
  expect(paymentState(paid)).toBe('Ödendi, değişim sürüyor')
})
