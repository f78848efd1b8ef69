import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'

/** How one answer is spoiled. 'drop after' and what follows it happen once the work is done. */
export type GeliverMischief =
  | 'drop before'
  | 'html 502'
  | 'http 429'
  | 'refuse'
  | 'drop after'
  | 'http 500'
  | 'half an answer'

type Sent = {
  id: string
  reference: string
  body: z.infer<typeof Transaction>
  status: Status | undefined
  bought: boolean
}
type Status = { trackingStatusCode: string; trackingSubStatusCode: string; statusDetails: string; statusDate: string }

const number = z.string().regex(/^\d+(\.\d+)?$/)
/** The request that Geliver demands (docs.geliver.io, "Seçtiğiniz kargo firmasından etiketi tek seferde alma"). */
const Transaction = z.strictObject({
  providerServiceCode: z.enum(['YURTICI_STANDART', 'ARAS_STANDART', 'PTT_KAPIDA_ODEME', 'GELIVER_STANDART']),
  shipment: z.strictObject({
    test: z.boolean(),
    senderAddressID: z.uuid(),
    ...{ length: number, width: number, height: number, weight: number },
    distanceUnit: z.literal('cm'),
    massUnit: z.literal('kg'),
    items: z.array(z.strictObject({ title: z.string().min(1), quantity: z.number().int().min(1) })).min(1),
    recipientAddress: z.strictObject({
      name: z.string().min(3),
      email: z.email(),
      phone: z.string().regex(/^\+90\d{10}$/),
      address1: z.string().min(5),
      countryCode: z.literal('TR'),
      cityName: z.string(),
      cityCode: z.string().regex(/^(0[1-9]|[1-7]\d|8[01])$/),
      districtName: z.string().min(2),
      zip: z.string().optional(),
    }),
    productPaymentOnDelivery: z.boolean(),
    order: z.strictObject({
      sourceCode: z.literal('API'),
      sourceIdentifier: z.url(),
      orderNumber: z.string().min(1),
      totalAmount: z.string().regex(/^\d+\.\d\d$/),
      totalAmountCurrency: z.enum(['TL', 'TRY']),
    }),
  }),
})

const settings = {
  token: 'a token of geliver',
  senderAddressId: '0190a5f2-7c11-7aaa-8bbb-0123456789ab',
  webhookSecret: 'a long secret word of the shop',
}

/**
 * Geliver's API on 127.0.0.1, as its documents describe it: it checks the token and each field, keeps its own books, and misbehaves
 * on command. Parcels move when a test moves them.
 */
export async function startGeliver(clock = () => new Date()) {
  const sent: Sent[] = []
  const calls: string[] = []
  const mischief: { path: string; kind: GeliverMischief }[] = []
  const base = { url: '' }
  const shown = (one: Sent) => shipmentOf(one, base.url)

  function work(method: string, url: URL, body: unknown): { status: number; data?: unknown; refusal?: string } {
    const [, id] = /^\/shipments\/([\w-]+)$/.exec(url.pathname) ?? []
    if (method === 'POST' && url.pathname === '/transactions') {
      const { data, error } = Transaction.safeParse(body)
      if (!data) return { status: 400, refusal: `${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}` }
      if (data.shipment.senderAddressID !== settings.senderAddressId) return { status: 404, refusal: 'no such sender' }
      if (data.shipment.productPaymentOnDelivery !== data.providerServiceCode.endsWith('KAPIDA_ODEME'))
        return { status: 400, refusal: 'the service does not collect money' }
      const one = {
        id: randomUUID(),
        reference: data.shipment.order.orderNumber,
        body: data,
        status: undefined,
        bought: true,
      }
      sent.push(one)
      return { status: 200, data: { id: randomUUID(), isPayed: true, shipment: shown(one) } }
    }
    if (method === 'GET' && url.pathname === '/shipments') {
      const reference = url.searchParams.get('orderNumber')
      return { status: 200, data: sent.filter((one) => one.reference === reference).map(shown) }
    }
    if (method === 'GET' && url.pathname === '/addresses')
      return { status: 200, data: [{ id: settings.senderAddressId }] }
    const found = id && method === 'GET' ? sent.find((one) => one.id === id) : undefined
    return found ? { status: 200, data: shown(found) } : { status: 404, refusal: 'not found' }
  }

  const server = createServer((req, res) => void answer(req, res).catch(() => res.destroy()))
  async function answer(req: IncomingMessage, res: ServerResponse) {
    const url = new URL(req.url ?? '/', 'http://geliver')
    if (url.pathname.startsWith('/tags/')) return res.end('%PDF-1.4 a label')
    calls.push(`${req.method} ${url.pathname}`)
    const at = mischief.findIndex(({ path }) => url.pathname.startsWith(path))
    const [spoiled] = at < 0 ? [] : mischief.splice(at, 1)
    const text = await textOf(req)
    if (spoiled?.kind === 'drop before') return res.destroy()
    if (spoiled?.kind === 'html 502') return send(res, 502, '<html>Bad Gateway</html>')
    if (spoiled?.kind === 'http 429') return send(res, 429, '{"result":false,"code":"E429"}')
    if (spoiled?.kind === 'refuse')
      return send(res, 400, '{"result":false,"code":"E1051","additionalMessage":"bakiye yetersiz"}')
    if (req.headers.authorization !== `Bearer ${settings.token}`)
      return send(res, 401, '{"result":false,"code":"E401"}')
    const { status, data, refusal } = work(req.method ?? '', url, text ? JSON.parse(text) : undefined)
    if (spoiled?.kind === 'drop after') return res.destroy()
    if (spoiled?.kind === 'http 500') return send(res, 500, '{"result":false}')
    const json = JSON.stringify({ result: refusal === undefined, additionalMessage: refusal ?? 'Success', data })
    send(res, status, spoiled?.kind === 'half an answer' ? json.slice(0, json.length / 2) : json)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  base.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    ...settings,
    baseUrl: base.url,
    sent,
    calls,
    /** Spoils the next answer on this path. */
    spoil: (path: string, kind: GeliverMischief) => mischief.push({ path, kind }),
    /** The carrier says something of the newest parcel. */
    move(code: string, subCode: string, at = clock(), details = 'Kargonun sözü') {
      const one = sent.at(-1)
      if (!one) throw new Error('nothing was sent')
      one.status = {
        ...{ trackingStatusCode: code, trackingSubStatusCode: subCode, statusDetails: details },
        statusDate: at.toISOString(),
      }
    },
    environment: {
      SHIPPING_PROVIDER: 'geliver',
      GELIVER_TOKEN: settings.token,
      GELIVER_SENDER_ADDRESS_ID: settings.senderAddressId,
      GELIVER_WEBHOOK_SECRET: settings.webhookSecret,
      GELIVER_DOOR_SERVICE: 'PTT_KAPIDA_ODEME',
      GELIVER_BASE_URL: base.url,
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
export type GeliverSimulator = Awaited<ReturnType<typeof startGeliver>>

async function textOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

function send(res: ServerResponse, status: number, body: string): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

function shipmentOf({ id, reference, body, status, bought }: Sent, url: string) {
  return {
    id,
    statusCode: bought ? 'OFFER_ACCEPTED' : 'GOT_OFFERS',
    ...(bought
      ? { acceptedOfferID: randomUUID(), labelURL: `${url}/tags/${id}.pdf`, barcode: `73${id.slice(0, 8)}` }
      : {}),
    providerServiceCode: body.providerServiceCode,
    trackingNumber: status && status.trackingStatusCode !== 'PRE_TRANSIT' ? `9${id.slice(0, 8)}` : '',
    trackingUrl: 'https://kargo.example/takip',
    order: { orderNumber: reference },
    trackingStatus: status ?? null,
  }
}
