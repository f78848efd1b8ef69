import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { Product } from '#shop/catalog/products.ts'
import { uploadPicture } from '../prepared.ts'
import type { Note } from './checks.ts'
import { type Shops, until } from './shops.ts'
import { startVarnish, type Varnish } from './varnish.ts'

/** A cache in front: what it keeps, what it never keeps, and how soon it shows a change. */
export async function checkEdge(
  programs: { varnishd: string; varnishstat: string },
  folder: string,
  shops: Shops,
  note: Note,
): Promise<void> {
  const edge = await startVarnish(programs, folder, shops.urls)
  const [product] = shops.products
  try {
    // Both processes have said that they are ready.
    await until(async () => (await ask(edge, '/bilgi')).status === 200)
    await checkKept(edge, shops, product, note)
    await checkPersonal(edge, shops, note)
    await checkForms(edge, product, note)
    await checkChange(edge, shops, product, note)
    await checkRest(edge, shops, product, note)
  } finally {
    await edge.stop()
  }
}

type Headers = Record<string, string>

/** As it comes over the wire; `kept` when the cache had it. Once more where an idle connection was just closed. */
function ask(front: { url: string }, path: string, headers: Headers = {}) {
  const asked = () => askOnce(front.url + path, headers)
  return asked().catch(asked)
}

async function askOnce(url: string, headers: Headers) {
  const call = request(url, { headers }).end()
  const [answer] = await once(call, 'response')
  const bytes = await buffer(answer)
  const kept = /^\d+ \d+$/.test(String(answer.headers['x-varnish']))
  return {
    status: Number(answer.statusCode),
    headers: answer.headers as Record<string, string | undefined>,
    bytes,
    kept,
  }
}

async function checkKept(edge: Varnish, shops: Shops, product: Product, note: Note) {
  const page = (await ask(edge, '/')).bytes.toString()
  const script = /\/assets\/[\w-]+\.js/.exec(page)?.[0] ?? ''
  const uploaded = await uploadPicture(shops.urls[0] ?? '', shops.admin, '#884422')
  const picture = new URL(uploaded.body.data.url, edge.url).pathname
  const keeps = [
    `/urun/${product.slug}`,
    '/api/v1/products?limit=24',
    '/api/v1/categories',
    '/robots.txt',
    script,
    picture,
  ]
  const never = ['/admin', '/ara?q=elbise', '/yok', '/api/v1/yok', '/readyz', `/liste/${'a'.repeat(32)}`]
  const seen = async (path: string) => {
    const first = await ask(edge, path)
    const second = await ask(edge, path)
    // One that is made for the first time may take longer than it is kept.
    const third = second.kept ? second : await ask(edge, path)
    return { path, kept: third.kept, status: first.status }
  }
  const [kept, not] = [await Promise.all(keeps.map(seen)), await Promise.all(never.map(seen))]
  note(
    'public pages, calls, pictures and scripts are kept',
    kept.every((one) => one.kept),
    list(kept),
  )
  note('the panel, searches, failures and probes are not', !not.some((one) => one.kept), list(not))
}

const list = (all: { path: string; kept: boolean; status: number }[]) =>
  all.map(({ path, kept, status }) => `${path.slice(0, 40)} ${status} ${kept ? 'kept' : 'not'}`).join(', ')

async function checkPersonal(edge: Varnish, shops: Shops, note: Note) {
  const [one, other] = [await shops.aBuyer(), await shops.aBuyer()]
  const faults: string[] = []
  for (const path of [
    '/api/v1/account',
    '/api/v1/orders/my',
    '/api/v1/favorites/my',
    '/ust-giyim',
    '/api/v1/products',
  ]) {
    const names: string[] = []
    for (const token of [one, other, one]) {
      const answer = await ask(edge, path, { authorization: `Bearer ${token}` })
      if (answer.kept) faults.push(`${path} of a signed-in shopper came from the cache`)
      names.push(/"email":"([^"]+)"/.exec(answer.bytes.toString())?.[1] ?? '')
    }
    if (path.endsWith('account') && (names[0] === names[1] || names[0] !== names[2])) faults.push(`${path}: ${names}`)
    const guest = await ask(edge, path)
    if (guest.kept && path.startsWith('/api/v1/account')) faults.push(`${path} was kept`)
    if (/account|my$/.test(path) && guest.status !== 401) faults.push(`${path}: a guest got ${guest.status}`)
  }
  note('what a signed-in shopper asks for comes from the shop each time', faults.length === 0, faults.join('; '))
}

/** The three forms of an answer, and that it has not changed. */
async function checkForms(edge: Varnish, product: Product, note: Note) {
  const path = `/urun/${product.slug}`
  const wanted = { br: 'br', gzip: 'gzip', identity: undefined, 'br;q=0, gzip': 'gzip', 'deflate, gzip;q=0': undefined }
  const faults: string[] = []
  for (let round = 0; round < 3; round++)
    for (const [accepts, encoding] of Object.entries(wanted)) {
      const { headers } = await ask(edge, path, { 'accept-encoding': accepts })
      if (headers['content-encoding'] !== encoding) faults.push(`${accepts}: ${headers['content-encoding']}`)
      if (headers.vary !== 'Accept-Encoding') faults.push(`${accepts}: Vary ${headers.vary}`)
    }
  note('each gets the encoding that it can read', faults.length === 0, faults.join('; '))
  const { etag = '' } = (await ask(edge, path)).headers
  const same = await ask(edge, path, { 'if-none-match': etag })
  const other = await ask(edge, path, { 'if-none-match': '"other"' })
  const statuses = [same.status, same.bytes.length, other.status]
  note('304 for what has not changed', statuses.join() === '304,0,200', statuses)
}

/** Forty changes of a price, while ten read page and API. */
async function checkChange(edge: Varnish, shops: Shops, product: Product, note: Note) {
  const paths = [`/urun/${product.slug}`, `/api/v1/products/${product.slug}`]
  const before = edge.counts()
  let reading = true
  const readers = Array.from({ length: 10 }, async (_, n) => {
    for (; reading; await wait(10))
      await ask(edge, paths[n % 2] ?? '', { 'accept-encoding': n % 4 < 2 ? 'br' : 'gzip' })
  })
  const delays: number[] = []
  const delaysOfShop: number[] = []
  for (let n = 0; n < 40; n++) {
    const price = 2000 + n
    await shops.setPrice(product, price * 100)
    const begun = performance.now()
    const since = async (url: string, path: string) => {
      const isShown = await until(async () => shows((await ask({ url }, path)).bytes.toString(), price), 20)
      return isShown ? performance.now() - begun : Number.POSITIVE_INFINITY
    }
    const [ofEdge, ...ofShops] = await Promise.all(
      [edge.url, ...shops.urls].map((url) => Promise.all(paths.map((path) => since(url, path)))),
    )
    delays.push(Math.max(...(ofEdge ?? [])))
    delaysOfShop.push(Math.max(...ofShops.flat()))
    await wait(100 + (n % 10) * 90)
  }
  reading = false
  await Promise.all(readers)
  const after = edge.counts()
  const [hits, misses] = [after.hits - before.hits, after.misses - before.misses]
  const later = Math.max(...delays.map((delay, n) => delay - (delaysOfShop[n] ?? 0)))
  note('it shows a new price at most a second after both processes do', later <= 1000, `${Math.round(later)} ms`)
  note('a price is shown within two seconds of its change', Math.max(...delays) <= 2000, {
    changes: 40,
    medianMs: median(delays),
    slowestMs: Math.round(Math.max(...delays)),
    ofTheShopItself: { medianMs: median(delaysOfShop), slowestMs: Math.round(Math.max(...delaysOfShop)) },
  })
  note('it keeps most from the shop, also while prices change', hits / (hits + misses) > 0.8, {
    hits,
    misses,
    ratio: Math.round((hits / (hits + misses)) * 1000) / 1000,
  })
}

function shows(text: string, price: number): boolean {
  const shown = `${Math.floor(price / 1000)}.${String(price % 1000).padStart(3, '0')},00`
  return text.includes(text.startsWith('{') ? `"price":${price}` : shown)
}

function median(all: number[]): number {
  return Math.round(all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0)
}

/** A quiet time: hardly anything is asked of the shop, and that mostly whether it has changed. Then no shop at all. */
async function checkRest(edge: Varnish, shops: Shops, product: Product, note: Note) {
  const path = `/urun/${product.slug}`
  const before = edge.counts()
  let reading = true
  const texts = new Set<string>()
  const readers = Array.from({ length: 20 }, async () => {
    while (reading)
      texts.add(
        createHash('md5')
          .update((await ask(edge, path)).bytes)
          .digest('hex'),
      )
  })
  await wait(10_000)
  reading = false
  await Promise.all(readers)
  const after = edge.counts()
  const asked = after.misses - before.misses
  const hits = after.hits - before.hits
  note('one page for ten seconds: asked of the shop about once a second', asked <= 15 && texts.size <= 2, {
    requests: hits + asked,
    asked,
    unchanged: after.unchanged - before.unchanged,
    ratio: Math.round((hits / (hits + asked)) * 10_000) / 10_000,
  })
  await Promise.all(shops.both.map((shop) => shop.kill()))
  const statuses = new Set<number>()
  for (let n = 0; n < 20; n++) {
    statuses.add((await ask(edge, path)).status)
    await wait(250)
  }
  note('while no process of the shop is there, what was kept is sent', [...statuses].join() === '200', [...statuses])
  const paid = await fetch(`${edge.url}/api/v1/payments/create`, { method: 'POST', body: '{}' })
  const words = await paid.text()
  note('and whatever else is asked is refused in words', paid.status === 503 && /Mağaza/.test(words), [
    paid.status,
    words,
  ])
}
