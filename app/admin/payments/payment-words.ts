import type { WireOrder } from '#api/wire/orders.ts'
import { isPaid, paymentLabel } from '#app/account/orders/order-words.ts'

/** How an order's money stands; what the bank has not confirmed yet counts as on its way back. */
export function paymentState({ paymentMethod, paymentStatus, refundPending, ...order }: WireOrder): string {
  const { refundedAmount, exchange, totalAmount } = order
  const isCollected = paymentMethod === 'CASH_ON_DELIVERY' && isPaid({ paymentStatus })
  if (isCollected && refundedAmount + refundPending === 0) return 'Tahsil edildi'
  const label = paymentLabel({ paymentStatus, exchange, totalAmount, refundedAmount: refundedAmount + refundPending })
  return exchange?.waits && isPaid({ paymentStatus }) ? `${label}, eski ürün bekleniyor` : label
}
