import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { type TestClock, test } from '#test/shop.ts'
import { aToldSale, price } from '#test/told-sale.ts'
import type { Ctx } from '../../ctx.ts'
import { orders } from '../../orders/schema.ts'
import type { Attempt } from '../../payments/attempt-rows.ts'
import { requestRefund } from '../../payments/refunds.ts'
import { refunds } from '../../payments/schema.ts'
import { days, minutes } from '../../time.ts'
import { findBooksOf, judge, learnTaken } from './books.ts'

const paidKurus = 2 * price
const charged = { kind: 'charged', paymentId: 'p1', amountKurus: paidKurus } as const

/** A payment of 200 TL, two minutes old, its refunds, and what the bank's books are held to say of it. */
async function aSale(base: Ctx, clock: TestClock) {
  const sale = await aToldSale(base, charged)
  clock.forward(minutes(2))
  /** A refund as our books have it; confirmed ones as long ago as `age`. */
  const gaveBack = async (amountKurus: number, status: 'SUCCEEDED' | 'REQUESTED' | 'FAILED', age = 0) => {
    const id = (await requestRefund(sale.ctx, await sale.find(), { amountKurus, reason: 'items' })) ?? ''
    const updatedAt = new Date(clock.now.getTime() - age)
    await base.db.update(refunds).set({ status, updatedAt }).where(eq(refunds.id, id))
  }
  /** 'waits', 'agree', or what differs with our amount and theirs. */
  const judged = async (amountKurus: number, refundedKurus = 0, paymentId: string | null = 'p1') => {
    const verdict = await judge(sale.ctx, await sale.find(), paymentId, { amountKurus, refundedKurus })
    if (verdict === undefined || verdict === 'waits') return verdict ?? 'agree'
    expect(verdict).toMatchObject({ attemptId: sale.id, orderId: sale.orderId, providerPaymentId: paymentId })
    return [verdict.kind, verdict.oursKurus, verdict.theirsKurus]
  }
  const learned = async (amountKurus: number, refundedKurus = 0) =>
    (await learnTaken(sale.ctx, await sale.find(), { amountKurus, refundedKurus })).chargedKurus
  return { ...sale, gaveBack, judged, learned }
}

describe('the bank’s books of a payment', () => {
  test('agree with ours, or differ by what either has more', async ({ ctx, clock }) => {
    const { judged } = await aSale(ctx, clock)
    expect(await judged(paidKurus)).toBe('agree')
    expect(await judged(paidKurus + 1)).toEqual(['amount-differs', paidKurus, paidKurus + 1])
    expect(await judged(paidKurus, 500)).toEqual(['amount-differs', paidKurus, paidKurus - 500])
  })

  test('may lack a refund of ours for a day, and no longer', async ({ ctx, clock }) => {
    const { judged, gaveBack } = await aSale(ctx, clock)
    await gaveBack(500, 'SUCCEEDED', days(1) - 1)
    expect(await judged(paidKurus, 500)).toBe('agree')
    expect(await judged(paidKurus)).toBe('waits')
    expect(await judged(paidKurus, 200)).toBe('waits')
    expect(await judged(paidKurus + 1), 'more than the refund explains').toEqual([
      ...['amount-differs', paidKurus - 500, paidKurus + 1],
    ])
    expect(await judged(paidKurus, 501)).toEqual(['amount-differs', paidKurus - 500, paidKurus - 501])
    clock.forward(1)
    expect(await judged(paidKurus)).toEqual(['amount-differs', paidKurus - 500, paidKurus])
  })

  test('may lack the newest refund only, when an older one is in them', async ({ ctx, clock }) => {
    const { judged, gaveBack } = await aSale(ctx, clock)
    const other = await aSale(ctx, clock)
    await other.gaveBack(5000, 'SUCCEEDED')
    await gaveBack(1000, 'SUCCEEDED', days(2))
    await gaveBack(500, 'SUCCEEDED')
    expect(await judged(paidKurus, 1000)).toBe('waits')
    expect(await judged(paidKurus, 999)).toEqual(['amount-differs', paidKurus - 1500, paidKurus - 999])
  })

  test('may show a refund that we are still asking for, and none that failed', async ({ ctx, clock }) => {
    const { judged, gaveBack } = await aSale(ctx, clock)
    await gaveBack(300, 'FAILED')
    expect(await judged(paidKurus, 300)).toEqual(['amount-differs', paidKurus, paidKurus - 300])
    await gaveBack(500, 'REQUESTED')
    expect(await judged(paidKurus)).toBe('agree')
    expect(await judged(paidKurus, 500)).toBe('waits')
    expect(await judged(paidKurus, 501)).toEqual(['amount-differs', paidKurus, paidKurus - 501])
  })

  test('hold nothing of a canceled order, nor of one whose money is all back', async ({ ctx, clock }) => {
    const { judged, orderId, gaveBack } = await aSale(ctx, clock)
    const other = await aSale(ctx, clock)
    await ctx.db.update(orders).set({ status: 'CANCELLED' }).where(eq(orders.id, orderId))
    expect(await judged(paidKurus, paidKurus)).toBe('agree')
    expect(await judged(paidKurus)).toEqual(['amount-differs', 0, paidKurus])
    expect(await other.judged(paidKurus), 'the order beside it').toBe('agree')
    await ctx.db.update(orders).set({ status: 'SHIPPED' })
    await other.set({ chargedKurus: paidKurus - 700 })
    await other.gaveBack(paidKurus - 700, 'SUCCEEDED', days(2))
    expect(await other.judged(paidKurus - 700, paidKurus - 700)).toBe('agree')
    await gaveBack(paidKurus - 700, 'SUCCEEDED', days(2))
    expect(await judged(paidKurus, paidKurus)).toEqual(['amount-differs', 700, 0])
  })

  test.for<[Partial<Attempt>, string]>([
    [{ status: 'EXPIRED' }, 'given up'],
    [{ status: 'DECLINED' }, 'declined'],
    [{ status: 'PENDING', heldReason: 'amount 1' }, 'held'],
  ])('of a payment that is $1 may hold nothing', async ([set], { ctx, clock }) => {
    const sale = await aSale(ctx, clock)
    await sale.set(set)
    expect(await sale.judged(paidKurus, paidKurus)).toBe('agree')
    expect(await sale.judged(paidKurus)).toEqual(['charged-without-order', 0, paidKurus])
    expect(await sale.judged(500, 600), 'more went back than came').toBe('agree')
  })

  test('of late money hold what is still on its way back', async ({ ctx, clock }) => {
    const sale = await aSale(ctx, clock)
    await sale.gaveBack(500, 'REQUESTED')
    await sale.set({ status: 'REFUNDED' })
    expect(await sale.judged(500)).toBe('waits')
    expect(await sale.judged(501)).toEqual(['charged-without-order', 0, 501])
    await sale.set({ status: 'EXPIRED' })
    expect(await sale.judged(500)).toEqual(['charged-without-order', 0, 500])
  })

  test('that hold a second payment of one try have money that is nobody’s', async ({ ctx, clock }) => {
    const sale = await aSale(ctx, clock)
    expect(await sale.judged(paidKurus, 0, 'p2')).toEqual(['charged-without-order', 0, paidKurus])
    expect(await sale.judged(paidKurus, paidKurus, 'p2')).toBe('agree')
    expect(await sale.judged(paidKurus, 0, null), 'of which no number is told').toBe('agree')
  })

  test('say nothing of one that a request is busy with, for a minute', async ({ ctx, clock }) => {
    const sale = await aToldSale(ctx)
    const verdict = async () => judge(sale.ctx, await sale.find(), 'p1', { amountKurus: 5, refundedKurus: 0 })
    clock.forward(minutes(1) - 1)
    expect(await verdict()).toBe('waits')
    await sale.set({ heldReason: 'amount 5' })
    expect(await verdict(), 'one that is held waits for a human only').toMatchObject({ theirsKurus: 5 })
    await sale.set({ heldReason: null })
    clock.forward(1)
    expect(await verdict()).toMatchObject({ kind: 'charged-without-order', theirsKurus: 5 })
  })
})

describe('what the bank has for certain', () => {
  test.for<[Partial<Attempt>, boolean]>([
    [{ status: 'SUCCEEDED' }, true],
    [{ status: 'REFUNDED' }, true],
    [{ status: 'PENDING', heldReason: 'amount 1' }, true],
    [{ status: 'PENDING', heldReason: null }, false],
    [{ status: 'EXPIRED' }, false],
  ])('is kept of %o: %s', async ([set, isKept], { ctx, clock }) => {
    const [sale, other] = [await aSale(ctx, clock), await aSale(ctx, clock)]
    await sale.set(set)
    expect(await sale.learned(paidKurus + 900)).toBe(isKept ? paidKurus + 900 : paidKurus)
    expect(await sale.find()).toMatchObject({ chargedKurus: isKept ? paidKurus + 900 : paidKurus })
    expect((await other.find()).chargedKurus, 'of another payment').toBe(paidKurus)
  })

  test('lacks what went back past the shop, but not our own refunds', async ({ ctx, clock }) => {
    const { gaveBack, learned } = await aSale(ctx, clock)
    expect(await learned(paidKurus, 300)).toBe(paidKurus - 300)
    await gaveBack(500, 'SUCCEEDED', days(2))
    expect(await learned(paidKurus, 500)).toBe(paidKurus)
    expect(await learned(paidKurus, 800)).toBe(paidKurus - 300)
    expect(await learned(paidKurus, 499), 'never more than it took').toBe(paidKurus)
  })

  test('is not known while a refund may be missing in its books, or is being asked for', async ({ ctx, clock }) => {
    const { gaveBack, learned } = await aSale(ctx, clock)
    await gaveBack(500, 'SUCCEEDED')
    expect(await learned(paidKurus + 900, 499)).toBe(paidKurus)
    expect(await learned(paidKurus + 900, 500)).toBe(paidKurus + 900)
    await gaveBack(1, 'REQUESTED')
    expect(await learned(paidKurus, 500)).toBe(paidKurus + 900)
  })

  test('is judged by the payment as it stands, not as it was read', async ({ ctx, clock }) => {
    const sale = await aSale(ctx, clock)
    const seen = await sale.find()
    const found = { amountKurus: paidKurus + 900, refundedKurus: 0 }
    await sale.set({ status: 'EXPIRED' })
    expect((await learnTaken(sale.ctx, seen, found)).chargedKurus).toBe(paidKurus)
    await sale.set({ status: 'SUCCEEDED', refundKurus: 1 })
    const less = { amountKurus: 0, refundedKurus: 0 }
    expect((await learnTaken(sale.ctx, seen, less)).chargedKurus, 'what is asked back was there').toBe(paidKurus)
  })
})

test('books are asked for of a payment that has a number, at the bank that has it', async ({ ctx }) => {
  const sale = await aToldSale(ctx, charged)
  const attempt = await sale.find()
  const books = { amountKurus: paidKurus, refundedKurus: 0 }
  sale.bank.says.books.push(books, books)
  expect(await findBooksOf(sale.ctx, attempt)).toEqual(books)
  expect(await findBooksOf(sale.ctx, { ...attempt, providerPaymentId: null })).toBeUndefined()
  expect(await findBooksOf(sale.ctx, { ...attempt, provider: 'another' })).toBeUndefined()
  expect(sale.bank.asked).toEqual(['books'])
})
