import type { WireStaffOrder } from '#api/wire/admin/orders.ts'
import { isPaid, paymentLabel } from '#app/account/orders/order-words.ts'

/** How an order's money stands; what the bank has not confirmed yet counts as on its way back. */
export function paymentState({ paymentMethod, paymentStatus, refundPending, ...order }: WireStaffOrder): string {
  const { refundedAmount, exchange, totalAmount } = order
  if (refundedAmount === undefined || refundPending === undefined) return withoutSums(paymentMethod, paymentStatus)
  const isCollected = paymentMethod === 'CASH_ON_DELIVERY' && isPaid({ paymentStatus })
  if (isCollected && refundedAmount + refundPending === 0) return 'Tahsil edildi'
  const swapped = exchange && { ...exchange, amount: exchange.amount ?? 0 }
  const told = { paymentStatus, totalAmount, refundedAmount: refundedAmount + refundPending }
  const label = paymentLabel({ ...told, ...(swapped ? { exchange: swapped } : {}) })
  return exchange?.waits && isPaid({ paymentStatus }) ? `${label}, değişim sürüyor` : label
}

/** Why the order of an exchange may not be prepared yet: its old piece may have come, and she has to pay or the shop to look. */
export function waitsFor(order: Pick<WireStaffOrder, 'paymentStatus' | 'totalAmount' | 'exchange'>): string {
  const { paymentStatus, totalAmount = 0, exchange } = order
  return paymentStatus === 'PENDING' && (exchange?.amount ?? 0) < totalAmount
    ? 'Müşteri farkı ödemeden hazırlanamaz.'
    : 'Eski ürün gelip değişim tamamlanınca hazırlanabilir.'
}

/** For who may not see sums. */
function withoutSums(method: WireStaffOrder['paymentMethod'], paymentStatus: WireStaffOrder['paymentStatus']): string {
  if (paymentStatus === 'PARTIALLY_REFUNDED') return 'Kısmen iade edildi'
  if (method === 'CASH_ON_DELIVERY' && isPaid({ paymentStatus })) return 'Tahsil edildi'
  return paymentLabel({ paymentStatus, refundedAmount: 0 })
}
