import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { mails } from '#shop/mail/schema.ts'
import { listDemoLedger } from '#shop/payments/demo/demo.ts'
import { remindOfReturns } from '#shop/returns/reminders.ts'
import { faultyStock } from '#shop/returns/schema.ts'
import { days } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { aDelivery } from '#test/returns/delivery.ts'
import { test } from '#test/shop.ts'

describe('the owner', () => {
  test('approves, receives and completes: money, stock and mails follow', async ({ ctx, api }) => {
    const { asked, decide, stock, books, order, own, staff } = await aDelivery(ctx, api)
    const shown = async () => (await staff('GET', '/admin/orders')).body.data[0].returning
    expect(await shown()).toBeUndefined()
    const id = await asked(2)
    expect(await shown(), 'the order says that a return is open').toBe(true)
    expect((await decide(id, 'approve')).body.data.status).toBe('APPROVED')
    expect((await decide(id, 'approve')).status, 'said twice').toBe(200)
    const early = await decide(id, 'complete', {})
    expect([early.status, early.body.message]).toEqual([409, expect.stringMatching(/Paket henüz gelmedi/)])
    expect((await decide(id, 'receive', { condition: 'AS_NEW' })).body.data.status).toBe('RECEIVED')
    expect(await stock(), 'it is put away with the refund').toBe(2)
    const done = await decide(id, 'complete', {})
    expect(done.body).toMatchObject({
      message: 'İade tamamlandı, para iade edildi.',
      data: { status: 'COMPLETED', money: 'PAID', refundAmount: 200, completedAt: expect.any(String) },
    })
    expect([await stock(), (await listDemoLedger(ctx.db))[0]?.refundedKurus]).toEqual([4, 20_000])
    expect(await shown()).toBeUndefined()
    expect(await order()).toMatchObject({ refundedAmount: 200, paymentStatus: 'PARTIALLY_REFUNDED' })
    expect((await own('GET', '/returns/my')).body.data).toMatchObject([{ status: 'COMPLETED' }])
    for (const what of ['approve', 'complete', 'receive', 'refuse']) {
      const body = { condition: 'AS_NEW', reason: 'Yanlışlıkla' }
      expect((await decide(id, what, body)).status, what).toBe(409)
    }
    expect(await books()).toEqual([])
    const kinds = (await ctx.db.select().from(mails).orderBy(mails.id)).map(({ kind }) => kind)
    expect(kinds.slice(2)).toEqual([
      'order-return-requested',
      'return-notice',
      'order-return-approved',
      'order-return-received',
      'order-refund',
    ])
    const { body } = await staff('GET', '/admin/audit?action=order.return')
    expect(body.data.map(({ after }: { after: { returnStatus: string } }) => after.returnStatus)).toEqual([
      'COMPLETED',
      'RECEIVED',
      'APPROVED',
    ])
  })

  test('gives delivery back with the last piece, and puts worn and faulty ones aside', async ({ ctx, api }) => {
    const owner = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    await api('PUT', '/admin/settings/delivery', { token: owner, body: { fee: 49.9, freeFrom: 0, provinces: [] } })
    const product = await aProduct(ctx, {
      variants: [
        { stock: 5, priceKurus: 10_000 },
        { stock: 5, priceKurus: 10_000 },
      ],
    })
    const [token, admin] = [await signIn(ctx, await aUser(ctx)), owner]
    const cartItems = product.variants.map(({ id, size }) => ({
      productId: product.id,
      variantId: id,
      size,
      quantity: 1,
    }))
    const payment = aPayment(product, { totalAmount: 249.9 })
    const { body } = await api('POST', '/payments/create', {
      token,
      body: { ...payment, orderData: { ...payment.orderData, cartItems } },
    })
    const { orderId } = body.data
    await api('PUT', `/admin/orders/${orderId}/status`, { token: admin, body: { status: 'DELIVERED' } })
    const order = (await api('GET', `/orders/${orderId}`, { token })).body.data
    const items = order.items.map(({ id }: { id: string }) => ({ itemId: id, quantity: 1, reason: 'FAULTY' }))
    const asked = await api('POST', `/orders/${orderId}/returns`, { token, body: { items } })
    expect(asked.body.data.refundAmount, 'all of it, the delivery too').toBe(249.9)
    const at = `/admin/returns/${asked.body.data.id}`
    await api('POST', `${at}/approve`, { token: admin })
    const strange = { condition: 'WORN', items: [{ itemId: orderId, condition: 'FAULTY' }] }
    expect((await api('POST', `${at}/receive`, { token: admin, body: strange })).status).toBe(400)
    const receipt = { condition: 'WORN', items: [{ itemId: items[0].itemId, condition: 'AS_NEW' }] }
    await api('POST', `${at}/receive`, { token: admin, body: receipt })
    const done = await api('POST', `${at}/complete`, { token: admin, body: {} })
    expect(done.body.data).toMatchObject({ status: 'COMPLETED', refundAmount: 249.9 })
    expect(done.body.data.items.map(({ condition }: { condition: string }) => condition)).toEqual(['AS_NEW', 'WORN'])
    const stocks = (await api('GET', `/products/${product.id}`)).body.data.variants
    expect(stocks.map(({ stockQuantity }: { stockQuantity: number }) => stockQuantity).sort()).toEqual([4, 5])
    expect(await ctx.db.select().from(faultyStock)).toMatchObject([{ units: 1 }])
    const told = await api('GET', '/admin/return-reasons', { token: admin })
    expect(told.body.data).toMatchObject([{ faulty: 1, delivered: 2, reasons: { FAULTY: 2 } }])
  })

  test('leaves out what was not in the parcel: it is neither paid nor put away, and may be returned later', async ({
    ctx,
    api,
  }) => {
    const { asked, ask, decide, stock, books, order, own, staff } = await aDelivery(ctx, api)
    const id = await asked(2)
    await decide(id, 'approve')
    const { itemId } = (await own('GET', '/returns/my')).body.data[0].items[0]
    const arrived = (count: unknown) => ({
      condition: 'AS_NEW',
      items: [{ itemId, condition: 'AS_NEW', arrived: count }],
    })
    const tooMany = await decide(id, 'receive', arrived(3))
    expect([tooMany.status, tooMany.body.error]).toEqual([
      400,
      { 'items.0.arrived': ['Bu iadede bu üründen 2 adet var'] },
    ])
    expect((await decide(id, 'receive', arrived(-1))).status).toBe(400)
    const none = await decide(id, 'receive', arrived(0))
    expect([none.status, none.body.message]).toEqual([409, 'Ürünlerin hiçbiri gelmediyse iadeyi reddedin.'])

    const received = await decide(id, 'receive', arrived(1))
    expect(received.body.data).toMatchObject({ status: 'RECEIVED', refundAmount: 100, items: [{ quantity: 1 }] })
    const told = await ctx.db.select().from(mails).where(eq(mails.kind, 'order-return-received'))
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toMatch(/Paketinizden çıkmayanlar iadenize sayılmadı: .+, 1 adet\./)
    const { body } = await staff('GET', '/admin/audit?action=order.return')
    expect(body.data[0].after.missingPieces).toMatch(/, 1 adet$/)

    expect((await decide(id, 'complete', {})).body.data).toMatchObject({ status: 'COMPLETED', refundAmount: 100 })
    expect([await stock(), (await listDemoLedger(ctx.db))[0]?.refundedKurus]).toEqual([3, 10_000])
    const late = await decide(id, 'receive', arrived(0))
    expect(late.status).toBe(409)
    expect(await order()).toMatchObject({ refundedAmount: 100 })
    expect((await ask()).status, 'the other is still hers to return').toBe(201)
    expect(await books()).toEqual([])
  })

  test('corrects a receipt: the mail comes once more only where a piece was missing', async ({ ctx, api }) => {
    const { asked, decide, own, books } = await aDelivery(ctx, api)
    const id = await asked(2)
    await decide(id, 'approve')
    const { itemId } = (await own('GET', '/returns/my')).body.data[0].items[0]
    const received = async () =>
      (await ctx.db.select().from(mails).where(eq(mails.kind, 'order-return-received'))).length
    await decide(id, 'receive', { condition: 'AS_NEW' })
    await decide(id, 'receive', { condition: 'WORN' })
    expect(await received()).toBe(1)
    const one = { condition: 'WORN', items: [{ itemId, condition: 'WORN', arrived: 1 }] }
    expect((await decide(id, 'receive', one)).body.data.refundAmount).toBe(100)
    expect((await decide(id, 'receive', one)).body.data.refundAmount, 'the one that came').toBe(100)
    expect(await received()).toBe(2)
    expect(await books()).toEqual([])
  })

  test('refuses with a reason that she reads, and may think better of it', async ({ ctx, api }) => {
    const { asked, ask, decide, own, books } = await aDelivery(ctx, api, { quantity: 1 })
    const id = await asked()
    expect((await decide(id, 'refuse', { reason: ' ' })).status).toBe(400)
    const refused = await decide(id, 'refuse', { reason: 'Etiketi sökülmüş.' })
    expect(refused.body.message).toBe('İade reddedildi ve müşteriye yazıldı.')
    expect(refused.body.data).toMatchObject({
      status: 'REFUSED',
      early: false,
      refusal: 'Etiketi sökülmüş.',
      refundAmount: 0,
    })
    expect((await own('GET', '/returns/my')).body.data).toMatchObject([{ refusal: 'Etiketi sökülmüş.' }])
    const [mail] = await ctx.db.select().from(mails).where(eq(mails.kind, 'order-return-refused'))
    expect(mail?.text).toContain('Nedeni: Etiketi sökülmüş.')
    expect((await decide(id, 'receive', { condition: 'AS_NEW' })).status).toBe(409)
    expect((await decide(id, 'approve')).body.data).toMatchObject({ status: 'APPROVED', refusal: '' })
    await decide(id, 'refuse', { reason: 'Paket gelmedi.' })
    expect((await ask()).status, 'its piece may be asked for again').toBe(201)
    expect((await decide(id, 'approve')).status, 'but not twice').toBe(409)
    expect(await books()).toEqual([])
  })

  test('writes down what came as a message, whatever the days', async ({ ctx, api, clock }) => {
    const { staff, orderId, itemId, own } = await aDelivery(ctx, api)
    clock.forward(days(40))
    const items = [{ itemId, quantity: 1, reason: 'OTHER' }]
    const enter = (body: object, id = orderId) => staff('POST', `/admin/orders/${id}/returns`, body)
    expect((await enter({ items, noticedOn: '2027-02-01' })).status).toBe(400)
    expect((await enter({ items: [{ ...items[0], itemId: orderId }] })).status).toBe(400)
    expect((await enter({ items }, itemId)).status).toBe(404)
    expect((await enter({ items: [{ ...items[0], quantity: 9 }] })).status).toBe(409)
    const { status, body } = await enter({ items, note: 'WhatsApp’tan yazdı', noticedOn: '2026-12-20' })
    expect([status, body.data]).toMatchObject([
      201,
      { status: 'APPROVED', enteredByStaff: true, noticedAt: '2026-12-19T21:00:00.000Z', daysLeft: 4 },
    ])
    expect((await own('GET', '/returns/my')).body.data).toMatchObject([{ status: 'APPROVED' }])
  })

  test('pays a transfer back by hand: it is over once she says so', async ({ ctx, api }) => {
    const sale = await aDelivery(ctx, api, { method: 'BANK_TRANSFER' })
    const id = await sale.received('AS_NEW', 3)
    const asked = await sale.decide(id, 'complete', {})
    expect(asked.body.data).toMatchObject({ status: 'RECEIVED', money: 'BY_HAND', refundAmount: 300 })
    expect(await sale.stock(), 'her pieces are on sale meanwhile').toBe(5)
    expect((await sale.decide(id, 'complete', {})).status).toBe(409)
    expect((await sale.decide(id, 'refuse', { reason: 'Olmaz' })).status).toBe(409)
    expect(await sale.order()).toMatchObject({ owed: { amount: 300 } })
    const [owed] = (await sale.staff('GET', '/admin/payments')).body.data.refunds
    const paid = { outcome: 'gone', note: 'Havale edildi' }
    await sale.staff('POST', `/admin/payments/refunds/${owed.id}/resolution`, paid)
    expect((await sale.own('GET', '/returns/my')).body.data).toMatchObject([{ status: 'COMPLETED', money: 'PAID' }])
    expect(await sale.books()).toEqual([])
  })

  test('is told of a return that is not there', async ({ ctx, api }) => {
    const { staff, decide, orderId } = await aDelivery(ctx, api)
    expect((await staff('GET', `/admin/returns/${orderId}`)).status).toBe(404)
    const body = { condition: 'AS_NEW', reason: 'Yok' }
    for (const what of ['approve', 'refuse', 'receive', 'complete'])
      expect((await decide(orderId, what, body)).status, what).toBe(404)
  })

  test('sees the inbox: by what waits, by code, number and name', async ({ ctx, api }) => {
    const sale = await aDelivery(ctx, api)
    const [first, second] = [await sale.asked(), await sale.received()]
    const list = async (query: string) =>
      (await sale.staff('GET', `/admin/returns?${query}`)).body.data.map(({ id }: { id: string }) => id)
    expect(await list('')).toEqual([second, first])
    expect(await list('view=to-decide')).toEqual([first])
    expect(await list('view=received')).toEqual([second])
    expect(await list('status=APPROVED')).toEqual([])
    const { code } = (await sale.staff('GET', `/admin/returns/${first}`)).body.data
    expect(await list(`q=${code.toLowerCase()}`)).toEqual([first])
    expect(await list(`q=${sale.orderId.slice(-8)}`)).toEqual([second, first])
    expect(await list('q=AYSE%20YIL')).toEqual([second, first])
    expect(await list(`order=${sale.orderId}`)).toHaveLength(2)
    expect((await sale.staff('GET', '/admin/returns?view=pink')).status).toBe(400)
    const { waiting } = (await sale.staff('GET', '/admin/dashboard')).body.data
    expect(waiting).toMatchObject({ returnsToDecide: 1, returnsToPay: 1, returnsPressing: 0 })
  })

  test('is told of money that is due, and she of a parcel that does not come', async ({ ctx, api, clock }) => {
    const sale = await aDelivery(ctx, api)
    const id = await sale.asked()
    await sale.decide(id, 'approve')
    const reminders = async () =>
      (await ctx.db.select().from(mails).where(eq(mails.kind, 'order-return-reminder'))).length
    clock.forward(days(5))
    await remindOfReturns(ctx)
    expect(await reminders()).toBe(0)
    clock.forward(days(2))
    await remindOfReturns(ctx)
    await remindOfReturns(ctx)
    expect(await reminders()).toBe(1)
    clock.forward(days(5))
    expect((await sale.staff('GET', '/admin/dashboard')).body.data.waiting.returnsPressing).toBe(1)
    expect((await sale.staff('GET', `/admin/returns/${id}`)).body.data.daysLeft).toBe(2)
    const missing = async () => (await sale.staff('GET', '/admin/dashboard')).body.data.waiting.returnsMissing
    expect(await missing()).toBe(0)
    clock.forward(days(9))
    expect(await missing(), 'ten days to hand it over, moved to a working day, and a week on its way').toBe(1)
    await sale.decide(id, 'receive', { condition: 'AS_NEW' })
    expect(await missing()).toBe(0)
  })
})

describe('reasons become knowledge', () => {
  test('the owner agrees that a page says what enough of its buyers found', async ({ ctx, api }) => {
    const product = { variants: [{ stock: 20, priceKurus: 10_000 }] }
    const sale = await aDelivery(ctx, api, { quantity: 10, product })
    const { id } = sale.product
    const reasons = async () => (await sale.staff('GET', '/admin/return-reasons')).body.data
    const agree = (note: unknown, product = id) => sale.staff('PUT', `/admin/products/${product}/fit-note`, { note })
    expect(await reasons()).toEqual([])
    await sale.ask(2)
    expect(await reasons()).toMatchObject([
      { productId: id, delivered: 10, reasons: { TOO_SMALL: 2 }, finding: null, fitNote: null },
    ])
    expect((await agree('SMALL')).status).toBe(409)
    await sale.ask(1)
    const [told] = await reasons()
    expect(told).toMatchObject({
      finding: 'SMALL',
      variants: [{ size: 'S', delivered: 10, reasons: { TOO_SMALL: 3 } }],
    })
    expect((await agree('BIG')).status).toBe(409)
    expect((await agree('PINK')).status).toBe(400)
    expect((await agree('SMALL', sale.orderId)).status).toBe(404)
    expect((await agree('SMALL')).body.data).toMatchObject([{ fitNote: 'SMALL' }])
    const { body } = await sale.staff('GET', `/admin/audit?subject=${id}`)
    expect(body.data[0]).toMatchObject({ action: 'product.update', after: { fitNote: 'SMALL' } })
    expect((await agree(null)).body.data).toMatchObject([{ fitNote: null, finding: 'SMALL' }])
    const other = await aDelivery(ctx, api, { quantity: 10, product })
    await other.ask(1)
    expect((await agree('SMALL', other.product.id)).status, 'what was found of one says nothing of another').toBe(409)
  })
})
