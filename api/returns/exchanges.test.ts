import { readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { orders } from '#shop/orders/schema.ts'
import { endForgottenReservations } from '#shop/returns/exchanges/again.ts'
import { days } from '#shop/time.ts'
import { aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { anExchange } from '#test/returns/exchange.ts'
import { test } from '#test/shop.ts'

describe('an exchange', () => {
  test('of a size costs nothing, even if the price rose since, and the new piece is prepared once the old one is here', async ({
    ctx,
    api,
  }) => {
    const sale = await anExchange(ctx, api)
    await sale.raise(13_000)
    const { status, body } = await sale.swap(sale.medium)
    expect([status, body.message]).toEqual([201, expect.stringMatching(/^Değişim talebinizi aldık; değişim kodunuz R/)])
    const { id, exchange } = body.data
    expect(body.data).toMatchObject({
      ...{ kind: 'EXCHANGE', status: 'REQUESTED', difference: 0, refundAmount: 0 },
      items: [{ newVariantId: sale.medium }],
      exchange: { state: 'KEPT', items: [{ size: 'M', quantity: 1 }], reservedUntil: expect.any(String) },
    })
    expect(await sale.stockOf(sale.medium), 'kept at once').toBe(1)
    const early = await sale.staff('PUT', `/admin/orders/${exchange.orderId}/status`, { status: 'PREPARED' })
    expect([early.status, early.body.message]).toEqual([409, expect.stringMatching(/eski ürünü gelmeden/)])
    expect((await sale.decide(id, 'approve')).body.message).toBe('Değişim onaylandı.')
    await sale.own('POST', `/returns/${id}/sent`, { trackingNumber: 'TR1' })
    await sale.decide(id, 'receive', { condition: 'AS_NEW' })
    const done = await sale.decide(id, 'complete', {})
    expect([done.status, done.body.message]).toEqual([200, 'Değişim tamamlandı; yeni ürünü hazırlayabilirsiniz.'])
    expect(done.body.data).toMatchObject({ status: 'COMPLETED', refundAmount: 0, exchange: { state: 'READY' } })
    expect((await sale.staff('PUT', `/admin/orders/${exchange.orderId}/status`, { status: 'SHIPPED' })).status).toBe(
      200,
    )
    const order = (await sale.own('GET', `/orders/${exchange.orderId}`)).body.data
    expect(order).toMatchObject({
      ...{ totalAmount: 100, paymentStatus: 'SUCCESS', status: 'SHIPPED' },
      exchange: { of: sale.orderId, amount: 100, waits: false },
    })
    const contracts = (await sale.own('GET', `/orders/${exchange.orderId}/contracts`)).body.data
    expect(contracts.map(({ title }: { title: string }) => title)).toEqual([
      'Ön Bilgilendirme Formu (değişim)',
      'Mesafeli Satış Sözleşmesi (değişim)',
    ])
    expect(await sale.books()).toEqual([])
    expect((await sale.order()).returnable.items[0].left, 'not twice').toBe(0)
    const { data: bought } = (await sale.staff('GET', '/admin/customers?bought=once')).body
    expect(bought, 'an exchange is no second purchase').toMatchObject([{ orders: 1, spent: 100 }])
  })

  test('is received whole: a piece that did not come makes it a return first', async ({ ctx, api }) => {
    const sale = await anExchange(ctx, api)
    const { body } = await sale.swap(sale.medium)
    const { id, items } = body.data
    await sale.decide(id, 'approve')
    const missing = { condition: 'AS_NEW', items: [{ itemId: items[0].itemId, condition: 'AS_NEW', arrived: 0 }] }
    const refused = await sale.decide(id, 'receive', missing)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/önce iadeye çevirin/)])
    expect(await sale.returnOf(id)).toMatchObject({ status: 'APPROVED', items: [{ quantity: 1 }] })
  })

  test('for a dearer product waits for the difference, which is paid by card', async ({ ctx, api }) => {
    const sale = await anExchange(ctx, api)
    const { id, replacementId } = await sale.arrived(sale.dearer)
    expect(await sale.returnOf(id)).toMatchObject({ difference: 50, exchange: { state: 'TO_PAY' } })
    const early = await sale.decide(id, 'complete', {})
    expect([early.status, early.body.message]).toEqual([409, expect.stringMatching(/farkını henüz ödemedi/)])
    expect((await sale.pay(id, 150)).body.code, 'the rest alone is paid').toBe('PRICE_CHANGED')
    const prepared = await sale.staff('PUT', `/admin/orders/${replacementId}/status`, { status: 'PREPARED' })
    expect([prepared.status, prepared.body.message]).toEqual([409, expect.stringMatching(/müşteri farkı ödemeden/)])
    expect((await sale.pay(id, 50)).status).toBe(200)
    expect(await sale.returnOf(id)).toMatchObject({ exchange: { state: 'KEPT' } })
    expect((await sale.own('POST', `/returns/${id}/payment-link`)).status).toBe(409)
    expect((await sale.decide(id, 'complete', {})).body.data.status).toBe('COMPLETED')
    expect(await sale.books()).toEqual([])
    await sale.staff('PUT', `/admin/orders/${replacementId}/status`, { status: 'DELIVERED' })
    const back = await sale.staff('POST', `/admin/orders/${replacementId}/refund`, { amount: 151, reason: 'Çok' })
    expect(back.status, 'never more than was paid').toBe(409)
  })

  test('for a dearer product is mailed by the owner with the difference, not with what the new piece costs', async ({
    ctx,
    api,
  }) => {
    const { swap, dearer, staff } = await anExchange(ctx, api)
    const { exchange } = (await swap(dearer)).body.data
    await staff('POST', `/admin/orders/${exchange.orderId}/payment-link`, { mail: true })
    const mail = (await mailsOf(ctx)).findLast(({ kind }) => kind === 'payment-link')
    expect(mail?.text).toContain(' 50,00 TL tutarını aşağıdaki bağlantıdan ödeyebilirsiniz.')
    expect(mail?.text).toContain('Ödeme tutarı: 50,00 TL')
  })

  test('for a cheaper product gives the difference back', async ({ ctx, api }) => {
    const sale = await anExchange(ctx, api)
    const { id } = await sale.arrived(sale.cheaper)
    expect(await sale.returnOf(id)).toMatchObject({ difference: -40, refundAmount: 40, money: 'NONE' })
    const done = await sale.decide(id, 'complete', {})
    expect(done.body.data).toMatchObject({ status: 'COMPLETED', refundAmount: 40, money: 'PAID' })
    expect(done.body.message).toBe('Değişim tamamlandı, fark iade edildi; yeni ürünü hazırlayabilirsiniz.')
    expect(await sale.order()).toMatchObject({ refundedAmount: 40, paymentStatus: 'PARTIALLY_REFUNDED' })
    expect(await sale.books()).toEqual([])
    const sent = await mailsOf(ctx)
    const approved = sent.find(({ kind }) => kind === 'order-return-approved')?.text
    expect(approved).toMatch(/: 100,00 TL\nYeni ürünleriniz için sayılan: −60,00 TL\nİade edilecek fark: 40,00 TL/)
    expect(approved).toContain('şubesine götürüp değişim kodunuzu söyleyin')
    const text = sent.find(({ kind }) => kind === 'order-refund')?.text
    expect(text).toMatch(/: 100,00 TL\nYeni ürünleriniz için sayılan: −60,00 TL\nİade edilen: 40,00 TL/)
    expect(text, 'not that all of it went back').not.toContain('bedelini iade ettik')
  })
})

describe('what was exchanged', () => {
  test('for a piece that counts nothing any more is paid in full, and gives all of that back', async ({ ctx, api }) => {
    const sale = await anExchange(ctx, api)
    await sale.staff('POST', `/admin/orders/${sale.orderId}/refund`, { amount: 100, reason: 'Leke' })
    const { id, replacementId } = await sale.arrived(sale.dearer)
    expect((await sale.pay(id, 150)).status).toBe(200)
    expect((await sale.decide(id, 'complete', {})).body.data).toMatchObject({ status: 'COMPLETED', refundAmount: 0 })
    await sale.staff('PUT', `/admin/orders/${replacementId}/status`, { status: 'DELIVERED' })
    const exchangedAt = async () =>
      (await ctx.db.select().from(orders).where(eq(orders.id, replacementId)))[0]?.exchangedAt
    expect(await exchangedAt()).toBeInstanceOf(Date)
    // As an earlier version left it.
    await ctx.db.update(orders).set({ exchangedAt: null }).where(eq(orders.id, replacementId))
    await ctx.db.execute(sql.raw(readFileSync('db/migrations/0124_exchanges_of_nothing.sql', 'utf8')))
    expect(await exchangedAt()).toBeInstanceOf(Date)
    const back = await sale.staff('POST', `/admin/orders/${replacementId}/refund`, { amount: 150, reason: 'Leke' })
    expect([back.status, back.body.message]).toEqual([200, expect.any(String)])
    const order = (await sale.own('GET', `/orders/${replacementId}`)).body.data
    expect(order).toMatchObject({ refundedAmount: 150, paymentStatus: 'REFUNDED' })
    expect(await sale.books()).toEqual([])
  })

  for (const [what, total, pays] of [
    ['medium', 100, 0],
    ['dearer', 150, 50],
    ['cheaper', 60, 0],
  ] as const) {
    test(`for ${what} and returned gives back what it cost, over the payments that it came by`, async ({
      ctx,
      api,
    }) => {
      const sale = await anExchange(ctx, api)
      const { id, replacementId } = await sale.arrived(sale[what])
      if (pays > 0) await sale.pay(id, pays)
      await sale.decide(id, 'complete', {})
      await sale.staff('PUT', `/admin/orders/${replacementId}/status`, { status: 'DELIVERED' })
      const order = (await sale.own('GET', `/orders/${replacementId}`)).body.data
      const items = [{ itemId: order.items[0].id, quantity: 1, reason: 'TOO_BIG' }]
      const again = (await sale.own('POST', `/orders/${replacementId}/returns`, { items })).body.data
      expect(again.refundAmount).toBe(total)
      await sale.decide(again.id, 'approve')
      await sale.decide(again.id, 'receive', { condition: 'AS_NEW' })
      expect((await sale.decide(again.id, 'complete', {})).body.data.status).toBe('COMPLETED')
      await sale.settle()
      const after = (await sale.own('GET', `/orders/${replacementId}`)).body.data
      expect(after).toMatchObject({ refundedAmount: total, paymentStatus: 'REFUNDED' })
      expect(await sale.books()).toEqual([])
    })

    test(`for ${what}, and the new order cancelled: all of it goes back`, async ({ ctx, api }) => {
      const sale = await anExchange(ctx, api)
      const { id, replacementId } = await sale.arrived(sale[what])
      if (pays > 0) await sale.pay(id, pays)
      await sale.decide(id, 'complete', {})
      expect((await sale.own('POST', `/orders/${replacementId}/cancellation`)).status).toBe(200)
      await sale.settle()
      expect((await sale.orderRow(replacementId))?.status).toBe('CANCELLED')
      expect(await sale.books()).toEqual([])
      expect(await sale.stockOf(sale[what]), 'back on sale').toBe(what === 'medium' ? 2 : 3)
    })

    test(`for ${what} and exchanged back again: the same pieces, the same money`, async ({ ctx, api }) => {
      const sale = await anExchange(ctx, api)
      const { id, replacementId } = await sale.arrived(sale[what])
      if (pays > 0) await sale.pay(id, pays)
      await sale.decide(id, 'complete', {})
      await sale.staff('PUT', `/admin/orders/${replacementId}/status`, { status: 'DELIVERED' })
      const order = (await sale.own('GET', `/orders/${replacementId}`)).body.data
      const newVariantId = sale.product.variants[0]?.id
      const items = [{ itemId: order.items[0].id, quantity: 1, reason: 'TOO_BIG', newVariantId }]
      const again = (await sale.own('POST', `/orders/${replacementId}/returns`, { kind: 'EXCHANGE', items })).body.data
      expect(again.difference).toBe(100 - total)
      await sale.decide(again.id, 'approve')
      await sale.decide(again.id, 'receive', { condition: 'AS_NEW' })
      if (total < 100) await sale.pay(again.id, 100 - total)
      expect((await sale.decide(again.id, 'complete', {})).body.data.status).toBe('COMPLETED')
      await sale.settle()
      expect(await sale.books()).toEqual([])
      expect((await sale.own('POST', `/orders/${again.exchange.orderId}/cancellation`)).status).toBe(200)
      await sale.settle()
      expect(await sale.books()).toEqual([])
    })
  }
})

test('what came in exchange is returned too: nothing is kept, so delivery goes back as well, once', async ({
  ctx,
  api,
}) => {
  const sale = await anExchange(ctx, api, { delivery: 3_990 })
  const { id, replacementId } = await sale.arrived(sale.medium)
  await sale.decide(id, 'complete', {})
  expect((await sale.order()).refundedAmount, 'an exchange gives none back').toBe(0)
  await sale.staff('PUT', `/admin/orders/${replacementId}/status`, { status: 'DELIVERED' })
  const order = (await sale.own('GET', `/orders/${replacementId}`)).body.data
  const items = [{ itemId: order.items[0].id, quantity: 1, reason: 'TOO_BIG' }]
  const again = (await sale.own('POST', `/orders/${replacementId}/returns`, { items })).body.data
  await sale.decide(again.id, 'approve')
  await sale.decide(again.id, 'receive', { condition: 'AS_NEW' })
  expect((await sale.decide(again.id, 'complete', {})).body.data.status).toBe('COMPLETED')
  // Delivery goes back in a refund of its own, with a mail once the money has gone back.
  const told = (await mailsOf(ctx)).filter(({ kind, text }) => kind === 'order-refund' && text.includes('39,90'))
  expect(told).toEqual([])
  await sale.settle()
  expect(await sale.order()).toMatchObject({ refundedAmount: 39.9, paymentStatus: 'REFUNDED' })
  const { refunds } = (await sale.staff('GET', `/admin/orders/${sale.orderId}`)).body.data
  expect(refunds).toMatchObject([{ amount: 39.9, reason: expect.stringContaining('Teslimat ücreti') }])
  expect(await sale.books()).toEqual([])
})

describe('an exchange that does not come to its end', () => {
  test('is taken back: the new piece is on sale again, and a paid difference goes back', async ({ ctx, api }) => {
    const sale = await anExchange(ctx, api)
    const { id } = (await sale.swap(sale.dearer)).body.data
    await sale.pay(id, 50)
    expect((await sale.own('DELETE', `/returns/${id}`)).body.message).toBe('Değişiminizi geri aldınız.')
    expect(await sale.stockOf(sale.dearer)).toBe(3)
    expect(await sale.books()).toEqual([])
    expect((await sale.swap(sale.medium)).status, 'and may be asked for anew').toBe(201)
  })

  test('is refused after it came worn', async ({ ctx, api }) => {
    const sale = await anExchange(ctx, api)
    const { id, replacementId } = await sale.arrived(sale.medium, 'WORN')
    expect((await sale.decide(id, 'refuse', { reason: 'Giyilmiş' })).status).toBe(200)
    expect(await sale.stockOf(sale.medium)).toBe(2)
    expect((await sale.orderRow(replacementId))?.status).toBe('CANCELLED')
    expect(await sale.books()).toEqual([])
    expect((await sale.decide(id, 'approve')).body.data, 'and kept again').toMatchObject({
      status: 'APPROVED',
      exchange: { state: 'KEPT' },
    })
    expect(await sale.stockOf(sale.medium)).toBe(1)
    expect(await sale.books()).toEqual([])
  })

  test('was kept too long; the piece is taken again when the old one comes', async ({ ctx, api, clock }) => {
    const sale = await anExchange(ctx, api)
    const { id } = (await sale.swap(sale.medium)).body.data
    await sale.decide(id, 'approve')
    clock.forward(days(9))
    await endForgottenReservations(ctx)
    expect(await sale.stockOf(sale.medium), 'ten days').toBe(1)
    clock.forward(days(2))
    await endForgottenReservations(ctx)
    await endForgottenReservations(ctx)
    expect(await sale.stockOf(sale.medium)).toBe(2)
    expect(await sale.returnOf(id)).toMatchObject({ exchange: { state: 'ENDED' } })
    expect((await mailsOf(ctx)).filter(({ kind }) => kind === 'order-return-released')).toHaveLength(1)
    expect((await sale.decide(id, 'complete', { withoutParcel: true })).status).toBe(409)
    const come = await sale.decide(id, 'receive', { condition: 'AS_NEW' })
    expect(come.body.data).toMatchObject({ status: 'RECEIVED', exchange: { state: 'KEPT' } })
    expect((await sale.decide(id, 'complete', {})).body.data.status).toBe('COMPLETED')
    expect(await sale.books()).toEqual([])
  })

  test('was sold meanwhile: she chooses again, or takes her money', async ({ ctx, api, clock }) => {
    const sale = await anExchange(ctx, api)
    const { id } = (await sale.swap(sale.medium)).body.data
    await sale.decide(id, 'approve')
    clock.forward(days(11))
    await endForgottenReservations(ctx)
    await sale.sellOut(sale.medium)
    expect((await sale.decide(id, 'receive', { condition: 'AS_NEW' })).body.data.exchange.state).toBe('ENDED')
    expect((await mailsOf(ctx)).map(({ kind }) => kind)).toContain('order-return-choose-again')
    const choose = (newVariantId: string) =>
      sale.own('POST', `/returns/${id}/choose`, { items: [{ itemId: sale.itemId, newVariantId }] })
    expect((await choose(sale.medium)).body.code).toBe('OUT_OF_STOCK')
    expect((await choose(sale.cheaper)).body.data).toMatchObject({ difference: -40, exchange: { state: 'KEPT' } })
    expect((await choose(sale.dearer)).status).toBe(409)
    const turned = await sale.own('POST', `/returns/${id}/to-return`)
    expect(turned.body.data).toMatchObject({ kind: 'RETURN', status: 'RECEIVED', refundAmount: 100, exchange: null })
    expect(await sale.stockOf(sale.cheaper)).toBe(3)
    expect((await sale.decide(id, 'complete', {})).body.data).toMatchObject({ status: 'COMPLETED', refundAmount: 100 })
    expect(await sale.books()).toEqual([])
  })

  test('ends with its new order, which she cancels', async ({ ctx, api }) => {
    const sale = await anExchange(ctx, api)
    const { id, exchange } = (await sale.swap(sale.dearer)).body.data
    await sale.pay(id, 50)
    expect((await sale.own('POST', `/orders/${exchange.orderId}/cancellation`)).status).toBe(200)
    expect(await sale.returnOf(id)).toMatchObject({ status: 'REQUESTED', exchange: { state: 'ENDED' } })
    expect(await sale.books()).toEqual([])
    expect((await sale.staff('POST', `/admin/returns/${id}/to-return`)).body.data.kind).toBe('RETURN')
  })
})

describe('the rules', () => {
  test('thirty days, the shipping her own after the first fifteen; exempt pieces too; not twice; not without stock', async ({
    ctx,
    api,
    clock,
  }) => {
    const sale = await anExchange(ctx, api, { product: { withdrawalExemption: 'Siparişe özel örülür (m.15).' } })
    expect((await sale.swap(sale.product.variants[0]?.id ?? '')).status, 'the same').toBe(400)
    expect((await sale.swap(sale.orderId)).status, 'of nothing').toBe(400)
    clock.forward(days(20))
    const { id } = (await sale.swap(sale.medium)).body.data
    expect((await sale.decide(id, 'approve')).body.data.wayBack.words).toMatch(/kargo ücreti size aittir/)
    expect((await sale.own('POST', `/returns/${id}/to-return`)).body.code).toBe('RETURN_TOO_LATE')
    expect((await sale.swap(sale.medium)).body.code).toBe('CONFLICT')
    expect((await sale.ask()).status).toBe(409)
    await sale.own('DELETE', `/returns/${id}`)
    await sale.sellOut(sale.medium)
    expect((await sale.swap(sale.medium)).body).toMatchObject({ code: 'OUT_OF_STOCK' })
    clock.forward(days(15))
    const late = await sale.swap(sale.cheaper)
    expect([late.body.code, late.body.message]).toEqual(['RETURN_TOO_LATE', expect.stringMatching(/^Değişim süreniz/)])
    expect((await sale.order()).returnable.exchangeUntil).toBeNull()
  })

  test('sent once the old piece is on its way, where the owner wants it so', async ({ ctx, api }) => {
    const sale = await anExchange(ctx, api)
    const settings = { enabled: true, exchanges: true, contractCode: '', howToSend: '', exchangeSend: 'ON_ITS_WAY' }
    expect((await sale.staff('PUT', '/admin/settings/returns', { settings })).status).toBe(200)
    const { id, exchange } = (await sale.swap(sale.medium)).body.data
    await sale.decide(id, 'approve')
    await sale.own('POST', `/returns/${id}/sent`, {})
    expect((await sale.staff('PUT', `/admin/orders/${exchange.orderId}/status`, { status: 'SHIPPED' })).status).toBe(
      200,
    )
    const refused = await sale.decide(id, 'refuse', { reason: 'Gelmedi' })
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/hazırlandı ya da gönderildi/)])
    await sale.decide(id, 'receive', { condition: 'FAULTY' })
    expect((await sale.decide(id, 'complete', {})).body.data.status).toBe('COMPLETED')
    expect(await sale.books()).toEqual([])
  })

  test('a new order that cost nothing and is cancelled after it was released speaks of no money', async ({
    ctx,
    api,
  }) => {
    const sale = await anExchange(ctx, api)
    const settings = { enabled: true, exchanges: true, contractCode: '', howToSend: '', exchangeSend: 'ON_ITS_WAY' }
    await sale.staff('PUT', '/admin/settings/returns', { settings })
    const { id, exchange } = (await sale.swap(sale.medium)).body.data
    await sale.decide(id, 'approve')
    await sale.own('POST', `/returns/${id}/sent`, {})
    expect((await sale.own('POST', `/orders/${exchange.orderId}/cancellation`)).status).toBe(200)
    const mail = (await mailsOf(ctx)).findLast(({ kind }) => kind === 'order-cancelled')
    expect(mail?.text).toContain('Bu sipariş için sizden ayrıca bir ödeme alınmamıştı.')
    expect(mail?.text).not.toMatch(/ 0,00 TL|İade edilen/)
    expect(await sale.books()).toEqual([])
  })

  test('switched off, nothing is exchanged', async ({ ctx, api }) => {
    const sale = await anExchange(ctx, api)
    const settings = { enabled: true, exchanges: false, contractCode: '', howToSend: '' }
    await sale.staff('PUT', '/admin/settings/returns', { settings })
    expect((await sale.swap(sale.medium)).status).toBe(409)
    expect((await sale.order()).returnable.exchangeUntil).toBeNull()
  })
})

test('the calls of an exchange are hers, and the shop’s', async ({ ctx, api }) => {
  const sale = await anExchange(ctx, api)
  const { id } = (await sale.swap(sale.medium)).body.data
  const other = await signIn(ctx, await aUser(ctx))
  const choose = { items: [{ itemId: sale.itemId, newVariantId: sale.dearer }] }
  const calls = [
    ['GET', `/orders/${sale.orderId}/exchange-choices`, undefined],
    ['POST', `/returns/${id}/choose`, choose],
    ['POST', `/returns/${id}/to-return`, undefined],
    ['POST', `/returns/${id}/payment-link`, undefined],
  ] as const
  for (const [method, path, body] of calls) {
    expect((await api(method, path, { body })).status, path).toBe(401)
    expect((await api(method, path, { body, token: other })).status, path).toBe(404)
  }
  const asOther = await api('POST', `/admin/returns/${id}/to-return`, { token: other })
  expect(asOther.status).toBe(403)
  expect((await api('POST', `/admin/returns/${id}/to-return`)).status).toBe(401)
  expect((await sale.staff('POST', `/admin/returns/${sale.orderId}/to-return`)).status).toBe(404)
  expect((await sale.own('GET', `/orders/${sale.orderId}/exchange-choices?product=${'a'.repeat(201)}`)).status).toBe(
    400,
  )
  expect((await sale.own('POST', `/returns/${id}/choose`, { items: [] })).status).toBe(400)
  expect((await sale.staff('POST', `/admin/returns/${id}/to-return`)).status).toBe(200)
  expect((await sale.staff('POST', `/admin/returns/${id}/to-return`)).status).toBe(409)
  expect(await sale.books()).toEqual([])
})
