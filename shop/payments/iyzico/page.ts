/**
 * iyzico's checkout form on iyzico's own page. Written from its documents *CF Başlatma*, *CF Sorgulama*, *İmza Yanıtının
 * Doğrulanması* and *Webhook* (docs.iyzico.com) as they stood in 2026.
 */

import type { HostedPage, HostedRequest, PaymentOutcome } from '../../payment-provider.ts'
import { seconds } from '../../time.ts'
import type { Iyzico } from './account.ts'
import type { IyzicoReply } from './client.ts'
import { isBanksWord } from './errors.ts'
import { ofFailure, ofUnpaid, outcomeOf, texts, wronglySigned } from './outcomes.ts'
import { orderBody } from './request.ts'
import { isSigned, signedPrice } from './signature.ts'

const initialize = '/payment/iyzipos/checkoutform/initialize/auth/ecom'

export async function openPage(iyzico: Iyzico, request: HostedRequest): Promise<HostedPage> {
  const { client, settings } = iyzico
  const { callbackUrl, conversationId } = request
  const enabledInstallments = request.installments.filter((count) => [1, 2, 3, 6, 9, 12].includes(count))
  const body = { ...orderBody(request, settings.identityNumber), callbackUrl, enabledInstallments }
  const reply = await client.post(initialize, body, seconds(8))
  if (reply.kind !== 'success') {
    const outcome = ofFailure(iyzico, conversationId, reply)
    return outcome.kind === 'declined' ? outcome : { kind: 'unknown', reason: 'no page' }
  }
  const { token, paymentPageUrl, conversationId: theirs, signature } = texts(reply.body)
  if (!isSigned(settings.secretKey, [theirs, token], signature)) {
    wronglySigned(iyzico, reply.body)
    return { kind: 'unknown', reason: 'wrong signature' }
  }
  const isPage = URL.canParse(paymentPageUrl) && /^https?:$/.test(new URL(paymentPageUrl).protocol)
  if (theirs !== conversationId || !isPage) return { kind: 'unknown', reason: 'the answer belongs to another payment' }
  return { kind: 'page', redirectUrl: paymentPageUrl, reference: token }
}

/** Asks about a page by its token; undefined when the answer is about the question and not about a payment. */
export async function findByPage(
  iyzico: Iyzico,
  conversationId: string,
  token: string,
): Promise<PaymentOutcome | undefined> {
  const body = { locale: 'tr', conversationId, token }
  const reply = await iyzico.client.post('/payment/iyzipos/checkoutform/auth/ecom/detail', body, seconds(5))
  if (reply.kind === 'unsent') return { kind: 'unknown', reason: reply.reason }
  if (reply.kind === 'failure' && !isBanksWord(reply)) return undefined
  if (reply.kind !== 'success') return stillOpen(ofFailure(iyzico, conversationId, reply))
  return stillOpen(ofPage(iyzico, conversationId, token, reply))
}

function ofPage(
  iyzico: Iyzico,
  conversationId: string,
  token: string,
  reply: Extract<IyzicoReply, { kind: 'success' }>,
): PaymentOutcome {
  const told = texts(reply.body)
  // Nothing was paid on the page yet: there is no payment that could be signed.
  if (told.paymentId === '' && told.paymentStatus !== 'SUCCESS') return { kind: '3ds' }
  const unpaid = ofUnpaid(told)
  if (unpaid) return unpaid
  const { paymentStatus, paymentId, currency, basketId, paidPrice, price, signature } = told
  const prices = [signedPrice(paidPrice), signedPrice(price)]
  const signed = [paymentStatus, paymentId, currency, basketId, told.conversationId, ...prices, told.token]
  if (!isSigned(iyzico.settings.secretKey, signed, signature)) return wronglySigned(iyzico, reply.body)
  if (told.token !== token) return { kind: 'unknown', reason: 'the answer belongs to another page' }
  return outcomeOf(conversationId, told)
}

/** A card that the page refused ends nothing for certain: she may type another one there. */
function stillOpen(outcome: PaymentOutcome): PaymentOutcome {
  return outcome.kind === 'declined' ? { ...outcome, vague: true } : outcome
}
