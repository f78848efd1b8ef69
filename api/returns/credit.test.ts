import { describe, expect } from 'vitest'
import { listDemoLedger } from '#shop/payments/demo/demo.ts'
import { mailsOf } from '#test/mails.ts'
import { aDelivery } from '#test/returns/delivery.ts'
import { test } from '#test/shop.ts'

describe('pieces of an order that was paid with store credit and by card', () => {
  test('come back one after the other: money first, then credit, and each return shows what it gives', async ({
    ctx,
    api,
  }) => {
    const sale = await aDelivery(ctx, api, { credit: 150 })
    const balance = async () => (await sale.own('GET', '/account/credit')).body.data.balance
    const back = async () =>
      (await listDemoLedger(ctx.db)).find(({ orderId }) => orderId === sale.orderId)?.refundedKurus
    const steps = [
      { refunded: 10_000, credit: 0 },
      { refunded: 15_000, credit: 50 },
      { refunded: 15_000, credit: 150 },
    ]
    for (const { refunded, credit } of steps) {
      const id = await sale.received()
      expect((await sale.own('GET', '/returns/my')).body.data[0], 'before').toMatchObject({ refundAmount: 100 })
      expect((await sale.decide(id, 'complete')).body.data).toMatchObject({
        ...{ status: 'COMPLETED', money: 'PAID', refundAmount: 100 },
      })
      expect([await back(), await balance()]).toEqual([refunded, credit])
    }
    expect(await sale.order()).toMatchObject({ paymentStatus: 'REFUNDED', refundedAmount: 300, refundedCredit: 150 })
    const [second] = (await mailsOf(ctx)).filter(({ text }) => text.includes('Bunun 50,00 TL kadarı mağaza krediniz'))
    expect(second?.kind).toBe('order-refund')
    expect(await sale.books()).toEqual([])
  })

  test('by transfer the mail asks for an IBAN for the money alone', async ({ ctx, api }) => {
    const sale = await aDelivery(ctx, api, { credit: 250, method: 'BANK_TRANSFER' })
    const id = await sale.received()
    expect((await sale.decide(id, 'complete')).body.data).toMatchObject({ money: 'BY_HAND', refundAmount: 100 })
    const [asked] = (await mailsOf(ctx)).filter(({ kind }) => kind === 'order-return-by-hand')
    expect(asked?.text).toContain('50,00 TL tutarındaki iadenizi banka hesabınıza havale edeceğiz.')
    expect(asked?.text).toContain('Kalan 50,00 TL mağaza krediniz olarak hesabınıza eklendi.')
    expect((await sale.own('GET', '/account/credit')).body.data.balance).toBe(50)
    expect((await sale.order()).owed).toMatchObject({ amount: 50 })
    const [{ id: refundId }] = (await sale.staff('GET', `/admin/orders/${sale.orderId}`)).body.data.refunds
    const path = `/admin/payments/refunds/${refundId}/resolution`
    expect((await sale.staff('POST', path, { outcome: 'gone', note: 'EFT' })).status).toBe(200)
    expect((await sale.own('GET', '/returns/my')).body.data[0]).toMatchObject({ money: 'PAID', refundAmount: 100 })
    expect((await sale.own('GET', '/account/credit')).body.data.balance, 'once').toBe(50)
    expect(await sale.books()).toEqual([])
  })

  test('and one that credit paid in full gives back credit alone', async ({ ctx, api }) => {
    const sale = await aDelivery(ctx, api, { credit: 300 })
    expect(await sale.order()).toMatchObject({ paymentMethod: 'STORE_CREDIT', credit: 300 })
    const id = await sale.received('AS_NEW', 2)
    expect((await sale.decide(id, 'complete')).body.data).toMatchObject({ status: 'COMPLETED', refundAmount: 200 })
    expect((await sale.own('GET', '/account/credit')).body.data.balance).toBe(200)
    expect(await sale.books()).toEqual([])
  })
})
