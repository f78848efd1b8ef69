import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { mails } from '#shop/mail/schema.ts'
import { orders } from '#shop/orders/schema.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { type Api, test } from '#test/shop.ts'

/** An order of two pieces of one kind, an admin at the table, and a colleague. */
async function aTable(ctx: Ctx, api: Api) {
  const product = await aProduct(ctx, { variants: [{ stock: 20, sku: 'KE-SIY-38' }] })
  const customer = await signIn(ctx, await aUser(ctx))
  const buy = async (): Promise<string> =>
    (await api('POST', '/payments/create', { token: customer, body: aPayment(product, { quantity: 2 }) })).body.data
      .orderId
  const orderId = await buy()
  const zehra = await signIn(ctx, await aUser(ctx, { role: 'ADMIN', firstName: 'Zehra', lastName: 'Kaya' }))
  const colleague = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const scan = (code: string, token = zehra) => api('GET', `/admin/packing/${encodeURIComponent(code)}`, { token })
  const { body } = await scan(orderId)
  const itemId: string = body.data.order.items[0].id
  const pack = (quantity: number, token = zehra, id = itemId) =>
    api('POST', `/admin/orders/${orderId}/packed`, { token, body: { items: [{ itemId: id, quantity }] } })
  const set = (values: Partial<typeof orders.$inferInsert>) =>
    ctx.db.update(orders).set(values).where(eq(orders.id, orderId))
  return { orderId, number: orderId.slice(-8).toUpperCase(), itemId, customer, zehra, colleague, buy, scan, pack, set }
}

describe('at the packing table', () => {
  test('orders wait, the oldest first, without those whose money is awaited', async ({ ctx, api, clock }) => {
    const { orderId, customer, zehra, buy, set } = await aTable(ctx, api)
    clock.forward(60_000)
    const second = await buy()
    const list = () => api('GET', '/admin/packing', { token: zehra })
    const { data } = (await list()).body
    expect([data.total, data.orders.map(({ id }: { id: string }) => id)]).toEqual([2, [orderId, second]])
    await set({ paymentStatus: 'AWAITING_TRANSFER' })
    expect((await list()).body.data).toMatchObject({ total: 1, orders: [{ id: second }] })
    await set({ paymentStatus: 'PENDING' })
    expect((await list()).body.data, 'by a link').toMatchObject({ total: 1, orders: [{ id: second }] })
    await set({ paymentStatus: 'SUCCESS', exchangeOf: second, waitsForReturn: true })
    expect((await list()).body.data, 'in exchange').toMatchObject({ total: 1, orders: [{ id: second }] })
    expect((await api('GET', '/admin/packing')).status).toBe(401)
    expect((await api('GET', '/admin/packing', { token: customer })).status).toBe(403)
  })

  test('an order is found by its barcode, however it is typed, and by its carrier’s', async ({ ctx, api }) => {
    const { orderId, number, scan, set, customer, buy } = await aTable(ctx, api)
    for (const code of [number, `#${number}`, number.toLowerCase(), orderId]) {
      expect((await scan(code)).body.data).toMatchObject({ order: { id: orderId }, problem: null })
    }
    await set({ trackingNumber: '7340012' })
    expect((await scan('7340012')).body.data.order.id).toBe(orderId)
    await ctx.db
      .update(orders)
      .set({ trackingNumber: '7340012' })
      .where(eq(orders.id, await buy()))
    expect((await scan('7340012')).status, 'two parcels have it').toBe(409)
    expect((await scan('KE-SIY-38')).status).toBe(404)
    expect((await scan(number, customer)).status).toBe(403)
    expect((await api('GET', `/admin/packing/${number}`)).status).toBe(401)
  })

  test('says what is not to be packed', async ({ ctx, api }) => {
    const { number, scan, set, pack, buy } = await aTable(ctx, api)
    const waits = { exchangeOf: await buy(), waitsForReturn: true }
    for (const [values, problem] of [
      [{ status: 'CANCELLED' }, 'Bu sipariş iptal edilmiş; paketlemeyin.'],
      [{ status: 'SHIPPED' }, 'Bu sipariş kargoya verilmiş.'],
      [{ status: 'PENDING', paymentStatus: 'AWAITING_TRANSFER' }, 'Bu siparişin havalesi bekleniyor; paketlemeyin.'],
      [{ paymentStatus: 'PENDING' }, expect.stringMatching(/^Ödemesi beklenen bir sipariş hazırlanamaz/)],
      [{ paymentStatus: 'SUCCESS', ...waits }, expect.stringMatching(/^Değişim siparişi, müşterinin eski/)],
    ] as const) {
      await set(values)
      expect((await scan(number)).body.data.problem).toEqual(problem)
      expect(await pack(2)).toMatchObject({ status: 409, body: { message: problem } })
    }
  })

  test('an order is ready with exactly its pieces, and its history says who packed it', async ({ ctx, api }) => {
    const { orderId, pack, zehra, colleague, customer } = await aTable(ctx, api)
    expect((await api('POST', `/admin/orders/${orderId}/packed`, { body: {} })).status).toBe(401)
    expect((await pack(2, customer)).status).toBe(403)
    expect((await pack(1)).status, 'one is missing').toBe(409)
    expect((await pack(3)).status, 'one too many').toBe(409)
    expect((await pack(2, zehra, crypto.randomUUID())).status, 'another piece').toBe(409)
    expect((await pack(0)).status).toBe(400)
    const before = await ctx.db.$count(mails)
    expect(await pack(2)).toMatchObject({ status: 200, body: { data: { order: { status: 'PREPARED' } } } })
    const order = (await api('GET', `/admin/orders/${orderId}`, { token: zehra })).body.data
    const last = { status: 'PREPARED', note: 'Her ürün okutularak paketlendi', actor: 'Zehra Kaya' }
    expect(order.history.at(-1)).toMatchObject(last)
    expect((await pack(2)).status, 'her own second try').toBe(200)
    expect(await pack(2, colleague)).toMatchObject({
      status: 409,
      body: { message: 'Bu siparişi Zehra Kaya hazırlamış.' },
    })
    expect([await ctx.db.$count(mails), order.history.length]).toEqual([
      before + 1,
      (await api('GET', `/admin/orders/${orderId}`, { token: zehra })).body.data.history.length,
    ])
  })

  test('a piece that was given back meanwhile is not due', async ({ ctx, api }) => {
    const { orderId, itemId, pack, zehra } = await aTable(ctx, api)
    const items = [{ itemId, quantity: 1 }]
    await api('POST', `/admin/orders/${orderId}/refunds`, { token: zehra, body: { items } })
    expect((await pack(2)).status).toBe(409)
    expect((await pack(1)).status).toBe(200)
  })

  test('no such order', async ({ ctx, api }) => {
    const { zehra } = await aTable(ctx, api)
    const body = { items: [{ itemId: crypto.randomUUID(), quantity: 1 }] }
    for (const id of ['yok', crypto.randomUUID()]) {
      expect((await api('POST', `/admin/orders/${id}/packed`, { token: zehra, body })).status).toBe(404)
    }
  })
})
