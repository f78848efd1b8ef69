import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { settleOpenPayments } from '#shop/checkout/recovery.ts'
import { mails } from '#shop/mail/schema.ts'
import { orderItems } from '#shop/orders/schema.ts'
import { listDemoLedger } from '#shop/payments/demo/demo.ts'
import { paymentAttempts } from '#shop/payments/schema.ts'
import { remindOfReturns } from '#shop/returns/reminders.ts'
import { faultyStock } from '#shop/returns/schema.ts'
import { days, minutes } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { aPhoto, sendForm } from '#test/forms.ts'
import { aDelivery } from '#test/returns/delivery.ts'
import { test } from '#test/shop.ts'

describe('a shopper', () => {
  test('returns one of three pieces and reads what becomes of it', async ({ ctx, api }) => {
    const { ask, own, order, itemId, orderId } = await aDelivery(ctx, api)
    const { status, body } = await ask(1, { note: '  Omuzları dar ' })
    expect([status, body.message]).toEqual([
      201,
      expect.stringMatching(/^İade talebinizi aldık; iade kodunuz R\w{6}\.$/),
    ])
    expect(body.data).toMatchObject({
      code: expect.stringMatching(/^R[2-9CDFGHJKMNPQRTVWX]{6}$/),
      ...{ kind: 'RETURN', status: 'REQUESTED', orderId, refundAmount: 100, difference: 0, money: 'NONE' },
      items: [{ itemId, quantity: 1, reason: 'TOO_SMALL', condition: null, size: 'S' }],
      note: 'Omuzları dar',
      // Ten days after the 20th, a Monday; fourteen until the money must be back.
      deadline: '2026-11-30T20:59:59.999Z',
      refundDueAt: '2026-12-04T20:59:59.999Z',
    })
    expect(body.data, 'how to send it is said once it is approved').not.toHaveProperty('wayBack')
    const mine = await own('GET', '/returns/my')
    expect(mine.body.data).toEqual([body.data])
    const { returnable } = await order()
    expect(returnable).toMatchObject({ late: false, items: [{ itemId, left: 2, exemption: null }] })
    expect(returnable.deadline).toBe('2026-12-07T20:59:59.999Z')
    expect(returnable.returns).toEqual([body.data])
  })

  test('is refused what is not hers, not there, or too much', async ({ ctx, api }) => {
    const { ask, orderId, itemId, own } = await aDelivery(ctx, api)
    const path = `/orders/${orderId}/returns`
    const items = [{ itemId, quantity: 1, reason: 'OTHER' }]
    const other = await signIn(ctx, await aUser(ctx))
    expect((await api('POST', path, { body: { items } })).status).toBe(401)
    expect((await api('POST', path, { body: { items }, token: other })).status).toBe(404)
    expect((await own('POST', `/orders/${itemId}/returns`, { items })).status).toBe(404)
    expect((await own('POST', path, { items: [{ ...items[0], itemId: orderId }] })).status).toBe(400)
    expect((await own('POST', path, { items: [{ ...items[0], reason: 'PINK' }] })).status).toBe(400)
    expect((await own('POST', path, { items: [items[0], items[0]] })).status).toBe(400)
    expect((await own('POST', path, { items, kind: 'EXCHANGE' })).status).toBe(400)
    expect((await own('POST', path, { items, images: [orderId] })).body.error).toHaveProperty('images')
    const tooMany = await ask(4)
    expect([tooMany.status, tooMany.body.code]).toEqual([409, 'CONFLICT'])
    expect((await ask(2)).status).toBe(201)
    expect((await ask(2)).body.message).toMatch(/en çok 1 adet iade edilebilir/)
    expect((await ask(1)).status).toBe(201)
    expect((await ask(1)).body.message).toMatch(/tamamı iade edildi ya da iadesi sürüyor/)
  })

  test('returns nothing before it is delivered', async ({ ctx, api }) => {
    const { ask, order } = await aDelivery(ctx, api, { status: 'SHIPPED' })
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect(await order()).not.toHaveProperty('returnable')
  })

  test('has the promised days, moved over a weekend, and two years for a faulty piece', async ({ ctx, api, clock }) => {
    const { ask, order } = await aDelivery(ctx, api)
    // Delivered on Friday the 20th; the fifteenth day is a Saturday.
    clock.now = new Date('2026-12-07T23:59:00+03:00')
    expect((await ask()).status).toBe(201)
    clock.now = new Date('2026-12-08T00:00:00+03:00')
    const late = await ask()
    expect([late.status, late.body.code]).toEqual([409, 'RETURN_TOO_LATE'])
    expect(late.body.message).toMatch(/^İade süreniz 7 Aralık 2026 günü doldu/)
    expect((await order()).returnable.late).toBe(true)
    expect((await ask(1, { reason: 'FAULTY' })).status).toBe(201)
    clock.now = new Date('2028-11-21T00:00:00+03:00')
    expect((await ask(1, { reason: 'FAULTY' })).body.code).toBe('RETURN_TOO_LATE')
  })

  test('has no right of withdrawal where the contract said so, unless the piece is faulty', async ({ ctx, api }) => {
    const exemption = 'Hijyen bandı açılmış iç giyim iade alınamaz (m.15).'
    const { ask, order } = await aDelivery(ctx, api, { product: { withdrawalExemption: exemption } })
    const refused = await ask()
    expect([refused.status, refused.body.code]).toEqual([409, 'NO_WITHDRAWAL'])
    expect(refused.body.message).toContain(exemption)
    expect((await order()).returnable.items).toMatchObject([{ exemption }])
    expect((await ask(1, { reason: 'FAULTY' })).status).toBe(201)
  })

  test('takes it back while nothing is on its way; its pieces may come back again', async ({ ctx, api }) => {
    const { asked, ask, own, decide, books } = await aDelivery(ctx, api, { quantity: 1 })
    const id = await asked()
    const other = await signIn(ctx, await aUser(ctx))
    expect((await api('DELETE', `/returns/${id}`, { token: other })).status).toBe(404)
    expect((await api('DELETE', `/returns/${id}`)).status).toBe(401)
    const taken = await own('DELETE', `/returns/${id}`)
    expect([taken.status, taken.body.data.status]).toEqual([200, 'CANCELLED'])
    expect((await own('DELETE', `/returns/${id}`)).status, 'said again').toBe(200)
    const again = (await ask()).body.data.id
    await decide(again, 'approve')
    await own('POST', `/returns/${again}/sent`, {})
    expect((await own('DELETE', `/returns/${again}`)).status).toBe(409)
    expect(await books()).toEqual([])
  })

  test('says that the parcel is on its way, once it is approved, and prints a slip for it', async ({
    ctx,
    api,
    app,
  }) => {
    const { asked, own, decide, buyer } = await aDelivery(ctx, api)
    const id = await asked()
    const slip = async () =>
      app.fetch(
        new Request(`http://shop.test/api/v1/returns/${id}/slip.pdf`, {
          headers: { authorization: `Bearer ${await signIn(ctx, buyer)}` },
        }),
      )
    expect((await slip()).status).toBe(409)
    expect((await own('POST', `/returns/${id}/sent`, {})).status).toBe(409)
    const approved = (await decide(id, 'approve')).body.data
    expect(approved.wayBack).toMatchObject({
      carrier: 'Örnek Kargo',
      words: expect.stringContaining('Örnek Kargo şubesine'),
    })
    const pdf = await slip()
    expect([pdf.status, pdf.headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="iade-${approved.code}.pdf"`,
    ])
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    const other = await signIn(ctx, await aUser(ctx))
    expect((await api('GET', `/returns/${id}/slip.pdf`, { token: other })).status).toBe(404)
    expect((await api('GET', `/returns/${id}/slip.pdf`)).status).toBe(401)
    expect((await own('POST', `/returns/${id}/sent`, { trackingNumber: 'a b' })).status).toBe(400)
    const sent = await own('POST', `/returns/${id}/sent`, { trackingNumber: '123-A' })
    expect(sent.body.data).toMatchObject({ status: 'ON_ITS_WAY', trackingNumber: '123-A' })
    expect((await own('POST', `/returns/${id}/sent`, {})).body.data.trackingNumber).toBe('123-A')
    expect((await api('POST', `/returns/${id}/sent`, { token: other, body: {} })).status).toBe(404)
    expect((await api('POST', `/returns/${id}/sent`, { body: {} })).status).toBe(401)
    expect((await api('GET', '/returns/my')).status).toBe(401)
  })

  test('is told nothing of returns while the owner has not switched them on', async ({ ctx, api }) => {
    const { staff, ask, order } = await aDelivery(ctx, api)
    const settings = { enabled: false, contractCode: '', howToSend: '' }
    const save = (body: object) => staff('PUT', '/admin/settings/returns', body)
    expect((await save({ settings: { ...settings, contractCode: '1'.repeat(41) } })).status).toBe(400)
    expect((await save({ settings, version: 0 })).status).toBe(200)
    expect((await save({ settings, version: 0 })).body.code).toBe('EDIT_CONFLICT')
    expect(await order()).not.toHaveProperty('returnable')
    const refused = await ask()
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/^İade için lütfen bize yazın/)])
  })
})

describe('pictures of a return', () => {
  test('are seen by her and by staff alone', async ({ ctx, api, app }) => {
    const { buyer, ask, staff, owner } = await aDelivery(ctx, api)
    const upload = async (file: File | undefined, token?: string) =>
      sendForm(app, 'POST', '/returns/images', { file }, token)
    const hers = await signIn(ctx, buyer)
    const stranger = await signIn(ctx, await aUser(ctx))
    const photo = await aPhoto('#aa3322')
    expect((await upload(photo)).status).toBe(401)
    expect((await upload(undefined, hers)).status).toBe(400)
    expect((await upload(new File(['%PDF-1.7'], 'fatura.pdf'), hers)).status).toBe(400)
    expect((await upload(new File([new Uint8Array(5_500_000)], 'foto.jpg'), hers)).status).toBe(413)
    const kept = await upload(photo, hers)
    expect(kept.status).toBe(201)
    const { id } = kept.body.data
    const see = async (token?: string) => {
      const headers = token ? { authorization: `Bearer ${token}` } : undefined
      const answer = await app.fetch(new Request(`http://shop.test/api/v1/returns/images/${id}`, { headers }))
      await answer.arrayBuffer()
      return [answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]
    }
    expect(await see(hers)).toEqual([200, 'image/png', 'no-store'])
    expect((await see(await signIn(ctx, owner)))[0], 'not sent yet').toBe(404)
    const { body } = await ask(1, { images: [id] })
    expect(body.data.images).toEqual([{ id }])
    expect((await staff('GET', `/admin/returns/${body.data.id}`)).body.data.images).toEqual([{ id }])
    expect((await see(await signIn(ctx, owner)))[0]).toBe(200)
    expect((await see(stranger))[0]).toBe(404)
    expect((await see())[0]).toBe(401)
    expect((await ask(1, { images: [id] })).status, 'one picture, one return').toBe(400)
  })
})

describe('the owner', () => {
  test('approves, receives and completes: money, stock and mails follow', async ({ ctx, api }) => {
    const { asked, decide, stock, books, order, own, staff } = await aDelivery(ctx, api)
    const id = await asked(2)
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

  test('refuses with a reason that she reads, and may think better of it', async ({ ctx, api }) => {
    const { asked, ask, decide, own, books } = await aDelivery(ctx, api, { quantity: 1 })
    const id = await asked()
    expect((await decide(id, 'refuse', { reason: ' ' })).status).toBe(400)
    const refused = await decide(id, 'refuse', { reason: 'Etiketi sökülmüş.' })
    expect(refused.body.data).toMatchObject({ status: 'REFUSED', refusal: 'Etiketi sökülmüş.', refundAmount: 0 })
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
  })
})

describe('on a bad day', () => {
  test('the parcel comes after the refund: its pieces are put away then', async ({ ctx, api }) => {
    const sale = await aDelivery(ctx, api)
    const id = await sale.asked()
    await sale.decide(id, 'approve')
    expect((await sale.decide(id, 'complete', { withoutParcel: true })).body.data.status).toBe('COMPLETED')
    expect(await sale.stock()).toBe(2)
    const late = await sale.decide(id, 'receive', { condition: 'AS_NEW' })
    expect(late.body.data).toMatchObject({ status: 'COMPLETED', shelvedAt: expect.any(String) })
    expect((await sale.decide(id, 'receive', { condition: 'AS_NEW' })).status).toBe(409)
    expect(await sale.stock()).toBe(3)
    expect(await sale.books()).toEqual([])
  })

  test('the bank refuses: the return is as it was, and is completed later', async ({ ctx, api, deps }) => {
    const sale = await aDelivery(ctx, api)
    const id = await sale.received()
    const bank = deps.payments
    deps.payments = { ...bank, refund: async () => ({ kind: 'refused', code: 'X', message: 'Kart kapalı.' }) }
    expect((await sale.decide(id, 'complete', {})).status).toBe(409)
    expect((await sale.staff('GET', `/admin/returns/${id}`)).body.data).toMatchObject({
      status: 'RECEIVED',
      money: 'NONE',
    })
    expect((await ctx.db.select().from(orderItems))[0]).toMatchObject({ returningQuantity: 1, refundedQuantity: 0 })
    deps.payments = bank
    expect((await sale.decide(id, 'complete', {})).body.data.status).toBe('COMPLETED')
    expect(await sale.stock(), 'put away once').toBe(3)
    expect(await sale.books()).toEqual([])
  })

  test('the bank’s answer is lost: the shop finishes it by itself', async ({ ctx, api, deps, clock }) => {
    const sale = await aDelivery(ctx, api)
    const id = await sale.received()
    const bank = deps.payments
    deps.payments = { ...bank, refund: async () => ({ kind: 'unknown', reason: 'lost' }) }
    expect((await sale.decide(id, 'complete', {})).status).toBe(503)
    expect((await sale.staff('GET', `/admin/returns/${id}`)).body.data).toMatchObject({
      status: 'RECEIVED',
      money: 'AT_BANK',
    })
    deps.payments = bank
    clock.forward(minutes(10))
    await settleOpenPayments({ ...ctx, payments: bank })
    expect((await sale.staff('GET', `/admin/returns/${id}`)).body.data).toMatchObject({
      status: 'COMPLETED',
      money: 'PAID',
    })
    expect(await sale.books()).toEqual([])
  })

  test('units in a return are paid back through it alone, and its order is not cancelled meanwhile', async ({
    ctx,
    api,
  }) => {
    const sale = await aDelivery(ctx, api)
    const id = await sale.received('AS_NEW', 2)
    const refund = (quantity: number) =>
      sale.staff('POST', `/admin/orders/${sale.orderId}/refunds`, { items: [{ itemId: sale.itemId, quantity }] })
    expect((await refund(3)).status).toBe(409)
    expect((await refund(1)).status).toBe(200)
    expect((await refund(1)).body.message).toMatch(/açık bir iade var/)
    await sale.staff('PUT', `/admin/orders/${sale.orderId}/status`, { status: 'CONFIRMED' })
    const cancelled = await sale.staff('DELETE', `/admin/orders/${sale.orderId}`)
    expect([cancelled.status, cancelled.body.message]).toEqual([409, expect.stringMatching(/açık bir iade var/)])
    expect((await sale.decide(id, 'complete', {})).body.data).toMatchObject({ status: 'COMPLETED', refundAmount: 200 })
    expect((await sale.order()).paymentStatus).toBe('REFUNDED')
    expect(await sale.books()).toEqual([])
  })

  test('a return of a door order waits for its money', async ({ ctx, api }) => {
    const sale = await aDelivery(ctx, api, { status: 'DELIVERED' })
    const id = await sale.received()
    await ctx.db.update(paymentAttempts).set({ status: 'AWAITING_COLLECTION' })
    const early = await sale.decide(id, 'complete', {})
    expect([early.status, early.body.message]).toEqual([409, expect.stringMatching(/ödemesi henüz alınmadı/)])
  })
})
