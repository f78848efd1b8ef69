import { setTimeout as wait } from 'node:timers/promises'
import type { Product } from '#shop/catalog/products.ts'
import { aPayment } from '#test/checkout.ts'
import { clientOf, type RunningShop } from '#test/process.ts'
import { get } from '../visitor.ts'

type Goods = { products: Product[]; tokens: string[] }

/** Who buys at which shop, and what the shops answered. */
export function openShoppers(shops: RunningShop[], { products, tokens }: Goods) {
  /** Keys of payments, and the orders that the shops said they became. */
  const acknowledged = new Map<string, string>()
  const wrong: string[] = []
  const counts = { underWay: 0, again: 0 }
  let onSale = (_shop: number, _askedAt: number) => {}

  const ask = async (n: number, key: string) => {
    const product = products[n % products.length]
    const shop = shops[n % shops.length]
    if (!product || !shop) throw new Error('nothing to buy')
    counts.underWay++
    const askedAt = performance.now()
    const headers = { 'idempotency-key': key }
    const token = tokens[n % tokens.length]
    const asked = clientOf(shop.url)('POST', '/payments/create', { token, body: aPayment(product), headers })
    const answer = await Promise.race([asked, wait(60_000, undefined, { ref: false })])
      .catch(() => undefined)
      .finally(() => counts.underWay--)
    if (!answer) {
      wrong.push(`shop ${n % shops.length} did not answer a payment within a minute`)
      return false
    }
    const orderId = answer.status === 200 ? (answer.body.data.orderId as string) : undefined
    const known = acknowledged.get(key)
    if (orderId && known && known !== orderId) wrong.push(`key ${key} has two orders`)
    if (orderId && !known) onSale(n % shops.length, askedAt)
    if (orderId) acknowledged.set(key, orderId)
    if (![200, 202, 503].includes(answer.status))
      wrong.push(`a payment answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return orderId !== undefined
  }

  /** Presses again until she has her order, every five seconds, as she is asked to. */
  const buy = async (n: number, key: string) => {
    for (const end = Date.now() + 180_000; ; await wait(5000)) {
      if (await ask(n, key)) return
      counts.again++
      if (Date.now() > end) return void wrong.push(`${key} got no order in three minutes`)
    }
  }

  /** From now on: seconds until each shop acknowledges an order to whom asked after now. */
  const watchSales = () => {
    const begun = performance.now()
    const first: number[] = []
    onSale = (n, askedAt) => {
      if (askedAt > begun) first[n] ??= (performance.now() - begun) / 1000
    }
    return () => shops.map((_, n) => first[n] ?? Number.POSITIVE_INFINITY)
  }

  return { acknowledged, wrong, counts, buy, watchSales }
}

/** Reads pages that the shops keep, without a pause that anybody would notice; counts what was not served. */
export function openReaders(shops: RunningShop[], paths: string[]) {
  const counts = { pages: 0, failed: 0, slowest: 0 }
  let reading = true
  const reader = async (shop: RunningShop, first: number) => {
    for (let n = first; reading; n++) {
      const begun = performance.now()
      const status = await get(shop.url + paths[n % paths.length]).then(
        (answer) => answer.status,
        () => 0,
      )
      counts.pages++
      counts.slowest = Math.max(counts.slowest, performance.now() - begun)
      if (status !== 200) counts.failed++
      await wait(50)
    }
  }
  const readers = shops.flatMap((shop) => [reader(shop, 0), reader(shop, 1)])
  return {
    counts,
    async close() {
      reading = false
      await Promise.all(readers)
    },
  }
}
