import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { orders } from '#shop/orders/schema.ts'
import { tendShipments } from '#shop/shipping/parcel-news.ts'
import { shipments } from '#shop/shipping/schema.ts'
import { minutes, seconds } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { test } from '#test/outside/geliver/shop.ts'
import type { GeliverSimulator } from '#test/outside/geliver/simulator.ts'
import type { Api } from '#test/shop.ts'
import { test as plain } from '#test/shop.ts'

async function aSale(ctx: Ctx, api: Api) {
  const product = await aProduct(ctx, { name: 'Keten Elbise', variants: [{ stock: 20 }] })
  const buyer = await aUser(ctx)
  const customer = await signIn(ctx, buyer)
  const buy = async (): Promise<string> => {
    const { body } = await api('POST', '/payments/create', {
      token: customer,
      body: aPayment(product, { quantity: 2 }),
    })
    await ctx.db.update(orders).set({ district: 'Kadıköy' }).where(eq(orders.id, body.data.orderId))
    return body.data.orderId
  }
  const orderId = await buy()
  const owner = await aUser(ctx, { role: 'ADMIN' })
  const admin = await signIn(ctx, owner)
  const make = (id = orderId, token = admin) => api('POST', `/admin/orders/${id}/shipment`, { token })
  const order = async () =>
    (await api('GET', `/admin/orders/${orderId}`, { token: await signIn(ctx, owner) })).body.data
  const hers = async () => (await api('GET', `/orders/${orderId}`, { token: await signIn(ctx, buyer) })).body.data
  const set = (values: Partial<typeof orders.$inferInsert>) =>
    ctx.db.update(orders).set(values).where(eq(orders.id, orderId))
  const rows = () => ctx.db.select().from(shipments).orderBy(shipments.createdAt, shipments.id)
  return { orderId, buy, customer, admin, owner, make, order, hers, set, rows }
}

const hook = (api: Api, geliver: GeliverSimulator, token = geliver.webhookSecret, body?: object) =>
  api('POST', `/shipping/webhook/geliver?token=${encodeURIComponent(token)}`, {
    body: body ?? { event: 'TRACK_UPDATED', data: { id: geliver.sent.at(-1)?.id } },
  })

describe('a shipment', () => {
  test('is made once: label, carrier and number are there, and the order waits for its courier', async ({
    ctx,
    api,
    app,
    geliver,
  }) => {
    const { orderId, make, order, admin } = await aSale(ctx, api)
    expect(await make()).toMatchObject({
      status: 200,
      body: { data: { shipment: { status: 'MADE' }, carrier: 'yurtici' } },
    })
    expect(geliver.sent[0]?.body.shipment).toMatchObject({
      items: [{ title: 'Keten Elbise', quantity: 2 }],
      recipientAddress: { phone: '+905321112233', cityCode: '34', districtName: 'Kadıköy', zip: '34710' },
      productPaymentOnDelivery: false,
    })
    expect((await make()).status, 'a second one').toBe(409)
    expect(geliver.sent).toHaveLength(1)
    const { status, trackingNumber, history } = await order()
    expect([status, trackingNumber]).toEqual(['PENDING', `73${geliver.sent[0]?.id.slice(0, 8)}`])
    expect(history.at(-1).note).toContain('Kargo etiketi hazırlandı (Yurtiçi Kargo, 73')
    const label = await app.fetch(
      new Request(`http://shop.test/api/v1/admin/orders/${orderId}/shipment/label.pdf`, {
        headers: { authorization: `Bearer ${admin}` },
      }),
    )
    expect([label.status, label.headers.get('content-type'), await label.text()]).toEqual([
      200,
      'application/pdf',
      '%PDF-1.4 a label',
    ])
    geliver.spoil('/shipments', 'http 429')
    const away = await api('GET', `/admin/orders/${orderId}/shipment/label.pdf`, { token: admin })
    expect([away.status, away.body.message]).toEqual([503, expect.stringContaining('şu anda alınamadı')])
  })

  test('is for staff and for orders that may be sent', async ({ ctx, api, geliver }) => {
    const { orderId, buy, make, customer, set, admin } = await aSale(ctx, api)
    const exchangeOf = await buy()
    expect((await api('POST', `/admin/orders/${orderId}/shipment`)).status).toBe(401)
    expect((await make(orderId, customer)).status).toBe(403)
    expect((await make(crypto.randomUUID())).status).toBe(404)
    for (const values of [
      { status: 'CANCELLED' },
      { status: 'SHIPPED' },
      { status: 'PENDING', paymentStatus: 'AWAITING_TRANSFER' },
      // By a link, and in exchange for what has not come.
      { paymentStatus: 'PENDING' },
      { paymentStatus: 'SUCCESS', exchangeOf, waitsForReturn: true },
      { exchangeOf: null, waitsForReturn: false, trackingNumber: 'A-1' },
      { trackingNumber: null, district: null },
    ] as const) {
      await set(values)
      expect((await make()).status, JSON.stringify(values)).toBe(409)
    }
    expect(geliver.sent).toHaveLength(0)
    const label = `/admin/orders/${orderId}/shipment/label.pdf`
    expect((await api('GET', label, { token: admin })).status).toBe(404)
    expect((await api('GET', label, { token: customer })).status).toBe(403)
    expect((await api('GET', label)).status).toBe(401)
  })

  test('that Geliver refuses is told in its words, and can be tried again', async ({ ctx, api, geliver }) => {
    const { make, order, rows } = await aSale(ctx, api)
    geliver.spoil('/transactions', 'refuse')
    expect(await make()).toMatchObject({ status: 409, body: { message: 'Geliver kabul etmedi: bakiye yetersiz.' } })
    expect((await order()).shipment).toMatchObject({
      status: 'FAILED',
      error: 'Geliver kabul etmedi: bakiye yetersiz.',
    })
    geliver.spoil('/transactions', 'http 429')
    expect((await make()).status).toBe(409)
    expect((await make()).status).toBe(200)
    expect((await rows()).map(({ status }) => status)).toEqual(['FAILED', 'FAILED', 'MADE'])
  })

  test.for(['drop after', 'http 500', 'half an answer'] as const)(
    'whose answer was lost (%s) is found by its reference, never made twice',
    async (kind, { ctx, api, clock, geliver }) => {
      const { make, order } = await aSale(ctx, api)
      geliver.spoil('/transactions', kind)
      expect((await make()).status).toBe(503)
      expect((await make()).status, 'meanwhile').toBe(409)
      clock.forward(minutes(1))
      await tendShipments(ctx)
      expect(geliver.sent).toHaveLength(1)
      expect(await order()).toMatchObject({ shipment: { status: 'MADE' }, carrier: 'yurtici' })
    },
  )

  test.for(['drop before', 'html 502'] as const)(
    'that was perhaps never made (%s) fails once its request is surely over, and can be made then',
    async (kind, { ctx, api, clock, geliver }) => {
      const { make, order, owner } = await aSale(ctx, api)
      geliver.spoil('/transactions', kind)
      expect((await make()).status).toBe(503)
      for (let i = 0; i < 5; i++) {
        clock.forward(minutes(1))
        await tendShipments(ctx)
      }
      expect((await order()).shipment.status, 'it may still be on its way').toBe('ASKED')
      clock.forward(minutes(6))
      geliver.spoil('/shipments', 'http 429')
      await tendShipments(ctx)
      expect((await order()).shipment.status, 'no proof').toBe('ASKED')
      clock.forward(minutes(6))
      await tendShipments(ctx)
      expect((await order()).shipment.status).toBe('FAILED')
      expect((await make(undefined, await signIn(ctx, owner))).status).toBe(200)
      expect(geliver.sent).toHaveLength(1)
    },
  )

  test('that is paid at the door names what is collected', async ({ ctx, api, geliver }) => {
    const { make, set } = await aSale(ctx, api)
    await set({ paymentMethod: 'CASH_ON_DELIVERY', paymentStatus: 'CASH_ON_DELIVERY' })
    expect((await make()).status).toBe(200)
    expect(geliver.sent[0]?.body).toMatchObject({
      providerServiceCode: 'PTT_KAPIDA_ODEME',
      shipment: { productPaymentOnDelivery: true, order: { totalAmount: '2398.00' } },
    })
  })

  test('that is paid at the door collects what store credit and gift cards have not paid', async ({
    ctx,
    api,
    geliver,
  }) => {
    const { make, set } = await aSale(ctx, api)
    await set({ paymentMethod: 'CASH_ON_DELIVERY', paymentStatus: 'CASH_ON_DELIVERY', creditKurus: 39_800 })
    expect((await make()).status).toBe(200)
    expect(geliver.sent[0]?.body.shipment).toMatchObject({
      productPaymentOnDelivery: true,
      order: { totalAmount: '2000.00' },
    })
  })

  test('is made for many, and once Geliver is silent the rest is not tried', async ({ ctx, api, geliver }) => {
    const { orderId, buy, admin, customer } = await aSale(ctx, api)
    const [second, third] = [await buy(), await buy()]
    const many = (orderIds: string[], token?: string) =>
      api('POST', '/admin/shipments', { body: { orderIds }, ...(token ? { token } : {}) })
    expect((await many([orderId])).status).toBe(401)
    expect((await many([orderId], customer)).status).toBe(403)
    expect((await many([], admin)).status).toBe(400)
    expect((await many([orderId], admin)).body.data).toEqual({ made: [orderId], refused: [] })
    geliver.spoil('/transactions', 'drop after')
    const { made, refused } = (await many([orderId, second, third], admin)).body.data
    expect([made, refused.map(({ orderId }: { orderId: string }) => orderId)]).toEqual([[], [orderId, second, third]])
    expect(geliver.sent).toHaveLength(2)
  })
})

describe('the parcel', () => {
  test('moves the order by itself, once each, and its buyer reads where it is', async ({
    ctx,
    api,
    clock,
    geliver,
  }) => {
    const { make, order, hers } = await aSale(ctx, api)
    await make()
    const before = (await mailsOf(ctx)).length
    clock.forward(seconds(1))
    geliver.move('PRE_TRANSIT', 'information_received', clock.now)
    expect((await hook(api, geliver)).status).toBe(200)
    await tendShipments(ctx)
    expect(await order()).toMatchObject({ status: 'PENDING' })
    clock.forward(minutes(1))
    geliver.move('TRANSIT', 'out_for_delivery ', clock.now)
    for (let i = 0; i < 2; i++) {
      expect((await hook(api, geliver)).status).toBe(200)
      await tendShipments(ctx)
    }
    expect(await order()).toMatchObject({ status: 'SHIPPED', trackingNumber: `9${geliver.sent[0]?.id.slice(0, 8)}` })
    expect((await hers()).parcel).toMatchObject({ words: 'Dağıtımda', said: 'Kargonun sözü', trouble: false })
    clock.forward(minutes(31))
    geliver.move('DELIVERED', 'delivered', clock.now)
    await tendShipments(ctx)
    expect(await order()).toMatchObject({ status: 'DELIVERED' })
    expect((await mailsOf(ctx)).length, 'on its way, and delivered').toBe(before + 2)
    const asked = geliver.calls.length
    clock.forward(minutes(600))
    await tendShipments(ctx)
    expect(geliver.calls.length, 'nothing more is to be heard').toBe(asked)
  })

  test('is not made of what was withdrawn from; one that left all the same is believed', async ({
    ctx,
    api,
    clock,
    geliver,
  }) => {
    const { orderId, buy, make, order, set, hers, customer } = await aSale(ctx, api)
    const withdraw = async (id: string) => {
      const { items } = (await api('GET', `/orders/${id}`, { token: customer })).body.data
      const body = { items: [{ itemId: items[0].id, quantity: 2, reason: 'OTHER' }] }
      expect((await api('POST', `/orders/${id}/returns`, { token: customer, body })).status).toBe(201)
    }
    const second = await buy()
    await ctx.db.update(orders).set({ status: 'PREPARED' }).where(eq(orders.id, second))
    await withdraw(second)
    const refused = await make(second)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/paketi göndermeyin/)])
    await set({ status: 'PREPARED' })
    await make()
    await withdraw(orderId)
    clock.forward(minutes(1))
    geliver.move('TRANSIT', 'out_for_delivery', clock.now)
    expect((await hook(api, geliver)).status).toBe(200)
    await tendShipments(ctx)
    expect((await order()).status).toBe('SHIPPED')
    expect((await hers()).withdrawable.returns).toMatchObject([{ unsent: false, undelivered: true }])
  })

  test('older words than those that are known change nothing', async ({ ctx, api, clock, geliver }) => {
    const { make, hers } = await aSale(ctx, api)
    await make()
    const early = clock.now
    clock.forward(minutes(31))
    geliver.move('TRANSIT', 'out_for_delivery', clock.now)
    await tendShipments(ctx)
    geliver.move('TRANSIT', 'package_accepted', early)
    clock.forward(minutes(31))
    await tendShipments(ctx)
    expect((await hers()).parcel.words).toBe('Dağıtımda')
  })

  test('that comes back is told to the owner, and leaves the order to her', async ({ ctx, api, clock, geliver }) => {
    const { orderId, make, order, owner } = await aSale(ctx, api)
    await make()
    clock.forward(minutes(31))
    geliver.move('RETURNED', 'return_to_sender', clock.now, 'Alıcı kabul etmedi')
    await tendShipments(ctx)
    const { status, history, shipment } = await order()
    expect([status, shipment.parcel.trouble]).toEqual(['SHIPPED', true])
    expect(history.at(-1).note).toBe('Kargo: Bize geri dönüyor: Alıcı kabul etmedi')
    const token = await signIn(ctx, owner)
    expect((await api('GET', '/admin/dashboard', { token })).body.data.waiting.troubledParcels).toBe(1)
    const list = await api('GET', '/admin/orders?waiting=in-trouble', { token })
    expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([orderId])
  })

  test('that came back is at the shop: her order is not delivered, whatever the carrier calls it', async ({
    ctx,
    api,
    clock,
    geliver,
  }) => {
    const { make, order, set } = await aSale(ctx, api)
    await make()
    for (const [code, subCode] of [
      ['RETURNED', 'return_to_sender'],
      ['DELIVERED', 'delivered'],
    ] as const) {
      clock.forward(minutes(31))
      geliver.move(code, subCode, clock.now)
      await tendShipments(ctx)
    }
    const { status, history, shipment } = await order()
    expect([status, shipment.parcel.trouble]).toEqual(['SHIPPED', true])
    expect(history.at(-1).note).toBe('Kargo: Paket mağazaya geri döndü')
    const asked = geliver.calls.length
    clock.forward(minutes(600))
    await tendShipments(ctx)
    expect(geliver.calls.length, 'nothing more is to be heard').toBe(asked)
    for (const status of ['SHIPPED', 'CANCELLED', 'DELIVERED'] as const) {
      await set({ status })
      expect((await hook(api, geliver)).status).toBe(200)
      await tendShipments(ctx)
    }
    expect(geliver.calls.length, 'it was asked about').toBeGreaterThan(asked)
    const notes = (await order()).history.filter(({ note }: { note: string }) => note === history.at(-1).note)
    expect(notes, 'noted once').toHaveLength(1)
  })

  test('that turned back stays on its way back through every centre that scans it after', async ({
    ctx,
    api,
    clock,
    geliver,
  }) => {
    const { make, order } = await aSale(ctx, api)
    await make()
    clock.forward(minutes(31))
    geliver.move('RETURNED', 'return_to_sender', clock.now)
    await tendShipments(ctx)
    const before = (await mailsOf(ctx)).length
    for (const subCode of ['package_departed', 'package_processing', 'out_for_delivery']) {
      clock.forward(minutes(31))
      geliver.move('TRANSIT', subCode, clock.now, 'Aktarma')
      await tendShipments(ctx)
    }
    expect((await order()).shipment.parcel).toMatchObject({ trouble: true, words: 'Bize geri dönüyor' })
    clock.forward(minutes(31))
    geliver.move('DELIVERED', 'delivered', clock.now)
    await tendShipments(ctx)
    const { status, history, deliveredAt } = await order()
    expect([status, deliveredAt ?? null, (await mailsOf(ctx)).length]).toEqual(['SHIPPED', null, before])
    expect(history.at(-1).note).toBe('Kargo: Paket mağazaya geri döndü')
  })

  test('of an order that was cancelled meanwhile never brings it back', async ({ ctx, api, clock, geliver }) => {
    const { make, order, set } = await aSale(ctx, api)
    await make()
    await set({ status: 'CANCELLED' })
    clock.forward(minutes(31))
    geliver.move('DELIVERED', 'delivered', clock.now)
    await tendShipments(ctx)
    expect(await order()).toMatchObject({ status: 'CANCELLED', shipment: { parcel: { words: 'Teslim edildi' } } })
  })
})

describe('a webhook about a parcel', () => {
  test('needs its token, says which shipment, and is never believed', async ({ ctx, api, geliver }) => {
    const { make, order } = await aSale(ctx, api)
    await make()
    const { id } = geliver.sent[0] ?? {}
    expect((await hook(api, geliver, 'another secret, guessed')).status).toBe(401)
    expect((await hook(api, geliver, undefined, { event: 'TRACK_UPDATED' })).status).toBe(400)
    expect((await hook(api, geliver, undefined, { data: { id: 'unknown' } })).status).toBe(200)
    const forged = {
      data: { id, trackingStatus: { trackingStatusCode: 'DELIVERED', trackingSubStatusCode: 'delivered' } },
    }
    expect((await hook(api, geliver, undefined, forged)).status).toBe(200)
    await tendShipments(ctx)
    expect((await order()).status, 'Geliver itself says nothing of it').toBe('PENDING')
  })
})

plain('by hand, as is usual: no shipment, no query, no word', async ({ ctx, api }) => {
  const { make, order, orderId, admin } = await aSale(ctx, api)
  expect(await make()).toMatchObject({ status: 409, body: { message: expect.stringContaining('kurulu değil') } })
  expect(await order()).toMatchObject({ shipment: null, shippingProvider: null })
  expect((await api('POST', '/shipping/webhook/geliver?token=x', { body: {} })).status).toBe(404)
  for (const id of [orderId, ' ']) {
    const label = `/admin/orders/${encodeURIComponent(id)}/shipment/label.pdf`
    expect((await api('GET', label, { token: admin })).status).toBe(404)
  }
  await tendShipments(ctx)
})
