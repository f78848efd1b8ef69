import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#db/database.ts'
import { createApp } from '#server'
import { settleAttempt } from '#shop/checkout/attempts.ts'
import type { Deps } from '#shop/ctx.ts'
import { orders } from '#shop/orders/schema.ts'
import { paymentAttempts } from '#shop/payments/schema.ts'
import { aPayment } from '#test/checkout.ts'
import { depsOn } from '#test/deps.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { shopOnPostgres } from '#test/running-shop.ts'

const postgres = shopOnPostgres()

const asking = new Set<string | symbol>(['select', 'selectDistinct', 'insert', 'update', 'delete', 'execute'])

/** A shop whose questions to the database are counted. */
function aCountedShop(change: (deps: Deps) => void) {
  const asked = { questions: 0 }
  const db = new Proxy(postgres.handle.db, {
    get(db, name) {
      if (asking.has(name) || name === 'transaction') asked.questions++
      const value: unknown = Reflect.get(db, name)
      return typeof value === 'function' ? value.bind(db) : value
    },
  }) as Db
  const deps = depsOn(db, postgres.env)
  change(deps)
  return { asked, app: createApp(deps) }
}

type App = ReturnType<typeof createApp>

async function send(app: App, token: string, key: string, body: object) {
  const response = await app.fetch(
    new Request('http://shop.test/api/v1/payments/create', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    }),
  )
  return { status: response.status, body: await response.json() }
}

/** Sends the same payment many times; `answered` are those that did not wait. */
function flood(app: App, times: number, token: string, key: string, body: object) {
  const answered: { status: number; body: { data?: { status: string }; code?: string } }[] = []
  const all = Promise.all(
    Array.from({ length: times }, async () => {
      const answer = await send(app, token, key, body)
      answered.push(answer)
      return answer
    }),
  )
  return { answered, all }
}

test('while the bank is slow few repeats wait, asking the database nothing, and the rest hear that it is under way', async () => {
  const bank = { release: () => {}, charges: 0 }
  const { asked, app } = aCountedShop((deps) => {
    const { charge } = deps.payments
    deps.payments.charge = async (request) => {
      bank.charges++
      await new Promise<void>((resolve) => {
        bank.release = resolve
      })
      return charge(request)
    }
  })
  const product = await aProduct(postgres.ctx, { variants: [{ stock: 5 }] })
  const token = await signIn(postgres.ctx, await aUser(postgres.ctx))
  const first = send(app, token, 'slow', aPayment(product))
  await expect.poll(() => bank.charges, { timeout: 30_000 }).toBe(1)
  const repeats = flood(app, 120, token, 'slow', aPayment(product))
  await expect.poll(() => repeats.answered.length, { timeout: 60_000 }).toBe(70)
  expect(new Set(repeats.answered.map(({ status, body }) => `${status} ${body.data?.status}`))).toEqual(
    new Set(['202 PENDING']),
  )
  // Each asks who she is, and none asks how the payment stands.
  expect(asked.questions).toBeLessThan(120 * 2 + 40)
  const before = asked.questions
  // However long it takes: a shop that looks again and again would ask a thousand times.
  await wait(300)
  expect(asked.questions, 'those who wait ask nothing').toBe(before)
  bank.release()
  expect(await first).toMatchObject({ status: 200, body: { data: { status: 'SUCCESS' } } })
  expect((await repeats.all).filter(({ status }) => status === 200)).toHaveLength(50)
  expect(bank.charges).toBe(1)
})

test('of an attempt that another process is busy with one looks, ever more rarely, for all who wait', async () => {
  const { app: other } = aCountedShop((deps) => {
    deps.atStep = () => {
      throw new Error('this process ends here')
    }
  })
  const product = await aProduct(postgres.ctx, { variants: [{ stock: 5 }] })
  const user = await aUser(postgres.ctx)
  const token = await signIn(postgres.ctx, user)
  expect((await send(other, token, 'elsewhere', aPayment(product))).status).toBe(500)
  const [left] = await postgres.ctx.db
    .select({ attempt: paymentAttempts })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(eq(orders.userId, user.id))
  if (!left) throw new Error('no attempt')

  const { asked, app } = aCountedShop(() => {})
  const repeats = flood(app, 120, token, 'elsewhere', aPayment(product))
  await expect.poll(() => repeats.answered.length, { timeout: 60_000 }).toBe(69)
  // A repeat that came before the attempt was found is not answered from it.
  for (const { status } of repeats.answered) expect([202, 429]).toContain(status)
  const repeat = async () => (await send(app, token, 'elsewhere', aPayment(product))).status
  await expect.poll(repeat, { timeout: 30_000 }).toBe(202)
  const before = asked.questions
  await wait(2000)
  // Every 100 ms each of fifty-one would have asked a thousand times.
  expect(asked.questions - before).toBeLessThan(15)
  const { conversationId: paymentId, amountKurus, orderId, id } = left.attempt
  await settleAttempt(postgres.ctx, id, { kind: 'charged', paymentId, amountKurus, orderId }, 'a test')
  expect((await repeats.all).filter(({ status }) => status === 200)).toHaveLength(51)
})
