import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { variants } from '#shop/catalog/schema.ts'
import { settleOpenPayments } from '#shop/checkout/recovery.ts'
import { orderItems } from '#shop/orders/schema.ts'
import { paymentAttempts } from '#shop/payments/schema.ts'
import { minutes } from '#shop/time.ts'
import { aDelivery } from '#test/returns/delivery.ts'
import { test } from '#test/shop.ts'

/** Sums in TL, without the errors of their binary fractions. */
const toKurus = (amounts: number[]) => amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0)

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

  test('piece by piece, an order in installments gives back its fee too, to the kuruş', async ({ ctx, api }) => {
    const sale = await aDelivery(ctx, api, { installments: '3' })
    const { totalAmount, installmentFee } = await sale.order()
    expect(installmentFee).toBeGreaterThan(0)
    const amounts: number[] = []
    for (const _ of [1, 2, 3]) {
      const { data } = (await sale.decide(await sale.received(), 'complete', {})).body
      expect(data.money).toBe('PAID')
      amounts.push(data.refundAmount)
    }
    expect(amounts[0]).toBeGreaterThan(100)
    expect(toKurus(amounts)).toBe(toKurus([totalAmount]))
    expect(await sale.order()).toMatchObject({ paymentStatus: 'REFUNDED' })
    expect(await sale.books()).toEqual([])
  })

  test('the price rose since: what she paid goes back', async ({ ctx, api }) => {
    const sale = await aDelivery(ctx, api)
    await ctx.db.update(variants).set({ priceKurus: 25_000 }).where(eq(variants.productId, sale.product.id))
    const { data } = (await sale.decide(await sale.received(), 'complete', {})).body
    expect(data).toMatchObject({ status: 'COMPLETED', refundAmount: 100 })
    expect(await sale.books()).toEqual([])
  })

  test('it never comes: closed with a reason, its pieces may come back another time', async ({ ctx, api }) => {
    const sale = await aDelivery(ctx, api)
    const id = await sale.asked(3)
    await sale.decide(id, 'approve')
    expect((await sale.ask()).status, 'all of them are in it').toBe(409)
    const closed = await sale.decide(id, 'refuse', { reason: 'Paketiniz bize ulaşmadı.' })
    expect(closed.body.data).toMatchObject({ status: 'REFUSED', refundAmount: 0 })
    expect((await sale.decide(await sale.received('AS_NEW', 3), 'complete', {})).body.data.refundAmount).toBe(300)
    expect(await sale.books()).toEqual([])
  })
})
