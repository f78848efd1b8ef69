import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPayment } from '#test/checkout.ts'
import { openTestBucket } from '#test/outside/bucket.ts'
import { type IyzicoSimulator, startIyzico } from '#test/outside/iyzico-simulator.ts'
import { openSmtpServer } from '#test/outside/smtp.ts'
import { freePort } from '#test/postgres.ts'
import { clientOf, type RunningShop, startShop } from '#test/process.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { prepare, uploadPicture } from './prepared.ts'
import { get, metric } from './visitor.ts'
import { type Wire, wireTo } from './wire.ts'

/** The bank, the mail server and the bucket of pictures fail, one shop works on; in this order, for each leaves work behind. */
const postgres = shopOnPostgres({ RATE_LIMIT_SCALE: '100000' })
let iyzico: IyzicoSimulator
let bucket: Awaited<ReturnType<typeof openTestBucket>>
let bank: Wire
let pictures: Wire
let mailPort: number
let mailServer: Awaited<ReturnType<typeof openSmtpServer>> | undefined
let prepared: Awaited<ReturnType<typeof prepare>>
let shop: RunningShop
let picture: string

beforeAll(async () => {
  iyzico = await startIyzico()
  bucket = await openTestBucket()
  const toBank = await wireTo(iyzico.baseUrl)
  const toBucket = await wireTo(bucket.settings.S3_ENDPOINT)
  bank = toBank.wire
  pictures = toBucket.wire
  mailPort = await freePort()
  const settings = {
    ...postgres.settings,
    ...{ PAYMENT_PROVIDER: 'iyzico', PAYMENT_3DS: 'never', IYZICO_BASE_URL: toBank.url },
    ...{ IYZICO_API_KEY: iyzico.apiKey, IYZICO_SECRET_KEY: iyzico.secretKey },
    ...bucket.settings,
    S3_ENDPOINT: toBucket.url,
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
  }
  prepared = await prepare(settings, { people: 50 })
  shop = await startShop(settings)
}, 120_000)

afterAll(async () => {
  await shop?.kill()
  await prepared?.handle.close()
  await mailServer?.close()
  for (const wire of [bank, pictures]) wire?.close()
  bucket?.close()
  await iyzico?.close()
})

const buy = (n: number) => {
  const token = prepared.tokens[n % prepared.tokens.length]
  return clientOf(shop.url)('POST', '/payments/create', { token, body: aPayment(prepared.products[0]) })
}

const upload = (color: string) => uploadPicture(shop.url, prepared.admin, color)

test('the bank is slow: fifty payments wait, pages are served meanwhile, and each payment is answered', async () => {
  bank.hush()
  let answered = 0
  const payments = Array.from({ length: 50 }, (_, n) => buy(n).finally(() => answered++))
  await expect
    .poll(() => metric(shop.url, 'butik_payments_open'), { timeout: 20_000, interval: 100 })
    .toBeGreaterThan(40)
  for (const path of ['/', `/urun/${prepared.products[0].slug}`, '/api/v1/products?limit=3', '/bilgi'])
    expect((await get(shop.url + path)).status).toBe(200)
  expect(answered, 'the pages did not wait for the bank').toBeLessThan(50)

  for (const { status, body } of await Promise.all(payments)) {
    expect([202, 402, 503]).toContain(status)
    expect(body.message ?? body.data.message ?? 'Ödemeniz kontrol ediliyor.').toMatch(/[.]$/)
  }
  // It is left alone now: who pays hears it at once.
  const refused = await buy(0)
  expect(refused.status).toBeGreaterThanOrEqual(402)
  expect(refused.body.message).toMatch(/[.]$/)
  await bank.mend()
})

test('the bucket is gone: uploads say so and leave nothing half stored, pages and pictures in memory are fine', async () => {
  const stored = await upload('#c03020')
  expect(stored.status).toBe(201)
  picture = stored.body.data.url
  expect((await get(shop.url + picture)).status).toBe(200)
  await expect.poll(() => metric(shop.url, 'butik_pictures_to_draw'), { timeout: 60_000 }).not.toBeUndefined()
  const before = bucket.kept.size

  pictures.cut()
  const refused = await upload('#2030c0')
  expect([refused.status, refused.retry]).toEqual([503, expect.stringMatching(/^\d+$/)])
  expect(refused.body).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringMatching(/^Resim .*deneyin\.$/) })
  expect((await get(shop.url + picture)).status, 'it is in memory').toBe(200)
  const other = await get(`${shop.url}/media/${'ab'.repeat(16)}-320.webp`)
  expect([other.status, other.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
  expect((await get(`${shop.url}/urun/${prepared.products[0].slug}`)).status).toBe(200)
  await pictures.mend()

  expect((await upload('#2030c0')).status).toBe(201)
  expect(bucket.kept.size).toBeGreaterThan(before)
})

test('the mail server was gone all the time: every mail of every order arrives once it is back', async () => {
  // Nothing listened there until now.
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(mailPort, '127.0.0.1', resolve))
  await new Promise((resolve) => probe.close(resolve))
  mailServer = await openSmtpServer(undefined, mailPort)
  const counted = async (what: string) => {
    const { rows } = await prepared.ctx.db.execute<{ n: number }>(what)
    return rows[0]?.n
  }
  // Charges that reached the bank late are found, and what nobody knows of is given up.
  await expect.poll(() => metric(shop.url, 'butik_payments_open'), { timeout: 240_000, interval: 1000 }).toBe(0)
  const orders = (await counted('select count(*)::int as n from orders where paid_at is not null')) ?? 0
  const kept = [...iyzico.payments.values()].filter(
    ({ status, cancelledBy, refunds }) => status === 'SUCCESS' && !cancelledBy && refunds.length === 0,
  )
  expect(kept.length, 'who was charged has an order, once').toBe(orders)
  expect(new Set(kept.map(({ basketId }) => basketId)).size).toBe(orders)
  await expect
    .poll(() => mailServer?.received.filter(({ source }) => source.includes('Auto-Submitted')).length, {
      timeout: 120_000,
    })
    .toBeGreaterThanOrEqual(orders)
  expect(shop.output()).not.toMatch(/a (request|page) failed/)
})
