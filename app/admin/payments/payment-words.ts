import type { WireOrder } from '#api/wire/orders.ts'
import { paymentLabel } from '#app/account/orders/order-words.ts'

/** How an order's money stands; what the bank has not confirmed yet counts as on its way back. */
export function paymentState({ paymentStatus, refundedAmount, refundPending }: WireOrder): string {
  return paymentLabel({ paymentStatus, refundedAmount: refundedAmount + refundPending })
}
