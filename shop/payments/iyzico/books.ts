import { z } from 'zod'
import type { PaymentBooks } from '../../payment-provider.ts'
import type { IyzicoClient } from './client.ts'
import { amount, readReport, status } from './report.ts'
import { fromPrice } from './signature.ts'

const ItemRefund = z.object({ refundPrice: amount, refundStatus: status })
const Payment = z.object({
  paymentId: z.coerce.string(),
  paidPrice: amount,
  cancels: z.array(z.object({ refundStatus: status })).nullish(),
  itemTransactions: z.array(z.object({ refunds: z.array(ItemRefund).nullish() })).nullish(),
})

/** Sums up iyzico's report of one payment as it is now, whatever day money moved; undefined when it cannot be told. */
export async function findBooks(
  client: IyzicoClient,
  named: { conversationId: string; paymentId: string },
): Promise<PaymentBooks | undefined> {
  const payment = await readReport(client, named, Payment)
  if (!payment) return undefined
  const amountKurus = fromPrice(payment.paidPrice)
  const isCancelled = payment.cancels?.some(({ refundStatus }) => refundStatus === 1)
  const refunded = (payment.itemTransactions ?? [])
    .flatMap((item) => item.refunds ?? [])
    .filter(({ refundStatus }) => refundStatus === 1)
    .reduce((sum, { refundPrice }) => sum + fromPrice(refundPrice), 0)
  const refundedKurus = isCancelled ? amountKurus : refunded
  return Number.isInteger(amountKurus) && Number.isInteger(refundedKurus) ? { amountKurus, refundedKurus } : undefined
}
