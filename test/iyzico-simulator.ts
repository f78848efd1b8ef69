import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { cards, failingCards } from './iyzico-cards.ts'
import { failure, kurusOf, whatIsWrong } from './iyzico-checks.ts'

/** How the simulator spoils one answer. 'drop' ends the connection without an answer. */
export type Mischief =
  | 'drop before'
  | 'drop after'
  | 'slow'
  | 'html 502'
  | 'half an answer'
  | 'wrong signature'
  | 'no signature'
  | 'too many calls'
  | 'redirect'
  | 'other amount'
  | 'other currency'
  | 'other basket'
  | 'other conversation'
  | 'fraud review'
  | 'fraud rejected'
  | 'system error'
  | 'bank timed out'

type SimulatedPayment = {
  paymentId: string
  conversationId: string
  basketId: string
  price: number
  paidPrice: number
  currency: string
  installment: number
  status: 'SUCCESS' | 'FAILURE' | 'INIT_THREEDS' | 'CALLBACK_THREEDS'
  fraudStatus: number
  error?: [code: string, group: string]
  callbackUrl?: string
  card: string
  items: { id: string; price: number }[]
  refunds: { id: string; kurus: number }[]
  cancelledBy?: string
  day: string
}

type Body = Record<string, unknown>
type Reply = Body | 'not found'

const keys = { apiKey: 'sandbox-api-key', secretKey: 'sandbox-secret-key' }
const hmac = (text: string) => createHmac('sha256', keys.secretKey).update(text).digest('hex')

/**
 * iyzico's REST API on 127.0.0.1, as its documents describe it: it checks signatures and sums, keeps its own books and
 * misbehaves on command. An address it does not know is 404, so that no new call passes unseen.
 */
export async function startIyzico() {
  const payments = new Map<string, SimulatedPayment>()
  const mischief: { path: string; kind: Mischief }[] = []
  const calls: { path: string; body: Body }[] = []
  const state = { day: '2026-11-20', installmentFee: 0.04, down: false }
  let serial = 22_484_000

  const server = createServer((req, res) => {
    void answer(req, res).catch(() => res.destroy())
  })

  async function answer(req: IncomingMessage, res: ServerResponse) {
    const url = new URL(req.url ?? '/', 'http://iyzico')
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    if (state.down) return void res.destroy()
    const spoil = takeMischief(url.pathname)
    if (spoil === 'drop before') return void res.destroy()
    if (spoil === 'html 502')
      return void res.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad Gateway</html>')
    if (spoil === 'redirect') return void res.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
    if (spoil === 'too many calls') return void json(res, failure('50000', '', 'Request Limit Exceeded'))
    if (spoil === 'system error') return void json(res, failure('1', '', 'Sistem hatası'))
    if (!isSigned(req, url.pathname, text)) return void json(res, failure('1000', '', 'Geçersiz imza'))
    const body = (text === '' ? {} : JSON.parse(text)) as Body
    calls.push({ path: url.pathname, body: withoutCard(body) })
    const reply = route(req.method ?? '', url, body, spoil)
    if (reply === 'not found') return void res.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>')
    if (spoil === 'drop after') return void res.destroy()
    if (spoil === 'slow') await new Promise((resolve) => setTimeout(resolve, 1500))
    if (spoil === 'bank timed out') return void json(res, failure('10219', 'REQUEST_TIMEOUT', 'zaman aşımı'))
    if (spoil === 'half an answer') return void res.writeHead(200).end(JSON.stringify(reply).slice(0, -20))
    if (spoil === 'wrong signature') return void json(res, { ...reply, signature: '0'.repeat(64) })
    if (spoil === 'no signature') return void json(res, { ...reply, signature: undefined })
    json(res, reply)
  }

  function takeMischief(path: string): Mischief | undefined {
    const index = mischief.findIndex((entry) => entry.path === path)
    return index < 0 ? undefined : mischief.splice(index, 1)[0]?.kind
  }

  function route(method: string, url: URL, body: Body, spoil: Mischief | undefined): Reply {
    switch (`${method} ${url.pathname}`) {
      case 'POST /payment/auth':
        return pay(body, spoil)
      case 'POST /payment/3dsecure/initialize':
        return initialize(body)
      case 'POST /payment/v2/3dsecure/auth':
        return finish(body, spoil)
      case 'POST /payment/detail':
        return detail(body, spoil)
      case 'POST /payment/iyzipos/installment':
        return installments(body)
      case 'POST /payment/cancel':
        return cancel(body)
      case 'POST /v2/payment/refund':
        return refund(body)
      case 'GET /v2/reporting/payment/transactions':
        return transactions(url.searchParams)
      case 'GET /v2/reporting/payment/details':
        return report(url.searchParams.get('paymentConversationId') ?? '')
      default:
        return 'not found'
    }
  }

  function begin(body: Body, status: SimulatedPayment['status']): SimulatedPayment | Body {
    const wrong = whatIsWrong(body)
    if (wrong) return wrong
    const card = (body.paymentCard as { cardNumber: string }).cardNumber
    const items = body.basketItems as { id: string; price: string }[]
    const payment: SimulatedPayment = {
      paymentId: String(++serial),
      conversationId: String(body.conversationId),
      basketId: String(body.basketId),
      price: kurusOf(body.price),
      paidPrice: kurusOf(body.paidPrice),
      currency: String(body.currency),
      installment: Number(body.installment),
      status,
      fraudStatus: 1,
      callbackUrl: body.callbackUrl as string | undefined,
      card: `${card.slice(0, 6)}…${card.slice(-4)}`,
      items: items.map((item) => ({ id: item.id, price: kurusOf(item.price) })),
      refunds: [],
      day: state.day,
    }
    const error = failingCards[card]
    if (error) Object.assign(payment, { error, status: 'FAILURE' })
    payments.set(payment.paymentId, payment)
    return payment
  }

  function pay(body: Body, spoil: Mischief | undefined): Body {
    const payment = begin(body, 'SUCCESS')
    if (!isPayment(payment)) return payment
    const card = String((body.paymentCard as Body).cardNumber)
    if (card === cards.masterDebit) {
      payment.status = 'FAILURE'
      payment.error = ['10217', 'DEBIT_CARDS_REQUIRES_3DS']
    }
    return outcome(payment, spoil)
  }

  function initialize(body: Body): Body {
    const payment = begin(body, 'INIT_THREEDS')
    if (!isPayment(payment)) return payment
    if (String((body.paymentCard as Body).cardNumber) === cards.threeDsInitFails) {
      payment.status = 'FAILURE'
      payment.error = ['10220', 'DECLINED']
    }
    if (payment.error) return failure(...payment.error, 'Hata', payment)
    const html = `<!doctype html><form id="bank" method="post" action="http://bank.test/acs"><input name="PaReq" value="${payment.paymentId}"></form><script>document.getElementById('bank').submit()</script>`
    return {
      status: 'success',
      locale: 'tr',
      paymentId: payment.paymentId,
      conversationId: payment.conversationId,
      threeDSHtmlContent: Buffer.from(html).toString('base64'),
      signature: hmac(`${payment.paymentId}:${payment.conversationId}`),
    }
  }

  function finish(body: Body, spoil: Mischief | undefined): Body {
    const payment = payments.get(String(body.paymentId))
    if (!payment) return failure('5087', '', 'Üye işyerine ait ödeme kaydı bulunamadı')
    const fits =
      kurusOf(body.paidPrice) === payment.paidPrice && body.basketId === payment.basketId && body.currency === 'TRY'
    if (!fits) return failure('5130', '', 'Ödeme bilgileri uyuşmuyor')
    if (payment.status !== 'CALLBACK_THREEDS') return failure('5088', '', 'Ödeme 3D için uygun değil')
    payment.status = 'SUCCESS'
    return outcome(payment, spoil)
  }

  function detail(body: Body, spoil: Mischief | undefined): Body {
    const payment = [...payments.values()].find((p) => p.conversationId === body.paymentConversationId)
    if (!payment) return failure('5087', '', 'Üye işyerine ait ödeme kaydı bulunamadı')
    return outcome(payment, spoil)
  }

  function outcome(payment: SimulatedPayment, spoil: Mischief | undefined): Body {
    if (payment.error && payment.status === 'FAILURE') return failure(...payment.error, 'Hata', payment)
    if (spoil === 'fraud review') payment.fraudStatus = 0
    if (spoil === 'fraud rejected') payment.fraudStatus = -1
    const told = {
      paymentId: payment.paymentId,
      currency: spoil === 'other currency' ? 'USD' : payment.currency,
      basketId: spoil === 'other basket' ? 'another-basket' : payment.basketId,
      conversationId: spoil === 'other conversation' ? 'another' : payment.conversationId,
      paidPrice: (spoil === 'other amount' ? payment.paidPrice - 100 : payment.paidPrice) / 100,
      price: payment.price / 100,
    }
    return {
      status: 'success',
      locale: 'tr',
      systemTime: 1_700_000_000_000,
      ...told,
      installment: payment.installment,
      fraudStatus: payment.fraudStatus,
      paymentStatus: payment.status,
      phase: 'AUTH',
      binNumber: payment.card.slice(0, 6),
      lastFourDigits: payment.card.slice(-4),
      itemTransactions: payment.items.map((item) => ({ itemId: item.id, paymentTransactionId: `${++serial}` })),
      signature: hmac(Object.values(told).join(':')),
    }
  }

  function installments(body: Body): Body {
    const price = kurusOf(body.price)
    const bin = body.binNumber === undefined ? undefined : String(body.binNumber)
    const family = { cardFamilyName: 'Bonus', bankName: 'Garanti Bankası', cardType: 'CREDIT_CARD', force3ds: 0 }
    if (bin?.startsWith('5890')) Object.assign(family, { cardFamilyName: '', cardType: 'DEBIT_CARD', force3ds: 1 })
    if (bin?.startsWith('413111')) Object.assign(family, { force3ds: 1 })
    const counts = family.cardType === 'DEBIT_CARD' ? [1] : [1, 2, 3, 6, 9]
    const installmentPrices = counts.map((count) => {
      const total = count === 1 ? price : Math.round(price * (1 + state.installmentFee * count))
      return { installmentNumber: count, totalPrice: total / 100, installmentPrice: Math.round(total / count) / 100 }
    })
    return {
      status: 'success',
      installmentDetails: [{ binNumber: bin, price: price / 100, ...family, installmentPrices }],
    }
  }

  function cancel(body: Body): Body {
    const payment = payments.get(String(body.paymentId))
    if (payment?.status !== 'SUCCESS') return failure('5087', '', 'Üye işyerine ait ödeme kaydı bulunamadı')
    if (payment.card.endsWith('0009')) return failure('10210', 'CANCEL_NOT_POSSIBLE', 'İptal edilemez')
    if (payment.day !== state.day) return failure('5092', '', 'Gün sonu alınmış, iptal edilemez')
    if (payment.cancelledBy || payment.refunds.length > 0) return failure('5093', '', 'Ödeme daha önce iade edilmiş')
    payment.cancelledBy = String(body.conversationId)
    return { status: 'success', paymentId: payment.paymentId, price: payment.paidPrice / 100, currency: 'TRY' }
  }

  function refund(body: Body): Body {
    const payment = payments.get(String(body.paymentId))
    if (payment?.status !== 'SUCCESS') return failure('5087', '', 'Üye işyerine ait ödeme kaydı bulunamadı')
    if (payment.card.endsWith('0009')) return failure('10211', 'REFUND_NOT_POSSIBLE', 'İade edilemez')
    const kurus = kurusOf(body.price)
    if (refundedOf(payment) + kurus > payment.paidPrice) return failure('5093', '', 'Tutar kalandan büyük')
    payment.refunds.push({ id: String(body.conversationId), kurus })
    return {
      status: 'success',
      paymentId: payment.paymentId,
      conversationId: body.conversationId,
      price: kurus / 100,
      signature: hmac(`${payment.paymentId}:${body.conversationId}`),
    }
  }

  function transactions(query: URLSearchParams): Body {
    const all = [...payments.values()].filter((p) => p.status === 'SUCCESS' && p.day === query.get('transactionDate'))
    const rows = all.flatMap((p) => [
      ...p.items.map((item, index) => ({
        transactionType: 'PAYMENT',
        paymentId: Number(p.paymentId),
        conversationId: p.conversationId,
        price: item.price / 100,
        // The fee of instalments is told with the first item.
        paidPrice: (item.price + (index === 0 ? p.paidPrice - p.price : 0)) / 100,
        transactionStatus: 2,
      })),
      ...(p.cancelledBy
        ? [{ transactionType: 'CANCEL', paymentId: Number(p.paymentId), price: p.paidPrice / 100 }]
        : []),
      ...p.refunds.map((r) => ({ transactionType: 'REFUND', paymentId: Number(p.paymentId), price: r.kurus / 100 })),
    ])
    const page = Number(query.get('page'))
    if (rows.length === 0) return { status: 'success', transactions: [] }
    const transactions = rows.slice((page - 1) * 3, page * 3)
    return { status: 'success', transactions, currentPage: page, totalPageCount: Math.ceil(rows.length / 3) }
  }

  function report(conversationId: string): Body {
    const found = [...payments.values()].filter((p) => p.conversationId === conversationId)
    return {
      status: 'success',
      payments: found.map((p) => ({
        paymentId: Number(p.paymentId),
        paidPrice: p.paidPrice / 100,
        cancels: p.cancelledBy ? [{ cancelConversationId: p.cancelledBy, refundStatus: 1 }] : [],
        itemTransactions: [
          {
            refunds: p.refunds.map((r) => ({
              refundConversationId: r.id,
              refundPrice: r.kurus / 100,
              refundStatus: 1,
            })),
          },
        ],
      })),
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  return {
    ...keys,
    baseUrl: `http://127.0.0.1:${port}`,
    payments,
    calls,
    state,
    /** The next answer on this path is spoilt. */
    spoil: (path: string, kind: Mischief) => mischief.push({ path, kind }),
    /** The form that the shopper's browser brings to the shop after her bank. */
    bankForm(paymentId: string, mdStatus: string): Record<string, string> {
      const payment = payments.get(paymentId)
      if (!payment) throw new Error(`no payment ${paymentId}`)
      const status = mdStatus === '1' ? 'success' : 'failure'
      payment.status = mdStatus === '1' ? 'CALLBACK_THREEDS' : 'FAILURE'
      if (mdStatus !== '1') payment.error = ['10220', 'DECLINED']
      const form = { conversationData: '', conversationId: payment.conversationId, mdStatus, paymentId, status }
      return { ...form, signature: hmac(Object.values(form).join(':')) }
    },
    /** The body and header of a webhook about a payment. */
    webhook(paymentId: string, reference = `ref-${paymentId}`) {
      const payment = payments.get(paymentId)
      const [iyziEventType, status] = ['API_AUTH', payment?.status === 'SUCCESS' ? 'SUCCESS' : 'FAILURE']
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
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

export type IyzicoSimulator = Awaited<ReturnType<typeof startIyzico>>

function isPayment(value: SimulatedPayment | Body): value is SimulatedPayment {
  return 'paidPrice' in value && 'fraudStatus' in value
}

function refundedOf(payment: SimulatedPayment): number {
  return payment.cancelledBy ? payment.paidPrice : payment.refunds.reduce((sum, refund) => sum + refund.kurus, 0)
}

function isSigned(req: IncomingMessage, path: string, body: string): boolean {
  const random = String(req.headers['x-iyzi-rnd'] ?? '')
  const expected = `apiKey:${keys.apiKey}&randomKey:${random}&signature:${hmac(random + path + body)}`
  return random.length >= 16 && req.headers.authorization === `IYZWSv2 ${Buffer.from(expected).toString('base64')}`
}

/** The log of calls keeps no card either. */
function withoutCard(body: Body): Body {
  return 'paymentCard' in body ? { ...body, paymentCard: '…' } : body
}

function json(res: ServerResponse, body: Body): void {
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
