import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { type DatabaseHandle, openDatabase } from '#db/open.ts'
import { readEnv } from '#env'
import { createApp } from '#server'
import { type Ctx, newId } from '#shop/ctx.ts'
import type { ChargeRequest, PaymentOutcome } from '#shop/payments/provider.ts'
import { aPayment } from '#test/checkout.ts'
import { depsOn } from '#test/deps.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { emptyDatabase } from '#test/postgres.ts'
import { temporaryFolder } from '#test/process.ts'

const folder = temporaryFolder()
let database: Awaited<ReturnType<typeof emptyDatabase>>
let handle: DatabaseHandle
let ctx: Ctx

beforeAll(async () => {
  database = await emptyDatabase(inject('postgresUrl'))
  const env = readEnv({
    DATA_DIR: folder.path,
    DATABASE_URL: database.url,
    AUTH_SECRET: 'a secret for tests, long enough to sign',
    RATE_LIMIT_SCALE: '100000',
  })
  handle = await openDatabase({ url: database.url, dataDir: folder.path })
  await migrate(handle.db)
  ctx = { ...depsOn(handle.db, env), actor: { kind: 'system' }, requestId: newId() }
}, 120_000)

afterAll(async () => {
  await handle?.close()
  await database?.drop()
  folder.remove()
})

test('while the bank thinks, no transaction is open and nobody else waits for the same product', async () => {
  const product = await aProduct(ctx, { variants: [{ stock: 20 }] })
  const token = await signIn(ctx, await aUser(ctx))
  const waiting: ((outcome: PaymentOutcome) => void)[] = []
  const asked: ChargeRequest[] = []
  const charge = (request: ChargeRequest) =>
    new Promise<PaymentOutcome>((resolve) => {
      asked.push(request)
      waiting.push(resolve)
    })
  const app = createApp({ ...ctx, payments: { ...ctx.payments, charge } })
  const buy = () =>
    app.fetch(
      new Request('http://shop.test/api/v1/payments/create', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(aPayment(product)),
      }),
    )
  const answers = Array.from({ length: 12 }, buy)
  // All of them are at the bank at once: none held the product's row until its answer.
  await expect.poll(() => asked.length, { timeout: 60_000 }).toBe(12)
  expect(await openTransactions()).toBe(0)
  for (const [index, answer] of waiting.entries()) {
    const { conversationId, amountKurus, orderId } = asked[index] as ChargeRequest
    answer({ kind: 'charged', paymentId: conversationId, amountKurus, orderId })
  }
  for (const answer of answers) expect((await answer).status).toBe(200)
})

async function openTransactions(): Promise<number> {
  const { rows } = (await ctx.db.execute(sql`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`)) as unknown as { rows: { n: number }[] }
  return rows[0]?.n ?? -1
}
