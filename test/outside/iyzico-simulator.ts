import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { failure } from './iyzico-checks.ts'
import { IyzicoForms } from './iyzico-forms.ts'
import type { Mischief } from './iyzico-mischief.ts'
import { IyzicoPayments } from './iyzico-payments.ts'
import { type Body, IyzicoReturns, type SimulatedPayment } from './iyzico-returns.ts'

type Reply = Body | 'not found'

const keys = { apiKey: 'sandbox-api-key', secretKey: 'sandbox-secret-key' }
const hmac = (text: string) => createHmac('sha256', keys.secretKey).update(text).digest('hex')

/**
 * iyzico's REST API on 127.0.0.1, as its documents describe it: it checks signatures and sums, keeps its own books and
 * misbehaves on command. An address it does not know is 404, so that no new call passes unseen.
 */
export async function startIyzico() {
  const iyzico = new SimulatedIyzico()
  const server = createServer((req, res) => {
    void answer(iyzico, req, res).catch(() => res.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const { payments, calls, state, forms } = iyzico
  forms.baseUrl = `http://127.0.0.1:${port}`
  return {
    ...keys,
    baseUrl: `http://127.0.0.1:${port}`,
    payments,
    calls,
    state,
    /** Spoils the next answer on this path. */
    spoil: (path: string, kind: Mischief) => iyzico.mischief.push({ path, kind }),
    /** Does the work that is still under way. */
    carryOn: () => iyzico.carryOn(),
    bankForm: (paymentId: string, mdStatus: string, status?: 'success' | 'failure') =>
      bankForm(payments.get(paymentId), mdStatus, status),
    /** The pages of iyzico's own: who pays there, and the news of it. */
    forms,
    pageWebhook: (url: string, reference?: string) => {
      const { body, signedText } = forms.webhook(url, reference)
      return { body, signature: hmac(keys.secretKey + signedText) }
    },
    webhook: (paymentId: string, reference?: string, iyziEventType?: string) =>
      webhook(paymentId, payments.get(paymentId), reference, iyziEventType),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

class SimulatedIyzico {
  readonly payments = new Map<string, SimulatedPayment>()
  readonly mischief: { path: string; kind: Mischief }[] = []
  readonly calls: { path: string; body: Body }[] = []
  readonly underWay: (() => void)[] = []
  readonly state = {
    day: '2026-11-20',
    installmentFee: 0.04,
    down: false,
    /** Number of fields that the signature of refunds and cancellations covers. */
    refundSignature: 4 as 4 | 2 | 'wrong' | 'none',
    /** Number of queries about a payment for which its report is behind. */
    reportLag: 0,
    /** Milliseconds for which the report is behind, by the clock below. */
    reportDelay: 0,
    clock: () => new Date(),
    /** Share of requests, 0 to 1, that is lost on the way here or back. */
    loses: 0,
  }
  readonly taking = new IyzicoPayments(this.payments, this.state, hmac)
  readonly forms = new IyzicoForms(this.taking, hmac)
  readonly returning = new IyzicoReturns(this.payments, this.state, hmac)

  /** How to spoil the next answer on this path: on command, or by chance. */
  takeMischief(path: string): Mischief | undefined {
    const index = this.mischief.findIndex((entry) => entry.path === path)
    if (index >= 0) return this.mischief.splice(index, 1)[0]?.kind
    if (Math.random() >= this.state.loses) return undefined
    return Math.random() < 0.5 ? 'drop before' : 'drop after'
  }

  carryOn(): void {
    for (const payment of this.payments.values()) payment.busy = false
    for (const work of this.underWay.splice(0)) work()
  }
}

async function answer(iyzico: SimulatedIyzico, req: IncomingMessage, res: ServerResponse) {
  const url = new URL(req.url ?? '/', 'http://iyzico')
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  if (iyzico.state.down) return void res.destroy()
  const spoil = iyzico.takeMischief(url.pathname)
  if (isSpoiltBefore(res, spoil)) return
  if (!isSigned(req, url.pathname, text)) return void json(res, failure('1000', '', 'Geçersiz imza'))
  const isJson = req.headers['content-type'] === 'application/json'
  if (req.method === 'POST' ? !isJson : text !== '' || isJson) return void res.writeHead(415).end()
  const body = (text === '' ? {} : JSON.parse(text)) as Body
  iyzico.calls.push({ path: url.pathname, body: withoutCard(body) })
  if (spoil === 'under way') {
    iyzico.underWay.push(() => route(iyzico, req.method ?? '', url, body, undefined))
    const payment = iyzico.payments.get(String(body.paymentId))
    if (payment) payment.busy = true
    return void res.destroy()
  }
  const reply = route(iyzico, req.method ?? '', url, body, spoil)
  if (reply === 'not found') return void res.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>')
  await send(res, reply, spoil)
}

/** Ends requests whose mischief happens before any work; returns whether it did. */
function isSpoiltBefore(res: ServerResponse, spoil: Mischief | undefined): boolean {
  switch (spoil) {
    case 'drop before':
      res.destroy()
      return true
    case 'html 502':
      res.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad Gateway</html>')
      return true
    case 'redirect':
      res.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
      return true
    case 'too many calls':
      json(res, failure('50000', '', 'Request Limit Exceeded'))
      return true
    case 'system error':
      json(res, failure('1', '', 'Sistem hatası'))
      return true
    default:
      return false
  }
}

/** Answers, spoiled as told; the work is done. */
async function send(res: ServerResponse, reply: Body, spoil: Mischief | undefined): Promise<void> {
  if (spoil === 'drop after') return void res.destroy()
  if (spoil === 'slow') await new Promise((resolve) => setTimeout(resolve, 1500))
  if (spoil === 'bank timed out') return json(res, failure('10219', 'REQUEST_TIMEOUT', 'zaman aşımı'))
  if (typeof spoil === 'object') {
    const { retryable } = spoil
    return json(res, { ...failure(...spoil.failure, 'Hata'), ...(retryable ? { retryable } : {}) })
  }
  if (spoil === 'retryable') return json(res, { ...reply, retryable: true })
  if (spoil === 'HTTP 500') return json(res, reply, 500)
  if (spoil === 'half an answer') return void res.writeHead(200).end(JSON.stringify(reply).slice(0, -20))
  if (spoil === 'wrong signature') return json(res, { ...reply, signature: '0'.repeat(64) })
  if (spoil === 'no signature') return json(res, { ...reply, signature: undefined })
  json(res, reply)
}

function route(iyzico: SimulatedIyzico, method: string, url: URL, body: Body, spoil: Mischief | undefined): Reply {
  switch (`${method} ${url.pathname}`) {
    case 'POST /payment/auth':
      return iyzico.taking.pay(body, spoil)
    case 'POST /payment/3dsecure/initialize':
      return iyzico.taking.initialize(body)
    case 'POST /payment/v2/3dsecure/auth':
      return iyzico.taking.finish(body, spoil)
    case 'POST /payment/detail':
      return iyzico.taking.detail(body, spoil)
    case 'POST /payment/iyzipos/checkoutform/initialize/auth/ecom':
      return iyzico.forms.initialize(body, spoil)
    case 'POST /payment/iyzipos/checkoutform/auth/ecom/detail':
      return iyzico.forms.detail(body, spoil)
    case 'POST /payment/iyzipos/installment':
      return iyzico.taking.installments(body)
    case 'POST /payment/cancel':
      return iyzico.returning.cancel(body, spoil === 'other amount')
    case 'POST /v2/payment/refund':
      return iyzico.returning.refund(body, spoil === 'other amount')
    case 'GET /v2/reporting/payment/transactions':
      return iyzico.returning.transactions(url.searchParams)
    case 'GET /v2/reporting/payment/details':
      return iyzico.returning.report(url.searchParams.get('paymentConversationId') ?? '')
    default:
      return 'not found'
  }
}

/** Makes the form that a browser posts to the shop after the bank's page. */
function bankForm(
  payment: SimulatedPayment | undefined,
  mdStatus: string,
  status: 'success' | 'failure' = mdStatus === '1' ? 'success' : 'failure',
): Record<string, string> {
  if (!payment) throw new Error('no such payment')
  payment.status = mdStatus === '1' ? 'CALLBACK_THREEDS' : 'FAILURE'
  if (mdStatus !== '1') payment.error = ['10220', 'DECLINED']
  const { conversationId, paymentId } = payment
  const form = { conversationData: '', conversationId, mdStatus, paymentId, status }
  return { ...form, signature: hmac(Object.values(form).join(':')) }
}

/** Makes the body and header of a webhook about a payment. */
function webhook(
  paymentId: string,
  payment: SimulatedPayment | undefined,
  reference = `ref-${paymentId}`,
  iyziEventType = 'API_AUTH',
) {
  const status = payment?.status === 'SUCCESS' ? 'SUCCESS' : 'FAILURE'
  const conversationId = payment?.conversationId ?? ''
  return {
    body: {
      paymentConversationId: conversationId,
      merchantId: 3404,
      paymentId,
      status,
      iyziReferenceCode: reference,
      iyziEventType,
      iyziEventTime: 1_700_000_000_000,
      iyziPaymentId: Number(paymentId),
    },
    signature: hmac(keys.secretKey + iyziEventType + paymentId + conversationId + status),
  }
}

export type IyzicoSimulator = Awaited<ReturnType<typeof startIyzico>>

function isSigned(req: IncomingMessage, path: string, body: string): boolean {
  const random = String(req.headers['x-iyzi-rnd'] ?? '')
  const expected = `apiKey:${keys.apiKey}&randomKey:${random}&signature:${hmac(random + path + body)}`
  return random.length >= 16 && req.headers.authorization === `IYZWSv2 ${Buffer.from(expected).toString('base64')}`
}

/** Removes the card's data for the log of calls. */
function withoutCard(body: Body): Body {
  return 'paymentCard' in body ? { ...body, paymentCard: '…' } : body
}

function json(res: ServerResponse, body: Body, status = 200): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
