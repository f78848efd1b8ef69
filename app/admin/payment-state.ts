import { paymentLabel, type ShownOrder } from '#app/order-shape.ts'

/** How an order's money stands, in the words of the filter. */
export function paymentState({ paymentStatus, refundedAmount }: ShownOrder): string {
  if (paymentStatus === 'SUCCESS' && refundedAmount > 0) return 'Kısmen iade edildi'
  return paymentLabel(paymentStatus)
}
