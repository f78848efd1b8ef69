import { z } from 'zod'
import { seconds } from '../../time.ts'
import type { IyzicoClient } from './client.ts'
import { fromPrice } from './signature.ts'

/** Money that went back, or was to, by iyzico's report; `at` only where the time names its zone. */
export type Returned = { refundId: string | null; kurus: number; isDone: boolean; at: Date | undefined }

export const amount = z.union([z.number(), z.string()])
export const status = z.coerce.number().nullish()
const text = z.string().nullish()
const Cancel = z.object({
  cancelConversationId: text,
  refundPrice: amount.nullish(),
  refundStatus: status,
  createdDate: text,
})
const ItemRefund = z.object({
  refundConversationId: text,
  refundPrice: amount,
  refundStatus: status,
  createdDate: text,
})
const Payment = z.object({
  paymentId: z.coerce.string(),
  price: amount.nullish(),
  paidPrice: amount,
  cancels: z.array(Cancel).nullish(),
  itemTransactions: z.array(z.object({ refunds: z.array(ItemRefund).nullish() })).nullish(),
})

type Named = { conversationId: string; paymentId: string }

/** Reads iyzico's report (fields of August 2025) of one payment, as a schema has it; undefined when it cannot be told. */
export async function readReport<P extends { paymentId: string }>(
  client: IyzicoClient,
  { conversationId, paymentId }: Named,
  payment: z.ZodType<P>,
): Promise<P | undefined> {
  const query = { paymentConversationId: conversationId, locale: 'tr' }
  const reply = await client.get('/v2/reporting/payment/details', query, seconds(8))
  if (reply.kind !== 'success') return undefined
  const report = z.object({ payments: z.array(payment) }).safeParse(reply.body)
  return report.data?.payments.find((payment) => payment.paymentId === paymentId)
}

/** Everything that the report shows as given back of a payment; undefined when it cannot be told. */
export async function findReturns(client: IyzicoClient, named: Named): Promise<Returned[] | undefined> {
  const payment = await readReport(client, named, Payment)
  if (!payment) return undefined
  const cancels = (payment.cancels ?? []).map(({ cancelConversationId, refundPrice, refundStatus, createdDate }) => {
    // A cancellation is of the whole payment; whether its price holds the fee for installments is not documented.
    const isWhole = [payment.paidPrice, payment.price].some((price) => Number(price) === Number(refundPrice))
    const price = isWhole ? payment.paidPrice : (refundPrice ?? payment.paidPrice)
    return returned(cancelConversationId, price, refundStatus, createdDate)
  })
  const refunds = (payment.itemTransactions ?? [])
    .flatMap((item) => item.refunds ?? [])
    .map((refund) => returned(refund.refundConversationId, refund.refundPrice, refund.refundStatus, refund.createdDate))
  return [...cancels, ...refunds]
}

function returned(
  refundId: string | null | undefined,
  price: number | string,
  status: number | null | undefined,
  createdDate: string | null | undefined,
): Returned {
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/.test(createdDate ?? '')
  const at = hasZone ? new Date(createdDate ?? '') : undefined
  return {
    refundId: refundId ?? null,
    kurus: fromPrice(price),
    isDone: status === 1,
    at: at && !Number.isNaN(at.getTime()) ? at : undefined,
  }
}
