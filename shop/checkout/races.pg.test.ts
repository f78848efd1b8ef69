import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#db/open.ts'
import { listDemoLedger } from '#shop/payments/demo/demo.ts'
import { auditBooks, stockByVariant } from '#test/books.ts'
import { aPayment } from '#test/checkout.ts'
import { aCategory, aProduct, aUser, signIn } from '#test/factories.ts'
import { clientOf, type RunningShop, startShop, temporaryFolder } from '#test/process.ts'
import { shopOnPostgres } from '#test/running-shop.ts'

type Answer = Awaited<ReturnType<ReturnType<typeof clientOf>>>

const postgres = shopOnPostgres({ RATE_LIMIT_SCALE: '100000' })
let shop: RunningShop
let other: RunningShop

beforeAll(async () => {
  await aCategory(postgres.ctx, { name: 'Elbise', slug: 'elbise' })
  ;[shop, other] = await Promise.all([postgres.start(), postgres.start()])
}, 120_000)

test('100 buyers for the last unit, through two processes: exactly one order', async () => {
  const product = await aProduct(postgres.ctx, { variants: [{ stock: 1 }] })
  const initialStock = await stockByVariant(postgres.ctx.db)
  const tokens = await Promise.all(
    Array.from({ length: 100 }, async () => signIn(postgres.ctx, await aUser(postgres.ctx))),
  )
  // Where no connection came free in time she is told so, and tries the same once more.
  const buy = async (token: string, i: number): Promise<Answer> => {
    const headers = { 'idempotency-key': `last unit ${i}` }
    const call = clientOf((i % 2 === 0 ? shop : other).url)
    const answer = await call('POST', '/payments/create', { token, body: aPayment(product), headers })
    return answer.status === 503 ? buy(token, i) : answer
  }
  const answers = await Promise.all(tokens.map(buy))
  const statuses = answers.map((answer) => answer.status).sort()
  expect(statuses).toEqual([200, ...Array(99).fill(409)])
  expect(answers.filter((answer) => answer.status === 409).every((answer) => answer.body.code === 'OUT_OF_STOCK')).toBe(
    true,
  )
  expect((await listDemoLedger(postgres.ctx.db)).filter((charge) => charge.status === 'CHARGED')).toHaveLength(1)
  expect(await auditBooks(postgres.ctx.db, initialStock)).toEqual([])
})

test('the same Idempotency-Key 20 times in parallel, through two processes: one charge, one answer', async () => {
  const product = await aProduct(postgres.ctx, { variants: [{ stock: 50 }] })
  const initialStock = await stockByVariant(postgres.ctx.db)
  const before = (await listDemoLedger(postgres.ctx.db)).length
  const token = await signIn(postgres.ctx, await aUser(postgres.ctx))
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      clientOf((i % 2 === 0 ? shop : other).url)('POST', '/payments/create', {
        token,
        body: aPayment(product),
        headers: { 'idempotency-key': 'same' },
      }),
    ),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1)
  expect(answers[0]).toMatchObject({ status: 200, body: { data: { status: 'SUCCESS' } } })
  expect(await listDemoLedger(postgres.ctx.db)).toHaveLength(before + 1)
  expect((await stockByVariant(postgres.ctx.db)).get(product.variants[0]?.id ?? '')).toBe(
    (initialStock.get(product.variants[0]?.id ?? '') ?? 0) - 1,
  )
})

test('carts that hold the same products in opposite order do not wait for each other for ever', async () => {
  const [left, right] = [
    await aProduct(postgres.ctx, { variants: [{ stock: 200 }] }),
    await aProduct(postgres.ctx, { variants: [{ stock: 200 }] }),
  ]
  const token = await signIn(postgres.ctx, await aUser(postgres.ctx))
  const one = aPayment(left)
  const two = aPayment(right)
  const both = (first: typeof one, second: typeof one) => ({
    ...first,
    orderData: {
      ...first.orderData,
      cartItems: [...first.orderData.cartItems, ...second.orderData.cartItems],
      totalAmount: first.orderData.totalAmount + second.orderData.totalAmount,
    },
  })
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      clientOf(shop.url)('POST', '/payments/create', { token, body: i % 2 === 0 ? both(one, two) : both(two, one) }),
    ),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array(40).fill(200))
})

test('a sale in one process is seen on the pages of the other within a second', async () => {
  const product = await aProduct(postgres.ctx, { variants: [{ stock: 1 }] })
  const read = async (url: string) =>
    (await clientOf(url)('GET', `/products/${product.id}`)).body.data.variants[0].stockQuantity
  expect([await read(shop.url), await read(other.url)]).toEqual([1, 1])
  const token = await signIn(postgres.ctx, await aUser(postgres.ctx))
  await clientOf(shop.url)('POST', '/payments/create', { token, body: aPayment(product) })
  expect(await read(shop.url), 'at once where it was sold').toBe(0)
  await expect.poll(() => read(other.url), { timeout: 1000, interval: 20 }).toBe(0)
})

test('a second process on the same embedded database is refused with one clear line', async () => {
  const own = temporaryFolder()
  const settings = { DATA_DIR: own.path, AUTH_SECRET: 'a secret for tests, long enough to sign' }
  const embedded = await openDatabase({ url: undefined, dataDir: own.path })
  await expect(startShop(settings)).rejects.toThrow(/cannot start: another process of the shop already uses/)
  await embedded.close()
  own.remove()
})

test('cancelling over HTTP gives the money back once, however many ask at the same time', async () => {
  const product = await aProduct(postgres.ctx, { variants: [{ stock: 3 }] })
  const initialStock = await stockByVariant(postgres.ctx.db)
  const token = await signIn(postgres.ctx, await aUser(postgres.ctx))
  const bought = await clientOf(shop.url)('POST', '/payments/create', {
    token,
    body: aPayment(product, { quantity: 2 }),
  })
  const admin = await signIn(postgres.ctx, await aUser(postgres.ctx, { role: 'ADMIN' }))
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      clientOf((i % 2 === 0 ? shop : other).url)('DELETE', `/admin/orders/${bought.body.data.orderId}`, {
        token: admin,
      }),
    ),
  )
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  const [charge] = await listDemoLedger(postgres.ctx.db)
  expect(charge?.refundedKurus).toBe(charge?.amountKurus)
  expect(await stockByVariant(postgres.ctx.db)).toEqual(initialStock)
})

// The last one: what its buyer began stays open.
test('200 buyers for the last unit by all ways to pay, through two processes: one of them has it', async () => {
  const product = await aProduct(postgres.ctx, { variants: [{ stock: 1, priceKurus: 100_000 }] })
  const tokens = await Promise.all(
    Array.from({ length: 200 }, async () => signIn(postgres.ctx, await aUser(postgres.ctx))),
  )
  const bodyOf = (n: number) => {
    const { paymentData, orderData } = aPayment(product)
    const [method = 'CARD', fee = 0] =
      ([['CARD'], ['HOSTED'], ['BANK_TRANSFER'], ['CASH_ON_DELIVERY', 49]] as const)[n % 4] ?? []
    // One telephone may have only so many open orders at the door.
    const customerInfo = { ...orderData.customerInfo, phone: `0535 ${String(1_000_000 + n)}` }
    return {
      orderData: { ...orderData, customerInfo, totalAmount: 1000 + fee },
      paymentMethod: method,
      ...(method === 'CARD' ? { paymentData } : {}),
    }
  }
  // On a busy machine a few find no connection to the database in time; they ask again under their key.
  const buy = async (token: string, n: number): ReturnType<ReturnType<typeof clientOf>> => {
    const headers = { 'idempotency-key': `mixed ${n}` }
    const client = clientOf((n % 8 < 4 ? shop : other).url)
    const answer = await client('POST', '/payments/create', { token, body: bodyOf(n), headers })
    return answer.status === 503 ? buy(token, n) : answer
  }
  const answers = await Promise.all(tokens.map(buy))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(199).fill(409)])
  const refused = answers.filter(({ status }) => status === 409)
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['OUT_OF_STOCK']))
  const variantId = product.variants[0]?.id ?? ''
  expect((await stockByVariant(postgres.ctx.db)).get(variantId)).toBe(0)
  const held = sql`select o.id from orders o join order_items i on i.order_id = o.id
    where i.variant_id = ${variantId} and o.stock_returned_at is null`
  expect((await postgres.ctx.db.execute(held)).rows).toHaveLength(1)
})
