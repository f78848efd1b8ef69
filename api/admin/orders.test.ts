import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { users } from '#shop/accounts/schema.ts'
import { auditEntries } from '#shop/audit/schema.ts'
import { findProduct } from '#shop/catalog/products.ts'
import { settleOpenPayments } from '#shop/checkout/recovery.ts'
import type { Ctx } from '#shop/ctx.ts'
import { mails } from '#shop/mail/schema.ts'
import { orderStatuses } from '#shop/orders/contract.ts'
import { orders } from '#shop/orders/schema.ts'
import { listDemoLedger } from '#shop/payments/demo/demo.ts'
import { days, seconds } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { type Api, test } from '#test/shop.ts'

/** A paid order of two units out of five, its customer and an admin. */
async function aSale(ctx: Ctx, api: Api) {
  const product = await aProduct(ctx, { variants: [{ stock: 5 }] })
  const customer = await signIn(ctx, await aUser(ctx))
  const { body } = await api('POST', '/payments/create', { token: customer, body: aPayment(product, { quantity: 2 }) })
  const owner = await aUser(ctx, { role: 'ADMIN' })
  const stock = async () => (await findProduct(ctx, product.id))?.variants[0]?.stock
  return { product, customer, owner, admin: await signIn(ctx, owner), orderId: body.data.orderId as string, stock }
}

describe('who may see and change orders', () => {
  test.for([
    ['GET', '/admin/orders'],
    ['GET', '/admin/orders/{id}'],
    ['PUT', '/admin/orders/{id}/status'],
    ['DELETE', '/admin/orders/{id}'],
    ['POST', '/admin/orders/{id}/notes'],
    ['POST', '/admin/orders/status'],
    ['GET', '/demo-bank/ledger'],
  ] as const)('%s %s: not a guest, not a customer', async ([method, path], { ctx, api }) => {
    const { customer, orderId } = await aSale(ctx, api)
    const address = path.replace('{id}', orderId)
    const bodies = {
      PUT: { status: 'CONFIRMED' },
      POST: { text: 'not', orderIds: [orderId], status: 'CONFIRMED' },
      GET: undefined,
      DELETE: undefined,
    }
    const body = bodies[method]
    expect((await api(method, address, { body })).status).toBe(401)
    const refused = await api(method, address, { body, token: customer })
    expect([refused.status, refused.body.code, refused.body.data]).toEqual([403, 'FORBIDDEN', undefined])
  })

  test('a demoted admin is refused at the next call, with the token she still has', async ({ ctx, api }) => {
    const { admin, owner } = await aSale(ctx, api)
    expect((await api('GET', '/admin/orders', { token: admin })).status).toBe(200)
    await ctx.db.update(users).set({ role: 'USER', staffRoleId: null }).where(eq(users.id, owner.id))
    expect((await api('GET', '/admin/orders', { token: admin })).status).toBe(403)
  })

  test("another customer's order is not found", async ({ ctx, api }) => {
    const { customer, orderId } = await aSale(ctx, api)
    const stranger = await signIn(ctx, await aUser(ctx))
    expect((await api('GET', `/orders/${orderId}`, { token: stranger })).status).toBe(404)
    expect((await api('GET', '/orders/yok', { token: customer })).status).toBe(404)
    const own = await api('GET', `/orders/${orderId}`, { token: customer })
    expect(own.body.data.history).toMatchObject([{ type: 'paid' }])
  })
})

describe('the admin', () => {
  test('finds an order by number, name, e-mail and status', async ({ ctx, api }) => {
    const { admin, orderId } = await aSale(ctx, api)
    const number = orderId.slice(-8).toUpperCase()
    await api('PUT', `/admin/orders/${orderId}/status`, {
      token: admin,
      body: { status: 'PREPARED', carrier: 'aras', trackingNumber: 'TK-778899' },
    })
    const found = [`#${number}`, 'ayse yilmaz', 'YILMAZ, ayşe'.replace(',', ''), 'posta.example', '532111']
    for (const q of [...found, '0532 111 22 33', '+90 532 111 22 33', 'tk-7788']) {
      const { body } = await api('GET', `/admin/orders?q=${encodeURIComponent(q)}`, { token: admin })
      expect(
        body.data.map((order: { id: string }) => order.id),
        q,
      ).toEqual([orderId])
    }
    // A number like that of a telephone may be a parcel's.
    await ctx.db.update(orders).set({ trackingNumber: '2164587412' })
    for (const q of ['2164587412', '216458'])
      expect((await api('GET', `/admin/orders?q=${q}`, { token: admin })).body.data, q).toHaveLength(1)
    expect((await api('GET', '/admin/orders?q=2164587413', { token: admin })).body.data).toEqual([])
    await ctx.db.update(orders).set({ email: 'a.05329998877@posta.example' })
    for (const q of ['05329998877', '0532 999 88 77'])
      expect((await api('GET', `/admin/orders?q=${q}`, { token: admin })).body.data, q).toHaveLength(1)
    expect((await api('GET', '/admin/orders?q=100%25', { token: admin })).body.data).toEqual([])
    expect((await api('GET', '/admin/orders?q=ayse+demir', { token: admin })).body.data).toEqual([])
    expect((await api('GET', '/admin/orders?status=SHIPPED', { token: admin })).body.data).toEqual([])
  })

  test('filters by day, payment and customer, sorts, and sums up what is left', async ({ ctx, api, clock }) => {
    const { product, owner } = await aSale(ctx, api)
    const shopper = await aUser(ctx, { firstName: 'Şule' })
    const buy = async (at: string, quantity: number) => {
      clock.now = new Date(at)
      const body = aPayment(product, { quantity })
      return (await api('POST', '/payments/create', { token: await signIn(ctx, shopper), body })).body.data.orderId
    }
    await ctx.db.update(orders).set({ createdAt: new Date('2026-11-01T09:00:00Z') })
    // Half past midnight in Istanbul, and a minute before it.
    const late = await buy('2026-11-20T21:30:00Z', 1)
    const early = await buy('2026-11-20T20:59:00Z', 2)
    clock.forward(days(1))
    const token = await signIn(ctx, owner)
    const item = (await api('GET', `/admin/orders/${early}`, { token })).body.data.items[0]
    const refund = { items: [{ itemId: item.id, quantity: 1 }] }
    await api('POST', `/admin/orders/${early}/refunds`, { token, body: refund })
    await api('DELETE', `/admin/orders/${late}`, { token })

    const list = async (query: string) => {
      const { body } = await api('GET', `/admin/orders?${query}`, { token })
      return { ids: body.data.map((order: { id: string }) => order.id), ...body.totals, total: body.pagination.total }
    }
    expect(await list('from=2026-11-21&to=2026-11-21')).toMatchObject({ ids: [late], amount: 1199 })
    expect(await list('from=2026-11-20&to=2026-11-20')).toMatchObject({ ids: [early], refundedAmount: 1199 })
    expect((await list('to=2026-11-19')).total).toBe(1)
    expect((await list('payment=partly-refunded')).ids).toEqual([early])
    expect((await list('payment=refunded')).ids).toEqual([late])
    expect((await list('payment=paid')).total).toBe(1)
    expect((await list('payment=refunding')).total).toBe(0)
    expect((await list(`customer=${shopper.id}&sort=oldest`)).ids).toEqual([early, late])
    expect((await list(`customer=${shopper.id}&sort=total-asc`)).ids).toEqual([late, early])
    expect(await list(`customer=${shopper.id}&limit=1`)).toEqual({
      ids: [late],
      amount: 3597,
      refundedAmount: 2398,
      total: 2,
    })
    for (const bad of ['from=20.11.2026', 'payment=gone', 'customer=1', 'sort=name']) {
      expect((await api('GET', `/admin/orders?${bad}`, { token })).status, bad).toBe(400)
    }
  })

  test('moves several orders at once; each is mailed, and one that cannot be moved says why', async ({ ctx, api }) => {
    const { product, customer, admin, orderId } = await aSale(ctx, api)
    const { body } = await api('POST', '/payments/create', { token: customer, body: aPayment(product) })
    const cancelled = body.data.orderId
    await api('DELETE', `/admin/orders/${cancelled}`, { token: admin })
    await ctx.db.delete(mails)
    const unknown = crypto.randomUUID()
    const moved = await api('POST', '/admin/orders/status', {
      token: admin,
      body: { orderIds: [cancelled, unknown, orderId], status: 'PREPARED' },
    })
    expect(moved.body.data).toEqual({
      changed: [orderId],
      refused: [
        { orderId: cancelled, message: 'İptal edilmiş bir siparişin durumu değiştirilemez.' },
        { orderId: unknown, message: 'Sipariş bulunamadı.' },
      ],
    })
    expect(await ctx.db.$count(mails)).toBe(1)
    const wrong = await api('POST', '/admin/orders/status', {
      token: admin,
      body: { orderIds: [orderId], status: 'CANCELLED' },
    })
    expect(wrong.status).toBe(400)
  })

  test('leaves notes that say who and when, and that no customer reads', async ({ ctx, api, clock }) => {
    const { admin, customer, orderId } = await aSale(ctx, api)
    for (const text of ['Beden değişebilir, arayın.', 'Aradım, kalsın dedi.']) {
      const { status } = await api('POST', `/admin/orders/${orderId}/notes`, { token: admin, body: { text } })
      expect(status).toBe(201)
      clock.forward(seconds(1))
    }
    await api('PUT', `/admin/orders/${orderId}/status`, { token: admin, body: { status: 'CONFIRMED' } })
    const { data } = (await api('GET', `/admin/orders/${orderId}`, { token: admin })).body
    expect(data.notes).toMatchObject([
      { text: 'Beden değişebilir, arayın.', author: 'Ayşe Yılmaz' },
      { text: 'Aradım, kalsın dedi.', author: 'Ayşe Yılmaz' },
    ])
    expect(data.history).toMatchObject([{ actor: null }, { status: 'CONFIRMED', actor: 'Ayşe Yılmaz' }])
    const seen = (await api('GET', `/orders/${orderId}`, { token: customer })).body
    expect(JSON.stringify(seen)).not.toMatch(/arayın|actor|customerId/)
    expect((await api('POST', `/admin/orders/${orderId}/notes`, { token: admin, body: { text: ' ' } })).status).toBe(
      400,
    )
  })

  test('is on record with what she changed: status, notes, refund, cancellation', async ({ ctx, api }) => {
    const { product, customer, admin, owner, orderId } = await aSale(ctx, api)
    const { body } = await api('POST', '/payments/create', { token: customer, body: aPayment(product) })
    await api('POST', `/admin/orders/${orderId}/notes`, { token: admin, body: { text: 'Aradım.' } })
    const change = { status: 'SHIPPED', adminNotes: 'hediye', carrier: 'aras' }
    await api('PUT', `/admin/orders/${orderId}/status`, { token: admin, body: change })
    const item = (await api('GET', `/admin/orders/${orderId}`, { token: admin })).body.data.items[0]
    const refund = { items: [{ itemId: item.id, quantity: 1 }], reason: 'kusurlu' }
    await api('POST', `/admin/orders/${orderId}/refunds`, { token: admin, body: refund })
    const { refunds } = (await api('GET', `/admin/orders/${orderId}`, { token: admin })).body.data
    expect(refunds).toMatchObject([{ amount: 1199, status: 'SUCCEEDED', reason: 'kusurlu' }])
    const seen = (await api('GET', `/orders/${orderId}`, { token: customer })).body.data
    expect(JSON.stringify(seen)).not.toContain('kusurlu')
    await api('DELETE', `/admin/orders/${body.data.orderId}`, { token: admin })
    const entries = await ctx.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.actorId, owner.id))
      .orderBy(auditEntries.id)
    expect(entries.map(({ action, before, after }) => ({ action, before, after }))).toMatchObject([
      { action: 'order.note', after: { note: 'Aradım.' } },
      {
        action: 'order.status',
        before: { status: 'PENDING', carrier: null },
        after: { status: 'SHIPPED', carrier: 'aras' },
      },
      { action: 'order.note', before: { adminNotes: '' }, after: { adminNotes: 'hediye' } },
      { action: 'order.refund', after: { refundedKurus: 119_900, reason: 'kusurlu' } },
      { action: 'order.cancel', before: { status: 'PENDING' }, after: { status: 'CANCELLED' } },
    ])
  })

  test('sets any status and notes, which the history keeps and the customer does not see', async ({ ctx, api }) => {
    const { admin, customer, orderId } = await aSale(ctx, api)
    for (const status of ['CONFIRMED', 'DELIVERED', 'PREPARED', 'PREPARED'] as const) {
      const { body } = await api('PUT', `/admin/orders/${orderId}/status`, {
        token: admin,
        body: { status, adminNotes: 'hediye paketi' },
      })
      expect(body.data).toMatchObject({ status, adminNotes: 'hediye paketi' })
    }
    const { body } = await api('GET', `/orders/${orderId}`, { token: customer })
    expect(body.data.history.map((event: { status: string }) => event.status)).toEqual([
      'PENDING',
      'CONFIRMED',
      'DELIVERED',
      'PREPARED',
    ])
    expect(JSON.stringify(body)).not.toContain('hediye paketi')
    const bad = await api('PUT', `/admin/orders/${orderId}/status`, { token: admin, body: { status: 'LOST' } })
    expect(bad.status).toBe(400)
    const noted = await api('PUT', `/admin/orders/${orderId}/status`, { token: admin, body: { adminNotes: 'Arandı' } })
    expect(noted.body.data).toMatchObject({ status: 'PREPARED', adminNotes: 'Arandı' })
    const nothing = await api('PUT', `/admin/orders/${orderId}/status`, { token: admin, body: {} })
    expect([nothing.status, nothing.body.message]).toEqual([400, 'Neyin değişeceğini yazın'])
  })

  test('of two who write the notes at once the second is told what the first wrote', async ({ ctx, api }) => {
    const { admin, orderId } = await aSale(ctx, api)
    const note = (adminNotes: string, adminNotesSeen: string) =>
      api('PUT', `/admin/orders/${orderId}/status`, { token: admin, body: { adminNotes, adminNotesSeen } })
    expect((await note('Yarın ara', '')).status).toBe(200)
    const { status, body } = await note('Hediye', '')
    expect([status, body.code, body.data]).toEqual([409, 'EDIT_CONFLICT', { adminNotes: 'Yarın ara' }])
    expect(body.message).toContain('değiştirildi: “Yarın ara”')
    expect((await note('Yarın ara', '')).status, 'the same is no other').toBe(200)
    expect((await note('Yarın ara, hediye', 'Yarın ara')).body.data.adminNotes).toBe('Yarın ara, hediye')
  })
})

describe('cancelling', () => {
  test('gives money and stock back, once, and cannot be undone', async ({ ctx, api }) => {
    const { admin, customer, orderId, stock } = await aSale(ctx, api)
    expect(await stock()).toBe(3)
    const cancelled = await api('DELETE', `/admin/orders/${orderId}`, { token: admin })
    expect(cancelled.body.data).toMatchObject({ status: 'CANCELLED', paymentStatus: 'REFUNDED' })
    expect(await stock()).toBe(5)
    const [charge] = await listDemoLedger(ctx.db)
    expect(charge?.refundedKurus).toBe(charge?.amountKurus)

    expect((await api('DELETE', `/admin/orders/${orderId}`, { token: admin })).status).toBe(409)
    for (const status of orderStatuses.filter((s) => s !== 'CANCELLED')) {
      expect(
        (await api('PUT', `/admin/orders/${orderId}/status`, { token: admin, body: { status } })).status,
        status,
      ).toBe(409)
    }
    expect(await stock()).toBe(5)
    expect((await api('GET', '/orders/my', { token: customer })).body.data).toMatchObject([{ status: 'CANCELLED' }])
  })

  test('by setting the status does the same', async ({ ctx, api }) => {
    const { admin, orderId, stock } = await aSale(ctx, api)
    const { body } = await api('PUT', `/admin/orders/${orderId}/status`, {
      token: admin,
      body: { status: 'CANCELLED', adminNotes: 'vazgeçti' },
    })
    expect(body.data).toMatchObject({ status: 'CANCELLED', paymentStatus: 'REFUNDED', adminNotes: 'vazgeçti' })
    expect(await stock()).toBe(5)
  })

  test.for(['PREPARED', 'SHIPPED', 'DELIVERED'] as const)(
    'is refused once the order is %s',
    async (status, { ctx, api }) => {
      const { admin, orderId, stock } = await aSale(ctx, api)
      await api('PUT', `/admin/orders/${orderId}/status`, { token: admin, body: { status } })
      const refused = await api('DELETE', `/admin/orders/${orderId}`, { token: admin })
      expect([refused.status, refused.body.code]).toEqual([409, 'CANCELLATION_REFUSED'])
      expect(refused.body.message).toMatch(/^Sipariş iptal edilemedi: /)
      expect(await stock()).toBe(3)
    },
  )

  test('changes nothing when the bank refuses', async ({ ctx, deps, api }) => {
    const { admin, orderId, stock } = await aSale(ctx, api)
    deps.payments.refund = async () => ({ kind: 'refused', message: 'gün sonu yapıldı.' })
    const refused = await api('DELETE', `/admin/orders/${orderId}`, { token: admin })
    expect([refused.status, refused.body.code]).toEqual([409, 'CANCELLATION_REFUSED'])
    expect(refused.body.message).toBe('Sipariş iptal edilemedi: gün sonu yapıldı.')
    expect((await api('GET', `/admin/orders/${orderId}`, { token: admin })).body.data.status).toBe('PENDING')
    expect(await stock()).toBe(3)
  })

  test('is carried through later when the bank does not answer, and nobody ships the order meanwhile', async ({
    ctx,
    deps,
    api,
    clock,
  }) => {
    const { admin, orderId, stock } = await aSale(ctx, api)
    const refund = deps.payments.refund
    deps.payments.refund = async (request) => {
      await refund(request)
      throw new Error('connection lost after the money went back')
    }
    expect((await api('DELETE', `/admin/orders/${orderId}`, { token: admin })).status).toBe(503)
    const shipped = await api('PUT', `/admin/orders/${orderId}/status`, { token: admin, body: { status: 'SHIPPED' } })
    expect([shipped.status, await stock()]).toEqual([409, 3])

    deps.payments.refund = refund
    clock.forward(seconds(20))
    await settleOpenPayments({ ...ctx, payments: deps.payments })
    expect((await api('GET', `/admin/orders/${orderId}`, { token: admin })).body.data.status).toBe('CANCELLED')
    expect(await stock()).toBe(5)
    const [charge] = await listDemoLedger(ctx.db)
    expect(charge?.refundedKurus).toBe(charge?.amountKurus)
  })
})
