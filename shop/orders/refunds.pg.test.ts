import { desc, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { variants } from '#shop/catalog/schema.ts'
import { mails } from '#shop/mail/schema.ts'
import { listDemoLedger } from '#shop/payments/demo/demo.ts'
import { auditBooks, stockByVariant } from '#test/books.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { clientOf, type RunningShop } from '#test/process.ts'
import { shopOnPostgres } from '#test/running-shop.ts'

const postgres = shopOnPostgres({ RATE_LIMIT_SCALE: '100000' })
let shops: RunningShop[]
const units = 6

beforeAll(async () => {
  await aProduct(postgres.ctx)
  shops = await Promise.all([postgres.start(), postgres.start()])
}, 120_000)

/** Makes an order of all units of a product, an admin, and a caller that alternates between the processes. */
async function anOrder(status: string) {
  const product = await aProduct(postgres.ctx, { variants: [{ stock: units, priceKurus: 10_000 }] })
  const buyer = await signIn(postgres.ctx, await aUser(postgres.ctx))
  const admin = await signIn(postgres.ctx, await aUser(postgres.ctx, { role: 'ADMIN' }))
  let turn = 0
  const call = (method: string, path: string, token: string, body?: unknown) => {
    const shop = shops[turn++ % shops.length]
    if (!shop) throw new Error('no shop runs')
    return clientOf(shop.url)(method, path, { token, body })
  }
  const paid = await call('POST', '/payments/create', buyer, aPayment(product, { quantity: units }))
  const orderId = paid.body.data.orderId as string
  await call('PUT', `/admin/orders/${orderId}/status`, admin, { status })
  const { body } = await call('GET', `/admin/orders/${orderId}`, admin)
  const items = [{ itemId: body.data.items[0].id, quantity: 1 }]
  const refund = () => call('POST', `/admin/orders/${orderId}/refunds`, admin, { items, restock: true })
  const stock = async () => {
    const [variant] = await postgres.ctx.db.select().from(variants).where(eq(variants.productId, product.id))
    return variant?.stock
  }
  const charge = async () => (await listDemoLedger(postgres.ctx.db)).find((row) => row.orderId === orderId)
  return { orderId, buyer, admin, call, refund, stock, charge }
}

test('30 refunds at once through two processes refund the bought units once, and no kuruş more', async () => {
  const { refund, stock, charge, orderId, call, admin } = await anOrder('DELIVERED')
  const answers = await Promise.all(Array.from({ length: 30 }, refund))
  expect(answers.map(({ status }) => status).sort()).toEqual([
    ...Array(units).fill(200),
    ...Array(30 - units).fill(409),
  ])
  expect(await charge()).toMatchObject({ amountKurus: 60_000, refundedKurus: 60_000 })
  expect(await stock()).toBe(units)
  const { body } = await call('GET', `/admin/orders/${orderId}`, admin)
  expect(body.data).toMatchObject({ paymentStatus: 'REFUNDED', refundedAmount: 600 })
  const [{ n } = { n: 0 }] = await postgres.ctx.db
    .select({ n: sql<number>`count(*)::int` })
    .from(mails)
    .where(eq(mails.kind, 'order-refund'))
  expect(n).toBe(units)
})

test('refunds and cancellations at once: the money goes back once, the units come back once', async () => {
  const { refund, stock, charge, orderId, call, admin, buyer } = await anOrder('CONFIRMED')
  const cancelAsBuyer = () => call('POST', `/orders/${orderId}/cancellation`, buyer)
  const cancelAsAdmin = () => call('DELETE', `/admin/orders/${orderId}`, admin)
  const all = [refund, cancelAsBuyer, refund, cancelAsAdmin, refund, cancelAsBuyer, refund, cancelAsAdmin]
  const answers = await Promise.all(all.map((work) => work()))
  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
  const last = await cancelAsAdmin()
  expect([200, 409]).toContain(last.status)
  expect((await call('GET', `/admin/orders/${orderId}`, admin)).body.data.status).toBe('CANCELLED')
  expect(await charge()).toMatchObject({ amountKurus: 60_000, refundedKurus: 60_000 })
  expect(await stock()).toBe(units)
})

test('after partial refunds, bank, orders and stock agree', async () => {
  const initialStock = await stockByVariant(postgres.ctx.db)
  const soldOut = await anOrder('DELIVERED')
  const [variant] = await postgres.ctx.db.select().from(variants).orderBy(desc(variants.id)).limit(1)
  initialStock.set(variant?.id ?? '', units)
  const { body } = await soldOut.call('GET', `/admin/orders/${soldOut.orderId}`, soldOut.admin)
  const itemId = body.data.items[0].id
  for (const restock of [true, false]) {
    const refund = { items: [{ itemId, quantity: 2 }], restock }
    expect((await soldOut.call('POST', `/admin/orders/${soldOut.orderId}/refunds`, soldOut.admin, refund)).status).toBe(
      200,
    )
  }
  expect(await soldOut.charge()).toMatchObject({ amountKurus: 60_000, refundedKurus: 40_000 })
  expect(await soldOut.stock()).toBe(2)
  const wrong = await auditBooks(postgres.ctx.db, initialStock)
  // Earlier tests' orders began with other stocks: leave them out.
  expect(wrong.filter((line) => line.includes(soldOut.orderId) || line.includes(variant?.id ?? '-'))).toEqual([])
})
