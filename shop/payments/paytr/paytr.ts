/**
 * PayTR's iFrame API. Written from its documents at dev.paytr.com as they stood in 2026: *iFrame API 1. Adım* (the token),
 * *2. Adım* (notifications), *Durum Sorgu*, *İade API* and *Satış ve İade İşlem Dökümü*. Cards are typed on PayTR's page
 * alone; docs/payments.md says why the shopper is sent there and no frame is shown.
 */

import type { Logger } from 'pino'
import type { HostedPage, HostedRequest, PaymentOutcome, PaymentProvider } from '../../payment-provider.ts'
import { seconds } from '../../time.ts'
import { declined, notReal, type Paytr, type PaytrSettings } from './account.ts'
import { findBooks, findSale, listCharges } from './books.ts'
import { type PaytrClient, paytrClient } from './client.ts'
import { readNotification } from './notification.ts'
import { findRefund, refund } from './refunds.ts'
import { toAmount, tokenOf, toOid } from './token.ts'

const timeout = seconds(8)

export function paytrProvider(
  settings: PaytrSettings,
  { log, client = paytrClient(settings, log) }: { log: Logger; client?: PaytrClient },
): PaymentProvider {
  const paytr: Paytr = { client, settings, log }
  return {
    name: 'paytr',
    memory: seconds(120),
    ownPageOnly: true,
    webhookAnswer: 'OK',
    isAnswering: () => client.isAnswering(),
    charge: async () => declined('PROVIDER_UNAVAILABLE'),
    openPage: (request) => openPage(paytr, request),
    // The browser brings nothing back; the notification tells, and questions.
    readReturn: () => ({ kind: 'unproven' }),
    readWebhook: (body) => readNotification(paytr, body),
    finishThreeDs: ({ conversationId }) => find(paytr, conversationId),
    find: (conversationId) => find(paytr, conversationId),
    refund: (request) => refund(paytr, request),
    findRefund: (request) => findRefund(paytr, request),
    // Its page shows them; no table of them is documented.
    listInstallments: async () => [],
    listCharges: (day) => listCharges(paytr, day),
    findBooks: ({ conversationId }) => findBooks(paytr, conversationId),
  }
}

async function openPage(paytr: Paytr, request: HostedRequest): Promise<HostedPage> {
  const { client, settings, log } = paytr
  const reply = await client.post('/odeme/api/get-token', pageFields(settings, request), timeout)
  if (reply.kind === 'unknown') return reply
  if (reply.kind === 'failure') log.error({ reason: reply.message }, 'PayTR refuses our requests')
  const token = reply.kind === 'success' ? reply.body.token : undefined
  if (typeof token !== 'string' || !/^[\w-]+$/.test(token)) return declined('PROVIDER_UNAVAILABLE')
  return { kind: 'page', redirectUrl: `${settings.baseUrl}/odeme/guvenli/${token}`, reference: token }
}

/** The form of the first step. PayTR compares nothing with the basket; it shows its lines to the owner. */
function pageFields(settings: PaytrSettings, request: HostedRequest): Record<string, string> {
  const { buyer, items, amountKurus, installments, minutesOpen, callbackUrl } = request
  const oid = toOid(request.conversationId)
  const email = buyer.email.slice(0, 100)
  const basket = items.map(({ name, amountKurus }) => [name, toAmount(amountKurus), 1])
  const user_basket = Buffer.from(JSON.stringify(basket)).toString('base64')
  const testMode = settings.testMode ? '1' : '0'
  const several = installments.filter((count) => count > 1)
  const [none, most] = several.length > 0 ? ['0', String(Math.max(...several))] : ['1', '0']
  const signed = [settings.merchantId, buyer.ip, oid, email, amountKurus, user_basket, none, most, 'TL', testMode]
  return {
    merchant_id: settings.merchantId,
    user_ip: buyer.ip,
    merchant_oid: oid,
    email,
    payment_amount: String(amountKurus),
    paytr_token: tokenOf(settings, ...signed),
    user_basket,
    debug_on: testMode,
    no_installment: none,
    max_installment: most,
    user_name: `${buyer.firstName} ${buyer.lastName}`.slice(0, 60),
    user_address: `${buyer.address}, ${buyer.city}`.slice(0, 400),
    user_phone: buyer.phone.slice(0, 20),
    merchant_ok_url: callbackUrl,
    merchant_fail_url: callbackUrl,
    timeout_limit: String(minutesOpen),
    currency: 'TL',
    test_mode: testMode,
    lang: 'tr',
  }
}

/** PayTR knows payments that succeeded and no others: what it does not know was not charged so far. */
async function find(paytr: Paytr, conversationId: string): Promise<PaymentOutcome> {
  const sale = await findSale(paytr, conversationId)
  if (sale.kind !== 'sale') return sale
  if (sale.isTest !== paytr.settings.testMode) return notReal(paytr, conversationId)
  const { amountKurus, currency } = sale
  return { kind: 'charged', paymentId: toOid(conversationId), amountKurus, currency }
}
