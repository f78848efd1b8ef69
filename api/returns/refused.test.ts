import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { sessions } from '#shop/accounts/schema.ts'
import type { Ctx } from '#shop/ctx.ts'
import { endForgottenReservations } from '#shop/returns/exchanges/again.ts'
import { remindOfReturns } from '#shop/returns/reminders.ts'
import { faultyStock } from '#shop/returns/schema.ts'
import { after, days, minutes } from '#shop/time.ts'
import { aHelper } from '#test/accounts/helper.ts'
import { withTotp } from '#test/accounts/second-step.ts'
import { aPayment, secureCard } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { aPhoto, sendForm } from '#test/forms.ts'
import { mailsOf } from '#test/mails.ts'
import { aDelivery } from '#test/returns/delivery.ts'
import { anExchange } from '#test/returns/exchange.ts'
import { type Api, test } from '#test/shop.ts'

/** A delivered order of an S and an M of one product, 100 TL each, of which there is an L. */
async function aDeliveryOfTwo(ctx: Ctx, api: Api) {
  const sizes = ['S', 'M', 'L'].map((size) => ({ stock: 3, priceKurus: 10_000, size }))
  const product = await aProduct(ctx, { variants: sizes })
  const [buyer, owner] = [await aUser(ctx), await aUser(ctx, { role: 'ADMIN' })]
  const [token, staff] = [await signIn(ctx, buyer), await signIn(ctx, owner)]
  const body = aPayment(product, { totalAmount: 200 })
  body.orderData.cartItems.push(...aPayment(product, { variant: 1 }).orderData.cartItems)
  const { orderId } = (await api('POST', '/payments/create', { token, body })).body.data
  await api('PUT', `/admin/orders/${orderId}/status`, { token: staff, body: { status: 'DELIVERED' } })
  const { items } = (await api('GET', `/orders/${orderId}`, { token })).body.data
  const [one, other] = items.map(({ id }: { id: string }) => id)
  const ask = async (body: object) =>
    api('POST', `/orders/${orderId}/returns`, { token: await signIn(ctx, buyer), body })
  return { orderId, staff, one, other, large: product.variants[2]?.id ?? '', ask }
}

const piece = (itemId: string, reason: string, more: object = {}) => ({ itemId, quantity: 1, reason, ...more })

describe('a return is refused', () => {
  test('with a picture that somebody else sent', async ({ ctx, api, app }) => {
    const { ask, own } = await aDelivery(ctx, api)
    const stranger = await signIn(ctx, await aUser(ctx))
    const { id } = (await sendForm(app, 'POST', '/returns/images', { file: await aPhoto('#225588') }, stranger)).body
      .data
    const { status, body } = await ask(1, { images: [id] })
    expect([status, body.error]).toEqual([400, { images: ['Görsel bulunamadı, lütfen yeniden ekleyin'] }])
    expect((await own('GET', '/returns/my')).body.data, 'and nothing of it is kept').toEqual([])
  })

  test('too late, also beside a faulty piece', async ({ ctx, api, clock }) => {
    const { ask, one, other } = await aDeliveryOfTwo(ctx, api)
    clock.forward(days(20))
    const both = await ask({ items: [piece(one, 'FAULTY'), piece(other, 'TOO_SMALL')] })
    expect([both.status, both.body.code]).toEqual([409, 'RETURN_TOO_LATE'])
    expect((await ask({ items: [piece(one, 'FAULTY')] })).status).toBe(201)
  })
})

describe('a return whose money is asked for', () => {
  test('is neither refused, taken back nor reminded of while the bank does not answer', async ({
    ctx,
    api,
    deps,
    clock,
  }) => {
    const sale = await aDelivery(ctx, api)
    const id = await sale.asked()
    await sale.decide(id, 'approve')
    deps.payments = { ...deps.payments, refund: async () => ({ kind: 'unknown', reason: 'lost' }) }
    expect((await sale.decide(id, 'complete', { withoutParcel: true })).status).toBe(503)
    const refused = await sale.decide(id, 'refuse', { reason: 'Gelmedi' })
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/parası istendi/)])
    const taken = await sale.own('DELETE', `/returns/${id}`)
    expect([taken.status, taken.body.message]).toEqual([409, expect.stringMatching(/parası yolda/)])
    clock.forward(days(7))
    await remindOfReturns(ctx)
    expect((await mailsOf(ctx)).map(({ kind }) => kind)).not.toContain('order-return-reminder')
  })

  test('stays an exchange', async ({ ctx, api, deps }) => {
    const sale = await anExchange(ctx, api)
    const { id } = await sale.arrived(sale.cheaper)
    deps.payments = { ...deps.payments, refund: async () => ({ kind: 'unknown', reason: 'lost' }) }
    expect((await sale.decide(id, 'complete', {})).status).toBe(503)
    for (const { status, body } of [
      await sale.own('POST', `/returns/${id}/to-return`),
      await sale.staff('POST', `/admin/returns/${id}/to-return`),
    ])
      expect([status, body.message]).toEqual([409, 'Bu değişim sonuçlanmış; sayfayı yenileyin.'])
    expect(await sale.returnOf(id)).toMatchObject({ kind: 'EXCHANGE' })
  })
})

describe('the shop', () => {
  test('gives a paid difference back by refusing only through who may give money back, and proves it', async ({
    ctx,
    api,
    clock,
  }) => {
    const sale = await anExchange(ctx, api)
    const { id } = (await sale.swap(sale.dearer)).body.data
    await sale.pay(id, 50)
    const refuseAs = (token: string) =>
      api('POST', `/admin/returns/${id}/refuse`, { token, body: { reason: 'Yıpranmış' } })
    expect((await refuseAs(await aHelper(ctx, ['returns']))).body.code).toBe('FORBIDDEN')
    const owner = await aUser(ctx, { role: 'ADMIN' })
    const token = await signIn(ctx, owner)
    await withTotp(api, token, clock)
    const before = after(ctx.clock(), -minutes(16))
    await ctx.db.update(sessions).set({ confirmedAt: before, provenAt: before }).where(eq(sessions.userId, owner.id))
    expect((await refuseAs(token)).body.code).toBe('CONFIRMATION_REQUIRED')
    expect(await sale.returnOf(id)).toMatchObject({ status: 'REQUESTED' })
    expect((await refuseAs(await aHelper(ctx, ['returns', 'amounts']))).status).toBe(200)
    expect(await sale.books()).toEqual([])
  })

  test('tells once that the parcel is here, and keeps how a piece was found before', async ({ ctx, api }) => {
    const sale = await aDelivery(ctx, api)
    const id = await sale.received('AS_NEW')
    await sale.decide(id, 'receive', { condition: 'WORN' })
    expect((await mailsOf(ctx)).filter(({ kind }) => kind === 'order-return-received')).toHaveLength(1)
    const packed = await aDelivery(ctx, api, { status: 'PREPARED' })
    const kept = await packed.received('FAULTY')
    expect((await packed.decide(kept, 'keep')).body.data).toMatchObject({ status: 'COMPLETED', refundAmount: 100 })
    expect(await packed.stock(), 'not on sale').toBe(2)
    expect(await ctx.db.select().from(faultyStock)).toMatchObject([{ units: 1 }])
  })
})

describe('an exchange', () => {
  test('asked for in time is a return for its money later too', async ({ ctx, api, clock }) => {
    const sale = await anExchange(ctx, api)
    clock.forward(days(10))
    const { id } = (await sale.swap(sale.medium)).body.data
    await sale.decide(id, 'approve')
    await sale.own('POST', `/returns/${id}/sent`, {})
    clock.forward(days(9))
    const turned = await sale.own('POST', `/returns/${id}/to-return`)
    expect([turned.status, turned.body.data]).toMatchObject([200, { kind: 'RETURN', status: 'ON_ITS_WAY' }])
  })

  test('of what the law excepts is one only where the piece is faulty', async ({ ctx, api }) => {
    const sale = await anExchange(ctx, api, { product: { withdrawalExemption: 'Siparişe özel örülür (m.15).' } })
    const healthy = (await sale.swap(sale.medium)).body.data.id
    expect((await sale.own('POST', `/returns/${healthy}/to-return`)).body.code).toBe('NO_WITHDRAWAL')
    await sale.own('DELETE', `/returns/${healthy}`)
    const faulty = (await sale.swap(sale.medium, { reason: 'FAULTY' })).body.data.id
    expect((await sale.own('POST', `/returns/${faulty}/to-return`)).status).toBe(200)
  })

  test('is kept while she is at her bank for its difference', async ({ ctx, api, clock }) => {
    const sale = await anExchange(ctx, api)
    const { id } = (await sale.swap(sale.dearer)).body.data
    await sale.decide(id, 'approve')
    clock.forward(days(10) - minutes(1))
    expect((await sale.pay(id, 50, secureCard)).body.data).toMatchObject({ status: '3DS_REQUIRED' })
    clock.forward(minutes(2))
    await endForgottenReservations(ctx)
    expect(await sale.stockOf(sale.dearer)).toBe(2)
    expect(await sale.returnOf(id)).toMatchObject({ exchange: { state: 'TO_PAY' } })
  })

  test('of more than is left of the order’s money is refused', async ({ ctx, api }) => {
    const { ask, one, other, large, orderId, staff } = await aDeliveryOfTwo(ctx, api)
    const body = { amount: 150, reason: 'Geç teslimat' }
    expect((await api('POST', `/admin/orders/${orderId}/refund`, { token: staff, body })).status).toBe(200)
    const swap = (itemId: string) => piece(itemId, 'TOO_SMALL', { newVariantId: large })
    const both = await ask({ kind: 'EXCHANGE', items: [swap(one), swap(other)] })
    expect([both.status, both.body.message]).toEqual([
      409,
      expect.stringMatching(/bedeli daha önce iade edildiği için/),
    ])
    expect((await ask({ kind: 'EXCHANGE', items: [swap(one)] })).status).toBe(201)
  })

  test('of what came in exchange waits until the older one is over', async ({ ctx, api }) => {
    const sale = await anExchange(ctx, api)
    const settings = { enabled: true, exchanges: true, contractCode: '', howToSend: '', exchangeSend: 'ON_ITS_WAY' }
    await sale.staff('PUT', '/admin/settings/returns', { settings })
    const { id, exchange } = (await sale.swap(sale.medium)).body.data
    await sale.decide(id, 'approve')
    await sale.own('POST', `/returns/${id}/sent`, {})
    await sale.staff('PUT', `/admin/orders/${exchange.orderId}/status`, { status: 'DELIVERED' })
    const { items } = (await sale.own('GET', `/orders/${exchange.orderId}`)).body.data
    const swap = piece(items[0].id, 'TOO_SMALL', { newVariantId: sale.cheaper })
    const again = () => sale.own('POST', `/orders/${exchange.orderId}/returns`, { kind: 'EXCHANGE', items: [swap] })
    const early = await again()
    expect([early.status, early.body.message]).toEqual([409, expect.stringMatching(/^Bu ürün bir değişimle geldi/)])
    await sale.decide(id, 'receive', { condition: 'AS_NEW' })
    await sale.decide(id, 'complete', {})
    expect((await again()).status).toBe(201)
    expect(await sale.books()).toEqual([])
  })
})
