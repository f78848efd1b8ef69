import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createApp } from '#server'
import type { ChargeRequest, PaymentOutcome } from '#shop/payment-provider.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { shopOnPostgres } from '#test/running-shop.ts'

const postgres = shopOnPostgres({ RATE_LIMIT_SCALE: '100000' })

test('while the bank thinks, no transaction is open and nobody else waits for the same product', async () => {
  const product = await aProduct(postgres.ctx, { variants: [{ stock: 20 }] })
  const token = await signIn(postgres.ctx, await aUser(postgres.ctx))
  const waiting: ((outcome: PaymentOutcome) => void)[] = []
  const asked: ChargeRequest[] = []
  const charge = (request: ChargeRequest) =>
    new Promise<PaymentOutcome>((resolve) => {
      asked.push(request)
      waiting.push(resolve)
    })
  const app = createApp({ ...postgres.ctx, payments: { ...postgres.ctx.payments, charge } })
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
  const { rows } = await postgres.ctx.db.execute<{ n: number }>(sql`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`)
  return rows[0]?.n ?? -1
}
