import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { products } from '#shop/catalog/schema.ts'
import type { Ctx } from '#shop/ctx.ts'
import { mails } from '#shop/mail/schema.ts'
import { hours } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { type Api, type TestClock, test } from '#test/shop.ts'

async function aShop(ctx: Ctx, api: Api, clock: TestClock) {
  const product = await aProduct(ctx, { variants: [{ stock: 50, priceKurus: 100_000 }] })
  const shopper = await aUser(ctx)
  const owner = await aUser(ctx, { role: 'ADMIN' })
  /** Buys at that moment of the calendar; a token lives a quarter of an hour, so each buyer signs in again. */
  const buy = async (at: string, quantity = 1) => {
    clock.now = new Date(at)
    const token = await signIn(ctx, shopper)
    const { body } = await api('POST', '/payments/create', { token, body: aPayment(product, { quantity }) })
    return body.data.orderId as string
  }
  const look = async (at: string) => {
    clock.now = new Date(at)
    return (await api('GET', '/admin/dashboard', { token: await signIn(ctx, owner) })).body.data
  }
  const refund = async (orderId: string) => {
    const token = await signIn(ctx, owner)
    const order = (await api('GET', `/admin/orders/${orderId}`, { token })).body.data
    const body = { items: [{ itemId: order.items[0].id, quantity: 1 }] }
    expect((await api('POST', `/admin/orders/${orderId}/refunds`, { token, body })).status).toBe(200)
  }
  return { product, shopper, owner, buy, look, refund }
}

describe('GET /admin/dashboard', () => {
  test('is for admins', async ({ ctx, api }) => {
    expect((await api('GET', '/admin/dashboard')).status).toBe(401)
    const token = await signIn(ctx, await aUser(ctx))
    expect((await api('GET', '/admin/dashboard', { token })).status).toBe(403)
  })

  test('compares today and this week with the same stretch before, by Istanbul days', async ({ ctx, api, clock }) => {
    const { buy, look } = await aShop(ctx, api, clock)
    // 2026-11-20 is a Friday. 21:30 UTC on the 18th is already the 19th in Istanbul.
    await buy('2026-11-18T21:30:00Z')
    await buy('2026-11-19T15:00:00Z', 3)
    await buy('2026-11-12T08:00:00Z')
    await buy('2026-11-20T07:00:00Z', 2)
    await buy('2026-11-20T08:00:00Z')
    const { sales, counts } = await look('2026-11-20T09:00:00Z')
    expect(sales.today).toEqual({ amount: 3000, orders: 2, average: 1500 })
    // Sales of yesterday evening are not compared with this morning's.
    expect(sales.yesterday).toEqual({ amount: 1000, orders: 1, average: 1000 })
    expect(sales.thisWeek).toEqual({ amount: 7000, orders: 4, average: 1750 })
    expect(sales.lastWeek).toEqual({ amount: 1000, orders: 1, average: 1000 })
    expect(sales.days).toHaveLength(30)
    expect(sales.days.at(-1)).toEqual({ day: '2026-11-20', amount: 3000, orders: 2 })
    expect(sales.days.at(-2)).toEqual({ day: '2026-11-19', amount: 4000, orders: 2 })
    expect(sales.days[0]).toEqual({ day: '2026-10-22', amount: 0, orders: 0 })
    expect(counts.orders).toBe(5)
  })

  test('a week ends with its Sunday: what was sold then is last week’s on Monday', async ({ ctx, api, clock }) => {
    const { buy, look } = await aShop(ctx, api, clock)
    // 2026-11-15 is a Sunday; 20:30 UTC is still that day in Istanbul, 21:30 is Monday.
    await buy('2026-11-15T08:00:00Z')
    await buy('2026-11-15T20:30:00Z')
    await buy('2026-11-15T21:30:00Z', 4)
    const friday = await look('2026-11-20T09:00:00Z')
    expect(friday.sales.thisWeek).toEqual({ amount: 4000, orders: 1, average: 4000 })
    expect(friday.sales.lastWeek).toEqual({ amount: 0, orders: 0, average: 0 })
    const sunday = await look('2026-11-22T20:45:00Z')
    expect(sunday.sales.thisWeek.orders).toBe(1)
    expect(sunday.sales.lastWeek).toEqual({ amount: 2000, orders: 2, average: 1000 })
  })

  test('takes refunds off the day of the order, and forgets cancelled ones', async ({ ctx, api, clock }) => {
    const { buy, look, refund, owner } = await aShop(ctx, api, clock)
    const kept = await buy('2026-11-19T08:00:00Z', 3)
    const cancelled = await buy('2026-11-19T08:10:00Z')
    clock.now = new Date('2026-11-20T08:00:00Z')
    await refund(kept)
    await api('DELETE', `/admin/orders/${cancelled}`, { token: await signIn(ctx, owner) })
    const { sales } = await look('2026-11-20T09:00:00Z')
    expect(sales.yesterday).toEqual({ amount: 2000, orders: 1, average: 2000 })
    expect(sales.today).toEqual({ amount: 0, orders: 0, average: 0 })
  })

  test('tells of a provider that does not answer, and of a refund that its bank forgot for a day', async ({
    ctx,
    api,
    clock,
    deps,
  }) => {
    const { buy, look, owner } = await aShop(ctx, api, clock)
    const orderId = await buy('2026-11-20T08:00:00Z')
    deps.payments.refund = async () => {
      throw new Error('no answer')
    }
    deps.payments.isAnswering = () => false
    const token = await signIn(ctx, owner)
    expect((await api('DELETE', `/admin/orders/${orderId}`, { token })).status).toBe(503)
    expect(await look('2026-11-20T09:00:00Z')).toMatchObject({ paymentsAnswering: false, waiting: { refundsLate: 0 } })
    expect(await look('2026-11-21T09:00:00Z')).toMatchObject({ waiting: { refundsUnderWay: 1, refundsLate: 1 } })
  })

  test('counts what waits', async ({ ctx, api, clock, deps }) => {
    const { buy, look, owner, product } = await aShop(ctx, api, clock)
    await aProduct(ctx, { variants: [{ stock: 0 }, { stock: 1 }, { stock: 4 }] })
    await aProduct(ctx, { variants: [{ stock: 0 }, { stock: 4 }] })
    await aProduct(ctx, { variants: [{ stock: 0 }, { stock: 0 }] })
    const draft = await aProduct(ctx, { variants: [{ stock: 1 }] })
    await ctx.db.update(products).set({ publishedAt: null }).where(eq(products.id, draft.id))
    const at = '2026-11-20T08:00:00Z'
    const [, second, third] = [await buy(at), await buy(at), await buy(at)]
    const admin = await signIn(ctx, owner)
    await api('PUT', `/admin/orders/${second}/status`, { token: admin, body: { status: 'CONFIRMED' } })
    deps.payments.refund = async () => {
      throw new Error('no answer')
    }
    expect((await api('DELETE', `/admin/orders/${third}`, { token: admin })).status).toBe(503)
    await api('POST', '/forms/problem-report', { body: { email: 'a@posta.example', problem: 'Sayfa açılmıyor.' } })
    await ctx.db.update(mails).set({ lastError: 'refused' }).where(eq(mails.kind, 'order-confirmation'))
    clock.forward(hours(1))
    const { waiting, paymentsAnswering } = await look('2026-11-20T09:00:00Z')
    expect(paymentsAnswering).toBe(true)
    expect(product.variants[0]?.stock).toBe(50)
    const fresh = await api('GET', '/admin/orders?payment=new', { token: await signIn(ctx, owner) })
    expect(fresh.body.pagination.total, 'the list that the number leads to').toBe(2)
    expect(waiting).toEqual({
      newOrders: 2,
      awaitingMoney: 0,
      toPrepare: 1,
      toShip: 0,
      refundsUnderWay: 1,
      refundsByHand: 0,
      refundsLate: 0,
      transfersShort: 0,
      lowStock: 1,
      soldOut: 1,
      failedMails: 3,
      lateToSend: 0,
      lateToDeliver: 0,
      lateToCollect: 0,
      troubledParcels: 0,
      shortPackages: 0,
      chargedWithoutOrder: 0,
      paymentMismatches: 0,
      returnsMissing: 0,
      returnsPressing: 0,
      setupSteps: 6,
      reviewsOpen: 0,
      returnsToDecide: 0,
      returnsToPay: 0,
      unreadMessages: 1,
    })
  })
})
