import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { settleOpenPayments } from '#shop/checkout/recovery.ts'
import type { Ctx } from '#shop/ctx.ts'
import { refunds } from '#shop/payments/schema.ts'
import { days, minutes } from '#shop/time.ts'
import { mailsOf } from '#test/mails.ts'
import { aDelivery } from '#test/returns/delivery.ts'
import { test } from '#test/shop.ts'

const packed = { status: 'PREPARED' }

const mailed = async (ctx: Ctx, kind: string) => (await mailsOf(ctx)).findLast((mail) => mail.kind === kind)

const statusOf = (sale: Awaited<ReturnType<typeof aDelivery>>) => (body: object) =>
  sale.staff('PUT', `/admin/orders/${sale.orderId}/status`, body)

describe('a shopper whose order is packed', () => {
  test('withdraws from all of it: she does nothing more, and one press gives it back', async ({ ctx, api }) => {
    const sale = await aDelivery(ctx, api, { ...packed, delivery: 4_990 })
    const { itemId, orderId } = sale
    expect((await sale.order()).withdrawable).toEqual({ items: [{ itemId, left: 3, exemption: null }], returns: [] })
    const refused = await sale.own('POST', `/orders/${orderId}/cancellation`)
    expect([refused.body.code, refused.body.message]).toEqual([
      'CANCELLATION_REFUSED',
      expect.stringContaining('“İade et” diyebilirsiniz'),
    ])
    const { status, body } = await sale.ask(3, { reason: 'OTHER' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      ...{ status: 'REQUESTED', undelivered: true, unsent: true, refundAmount: 349.9 },
      atTheDoor: 'Paketiniz henüz yola çıkmadı: bir şey göndermeniz gerekmez. Yine de gelirse teslim almanız gerekmez.',
    })
    const hers = (await mailed(ctx, 'order-return-requested'))?.text
    expect(hers).toMatch(/bir şey göndermeniz gerekmez[\s\S]*Ödemenizi en geç 4 Aralık 2026 günü iade edeceğiz/)
    expect(hers).not.toMatch(/nasıl göndereceğinizi/)
    const owners = await mailed(ctx, 'return-notice')
    expect(owners?.subject).toMatch(/^Kargoya vermeyin, yeni iade talebi/)
    expect(owners?.text).toContain('Sipariş henüz yola çıkmadı. Aşağıdaki ürünleri kargoya vermeyin')
    expect(owners?.text).toContain('“Bizde kaldı, parayı iade et” deyin')
    const { data } = (await sale.decide(body.data.id, 'keep')).body
    expect(data).toMatchObject({ status: 'COMPLETED', money: 'PAID', refundAmount: 349.9, unsent: false })
    expect([await sale.stock(), (await sale.order()).status]).toEqual([5, 'CANCELLED'])
    expect(await sale.order()).toMatchObject({ paymentStatus: 'REFUNDED', refundedAmount: 349.9 })
    expect((await mailed(ctx, 'order-refund'))?.text, 'her money alone is told').toContain('349,90')
    expect(await mailed(ctx, 'order-return-received')).toBeUndefined()
    expect((await sale.decide(body.data.id, 'keep')).status, 'once').toBe(409)
    const { data: last } = (await sale.staff('GET', '/admin/audit?action=order.cancel')).body
    expect(last[0]).toMatchObject({ before: { status: 'PREPARED' }, after: { status: 'CANCELLED' } })
    expect(await sale.books()).toEqual([])
  })

  test('is told to write where the shop takes no such requests', async ({ ctx, api }) => {
    const sale = await aDelivery(ctx, api, packed)
    const settings = { enabled: false, contractCode: '', howToSend: '' }
    expect((await sale.staff('PUT', '/admin/settings/returns', { settings, version: 0 })).status).toBe(200)
    const { body } = await sale.own('POST', `/orders/${sale.orderId}/cancellation`)
    expect([body.code, body.message]).toEqual([
      'CANCELLATION_REFUSED',
      'Siparişiniz paketlendiği için iptal edilemez; vazgeçtiyseniz bize yazabilirsiniz.',
    ])
  })

  test('withdraws from some of it, which is taken out; the rest is sent', async ({ ctx, api }) => {
    const sale = await aDelivery(ctx, api, packed)
    const { data } = (await sale.ask(1)).body
    expect(data.atTheDoor).toMatch(/^Paketiniz henüz yola çıkmadı: iade ettiklerinizi paketten çıkarırız/)
    expect((await statusOf(sale)({ status: 'SHIPPED' })).body.message).toMatch(
      new RegExp(`bazı ürünlerinden vazgeçti \\(iade ${data.code}\\); onları paketten çıkarın`),
    )
    await sale.decide(data.id, 'approve')
    const agreed = (await mailed(ctx, 'order-return-approved'))?.text
    expect(agreed).toMatch(/iadeniz onaylandı[\s\S]*Ödemenizi en geç 4 Aralık 2026 günü iade edeceğiz/)
    expect(agreed).not.toMatch(/kargoya verin|Gönderim adresi/)
    expect((await sale.order()).withdrawable.returns[0]).not.toHaveProperty('wayBack')
    expect((await sale.decide(data.id, 'keep')).body.data).toMatchObject({ money: 'PAID', refundAmount: 100 })
    expect([await sale.stock(), (await sale.order()).status]).toEqual([3, 'PREPARED'])
    expect((await statusOf(sale)({ status: 'SHIPPED' })).status).toBe(200)
    expect((await sale.order()).withdrawable.items).toMatchObject([{ left: 2 }])
    expect(await sale.books()).toEqual([])
  })

  test('takes it back, may not exchange, and sends it herself once it came all the same', async ({
    ctx,
    api,
    clock,
  }) => {
    const sale = await aDelivery(ctx, api, packed)
    const items = [{ itemId: sale.itemId, quantity: 1, newVariantId: sale.product.variants[0]?.id }]
    const exchange = await sale.own('POST', `/orders/${sale.orderId}/returns`, { kind: 'EXCHANGE', items })
    expect([exchange.status, exchange.body.message]).toEqual([409, expect.stringMatching(/^Paketlenen bir sipariş/)])
    const first = await sale.asked(3)
    expect((await sale.own('DELETE', `/returns/${first}`)).body.data.status).toBe('CANCELLED')
    const id = await sale.asked(1)
    await sale.decide(id, 'approve')
    expect((await statusOf(sale)({ status: 'SHIPPED', withdrawalSeen: true })).status).toBe(200)
    const [, found] = (await sale.order()).withdrawable.returns.toReversed()
    expect(found).toMatchObject({ unsent: false, wayBack: {}, atTheDoor: expect.stringMatching(/paketi teslim alın/) })
    const late = await sale.decide(id, 'keep')
    expect([late.status, late.body.message]).toEqual([409, expect.stringMatching(/artık sizde görünmüyor/)])
    clock.forward(days(1))
    await sale.decide(id, 'receive', { condition: 'AS_NEW' })
    expect((await sale.decide(id, 'complete', {})).body.data).toMatchObject({ money: 'PAID', refundAmount: 100 })
    expect((await sale.order()).status, 'two pieces are on their way').toBe('SHIPPED')
    expect(await sale.books()).toEqual([])
  })

  test('of two withdrawals that leave nothing, the second ends the order', async ({ ctx, api }) => {
    const sale = await aDelivery(ctx, api, packed)
    const [first, second] = [await sale.asked(1), await sale.asked(2)]
    await sale.decide(first, 'keep')
    expect((await sale.order()).status).toBe('PREPARED')
    await sale.decide(second, 'keep')
    expect(await sale.order()).toMatchObject({ status: 'CANCELLED', paymentStatus: 'REFUNDED', refundedAmount: 300 })
    expect(await sale.books()).toEqual([])
  })

  test('took her withdrawal back: what the shop gives back of itself does not end the order', async ({ ctx, api }) => {
    const sale = await aDelivery(ctx, api, packed)
    const id = await sale.asked(3)
    expect((await sale.own('DELETE', `/returns/${id}`)).status).toBe(200)
    const body = { items: [{ itemId: sale.itemId, quantity: 3 }], restock: true }
    expect((await sale.staff('POST', `/admin/orders/${sale.orderId}/refunds`, body)).status).toBe(200)
    expect(await sale.order()).toMatchObject({ status: 'PREPARED', paymentStatus: 'REFUNDED', refundedAmount: 300 })
    expect(await sale.books()).toEqual([])
  })

  test('is asked of the bank twice at once: the order ends with the last answer, and what is refused is asked for again', async ({
    ctx,
    api,
    deps,
    clock,
  }) => {
    const sale = await aDelivery(ctx, api, packed)
    const [lost, paid] = [await sale.asked(1), await sale.asked(2)]
    const bank = deps.payments
    deps.payments = { ...bank, refund: async () => ({ kind: 'unknown', reason: 'lost' }) }
    expect((await sale.decide(lost, 'keep')).status).toBe(503)
    deps.payments = bank
    expect((await sale.decide(paid, 'keep')).body.data).toMatchObject({ status: 'COMPLETED', money: 'PAID' })
    expect((await sale.order()).status, 'the first may still be refused').toBe('PREPARED')
    expect((await statusOf(sale)({ status: 'SHIPPED', withdrawalSeen: true })).status).toBe(409)
    clock.forward(days(2))
    const [asked] = await ctx.db.select().from(refunds).where(eq(refunds.status, 'REQUESTED'))
    const decision = { outcome: 'not-gone', note: 'Panelde yok' }
    expect((await sale.staff('POST', `/admin/payments/refunds/${asked?.id}/resolution`, decision)).status).toBe(200)
    expect((await sale.order()).status).toBe('PREPARED')
    expect((await sale.decide(lost, 'complete', {})).body.data).toMatchObject({
      status: 'COMPLETED',
      refundAmount: 100,
    })
    expect(await sale.order()).toMatchObject({ status: 'CANCELLED', refundedAmount: 300 })
    expect(await sale.books()).toEqual([])
  })

  test('beside pieces that the shop gives back itself: it ends with the last money, whoever asked for it', async ({
    ctx,
    api,
    deps,
    clock,
  }) => {
    const sale = await aDelivery(ctx, api, packed)
    const id = await sale.asked(2)
    const bank = deps.payments
    deps.payments = { ...bank, refund: async () => ({ kind: 'unknown', reason: 'lost' }) }
    const items = [{ itemId: sale.itemId, quantity: 1 }]
    const given = await sale.staff('POST', `/admin/orders/${sale.orderId}/refunds`, { items, restock: true })
    expect(given.status).toBe(503)
    deps.payments = bank
    expect((await sale.decide(id, 'keep')).body.data.status).toBe('COMPLETED')
    expect((await sale.order()).status).toBe('PREPARED')
    const sent = await statusOf(sale)({ status: 'SHIPPED', withdrawalSeen: true })
    expect([sent.status, sent.body.message]).toEqual([409, expect.stringMatching(/parası geri ödeniyor/)])
    clock.forward(minutes(10))
    await settleOpenPayments({ ...ctx, payments: bank })
    expect(await sale.order()).toMatchObject({ status: 'CANCELLED', paymentStatus: 'REFUNDED', refundedAmount: 300 })
    expect(await sale.stock()).toBe(5)
    expect(await sale.books()).toEqual([])
  })

  test('has paid by transfer: it is owed, cannot be sent meanwhile, and the order ends with the transfer', async ({
    ctx,
    api,
    clock,
  }) => {
    const sale = await aDelivery(ctx, api, { ...packed, method: 'BANK_TRANSFER' })
    const late = async () => (await sale.staff('GET', '/admin/dashboard')).body.data.waiting.lateToSend
    clock.forward(days(4))
    expect(await late()).toBe(1)
    const id = await sale.asked(3)
    expect(await late(), 'nobody is to send it any more').toBe(0)
    expect((await sale.decide(id, 'keep')).body.data).toMatchObject({ status: 'RECEIVED', money: 'BY_HAND' })
    const sent = await statusOf(sale)({ status: 'SHIPPED', withdrawalSeen: true })
    expect([sent.status, sent.body.message]).toEqual([409, expect.stringMatching(/paketi göndermeyin/)])
    const shown = (await sale.staff('GET', `/admin/orders/${sale.orderId}`)).body.data
    expect([shown.withdrawn, shown.status, await late()]).toEqual(['ALL', 'PREPARED', 0])
    const [refund] = shown.refunds
    const paid = await sale.staff('POST', `/admin/payments/refunds/${refund.id}/resolution`, {
      outcome: 'gone',
      note: 'Gitti',
    })
    expect(paid.status).toBe(200)
    expect(await sale.order()).toMatchObject({ status: 'CANCELLED', paymentStatus: 'REFUNDED' })
    expect(await sale.stock()).toBe(5)
    expect(await sale.books()).toEqual([])
  })
})

describe('staff whom she told it by telephone', () => {
  test('writes it down: her parcel stays here, and one press gives it back', async ({ ctx, api }) => {
    const sale = await aDelivery(ctx, api, packed)
    const items = [{ itemId: sale.itemId, quantity: 3, reason: 'OTHER' }]
    const enter = () => sale.staff('POST', `/admin/orders/${sale.orderId}/returns`, { items, note: 'Aradı' })
    const { status, body } = await enter()
    expect([status, body.data]).toMatchObject([201, { status: 'APPROVED', unsent: true, enteredByStaff: true }])
    expect((await enter()).status, 'written down once').toBe(409)
    const told = (await mailed(ctx, 'order-return-approved'))?.text
    expect(told).toMatch(/bir şey göndermeniz gerekmez[\s\S]*Ödemenizi en geç/)
    expect(told).not.toMatch(/kargoya verin|Gönderim adresi/)
    expect((await statusOf(sale)({ status: 'SHIPPED' })).status).toBe(409)
    expect((await sale.decide(body.data.id, 'keep')).body.data).toMatchObject({ status: 'COMPLETED', money: 'PAID' })
    expect([await sale.stock(), (await sale.order()).status]).toEqual([5, 'CANCELLED'])
    expect(await sale.books()).toEqual([])
  })
})

describe('whoever sends parcels', () => {
  test('sees a withdrawal wherever she meets the order, and sends it only knowingly', async ({ ctx, api }) => {
    const sale = await aDelivery(ctx, api, packed)
    const { orderId, staff } = sale
    const { code } = (await sale.ask(3)).body.data
    const words = `Müşteri bu siparişten vazgeçti (iade ${code}); paketi göndermeyin, İadeler bölümünde iadeyi tamamlayın.`
    expect((await staff('GET', `/admin/orders/${orderId}`)).body.data.withdrawn).toBe('ALL')
    expect((await staff('GET', '/admin/orders')).body.data).toMatchObject([{ id: orderId, withdrawn: 'ALL' }])
    expect((await staff('GET', `/admin/packing/${orderId}`)).body.data).toMatchObject({ problem: words })
    const many = await staff('POST', '/admin/orders/status', { orderIds: [orderId], status: 'SHIPPED' })
    expect(many.body.data).toEqual({ changed: [], refused: [{ orderId, message: words }] })
    for (const preview of [true, false]) {
      const rows = [{ order: orderId.slice(-8), trackingNumber: 'TK1' }]
      const scanned = await staff('POST', '/admin/orders/tracking', { rows, preview })
      expect(scanned.body.data.rows).toMatchObject([{ outcome: 'REFUSED', message: words }])
    }
    for (const status of ['SHIPPED', 'DELIVERED']) {
      const moved = await statusOf(sale)({ status })
      expect([moved.status, moved.body.message]).toEqual([409, words])
    }
    expect((await statusOf(sale)({ withdrawalSeen: true })).status, 'nothing is to be changed').toBe(400)
    await statusOf(sale)({ status: 'CONFIRMED' })
    expect((await staff('GET', '/admin/packing')).body.data.orders).toMatchObject([{ id: orderId, withdrawn: 'ALL' }])
    const items = [{ itemId: sale.itemId, quantity: 3 }]
    expect((await staff('POST', `/admin/orders/${orderId}/packed`, { items })).body.message).toBe(words)
    expect((await statusOf(sale)({ status: 'SHIPPED', withdrawalSeen: true })).status).toBe(200)
    const { data } = (await staff('GET', `/admin/orders/${orderId}`)).body
    expect(data).not.toHaveProperty('withdrawn')
  })

  test('cannot cancel the order beside the withdrawal, which pays once', async ({ ctx, api }) => {
    const sale = await aDelivery(ctx, api, packed)
    const id = await sale.asked(3)
    await statusOf(sale)({ status: 'CONFIRMED' })
    const refused = await sale.staff('DELETE', `/admin/orders/${sale.orderId}`)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/açık bir iade var/)])
    const own = await sale.own('POST', `/orders/${sale.orderId}/cancellation`)
    expect([own.status, own.body.message]).toEqual([409, expect.stringMatching(/siparişinizin sayfasında yazar/)])
    expect((await sale.decide(id, 'keep')).body.data).toMatchObject({ status: 'COMPLETED', refundAmount: 300 })
    const again = await sale.staff('DELETE', `/admin/orders/${sale.orderId}`)
    expect([again.status, again.body.code]).toEqual([409, 'CANCELLATION_REFUSED'])
    expect((await sale.order()).refundedAmount).toBe(300)
    expect(await sale.books()).toEqual([])
  })

  test('cannot take pieces out of the order beside the withdrawal', async ({ ctx, api }) => {
    const sale = await aDelivery(ctx, api, packed)
    const id = await sale.asked(2)
    for (const quantity of [2, 1, 0]) {
      const change = { items: [{ itemId: sale.itemId, quantity }] }
      const changed = await sale.staff('PUT', `/admin/orders/${sale.orderId}`, change)
      expect([changed.status, changed.body.message]).toEqual([409, expect.stringMatching(/açık bir iade var/)])
    }
    const note = await sale.staff('PUT', `/admin/orders/${sale.orderId}`, { items: [], note: 'Beklesin' })
    expect(note.status, 'a note may be written').toBe(200)
    expect((await sale.decide(id, 'keep')).body.data).toMatchObject({ status: 'COMPLETED', refundAmount: 200 })
    expect(await sale.order()).toMatchObject({ status: 'PREPARED', refundedAmount: 200 })
    expect(await sale.books()).toEqual([])
  })

  test('finds it refused by the bank: the pieces are here, the money is asked for again', async ({
    ctx,
    api,
    deps,
  }) => {
    const sale = await aDelivery(ctx, api, packed)
    const id = await sale.asked(3)
    const bank = deps.payments
    deps.payments = { ...bank, refund: async () => ({ kind: 'refused', code: 'X', message: 'Kart kapalı.' }) }
    expect((await sale.decide(id, 'keep')).status).toBe(409)
    deps.payments = bank
    expect(await sale.order()).toMatchObject({ status: 'PREPARED', refundedAmount: 0 })
    expect((await statusOf(sale)({ status: 'SHIPPED', withdrawalSeen: true })).status).toBe(409)
    expect((await sale.decide(id, 'complete', {})).body.data).toMatchObject({ status: 'COMPLETED', money: 'PAID' })
    expect((await sale.order()).status).toBe('CANCELLED')
    expect(await sale.books()).toEqual([])
  })
})
