import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { auditBooks, auditReturns } from '#test/books.ts'
import { mailsOf } from '#test/mails.ts'
import { type Api, test } from '#test/shop.ts'
import { aPlaced, stockOf } from '#test/ways/door.ts'

const packed = { status: 'PREPARED' }

const mailed = async (ctx: Ctx, kind: string) => (await mailsOf(ctx)).findLast((mail) => mail.kind === kind)

/** Pieces packed to be paid at the door, with what its buyer and staff do. */
async function aPackedForTheDoor(ctx: Ctx, api: Api, quantity: number) {
  const sale = await aPlaced(ctx, api, quantity)
  await sale.admin('PUT', `/admin/orders/${sale.orderId}/status`, packed)
  const order = async () => (await api('GET', `/orders/${sale.orderId}`, { token: sale.token })).body.data
  const itemId = (await order()).items[0].id
  const ask = async (units: number) => {
    const items = [{ itemId, quantity: units, reason: 'OTHER' }]
    return (await api('POST', `/orders/${sale.orderId}/returns`, { token: sale.token, body: { items } })).body.data
  }
  return { ...sale, order, ask }
}

describe('a packed parcel that is to be paid at the door', () => {
  test('ends unpaid with one press when all of it was withdrawn from', async ({ ctx, api }) => {
    const { ask, admin, order, product, orderNow } = await aPackedForTheDoor(ctx, api, 2)
    const { id, atTheDoor, refundAmount } = await ask(2)
    expect([atTheDoor, refundAmount]).toEqual([expect.stringMatching(/Kapıda ödeme yapmazsınız\.$/), 0])
    expect((await mailed(ctx, 'order-return-requested'))?.text).not.toMatch(/iade edeceğiz|İade edilecek tutar/)
    expect((await mailed(ctx, 'return-notice'))?.text, 'as her button reads').toContain('“Bizde kaldı” deyin')
    expect((await admin('POST', `/admin/returns/${id}/keep`)).body.data.status).toBe('COMPLETED')
    expect(await order()).toMatchObject({ status: 'CANCELLED', paymentStatus: 'FAILED' })
    expect((await mailed(ctx, 'order-cancelled'))?.text).toContain('cayma bildiriminiz üzerine iptal edildi')
    expect([await stockOf(ctx, product.id), (await orderNow())?.refusedAt]).toEqual([3, null])
    expect(await auditReturns(ctx.db)).toEqual([])
  })

  test('ends unpaid also when staff wrote her withdrawal down', async ({ ctx, api }) => {
    const { admin, order, orderId, product } = await aPackedForTheDoor(ctx, api, 2)
    const items = [{ itemId: (await order()).items[0].id, quantity: 2, reason: 'OTHER' }]
    const { data } = (await admin('POST', `/admin/orders/${orderId}/returns`, { items })).body
    expect((await mailed(ctx, 'order-return-approved'))?.text).not.toMatch(/iade edeceğiz/)
    await admin('POST', `/admin/returns/${data.id}/keep`)
    expect(await order()).toMatchObject({ status: 'CANCELLED', paymentStatus: 'FAILED' })
    expect(await stockOf(ctx, product.id)).toBe(3)
    expect(await auditReturns(ctx.db)).toEqual([])
  })

  test('of which she keeps a piece is sent with the rest, and paid back once it was paid', async ({ ctx, api }) => {
    const { ask, admin, orderId, product } = await aPackedForTheDoor(ctx, api, 2)
    const { id, atTheDoor } = await ask(1)
    expect(atTheDoor).toMatch(/Kapıda siparişin tamamını ödersiniz/)
    const move = (body: object) => admin('PUT', `/admin/orders/${orderId}/status`, body)
    expect((await move({ status: 'SHIPPED' })).status).toBe(409)
    for (const _ of ['once', 'said again']) {
      expect((await admin('POST', `/admin/returns/${id}/keep`)).body.data).toMatchObject({ status: 'RECEIVED' })
    }
    expect(await stockOf(ctx, product.id), 'on sale again, once').toBe(2)
    const refused = await admin('POST', `/admin/returns/${id}/refuse`, { reason: 'Giyilmiş' })
    expect([refused.status, refused.body.message], 'it may be sold by now').toEqual([
      409,
      'Bu iadenin ürünleri rafa kondu; artık reddedilemez.',
    ])
    const told = (await mailsOf(ctx)).filter(({ kind }) => kind === 'order-return-received')
    expect(told.map(({ text }) => text)).toEqual([expect.stringMatching(/Kapıda siparişin tamamını ödersiniz/)])
    expect((await move({ status: 'SHIPPED' })).status, 'it was taken out').toBe(200)
    const isUnpaid = async () => (await admin('GET', `/admin/returns/${id}`)).body.data.unpaid
    expect(await isUnpaid()).toBe(true)
    expect((await admin('POST', `/admin/returns/${id}/complete`, {})).status, 'nothing to give back').toBe(409)
    await admin('POST', `/admin/orders/${orderId}/collected`)
    expect(await isUnpaid()).toBe(false)
    const done = await admin('POST', `/admin/returns/${id}/complete`, {})
    expect(done.body.data).toMatchObject({ money: 'BY_HAND', refundAmount: 1199 })
    expect(await stockOf(ctx, product.id)).toBe(2)
    expect(await auditReturns(ctx.db)).toEqual([])
  })

  test('is packed again without the piece that stays here', async ({ ctx, api }) => {
    const { ask, admin, orderId, order } = await aPackedForTheDoor(ctx, api, 2)
    const { id } = await ask(1)
    await admin('POST', `/admin/returns/${id}/keep`)
    await admin('PUT', `/admin/orders/${orderId}/status`, { status: 'CONFIRMED' })
    const shown = (await admin('GET', `/admin/packing/${orderId}`)).body.data
    expect(shown).toMatchObject({ problem: null, order: { items: [{ quantity: 2, withdrawnQuantity: 1 }] } })
    const itemId = (await order()).items[0].id
    const pack = (quantity: number) =>
      admin('POST', `/admin/orders/${orderId}/packed`, { items: [{ itemId, quantity }] })
    expect((await pack(2)).body.message).toMatch(/aynı değil/)
    expect((await pack(1)).status).toBe(200)
    expect((await order()).status).toBe('PREPARED')
  })

  test.for([
    ['the shop', [], 3],
    ['its buyer', [], 3],
    ['the shop, though its parcel had left meanwhile', ['SHIPPED'], 2],
  ] as const)(
    'set back and cancelled by %s, has each piece on sale again once',
    async ([who, meanwhile, left], { ctx, api }) => {
      const { ask, admin, order, orderId, product, token } = await aPackedForTheDoor(ctx, api, 2)
      const { id } = await ask(1)
      await admin('POST', `/admin/returns/${id}/keep`)
      for (const status of [...meanwhile, 'CONFIRMED'])
        await admin('PUT', `/admin/orders/${orderId}/status`, { status })
      expect((await admin('POST', `/admin/returns/${id}/keep`)).body.data.status, 'said again').toBe('RECEIVED')
      expect((await admin('POST', `/admin/returns/${id}/receive`, { condition: 'WORN' })).status).toBe(409)
      const change = { items: [{ itemId: (await order()).items[0].id, quantity: 1 }] }
      expect((await admin('PUT', `/admin/orders/${orderId}`, change)).status).toBe(409)
      expect(await stockOf(ctx, product.id)).toBe(2)
      const cancelled =
        who === 'its buyer'
          ? await api('POST', `/orders/${orderId}/cancellation`, { token })
          : await admin('DELETE', `/admin/orders/${orderId}`)
      expect(cancelled.status).toBe(200)
      expect(await order()).toMatchObject({ status: 'CANCELLED', paymentStatus: 'FAILED' })
      expect(await stockOf(ctx, product.id)).toBe(left)
      expect(await auditBooks(ctx.db, new Map(product.variants.map((variant) => [variant.id, 3])))).toEqual([])
    },
  )

  test('set back, packed again and paid, is due as it was told and pays back the piece that stayed', async ({
    ctx,
    api,
  }) => {
    const { ask, admin, order, orderId, product } = await aPackedForTheDoor(ctx, api, 2)
    const total = (await order()).totalAmount
    const { id } = await ask(1)
    await admin('POST', `/admin/returns/${id}/keep`)
    await admin('PUT', `/admin/orders/${orderId}/status`, { status: 'CONFIRMED' })
    const items = [{ itemId: (await order()).items[0].id, quantity: 1 }]
    expect((await admin('POST', `/admin/orders/${orderId}/packed`, { items })).status).toBe(200)
    expect((await order()).totalAmount).toBe(total)
    for (const status of ['SHIPPED', 'DELIVERED']) await admin('PUT', `/admin/orders/${orderId}/status`, { status })
    await admin('POST', `/admin/orders/${orderId}/collected`)
    const done = await admin('POST', `/admin/returns/${id}/complete`, {})
    expect(done.body.data).toMatchObject({ money: 'BY_HAND', refundAmount: 1199 })
    expect((await admin('POST', `/admin/returns/${id}/complete`, {})).status, 'once').toBe(409)
    const [owed] = (await admin('GET', '/admin/payments')).body.data.refunds
    await admin('POST', `/admin/payments/refunds/${owed.id}/resolution`, { outcome: 'gone', note: 'Gitti' })
    expect(await order()).toMatchObject({ status: 'DELIVERED', paymentStatus: 'PARTIALLY_REFUNDED' })
    expect(await stockOf(ctx, product.id)).toBe(2)
    expect(await auditBooks(ctx.db, new Map(product.variants.map((variant) => [variant.id, 3])))).toEqual([])
  })

  test('of which the rest is withdrawn from too, or not taken: each piece is on sale again once', async ({
    ctx,
    api,
  }) => {
    const first = await aPackedForTheDoor(ctx, api, 2)
    await first.admin('POST', `/admin/returns/${(await first.ask(1)).id}/keep`)
    await first.admin('POST', `/admin/returns/${(await first.ask(1)).id}/keep`)
    expect([(await first.order()).status, await stockOf(ctx, first.product.id)]).toEqual(['CANCELLED', 3])
    const second = await aPackedForTheDoor(ctx, api, 2)
    await second.admin('POST', `/admin/returns/${(await second.ask(1)).id}/keep`)
    await second.admin('PUT', `/admin/orders/${second.orderId}/status`, { status: 'SHIPPED' })
    expect((await second.admin('POST', `/admin/orders/${second.orderId}/refused`)).status).toBe(200)
    expect([(await second.order()).status, await stockOf(ctx, second.product.id)]).toEqual(['CANCELLED', 3])
    expect(await auditReturns(ctx.db)).toEqual([])
  })
})
