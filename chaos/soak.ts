import { setTimeout as wait } from 'node:timers/promises'
import { announceCatalogChange } from '#shop/catalog-changes.ts'
import { inTransaction } from '#shop/ctx.ts'
import { aPayment } from '#test/checkout.ts'
import { freePort } from '#test/postgres.ts'
import { clientOf, startShop, temporaryFolder } from '#test/process.ts'
import { prepare, secret } from './prepared.ts'
import { get, metric, openPanel } from './visitor.ts'

type Memory = { heap: number; rss: number; requests: number }

/** Opens a shop whose heap can be looked at from outside, and gives what asks it for everything it can do. */
export async function openSoak(url: string) {
  const folder = temporaryFolder()
  const inspector = await freePort()
  const common = { DATABASE_URL: url, DATA_DIR: folder.path, AUTH_SECRET: secret, RATE_LIMIT_SCALE: '100000' }
  const goods = await prepare(common, { products: 20, people: 10 })
  const shop = await startShop({ ...common, NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}` })
  const call = clientOf(shop.url)
  let requests = 0
  let failed = 0

  const product = (i: number) => goods.products[i % goods.products.length] ?? goods.products[0]
  const token = (i: number) => goods.tokens[i % goods.tokens.length]
  const kinds: ((i: number) => Promise<{ status: number }>)[] = [
    (i) => get(`${shop.url}/urun/${product(i).slug}`),
    () => get(`${shop.url}/`),
    (i) => get(`${shop.url}/ara?q=keten%20${i % 50}`),
    (i) => get(`${shop.url}/yok-${i}`),
    (i) => get(`${shop.url}/media/${(i % 99).toString(16).padStart(32, '0')}-320.webp`),
    (i) => call('GET', `/products?limit=${1 + (i % 60)}`),
    (i) => call('POST', '/auth/login', { body: { email: `kimse-${i % 500}@posta.example`, password: 'yanlış' } }),
    (i) => call('GET', '/orders/my', { token: token(i) }),
    (i) => call('GET', '/favorites/my', { token: token(i) }),
    (i) => call('POST', '/payments/create', { token: token(i), body: aPayment(product(i)) }),
    () => call('GET', '/admin/orders', { token: goods.admin }),
    () => call('GET', '/admin/dashboard', { token: goods.admin }),
    () => call('POST', '/products/yok', { body: 'a'.repeat(90_000) }),
    async (i) => {
      const panel = openPanel(shop.url, goods.admin)
      await wait(50)
      panel.close()
      if (i % 4 === 0)
        await inTransaction(goods.ctx, (ctx) => announceCatalogChange(ctx, { productIds: [product(i).id] }))
      return { status: 200 }
    },
  ]

  /** Asks from several sides until `enough`. */
  async function work(enough: () => boolean): Promise<void> {
    const asker = async () => {
      while (!enough()) {
        const i = requests++
        const { status } = (await kinds[i % kinds.length]?.(Math.floor(i / kinds.length))) ?? { status: 200 }
        if (status >= 500) failed++
      }
    }
    await Promise.all(Array.from({ length: 6 }, asker))
  }

  async function memory(): Promise<Memory> {
    // Twice: what the first round finalised is freed by the second.
    await collect(inspector)
    const heap = await collect(inspector)
    return { heap, rss: (await metric(shop.url, 'process_resident_memory_bytes')) ?? 0, requests }
  }

  return {
    work,
    memory,
    requests: () => requests,
    failed: () => failed,
    async close() {
      const code = await shop.stop()
      await goods.handle.close()
      folder.remove()
      return code
    },
  }
}

/** Collects the garbage of a process and gives what its heap then holds. */
async function collect(port: number): Promise<number> {
  const targets: unknown = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()
  const [target] = targets as { webSocketDebuggerUrl: string }[]
  if (!target) throw new Error('the shop has no inspector')
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  const answers = new Map<number, (result: { usedSize: number }) => void>()
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data))
    answers.get(id)?.(result)
  }
  await new Promise((resolve) => {
    socket.onopen = resolve
  })
  const ask = (id: number, method: string) =>
    new Promise<{ usedSize: number }>((resolve) => {
      answers.set(id, resolve)
      socket.send(JSON.stringify({ id, method }))
    })
  await ask(1, 'HeapProfiler.collectGarbage')
  const { usedSize } = await ask(2, 'Runtime.getHeapUsage')
  socket.close()
  return usedSize
}
