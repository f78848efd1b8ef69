import type { RefundLookup, RefundOutcome, RefundRequest } from '../../payment-provider.ts'
import { after, minutes, seconds } from '../../time.ts'
import type { Paytr } from './account.ts'
import { findSale } from './books.ts'
import { fromAmount, toAmount, tokenOf, toOid } from './token.ts'

/** A request is done or lost by then, and no clock is further off. */
const settledWithin = minutes(15)

/** PayTR takes letters and digits alone as a reference, and gives it back in its status query. */
const toReference = (refundId: string) => refundId.replace(/[^a-zA-Z0-9]/g, '')

/** Gives money back. PayTR names no protection against a second request, so none is sent while the first may be under way. */
export async function refund({ client, settings, log }: Paytr, request: RefundRequest): Promise<RefundOutcome> {
  const [oid, amount] = [toOid(request.conversationId), toAmount(request.amountKurus)]
  const fields = {
    merchant_id: settings.merchantId,
    merchant_oid: oid,
    return_amount: amount,
    reference_no: toReference(request.refundId),
    paytr_token: tokenOf(settings, settings.merchantId, oid, amount),
  }
  const reply = await client.post('/odeme/iade', fields, seconds(20))
  switch (reply.kind) {
    case 'success': {
      const { return_amount: given, merchant_oid: about } = reply.body
      if (fromAmount(String(given)) === request.amountKurus && about === oid) return { kind: 'refunded' }
      log.error({ refundId: request.refundId, asked: amount, given }, 'PayTR gave back another amount')
      return { kind: 'unknown', reason: 'another amount went back' }
    }
    case 'failure':
      log.warn({ refundId: request.refundId, code: reply.code, reason: reply.message }, 'PayTR refuses a refund')
      return { kind: 'refused', message: 'PayTR iadeyi kabul etmedi.' }
    default:
      return reply
  }
}

/** Looks a refund up in the status query by its reference. That it is not there proves nothing unless a later one is. */
export async function findRefund(paytr: Paytr, request: RefundRequest & { sentAt: Date }): Promise<RefundLookup> {
  const sale = await findSale(paytr, request.conversationId)
  if (sale.kind !== 'sale') return { kind: 'unknown', reason: 'PayTR does not say what went back' }
  const reference = toReference(request.refundId)
  const own = sale.returns.filter(({ refundId }) => refundId === reference)
  const shownKurus = own.reduce((sum, { kurus }) => sum + kurus, 0)
  if (shownKurus === request.amountKurus) return { kind: 'refunded' }
  const isNewer = ({ at }: { at: Date | undefined }) => at !== undefined && at > after(request.sentAt, settledWithin)
  if (own.length === 0 && sale.returns.some(isNewer)) return { kind: 'none' }
  return { kind: 'unknown', reason: own.length === 0 ? 'not shown yet' : 'another amount went back', shownKurus }
}
