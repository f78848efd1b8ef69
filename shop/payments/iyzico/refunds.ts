import type { RefundLookup, RefundOutcome, RefundRequest } from '../../payment-provider.ts'
import { after, istanbulDay, minutes, seconds } from '../../time.ts'
import type { Iyzico } from './account.ts'
import type { IyzicoReply } from './client.ts'
import { leavesOpen } from './errors.ts'
import { findReturns, type Returned } from './report.ts'
import { fromPrice, isSigned, signedPrice, toPrice } from './signature.ts'

const timeout = seconds(20)

/** A request is done or lost by then, and no clock is further off: what the report dates later is newer than it. */
const settledWithin = minutes(15)

/**
 * Gives money back: the whole of a payment on the day it was made is cancelled (it never shows on the statement), all
 * else is refunded. iyzico does not recognize a repeated request: a second one pays a second time.
 */
export async function refund(iyzico: Iyzico, request: RefundRequest): Promise<RefundOutcome> {
  const whole = request.refundedKurus === 0 && request.amountKurus === request.paidKurus
  const sameDay = istanbulDay(request.paidAt) === istanbulDay(iyzico.clock())
  if (whole && sameDay) {
    const cancelled = await cancel(iyzico, request)
    // Some banks close their day early: what cannot be cancelled any more can be refunded.
    if (cancelled.kind !== 'refused') return cancelled
  }
  const { refundId, paymentId, amountKurus, ip } = request
  const body = { locale: 'tr', conversationId: refundId, paymentId, price: toPrice(amountKurus), currency: 'TRY' }
  const reply = await iyzico.client.post('/v2/payment/refund', { ...body, ip: publicAddress(ip) }, timeout)
  if (reply.kind !== 'success') return outcomeOf(reply)
  switch (proofOf(iyzico, reply.body, request)) {
    case 'amount':
      return ofAmount(iyzico, reply.body, request, [amountKurus])
    case 'call':
      return { kind: 'unknown', reason: 'the answer proves no amount' }
    case 'nothing':
      return disbelieved(iyzico, refundId)
  }
}

/** Cancels the whole payment. Its answer names the amount and carries no signature; one that does is checked. */
async function cancel(iyzico: Iyzico, request: RefundRequest): Promise<RefundOutcome> {
  const { refundId, paymentId, ip, paidKurus, feeKurus } = request
  const body = { locale: 'tr', conversationId: refundId, paymentId, ip: publicAddress(ip), reason: 'buyer_request' }
  const reply = await iyzico.client.post('/payment/cancel', body, timeout)
  if (reply.kind !== 'success') return outcomeOf(reply)
  const isSaid = reply.body.signature !== undefined && reply.body.signature !== null
  if (isSaid && proofOf(iyzico, reply.body, request) === 'nothing') return disbelieved(iyzico, refundId)
  // By iyzico's documents it is the sum of the basket, in which the fee for installments is not.
  return ofAmount(iyzico, reply.body, request, [paidKurus, paidKurus - feeKurus])
}

/**
 * Tells what an answer's signature proves. The official Java client (June 2026) takes four fields: the amount is iyzico's.
 * Its Node sample takes two: the answer is iyzico's, the amount anybody's. Both are keyed by our secret.
 */
function proofOf(
  { settings }: Iyzico,
  body: Record<string, unknown>,
  { refundId, paymentId }: RefundRequest,
): 'amount' | 'call' | 'nothing' {
  const text = (name: string) => (body[name] === undefined || body[name] === null ? '' : String(body[name]))
  const [payment, conversation, signature] = [text('paymentId'), text('conversationId'), text('signature')]
  if (payment !== paymentId || conversation !== refundId) return 'nothing'
  const price = text('price') === '' ? '' : signedPrice(text('price'))
  if (isSigned(settings.secretKey, [payment, price, text('currency'), conversation], signature)) return 'amount'
  return isSigned(settings.secretKey, [payment, conversation], signature) ? 'call' : 'nothing'
}

function disbelieved({ log }: Iyzico, refundId: string): RefundOutcome {
  log.error({ refundId }, 'a refund in the name of iyzico is not signed by it: it is not believed')
  return { kind: 'unknown', reason: 'wrong signature' }
}

/** An answer of success says how much went back; only what was asked for counts, and only once it is done. */
function ofAmount(
  { log }: Iyzico,
  { price, currency, retryable }: Record<string, unknown>,
  { refundId, amountKurus }: RefundRequest,
  right: number[],
): RefundOutcome {
  const given = fromPrice(String(price ?? ''))
  if (!right.includes(given) || (currency ?? 'TRY') !== 'TRY') {
    log.error({ refundId, asked: amountKurus, given: price, currency }, 'iyzico gave back another amount')
    return { kind: 'unknown', reason: 'another amount went back' }
  }
  return retryable === true ? { kind: 'unknown', reason: 'iyzico tries again' } : { kind: 'refunded' }
}

function outcomeOf(reply: Exclude<IyzicoReply, { kind: 'success' }>): RefundOutcome {
  if (reply.kind !== 'failure') return reply
  // A refund that iyzico calls retryable may yet be carried out; a webhook tells how it ended.
  const isOpen = leavesOpen(reply) || reply.body.retryable === true
  return isOpen
    ? { kind: 'unknown', reason: `left open: ${reply.code} ${reply.group}` }
    : { kind: 'refused', message: 'Banka iadeyi kabul etmedi.' }
}

/**
 * Looks a refund up in iyzico's report. The report may lag: that it does not show a refund proves nothing,
 * unless it shows something else of this payment that is surely later.
 */
export async function findRefund(iyzico: Iyzico, request: RefundRequest & { sentAt: Date }): Promise<RefundLookup> {
  const returned = await findReturns(iyzico.client, request)
  if (!returned) return { kind: 'unknown', reason: 'iyzico does not say what went back' }
  const own = returned.filter(({ refundId }) => refundId === request.refundId)
  const shownKurus = own.filter(({ isDone }) => isDone).reduce((sum, { kurus }) => sum + kurus, 0)
  if (shownKurus === request.amountKurus) return { kind: 'refunded' }
  const isNewer = ({ at }: Returned) => at !== undefined && at > after(request.sentAt, settledWithin)
  if (own.length === 0 && returned.some(isNewer)) return { kind: 'none' }
  const reason = shownKurus === 0 ? 'not in the report yet' : 'another amount went back'
  return { kind: 'unknown', reason, shownKurus }
}

/** iyzico wants an address of a person; the shop's own work has none. */
function publicAddress(ip: string): string {
  return ip === 'system' ? '127.0.0.1' : ip
}
