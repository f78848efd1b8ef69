import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '#env'
import { orders } from '#shop/orders/schema.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { type GeliverSimulator, startGeliver } from '#test/outside/geliver/simulator.ts'
import { clientOf } from '#test/process.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { shippingSteps } from '../ports.ts'
import { minutes } from '../time.ts'
import { openShipping } from './open.ts'
import { tendShipments } from './parcel-news.ts'
import { shipments } from './schema.ts'

const postgres = shopOnPostgres({ RATE_LIMIT_SCALE: '100000' })
let geliver: GeliverSimulator

beforeAll(async () => {
  // A shop with a product seeds no demo.
  await aProduct(postgres.ctx)
  geliver = await startGeliver()
})
afterAll(() => geliver?.close())

async function anOrder(url: string) {
  const product = await aProduct(postgres.ctx, { variants: [{ stock: 5 }] })
  const token = await signIn(postgres.ctx, await aUser(postgres.ctx))
  const { body } = await clientOf(url)('POST', '/payments/create', { token, body: aPayment(product) })
  const orderId: string = body.data.orderId
  await postgres.ctx.db.update(orders).set({ district: 'Kadıköy' }).where(eq(orders.id, orderId))
  return orderId
}

const sentFor = (references: string[]) => geliver.sent.filter(({ reference }) => references.includes(reference)).length

test('two people who make the shipment of one order at once, through two processes, make one', async () => {
  const shops = await Promise.all([postgres.start(geliver.environment), postgres.start(geliver.environment)])
  const staff = async () => signIn(postgres.ctx, await aUser(postgres.ctx, { role: 'ADMIN' }))
  const tokens = [await staff(), await staff()] as const
  const orderId = await anOrder(shops[0]?.url ?? '')
  const before = geliver.sent.length
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      clientOf(shops[i % 2]?.url ?? '')('POST', `/admin/orders/${orderId}/shipment`, {
        token: i % 2 ? tokens[0] : tokens[1],
      }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(geliver.sent.length).toBe(before + 1)
  for (const shop of shops) await shop.stop()
}, 120_000)

test('kill -9 at each step of making a shipment never makes two, and what was made is found', async () => {
  const admin = await signIn(postgres.ctx, await aUser(postgres.ctx, { role: 'ADMIN' }))
  for (const step of shippingSteps) {
    const shop = await postgres.start({ ...geliver.environment, NODE_ENV: 'test', FAULT_AT: step })
    const orderId = await anOrder(shop.url)
    await clientOf(shop.url)('POST', `/admin/orders/${orderId}/shipment`, { token: admin }).catch(() => undefined)
    await expect.poll(() => shop.ended(), { timeout: 40_000, message: step }).toBe(true)

    // Another process looks after it, once nothing of the dead one can be on its way.
    const env = readEnv({ ...postgres.settings, ...geliver.environment })
    const { deps } = postgres
    const ctx = {
      ...postgres.ctx,
      ...openShipping({ ...env, authSecret: '' }, deps),
      clock: () => new Date(Date.now() + minutes(11)),
    }
    await tendShipments(ctx)
    const rows = await ctx.db.select().from(shipments).where(eq(shipments.orderId, orderId))
    const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId))
    const found = { 'shipment-written': 'FAILED', 'shipment-asked': 'MADE', 'shipment-settled': 'MADE' }[step]
    expect([rows.map(({ status }) => status), sentFor(rows.map(({ id }) => id))], step).toEqual([
      [found],
      found === 'MADE' ? 1 : 0,
    ])
    expect(order?.trackingNumber !== null, step).toBe(found === 'MADE')
  }
}, 240_000)
