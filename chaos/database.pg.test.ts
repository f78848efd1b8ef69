import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeProduct } from '#shop/catalog/edits/product-edits.ts'
import { auditBooks } from '#test/books.ts'
import { aPayment } from '#test/checkout.ts'
import { clientOf, type RunningShop, readMails, startShop } from '#test/process.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { prepare } from './prepared.ts'
import { get, metric, openPanel } from './visitor.ts'
import { type Wire, wireTo } from './wire.ts'

/** The database goes and comes back: cut off at once, and the worse way, without a word. */
const postgres = shopOnPostgres({ RATE_LIMIT_SCALE: '100000' })
let wire: Wire
let prepared: Awaited<ReturnType<typeof prepare>>
let shop: RunningShop
let panel: ReturnType<typeof openPanel>

beforeAll(async () => {
  const { settings } = postgres
  const through = await wireTo(settings.DATABASE_URL)
  wire = through.wire
  prepared = await prepare(settings, { products: 3 })
  shop = await startShop({ ...settings, DATABASE_URL: through.url })
  panel = openPanel(shop.url, prepared.admin)
}, 120_000)

afterAll(async () => {
  panel?.close()
  await shop?.kill()
  await prepared?.handle.close()
  wire?.close()
})

const mailed = () => {
  const { DATA_DIR } = postgres.settings
  return existsSync(join(DATA_DIR, 'mail')) ? readMails(DATA_DIR).length : 0
}
const isReady = async () => (await get(`${shop.url}/readyz`)).status
const buy = (n: number) => {
  const [token] = prepared.tokens
  return clientOf(shop.url)('POST', '/payments/create', {
    token,
    body: aPayment(prepared.products[0]),
    headers: { 'idempotency-key': `key-${n}` },
  })
}

describe.for([
  ['refuses', () => wire.cut()],
  ['says nothing any more', () => wire.hush()],
] as const)('a database that %s', ([how, lose]) => {
  test('what is kept is shown, the rest says so in a sentence, and all is well once it is back', async () => {
    const [kept, unseen] = prepared.products
    const seen = [`/urun/${kept.slug}`, '/', `/api/v1/products/${kept.slug}`]
    const before = new Map<string, string>()
    for (const path of seen) before.set(path, (await get(shop.url + path)).text)
    const orders = (panel.heard().match(/order-placed/g) ?? []).length

    lose()
    await expect.poll(isReady, { timeout: 30_000, interval: 200 }).toBe(503)
    for (const path of seen) expect(await get(shop.url + path)).toMatchObject({ status: 200, text: before.get(path) })
    // One query text of its own: nothing of the other outage is kept.
    const page = await get(`${shop.url}/urun/${unseen?.slug}?beden=${how.length}`)
    expect(page.status).toBe(503)
    expect(page.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.text).toContain('Sayfa şu anda açılamıyor.')
    expect(page.text).toContain('Alışverişe devam et')
    const paid = await fetch(`${shop.url}/api/v1/payments/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${prepared.tokens[0]}` },
      body: JSON.stringify(aPayment(kept)),
      signal: AbortSignal.timeout(30_000),
    })
    expect([paid.status, paid.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await paid.json()).toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/^Mağazaya .*deneyin\.$/),
    })
    expect((await get(`${shop.url}/healthz`)).status).toBe(200)
    expect(await metric(shop.url, 'butik_payments_open')).toBeNaN()

    // Another process changes a price meanwhile; nobody here hears it.
    const priceKurus = kept.variants[0] ? kept.variants[0].priceKurus + 100_000 + how.length * 100 : 0
    await prepared.ctx.db.execute(sql`update variants set price_kurus = ${priceKurus} where product_id = ${kept.id}`)
    await wire.mend()
    await expect.poll(isReady, { timeout: 30_000, interval: 200 }).toBe(200)
    const price = async () =>
      JSON.parse((await get(`${shop.url}/api/v1/products/${kept.slug}`)).text).data.variants[0].price
    await expect.poll(price, { timeout: 30_000, interval: 200 }).toBe(priceKurus / 100)
    if (kept.variants[0]) kept.variants[0].priceKurus = priceKurus

    const mails = mailed()
    expect(await buy(how.length)).toMatchObject({ status: 200 })
    await expect.poll(mailed, { timeout: 30_000 }).toBeGreaterThan(mails)
    await expect
      .poll(() => (panel.heard().match(/order-placed/g) ?? []).length, { timeout: 30_000 })
      .toBeGreaterThan(orders)
    expect(shop.ended()).toBe(false)
    expect(shop.output()).not.toMatch(/a (request|page) failed/)
  })
})

test('a database that takes nothing in: pages of what it says has changed are sent as they were', async () => {
  const [{ id, slug, variants }, , rare] = prepared.products
  const often = [`/urun/${slug}`, '/', `/api/v1/products/${slug}`]
  const once = `/urun/${rare?.slug}`
  for (const path of [...often, ...often, ...often, once]) await get(shop.url + path)

  const timesLost = () => (shop.output().match(/the database does not answer/g) ?? []).length
  const lost = timesLost()
  wire.deafen()
  const rows = (of: typeof variants, priceKurus: number) => ({
    variants: of.map(({ images: _, ...variant }) => ({ ...variant, priceKurus, stockSeen: variant.stock })),
  })
  await changeProduct(prepared.ctx, id, rows(variants, 177_000))
  await changeProduct(prepared.ctx, rare?.id ?? '', rows(rare?.variants ?? [], 177_000))
  let reading = true
  const statuses = new Set<number>()
  const readers = [...often, once].map(async (path) => {
    while (reading) statuses.add((await get(shop.url + path)).status)
  })
  // Its connections are cut then, and what waited for it has failed.
  await expect.poll(timesLost, { timeout: 30_000, interval: 200 }).toBeGreaterThan(lost)
  await wire.mend()
  await expect.poll(isReady, { timeout: 30_000, interval: 200 }).toBe(200)
  reading = false
  await Promise.all(readers)
  expect([...statuses]).toEqual([200])
  const price = async () => JSON.parse((await get(`${shop.url}/api/v1/products/${slug}`)).text).data.variants[0].price
  await expect.poll(price, { timeout: 30_000, interval: 200 }).toBe(1770)
  for (const variant of variants) variant.priceKurus = 177_000
})

test('a connection that breaks within a transaction ends neither the process nor the payment’s truth', async () => {
  for (let round = 0; round < 3; round++) {
    const payments = Array.from({ length: 30 }, (_, n) => buy(1000 + round * 100 + n).catch(() => undefined))
    await prepared.ctx.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    for (const answer of await Promise.all(payments)) expect([200, 202, 503]).toContain(answer?.status)
  }
  await expect.poll(() => metric(shop.url, 'butik_payments_open'), { timeout: 40_000, interval: 500 }).toBe(0)
  expect(shop.ended()).toBe(false)
  expect(await auditBooks(prepared.ctx.db, prepared.initialStock)).toEqual([])
})
