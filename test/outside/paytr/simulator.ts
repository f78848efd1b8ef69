import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

type Fields = Record<string, string>
type Answer = Record<string, unknown>

/** How one answer is spoiled. 'drop after' and what follows it happen once the work is done. */
export type PaytrMischief =
  | 'drop before'
  | 'html 502'
  | 'redirect'
  | 'error'
  | 'drop after'
  | 'HTTP 500'
  | 'half an answer'
  | 'other amount'

type Return = { reference: string; kurus: number; at: Date }

/** A page that was opened for an order, and what was paid there. */
export type PaytrPage = {
  token: string
  oid: string
  amount: number
  fields: Fields
  paid: number
  failures: number
  returns: Return[]
}

const keys = { merchantId: '123456', key: 'paytr-merchant-key', salt: 'paytr-merchant-salt' }
const hmac = (...values: (string | number)[]) => createHmac('sha256', keys.key).update(values.join('')).digest('base64')

/**
 * PayTR's API on 127.0.0.1, as its documents describe it: it checks tokens and fields, keeps its own books, sends no notification by
 * itself (a test does, with what `notification` makes) and misbehaves on command.
 */
export async function startPaytr() {
  const paytr = new SimulatedPaytr()
  const server = createServer((req, res) => {
    void answer(paytr, req, res).catch(() => res.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    ...keys,
    baseUrl: `http://127.0.0.1:${port}`,
    pages: paytr.pages,
    calls: paytr.calls,
    state: paytr.state,
    /** Spoils the next answer on this path. */
    spoil: (path: string, kind: PaytrMischief) => paytr.mischief.push({ path, kind }),
    /** The shopper pays on the page, with a fee of PayTR's own where told. */
    pay: (url: string, fee = 0) => paytr.pay(url, fee),
    /** Her card is refused there. */
    fail: (url: string) => paytr.pageAt(url).failures++,
    notification: (url: string, more: Fields = {}) => notification(paytr.pageAt(url), more),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
export type PaytrSimulator = Awaited<ReturnType<typeof startPaytr>>

class SimulatedPaytr {
  readonly pages: PaytrPage[] = []
  readonly calls: { path: string; fields: Fields }[] = []
  readonly mischief: { path: string; kind: PaytrMischief }[] = []
  readonly state = {
    down: false,
    /** The merchant's own test mode, set in PayTR's panel. */
    testMode: '0',
    /** Number of queries for which the status query does not show payments or returns yet. */
    statusLag: 0,
    refundsRefused: false,
    clock: () => new Date(),
  }

  pageAt(url: string): PaytrPage {
    const page = this.pages.find(({ token }) => url.endsWith(`/odeme/guvenli/${token}`))
    if (!page) throw new Error(`no page at ${url}`)
    return page
  }

  pay(url: string, fee: number): PaytrPage {
    const page = this.pageAt(url)
    if (page.paid > 0) throw new Error('PayTR takes one payment for an order')
    page.paid = page.amount + fee
    return page
  }

  open(fields: Fields): Answer {
    const wrong = findWrongField(fields)
    if (wrong) return { status: 'failed', reason: `Zorunlu alan degeri gecersiz: ${wrong}` }
    const signed = [fields.merchant_id, fields.user_ip, fields.merchant_oid, fields.email, fields.payment_amount]
    const rest = [fields.user_basket, fields.no_installment, fields.max_installment, fields.currency, fields.test_mode]
    if (fields.paytr_token !== hmac(...signed.map(String), ...rest.map(String), keys.salt))
      return { status: 'failed', reason: 'paytr_token gonderilmedi veya gecersiz' }
    const oid = fields.merchant_oid ?? ''
    if (this.pages.some((page) => page.oid === oid))
      return { status: 'failed', reason: 'merchant_oid daha once kullanildi' }
    const token = createHmac('sha1', 'page').update(oid).digest('hex')
    this.pages.push({ token, oid, amount: Number(fields.payment_amount), fields, paid: 0, failures: 0, returns: [] })
    return { status: 'success', token }
  }

  status(fields: Fields, other: boolean): Answer {
    if (fields.paytr_token !== hmac(fields.merchant_id ?? '', fields.merchant_oid ?? '', keys.salt))
      return { status: 'error', err_no: '003', err_msg: 'paytr_token gecersiz' }
    const page = this.pages.find(({ oid }) => oid === fields.merchant_oid)
    const isShown = this.state.statusLag === 0 || this.state.statusLag-- <= 0
    if (!page || page.paid === 0 || !isShown)
      return { status: 'error', err_no: '004', err_msg: 'merchant_oid ile basarili odeme bulunamadi' }
    return {
      status: 'success',
      payment_amount: comma(page.amount),
      payment_total: comma(other ? page.paid - 100 : page.paid),
      currency: 'TL',
      taksit: '0',
      odeme_tipi: 'KART',
      test_mode: this.state.testMode === '1' || page.fields.test_mode === '1' ? '1' : '0',
      returns: page.returns.map(({ reference, kurus, at }) => ({
        return_amount: comma(kurus),
        return_date: istanbul(at),
        return_type: '',
        reference_no: reference,
      })),
    }
  }

  refund(fields: Fields, other: boolean): Answer {
    const { merchant_id = '', merchant_oid = '', return_amount = '', reference_no = '' } = fields
    if (fields.paytr_token !== hmac(merchant_id, merchant_oid, return_amount, keys.salt))
      return { status: 'error', err_no: '003', err_msg: 'paytr_token gecersiz' }
    if (!/^\d+\.\d\d$/.test(return_amount) || !/^[a-zA-Z0-9]{1,64}$/.test(reference_no))
      return { status: 'error', err_no: '005', err_msg: 'gecersiz alan' }
    const page = this.pages.find(({ oid }) => oid === merchant_oid)
    if (!page || page.paid === 0) return { status: 'failed', err_msg: 'islem bulunamadi' }
    if (this.state.refundsRefused) return { status: 'error', err_no: '009', err_msg: 'iade yapilamiyor' }
    const kurus = Math.round(Number(return_amount) * 100)
    if (backAt(page) + kurus > page.paid)
      return { status: 'error', err_no: '006', err_msg: 'Toplam iade tutari odeme tutarindan fazla olamaz' }
    page.returns.push({ reference: reference_no, kurus, at: this.state.clock() })
    const given = other ? '0.01' : return_amount
    return { status: 'success', is_test: fields.test_mode ?? '0', merchant_oid, return_amount: given, reference_no }
  }

  report(fields: Fields): Answer {
    const { merchant_id = '', start_date = '', end_date = '' } = fields
    if (fields.paytr_token !== hmac(merchant_id, start_date, end_date, keys.salt))
      return { status: 'error', err_no: '003', err_msg: 'paytr_token gecersiz' }
    const rows = this.pages
      .filter(({ paid }) => paid > 0)
      .flatMap(({ oid, paid, returns }) => [
        { islem_tipi: 'S', islem_tutari: comma(paid), siparis_no: oid, para_birimi: 'TL' },
        ...returns.map(({ kurus }) => ({ islem_tipi: 'I', islem_tutari: comma(kurus), siparis_no: oid })),
      ])
    return rows.length === 0 ? { status: 'failed' } : { status: 'success', data: rows }
  }
}

/** The amount that went back of a payment, in kuruş. */
export function backAt({ returns }: Pick<PaytrPage, 'returns'>): number {
  return returns.reduce((sum, { kurus }) => sum + kurus, 0)
}

/** The form that PayTR posts to the shop about a page: paid, or failed. `more` spoils fields after they were signed. */
function notification({ oid, paid, amount }: PaytrPage, more: Fields): Fields {
  const [status, total_amount] = [paid > 0 ? 'success' : 'failed', String(paid > 0 ? paid : amount)]
  const hash = hmac(oid, keys.salt, status, total_amount)
  const reason: Fields = paid > 0 ? {} : { failed_reason_code: '0', failed_reason_msg: 'Kartın limiti yetersiz' }
  return {
    ...{ merchant_oid: oid, status, total_amount, hash, ...reason },
    ...{ test_mode: '0', payment_type: 'card', currency: 'TL', payment_amount: String(amount) },
    ...more,
  }
}

function findWrongField(fields: Fields): string | undefined {
  const rules: Record<string, RegExp> = {
    merchant_id: new RegExp(`^${keys.merchantId}$`),
    user_ip: /^.{1,39}$/,
    merchant_oid: /^[a-zA-Z0-9]{1,64}$/,
    email: /^.{3,100}$/,
    payment_amount: /^[1-9]\d*$/,
    user_basket: /^[a-zA-Z0-9+/=]+$/,
    no_installment: /^[01]$/,
    max_installment: /^([02-9]|1[0-2])$/,
    user_name: /^.{1,60}$/,
    user_address: /^.{1,400}$/,
    user_phone: /^.{1,20}$/,
    merchant_ok_url: /^https?:.{1,395}$/,
    merchant_fail_url: /^https?:.{1,395}$/,
    timeout_limit: /^\d{1,3}$/,
    currency: /^TL$/,
    test_mode: /^[01]$/,
  }
  return Object.keys(rules).find((name) => !rules[name]?.test(fields[name] ?? ''))
}

async function answer(paytr: SimulatedPaytr, req: IncomingMessage, res: ServerResponse) {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  const path = req.url ?? '/'
  if (paytr.state.down) return void res.destroy()
  const index = paytr.mischief.findIndex((entry) => entry.path === path)
  const kind = index >= 0 ? paytr.mischief.splice(index, 1)[0]?.kind : undefined
  if (kind === 'drop before') return void res.destroy()
  if (kind === 'html 502') return void res.writeHead(502).end('<html>Bad Gateway</html>')
  if (kind === 'redirect') return void res.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
  if (!req.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return void res.writeHead(415).end()
  const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
  paytr.calls.push({ path, fields })
  const reply = kind === 'error' ? { status: 'error', err_no: '001' } : route(paytr, path, fields, kind)
  if (!reply) return void res.writeHead(404).end('<h1>Not Found</h1>')
  if (kind === 'drop after') return void res.destroy()
  const text = JSON.stringify(reply)
  res
    .writeHead(kind === 'HTTP 500' ? 500 : 200, { 'content-type': 'text/html; charset=utf-8' })
    .end(kind === 'half an answer' ? text.slice(0, -3) : text)
}

function route(paytr: SimulatedPaytr, path: string, fields: Fields, kind: PaytrMischief | undefined) {
  switch (path) {
    case '/odeme/api/get-token':
      return paytr.open(fields)
    case '/odeme/durum-sorgu':
      return paytr.status(fields, kind === 'other amount')
    case '/odeme/iade':
      return paytr.refund(fields, kind === 'other amount')
    case '/rapor/islem-dokumu':
      return paytr.report(fields)
    default:
      return undefined
  }
}

/** As PayTR writes amounts there: 10,8 */
function comma(kurus: number): string {
  return String(kurus / 100).replace('.', ',')
}

function istanbul(at: Date): string {
  return new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}
