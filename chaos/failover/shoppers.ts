import { setTimeout as wait } from 'node:timers/promises'
import type { Product } from '#shop/catalog/products.ts'
import { aPayment } from '#test/checkout.ts'
import { clientOf, type RunningShop } from '#test/process.ts'
import { get } from '../visitor.ts'

type Goods = { products: Product[]; tokens: string[] }

/** Shoppers who buy at all shops, and the answers that they got. */
export function openShoppers(shops: RunningShop[], { products, tokens }: Goods) {
  /** Keys of payments, and the orders that the shops said they became. */
  const acknowledged = new Map<string, string>()
  const wrong: string[] = []
  const counts = { underWay: 0, again: 0, anew: 0 }
  let onSale = (_shop: number) => {}

  /** 'paid', 'not charged' as the shop says for certain, or 'open'. */
  const ask = async (n: number, key: string): Promise<'paid' | 'not charged' | 'open'> => {
    const product = products[n % products.length]
    const shop = shops[n % shops.length]
    if (!product || !shop) throw new Error('nothing to buy')
    counts.underWay++
    const headers = { 'idempotency-key': key }
    const token = tokens[n % tokens.length]
    const asked = clientOf(shop.url)('POST', '/payments/create', { token, body: aPayment(product), headers })
    const answer = await Promise.race([asked, wait(60_000, undefined, { ref: false })])
      .catch(() => undefined)
      .finally(() => counts.underWay--)
    if (!answer) {
      wrong.push(`shop ${n % shops.length} did not answer a payment within a minute`)
      return 'open'
    }
    const orderId = answer.status === 200 ? (answer.body.data.orderId as string) : undefined
    const known = acknowledged.get(key)
    if (orderId && known && known !== orderId) wrong.push(`key ${key} has two orders`)
    if (orderId && !known) onSale(n % shops.length)
    if (orderId) acknowledged.set(key, orderId)
    if (![200, 202, 402, 503].includes(answer.status))
      wrong.push(`a payment answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    if (orderId) return 'paid'
    return answer.status === 402 ? 'not charged' : 'open'
  }

  /**
   * Presses again until she has her order, every five seconds, as she is asked to: under the same key while the outcome is
   * open, under a new one once she was told that nothing was charged, as the browser does.
   */
  const buy = async (n: number, name: string) => {
    let key = name
    for (const end = Date.now() + 180_000; ; await wait(5000)) {
      const outcome = await ask(n, key)
      if (outcome === 'paid') return
      counts.again++
      if (outcome === 'not charged') key = `${name}-${++counts.anew}`
      if (Date.now() > end) return void wrong.push(`${name} got no order in three minutes`)
    }
  }

  /** From now on: the longest time in seconds that each shop acknowledged no order. */
  const watchSales = () => {
    const last = shops.map(() => performance.now())
    const longest = shops.map(() => 0)
    onSale = (n) => {
      longest[n] = Math.max(longest[n] ?? 0, performance.now() - (last[n] ?? 0))
      last[n] = performance.now()
    }
    return () => {
      for (const n of shops.keys()) onSale(n)
      return longest.map((ms) => ms / 1000)
    }
  }

  return { acknowledged, wrong, counts, buy, watchSales }
}

/**
 * Reads pages that the shops keep, without a pause that anybody would notice, and now and then one that few ask for; counts
 * what was not served, by how.
 */
export function openReaders(shops: RunningShop[], { often, seldom }: { often: string[]; seldom: string }) {
  const counts = { pages: 0, failed: 0, slowest: 0 }
  const failures = new Map<string, number>()
  let reading = true
  const reader = async (shop: RunningShop, first: number) => {
    for (let n = first; reading; n++) {
      const path = n % 40 === 0 ? seldom : often[n % often.length]
      const begun = performance.now()
      const failure = await get(shop.url + path).then(
        ({ status, text }) => (status === 200 ? undefined : `${status} ${sentenceOf(text)}`),
        (error: unknown) => String(error),
      )
      counts.pages++
      counts.slowest = Math.max(counts.slowest, performance.now() - begun)
      if (failure) {
        counts.failed++
        const what = `shop ${shops.indexOf(shop)}, ${path}: ${failure}`
        failures.set(what, (failures.get(what) ?? 0) + 1)
      }
      await wait(50)
    }
  }
  const readers = shops.flatMap((shop) => [reader(shop, 0), reader(shop, 1)])
  return {
    counts,
    failures,
    async close() {
      reading = false
      await Promise.all(readers)
    },
  }
}

/** The heading of a page that says it failed, or what another answer begins with. */
function sentenceOf(text: string): string {
  return /<h1[^>]*>([^<]*)/.exec(text)?.[1] ?? text.slice(0, 200)
}
