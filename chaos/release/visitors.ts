import { setTimeout as wait } from 'node:timers/promises'
import type { Product } from '#shop/catalog/products.ts'
import { aPayment } from '#test/checkout.ts'
import { usualPassword } from '#test/factories.ts'
import { clientOf } from '#test/process.ts'
import { get } from '../visitor.ts'

/** Milliseconds between two pages (twenty a second), and between two orders of one shopper. */
const pagePause = 50
const orderPause = 600

const named = /(?:\/?assets\/|["'(]\.\/)([\w-][\w.-]*\.(?:js|css|woff2))/g
const namesIn = (text: string) => [...text.matchAll(named)].map(([, name = '']) => name)

/** Every file that a page names, and that those name in turn; the panel's are left out, which are as many again. */
export async function filesBehind(shopUrl: string, path: string): Promise<string[]> {
  const names = new Set(namesIn((await get(shopUrl + path)).text))
  for (const name of names) {
    const { status, text } = await get(`${shopUrl}/assets/${name}`)
    if (status !== 200) throw new Error(`${name} answered ${status}`)
    if (/^(?!layout-).*\.(js|css)$/.test(name)) for (const inner of namesIn(text)) names.add(inner)
  }
  return [...names]
}

/** Those of the files that the shop does not send. */
export async function missingOf(shopUrl: string, names: string[]): Promise<string[]> {
  const missing: string[] = []
  const queue = names.values()
  const worker = async () => {
    for (const name of queue) {
      const { status } = await get(`${shopUrl}/assets/${name}`)
      if (status !== 200) missing.push(`${name} (${status})`)
    }
  }
  await Promise.all([worker(), worker(), worker(), worker()])
  return missing
}

/** Reads twenty pages a second through the front, and whatever a page names that was not named before. */
export function openReaders(frontUrl: string, paths: string[]) {
  const counts = { pages: 0, files: 0, failed: 0, slowest: 0 }
  const wrong: string[] = []
  const known = new Set<string>()
  const underWay = new Set<Promise<void>>()
  let reading = true

  const ask = async (path: string) => {
    const begun = performance.now()
    const answer = await get(frontUrl + path).catch((error: unknown) => ({ status: 0, text: String(error) }))
    counts.slowest = Math.max(counts.slowest, performance.now() - begun)
    if (answer.status === 200) return answer.text
    counts.failed++
    wrong.push(`${path} answered ${answer.status}: ${answer.text.slice(0, 200)}`)
    return ''
  }
  const read = async (path: string) => {
    counts.pages++
    const fresh = namesIn(await ask(path)).filter((name) => !known.has(name))
    for (const name of fresh) {
      known.add(name)
      counts.files++
      await ask(`/assets/${name}`)
    }
  }
  const ticking = (async () => {
    for (let n = 0; reading; n++) {
      const visit: Promise<void> = read(paths[n % paths.length] ?? '/').finally(() => underWay.delete(visit))
      underWay.add(visit)
      await wait(pagePause)
    }
  })()
  return {
    counts,
    wrong,
    async close() {
      reading = false
      await ticking
      await Promise.all(underWay)
    },
  }
}

/** Shoppers who price their cart and pay for it through the front, each with a key of its own. */
export function openBuyers(frontUrl: string, { products, emails }: { products: Product[]; emails: string[] }) {
  const acknowledged = new Map<string, string>()
  const wrong: string[] = []
  const counts = { asked: 0, failed: 0 }
  let buying = true
  const call = clientOf(frontUrl)

  const ask = async (path: string, token: string, body: object, headers: Record<string, string> = {}) => {
    counts.asked++
    const answer = await call('POST', path, { token, body, headers }).catch((error: unknown) => ({
      status: 0,
      body: String(error),
    }))
    if (answer.status === 200) return answer.body.data
    counts.failed++
    wrong.push(`${path} answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 200)}`)
    return undefined
  }
  const buyer = async (email: string, n: number) => {
    let token = ''
    for (let i = 0; buying; i++) {
      // A token is good for a quarter of an hour.
      if (i % 20 === 0) token = (await ask('/auth/login', '', { email, password: usualPassword }))?.accessToken ?? token
      const product = products[(n + i) % products.length]
      if (!product) return
      const key = `${n}-${i}`
      const body = aPayment(product)
      const { cartItems } = body.orderData
      const quote = await ask('/checkout/quote', token, { cartItems })
      if (quote && quote.total !== body.orderData.totalAmount) wrong.push(`the cart costs ${quote.total}`)
      // Pressed again after a failure, until there is an order.
      for (let tries = 0; tries < 60 && !acknowledged.has(key); tries++) {
        if (tries > 0) await wait(500)
        const paid = await ask('/payments/create', token, body, { 'idempotency-key': key })
        if (paid) acknowledged.set(key, paid.orderId)
      }
      if (!acknowledged.has(key)) wrong.push(`${key} got no order`)
      await wait(orderPause)
    }
  }
  const buyers = emails.map(buyer)
  return {
    acknowledged,
    wrong,
    counts,
    async close() {
      buying = false
      await Promise.all(buyers)
    },
  }
}
