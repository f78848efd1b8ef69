import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditBooks } from '#test/books.ts'
import { aPayment } from '#test/checkout.ts'
import { type Cluster, startCluster } from '#test/outside/replica.ts'
import { clientOf, type RunningShop, readMails, startShop, temporaryFolder } from '#test/process.ts'
import { prepare, secret } from './prepared.ts'
import { get, openPanel } from './visitor.ts'

/** The primary dies and its standby takes over, which stays the replica in name; `npm run chaos -- failover` is the long form. */
const folder = temporaryFolder()
let cluster: Cluster
let prepared: Awaited<ReturnType<typeof prepare>>
let shop: RunningShop
let panel: ReturnType<typeof openPanel>

beforeAll(async () => {
  cluster = await startCluster()
  const [primary, standby] = [cluster.primaryUrl, cluster.replicaUrl].map((url) => new URL(url))
  const settings = {
    DATA_DIR: folder.path,
    DATABASE_URL: `postgres://butik:butik@${primary?.host},${standby?.host}/postgres?target_session_attrs=read-write`,
    DATABASE_REPLICA_URL: cluster.replicaUrl,
    AUTH_SECRET: secret,
    RATE_LIMIT_SCALE: '100000',
  }
  prepared = await prepare(settings)
  shop = await startShop(settings)
  panel = openPanel(shop.url, prepared.admin)
}, 120_000)

afterAll(async () => {
  panel?.close()
  await shop?.kill()
  await prepared?.handle.close()
  await cluster?.stop()
  folder.remove()
})

const mailed = () => (existsSync(join(folder.path, 'mail')) ? readMails(folder.path).length : 0)
const heard = () => (panel.heard().match(/order-placed/g) ?? []).length
const buy = (key: string) => {
  const [token] = prepared.tokens
  const body = aPayment(prepared.products[0])
  return clientOf(shop.url)('POST', '/payments/create', { token, body, headers: { 'idempotency-key': key } })
}
const statusOf = async (key: string) => (await buy(key)).status

/** Sells, and everything that hears of it does. */
async function sells(key: string) {
  await expect.poll(() => statusOf(key), { timeout: 30_000, interval: 100 }).toBe(200)
  await expect.poll(mailed, { timeout: 30_000 }).toBeGreaterThan(0)
  const [before, mails] = [heard(), mailed()]
  expect(await statusOf(`${key}-again`)).toBe(200)
  await expect.poll(heard, { timeout: 30_000 }).toBeGreaterThan(before)
  await expect.poll(mailed, { timeout: 30_000 }).toBeGreaterThan(mails)
}

async function priceIsHeard(priceKurus: number) {
  const [{ id, slug, variants }] = prepared.products
  const set = sql`update variants set price_kurus = ${priceKurus} where product_id = ${id}`
  // This process finds the new primary for itself, maybe after the shop.
  const saved = () =>
    prepared.ctx.db.execute(set).then(
      () => true,
      () => false,
    )
  await expect.poll(saved, { timeout: 30_000, interval: 100 }).toBe(true)
  const shown = async () =>
    JSON.parse((await get(`${shop.url}/api/v1/products/${slug}`)).text).data.variants[0].price as number
  await expect.poll(shown, { timeout: 30_000, interval: 100 }).toBe(priceKurus / 100)
  if (variants[0]) variants[0].priceKurus = priceKurus
}

test('the primary is killed and its standby promoted: the shop finds it by itself', async () => {
  const page = `${shop.url}/urun/${prepared.products[0].slug}`
  await sells('before')
  expect((await get(page)).status).toBe(200)
  const text = `select pg_last_wal_replay_lsn() >= $lsn$${await position()}$lsn$ as there`
  await expect.poll(() => cluster.askReplica(text), { timeout: 20_000 }).toEqual([{ there: true }])

  let reading = true
  const statuses = new Set<number>()
  const reader = (async () => {
    while (reading) statuses.add((await get(page)).status)
  })()
  cluster.killPrimary()
  await expect.poll(() => statusOf('meanwhile'), { timeout: 30_000, interval: 50 }).toBe(503)
  await cluster.askReplica('select pg_promote()')
  await sells('after')
  await priceIsHeard(135_000)
  reading = false
  await reader
  expect([...statuses], 'a kept page is served all the while').toEqual([200])
  expect(shop.output()).toContain('the database has another primary')
})

test('a former primary that has not heard of its end is not gone back to, even where there is no other', async () => {
  await cluster.startPrimary()
  await oldOneIsAsked()
  await sells('old one is there')
  await priceIsHeard(136_000)
  expect(await auditBooks(prepared.ctx.db, prepared.initialStock)).toEqual([])

  await cluster.stopReplica()
  await expect.poll(() => statusOf('no primary'), { timeout: 30_000, interval: 50 }).toBe(503)
  await oldOneIsAsked()
  expect(await statusOf('no primary')).toBe(503)
})

/** Until the shop has asked the former primary what it is. */
async function oldOneIsAsked() {
  const text = `select coalesce(max(query_start)::text, '') as at from pg_stat_activity where query like '%pg_is_in_recovery() as standby%'
    and pid <> pg_backend_pid()`
  const [before] = await cluster.askPrimary(text)
  await expect.poll(() => cluster.askPrimary(text), { timeout: 20_000 }).not.toEqual([before])
}

async function position(): Promise<string> {
  const { rows } = await prepared.ctx.db.execute<{ lsn: string }>(sql`select pg_current_wal_insert_lsn()::text as lsn`)
  return rows[0]?.lsn ?? ''
}
