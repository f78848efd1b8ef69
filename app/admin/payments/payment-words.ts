import type { WireOrder } from '#api/wire/orders.ts'
import { paymentLabel } from '#app/account/orders/order-words.ts'

/** How an order's money stands, in the words of the filter. */
export function paymentState({ paymentStatus, refundedAmount, refundPending }: WireOrder): string {
  if (paymentStatus === 'SUCCESS' && refundedAmount + refundPending > 0) return 'Kısmen iade edildi'
  return paymentLabel(paymentStatus)
}
