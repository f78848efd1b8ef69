import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { users } from '#shop/accounts/schema.ts'
import { findProduct } from '#shop/catalog/products.ts'
import type { Ctx } from '#shop/ctx.ts'
import { orderStatuses } from '#shop/orders/contract.ts'
import { listDemoLedger } from '#shop/payments/demo.ts'
import { settleOpenPayments } from '#shop/payments/recovery.ts'
import { seconds } from '#shop/time.ts'
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
    ['GET', '/demo-bank/ledger'],
  ] as const)('%s %s: not a guest, not a customer', async ([method, path], { ctx, api }) => {
    const { customer, orderId } = await aSale(ctx, api)
    const address = path.replace('{id}', orderId)
    const body = method === 'PUT' ? { status: 'CONFIRMED' } : undefined
    expect((await api(method, address, { body })).status).toBe(401)
    const refused = await api(method, address, { body, token: customer })
    expect([refused.status, refused.body.code, refused.body.data]).toEqual([403, 'FORBIDDEN', undefined])
  })

  test('a demoted admin is refused at the next call, with the token she still has', async ({ ctx, api }) => {
    const { admin, owner } = await aSale(ctx, api)
    expect((await api('GET', '/admin/orders', { token: admin })).status).toBe(200)
    await ctx.db.update(users).set({ role: 'USER' }).where(eq(users.id, owner.id))
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
    for (const q of [`#${orderId.slice(-8).toUpperCase()}`, 'ayse yilmaz', 'AYŞE', 'posta.example', '532111']) {
      const { body } = await api('GET', `/admin/orders?q=${encodeURIComponent(q)}`, { token: admin })
      expect(
        body.data.map((order: { id: string }) => order.id),
        q,
      ).toEqual([orderId])
    }
    expect((await api('GET', '/admin/orders?q=100%25', { token: admin })).body.data).toEqual([])
    expect((await api('GET', '/admin/orders?status=SHIPPED', { token: admin })).body.data).toEqual([])
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
      expect(refused.status).toBe(409)
      expect(refused.body.message).toMatch(/^Sipariş iptal edilemedi: /)
      expect(await stock()).toBe(3)
    },
  )

  test('changes nothing when the bank refuses', async ({ ctx, deps, api }) => {
    const { admin, orderId, stock } = await aSale(ctx, api)
    deps.payments.refund = async () => ({ kind: 'refused', message: 'gün sonu yapıldı.' })
    const refused = await api('DELETE', `/admin/orders/${orderId}`, { token: admin })
    expect([refused.status, refused.body.message]).toEqual([409, 'Sipariş iptal edilemedi: gün sonu yapıldı.'])
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
