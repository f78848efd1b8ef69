import type { PaymentOutcome } from '../../payment-provider.ts'
import { declineSentence } from '../declines.ts'
import type { Iyzico } from './account.ts'
import type { IyzicoReply } from './client.ts'
import { declineOf, isBanksWord } from './errors.ts'
import { fromPrice } from './signature.ts'

/** The outcome of a payment from an answer that is no success. */
export function ofFailure(
  { log }: Iyzico,
  conversationId: string,
  reply: Exclude<IyzicoReply, { kind: 'success' }>,
): PaymentOutcome {
  switch (reply.kind) {
    case 'unknown':
      return reply
    case 'unsent':
      return declined('PROVIDER_UNAVAILABLE')
    case 'failure': {
      const decline = declineOf(reply)
      if (!decline) return { kind: 'unknown', reason: `the bank left it open: ${reply.code}` }
      if (decline.code === 'PROVIDER_UNAVAILABLE') {
        log.error({ conversationId, errorCode: reply.code }, 'iyzico refuses our requests')
      }
      return { kind: 'declined', ...decline }
    }
  }
}

/** Whether a payment is at the bank or failed, which no signature has to prove; undefined when it may be a success. */
export function ofUnpaid({ paymentStatus, paymentId, errorGroup }: Told): PaymentOutcome | undefined {
  if (paymentStatus === 'INIT_THREEDS' || paymentStatus === 'CALLBACK_THREEDS') return { kind: '3ds', paymentId }
  if (paymentStatus !== 'FAILURE') return undefined
  const group = errorGroup || 'UNKNOWN'
  return { ...declined(group), ...(isBanksWord({ group }) ? {} : { vague: true as const }) }
}

/** The outcome of a payment from an answer whose signature was checked. `status: success` alone is never enough. */
export function outcomeOf(conversationId: string, told: Told): PaymentOutcome {
  const { paymentId, currency, basketId, paidPrice, paymentStatus, phase } = told
  if (told.conversationId !== conversationId)
    return { kind: 'unknown', reason: 'the answer belongs to another payment' }
  if (paymentStatus !== 'SUCCESS' && !(paymentStatus === '' && (phase === 'AUTH' || phase === ''))) {
    return { kind: 'unknown', reason: `payment status ${paymentStatus}, phase ${phase}` }
  }
  switch (told.fraudStatus) {
    case '1':
    case '2':
      return { kind: 'charged', paymentId, amountKurus: fromPrice(paidPrice), currency, orderId: basketId }
    case '0':
      return { kind: 'review', paymentId }
    case '-1':
      return declined('FRAUD_SUSPECT')
    default:
      return { kind: 'unknown', reason: 'no word about fraud' }
  }
}

function declined(code: string) {
  return { kind: 'declined' as const, code, message: declineSentence(code) }
}

export function wronglySigned({ log }: Iyzico, body: Record<string, unknown>): PaymentOutcome {
  const { paymentId } = texts(body)
  log.error({ paymentId }, 'an answer in the name of iyzico is not signed by it: it is not believed')
  return { kind: 'unknown', reason: 'wrong signature' }
}

const fields = [
  'paymentId',
  'conversationId',
  'currency',
  'basketId',
  'price',
  'paidPrice',
  'signature',
  'paymentStatus',
  'phase',
  'fraudStatus',
  'errorGroup',
  'threeDSHtmlContent',
  'token',
  'paymentPageUrl',
] as const
type Told = Record<(typeof fields)[number], string>

/** The fields of an answer as text, empty when missing. */
export function texts(body: Record<string, unknown>): Told {
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
  return Object.fromEntries(fields.map((name) => [name, text(body[name])])) as Told
}
