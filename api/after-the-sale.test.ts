import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { findProduct } from '#shop/catalog/products.ts'
import type { Ctx } from '#shop/ctx.ts'
import { mails } from '#shop/mail/schema.ts'
import { carriers, trackingUrl } from '#shop/orders/carriers.ts'
import { orders } from '#shop/orders/schema.ts'
import { listDemoLedger } from '#shop/payments/demo/demo.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { type Api, test } from '#test/shop.ts'

/** A paid order of two units out of five, its customer and an admin. */
async function aSale(ctx: Ctx, api: Api) {
  const product = await aProduct(ctx, { variants: [{ stock: 5 }] })
  const customer = await signIn(ctx, await aUser(ctx))
  const { body } = await api('POST', '/payments/create', { token: customer, body: aPayment(product, { quantity: 2 }) })
  const admin = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const orderId = body.data.orderId as string
  const stock = async () => (await findProduct(ctx, product.id))?.variants[0]?.stock
  const set = (change: object) => api('PUT', `/admin/orders/${orderId}/status`, { token: admin, body: change })
  return { product, customer, admin, orderId, stock, set }
}

const mailKinds = async (ctx: Ctx) =>
  (await ctx.db.select({ kind: mails.kind }).from(mails).orderBy(mails.id)).map(({ kind }) => kind)

describe('the way of an order', () => {
  test('is mailed at each step, once', async ({ ctx, api }) => {
    const { set } = await aSale(ctx, api)
    for (const status of ['CONFIRMED', 'PREPARED', 'CONFIRMED', 'PREPARED', 'SHIPPED', 'DELIVERED', 'DELIVERED']) {
      expect((await set({ status })).status).toBe(200)
    }
    expect(await mailKinds(ctx)).toEqual([
      'order-confirmation',
      'order-confirmed',
      'order-prepared',
      'order-shipped',
      'order-delivered',
    ])
    const [shipped] = await ctx.db.select().from(mails).where(eq(mails.kind, 'order-shipped'))
    expect([shipped?.toEmail, shipped?.text]).toEqual(['ayse@posta.example', expect.stringContaining('yola çıktı')])
  })

  test('names carrier and tracking number to the buyer, and where to follow the parcel', async ({ ctx, api }) => {
    const { set, customer, orderId } = await aSale(ctx, api)
    await set({ status: 'SHIPPED', carrier: 'yurtici', trackingNumber: ' 123456789012 ' })
    const { body } = await api('GET', `/orders/${orderId}`, { token: customer })
    const url = 'https://www.yurticikargo.com/tr/online-servisler/gonderi-sorgula?code=123456789012'
    expect(body.data).toMatchObject({
      carrier: 'yurtici',
      carrierName: 'Yurtiçi Kargo',
      trackingNumber: '123456789012',
      trackingUrl: url,
      shippedAt: expect.any(String),
      deliveredAt: null,
    })
    const [mail] = await ctx.db.select().from(mails).where(eq(mails.kind, 'order-shipped'))
    expect(mail?.text).toContain('Yurtiçi Kargo ile gönderdik')
    expect(mail?.text).toContain(url)
  })

  test('says until it arrives on which days it does, by the terms and the hour at which it was bought', async ({
    ctx,
    api,
    clock,
  }) => {
    // A Monday morning in Türkiye.
    clock.now = new Date('2026-11-23T10:00:00+03:00')
    const { set, customer, orderId } = await aSale(ctx, api)
    const expected = async () =>
      (await api('GET', `/orders/${orderId}`, { token: customer })).body.data.expectedDelivery as unknown
    const days = { from: '2026-11-25', to: '2026-11-30' }
    expect(await expected()).toEqual(days)
    await set({ status: 'SHIPPED' })
    expect(await expected()).toEqual(days)
    await set({ status: 'DELIVERED' })
    expect(await expected()).toBeNull()
  })

  test('a number that comes later is mailed; notes alone change neither it nor the carrier', async ({ ctx, api }) => {
    const { set } = await aSale(ctx, api)
    await set({ status: 'SHIPPED', carrier: 'aras' })
    await set({ status: 'SHIPPED', trackingNumber: 'ABC-1' })
    const { body } = await set({ status: 'SHIPPED', adminNotes: 'arandı' })
    expect(body.data).toMatchObject({ carrier: 'aras', trackingNumber: 'ABC-1' })
    await set({ status: 'SHIPPED', trackingNumber: 'ABC-1' })
    expect((await mailKinds(ctx)).filter((kind) => kind === 'order-shipped')).toHaveLength(2)
    const cleared = await set({ status: 'SHIPPED', carrier: null, trackingNumber: '' })
    expect(cleared.body.data).toMatchObject({ carrier: null, trackingNumber: null, trackingUrl: null })
  })

  test('refuses a carrier that is not listed and a number that is none', async ({ ctx, api }) => {
    const { set } = await aSale(ctx, api)
    expect((await set({ status: 'SHIPPED', carrier: 'posta-guvercini' })).status).toBe(400)
    const { status, body } = await set({ status: 'SHIPPED', trackingNumber: '"><script>' })
    expect([status, Object.keys(body.error)]).toEqual([400, ['trackingNumber']])
  })
})

test('every carrier with a page of its own leads to the parcel', () => {
  for (const { id, track } of carriers) {
    const url = trackingUrl(id, 'A-1')
    if (track === null) expect(url).toBeNull()
    else expect(new URL(url ?? '').protocol + url?.includes('A-1')).toBe('https:true')
    expect(trackingUrl(id, null)).toBeNull()
  }
})

describe('POST /orders/{id}/cancellation', () => {
  test.for(['PENDING', 'CONFIRMED'] as const)(
    'from %s gives money and stock back, once',
    async (status, { ctx, api }) => {
      const { set, customer, orderId, stock } = await aSale(ctx, api)
      if (status !== 'PENDING') await set({ status })
      expect(await stock()).toBe(3)
      const cancelled = await api('POST', `/orders/${orderId}/cancellation`, { token: customer })
      expect([cancelled.status, cancelled.body.data.status]).toEqual([200, 'CANCELLED'])
      expect(cancelled.body.data.history.at(-1)).toMatchObject({ status: 'CANCELLED', note: 'Müşteri iptal etti' })
      const again = await api('POST', `/orders/${orderId}/cancellation`, { token: customer })
      expect([again.status, again.body.code]).toEqual([409, 'CANCELLATION_REFUSED'])
      expect(again.body.message).toBe('Sipariş iptal edilemedi: daha önce iptal edilmiş.')
      expect(await stock()).toBe(5)
      const [charge] = await listDemoLedger(ctx.db)
      expect(charge?.refundedKurus).toBe(charge?.amountKurus)
      const [mail] = await ctx.db.select().from(mails).where(eq(mails.kind, 'order-cancelled'))
      expect(mail?.text).toContain('İade edilen: 2.398,00 TL')
    },
  )

  test.for(['PREPARED', 'SHIPPED', 'DELIVERED'] as const)('is too late from %s', async (status, { ctx, api }) => {
    const { set, customer, orderId, stock } = await aSale(ctx, api)
    await set({ status })
    const { status: answer } = await api('POST', `/orders/${orderId}/cancellation`, { token: customer })
    expect([answer, await stock()]).toEqual([409, 3])
  })

  test.for(['SHIPPED', 'DELIVERED'] as const)(
    'of an order that was %s and set back is no longer hers: the parcel is on its way',
    async (status, { ctx, api }) => {
      const { set, customer, orderId, stock } = await aSale(ctx, api)
      await set({ status })
      await set({ status: 'PENDING' })
      const answer = await api('POST', `/orders/${orderId}/cancellation`, { token: customer })
      expect([answer.status, answer.body.message]).toEqual([
        409,
        expect.stringContaining('iade için bize yazabilirsiniz'),
      ])
      expect(await stock()).toBe(3)
      expect((await listDemoLedger(ctx.db))[0]?.refundedKurus).toBe(0)
    },
  )

  test.for([
    ['', 3],
    ['?restock=false', 3],
    ['?restock=true', 5],
  ] as const)(
    'of an order that was shipped is the owner’s, its units as she says: "%s"',
    async ([query, left], { ctx, api }) => {
      const { set, admin, orderId, stock } = await aSale(ctx, api)
      await set({ status: 'SHIPPED' })
      await set({ status: 'CONFIRMED' })
      const answer = await api('DELETE', `/admin/orders/${orderId}${query}`, { token: admin })
      expect([answer.status, answer.body.data.status, await stock()]).toEqual([200, 'CANCELLED', left])
      const [charge] = await listDemoLedger(ctx.db)
      expect(charge?.refundedKurus).toBe(charge?.amountKurus)
    },
  )

  test('by the owner leaves broken goods out of the shelf when she says so', async ({ ctx, api }) => {
    const { admin, orderId, stock } = await aSale(ctx, api)
    await api('DELETE', `/admin/orders/${orderId}?restock=false`, { token: admin })
    expect(await stock()).toBe(3)
  })

  test("is for the order's own buyer alone", async ({ ctx, api }) => {
    const { admin, orderId, stock } = await aSale(ctx, api)
    const stranger = await signIn(ctx, await aUser(ctx))
    expect((await api('POST', `/orders/${orderId}/cancellation`)).status).toBe(401)
    expect((await api('POST', `/orders/${orderId}/cancellation`, { token: stranger })).status).toBe(404)
    expect((await api('POST', `/orders/${orderId}/cancellation`, { token: admin })).status).toBe(404)
    expect((await api('POST', '/orders/yok/cancellation', { token: stranger })).status).toBe(404)
    expect(await stock()).toBe(3)
    const [order] = await ctx.db.select().from(orders)
    expect(order?.status).toBe('PENDING')
  })
})
