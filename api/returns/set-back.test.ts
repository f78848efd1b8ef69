import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { hours } from '#shop/time.ts'
import { mailsOf } from '#test/mails.ts'
import { aDelivery } from '#test/returns/delivery.ts'
import { test } from '#test/shop.ts'

type Sale = Awaited<ReturnType<typeof aDelivery>>

const setTo = ({ staff, orderId }: Sale, status: string, more: object = {}) =>
  staff('PUT', `/admin/orders/${orderId}/status`, { status, ...more })

const seen = { withdrawalSeen: true }

const mailCount = async (ctx: Ctx) => (await mailsOf(ctx)).length

const cancellations = async (sale: Sale) => (await sale.staff('GET', '/admin/audit?action=order.cancel')).body.data

describe('an order that is set back by mistake while all of it came back', () => {
  test('from delivered, goes forward again, and is paid back meanwhile without being cancelled', async ({
    ctx,
    api,
    clock,
  }) => {
    const sale = await aDelivery(ctx, api)
    const id = await sale.received('AS_NEW', 3)
    const { deliveredAt } = await sale.order()
    clock.forward(hours(1))
    expect((await setTo(sale, 'PREPARED')).body.data).not.toHaveProperty('withdrawn')
    expect((await sale.staff('GET', `/admin/returns/${id}`)).body.data).toMatchObject({
      ...{ unsent: false, undelivered: false, atTheDoor: '' },
    })
    const mails = await mailCount(ctx)
    expect((await setTo(sale, 'DELIVERED')).status).toBe(200)
    expect([(await sale.order()).deliveredAt, await mailCount(ctx)]).toEqual([deliveredAt, mails])
    expect((await setTo(sale, 'PREPARED')).status).toBe(200)
    expect((await sale.decide(id, 'complete', {})).body.data).toMatchObject({ status: 'COMPLETED', money: 'PAID' })
    expect(await sale.order()).toMatchObject({ status: 'PREPARED', paymentStatus: 'REFUNDED', refundedAmount: 300 })
    expect([await sale.stock(), await cancellations(sale)]).toEqual([5, []])
    expect((await setTo(sale, 'DELIVERED')).status).toBe(200)
    expect(await sale.books()).toEqual([])
  })

  test('keeps no piece in the shop that she has', async ({ ctx, api, clock }) => {
    const sale = await aDelivery(ctx, api)
    const id = await sale.asked(3)
    clock.forward(hours(1))
    await setTo(sale, 'PREPARED')
    await sale.decide(id, 'approve')
    const approved = (await mailsOf(ctx)).findLast(({ kind }) => kind === 'order-return-approved')?.text
    expect(approved).toMatch(/kargoya verin/)
    expect(approved).not.toMatch(/yola çıkmadı/)
    const kept = await sale.decide(id, 'keep')
    expect([kept.status, kept.body.message]).toEqual([409, expect.stringMatching(/paket size dönünce “Teslim aldım”/)])
    expect([await sale.stock(), (await sale.order()).refundedAmount]).toEqual([2, 0])
    expect((await setTo(sale, 'DELIVERED')).status).toBe(200)
    expect(await sale.books()).toEqual([])
  })

  test('from its way, goes forward again once it was seen, and does not end with its money', async ({
    ctx,
    api,
    clock,
  }) => {
    const sale = await aDelivery(ctx, api, { status: 'SHIPPED' })
    const id = await sale.received('AS_NEW', 3, { reason: 'OTHER' })
    clock.forward(hours(1))
    expect((await setTo(sale, 'PREPARED')).body.data.withdrawn).toBe('ALL')
    expect((await setTo(sale, 'SHIPPED')).status).toBe(409)
    expect((await setTo(sale, 'SHIPPED', seen)).status).toBe(200)
    clock.forward(hours(1))
    await setTo(sale, 'PREPARED')
    expect((await sale.decide(id, 'complete', {})).body.data).toMatchObject({ status: 'COMPLETED', money: 'PAID' })
    expect(await sale.order()).toMatchObject({ status: 'PREPARED', paymentStatus: 'REFUNDED' })
    expect((await setTo(sale, 'SHIPPED')).status, 'nothing is asked any more').toBe(200)
    expect([await sale.stock(), await cancellations(sale)]).toEqual([5, []])
    expect(await sale.books()).toEqual([])
  })

  test('from its way, waits for a transfer to her without being held', async ({ ctx, api, clock }) => {
    const sale = await aDelivery(ctx, api, { status: 'SHIPPED', method: 'BANK_TRANSFER' })
    const id = await sale.received('AS_NEW', 3, { reason: 'OTHER' })
    expect((await sale.decide(id, 'complete', {})).body.data.money).toBe('BY_HAND')
    clock.forward(hours(1))
    await setTo(sale, 'PREPARED')
    const [refund] = (await sale.staff('GET', `/admin/orders/${sale.orderId}`)).body.data.refunds
    const gone = { outcome: 'gone', note: 'Gitti' }
    expect((await sale.staff('POST', `/admin/payments/refunds/${refund.id}/resolution`, gone)).status).toBe(200)
    expect(await sale.order()).toMatchObject({ status: 'PREPARED', paymentStatus: 'REFUNDED' })
    expect((await setTo(sale, 'SHIPPED', seen)).status).toBe(200)
    expect(await sale.books()).toEqual([])
  })
})

describe('an order that was set forward by mistake', () => {
  test('is withdrawn from as one whose parcel never left, once it is set back', async ({ ctx, api, clock }) => {
    const sale = await aDelivery(ctx, api, { status: 'SHIPPED' })
    clock.forward(hours(1))
    await setTo(sale, 'PREPARED')
    const id = await sale.asked(3, { reason: 'OTHER' })
    expect((await setTo(sale, 'SHIPPED')).status).toBe(409)
    expect((await sale.decide(id, 'keep')).body.data).toMatchObject({ status: 'COMPLETED', money: 'PAID' })
    expect([await sale.stock(), (await sale.order()).status]).toEqual([5, 'CANCELLED'])
    expect(await sale.books()).toEqual([])
  })

  test('cannot be sent, whatever anybody says, once its pieces were kept', async ({ ctx, api, deps, clock }) => {
    const sale = await aDelivery(ctx, api, { status: 'SHIPPED' })
    clock.forward(hours(1))
    await setTo(sale, 'PREPARED')
    const id = await sale.asked(3, { reason: 'OTHER' })
    const bank = deps.payments
    deps.payments = { ...bank, refund: async () => ({ kind: 'refused', code: 'X', message: 'Kart kapalı.' }) }
    expect((await sale.decide(id, 'keep')).status).toBe(409)
    deps.payments = bank
    expect((await setTo(sale, 'SHIPPED', seen)).status).toBe(409)
    expect((await sale.decide(id, 'complete', {})).body.data.status).toBe('COMPLETED')
    expect((await sale.order()).status).toBe('CANCELLED')
    expect(await sale.books()).toEqual([])
  })
})
