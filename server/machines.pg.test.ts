import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { type DatabaseHandle, openDatabase } from '#db/open.ts'
import { readEnv } from '#env'
import { changeProduct } from '#shop/catalog/edits/product-edits.ts'
import type { Product } from '#shop/catalog/products.ts'
import { endSale } from '#shop/catalog/sales/change.ts'
import { planSale } from '#shop/catalog/sales/plan.ts'
import { type Ctx, newId } from '#shop/ctx.ts'
import { listDemoLedger } from '#shop/payments/demo/demo.ts'
import { hours, after as later, seconds } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { depsOn } from '#test/deps.ts'
import { aCategory, aProduct, aUser, signIn, usualPassword } from '#test/factories.ts'
import { aPhoto } from '#test/forms.ts'
import { type Bucket, openTestBucket } from '#test/outside/bucket.ts'
import { type Front, findNginx, startNginx } from '#test/outside/nginx.ts'
import { type Cluster, startCluster } from '#test/outside/replica.ts'
import { clientOf, type RunningShop, readMails, startShop, temporaryFolder } from '#test/process.ts'

/** Three machines that share a database with a streaming replica and a bucket, and nothing else; nginx before them. */
const nginx = findNginx()
const folders = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
const own = temporaryFolder()
let cluster: Cluster
let bucket: Bucket
let handle: DatabaseHandle
let ctx: Ctx
let shops: [RunningShop, RunningShop, RunningShop]

beforeAll(async () => {
  ;[cluster, bucket] = await Promise.all([startCluster(), openTestBucket()])
  const settings = {
    ...bucket.settings,
    DATABASE_URL: cluster.primaryUrl,
    DATABASE_REPLICA_URL: cluster.replicaUrl,
    AUTH_SECRET: 'a secret for tests, long enough to sign',
    RATE_LIMIT_SCALE: '100000',
    TRUST_PROXY: '1',
  }
  handle = await openDatabase({ url: cluster.primaryUrl, dataDir: own.path })
  await migrate(handle.db)
  ctx = {
    ...depsOn(handle.db, readEnv({ DATA_DIR: own.path, ...settings })),
    actor: { kind: 'system' },
    requestId: newId(),
  }
  await aCategory(ctx, { name: 'Elbise', slug: 'elbise' })
  const [a, b, c] = folders.map(({ path }) => startShop({ ...settings, DATA_DIR: path }))
  if (a && b && c) shops = await Promise.all([a, b, c])
}, 240_000)

afterAll(async () => {
  await Promise.all((shops ?? []).map((shop) => shop.stop()))
  await handle?.close()
  await cluster?.stop()
  bucket?.close()
  for (const folder of [own, ...folders]) folder.remove()
})

const pageOf = async (shop: { url: string }, path: string) => {
  const answer = await fetch(shop.url + path)
  expect(answer.status, path).toBe(200)
  return answer.text()
}

const priceAt = async (shop: RunningShop, product: Product) =>
  (await clientOf(shop.url)('GET', `/products/${product.id}`)).body.data.variants[0].price

/** Saved as by the owner at a fourth process: those that serve hear of it from the database. */
const setPrice = ({ id, variants }: Product, priceKurus: number) =>
  changeProduct(ctx, id, { variants: variants.map(({ images: _, ...variant }) => ({ ...variant, priceKurus })) })

const replicaIs = (state: 'paused' | 'following') =>
  cluster.askReplica(state === 'paused' ? 'select pg_wal_replay_pause()' : 'select pg_wal_replay_resume()')

/** Until the replica holds all that was written so far. */
async function replicaFollowed(): Promise<void> {
  const { rows } = await ctx.db.execute<{ position: string }>(sql`select pg_current_wal_insert_lsn()::text as position`)
  const [{ position } = {}] = rows
  const text = `select pg_last_wal_replay_lsn() >= '${position}' as there`
  await expect.poll(() => cluster.askReplica(text), { timeout: 20_000 }).toEqual([{ there: true }])
}

/** Until pages that nobody asked for before are made from the replica. */
async function replicaReads(): Promise<void> {
  const read = async () => {
    await pageOf(shops[2], `/ara?q=${newId()}`)
    const text = `select 1 from pg_stat_activity where application_name = 'butik-replica' and query like '%"products"%'`
    return (await cluster.askReplica(text)).length
  }
  await expect.poll(read, { timeout: 30_000, interval: 100 }).toBeGreaterThan(0)
}

test('who logs in at one is known to all, and logged out at one she is nobody’s', async () => {
  const [a, b, c] = shops.map((shop) => clientOf(shop.url))
  const { email } = await aUser(ctx)
  const login = await a?.('POST', '/auth/login', { body: { email, password: usualPassword } })
  const { accessToken: token, refreshToken } = login?.body.data ?? {}
  for (const call of [a, b, c]) expect((await call?.('GET', '/account', { token }))?.body.data.email).toBe(email)
  expect((await b?.('POST', '/auth/logout', { token, body: { refreshToken } }))?.status).toBe(200)
  for (const call of [a, b, c]) expect((await call?.('GET', '/account', { token }))?.status).toBe(401)
})

test('a picture that is uploaded at one is sent by all', async () => {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const form = new FormData()
  form.append('file', await aPhoto('#123456'))
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${shops[0].url}/api/v1/admin/images`, { method: 'POST', body: form, headers })
  const { url } = ((await answer.json()) as { data: { url: string } }).data
  const files = await Promise.all(shops.map(async (shop) => (await fetch(new URL(url, shop.url))).arrayBuffer()))
  const [kept] = [...bucket.kept.values()].filter(({ bytes }) => files[0] && bytes.equals(Buffer.from(files[0])))
  expect(kept?.type).toMatch(/^image\//)
  for (const file of files) expect(Buffer.from(file)).toEqual(kept?.bytes)
})

test('the same key at three machines is one charge, and every order is mailed once, by whichever', async () => {
  const product = await aProduct(ctx, { variants: [{ stock: 100 }] })
  const token = await signIn(ctx, await aUser(ctx))
  const buy = (n: number, key: string) =>
    clientOf(shops[n % 3]?.url ?? '')('POST', '/payments/create', {
      token,
      body: aPayment(product),
      headers: { 'idempotency-key': key },
    })
  const before = (await listDemoLedger(ctx.db)).length
  const same = await Promise.all(Array.from({ length: 9 }, (_, n) => buy(n, 'same')))
  expect(new Set(same.map(({ body }) => body.data.orderId)).size).toBe(1)
  expect(await listDemoLedger(ctx.db)).toHaveLength(before + 1)

  await Promise.all(Array.from({ length: 6 }, (_, n) => buy(n, `key-${n}`)))
  const mails = () =>
    folders
      .flatMap(({ path }) => (existsSync(join(path, 'mail')) ? readMails(path) : []))
      .filter((mail) => /Sipari/.test(mail))
  await expect.poll(() => mails().length, { timeout: 30_000 }).toBe(7)
  const ids = mails().map((mail) => /^Message-ID: (.*)$/im.exec(mail)?.[1])
  expect(new Set(ids).size).toBe(7)
})

describe('a replica that lags', () => {
  afterEach(() => replicaIs('following'))

  test('is read while it holds all that changed, and not before', async () => {
    const product = await aProduct(ctx)
    for (const shop of shops) expect(await priceAt(shop, product)).toBe(1199)
    await replicaFollowed()
    await replicaReads()
    await replicaIs('paused')
    await setPrice(product, 134_900)
    for (const shop of shops) {
      await expect.poll(() => priceAt(shop, product), { timeout: 2000, interval: 20 }).toBe(1349)
      expect(await pageOf(shop, `/urun/${product.slug}`)).toContain('1.349')
    }
    await replicaIs('following')
    await replicaFollowed()
    // Cached responses stay right, and new ones are rendered from the replica again.
    for (const shop of shops) expect(await priceAt(shop, product)).toBe(1349)
  })

  test('shows the start and the end of a planned sale all the same, on kept pages and in lists', async () => {
    const product = await aProduct(ctx, { variants: [{ priceKurus: 100_000 }] })
    /** Until all machines do, or do not, show the price of the sale. */
    const shows = (itself: boolean) =>
      Promise.all(
        shops.map(async (shop) => {
          for (const path of [`/urun/${product.slug}`, `/${product.category.slug}`]) {
            const read = async () => (await pageOf(shop, path)).includes('770,00 TL')
            await expect.poll(read, { timeout: 10_000, interval: 20 }).toBe(itself)
          }
        }),
      )
    await shows(false)
    await replicaFollowed()
    await replicaReads()
    await replicaIs('paused')
    const from = later(new Date(), seconds(2))
    const { id } = await planSale(ctx, { productIds: [product.id], percent: 23, from, to: later(from, hours(1)) })
    await shows(true)
    await endSale(ctx, id)
    await shows(false)
  }, 60_000)

  test('never hides a sale from the machine that made it', async () => {
    const product = await aProduct(ctx, { variants: [{ stock: 1 }] })
    await replicaFollowed()
    expect(await pageOf(shops[1], `/urun/${product.slug}`)).not.toContain('Tükendi')
    await replicaIs('paused')
    const token = await signIn(ctx, await aUser(ctx))
    const bought = await clientOf(shops[1].url)('POST', '/payments/create', { token, body: aPayment(product) })
    expect(bought.status).toBe(200)
    expect(await pageOf(shops[1], `/urun/${product.slug}`)).toContain('Tükendi')
  })

  test('may go and come back: pages go on', async () => {
    const product = await aProduct(ctx)
    await replicaFollowed()
    await cluster.stopReplica()
    for (const shop of shops) expect(await pageOf(shop, `/urun/${product.slug}`)).toContain(product.name)
    await setPrice(product, 129_900)
    await expect.poll(() => priceAt(shops[2], product), { timeout: 2000, interval: 20 }).toBe(1299)
    await cluster.startReplica()
    await replicaReads()
  })
})

describe.skipIf(!nginx)('behind nginx (skipped where it is not there and cannot be installed)', () => {
  let front: Front

  beforeAll(async () => {
    const upstreams = shops.map((shop) => shop.url)
    front = await startNginx(nginx ?? '', { folder: join(own.path, 'nginx'), upstreams })
  })

  afterAll(() => front?.stop())

  test('who reads notices nothing when a machine dies', async () => {
    const product = await aProduct(ctx)
    await pageOf(front, `/urun/${product.slug}`)
    const statuses: number[] = []
    let reading = true
    const reader = async (n: number) => {
      for (let i = 0; reading; i++) {
        // One that is kept, and one that is made for this request.
        const path = i % 2 ? `/urun/${product.slug}` : `/ara?q=elbise+${n}+${i}`
        const answer = await fetch(front.url + path)
        await answer.text()
        statuses.push(answer.status)
      }
    }
    const readers = Array.from({ length: 6 }, (_, n) => reader(n))
    const moreThan = (n: number) => expect.poll(() => statuses.length, { timeout: 60_000 }).toBeGreaterThan(n)
    await moreThan(30)
    await shops[2].kill()
    await moreThan(statuses.length + 60)
    reading = false
    await Promise.all(readers)
    expect(new Set(statuses)).toEqual(new Set([200]))
  })
})
