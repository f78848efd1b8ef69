import { describe, expect } from 'vitest'
import { openedOnly } from '#shop/catalog/withdrawal.ts'
import type { Ctx } from '#shop/ctx.ts'
import { remindOfReturns } from '#shop/returns/reminders.ts'
import { days } from '#shop/time.ts'
import { auditBooks, auditReturns } from '#test/books.ts'
import { aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { textOfPdf } from '#test/pdf.ts'
import { aDelivery } from '#test/returns/delivery.ts'
import { type Api, test } from '#test/shop.ts'
import { aPlaced, stockOf } from '#test/ways/door.ts'

const onItsWay = { status: 'SHIPPED' }
const refuseIt = /^Paketi teslim almanız gerekmez: .* kargo ücreti ödemezsiniz\.$/
const takeIt = /^Pakette sizde kalacak ürünler de var: paketi teslim alın/

const mailed = async (ctx: Ctx, kind: string) => (await mailsOf(ctx)).findLast((mail) => mail.kind === kind)?.text ?? ''

describe('a shopper whose order is on its way', () => {
  test('withdraws from all of it: told at once, refused at her door, paid back when it is here again', async ({
    ctx,
    api,
    clock,
  }) => {
    const sale = await aDelivery(ctx, api, { ...onItsWay, delivery: 4_990 })
    const { itemId } = sale
    const before = await sale.order()
    expect(before.withdrawable).toEqual({ items: [{ itemId, left: 3, exemption: null }], returns: [] })
    expect(before).not.toHaveProperty('returnable')
    expect(before.expectedDelivery).not.toBeNull()
    const { status, body } = await sale.ask(3, { reason: 'OTHER' })
    expect([status, body.message]).toEqual([201, expect.stringMatching(/^İade talebinizi aldık; iade kodunuz R/)])
    expect(body.data).toMatchObject({
      ...{ kind: 'RETURN', status: 'REQUESTED', undelivered: true, atTheDoor: expect.stringMatching(refuseIt) },
      // With its delivery; due fourteen days after her notice, wherever the parcel is.
      ...{ refundAmount: 349.9, refundDueAt: '2026-12-04T20:59:59.999Z' },
    })
    expect(await mailed(ctx, 'order-return-requested')).toMatch(/Paketi teslim almanız gerekmez[\s\S]*349,90/)
    expect(await mailed(ctx, 'return-notice')).toContain('Sipariş henüz teslim edilmedi')
    const after = await sale.order()
    expect(after.withdrawable).toEqual({ items: [{ itemId, left: 0, exemption: null }], returns: [body.data] })
    expect(after.expectedDelivery, 'she no longer waits for it').toBeNull()
    const { id } = body.data
    await sale.decide(id, 'approve')
    const told = await mailed(ctx, 'order-return-approved')
    expect(told).toMatch(/Paketi teslim almanız gerekmez[\s\S]*Teslim aldığınız ürünleri şöyle gönderin/)
    expect(told).toContain('teslim aldığınız günden sonra 10 gün içinde kargoya verin')
    clock.forward(days(8))
    await remindOfReturns(ctx)
    expect(await mailed(ctx, 'order-return-reminder'), 'she has nothing to send').toBe('')
    const waiting = async () => (await sale.staff('GET', '/admin/dashboard')).body.data.waiting.lateToDeliver
    expect(await waiting()).toBe(1)
    await sale.decide(id, 'receive', { condition: 'AS_NEW' })
    expect((await sale.decide(id, 'complete', {})).body.data).toMatchObject({ status: 'COMPLETED', money: 'PAID' })
    expect([await sale.stock(), await waiting()]).toEqual([5, 0])
    expect(await sale.order()).toMatchObject({ status: 'SHIPPED', paymentStatus: 'REFUNDED', refundedAmount: 349.9 })
    const mails = (await mailsOf(ctx)).length
    await sale.staff('PUT', `/admin/orders/${sale.orderId}/status`, { status: 'DELIVERED' })
    expect((await mailsOf(ctx)).length, 'nothing arrived at her').toBe(mails)
    const { body: audit } = await sale.staff('GET', '/admin/audit?action=order.return')
    expect(audit.data.map(({ after }: { after: { returnStatus: string } }) => after.returnStatus)).toEqual([
      ...['COMPLETED', 'RECEIVED', 'APPROVED'],
    ])
    expect(await sale.books()).toEqual([])
  })

  test('withdraws from some of it, takes the parcel, and has ten days from then on', async ({
    ctx,
    api,
    app,
    clock,
  }) => {
    const sale = await aDelivery(ctx, api, onItsWay)
    const { data } = (await sale.ask(1, { reason: 'OTHER' })).body
    expect(data.atTheDoor).toMatch(takeIt)
    const approved = (await sale.decide(data.id, 'approve')).body.data
    expect(approved).toMatchObject({
      undelivered: true,
      early: true,
      wayBack: { carrier: 'Örnek Kargo' },
      paymentMethod: 'CARD',
    })
    const asked = new Request(`http://shop.test/api/v1/returns/${data.id}/slip.pdf`, {
      headers: { authorization: `Bearer ${await signIn(ctx, sale.buyer)}` },
    })
    const [slip] = textOfPdf(Buffer.from(await (await app.fetch(asked)).arrayBuffer()))
    expect(slip).toContain('Siparişi teslim aldığınız günden sonra 10 gün içinde kargoya verin.')
    expect(slip, 'she gave no reason').not.toContain('Diğer')
    const report = (await sale.staff('GET', '/admin/reports/returns')).body.data
    expect(report.tables[0].rows).toMatchObject([{ id: 'OTHER', name: 'Diğer ya da belirtilmedi' }])
    clock.forward(days(9))
    await sale.staff('PUT', `/admin/orders/${sale.orderId}/status`, { status: 'DELIVERED' })
    const arrived = await mailed(ctx, 'order-delivered')
    expect(arrived).toContain(`Bu siparişten iade bildiriminiz var (${data.code}). İadenizi onayladık; nasıl`)
    expect(arrived).not.toContain('Güle güle')
    const told = (await sale.staff('GET', `/admin/returns/${data.id}`)).body.data
    expect([told.undelivered, told.early], 'she asked before it came').toEqual([false, true])
    const { returnable, ...order } = await sale.order()
    expect(order).not.toHaveProperty('withdrawable')
    // Delivered on Sunday the 29th; the money is due as before.
    expect(returnable).toMatchObject({
      items: [{ left: 2 }],
      returns: [{ undelivered: false, atTheDoor: '', deadline: '2026-12-09T20:59:59.999Z' }],
    })
    expect(returnable.returns[0].refundDueAt).toBe(data.refundDueAt)
    clock.forward(days(5))
    await remindOfReturns(ctx)
    expect(await mailed(ctx, 'order-return-reminder')).toBe('')
    clock.forward(days(2))
    await remindOfReturns(ctx)
    expect(await mailed(ctx, 'order-return-reminder')).toContain('9 Aralık 2026 gününe kadar')
    const missing = async () => (await sale.staff('GET', '/admin/dashboard')).body.data.waiting.returnsMissing
    clock.forward(days(9))
    expect(await missing(), 'ten days from the delivery, and a week on its way').toBe(0)
    clock.forward(days(2))
    expect(await missing()).toBe(1)
    await sale.decide(data.id, 'receive', { condition: 'AS_NEW' })
    expect((await sale.decide(data.id, 'complete', {})).body.data).toMatchObject({ refundAmount: 100, money: 'PAID' })
    expect(await sale.books()).toEqual([])
  })

  test('of two returns that leave nothing in the parcel both say that it may be refused', async ({ ctx, api }) => {
    const sale = await aDelivery(ctx, api, onItsWay)
    const first = await sale.asked(1)
    const second = (await sale.ask(2)).body.data
    expect(second.atTheDoor).toMatch(refuseIt)
    const told = async () =>
      (await sale.own('GET', '/returns/my')).body.data.map(({ atTheDoor }: { atTheDoor: string }) => atTheDoor)
    for (const words of await told()) expect(words).toMatch(refuseIt)
    expect((await sale.own('DELETE', `/returns/${second.id}`)).body.data.status).toBe('CANCELLED')
    expect(await told()).toEqual(['', expect.stringMatching(takeIt)])
    await sale.decide(first, 'approve')
    await sale.own('POST', `/returns/${first}/sent`, {})
    expect(await told(), 'she had it, whatever the carrier says').toEqual(['', ''])
  })

  test('may not exchange, nor return what was not sent or was cancelled', async ({ ctx, api }) => {
    const sale = await aDelivery(ctx, api, onItsWay)
    const path = `/orders/${sale.orderId}/returns`
    const items = [{ itemId: sale.itemId, quantity: 1, newVariantId: sale.product.variants[0]?.id }]
    const exchange = await sale.own('POST', path, { kind: 'EXCHANGE', items })
    expect([exchange.status, exchange.body.message]).toEqual([409, expect.stringMatching(/^Yoldaki bir sipariş/)])
    const token = await signIn(ctx, await aUser(ctx))
    const asked = { items: [{ itemId: sale.itemId, quantity: 1, reason: 'OTHER' }] }
    expect((await api('POST', path, { token, body: asked })).status, 'of somebody else').toBe(404)
    await sale.staff('PUT', `/admin/orders/${sale.orderId}/status`, { status: 'CONFIRMED' })
    expect(await sale.ask()).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect(await sale.order()).not.toHaveProperty('withdrawable')
    await sale.staff('PUT', `/admin/orders/${sale.orderId}/status`, { status: 'CANCELLED' })
    expect((await sale.ask()).status).toBe(409)
  })

  test('is told of what was not sent only what she and the shop can do', async ({ ctx, api }) => {
    const sale = await aDelivery(ctx, api, { status: 'CONFIRMED' })
    const asked = async () => {
      const items = [{ itemId: sale.itemId, quantity: 1, reason: 'OTHER' }]
      const entered = await sale.staff('POST', `/admin/orders/${sale.orderId}/returns`, { items })
      const hers = await sale.ask()
      expect([hers.status, entered.status]).toEqual([409, 409])
      return [hers.body.message, entered.body.message]
    }
    expect(await asked()).toEqual([
      'Kargoya verilmemiş bir sipariş iade edilemez; siparişi iptal edebilir ya da bize yazabilirsiniz.',
      'Hazırlanmamış bir sipariş iade edilmez; siparişi iptal edebilirsiniz.',
    ])
    await sale.staff('DELETE', `/admin/orders/${sale.orderId}`)
    const gone = 'Bu sipariş iptal edilmiş; iade edilecek bir ürün yok.'
    expect(await asked()).toEqual([gone, gone])
  })

  test('may not cancel it, and is sent to “İade et” only while it is there', async ({ ctx, api }) => {
    const sale = await aDelivery(ctx, api, onItsWay)
    const told = async (status: string) => {
      await sale.staff('PUT', `/admin/orders/${sale.orderId}/status`, { status })
      const { status: code, body } = await sale.own('POST', `/orders/${sale.orderId}/cancellation`)
      return [code, body.message]
    }
    const way = expect.stringContaining('“İade et” diyebilirsiniz, teslimatı beklemeniz gerekmez.')
    for (const status of ['SHIPPED', 'PREPARED']) expect(await told(status), status).toEqual([409, way])
    for (const status of ['DELIVERED', 'CONFIRMED']) {
      expect(await told(status), status).toEqual([
        409,
        expect.stringMatching(/edilemez; iade için bize yazabilirsiniz\.$/),
      ])
    }
    await sale.staff('DELETE', `/admin/orders/${sale.orderId}`)
    const again = await sale.own('POST', `/orders/${sale.orderId}/cancellation`)
    expect([again.status, again.body.message]).toEqual([409, 'Siparişiniz iptal edilmiş.'])
  })

  test('cannot withdraw from what was made for her, whatever the reason; nobody has opened what is packed', async ({
    ctx,
    api,
  }) => {
    const exemption = 'Ölçünüze göre örülür'
    const made = await aDelivery(ctx, api, { ...onItsWay, product: { withdrawalExemption: exemption } })
    for (const reason of ['OTHER', 'FAULTY']) {
      const { status, body } = await made.ask(1, { reason })
      expect([status, body.code, body.message]).toEqual([
        ...[409, 'NO_WITHDRAWAL'],
        expect.stringContaining('Ölçünüze göre örülür. Ürün size kusurlu ulaşırsa'),
      ])
    }
    expect((await made.order()).withdrawable.items).toMatchObject([{ exemption }])
    const sealed = await aDelivery(ctx, api, { ...onItsWay, product: { withdrawalExemption: openedOnly } })
    expect((await sealed.order()).withdrawable.items).toMatchObject([{ exemption: null }])
    expect((await sealed.ask()).status).toBe(201)
    await sealed.staff('PUT', `/admin/orders/${sealed.orderId}/status`, { status: 'DELIVERED' })
    expect((await sealed.ask()).body.code, 'once it arrived it may be open').toBe('NO_WITHDRAWAL')
  })

  test('is told nothing of it where the shop takes no returns online, and sees what staff wrote down', async ({
    ctx,
    api,
    clock,
  }) => {
    const sale = await aDelivery(ctx, api, onItsWay)
    const items = [{ itemId: sale.itemId, quantity: 3, reason: 'OTHER' }]
    const entered = await sale.staff('POST', `/admin/orders/${sale.orderId}/returns`, { items })
    expect(entered.body.data).toMatchObject({ status: 'APPROVED', undelivered: true })
    expect(await mailed(ctx, 'order-return-approved')).toContain('Paketi teslim almanız gerekmez')
    expect((await sale.order()).withdrawable.returns).toMatchObject([{ code: entered.body.data.code }])
    clock.forward(days(30))
    const { waiting } = (await sale.staff('GET', '/admin/dashboard')).body.data
    expect(waiting.returnsMissing, 'nothing has reached her that she could send').toBe(0)
    const settings = { enabled: false, contractCode: '', howToSend: '' }
    await sale.staff('PUT', '/admin/settings/returns', { settings })
    expect(await sale.order()).not.toHaveProperty('withdrawable')
    const refused = await sale.own('POST', `/orders/${sale.orderId}/cancellation`)
    expect(refused.body.message).toContain('iade için bize yazabilirsiniz')
  })

  test('while it is open its order is not cancelled, also when it is set back', async ({ ctx, api }) => {
    const sale = await aDelivery(ctx, api, onItsWay)
    const id = await sale.asked(3)
    await sale.staff('PUT', `/admin/orders/${sale.orderId}/status`, { status: 'CONFIRMED' })
    const refused = await sale.staff('DELETE', `/admin/orders/${sale.orderId}`)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/açık bir iade var/)])
    expect((await sale.order()).withdrawable).toMatchObject({ items: [{ left: 0 }], returns: [{ id }] })
    await sale.decide(id, 'approve')
    await sale.decide(id, 'receive', { condition: 'WORN' })
    expect((await sale.decide(id, 'complete', {})).body.data).toMatchObject({ status: 'COMPLETED', refundAmount: 300 })
    expect(await sale.books()).toEqual([])
  })

  test('reads at the delivery what is to be done with what she withdrew from, as far as it is', async ({
    ctx,
    api,
  }) => {
    const sale = await aDelivery(ctx, api, onItsWay)
    const [first] = [await sale.asked(1), await sale.asked(1)]
    await sale.decide(first, 'approve')
    await sale.own('POST', `/returns/${first}/sent`, {})
    await sale.staff('PUT', `/admin/orders/${sale.orderId}/status`, { status: 'DELIVERED' })
    const arrived = await mailed(ctx, 'order-delivered')
    expect(arrived).toMatch(/\(R\w+\)\. Gönderdiğiniz ürünleri bekliyoruz/)
    expect(arrived).toMatch(/\(R\w+\)\. Onayladığımızda nasıl/)
  })

  test('is wished no joy of what is here again already, also before it is paid back', async ({ ctx, api }) => {
    const sale = await aDelivery(ctx, api, onItsWay)
    await sale.received('AS_NEW', 3, { reason: 'OTHER' })
    await sale.staff('PUT', `/admin/orders/${sale.orderId}/status`, { status: 'DELIVERED' })
    expect(await mailed(ctx, 'order-delivered')).toBe('')
    const some = await aDelivery(ctx, api, onItsWay)
    await some.received('AS_NEW', 2, { reason: 'OTHER' })
    await some.staff('PUT', `/admin/orders/${some.orderId}/status`, { status: 'DELIVERED' })
    expect(await mailed(ctx, 'order-delivered'), 'one piece stays with her').toContain('Güle güle')
  })

  test('is paid back before the parcel is here, which is put away when it comes', async ({ ctx, api }) => {
    const sale = await aDelivery(ctx, api, onItsWay)
    const id = await sale.asked(3)
    await sale.decide(id, 'approve')
    const paid = await sale.decide(id, 'complete', { withoutParcel: true })
    expect(paid.body.data).toMatchObject({ status: 'COMPLETED', money: 'PAID', shelvedAt: null })
    await sale.decide(id, 'receive', { condition: 'AS_NEW' })
    expect(await sale.stock()).toBe(5)
    expect(await sale.books()).toEqual([])
  })
})

/** One piece, or more, on its way to be paid at the door, with what its buyer and staff do. */
async function aParcelForTheDoor(ctx: Ctx, api: Api, quantity = 1) {
  const sale = await aPlaced(ctx, api, quantity)
  await sale.admin('PUT', `/admin/orders/${sale.orderId}/status`, { status: 'SHIPPED' })
  const order = async () => (await api('GET', `/orders/${sale.orderId}`, { token: sale.token })).body.data
  const itemId = (await order()).items[0].id
  const ask = () => {
    const items = [{ itemId, quantity: 1, reason: 'OTHER' }]
    return api('POST', `/orders/${sale.orderId}/returns`, { token: sale.token, body: { items } })
  }
  return { ...sale, order, ask }
}

describe('a parcel that is paid at the door', () => {
  test('costs nothing when all of it was withdrawn from, nor does it count as refused', async ({ ctx, api }) => {
    const { order, ask, admin, orderId, orderNow, product } = await aParcelForTheDoor(ctx, api)
    const { data } = (await ask()).body
    expect(data).toMatchObject({ refundAmount: 0, atTheDoor: expect.stringMatching(/kapıda ödeme yapmazsınız\.$/) })
    expect(await mailed(ctx, 'order-return-requested')).not.toContain('İade edilecek tutar')
    await admin('POST', `/admin/returns/${data.id}/approve`)
    await admin('POST', `/admin/returns/${data.id}/receive`, { condition: 'FAULTY' })
    const here = await mailed(ctx, 'order-return-received')
    expect(here).toContain('Kapıda ödeme yaptıysanız bunların bedelini, bildiriminizden sonra en geç 14 gün')
    expect(here, 'it was never paid').not.toMatch(/Ödemenizi|İade edilecek tutar/)
    const early = await admin('POST', `/admin/returns/${data.id}/complete`, {})
    expect([early.status, early.body.message]).toEqual([409, expect.stringMatching(/ödemesi henüz alınmadı/)])
    const refused = await admin('POST', `/admin/orders/${orderId}/refused`)
    expect(refused.body.data).toMatchObject({ status: 'CANCELLED', paymentStatus: 'FAILED' })
    expect((await orderNow())?.refusedAt, 'to withdraw costs her nothing').toBeNull()
    expect(await mailed(ctx, 'order-cancelled')).toContain('cayma bildiriminiz üzerine iptal edildi')
    expect((await order()).withdrawable.returns).toMatchObject([{ status: 'COMPLETED', money: 'NONE' }])
    expect(await stockOf(ctx, product.id), 'it is faulty').toBe(2)
    const again = await admin('POST', `/admin/returns/${data.id}/receive`, { condition: 'AS_NEW' })
    expect([again.status, await stockOf(ctx, product.id)], 'its pieces are put away already').toEqual([409, 2])
    const { body } = await admin('GET', '/admin/audit?action=order.return')
    expect(body.data[0].after).toEqual({ returnStatus: 'COMPLETED' })
    expect(await auditReturns(ctx.db)).toEqual([])
  })

  test('that is refused has what came back before put away as it was found, and the rest on sale again', async ({
    ctx,
    api,
  }) => {
    const { ask, admin, orderId, product } = await aParcelForTheDoor(ctx, api, 3)
    for (const condition of ['WORN', 'AS_NEW']) {
      const { id } = (await ask()).body.data
      await admin('POST', `/admin/returns/${id}/approve`)
      await admin('POST', `/admin/returns/${id}/receive`, { condition })
    }
    expect((await ask()).status).toBe(201)
    await admin('POST', `/admin/orders/${orderId}/refused`)
    expect(await stockOf(ctx, product.id), 'all but the worn one').toBe(2)
    const initial = new Map(product.variants.map(({ id }) => [id, 3]))
    expect(await auditBooks(ctx.db, initial)).toEqual([])
  })

  test('that is set back and cancelled without its stock is put away when it comes', async ({ ctx, api }) => {
    const { ask, admin, orderId, product } = await aParcelForTheDoor(ctx, api)
    const { id } = (await ask()).body.data
    await admin('POST', `/admin/returns/${id}/approve`)
    await admin('PUT', `/admin/orders/${orderId}/status`, { status: 'CONFIRMED' })
    expect((await admin('DELETE', `/admin/orders/${orderId}`)).status).toBe(200)
    expect(await stockOf(ctx, product.id), 'its parcel is not here').toBe(2)
    const mails = (await mailsOf(ctx)).length
    const received = await admin('POST', `/admin/returns/${id}/receive`, { condition: 'AS_NEW' })
    expect([received.status, received.body.data?.status]).toEqual([200, 'COMPLETED'])
    expect(await stockOf(ctx, product.id)).toBe(3)
    expect((await mailsOf(ctx)).length, 'there is nothing to pay back').toBe(mails)
    expect((await admin('POST', `/admin/returns/${id}/receive`, { condition: 'AS_NEW' })).status).toBe(409)
    const initial = new Map(product.variants.map((variant) => [variant.id, 3]))
    expect(await auditBooks(ctx.db, initial)).toEqual([])
  })

  test('that she takes all the same is paid, delivered and returned as any other', async ({ ctx, api }) => {
    const { ask, admin, orderId } = await aParcelForTheDoor(ctx, api)
    const { id } = (await ask()).body.data
    await admin('POST', `/admin/returns/${id}/approve`)
    await admin('POST', `/admin/orders/${orderId}/collected`)
    await admin('PUT', `/admin/orders/${orderId}/status`, { status: 'DELIVERED' })
    await admin('POST', `/admin/returns/${id}/receive`, { condition: 'AS_NEW' })
    const here = await mailed(ctx, 'order-return-received')
    expect(here).toMatch(/Ödemenizi, bildiriminizden sonra en geç 14 gün[\s\S]*İade edilecek tutar/)
    const done = await admin('POST', `/admin/returns/${id}/complete`, {})
    expect(done.body.data).toMatchObject({ status: 'RECEIVED', money: 'BY_HAND', refundAmount: 1248 })
    expect(await auditReturns(ctx.db)).toEqual([])
  })

  test('that arrived, but was not marked as paid, promises for what comes back only what she paid', async ({
    ctx,
    api,
  }) => {
    const { ask, admin, orderId } = await aParcelForTheDoor(ctx, api, 2)
    await admin('PUT', `/admin/orders/${orderId}/status`, { status: 'DELIVERED' })
    const { id } = (await ask()).body.data
    await admin('POST', `/admin/returns/${id}/approve`)
    await admin('POST', `/admin/returns/${id}/receive`, { condition: 'AS_NEW' })
    const here = await mailed(ctx, 'order-return-received')
    expect(here).toContain('Kapıda ödeme yaptıysanız')
    expect(here).not.toMatch(/Ödemenizi|İade edilecek tutar/)
  })

  test('of which she keeps a piece is paid as a whole; refused, it counts', async ({ ctx, api }) => {
    const { ask, admin, orderId, orderNow, order, product } = await aParcelForTheDoor(ctx, api, 2)
    const { data } = (await ask()).body
    expect(data).toMatchObject({
      refundAmount: 1199,
      atTheDoor: expect.stringMatching(/Kapıda paketin tamamını ödersiniz/),
    })
    await admin('POST', `/admin/orders/${orderId}/refused`)
    expect((await orderNow())?.refusedAt).toEqual(ctx.clock())
    expect(await mailed(ctx, 'order-cancelled')).toContain('paketi teslim alınmadığı için iptal edildi')
    expect((await order()).withdrawable.returns).toMatchObject([{ status: 'COMPLETED', refundAmount: 0 }])
    expect(await stockOf(ctx, product.id)).toBe(3)
    expect(await auditReturns(ctx.db)).toEqual([])
  })
})
