import { z } from 'zod'
import { istanbulDay, seconds } from '../time.ts'
import type { Iyzico } from './iyzico.ts'
import type { IyzicoReply } from './iyzico-client.ts'
import { fromPrice, isSigned, toPrice } from './iyzico-signature.ts'
import type { RefundOutcome, RefundRequest } from './provider.ts'

const patience = seconds(20)

/**
 * Gives money back: the whole of a payment on the day it was made is cancelled (it never shows on the statement), all
 * else is refunded. iyzico knows no repeated request, so after a lost answer it is first asked what it already did.
 */
export async function refund(iyzico: Iyzico, request: RefundRequest): Promise<RefundOutcome> {
  if (request.again) {
    const given = await alreadyGivenBack(iyzico, request)
    if (given === undefined) return { kind: 'unknown', reason: 'iyzico does not say what went back' }
    if (given === request.amountKurus) return { kind: 'refunded' }
    if (given !== 0) return { kind: 'unknown', reason: 'another amount went back' }
  }
  const whole = request.refundedKurus === 0 && request.amountKurus === request.paidKurus
  const sameDay = istanbulDay(request.paidAt) === istanbulDay(iyzico.clock())
  if (whole && sameDay) {
    const cancelled = await cancel(iyzico, request)
    // Some banks close their day early: what cannot be cancelled any more can be refunded.
    if (cancelled.kind !== 'refused') return cancelled
  }
  const { refundId, paymentId, amountKurus, ip } = request
  const reply = await iyzico.client.post(
    '/v2/payment/refund',
    {
      locale: 'tr',
      conversationId: refundId,
      paymentId,
      price: toPrice(amountKurus),
      currency: 'TRY',
      ip: publicAddress(ip),
    },
    patience,
  )
  const outcome = outcomeOf(reply)
  if (outcome.kind !== 'refunded' || reply.kind !== 'success') return outcome
  const signature = String(reply.body.signature ?? '')
  if (!isSigned(iyzico.settings.secretKey, [paymentId, refundId], signature)) {
    iyzico.log.error({ refundId }, 'a refund in the name of iyzico is not signed by it: it is not believed')
    return { kind: 'unknown', reason: 'wrong signature' }
  }
  if (fromPrice(String(reply.body.price ?? '')) !== amountKurus) {
    iyzico.log.error({ refundId, asked: amountKurus, given: reply.body.price }, 'iyzico gave back another amount')
    return { kind: 'unknown', reason: 'another amount went back' }
  }
  return outcome
}

async function cancel({ client }: Iyzico, { refundId, paymentId, ip }: RefundRequest): Promise<RefundOutcome> {
  const body = { locale: 'tr', conversationId: refundId, paymentId, ip: publicAddress(ip), reason: 'buyer_request' }
  return outcomeOf(await client.post('/payment/cancel', body, patience))
}

function outcomeOf(reply: IyzicoReply): RefundOutcome {
  switch (reply.kind) {
    case 'success':
      return { kind: 'refunded' }
    case 'failure':
      // 1 and the codes for lost connections leave open what happened.
      if (['1', '10214', '10219'].includes(reply.code)) return { kind: 'unknown', reason: reply.code }
      return { kind: 'refused', message: 'Banka iadeyi kabul etmedi.' }
    default:
      return { kind: 'unknown', reason: reply.reason }
  }
}

const amount = z.union([z.number(), z.string()])
const status = z.coerce.number().nullish()
const Report = z.object({
  payments: z.array(
    z.object({
      paymentId: z.coerce.string(),
      paidPrice: amount,
      cancels: z.array(z.object({ cancelConversationId: z.string().nullish(), refundStatus: status })).nullish(),
      itemTransactions: z
        .array(
          z.object({
            refunds: z
              .array(
                z.object({ refundConversationId: z.string().nullish(), refundPrice: amount, refundStatus: status }),
              )
              .nullish(),
          }),
        )
        .nullish(),
    }),
  ),
})

/** What iyzico's report says it did for this refund, in kuruş; undefined when it cannot be told. */
async function alreadyGivenBack(
  { client }: Iyzico,
  { conversationId, paymentId, refundId }: RefundRequest,
): Promise<number | undefined> {
  const query = { paymentConversationId: conversationId, locale: 'tr' }
  const reply = await client.get('/v2/reporting/payment/details', query, seconds(8))
  const report = reply.kind === 'success' ? Report.safeParse(reply.body) : undefined
  const payment = report?.data?.payments.find((payment) => payment.paymentId === paymentId)
  if (!payment) return undefined
  const cancelled = payment.cancels?.some((c) => c.cancelConversationId === refundId && c.refundStatus === 1)
  if (cancelled) return fromPrice(payment.paidPrice)
  return (payment.itemTransactions ?? [])
    .flatMap((item) => item.refunds ?? [])
    .filter((refund) => refund.refundConversationId === refundId && refund.refundStatus === 1)
    .reduce((sum, refund) => sum + fromPrice(refund.refundPrice), 0)
}

/** iyzico wants an address of a person; the shop's own work has none. */
function publicAddress(ip: string): string {
  return ip === 'system' ? '127.0.0.1' : ip
}
