import { describe, expect } from 'vitest'
import { test } from '#test/shop.ts'
import { aToldSale } from '#test/told-sale.ts'
import { requestRefund } from '../payments/refunds.ts'
import { type AttemptStatus, paymentWebhooks, refunds } from '../payments/schema.ts'
import { receiveWebhook } from './webhooks.ts'

const later = new Date('2026-11-21T09:00:00Z')

async function aWaiting(ctx: Parameters<typeof aToldSale>[0], status: AttemptStatus) {
  const sale = await aToldSale(ctx)
  const { conversationId } = await sale.set({ status, leaseUntil: later, recheckAt: later })
  let n = 0
  const hear = (signed = true, reference = `r${++n}`) =>
    receiveWebhook(sale.ctx, {
      provider: sale.ctx.payments.name,
      event: { reference, eventType: 'API_AUTH', status: 'SUCCESS', conversationId },
      signed,
    })
  return { ...sale, hear }
}

describe('news of a payment makes the shop ask soon', () => {
  test.for(['AWAITING_3DS', 'PENDING', 'UNKNOWN'] as const)('that is %s', async (status, { ctx, clock }) => {
    const other = await aWaiting(ctx, status)
    const { hear, find } = await aWaiting(ctx, status)
    await hear()
    expect(await find()).toMatchObject({ status, leaseUntil: clock.now, recheckAt: later })
    expect((await other.find()).leaseUntil).toEqual(later)
  })

  test.for(['EXPIRED', 'DECLINED'] as const)('that was given up: %s', async (status, { ctx, clock }) => {
    const other = await aWaiting(ctx, status)
    const { hear, find } = await aWaiting(ctx, status)
    await hear()
    expect(await find()).toMatchObject({ status, leaseUntil: later, recheckAt: clock.now })
    expect((await other.find()).recheckAt).toEqual(later)
  })

  test.for(['STARTED', 'SUCCEEDED', 'REFUNDED'] as const)('but not that is %s', async (status, { ctx }) => {
    const { hear, find } = await aWaiting(ctx, status)
    await hear()
    expect(await find()).toMatchObject({ status, leaseUntil: later, recheckAt: later })
  })

  test('and about its refunds', async ({ ctx, clock }) => {
    const { hear, find, set, ...sale } = await aWaiting(ctx, 'SUCCEEDED')
    await requestRefund(sale.ctx, await find(), { amountKurus: 1, reason: 'items', leaseUntil: later })
    await ctx.db.update(refunds).set({ askedTimes: 1 })
    await hear()
    expect(await ctx.db.select().from(refunds)).toMatchObject([{ leaseUntil: clock.now }])
  })
})

describe('news is counted once', () => {
  test('a copy of it does nothing', async ({ ctx }) => {
    const { hear, find, set } = await aWaiting(ctx, 'UNKNOWN')
    await hear(true, 'same')
    await set({ leaseUntil: later })
    await hear(true, 'same')
    expect((await find()).leaseUntil).toEqual(later)
    expect(await ctx.db.select().from(paymentWebhooks)).toMatchObject([
      { reference: 'same', signed: true, provider: 'told' },
    ])
  })

  test('of unsigned news twenty pieces are heard for a payment, of signed news all', async ({ ctx, clock }) => {
    const { hear, find, set } = await aWaiting(ctx, 'UNKNOWN')
    const other = await aWaiting(ctx, 'UNKNOWN')
    for (let i = 0; i < 20; i++) await hear(false)
    await set({ leaseUntil: later })
    await hear(false)
    expect((await find()).leaseUntil).toEqual(later)
    await hear(true)
    expect((await find()).leaseUntil).toEqual(clock.now)
    await other.hear(false, 'of another')
    expect((await other.find()).leaseUntil).toEqual(clock.now)
    expect(await ctx.db.select().from(paymentWebhooks)).toHaveLength(22)
  })

  test('of a conversation that is not ours nothing is kept', async ({ ctx }) => {
    for (const signed of [true, false]) {
      const news = { reference: 'r', eventType: 'API_AUTH', status: 'SUCCESS', conversationId: 'of another shop' }
      await receiveWebhook(ctx, { provider: ctx.payments.name, event: news, signed })
    }
    expect(await ctx.db.select().from(paymentWebhooks)).toEqual([])
  })
})
