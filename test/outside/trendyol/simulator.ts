import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

/** How one answer is spoiled; 'drop after' once the work is done. */
type TrendyolMischief = 'drop before' | 'drop after' | 'html 502' | 'http 429' | 'half an answer'

const keys = { sellerId: '123456', apiKey: 'api-anahtari', apiSecret: 'api-sifresi' }

const amount = z.number().positive().multipleOf(0.01)
/** updatePriceAndInventory: at most a thousand items, 20,000 pieces, and no list price below the price. */
const Items = z.strictObject({
  items: z
    .array(
      z
        .strictObject({
          barcode: z.string().min(1).max(40),
          quantity: z.number().int().min(0).max(20_000),
          salePrice: amount,
          listPrice: amount,
        })
        .refine(({ salePrice, listPrice }) => listPrice >= salePrice),
    )
    .min(1)
    .max(1000),
})
const lines = z.array(z.strictObject({ lineId: z.number().int(), quantity: z.number().int().positive() })).min(1)
const Status = z.strictObject({
  lines,
  params: z.strictObject({ invoiceNumber: z.string().min(1).optional() }),
  status: z.enum(['Picking', 'Invoiced']),
})
const Unsupplied = z.strictObject({ lines, reasonId: z.literal([500, 501, 502, 504, 505, 506]) })

const named = (id: number, name: string) => ({ attribute: { id, name } })
/** A tree with one category that may hold products, and what that one asks for. */
const tree = [
  {
    id: 500,
    name: 'Giyim',
    parentId: null,
    subCategories: [{ id: 522, name: 'Elbise', parentId: 500, subCategories: [] }],
  },
]
const attributes = [
  { ...named(47, 'Renk'), required: true, allowCustom: true, varianter: false, slicer: true },
  { ...named(348, 'Web Color'), required: true, allowCustom: false, varianter: false, slicer: false },
  { ...named(338, 'Beden'), required: true, allowCustom: false, varianter: true, slicer: false },
  { ...named(343, 'Cinsiyet'), required: true, allowCustom: false, varianter: false, slicer: false },
  { ...named(14, 'Materyal'), required: false, allowCustom: false, varianter: false, slicer: false },
].map((one) => ({ ...one, categoryId: 522, allowMultipleAttributeValues: false }))
const values: Record<number, { attributeValueId: number; attributeValue: string }[]> = {
  47: [],
  348: [
    { attributeValueId: 7001, attributeValue: 'Bej' },
    { attributeValueId: 7002, attributeValue: 'Siyah' },
  ],
  338: [
    { attributeValueId: 6801, attributeValue: 'S' },
    { attributeValueId: 6802, attributeValue: 'M' },
  ],
  343: [{ attributeValueId: 4295, attributeValue: 'Kadın' }],
  14: [],
}
/** createProducts V2: at most a thousand items, forty characters of a barcode, a hundred of a title, one to eight pictures. */
const NewItems = z.strictObject({
  items: z
    .array(
      z
        .strictObject({
          barcode: z.string().regex(/^[\p{L}\d._-]{1,40}$/u),
          title: z.string().min(1).max(100),
          productMainId: z.string().min(1).max(40),
          brandId: z.number().int(),
          categoryId: z.number().int(),
          quantity: z.number().int().min(0).max(20_000),
          stockCode: z.string().min(1).max(100),
          dimensionalWeight: z.number().positive(),
          description: z.string().min(1).max(30_000),
          listPrice: amount,
          salePrice: amount,
          vatRate: z.literal([0, 1, 10, 20]),
          images: z
            .array(z.strictObject({ url: z.url() }))
            .min(1)
            .max(8),
          attributes: z.array(
            z.union([
              z.strictObject({ attributeId: z.number().int(), attributeValueIds: z.array(z.number().int()).length(1) }),
              z.strictObject({ attributeId: z.number().int(), attributeValue: z.string().min(1) }),
            ]),
          ),
        })
        .refine(({ salePrice, listPrice }) => listPrice >= salePrice),
    )
    .min(1)
    .max(1000),
})
type NewItem = z.infer<typeof NewItems>['items'][number]

/** Why it would not take it; undefined: it does. */
function wrongWith(item: NewItem, made: Map<string, NewItem>): string | undefined {
  if (made.has(item.barcode)) return `${item.barcode} barkodlu ürün zaten mevcut`
  if (item.brandId !== 1791) return 'Marka bulunamadı'
  if (item.categoryId !== 522) return 'Kategori en alt seviyede olmalı'
  const missing = attributes.find(
    ({ attribute: { id }, required }) => required && !item.attributes.some(({ attributeId }) => attributeId === id),
  )
  if (missing) return `${missing.attribute.name} zorunludur`
  const strange = item.attributes.find((one) =>
    'attributeValue' in one
      ? !attributes.some(({ attribute: { id }, allowCustom }) => id === one.attributeId && allowCustom)
      : !values[one.attributeId]?.some(({ attributeValueId }) => one.attributeValueIds.includes(attributeValueId)),
  )
  return strange && `Özellik değeri geçersiz: ${strange.attributeId}`
}

type Package = {
  id: number
  status: string
  lastModifiedDate: number
  lines: { lineId: number; barcode: string; quantity: number; lineUnitPrice: number }[]
}

const zeynep = {
  ...{ firstName: 'Zeynep', lastName: 'Kaya', phone: '05321234567' },
  ...{ address1: 'Atatürk Cad. 5', address2: 'Daire 3', city: 'İzmir', district: 'Konak' },
}

/**
 * Trendyol's API on 127.0.0.1 as developers.trendyol.com describes it: it checks login, User-Agent and fields, refuses the very same
 * stock within a quarter of an hour, takes 'Picking' before 'Invoiced', and misbehaves on command.
 */
export async function startTrendyol(clock: () => Date = () => new Date()) {
  const mischief: TrendyolMischief[] = []
  const stock = new Map<string, { quantity: number; salePrice: number; listPrice: number }>()
  const batches = new Map<string, unknown>()
  const unknown = new Set<string>()
  const packages = new Map<number, Package>()
  const made = new Map<string, NewItem>()
  const told: { id: number; what: string }[] = []
  const pushes: string[] = []
  let last = { body: '', at: 0 }
  let serial = 1000

  function push(text: string): [number, unknown] {
    const { data } = Items.safeParse(JSON.parse(text))
    if (!data) return [400, { errors: [{ message: 'Geçersiz istek' }] }]
    if (last.body === text && clock().getTime() - last.at < 900_000)
      return [400, { errors: [{ message: '15 dakika boyunca aynı isteği tekrarlı olarak atamazsınız!' }] }]
    last = { body: text, at: clock().getTime() }
    const batchRequestId = randomUUID()
    pushes.push(text)
    for (const { barcode, ...now } of data.items) if (!unknown.has(barcode)) stock.set(barcode, now)
    const items = data.items.map((item) => ({
      requestItem: item,
      status: unknown.has(item.barcode) ? 'FAILED' : 'SUCCESS',
      failureReasons: unknown.has(item.barcode) ? ['Ürün bulunamadı'] : [],
    }))
    // A batch of stock and prices has no status of its own.
    batches.set(batchRequestId, { batchRequestId, items, failedItemCount: items.length })
    return [200, { batchRequestId }]
  }

  function make(text: string): [number, unknown] {
    const { data } = NewItems.safeParse(JSON.parse(text))
    if (!data) return [400, { errors: [{ message: 'Geçersiz istek' }] }]
    const batchRequestId = randomUUID()
    const items = data.items.map((product) => {
      const wrong = wrongWith(product, made)
      if (!wrong) made.set(product.barcode, product)
      if (!wrong) unknown.delete(product.barcode)
      return { requestItem: { product }, status: wrong ? 'FAILED' : 'SUCCESS', failureReasons: wrong ? [wrong] : [] }
    })
    batches.set(batchRequestId, { batchRequestId, status: 'COMPLETED', items })
    return [200, { batchRequestId }]
  }

  function catalog(url: URL): [number, unknown] | undefined {
    if (url.pathname === '/product/product-categories') return [200, { categories: tree }]
    if (url.pathname === '/product/brands/by-name')
      return [200, url.searchParams.get('name') === 'Butik' ? [{ id: 1791, name: 'Butik' }] : []]
    const [, category, attribute] =
      /^\/product\/categories\/(\d+)\/attributes(?:\/(\d+)\/values)?$/.exec(url.pathname) ?? []
    if (!category) return undefined
    if (category !== '522') return [404, { message: 'Kategori bulunamadı' }]
    if (!attribute) return [200, { id: 522, name: 'Elbise', categoryAttributes: attributes }]
    const content = values[Number(attribute)] ?? []
    return [200, { totalElements: content.length, totalPages: 1, page: 0, size: 1000, content }]
  }

  function list(url: URL): [number, unknown] {
    const number = (name: string) => Number(url.searchParams.get(name))
    const [from, to, size, page] = [number('startDate'), number('endDate'), number('size'), number('page')]
    if (!from || !to || to - from > 14 * 86_400_000 || size < 1 || size > 200)
      return [400, { message: 'Geçersiz aralık' }]
    const found = [...packages.values()]
      .filter(({ lastModifiedDate: at }) => at >= from && at <= to)
      .toSorted((a, b) => a.lastModifiedDate - b.lastModifiedDate)
    const content = found.slice(page * size, (page + 1) * size)
    return [200, { page, size, totalPages: Math.ceil(found.length / size), totalElements: found.length, content }]
  }

  function update(id: number, text: string, isUnsupplied: boolean): [number, unknown] {
    const found = packages.get(id)
    const body = (isUnsupplied ? Unsupplied : Status).safeParse(JSON.parse(text)).data
    if (!found || !body) return [400, { errors: [{ message: 'Geçersiz paket' }] }]
    const known = body.lines.every(({ lineId, quantity }) =>
      found.lines.some((line) => line.lineId === lineId && line.quantity >= quantity),
    )
    if (!known) return [400, { errors: [{ message: 'Geçersiz kalem' }] }]
    if ('status' in body && body.status === 'Invoiced' && found.status !== 'Picking')
      return [400, { errors: [{ message: 'Önce Picking bildirilmeli' }] }]
    found.status = 'status' in body ? body.status : 'UnSupplied'
    found.lastModifiedDate = clock().getTime()
    told.push({
      id,
      what: 'status' in body ? `${body.status} ${body.params.invoiceNumber ?? ''}`.trim() : 'UnSupplied',
    })
    return [200, {}]
  }

  function work(method: string, url: URL, text: string): [number, unknown] {
    const seller = `/sellers/${keys.sellerId}`
    if (method === 'POST' && url.pathname === `/inventory${seller}/products/price-and-inventory`) return push(text)
    if (method === 'POST' && url.pathname === `/product${seller}/v2/products`) return make(text)
    if (method === 'GET' && url.pathname === `/order${seller}/orders`) return list(url)
    const known = method === 'GET' ? catalog(url) : undefined
    if (known) return known
    const batch = new RegExp(`^/product${seller}/products/batch-requests/(.+)$`).exec(url.pathname)?.[1]
    if (method === 'GET' && batch) return batches.has(batch) ? [200, batches.get(batch)] : [404, { message: 'yok' }]
    const [, id, rest] =
      new RegExp(`^/order${seller}/shipment-packages/(\\d+)(/items/unsupplied)?$`).exec(url.pathname) ?? []
    return method === 'PUT' && id ? update(Number(id), text, rest !== undefined) : [404, { message: 'yok' }]
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const tell = (status: number, body: unknown) =>
      void res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const how = mischief.shift()
    if (how === 'drop before') return void req.socket.destroy()
    if (how === 'html 502') return void res.writeHead(502).end('<html>Bad Gateway</html>')
    if (how === 'http 429') return tell(429, { message: 'too.many.requests' })
    if (req.headers['user-agent'] !== `${keys.sellerId} - SelfIntegration`) return tell(403, { message: 'User-Agent' })
    const login = `Basic ${Buffer.from(`${keys.apiKey}:${keys.apiSecret}`).toString('base64')}`
    if (req.headers.authorization !== login) return tell(401, { exception: 'ClientApiAuthenticationException' })
    const [status, body] = work(req.method ?? '', new URL(req.url ?? '/', 'http://x'), Buffer.concat(chunks).toString())
    if (how === 'drop after') return void req.socket.destroy()
    if (how === 'half an answer') return void res.writeHead(200).end(JSON.stringify(body).slice(0, 8))
    tell(status, body)
  }

  const server = createServer((req, res) => void answer(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    environment: {
      TRENDYOL_SELLER_ID: keys.sellerId,
      TRENDYOL_API_KEY: keys.apiKey,
      TRENDYOL_API_SECRET: keys.apiSecret,
      TRENDYOL_BASE_URL: baseUrl,
    },
    mischief,
    stock,
    pushes,
    told,
    /** Its catalog, by barcode. */
    made,
    /** Barcodes that it does not know. */
    unknown,
    /** Somebody buys there; gives the package's id. `address`: what is told of it, all of which may be missing. */
    buy(
      pieces: { barcode: string; quantity?: number; price?: number }[],
      status = 'Created',
      address: Record<string, string> = zeynep,
    ): number {
      const id = ++serial
      packages.set(id, {
        id,
        ...{
          orderNumber: String(90_000 + id),
          status,
          lastModifiedDate: clock().getTime(),
          orderDate: clock().getTime(),
        },
        ...{ customerFirstName: 'Zeynep', customerLastName: 'Kaya', cargoTrackingNumber: 7_260_000_000 + id },
        shipmentAddress: address,
        lines: pieces.map(({ barcode, quantity = 1, price = 250 }, at) => ({
          ...{ lineId: id * 10 + at, barcode, quantity, lineUnitPrice: price, productName: `Ürün ${barcode}` },
        })),
      } as Package)
      return id
    },
    change(id: number, status: string) {
      const found = packages.get(id)
      if (found) Object.assign(found, { status, lastModifiedDate: clock().getTime() })
    },
    statusOf: (id: number) => packages.get(id)?.status,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
export type TrendyolSimulator = Awaited<ReturnType<typeof startTrendyol>>
