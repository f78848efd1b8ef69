import { describe, expect } from 'vitest'
import { settleOpenPayments } from '#shop/checkout/recovery.ts'
import type { Ctx } from '#shop/ctx.ts'
import { listDemoLedger } from '#shop/payments/demo/demo.ts'
import { seconds } from '#shop/time.ts'
import { auditBooks, stockByVariant } from '#test/books.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { type Api, test } from '#test/shop.ts'

/** Two of five pieces for 2.398 TL, by card unless told otherwise, already sent; the buyer and the owner. */
async function aSale(ctx: Ctx, api: Api, { byTransfer = false } = {}) {
  const product = await aProduct(ctx)
  const initial = await stockByVariant(ctx.db)
  const customer = await signIn(ctx, await aUser(ctx))
  const owner = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const { paymentData, ...bought } = aPayment(product, { quantity: 2 })
  const way = byTransfer ? { paymentMethod: 'BANK_TRANSFER' } : { paymentData }
  const { body } = await api('POST', '/payments/create', { token: customer, body: { ...bought, ...way } })
  const orderId = body.data.orderId as string
  const staff = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    api(method, path, { token: owner, body, ...(headers ? { headers } : {}) })
  if (byTransfer)
    await staff('POST', `/admin/orders/${orderId}/transfer`, { amount: 2398, receivedAt: ctx.clock().toISOString() })
  await staff('PUT', `/admin/orders/${orderId}/status`, { status: 'SHIPPED' })
  const order = async () => (await staff('GET', `/admin/orders/${orderId}`)).body.data
  const [item] = (await order()).items
  return {
    ...{ orderId, customer, staff, order, itemId: item.id as string },
    refund: (body: object, key?: string) =>
      staff('POST', `/admin/orders/${orderId}/refund`, body, key ? { 'Idempotency-Key': key } : undefined),
    given: async () => (await listDemoLedger(ctx.db)).find((row) => row.orderId === orderId)?.refundedKurus,
    hers: async () => (await api('GET', `/orders/${orderId}`, { token: customer })).body.data,
    books: () => auditBooks(ctx.db, initial),
  }
}

const late = 'Paketiniz geç geldi'

describe('POST /admin/orders/{id}/refund', () => {
  test('gives a sum back with its reason: to the card, in the history, the mail and the audit', async ({
    ctx,
    api,
  }) => {
    const sale = await aSale(ctx, api)
    const { status, body } = await sale.refund({ amount: 100.5, reason: ` ${late} ` })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      paymentStatus: 'PARTIALLY_REFUNDED',
      refundedAmount: 100.5,
      refunds: [{ amount: 100.5, status: 'SUCCEEDED', reason: late }],
    })
    expect(body.data.history.at(-1)).toMatchObject({ type: 'refund', note: `100,50 TL iade edildi: ${late}` })
    expect([await sale.given(), (await sale.hers()).refundedAmount]).toEqual([10_050, 100.5])
    const mail = (await mailsOf(ctx)).at(-1)
    expect(mail).toMatchObject({ kind: 'order-refund', text: expect.stringContaining('size 100,50 TL iade ettik') })
    expect(mail?.text).toContain(`Sebebi: ${late}`)
    const { body: audit } = await sale.staff('GET', '/admin/audit?action=order.refund')
    expect(audit.data).toMatchObject([{ after: { refundedKurus: 10_050, reason: late } }])
    expect(await sale.books()).toEqual([])
  })

  test('bounds what items get later: the last one gets what is left, to the kuruş', async ({ ctx, api }) => {
    const sale = await aSale(ctx, api)
    await sale.refund({ amount: 1300, reason: late })
    const one = { items: [{ itemId: sale.itemId, quantity: '1' }], restock: true, reason: 'Dar geldi' }
    expect((await sale.refund(one)).body.data).toMatchObject({ refundedAmount: 2398, paymentStatus: 'REFUNDED' })
    const nothing = await sale.refund(one)
    expect([nothing.status, nothing.body.code]).toEqual([409, 'CONFLICT'])
    expect([await sale.given(), await sale.books()]).toEqual([239_800, []])
  })

  test('gives no more than is left, and the same key gives once', async ({ ctx, api }) => {
    const sale = await aSale(ctx, api)
    expect((await sale.refund({ amount: 2398.01, reason: late })).body.code).toBe('CONFLICT')
    const twice = [
      await sale.refund({ amount: 50, reason: late }, 'k1'),
      await sale.refund({ amount: 50, reason: late }, 'k1'),
    ]
    expect(twice.map(({ status, body }) => [status, body.data.refundedAmount])).toEqual([
      [200, 50],
      [200, 50],
    ])
    const others = [
      { amount: 60, reason: late },
      { amount: 50, reason: 'Başka' },
      { items: [{ itemId: sale.itemId, quantity: 1 }] },
    ]
    for (const other of others) {
      const { status, body } = await sale.refund(other, 'k1')
      expect([status, body.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
    }
    const all = await Promise.all([1, 2, 3].map(() => sale.refund({ amount: 1000, reason: late })))
    expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 409])
    expect(await sale.given()).toBe(205_000)
  })

  test('of two who give back at once the second gives nothing, and is told to look again', async ({ ctx, api }) => {
    const sale = await aSale(ctx, api)
    const piece = { items: [{ itemId: sale.itemId, quantity: 1 }], refundsSeen: 0 }
    const sum = { amount: 100, reason: late, refundsSeen: 0 }
    const [first, ...others] = [await sale.refund(piece, 'k1'), await sale.refund(piece), await sale.refund(sum)]
    expect(first.status).toBe(200)
    for (const { status, body } of others) expect([status, body.code]).toEqual([409, 'EDIT_CONFLICT'])
    expect([await sale.given(), await sale.books()]).toEqual([119_900, []])
    // Her first request sent again counts once, and after seeing it she may give more.
    expect((await sale.refund(piece, 'k1')).status).toBe(200)
    expect((await sale.refund({ ...sum, refundsSeen: 1 })).status).toBe(200)
    expect(await sale.given()).toBe(129_900)
  })

  test('what the bank refused was not given back: it is in nobody’s way', async ({ ctx, api, deps }) => {
    const sale = await aSale(ctx, api)
    const { refund } = deps.payments
    deps.payments.refund = async () => ({ kind: 'refused', message: 'Banka kabul etmedi.' })
    expect((await sale.refund({ amount: 100, reason: late, refundsSeen: 0 })).body.code).not.toBe('EDIT_CONFLICT')
    deps.payments.refund = refund
    expect((await sale.refund({ amount: 100, reason: late, refundsSeen: 0 })).status).toBe(200)
  })

  test.for([
    [{ reason: late }, 'amount'],
    [{ amount: 10 }, 'reason'],
    [{ amount: 10, reason: '  ' }, 'reason'],
    [{ amount: 0, reason: late }, 'amount'],
    [{ amount: 1.005, reason: late }, 'amount'],
    [{ amount: 10, reason: late, items: [{ itemId: '019aa000-0000-7000-8000-000000000000', quantity: 1 }] }, 'amount'],
  ] as const)('refuses %j', async ([body, field], { ctx, api }) => {
    const sale = await aSale(ctx, api)
    const answer = await sale.refund(body)
    expect([answer.status, Object.keys(answer.body.error)]).toEqual([400, [field]])
  })

  test('cannot be of an order that is cancelled, unpaid or nobody’s', async ({ ctx, api }) => {
    const sale = await aSale(ctx, api)
    await sale.staff('PUT', `/admin/orders/${sale.orderId}/status`, { status: 'PENDING' })
    await sale.staff('DELETE', `/admin/orders/${sale.orderId}`)
    expect((await sale.refund({ amount: 1, reason: late })).status).toBe(409)
    const nobodys = '/admin/orders/019aa000-0000-7000-8000-000000000000/refund'
    expect((await sale.staff('POST', nobodys, { amount: 1, reason: late })).status).toBe(404)
  })

  test('a bank that loses its answer has given once; one that refuses leaves all as it was', async ({
    ctx,
    api,
    deps,
    clock,
  }) => {
    const sale = await aSale(ctx, api)
    const { refund } = deps.payments
    deps.payments.refund = async (request) => {
      await refund(request)
      throw new Error('connection lost after the money went back')
    }
    expect((await sale.refund({ amount: 100, reason: late })).status).toBe(503)
    expect(await sale.order()).toMatchObject({ refundPending: 100, refundedAmount: 0, paymentStatus: 'SUCCESS' })
    deps.payments.refund = refund
    clock.forward(seconds(70))
    await settleOpenPayments({ ...ctx, payments: deps.payments })
    expect([await sale.given(), (await sale.order()).refundedAmount, await sale.books()]).toEqual([10_000, 100, []])
    deps.payments.refund = async () => ({ kind: 'refused', message: 'Banka kabul etmedi.' })
    expect((await sale.refund({ amount: 2298, reason: late })).status).toBe(409)
    deps.payments.refund = refund
    expect(await sale.order()).toMatchObject({
      refundedAmount: 100,
      refundPending: 0,
      paymentStatus: 'PARTIALLY_REFUNDED',
    })
    expect((await sale.refund({ amount: 2298, reason: late })).body.data.paymentStatus).toBe('REFUNDED')
  })

  test('a transfer goes back by hand: she is asked for her IBAN, the owner ticks it off', async ({ ctx, api }) => {
    const sale = await aSale(ctx, api, { byTransfer: true })
    expect((await sale.refund({ amount: 80, reason: late })).body.data).toMatchObject({ refundPending: 80 })
    const asked = (await mailsOf(ctx)).at(-1)
    expect(asked).toMatchObject({ kind: 'order-refund-owed', text: expect.stringContaining(`Sebebi: ${late}`) })
    expect((await sale.hers()).owed).toMatchObject({ amount: 80, iban: null })
    const { body } = await sale.staff('GET', '/admin/payments')
    expect(body.data.refunds).toMatchObject([{ amount: 80, byHand: true, reason: late }])
    const [{ id }] = body.data.refunds
    await sale.staff('POST', `/admin/payments/refunds/${id}/resolution`, { outcome: 'gone', note: 'EFT' })
    expect((await sale.hers()).refundedAmount).toBe(80)
    expect((await mailsOf(ctx)).at(-1)?.text).toContain('hesabınıza havale edildi')
    expect(await sale.books()).toEqual([])
  })
})
