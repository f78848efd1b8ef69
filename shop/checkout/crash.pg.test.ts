import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { readEnv } from '#env'
import type { Product } from '#shop/catalog/products.ts'
import { newId } from '#shop/ctx.ts'
import { auditBooks, stockByVariant } from '#test/books.ts'
import { aPayment } from '#test/checkout.ts'
import { depsOn } from '#test/deps.ts'
import { aCategory, aProduct, aUser, signIn } from '#test/factories.ts'
import { copiedDatabase } from '#test/postgres.ts'
import { clientOf, nothingOpen, type RunningShop, startShop, temporaryFolder } from '#test/process.ts'

const rounds = 5
const checkouts = 200

for (const engine of ['PostgreSQL', 'PGlite'] as const) {
  describe(`kill -9 in the middle of ${checkouts} checkouts on ${engine}`, () => {
    const folder = temporaryFolder()
    let database: { url: string | undefined; drop: () => Promise<void> }
    let settings: Record<string, string>

    beforeAll(async () => {
      database =
        engine === 'PostgreSQL'
          ? await copiedDatabase(inject('postgresUrl'), inject('migrated'))
          : { url: undefined, drop: async () => {} }
      settings = {
        DATA_DIR: folder.path,
        ...(database.url ? { DATABASE_URL: database.url } : {}),
        AUTH_SECRET: 'a secret for tests, long enough to sign',
        RATE_LIMIT_SCALE: '100000',
      }
    })
    afterAll(async () => {
      await database.drop()
      folder.remove()
    })

    // Up to a thousand checkouts and six starts: minutes on a machine that is slow or busy.
    test(`${rounds} times over, the bank, the orders and the shelves agree`, { timeout: 900_000 }, async () => {
      const { products, tokens, initialStock } = await stockTheShop(settings)
      const answered = new Map<string, string>()
      const asked: { key: string; token: string; body: ReturnType<typeof aPayment> }[] = []

      for (let round = 0; round < rounds; round++) {
        const shop = await startShop(settings)
        const requests = Array.from({ length: checkouts }, (_, i) => ({
          key: `${round}-${i}`,
          token: tokens[i % tokens.length] ?? '',
          body: aPayment(products[i % products.length] as Product, { quantity: 1 + (i % 3) }),
        }))
        asked.push(...requests)
        // Each round dies after another number of answers, so that the crash meets every step of a payment.
        await payUntilKilled(shop, requests, 40 + round * 25, answered)
      }

      const shop = await startShop(settings)
      const api = clientOf(shop.url)
      // Shoppers who heard nothing press the button again, with the key they already sent.
      const unheard = asked.filter(({ key }) => !answered.has(key)).slice(0, 60)
      for (const { key, token, body } of unheard) {
        const { status } = await api('POST', '/payments/create', { token, body, headers: { 'idempotency-key': key } })
        expect([200, 202, 402]).toContain(status)
      }
      await nothingOpen(shop)
      expect(await shop.stop()).toBe(0)

      const handle = await openDatabase({ url: database.url, dataDir: folder.path })
      try {
        expect(await auditBooks(handle.db, initialStock)).toEqual([])
        const orders = [...answered.values()]
        expect(orders.length).toBeGreaterThan(rounds * 40)
        expect(new Set(orders).size, 'each key has an order of its own').toBe(orders.length)
      } finally {
        await handle.close()
      }
    })
  })
}

async function stockTheShop(settings: Record<string, string>) {
  const env = readEnv(settings)
  const handle = await openDatabase({ url: env.databaseUrl, dataDir: env.dataDir })
  await migrate(handle.db)
  const ctx = { ...depsOn(handle.db, env), actor: { kind: 'system' as const }, requestId: newId() }
  const categoryId = (await aCategory(ctx)).id
  const products: Product[] = []
  for (let i = 0; i < 8; i++) products.push(await aProduct(ctx, { categoryId, variants: [{ stock: 5000 }] }))
  const tokens: string[] = []
  for (let i = 0; i < 10; i++) tokens.push(await signIn(ctx, await aUser(ctx)))
  const initialStock = await stockByVariant(handle.db)
  await handle.close()
  return { products, tokens, initialStock }
}

/** Sends all checkouts, 20 at a time, and kills the shop once `deadly` of them are answered. */
async function payUntilKilled(
  shop: RunningShop,
  requests: { key: string; token: string; body: unknown }[],
  deadly: number,
  answered: Map<string, string>,
): Promise<void> {
  const api = clientOf(shop.url)
  let answers = 0
  let killed: Promise<void> | undefined
  const queue = [...requests]
  const buyer = async () => {
    for (let request = queue.shift(); request && !killed; request = queue.shift()) {
      const { key, token, body } = request
      const answer = await api('POST', '/payments/create', { token, body, headers: { 'idempotency-key': key } }).catch(
        () => undefined,
      )
      if (answer?.status === 200) answered.set(key, answer.body.data.orderId)
      else if (answer) throw new Error(`unexpected ${answer.status}: ${JSON.stringify(answer.body)}`)
      if (++answers >= deadly) killed ??= shop.kill()
    }
  }
  await Promise.all(Array.from({ length: 20 }, buyer))
  await killed
}
