import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { aUser } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { aToldSale, price } from '#test/told-sale.ts'
import { auditEntries } from '../audit/schema.ts'
import { variants } from '../catalog/schema.ts'
import { type Ctx, newId } from '../ctx.ts'
import { orderEvents, orders } from '../orders/schema.ts'
import type { Attempt } from '../payments/attempt-rows.ts'
import type { Resolution } from '../payments/contract.ts'
import { requestRefund } from '../payments/refunds.ts'
import { paymentDiscrepancies, refunds } from '../payments/schema.ts'
import { days, hours, minutes } from '../time.ts'
import { resolvePayment } from './decisions.ts'
import { settleOpenPayments } from './recovery.ts'

const unknown = { kind: 'unknown', reason: 'lost' } as const
const charged = { kind: 'charged', paymentId: 'p1', amountKurus: 2 * price } as const
const paid = ['SUCCEEDED', 'SUCCESS', 3]
const held = { status: 'PENDING', heldReason: 'amount 1', providerPaymentId: 'p1', chargedKurus: 2 * price } as const

/** A payment as it stands when the owner looks at it, and her decision. */
async function aDecision(base: Ctx, set: Partial<Attempt>) {
  const sale = await aToldSale(base, unknown)
  await sale.set(set)
  const owner = await aUser(base, { role: 'ADMIN' })
  const acting: Ctx = {
    ...sale.ctx,
    actor: {
      kind: 'user',
      id: owner.id,
      sessionId: newId(),
      address: newId(),
      rights: ['payments', 'payments-read'],
    },
  }
  return {
    ...sale,
    owner,
    decide: (action?: Resolution, note?: string) => resolvePayment(acting, sale.id, { action, note }),
    /** The entry in the history; it holds only the fields that changed. */
    entries: async () => (await base.db.select().from(auditEntries).orderBy(auditEntries.id)).map(({ after }) => after),
    refunds: async () => (await base.db.select().from(refunds)).map(({ amountKurus, status }) => [amountKurus, status]),
  }
}

const refusal = (decision: Promise<unknown>) => decision.then(() => 'done').catch((error) => error.code)

describe('a payment that is held', () => {
  test('is completed: the order appears, and who bought keeps what she has', async ({ ctx }) => {
    const { decide, stands, causes, entries } = await aDecision(ctx, held)
    expect((await decide('complete')).status).toBe('SUCCEEDED')
    expect(await stands()).toEqual(paid)
    expect((await causes()).at(-1)).toBe('PENDING→SUCCEEDED: accepted by the owner')
    expect(await entries()).toEqual([{ resolution: 'complete', status: 'SUCCEEDED' }])
  })

  test('is completed with goods that were on sale again, or not at all', async ({ ctx }) => {
    const late = await aDecision(ctx, { status: 'UNKNOWN' })
    const { settleAttempt } = await import('./attempts.ts')
    await settleAttempt(late.ctx, late.id, { kind: 'none' }, 'nothing came of it')
    await late.set(held)
    expect(await late.onShelf()).toBe(5)
    await ctx.db.update(variants).set({ stock: 1 })
    expect(await refusal(late.decide('complete'))).toBe('OUT_OF_STOCK')
    expect([(await late.find()).status, await late.onShelf()]).toEqual(['PENDING', 1])
    await ctx.db.update(variants).set({ stock: 2 })
    await late.decide('complete')
    expect([(await late.find()).status, await late.onShelf()]).toEqual(['SUCCEEDED', 0])
  })

  test('goes back when nothing else is said, and its goods are on sale', async ({ ctx }) => {
    const { decide, stands, refunds, bank, entries } = await aDecision(ctx, held)
    bank.says.refund.push({ kind: 'refunded' })
    expect((await decide()).status).toBe('REFUNDED')
    expect([await stands(), await refunds()]).toEqual([['REFUNDED', 'FAILED', 5], [[2 * price, 'SUCCEEDED']]])
    expect(bank.asked).toEqual(['books', 'refund', 'books'])
    expect((await entries()).at(0)).toEqual({ resolution: 'refund', status: 'REFUNDED' })
  })

  test('all that goes back is what the bank has now', async ({ ctx }) => {
    const { decide, refunds, bank } = await aDecision(ctx, held)
    bank.says.books.push({ amountKurus: 3 * price, refundedKurus: price / 2 })
    bank.says.refund.push({ kind: 'refunded' })
    await decide('refund')
    expect(await refunds()).toEqual([[2.5 * price, 'SUCCEEDED']])
  })

  test('of another currency no amount is asked for', async ({ ctx }) => {
    const { decide, bank } = await aDecision(ctx, { ...held, heldReason: 'currency USD' })
    bank.says.refund.push({ kind: 'refunded' })
    await decide('refund')
    expect(bank.asked[0]).toBe('refund')
  })

  test('of which the bank has nothing any more is only closed', async ({ ctx }) => {
    const { decide, stands, entries } = await aDecision(ctx, { ...held, chargedKurus: 0 })
    await expect(decide('refund')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('not yazıp kapatın'),
    })
    await decide('close', 'Panelden iade ettim')
    expect(await stands()).toEqual(['REFUNDED', 'FAILED', 5])
    expect((await entries()).at(-1)).toEqual({ resolution: 'close', status: 'REFUNDED', note: 'Panelden iade ettim' })
  })

  test('is closed with a note: nothing is held, asked or open of it any more', async ({ ctx, clock }) => {
    const { decide, find, id, orderId, bank } = await aDecision(ctx, { ...held, recheckAt: clock.now })
    const other = await aToldSale(ctx, unknown)
    const discrepancy = { kind: 'charged-without-order', day: '2026-11-20', foundAt: clock.now, oursKurus: 0 } as const
    for (const attempt of [
      { attemptId: id, orderId },
      { attemptId: other.id, orderId: other.orderId },
    ]) {
      await ctx.db.insert(paymentDiscrepancies).values({ ...discrepancy, ...attempt, id: newId(), theirsKurus: 1 })
    }
    expect(await refusal(decide('close'))).toBe('INVALID')
    await decide('close', 'Bitti')
    const note = { status: 'REFUNDED', settledNote: 'Bitti', heldReason: null, recheckAt: null }
    expect([await find(), bank.asked]).toMatchObject([note, []])
    const discrepancies = await ctx.db.select().from(paymentDiscrepancies)
    const closed = discrepancies.filter(({ resolvedAt }) => resolvedAt !== null)
    expect([discrepancies.length, closed.map(({ attemptId }) => attemptId)]).toEqual([2, [id]])
    expect(await refusal(decide('close', 'Yine'))).toBe('CONFLICT')
  })
})

describe('an open payment whose provider is not set up any more', () => {
  const gone = { status: 'UNKNOWN', provider: 'paytr' } as const

  test('is closed with a note once its hold is over: its goods are on sale again', async ({ ctx, clock }) => {
    const { decide, stands, entries, causes, bank } = await aDecision(ctx, gone)
    expect(await refusal(decide('close', 'Panelde yok')), 'she may be paying just now').toBe('CONFLICT')
    expect(await stands()).toEqual(['UNKNOWN', 'PENDING', 3])
    clock.forward(minutes(ctx.config.holdMinutes))
    expect(await refusal(decide('close'))).toBe('INVALID')
    await decide('close', 'Panelde yok')
    expect(await stands()).toEqual(['EXPIRED', 'FAILED', 5])
    expect([bank.asked, (await causes()).at(-1)]).toEqual([
      [],
      'UNKNOWN→EXPIRED: closed by the owner; its provider is gone',
    ])
    expect((await entries()).at(-1)).toEqual({ resolution: 'close', status: 'EXPIRED', note: 'Panelde yok' })
    expect(await refusal(decide('close', 'Yine'))).toBe('CONFLICT')
  })

  test('is left to its provider as long as that can be asked', async ({ ctx, clock }) => {
    const { decide, stands } = await aDecision(ctx, { status: 'UNKNOWN' })
    clock.forward(hours(3))
    expect(await refusal(decide('close', 'Bitti'))).toBe('CONFLICT')
    expect(await stands()).toEqual(['UNKNOWN', 'PENDING', 3])
  })

  test('gives back what was taken after all, once its keys are there again', async ({ ctx, clock }) => {
    const { decide, set, find, bank, refunds } = await aDecision(ctx, gone)
    clock.forward(minutes(ctx.config.holdMinutes))
    await decide('close', 'Panelde yok')
    await set({ provider: 'told' })
    bank.says.find.push(charged)
    bank.says.refund.push({ kind: 'refunded' })
    // She bought elsewhere meanwhile.
    await ctx.db.update(variants).set({ stock: 0 })
    // It is asked about, and then given back.
    for (let round = 0; round < 2; round++) {
      clock.forward(hours(1))
      await settleOpenPayments(bank.of(ctx))
    }
    expect([(await find()).status, await refunds()]).toEqual(['REFUNDED', [[2 * price, 'SUCCEEDED']]])
  })
})

describe('late money that did not go back in full', () => {
  const owed = { status: 'REFUNDED', providerPaymentId: 'p1', chargedKurus: 2 * price, refundKurus: price } as const

  test('goes back, the rest of it and once', async ({ ctx }) => {
    const { decide, refunds, bank } = await aDecision(ctx, owed)
    bank.says.refund.push({ kind: 'refunded' })
    await decide()
    expect(await refunds()).toEqual([[price, 'SUCCEEDED']])
    expect(await refusal(decide('refund'))).toBe('CONFLICT')
    expect(await refusal(decide('close', 'Bitti'))).toBe('CONFLICT')
  })

  test('goes back as late money, under the name of the owner who sent it', async ({ ctx }) => {
    const { decide, owner } = await aDecision(ctx, owed)
    await decide('refund').catch(() => {})
    expect(await ctx.db.select().from(refunds)).toMatchObject([{ reason: 'late-charge', actorId: owner.id }])
  })

  test('is on its way already: neither again nor closed', async ({ ctx }) => {
    const { decide, find, refunds, ...sale } = await aDecision(ctx, owed)
    await requestRefund(sale.ctx, await find(), { amountKurus: 1, reason: 'late-charge' })
    expect([await refusal(decide('refund')), await refusal(decide('close', 'Bitti'))]).toEqual(['CONFLICT', 'CONFLICT'])
    expect(await refunds()).toEqual([[1, 'REQUESTED']])
  })

  test('is closed with a note, once; the order it never was stays as it is', async ({ ctx }) => {
    const { decide, find, onShelf } = await aDecision(ctx, owed)
    await decide('close', 'Elden verdim')
    expect([(await find()).settledNote, await onShelf()]).toEqual(['Elden verdim', 3])
    expect(await refusal(decide('close', 'Yine'))).toBe('CONFLICT')
  })
})

describe('a completed order of which too much was taken', () => {
  const books = { amountKurus: 3 * price, refundedKurus: 0 }
  const after = { amountKurus: 3 * price, refundedKurus: price }
  const tooMuch = { status: 'SUCCEEDED', providerPaymentId: 'p1', chargedKurus: 3 * price } as const

  test('keeps its money, and the excess goes back under the name of the owner', async ({ ctx }) => {
    const { decide, find, stands, bank, owner, entries, orderId } = await aDecision(ctx, tooMuch)
    const [event] = await ctx.db.select().from(orders).where(eq(orders.id, orderId))
    bank.says.books.push(books, after)
    bank.says.refund.push({ kind: 'refunded' })
    expect((await decide('refund-excess')).status).toBe('SUCCEEDED')
    expect(await ctx.db.select().from(refunds)).toMatchObject([
      { amountKurus: price, reason: 'excess', status: 'SUCCEEDED', actorId: owner.id },
    ])
    expect(await find()).toMatchObject({ chargedKurus: 2 * price, refundKurus: 0 })
    expect([(await stands())[0], event?.totalKurus]).toEqual(['SUCCEEDED', 2 * price])
    expect(await entries()).toEqual([{ resolution: 'refund-excess', refundedKurus: price }])
    const history = await ctx.db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId))
    expect(history.at(-1)).toMatchObject({ type: 'refund', note: 'Fazla çekilen 100,00 TL iade edildi' })
    expect(await ctx.db.select().from(paymentDiscrepancies)).toEqual([])
  })

  test('is what the shop does by itself when nothing else is said, and only once', async ({ ctx, clock }) => {
    const { decide, refunds, bank } = await aDecision(ctx, tooMuch)
    bank.says.books.push(books, after, after)
    bank.says.refund.push({ kind: 'refunded' })
    await decide()
    expect(await refusal(decide('refund-excess'))).toBe('CONFLICT')
    // Books that do not show it for days are no reason to pay twice.
    clock.forward(days(3))
    bank.says.books.push(books, books)
    await expect(decide('refund-excess')).rejects.toThrow('geri gönderilecek fazla para yok')
    expect(await refunds()).toEqual([[price, 'SUCCEEDED']])
  })

  test('gives nothing back while another refund is under way, without the books, or twice', async ({ ctx }) => {
    const { decide, find, refunds, bank, entries, ...sale } = await aDecision(ctx, tooMuch)
    expect(await refusal(decide('refund-excess'))).toBe('UNAVAILABLE')
    const other = await requestRefund(sale.ctx, await find(), { amountKurus: 1, reason: 'items' })
    bank.says.books.push(books)
    await expect(decide('refund-excess')).rejects.toThrow('bankada sürüyor')
    expect([other === undefined, await refunds()]).toEqual([false, [[1, 'REQUESTED']]])
    expect((await entries()).at(-1)).toEqual({ resolution: 'refund-excess', error: expect.any(String) })
  })

  test('refused by the bank, it can be given back later', async ({ ctx }) => {
    const { decide, find, bank } = await aDecision(ctx, tooMuch)
    bank.says.books.push(books, books, books, after)
    bank.says.refund.push({ kind: 'refused', message: 'Olmaz.' })
    expect(await refusal(decide('refund-excess'))).toBe('CONFLICT')
    expect(await find()).toMatchObject({ chargedKurus: 3 * price, refundKurus: 0 })
    bank.says.refund.push({ kind: 'refunded' })
    await decide('refund-excess')
    expect(await find()).toMatchObject({ chargedKurus: 2 * price, refundKurus: 0 })
  })

  test('that is none, because what was taken fits, stays as it is', async ({ ctx }) => {
    const { decide, refunds, bank } = await aDecision(ctx, { ...tooMuch, chargedKurus: 2 * price })
    bank.says.books.push({ amountKurus: 2 * price, refundedKurus: 0 })
    expect(await refusal(decide('refund-excess'))).toBe('CONFLICT')
    expect(await refunds()).toEqual([])
  })
})

describe('what is not possible changes nothing, and is in the history', () => {
  test.for<[string, Partial<Attempt>, Resolution[]]>([
    [
      'under review',
      { status: 'PENDING', heldReason: null, providerPaymentId: 'p1' },
      ['complete', 'refund', 'refund-excess', 'close'],
    ],
    ['paid', { status: 'SUCCEEDED', heldReason: 'amount 1', providerPaymentId: 'p1' }, ['complete', 'refund', 'close']],
    ['unknown', { status: 'UNKNOWN' }, ['complete', 'refund', 'close']],
    ['held', held, ['refund-excess']],
    ['held without a number of the bank’s', { ...held, providerPaymentId: null }, ['complete', 'refund']],
  ])('%s', async ([, set, actions], { ctx }) => {
    const { decide, stands, entries, refunds } = await aDecision(ctx, set)
    const before = await stands()
    for (const action of actions) {
      expect(await refusal(decide(action, 'not')), action).toBe('CONFLICT')
      expect((await entries()).at(-1)).toEqual({ resolution: action, error: expect.any(String) })
    }
    expect([await stands(), await refunds()]).toEqual([before, []])
  })

  test('is said of what is held only where nothing is left to give back', async ({ ctx }) => {
    const { decide } = await aDecision(ctx, { ...held, providerPaymentId: null })
    await expect(decide('refund')).rejects.toThrow('yeniden sorgulayın')
    const gone = await aDecision(ctx, { ...held, status: 'SUCCEEDED', chargedKurus: 0 })
    await expect(gone.decide('refund')).rejects.toThrow('siparişi bu arada tamamlanmış')
  })

  test('says why: completed or given back meanwhile', async ({ ctx }) => {
    const { decide, set } = await aDecision(ctx, { status: 'SUCCEEDED', providerPaymentId: 'p1' })
    await expect(decide('refund')).rejects.toThrow('siparişi bu arada tamamlanmış')
    await set({ status: 'REFUNDED', refundKurus: 2 * price })
    await expect(decide('refund')).rejects.toThrow('iadesi bu arada başlatılmış')
    await set({ status: 'UNKNOWN' })
    await expect(decide('refund')).rejects.toThrow('yeniden sorgulayın')
  })
})

describe('asking again', () => {
  test('settles what is open by the bank’s answer, and is in the history', async ({ ctx }) => {
    const { decide, stands, bank, entries } = await aDecision(ctx, { status: 'UNKNOWN' })
    bank.says.find.push(charged)
    await decide()
    expect([await stands(), bank.asked]).toEqual([paid, ['find', 'books']])
    expect(await entries()).toEqual([{ resolution: 'ask', status: 'SUCCEEDED' }])
  })

  test.for(['EXPIRED', 'DECLINED'] as const)(
    'of one that is %s, money may have come late',
    async (status, { ctx, clock }) => {
      const { decide, stands, bank } = await aDecision(ctx, { status })
      clock.forward(minutes(1))
      bank.says.find.push(charged)
      await decide('ask')
      expect([(await stands())[0], bank.asked[0]]).toEqual(['REFUNDED', 'find'])
    },
  )

  test('of one that is still open looks at its books where something was found about it', async ({ ctx, clock }) => {
    const { decide, bank, id, orderId } = await aDecision(ctx, { status: 'UNKNOWN', providerPaymentId: 'p1' })
    await decide('ask')
    expect(bank.asked).toEqual(['find'])
    const finding = { kind: 'charged-without-order', day: '2026-11-20', foundAt: clock.now, oursKurus: 0 } as const
    const about = { attemptId: id, orderId, providerPaymentId: 'p1', theirsKurus: 1 }
    await ctx.db.insert(paymentDiscrepancies).values({ ...finding, ...about, id: newId() })
    await decide('ask')
    expect(bank.asked).toEqual(['find', 'find', 'books'])
  })

  test('of one that is settled the books are asked; without them she is told', async ({ ctx, clock }) => {
    const { decide, bank, entries } = await aDecision(ctx, { status: 'SUCCEEDED', providerPaymentId: 'p1' })
    clock.forward(hours(1))
    expect(await refusal(decide('ask'))).toBe('UNAVAILABLE')
    expect([bank.asked, (await entries()).length]).toEqual([['books'], 1])
    const books = { amountKurus: 2 * price, refundedKurus: 0 }
    bank.says.books.push(books, books)
    expect((await decide('ask')).status).toBe('SUCCEEDED')
    expect(await ctx.db.select().from(paymentDiscrepancies)).toEqual([])
  })
})

test('nobody decides without the right to, nor about a payment that is not there', async ({ ctx }) => {
  const sale = await aToldSale(ctx, unknown)
  expect(await refusal(resolvePayment(sale.hers, sale.id, {}))).toBe('FORBIDDEN')
  for (const id of ['no id', newId()]) expect(await refusal(resolvePayment(sale.ctx, id, {}))).toBe('NOT_FOUND')
})

test('a failure of ours is no refusal: the history holds what was refused only', async ({ ctx }) => {
  let fails = false
  const atStep = () => {
    if (fails) throw new Error('something of ours')
  }
  const { decide, entries } = await aDecision({ ...ctx, atStep }, { status: 'UNKNOWN' })
  fails = true
  await expect(decide('ask')).rejects.toThrow('something of ours')
  expect(await entries()).toEqual([])
})
