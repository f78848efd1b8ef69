import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#test/postgres.ts'
import { type RunningShop, startShop, temporaryFolder } from '#test/process.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { prepare } from './prepared.ts'
import { get } from './visitor.ts'

const folders = [temporaryFolder(), temporaryFolder()]
const postgres = shopOnPostgres({ RATE_LIMIT_SCALE: '100000', DRAIN_SECONDS: '3' })
let slug: string
let settings: Record<string, string>[] = []
const shops: RunningShop[] = []

beforeAll(async () => {
  const { handle, products } = await prepare(postgres.settings)
  await handle.close()
  slug = products[0].slug
  const ports = [await freePort(), await freePort()]
  settings = ports.map((port, n) => ({ ...postgres.settings, PORT: String(port), DATA_DIR: folders[n]?.path ?? '' }))
  for (const one of settings) shops.push(await startShop(one))
}, 120_000)

afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.kill()))
  for (const folder of folders) folder.remove()
})

/** Sends each request to a shop that says it is ready, over connections it keeps; tries nothing twice. */
function openBalancer() {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set(shops)
  const stopped = new AbortController()
  const asking = (async () => {
    while (!stopped.signal.aborted) {
      for (const [n, shop] of shops.entries()) {
        const ok = await get(`${shop.url}/readyz`).then(
          ({ status }) => status === 200,
          () => false,
        )
        const current = shops[n]
        if (current === shop && !ok) ready.delete(shop)
        if (current === shop && ok) ready.add(shop)
      }
      for (const shop of ready) if (!shops.includes(shop)) ready.delete(shop)
      await wait(50)
    }
  })()
  let turn = 0
  return {
    ready,
    send(method: 'GET' | 'POST', path: string, body?: string): Promise<number> {
      const choice = [...ready]
      const shop = choice[turn++ % choice.length]
      if (!shop) return Promise.resolve(0)
      return new Promise((resolve) => {
        const headers = body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}
        const req = request(shop.url + path, { method, headers, agent }, (res) => {
          res.resume()
          res.on('end', () => resolve(res.statusCode ?? 0))
          res.on('error', () => resolve(0))
        })
        req.on('error', () => resolve(0))
        req.end(body)
      })
    },
    async close() {
      stopped.abort()
      await asking
      agent.destroy()
    },
  }
}

/** Asks again and again; gives what was answered so far. A shop that opens takes nobody in, who would find it closed. */
function knock(url: string) {
  const statuses = new Set<number>()
  let knocking = true
  const asking = (async () => {
    while (knocking) {
      statuses.add(
        await get(url).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      await wait(20)
    }
  })()
  return async () => {
    knocking = false
    await asking
    return [...statuses]
  }
}

test('two shops restarted one after the other under load: no request fails', async () => {
  const balancer = openBalancer()
  const statuses = new Map<number, number>()
  let running = true
  const shopper = async (n: number) => {
    for (let i = n; running; i++) {
      const login = i % 3 === 0 ? JSON.stringify({ email: `kimse-${i}@posta.example`, password: 'yanlış' }) : undefined
      const path = i % 3 === 1 ? `/urun/${slug}` : `/api/v1/products?limit=${1 + (i % 40)}`
      const status = await (login ? balancer.send('POST', '/api/v1/auth/login', login) : balancer.send('GET', path))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  const shoppers = Array.from({ length: 8 }, (_, n) => shopper(n))
  for (const n of [0, 1]) {
    const [old, one] = [shops[n], settings[n]]
    if (!old || !one) throw new Error('no such shop')
    expect(await old.stop()).toBe(0)
    balancer.ready.delete(old)
    const early = knock(`http://127.0.0.1:${one.PORT}/healthz`)
    const fresh = await startShop(one)
    expect(await early()).not.toContain(503)
    shops[n] = fresh
    await expect.poll(() => balancer.ready.has(fresh), { timeout: 30_000 }).toBe(true)
  }
  running = false
  await Promise.all(shoppers)
  await balancer.close()
  expect([...statuses.keys()].sort()).toEqual([200, 401])
  expect(statuses.get(200)).toBeGreaterThan(100)
})
