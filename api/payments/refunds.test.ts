import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { findProduct } from '#shop/catalog/products.ts'
import { settleOpenPayments } from '#shop/checkout/recovery.ts'
import type { Ctx } from '#shop/ctx.ts'
import { mails } from '#shop/mail/schema.ts'
import { orders } from '#shop/orders/schema.ts'
import { listDemoLedger } from '#shop/payments/demo/demo.ts'
import { minutes } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { type Api, test } from '#test/shop.ts'

/** A shipped order of three units out of five. */
async function aShippedOrder(ctx: Ctx, api: Api, status = 'SHIPPED', name = 'Keten Gömlek') {
  const product = await aProduct(ctx, { name, variants: [{ stock: 5, priceKurus: 10_000 }] })
  const customer = await signIn(ctx, await aUser(ctx))
  const { body } = await api('POST', '/payments/create', { token: customer, body: aPayment(product, { quantity: 3 }) })
  const admin = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const orderId = body.data.orderId as string
  const order = (await api('GET', `/admin/orders/${orderId}`, { token: admin })).body.data
  const itemId = order.items[0].id as string
  await api('PUT', `/admin/orders/${orderId}/status`, { token: admin, body: { status } })
  const refund = (quantity: number, more: object = {}, headers?: Record<string, string>) =>
    api('POST', `/admin/orders/${orderId}/refunds`, {
      token: admin,
      body: { items: [{ itemId, quantity }], ...more },
      ...(headers ? { headers } : {}),
    })
  const stock = async () => (await findProduct(ctx, product.id))?.variants[0]?.stock
  const givenBack = async () => (await listDemoLedger(ctx.db))[0]?.refundedKurus
  return { customer, admin, orderId, itemId, refund, stock, givenBack }
}

describe('POST /admin/orders/{id}/refunds', () => {
  test('is for admins', async ({ ctx, api }) => {
    const { customer, orderId, itemId, givenBack } = await aShippedOrder(ctx, api)
    const body = { items: [{ itemId, quantity: 1 }] }
    expect((await api('POST', `/admin/orders/${orderId}/refunds`, { body })).status).toBe(401)
    expect((await api('POST', `/admin/orders/${orderId}/refunds`, { body, token: customer })).status).toBe(403)
    expect(await givenBack()).toBe(0)
  })

  test('gives each unit its share of what installments added, and the last one the rest', async ({ ctx, api }) => {
    const product = await aProduct(ctx, { variants: [{ stock: 5, priceKurus: 33_300 }] })
    const token = await signIn(ctx, await aUser(ctx))
    const payment = aPayment(product, { quantity: 3 })
    const bin = payment.paymentData.cardNumber.slice(0, 8)
    const { body: offers } = await api('GET', `/payments/installments?price=999&bin=${bin}`)
    const offer = offers.data[0].options.find(({ count }: { count: number }) => count === 3)
    expect(offer.total).toBeGreaterThan(999)
    const paid = await api('POST', '/payments/create', {
      token,
      body: {
        orderData: { ...payment.orderData, totalAmount: offer.total },
        paymentData: { ...payment.paymentData, installments: '3' },
      },
    })
    const admin = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const path = `/admin/orders/${paid.body.data.orderId}`
    const order = (await api('PUT', `${path}/status`, { token: admin, body: { status: 'SHIPPED' } })).body.data
    const items = [{ itemId: order.items[0].id, quantity: 1 }]
    const totalKurus = Math.round(offer.total * 100)
    const third = Math.round(totalKurus / 3)
    for (const givenBack of [third, 2 * third, totalKurus]) {
      await api('POST', `${path}/refunds`, { token: admin, body: { items } })
      expect((await listDemoLedger(ctx.db))[0]?.refundedKurus).toBe(givenBack)
    }
  })

  test('money that the bank has not confirmed is asked back, not paid back', async ({ ctx, api, deps, clock }) => {
    const { admin, orderId, refund } = await aShippedOrder(ctx, api)
    const bank = deps.payments
    deps.payments = { ...bank, refund: async () => ({ kind: 'unknown', reason: 'lost' }) }
    expect((await refund(1)).status).toBe(503)
    const sums = async () => (await api('GET', `/admin/orders/${orderId}`, { token: admin })).body.data
    expect(await sums()).toMatchObject({ refundedAmount: 0, refundPending: 100 })
    deps.payments = bank
    clock.forward(minutes(10))
    await settleOpenPayments({ ...ctx, payments: bank })
    expect(await sums()).toMatchObject({ refundedAmount: 100, refundPending: 0 })
  })

  test('pays units back with history and mail, and puts them on sale when told so', async ({ ctx, api }) => {
    const { customer, orderId, refund, stock, givenBack } = await aShippedOrder(ctx, api)
    const { status, body } = await refund(1, { reason: 'Bedeni olmadı' })
    expect([status, await givenBack(), await stock()]).toEqual([200, 10_000, 2])
    expect(body.data).toMatchObject({
      refundedAmount: 100,
      paymentStatus: 'PARTIALLY_REFUNDED',
      status: 'SHIPPED',
    })
    await refund(1, { restock: true })
    expect([await givenBack(), await stock()]).toEqual([20_000, 3])
    const own = (await api('GET', `/orders/${orderId}`, { token: customer })).body.data
    expect(own).toMatchObject({ refundedAmount: 200, items: [{ quantity: 3, refundedQuantity: 2 }] })
    expect(own.history.at(-1)).toMatchObject({
      type: 'refund',
      note: '100,00 TL iade edildi: 1 × Keten Gömlek (Kum, S)',
    })
    expect(JSON.stringify(own)).not.toContain('Bedeni olmadı')
    const sent = await ctx.db.select().from(mails).where(eq(mails.kind, 'order-refund'))
    expect(sent).toHaveLength(2)
    expect(sent[0]?.text).toContain('Keten Gömlek (Kum, S, 1 adet): 100,00 TL')
  })

  test('never pays more than was bought; all of it makes the payment refunded', async ({ ctx, api }) => {
    const { refund, givenBack } = await aShippedOrder(ctx, api)
    expect((await refund(4)).status).toBe(409)
    await refund(2)
    const tooMany = await refund(2)
    expect([tooMany.status, tooMany.body.message]).toEqual([
      409,
      'Keten Gömlek ürününden en çok 1 adet iade edilebilir.',
    ])
    const last = await refund(1)
    expect(last.body.data).toMatchObject({ paymentStatus: 'REFUNDED', refundedAmount: 300 })
    expect((await refund(1)).body.message).toBe('Keten Gömlek ürününün tamamı zaten iade edildi.')
    expect(await givenBack()).toBe(30_000)
  })

  test('refuses what is not of this order, twice the same line, and nothing at all', async ({ ctx, api }) => {
    const { refund, itemId, givenBack } = await aShippedOrder(ctx, api)
    const other = await aShippedOrder(ctx, api, 'SHIPPED', 'Keten Pantolon')
    const statusOf = async (items: object[]) => (await refund(1, { items })).status
    expect(await statusOf([{ itemId: other.itemId, quantity: 1 }])).toBe(400)
    expect(
      await statusOf([
        { itemId, quantity: 1 },
        { itemId, quantity: 1 },
      ]),
    ).toBe(400)
    expect(await statusOf([{ itemId, quantity: 0 }])).toBe(400)
    expect(await statusOf([])).toBe(400)
    expect(await givenBack()).toBe(0)
  })

  test('the same key pays once', async ({ ctx, api }) => {
    const { refund, givenBack } = await aShippedOrder(ctx, api)
    const key = { 'idempotency-key': 'bir-kez' }
    expect((await refund(1, {}, key)).status).toBe(200)
    expect((await refund(1, {}, key)).status).toBe(200)
    expect(await givenBack()).toBe(10_000)
  })

  test('a refusing bank leaves the units to another try', async ({ ctx, deps, api }) => {
    const { refund, givenBack } = await aShippedOrder(ctx, api)
    const { refund: pay } = deps.payments
    deps.payments.refund = async () => ({ kind: 'refused', message: 'süre doldu.' })
    const refused = await refund(3)
    expect([refused.status, refused.body.message]).toEqual([409, 'İade yapılamadı: süre doldu.'])
    deps.payments.refund = pay
    expect((await refund(3)).status).toBe(200)
    expect(await givenBack()).toBe(30_000)
  })

  test('the same key with another request is refused, and pays nothing', async ({ ctx, api }) => {
    const { refund, givenBack } = await aShippedOrder(ctx, api)
    const key = { 'idempotency-key': 'pressed-once' }
    expect((await refund(1, { reason: 'Küçük geldi' }, key)).status).toBe(200)
    for (const [quantity, more] of [
      [2, { reason: 'Küçük geldi' }],
      [1, { reason: 'Büyük geldi' }],
      [1, { reason: 'Küçük geldi', restock: true }],
    ] as const) {
      const { status, body } = await refund(quantity, more, key)
      expect([status, body.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
    }
    expect((await refund(1, { reason: 'Küçük geldi' }, key)).status).toBe(200)
    expect(await givenBack()).toBe(10_000)
  })

  test('the order says that its money is back only once all of it is', async ({ ctx, deps, api, clock }) => {
    const { refund, admin, orderId } = await aShippedOrder(ctx, api)
    const paymentStatus = async () =>
      (await api('GET', `/admin/orders/${orderId}`, { token: admin })).body.data.paymentStatus
    const { refund: pay } = deps.payments
    deps.payments.refund = async () => ({ kind: 'unknown', reason: 'no answer' })
    expect((await refund(1)).status).toBe(503)
    deps.payments.refund = pay
    expect((await refund(2)).status).toBe(200)
    expect(await paymentStatus(), 'a third of it is only asked for').toBe('PARTIALLY_REFUNDED')
    deps.payments.refund = async () => ({ kind: 'refused', message: 'Banka iadeyi kabul etmedi.' })
    clock.forward(minutes(2))
    await settleOpenPayments({ ...ctx, payments: deps.payments })
    expect(await paymentStatus()).toBe('PARTIALLY_REFUNDED')
    deps.payments.refund = pay
    expect((await refund(1)).status).toBe(200)
    expect(await paymentStatus()).toBe('REFUNDED')
  })

  test('an order that said so too early says it no longer once a refund fails', async ({ ctx, deps, api, clock }) => {
    const { refund, admin, orderId } = await aShippedOrder(ctx, api)
    deps.payments.refund = async () => ({ kind: 'unknown', reason: 'no answer' })
    await refund(1)
    await ctx.db.update(orders).set({ paymentStatus: 'REFUNDED' }).where(eq(orders.id, orderId))
    deps.payments.refund = async () => ({ kind: 'refused', message: 'Banka iadeyi kabul etmedi.' })
    clock.forward(minutes(2))
    await settleOpenPayments({ ...ctx, payments: deps.payments })
    const { body } = await api('GET', `/admin/orders/${orderId}`, { token: admin })
    expect(body.data).toMatchObject({ paymentStatus: 'SUCCESS', status: 'SHIPPED' })
  })

  test('while units are paid back the order cannot be cancelled, and afterwards only the rest goes back', async ({
    ctx,
    deps,
    api,
    clock,
  }) => {
    const { refund, admin, orderId, givenBack, stock } = await aShippedOrder(ctx, api, 'CONFIRMED')
    const cancel = () => api('DELETE', `/admin/orders/${orderId}`, { token: admin })
    const { refund: pay } = deps.payments
    deps.payments.refund = async () => ({ kind: 'unknown', reason: 'no answer' })
    expect((await refund(1)).status).toBe(503)
    deps.payments.refund = pay
    const refused = await cancel()
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/iadesi bankada sürüyor/)])
    expect(await givenBack(), 'nothing more went back').toBe(0)
    clock.forward(minutes(2))
    await settleOpenPayments({ ...ctx, payments: deps.payments })
    expect((await cancel()).status).toBe(200)
    expect([await givenBack(), await stock()]).toEqual([30_000, 4])
  })

  test('is carried through later when the bank does not answer', async ({ ctx, deps, api, clock }) => {
    const { refund, admin, orderId, stock, givenBack } = await aShippedOrder(ctx, api)
    const { refund: pay } = deps.payments
    deps.payments.refund = async (request) => {
      await pay(request)
      throw new Error('connection lost after the money went back')
    }
    expect((await refund(2, { restock: true })).status).toBe(503)
    expect(await stock()).toBe(2)
    deps.payments.refund = pay
    clock.forward(minutes(2))
    await settleOpenPayments({ ...ctx, payments: deps.payments })
    await settleOpenPayments({ ...ctx, payments: deps.payments })
    expect([await stock(), await givenBack()]).toEqual([4, 20_000])
    const { body } = await api('GET', `/admin/orders/${orderId}`, { token: admin })
    expect(body.data.history.filter((event: { type: string }) => event.type === 'refund')).toHaveLength(1)
  })

  test('cancelling afterwards pays back the rest and returns only what was not decided before', async ({
    ctx,
    api,
  }) => {
    const { refund, admin, orderId, stock, givenBack } = await aShippedOrder(ctx, api, 'CONFIRMED')
    await refund(1)
    expect((await refund(2)).body.message).toMatch(/siparişi iptal edin/)
    expect((await api('DELETE', `/admin/orders/${orderId}`, { token: admin })).status).toBe(200)
    expect([await givenBack(), await stock()]).toEqual([30_000, 4])
    expect((await refund(1)).status).toBe(409)
  })
})
