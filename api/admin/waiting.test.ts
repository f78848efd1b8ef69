import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { orders } from '#shop/orders/schema.ts'
import { days } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { type Api, type TestClock, test } from '#test/shop.ts'

async function anOrder(ctx: Ctx, api: Api, clock: TestClock) {
  const product = await aProduct(ctx, { variants: [{ stock: 20 }] })
  const customer = await aUser(ctx)
  const token = await signIn(ctx, customer)
  const { body } = await api('POST', '/payments/create', { token, body: aPayment(product) })
  const orderId: string = body.data.orderId
  const owner = await aUser(ctx, { role: 'ADMIN' })
  const admin = async () => signIn(ctx, owner)
  const set = (values: Partial<typeof orders.$inferInsert>) =>
    ctx.db.update(orders).set(values).where(eq(orders.id, orderId))
  /** Counts on the dashboard, and the lists that they lead to. */
  const waiting = async () => {
    const token = await admin()
    const { lateToSend, lateToDeliver } = (await api('GET', '/admin/dashboard', { token })).body.data.waiting
    const list = async (wait: string) => {
      const { body } = await api('GET', `/admin/orders?waiting=${wait}`, { token })
      return [body.pagination.total, body.data.map(({ id }: { id: string }) => id)]
    }
    expect([await list('to-send'), await list('to-deliver')]).toEqual([
      [lateToSend, lateToSend ? [orderId] : []],
      [lateToDeliver, lateToDeliver ? [orderId] : []],
    ])
    return [lateToSend, lateToDeliver]
  }
  const save = async (body: object, token?: string) =>
    api('PUT', '/admin/settings/waiting', { token: token ?? (await admin()), body })
  return {
    orderId,
    customer: () => signIn(ctx, customer),
    set,
    waiting,
    save,
    later: (count: number) => clock.forward(days(count)),
  }
}

describe('orders that wait too long', () => {
  test('paid and not sent for three days, sent and not delivered for seven', async ({ ctx, api, clock }) => {
    const { set, waiting, later } = await anOrder(ctx, api, clock)
    later(2.9)
    expect(await waiting()).toEqual([0, 0])
    later(0.2)
    expect(await waiting()).toEqual([1, 0])
    await set({ status: 'SHIPPED', shippedAt: clock.now })
    expect(await waiting()).toEqual([0, 0])
    later(7.1)
    expect(await waiting()).toEqual([0, 1])
    await set({ status: 'DELIVERED' })
    expect(await waiting()).toEqual([0, 0])
  })

  test('one whose money came late waits from then, one that is not paid yet, by transfer or by a link, not at all', async ({
    ctx,
    api,
    clock,
  }) => {
    const { set, waiting, later } = await anOrder(ctx, api, clock)
    later(4)
    await set({ paidAt: clock.now })
    expect(await waiting()).toEqual([0, 0])
    later(4)
    expect(await waiting()).toEqual([1, 0])
    for (const paymentStatus of ['AWAITING_TRANSFER', 'PENDING'] as const) {
      await set({ paymentStatus })
      expect(await waiting(), paymentStatus).toEqual([0, 0])
    }
  })

  test('after as many days as the owner says, never with 0', async ({ ctx, api, clock }) => {
    const { waiting, save, later, customer } = await anOrder(ctx, api, clock)
    later(2)
    expect((await save({ toSendDays: 1, toDeliverDays: 0 })).body.data).toEqual({
      ...{ toSendDays: 1, toDeliverDays: 0, toCollectDays: 14, confirmPaid: false, version: 1 },
    })
    expect(await waiting()).toEqual([1, 0])
    expect((await save({ toSendDays: 0, toDeliverDays: 0, version: 1 })).status).toBe(200)
    expect(await waiting()).toEqual([0, 0])
    expect((await save({ toSendDays: 5, toDeliverDays: 5, version: 1 })).status, 'somebody else saved').toBe(409)
    expect((await save({ toSendDays: 61, toDeliverDays: 5 })).status).toBe(400)
    expect((await save({ toSendDays: 1, toDeliverDays: 5 }, await customer())).status).toBe(403)
    expect((await api('PUT', '/admin/settings/waiting', { body: {} })).status).toBe(401)
  })
})

test('a door order that was delivered and whose carrier has not paid for two weeks is told', async ({
  ctx,
  api,
  clock,
}) => {
  const { orderId, set, later } = await anOrder(ctx, api, clock)
  const owner = await aUser(ctx, { role: 'ADMIN' })
  const staff = async (path: string) => (await api('GET', path, { token: await signIn(ctx, owner) })).body
  const late = async () => (await staff('/admin/dashboard')).data.waiting.lateToCollect
  await set({ paymentStatus: 'CASH_ON_DELIVERY', status: 'DELIVERED', deliveredAt: clock.now })
  later(13.9)
  expect(await late()).toBe(0)
  later(0.2)
  expect(await late()).toBe(1)
  expect((await staff('/admin/orders?waiting=to-collect')).data).toMatchObject([{ id: orderId }])
  await set({ paymentStatus: 'SUCCESS' })
  expect(await late()).toBe(0)
})

test('a paid order is confirmed by itself where the owner wants it so, with one mail', async ({ ctx, api, clock }) => {
  const { save, customer } = await anOrder(ctx, api, clock)
  const product = await aProduct(ctx)
  const token = await customer()
  const buy = async () => {
    const { body } = await api('POST', '/payments/create', { token, body: aPayment(product) })
    return (await api('GET', `/orders/${body.data.orderId}`, { token })).body.data
  }
  expect((await buy()).status).toBe('PENDING')
  await save({ toSendDays: 3, toDeliverDays: 7, confirmPaid: true })
  const before = (await mailsOf(ctx)).length
  const order = await buy()
  expect(order).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'SUCCESS' })
  expect(order.history.map(({ type, status }: { type: string; status: string }) => [type, status])).toEqual([
    ['paid', 'PENDING'],
    ['status', 'CONFIRMED'],
  ])
  expect((await mailsOf(ctx)).slice(before).map(({ kind }) => kind)).toEqual(['order-confirmation'])
  expect((await api('POST', `/orders/${order.id}/cancellation`, { token })).status, 'she may still cancel').toBe(200)
})
