import type { Logger } from 'pino'
import type { BankReturn, ChargeRequest, PaymentOutcome, PaymentProvider } from '../../payment-provider.ts'
import { seconds } from '../../time.ts'
import { keepBankPage, type PageStore } from '../bank-pages.ts'
import type { Iyzico, IyzicoSettings } from './account.ts'
import { findBooks } from './books.ts'
import { type IyzicoClient, type IyzicoReply, iyzicoClient } from './client.ts'
import { isBanksWord } from './errors.ts'
import { listCharges, listInstallments } from './lists.ts'
import { ofFailure, ofUnpaid, outcomeOf, texts, wronglySigned } from './outcomes.ts'
import { findByPage, openPage } from './page.ts'
import { findRefund, refund } from './refunds.ts'
import { paymentBody } from './request.ts'
import { isSigned, signedPrice, toPrice } from './signature.ts'
import { readWebhook, signatureHeader } from './webhook.ts'

/** Milliseconds that the answer to a question or a charge may take. */
const timeouts = { query: seconds(5), charge: seconds(30) }

/** Cards through iyzico's API. Amounts, order and currency it reports are compared with ours where attempts settle. */
export function iyzicoProvider(
  settings: IyzicoSettings,
  deps: { log: Logger; pages: PageStore; client?: IyzicoClient },
): PaymentProvider {
  const client = deps.client ?? iyzicoClient(settings, deps.log)
  const iyzico: Iyzico = { client, settings, log: deps.log, clock: deps.pages.clock, pages: deps.pages }
  return {
    name: 'iyzico',
    // iyzico gives its own answer within a minute or so; twice that is patient.
    memory: seconds(120),
    // A simulator may speak plain HTTP; iyzico and banks never do.
    bankPageSources: settings.baseUrl.startsWith('http:') ? 'https: http:' : 'https:',
    isAnswering: () => client.isAnswering?.() ?? true,
    charge: (request) => charge(iyzico, request),
    openPage: (request) => openPage(iyzico, request),
    readReturn: (conversationId, form) => readReturn(iyzico, conversationId, form),
    readWebhook: (body, header) => readWebhook(settings.secretKey, body, header(signatureHeader)),
    async finishThreeDs({ conversationId, orderId, amountKurus, paymentId, data }) {
      if (!paymentId) return find(iyzico, conversationId)
      const reply = await client.post(
        '/payment/v2/3dsecure/auth',
        {
          locale: 'tr',
          conversationId,
          paymentId,
          paidPrice: toPrice(amountKurus),
          basketId: orderId,
          currency: 'TRY',
          ...(data ? { conversationData: data } : {}),
        },
        timeouts.charge,
      )
      // A failure that is not a bank's does not tell what became of an earlier call.
      if (reply.kind === 'unsent') return { kind: 'unknown', reason: reply.reason }
      if (reply.kind === 'failure' && !isBanksWord(reply)) {
        deps.log.warn({ conversationId, errorCode: reply.code }, 'iyzico did not take the last call of 3-D Secure')
        return { kind: 'unknown', reason: `the last call was refused: ${reply.code}` }
      }
      return outcomeOfReply(iyzico, conversationId, reply)
    },
    find: async (conversationId, page) =>
      (page && (await findByPage(iyzico, conversationId, page))) || find(iyzico, conversationId),
    refund: (request) => refund(iyzico, request),
    findRefund: (request) => findRefund(iyzico, request),
    listInstallments: (priceKurus, bin) => listInstallments(iyzico, priceKurus, bin),
    listCharges: (day) => listCharges(iyzico, day),
    findBooks: (payment) => findBooks(client, payment),
  }
}

async function charge(iyzico: Iyzico, request: ChargeRequest): Promise<PaymentOutcome> {
  const { client, settings } = iyzico
  const body = paymentBody(request, settings.identityNumber)
  if (!(await asksBankFirst(iyzico, request))) {
    return outcomeOfReply(iyzico, request.conversationId, await client.post('/payment/auth', body, timeouts.charge))
  }
  const { callbackUrl } = request
  const reply = await client.post('/payment/3dsecure/initialize', { ...body, callbackUrl }, timeouts.charge)
  if (reply.kind !== 'success') return outcomeOfReply(iyzico, request.conversationId, reply)
  const { paymentId, conversationId, signature, threeDSHtmlContent } = texts(reply.body)
  if (!isSigned(settings.secretKey, [paymentId, conversationId], signature)) return wronglySigned(iyzico, reply.body)
  if (conversationId !== request.conversationId || !threeDSHtmlContent) {
    return { kind: 'unknown', reason: 'the answer belongs to another payment' }
  }
  const html = Buffer.from(threeDSHtmlContent, 'base64').toString('utf8')
  return { kind: '3ds', paymentId, redirectUrl: await keepBankPage(iyzico.pages, html) }
}

/** With 'auto', what iyzico says about the card: debit cards and banks that insist are asked; so is an unknown card. */
async function asksBankFirst(iyzico: Iyzico, request: ChargeRequest): Promise<boolean> {
  if (iyzico.settings.threeDs !== 'auto') return iyzico.settings.threeDs === 'always'
  const plans = await listInstallments(iyzico, request.amountKurus, request.card.number.slice(0, 8))
  const [card] = plans ?? []
  return !card || card.forces3ds || card.cardType !== 'CREDIT'
}

async function find(iyzico: Iyzico, conversationId: string): Promise<PaymentOutcome> {
  const reply = await iyzico.client.post(
    '/payment/detail',
    { locale: 'tr', conversationId, paymentConversationId: conversationId },
    timeouts.query,
  )
  if (reply.kind === 'unsent') return { kind: 'unknown', reason: reply.reason }
  if (reply.kind === 'failure' && isNotFound(reply)) return { kind: 'none' }
  if (reply.kind === 'failure' && !isOfPayment(reply)) {
    // A question that was refused says nothing about the money.
    return { kind: 'unknown', reason: `the query was refused: ${reply.code}` }
  }
  return outcomeOfReply(iyzico, conversationId, reply)
}

/** 5087: 'Üye işyerine ait ödeme kaydı bulunamadı'; its neighbours say the same in other words. */
function isNotFound({ code, message }: { code: string; message: string }): boolean {
  return code === '5087' || /kayd\S+ bulunamad/i.test(message)
}

/** Whether a failure is a bank's answer (codes from 10000) to the payment asked for. */
function isOfPayment({ code, group }: { code: string; group: string }): boolean {
  return group !== '' || /^1\d{4}$/.test(code)
}

/** Reads the outcome of a payment from an answer about it alone. */
function outcomeOfReply(iyzico: Iyzico, conversationId: string, reply: IyzicoReply): PaymentOutcome {
  if (reply.kind !== 'success') return ofFailure(iyzico, conversationId, reply)
  const told = texts(reply.body)
  const unpaid = ofUnpaid(told)
  if (unpaid) return unpaid
  const { paymentId, currency, basketId, price, paidPrice, signature } = told
  const signed = [paymentId, currency, basketId, told.conversationId, signedPrice(paidPrice), signedPrice(price)]
  if (!isSigned(iyzico.settings.secretKey, signed, signature)) return wronglySigned(iyzico, reply.body)
  return outcomeOf(conversationId, told)
}

/** The form with which a bank sends the browser back. Anybody can send one: only a signed one decides anything. */
function readReturn(iyzico: Iyzico, ours: string, form: Record<string, string>): BankReturn {
  const { conversationData = '', conversationId = '', mdStatus = '', paymentId = '', status = '', signature } = form
  const values = [conversationData, conversationId, mdStatus, paymentId, status]
  if (conversationId !== ours || !isSigned(iyzico.settings.secretKey, values, signature)) return { kind: 'unproven' }
  if (mdStatus !== '1' || status !== 'success') return { kind: 'failed' }
  return { kind: 'passed', paymentId, ...(conversationData ? { data: conversationData } : {}) }
}
