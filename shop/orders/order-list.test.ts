import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { aPayment, poorCard } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { type Api, test } from '#test/shop.ts'
import { aToldSale, price } from '#test/told-sale.ts'
import { type Ctx, newId } from '../ctx.ts'
import { requestRefund } from '../payments/refunds.ts'
import { paymentAttempts, refunds } from '../payments/schema.ts'
import { after, days, istanbulDay, minutes, startOfIstanbulDay } from '../time.ts'
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

test('orders stand in no order of their sums for who sees none', async ({ ctx, as, api, clock }) => {
  const buyer = await aUser(ctx)
  const ids: string[] = []
  for (const priceKurus of [30_000, 10_000, 20_000]) {
    const product = await aProduct(ctx, { variants: [{ stock: 1, priceKurus }] })
    const { body } = await api('POST', '/payments/create', { token: await signIn(ctx, buyer), body: aPayment(product) })
    ids.push(body.data.orderId)
    clock.forward(minutes(1))
  }
  const [dearest, cheapest, newest] = ids
  const listed = async (query: object, ...held: ('orders-read' | 'amounts')[]) => {
    const actor = { kind: 'user', id: buyer.id, sessionId: newId(), address: '203.0.113.7', rights: held } as const
    return (await listOrders(as(actor), OrderQuery.parse(query))).items.map(({ id }) => id)
  }
  for (const q of [undefined, 'yılmaz']) {
    const seen = await listed({ sort: 'total-desc', q }, 'orders-read', 'amounts')
    expect(seen).toEqual([dearest, newest, cheapest])
    for (const sort of ['total-desc', 'total-asc'])
      expect(await listed({ sort, q }, 'orders-read')).toEqual([newest, cheapest, dearest])
    expect(await listed({ sort: 'oldest', q }, 'orders-read')).toEqual(ids)
  }
})

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

  test('as a number may be a tracking number, or in an e-mail address', async ({ ctx, api }) => {
    const { pay, list } = await aShop(ctx, api)
    const id = (await pay()).body.data.orderId
    const set = (values: Partial<typeof orders.$inferInsert>) =>
      ctx.db.update(orders).set(values).where(eq(orders.id, id))
    const found = () => list(`q=${encodeURIComponent('0535 444 55 66')}`)
    expect(await found()).toEqual([])
    await set({ trackingNumber: '0535444556677' })
    expect(await found()).toEqual([id])
    await set({ trackingNumber: null, email: '05354445566@posta.example' })
    expect(await found()).toEqual([id])
  })

  test('is counted in full and shown page by page, in the chosen order and within the filters', async ({ ctx }) => {
    const charged = { kind: 'charged', paymentId: 'p1', amountKurus: 2 * price } as const
    const sales = [await aToldSale(ctx, charged), await aToldSale(ctx, charged), await aToldSale(ctx, charged)] as const
    const [first, second, third] = sales
    const set = (id: string, values: Partial<typeof orders.$inferInsert>) =>
      ctx.db.update(orders).set(values).where(eq(orders.id, id))
    const ago = (count: number) => after(ctx.clock(), -days(count))
    await set(first.orderId, { totalKurus: 300, createdAt: ago(2) })
    await set(second.orderId, { totalKurus: 100, createdAt: ago(1), status: 'SHIPPED' })
    await set(third.orderId, { totalKurus: 200 })
    await requestRefund(second.ctx, await second.find(), { amountKurus: 70, reason: 'items' })
    const search = async (query: object) => {
      const { items, totals } = await listOrders(ctx, OrderQuery.parse({ q: 'yılmaz ayşe', ...query }))
      return [items.map(({ id }) => sales.findIndex(({ orderId }) => orderId === id) + 1), Object.values(totals)]
    }
    expect(await search({})).toEqual([
      [3, 2, 1],
      [3, 600, 70],
    ])
    expect(await search({ sort: 'oldest' })).toEqual([
      [1, 2, 3],
      [3, 600, 70],
    ])
    expect(await search({ sort: 'total-desc', limit: 2 })).toEqual([
      [1, 3],
      [3, 600, 70],
    ])
    expect(await search({ sort: 'total-desc', limit: 2, page: 2 })).toEqual([[2], [3, 600, 70]])
    expect(await search({ limit: 1, page: 2 })).toEqual([[2], [3, 600, 70]])
    expect(await search({ status: 'PENDING' })).toEqual([
      [3, 1],
      [2, 500, 0],
    ])
    expect(await search({ q: '# yılmaz' })).toEqual([
      [3, 2, 1],
      [3, 600, 70],
    ])
    for (const q of ['yılmaz fatma', '%', '_', '\\']) expect(await search({ q }), q).toEqual([[], [0, 0, 0]])
  })
})

/** A shop with 1,201 orders of several shoppers: sixty a day, two in each of its first thirty minutes. */
async function aBusyShop(ctx: Ctx, api: Api) {
  const shop = await aShop(ctx, api)
  const { body } = await shop.pay()
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, body.data.orderId))
  const [attempt] = await ctx.db.select().from(paymentAttempts)
  if (!order || !attempt) throw new Error('nothing was ordered')
  const other = await aUser(ctx)
  const today = startOfIstanbulDay(istanbulDay(ctx.clock()))
  const many = Array.from({ length: 1200 }, (_, i) => ({
    ...order,
    id: newId(),
    userId: i % 10 === 0 ? other.id : order.userId,
    status: i % 9 === 0 ? ('SHIPPED' as const) : ('PENDING' as const),
    paymentStatus: i % 11 === 0 ? ('REFUNDED' as const) : ('SUCCESS' as const),
    // Two orders of each total.
    totalKurus: 1000 + ((i * 7) % 600),
    createdAt: after(today, -days(1 + Math.floor(i / 60)) + minutes(Math.floor((i % 60) / 2))),
  }))
  const unpaid = { ...order, id: newId(), placedAt: null, paidAt: null }
  for (let i = 0; i < many.length; i += 300) await ctx.db.insert(orders).values(many.slice(i, i + 300))
  await ctx.db.insert(orders).values(unpaid)
  const partly = many.filter(({ paymentStatus }, i) => i < 60 && paymentStatus === 'SUCCESS')
  await ctx.db
    .insert(paymentAttempts)
    .values(partly.map(({ id }) => ({ ...attempt, id: newId(), orderId: id, conversationId: id, refundKurus: 1 })))
  const later = (a: typeof order, b: typeof order) =>
    b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1)
  const newestFirst = [order, ...many].sort(later)
  return { ...shop, newestFirst, partly: new Set(partly.map(({ id }) => id)), customer: order.userId }
}

test('a page far back in the list holds the same orders as an offset would, from either end', async ({ ctx, api }) => {
  const { list, newestFirst } = await aBusyShop(ctx, api)
  const ids = newestFirst.map(({ id }) => id)
  for (const page of [1, 20, 21, 22, 24, 25]) {
    const stretch = [(page - 1) * 50, page * 50] as const
    expect(await list(`limit=50&page=${page}`), `page ${page}`).toEqual(ids.slice(...stretch))
    expect(await list(`limit=50&page=${page}&sort=oldest`), `page ${page} of the oldest`).toEqual(
      ids.toReversed().slice(...stretch),
    )
  }
  expect(await list('limit=50&page=30')).toEqual([])
})

test('a page far back in a filtered list, or one in the order of totals, holds the same orders as an offset would', async ({
  ctx,
  api,
}) => {
  const { list, newestFirst, partly, customer } = await aBusyShop(ctx, api)
  type Row = (typeof newestFirst)[number]
  const sixth = (rows: Row[]) => rows.map(({ id }) => id).slice(1000, 1200)
  const of = (filter: (row: Row) => boolean) => sixth(newestFirst.filter(filter))
  const page = (query: string) => list(`limit=200&page=6&${query}`)
  expect(await page(`customer=${customer}`)).toEqual(of(({ userId }) => userId === customer))
  expect(await page('status=PENDING')).toEqual(of(({ status }) => status === 'PENDING'))
  const isPaid = ({ id, paymentStatus }: Row) => paymentStatus === 'SUCCESS' && !partly.has(id)
  expect(await page('payment=paid')).toEqual(of(isPaid))
  const [first, last] = [istanbulDay(after(ctx.clock(), -days(19))), istanbulDay(after(ctx.clock(), -days(2)))]
  const isBetween = ({ createdAt }: Row) => istanbulDay(createdAt) >= first && istanbulDay(createdAt) <= last
  expect(await page(`from=${first}&to=${last}`)).toEqual(of(isBetween))
  const dear = newestFirst.toSorted((a, b) => b.totalKurus - a.totalKurus || (a.id < b.id ? 1 : -1))
  expect(await page('sort=total-desc')).toEqual(sixth(dear))
  expect(await page('sort=total-asc')).toEqual(sixth(dear.toReversed()))
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
  const customer = kept.hers.actor.kind === 'user' ? kept.hers.actor.id : ''
  const unpaid = await aToldSale(ctx, { kind: 'declined', code: 'X', message: 'Hayır.' })
  await ctx.db.update(orders).set({ userId: customer }).where(eq(orders.id, unpaid.orderId))
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
  expect(await list(undefined, { customer })).toEqual([[kept.orderId], 1, bought, 0])
  expect(await list(undefined, { status: 'SHIPPED' })).toEqual([[], 0, 0, 0])
  expect(await list(undefined, { from: '2026-11-21' })).toEqual([[], 0, 0, 0])
  expect(await list(undefined, { from: '2026-11-20', to: '2026-11-20' })).toEqual([ids, 3, 3 * bought, bought + 500])
  const filtered = { customer, from: '2026-11-20', to: '2026-11-20', status: 'PENDING' }
  expect(await list('paid', filtered)).toEqual([[kept.orderId], 1, bought, 0])
  expect(await list('paid', { from: '2026-11-21' })).toEqual([[], 0, 0, 0])
  await expect(listOrders(kept.hers, OrderQuery.parse({}))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const asked = { refundedKurus: 0, refundPendingKurus: 500 }
  expect(await getMyOrder(partly.hers, partly.orderId)).toMatchObject(asked)
})

test('the totals say the same however the list is filtered: what went back as credit too, and nothing that never came', async ({
  ctx,
}) => {
  const charged = { kind: 'charged', paymentId: 'p1', amountKurus: 2 * price } as const
  const [kept, partly] = [await aToldSale(ctx, charged), await aToldSale(ctx, charged)]
  const [waits, refused] = [await aToldSale(ctx, charged), await aToldSale(ctx, charged)]
  const change = (sale: typeof kept, to: Partial<typeof orders.$inferInsert>) =>
    ctx.db.update(orders).set(to).where(eq(orders.id, sale.orderId))
  const customer = kept.hers.actor.kind === 'user' ? kept.hers.actor.id : ''
  for (const sale of [partly, waits, refused]) await change(sale, { userId: customer })
  await requestRefund(partly.ctx, await partly.find(), { amountKurus: 500, reason: 'items' })
  await change(partly, { creditBackKurus: 300 })
  await change(waits, { paymentStatus: 'AWAITING_TRANSFER', paidAt: null })
  await change(refused, { paymentStatus: 'FAILED', paidAt: null })
  const [row] = await ctx.db.select().from(orders).where(eq(orders.id, kept.orderId))
  const day = '2026-11-20'
  for (const filter of [{}, { customer }, { q: row?.email }, { from: day, to: day }, { status: 'PENDING' }]) {
    const { totals } = await listOrders(ctx, OrderQuery.parse(filter))
    const told = { count: 4, boughtKurus: 4 * price, refundedKurus: 800 }
    expect(totals, JSON.stringify(filter)).toEqual(told)
  }
  const { totals } = await listOrders(ctx, OrderQuery.parse({ payment: 'partly-refunded' }))
  expect(totals).toEqual({ count: 1, boughtKurus: 2 * price, refundedKurus: 800 })
})
