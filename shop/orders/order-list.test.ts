import { eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { aPayment, poorCard } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { type Api, test } from '#test/shop.ts'
import { aToldSale, price } from '#test/told-sale.ts'
import { type Ctx, newId } from '../ctx.ts'
import { requestRefund } from '../payments/refunds.ts'
import { refunds } from '../payments/schema.ts'
import { after, days, minutes } from '../time.ts'
import { OrderQuery } from './contract.ts'
import { listOrders } from './order-list.ts'
import { getMyOrder } from './orders.ts'
import { orders } from './schema.ts'

async function aShop(ctx: Ctx, api: Api) {
  const product = await aProduct(ctx, { variants: [{ stock: 9 }] })
  const token = await signIn(ctx, await aUser(ctx))
  const admin = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const pay = async (card?: string) => api('POST', '/payments/create', { token, body: aPayment(product, { card }) })
  const list = async (query: string) => {
    const { body } = await api('GET', `/admin/orders?${query}`, { token: admin })
    return body.data.map(({ id }: { id: string }) => id) as string[]
  }
  return { pay, list }
}

describe('what an admin looks for', () => {
  test('is found among paid orders only', async ({ ctx, api }) => {
    const { pay, list } = await aShop(ctx, api)
    expect((await pay(poorCard)).status).toBe(402)
    const { body } = await pay()
    for (const q of ['yılmaz', '0532 111 22 33', 'posta.example'])
      expect(await list(`q=${encodeURIComponent(q)}`)).toEqual([body.data.orderId])
  })

  test('by its phone number is found where it is the only one', async ({ ctx, api }) => {
    const { pay, list } = await aShop(ctx, api)
    const { body } = await pay()
    expect(await list('q=%2B90%20532%20111%2022%2033')).toEqual([body.data.orderId])
    expect(await list('q=0532%20111%2022%2034')).toEqual([])
  })
})

test('a page far back in the list holds the same orders as an offset would, from either end', async ({ ctx, api }) => {
  const { pay, list } = await aShop(ctx, api)
  const { body } = await pay()
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, body.data.orderId))
  if (!order) throw new Error('nothing was ordered')
  // Sixty orders a day for twenty days, each one minute before the one after.
  const many = Array.from({ length: 1200 }, (_, i) => ({
    ...order,
    id: newId(),
    createdAt: after(order.createdAt, -days(1 + Math.floor(i / 60)) - minutes(i % 60)),
  }))
  for (let i = 0; i < many.length; i += 300) await ctx.db.insert(orders).values(many.slice(i, i + 300))
  const { rows } = await ctx.db.execute<{ id: string }>(sql`select id from orders order by created_at desc, id desc`)
  const ids = rows.map(({ id }) => id)
  expect(ids).toHaveLength(1201)
  for (const page of [20, 21, 22, 24, 25]) {
    const stretch = [(page - 1) * 50, page * 50] as const
    expect(await list(`limit=50&page=${page}`), `page ${page}`).toEqual(ids.slice(...stretch))
    expect(await list(`limit=50&page=${page}&sort=oldest`), `page ${page} of the oldest`).toEqual(
      ids.toReversed().slice(...stretch),
    )
  }
  expect(await list('limit=50&page=30')).toEqual([])
})

test('the state of the payment filters the list, and its totals say what was bought and what went back', async ({
  ctx,
}) => {
  const charged = { kind: 'charged', paymentId: 'p1', amountKurus: 2 * price } as const
  const [kept, partly, whole] = [
    await aToldSale(ctx, charged),
    await aToldSale(ctx, charged),
    await aToldSale(ctx, charged),
  ]
  await requestRefund(partly.ctx, await partly.find(), { amountKurus: 500, reason: 'items' })
  await requestRefund(whole.ctx, await whole.find(), { amountKurus: 2 * price, reason: 'items' })
  await ctx.db.update(orders).set({ paymentStatus: 'REFUNDED' }).where(eq(orders.id, whole.orderId))
  await ctx.db.update(refunds).set({ status: 'SUCCEEDED' }).where(eq(refunds.orderId, whole.orderId))
  const list = async (payment?: string, more: object = {}) => {
    const { items, totals } = await listOrders(ctx, OrderQuery.parse({ payment, ...more }))
    return [items.map(({ id }) => id).sort(), totals.count, totals.boughtKurus, totals.refundedKurus]
  }
  const bought = 2 * price
  const ids = [kept.orderId, partly.orderId, whole.orderId].sort()
  expect(await list()).toEqual([ids, 3, 3 * bought, bought + 500])
  expect(await list('paid')).toEqual([[kept.orderId], 1, bought, 0])
  expect(await list('partly-refunded')).toEqual([[partly.orderId], 1, bought, 500])
  expect(await list('refunded')).toEqual([[whole.orderId], 1, bought, bought])
  expect(await list('refunding')).toEqual([[partly.orderId], 1, bought, 500])
  const customer = kept.hers.actor.kind === 'user' ? kept.hers.actor.id : ''
  expect(await list(undefined, { customer })).toEqual([[kept.orderId], 1, bought, 0])
  expect(await list(undefined, { status: 'SHIPPED' })).toEqual([[], 0, 0, 0])
  expect(await list(undefined, { from: '2026-11-21' })).toEqual([[], 0, 0, 0])
  expect(await list(undefined, { from: '2026-11-20', to: '2026-11-20' })).toEqual([ids, 3, 3 * bought, bought + 500])
  const asked = { refundedKurus: 0, refundPendingKurus: 500 }
  expect(await getMyOrder(partly.hers, partly.orderId)).toMatchObject(asked)
})
