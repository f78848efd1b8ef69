import { loadavg } from 'node:os'
import { sql } from 'drizzle-orm'
import { type Choice, pay } from './buying/orders.ts'
import { median, p95, tenths } from './figures.ts'
import { type Series, writeScale } from './scale-report.ts'
import { type Engine, type OpenedShop, openEngine, openFilled, type Size } from './scale-shop.ts'

/**
 * How the shop's answers take longer as it grows: `npm run bench -- scale [postgres|pglite] [lists] [most products] [--write]`.
 * Every answer is rendered, nothing comes from memory. False when one grows faster than the logarithm of the catalog,
 * but for the rows that it has more. `lists`: those of products only, and no orders are made for it.
 */
const sizes = [100, 1000, 10_000, 100_000]
const warmUps = 3
const rounds = 20
/** Milliseconds that the machine's moods add or take. */
const noiseMs = 4
/**
 * Milliseconds that one more row may add, shown on the page, or found and counted: a list counts the options beside a chosen one in what
 * it has without that one, up to a thousand.
 */
const shownMs = 0.3
const foundMs = 0.015
const mostFound = 1000
/** A search ranks, and holds against its filters, up to so many hits, whatever number its page shows. */
const mostHits = 3000

export async function measureScale(options: string[]): Promise<boolean> {
  const engines = (['postgres', 'pglite'] as const).filter((one) => asks(options, one, ['postgres', 'pglite']))
  const most = Number(options.find((option) => /^\d+$/.test(option)) ?? sizes.at(-1))
  const lists = options.includes('lists')
  const shops = sizes.flatMap((products) => (products <= most ? { products, orders: lists ? 0 : products * 10 } : []))
  const series: Series[] = []
  for (const engine of engines) series.push(...(await measureEngine(engine, shops, lists ? listsOf : casesOf)))
  console.info(`load at the end: ${loadavg().map(tenths).join(' ')}`)
  if (options.includes('--write') && !lists) writeScale(series)
  const tooFast = series.filter((one) => one.tooFast)
  for (const { engine, what } of tooFast) console.info(`${engine}: ${what} grows too fast`)
  return tooFast.length === 0
}

function asks(options: string[], one: string, among: string[]): boolean {
  return !among.some((name) => options.includes(name)) || options.includes(one)
}

async function measureEngine(name: Engine, shops: Size[], cases: Cases): Promise<Series[]> {
  const engine = await openEngine(name)
  const found = new Map<string, Series['figures']>()
  try {
    for (const size of shops) {
      const { shop, seconds } = await openFilled(await engine.settings(size), size)
      console.info(
        `${name}: ${size.products} products, ${size.orders} orders, filled in ${Math.round(seconds)} s, load ${loadavg().map(tenths).join(' ')}`,
      )
      const rows = await measureShop(shop, cases).finally(() => shop.close())
      console.table(rows)
      for (const { what, ...row } of rows) found.set(what, [...(found.get(what) ?? []), { ...size, ...row }])
    }
  } finally {
    await engine.stop()
  }
  return [...found].map(([what, figures]) => ({ engine: name, what, figures, tooFast: growsTooFast(figures) }))
}

/** Against the smallest size: slower by more than the logarithm of the catalog and the rows that are more. */
function growsTooFast(figures: Series['figures']): boolean {
  const [first] = figures
  if (!first) return false
  return figures.some(({ products, best, processor, shown, found }) => {
    const rows = (shown - first.shown) * shownMs + (found - first.found) * foundMs
    const most = (ms: number) => (ms * Math.log(products)) / Math.log(first.products) + Math.max(rows, 0) + noiseMs
    // Where other work runs beside it every answer is late, though it costs no more.
    return best > most(first.best) && processor > most(first.processor)
  })
}

type Once = (round: number, encoding?: string) => Promise<Response>
/** `whole`: the same list without what is chosen of it; `most`: rows of it that are read at most. */
type Case = { what: string; once: Once; whole?: Once; most?: number }
type Cases = (shop: OpenedShop) => Promise<Case[]>

async function measureShop(shop: OpenedShop, cases: Cases) {
  const rows = []
  for (const { what, once, whole = once, most = mostFound } of await cases(shop)) {
    const times: number[] = []
    let begun = 0
    for (let round = 0; round < warmUps + rounds; round++) {
      shop.forget()
      if (round === warmUps) begun = await shop.processorMs()
      const started = performance.now()
      const response = await once(round)
      const body = await response.text()
      if (round >= warmUps) times.push(performance.now() - started)
      if (!response.ok) throw new Error(`${what}: ${response.status} ${body}`)
    }
    const processor = tenths(((await shop.processorMs()) - begun) / rounds)
    const figures = { best: tenths(Math.min(...times)), ms: tenths(median(times)), p95: tenths(p95(times)), processor }
    const [{ shown }, { found }] = [await rowsOf(once), await rowsOf(whole)]
    rows.push({ what, ...figures, shown, found: Math.min(found, most) })
  }
  return rows
}

async function rowsOf(once: Once) {
  return countRows(await (await once(warmUps + rounds, 'identity')).text())
}

type Listed = { products?: unknown[]; pagination?: { total: number } }

/** The rows of an answer, and how many it says were found; a page has cards. */
function countRows(body: string): { shown: number; found: number } {
  if (body.startsWith('<')) {
    const found = Number(/role="status"[^>]*>(\d+) ürün/.exec(body)?.[1] ?? 0)
    return { shown: body.split('<li class="card').length - 1, found }
  }
  const { data = {}, ...beside } = JSON.parse(body) as Listed & { data?: Listed | unknown[] }
  const { products = [], pagination } = Array.isArray(data) ? { products: data, ...beside } : { ...beside, ...data }
  return { shown: products.length, found: pagination?.total ?? products.length }
}

/** A shopper's own sizes, by place. */
const hers = ['ust-giyim:M', 'elbise:L', 'alt-giyim:38'].map((size) => `beden=${size}`).join('&')

function pageOf(shop: OpenedShop, what: string, path: string): Case {
  const { pathname, searchParams } = new URL(path, 'http://shop.bench')
  const q = searchParams.get('q')
  const once = (path: string): Once => {
    return (_, encoding = 'br') => shop.fetch(path, { headers: { 'accept-encoding': encoding } })
  }
  // A page says no more than that there are a thousand.
  return q && pathname === '/ara'
    ? { what, once: once(path), whole: once(`/api/v1/products?limit=1&q=${encodeURIComponent(q)}`), most: mostHits }
    : { what, once: once(path), whole: once(q ? path : pathname) }
}

async function listsOf(shop: OpenedShop): Promise<Case[]> {
  const page = (what: string, path: string) => pageOf(shop, what, path)
  return [
    page('listing of an area', '/ust-giyim'),
    page('listing of everything, by price', '/tum-urunler?siralama=artan'),
    page('listing with filters', '/ust-giyim?beden=M&renk=siyah&stokta=1'),
    page('listing in her sizes', `/ust-giyim?${hers}`),
    page('everything in her sizes, by price', `/tum-urunler?${hers}&siralama=artan`),
    page('listing in her sizes, with filters', `/ust-giyim?${hers}&renk=siyah&renk=bej`),
    page('listing in a size that nothing has', '/tum-urunler?beden=elbise:XXXL'),
    page('search page with filters', '/ara?q=elbise&beden=M&renk=siyah'),
    page('search page in her sizes', `/ara?q=elbise&${hers}`),
    page('search page with a typo', '/ara?q=panrolon'),
  ]
}

async function casesOf(shop: OpenedShop): Promise<Case[]> {
  const admin = { headers: { authorization: `Bearer ${await shop.signIn('ADMIN')}` } }
  const page = (what: string, path: string) => pageOf(shop, what, path)
  const panel = (what: string, path: string): Case => ({ what, once: () => shop.fetch(`/api/v1/admin${path}`, admin) })
  const { slug, phone, pages } = await landmarks(shop)
  return [
    ...(await listsOf(shop)),
    page('search of the API', '/api/v1/products?q=uzun+kollu+elbise'),
    page('suggestions while typing', '/ara/oneriler?q=el'),
    page('product page', `/urun/${slug}`),
    page('recommended beside a product', `/urun/${slug}/oneriler`),
    panel('order list', '/orders?limit=50'),
    panel('order list, the page in the middle', `/orders?limit=50&page=${Math.ceil(pages / 2)}`),
    panel('order list by text', `/orders?limit=50&q=${encodeURIComponent(phone)}`),
    panel('order list by status and month', `/orders?limit=50&status=DELIVERED&from=${day(130)}&to=${day(100)}`),
    panel('product list', '/products'),
    panel('product list by text', '/products?q=pileli+elbise'),
    panel('dashboard', '/dashboard'),
    { what: 'checkout', once: await checkouts(shop) },
  ]
}

function day(ago: number): string {
  return new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
}

async function landmarks({ db }: OpenedShop): Promise<{ slug: string; phone: string; pages: number }> {
  const found = await db.execute<{ slug: string; phone: string; pages: number }>(sql`
    select (select slug from products where deleted_at is null and published_at is not null order by created_at limit 1) as slug,
      (select phone from orders order by created_at limit 1) as phone,
      (select ceil(count(*) / 50.0)::int from orders) as pages`)
  const [row] = found.rows
  if (!row) throw new Error('the shop is empty')
  return row
}

/** Each buys another variant, by the API, with the demo bank. */
async function checkouts(shop: OpenedShop): Promise<Case['once']> {
  const token = await shop.signIn('USER')
  const { rows } = await shop.db.execute<Choice>(sql`
    select product_id, v.id as variant_id, size, v.price_kurus as price
    from variants v join products p on p.id = v.product_id
    where stock > 3 and retired_at is null and deleted_at is null and published_at is not null order by v.id limit 100`)
  return (round) => {
    const choice = rows[round % rows.length]
    if (!choice) throw new Error('nothing is in stock')
    return pay(shop, token, choice)
  }
}
