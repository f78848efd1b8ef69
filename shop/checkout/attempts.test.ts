import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { mailsOf } from '#test/mails.ts'
import { test } from '#test/shop.ts'
import { aToldSale, price } from '#test/told-sale.ts'
import { LocalOrderFeed } from '../orders/feed.ts'
import { orders } from '../orders/schema.ts'
import type { PaymentOutcome } from '../payment-provider.ts'
import type { AttemptStatus } from '../payments/schema.ts'
import { minutes, seconds } from '../time.ts'
import { expireAttempt, holdEnd, settleAttempt } from './attempts.ts'

const charged = { kind: 'charged', paymentId: 'p1', amountKurus: 2 * price, currency: 'TRY' } as const
const declined = { kind: 'declined', code: 'EXPIRED_CARD', message: 'Kartınızın süresi geçmiş.' } as const
const vague = { ...declined, vague: true } as const
const none = { kind: 'none' } as const
const unknown = { kind: 'unknown', reason: 'late' } as const
const review = { kind: 'review', paymentId: 'p1' } as const
const atBank = { kind: '3ds', redirectUrl: 'http://bank.test/1', paymentId: 'p1' } as const
const noWay = { kind: '3ds', paymentId: 'p1' } as const

const open: AttemptStatus[] = ['STARTED', 'UNKNOWN', 'AWAITING_3DS', 'PENDING']
const paid = ['SUCCEEDED', 'SUCCESS', 3]
const over = (status: string) => [status, 'FAILED', 5]
const waits = (status: string) => [status, 'PENDING', 3]

describe('what news does to an open payment', () => {
  test.for<[PaymentOutcome, string, (from: AttemptStatus) => unknown[]]>([
    [charged, 'charged', () => paid],
    [declined, 'declined', () => over('DECLINED')],
    [none, 'nothing known', (from) => (from === 'PENDING' ? waits(from) : over('EXPIRED'))],
    [unknown, 'unknown', (from) => waits(from === 'STARTED' ? 'UNKNOWN' : from)],
    [review, 'under review', () => waits('PENDING')],
    [atBank, 'at her bank', (from) => waits(from === 'PENDING' ? from : 'AWAITING_3DS')],
    [noWay, 'at her bank, no way there', (from) => (/STARTED|UNKNOWN/.test(from) ? over('EXPIRED') : waits(from))],
    [{ ...charged, amountKurus: 1 }, 'another amount', () => waits('PENDING')],
  ])('%o', async ([outcome, , ends], { ctx }) => {
    const other = await aToldSale(ctx)
    for (const from of open) {
      const sale = await aToldSale(ctx)
      await sale.set({ status: from, threeDsUrl: null })
      const { status } = await settleAttempt(sale.ctx, sale.id, outcome, 'news')
      expect(await sale.stands(), from).toEqual(ends(from))
      expect(status, from).toBe(ends(from)[0])
    }
    expect(await other.stands(), 'another’s payment').toEqual(waits('UNKNOWN'))
  })

  test('a charge makes the order appear, once, with history and mail', async ({ ctx, clock }) => {
    const sale = await aToldSale(ctx)
    await sale.set({ heldReason: 'amount 1', threeDsData: 'of her bank', recheckAt: clock.now })
    clock.forward(seconds(5))
    const heard: unknown[] = []
    const orderFeed = new LocalOrderFeed()
    orderFeed.follow('an admin', (event) => heard.push(event))
    for (let i = 0; i < 2; i++) await settleAttempt({ ...sale.ctx, orderFeed }, sale.id, charged, 'news')
    const placed = { kind: 'placed', orderId: sale.orderId, totalKurus: 2 * price }
    expect(heard, 'open panels show it').toEqual([expect.objectContaining(placed)])
    const nothing = { heldReason: null, threeDsData: null, recheckAt: null }
    const attempt = await sale.find()
    expect(attempt).toMatchObject({
      ...nothing,
      providerPaymentId: 'p1',
      chargedKurus: 2 * price,
      updatedAt: clock.now,
    })
    expect(await sale.order()).toMatchObject({ paidAt: clock.now, updatedAt: clock.now })
    expect([await sale.history(), (await sale.causes()).at(-1)]).toEqual([['paid'], 'UNKNOWN→SUCCEEDED: news'])
    expect((await mailsOf(ctx)).map(({ kind }) => kind)).toEqual(['order-confirmation'])
  })

  test('a clear no is final, a vague one is asked about again, and why is kept', async ({ ctx, clock }) => {
    for (const [outcome, recheckAt] of [
      [declined, null],
      [vague, new Date(clock.now.getTime() + minutes(5))],
    ] as const) {
      const sale = await aToldSale(ctx)
      await sale.set({ heldReason: 'amount 1', chargedKurus: 1, threeDsData: 'of her bank' })
      await settleAttempt(sale.ctx, sale.id, outcome, 'news')
      const { code: declineCode, message: declineMessage } = declined
      const nothing = { heldReason: null, chargedKurus: null, threeDsData: null }
      expect(await sale.find()).toMatchObject({ ...nothing, declineCode, declineMessage, recheckAt })
    }
    const sale = await aToldSale(ctx)
    await settleAttempt(sale.ctx, sale.id, none, 'news')
    expect((await sale.find()).recheckAt).toEqual(new Date(clock.now.getTime() + minutes(5)))
  })

  test('at her bank it waits until her hold ends, on the way that was told last', async ({ ctx, clock }) => {
    const sale = await aToldSale(ctx, { kind: 'unknown', reason: 'lost' })
    await settleAttempt(sale.ctx, sale.id, atBank, 'news')
    const attempt = await sale.find()
    expect(attempt).toMatchObject({ threeDsUrl: 'http://bank.test/1', providerPaymentId: 'p1' })
    expect(attempt.leaseUntil).toEqual(new Date(clock.now.getTime() + minutes(10)))
    expect(holdEnd(sale.ctx, attempt)).toEqual(attempt.leaseUntil)
    // A later word without an address and number keeps those that are known.
    await sale.set({ status: 'UNKNOWN' })
    await settleAttempt(sale.ctx, sale.id, { kind: '3ds' }, 'news')
    expect(await sale.find()).toMatchObject({
      status: 'AWAITING_3DS',
      threeDsUrl: 'http://bank.test/1',
      providerPaymentId: 'p1',
    })
  })

  test('what is open is asked about soon at first, then ever more rarely, every ten minutes in the end', async ({
    ctx,
    clock,
  }) => {
    const sale = await aToldSale(ctx)
    const pauses: number[] = []
    for (const age of [0, minutes(2), minutes(28), minutes(60)]) {
      clock.forward(age)
      for (const outcome of [unknown, review]) {
        await settleAttempt(sale.ctx, sale.id, outcome, 'news')
        pauses.push(((await sale.find()).leaseUntil.getTime() - clock.now.getTime()) / 1000)
        await sale.set({ status: 'UNKNOWN' })
      }
    }
    expect(pauses).toEqual([15, 15, 30, 30, 450, 450, 600, 600])
  })
})

describe('a charge that does not fit', () => {
  test.for<[Partial<Extract<PaymentOutcome, { kind: 'charged' }>>, string, number | null]>([
    [{ amountKurus: 2 * price + 1 }, 'amount 20001', 2 * price + 1],
    [{ amountKurus: 2 * price - 1 }, 'amount 19999', 2 * price - 1],
    [{ currency: 'USD' }, 'currency USD', null],
    [{ orderId: 'another' }, 'order another', 2 * price],
  ])('%o is held for a human, also after it was given up', async ([more, heldReason, chargedKurus], { ctx }) => {
    for (const status of ['UNKNOWN', 'DECLINED', 'EXPIRED'] as const) {
      const sale = await aToldSale(ctx)
      await sale.set({ status })
      await settleAttempt(sale.ctx, sale.id, { ...charged, ...more }, 'news')
      expect(await sale.find()).toMatchObject({ status: 'PENDING', heldReason, chargedKurus, providerPaymentId: 'p1' })
      expect(await sale.history()).toEqual([])
    }
  })

  test('is said aloud once, however often the bank repeats it', async ({ ctx }) => {
    const sale = await aToldSale(ctx)
    const errors: object[] = []
    const log = Object.assign(Object.create(ctx.log), { error: (about: object) => void errors.push(about) })
    for (let i = 0; i < 2; i++)
      await settleAttempt({ ...sale.ctx, log }, sale.id, { ...charged, amountKurus: 1 }, 'news')
    expect(errors).toEqual([{ attemptId: sale.id, wrong: 'amount 1', ours: 2 * price, theirs: 1 }])
  })

  test('one that names our order, or no currency, fits', async ({ ctx }) => {
    const sale = await aToldSale(ctx)
    const { currency: _, ...rest } = charged
    await settleAttempt(sale.ctx, sale.id, { ...rest, orderId: sale.orderId }, 'news')
    expect(await sale.stands()).toEqual(paid)
  })
})

describe('a charge that comes late', () => {
  test.for(['DECLINED', 'EXPIRED'] as const)(
    'after %s it becomes the order if its goods can be had',
    async (status, { ctx }) => {
      const sale = await aToldSale(ctx)
      await settleAttempt(sale.ctx, sale.id, status === 'DECLINED' ? vague : none, 'news')
      expect(await sale.stands()).toEqual(over(status))
      await settleAttempt(sale.ctx, sale.id, charged, 'asked')
      expect(await sale.stands()).toEqual(paid)
      expect((await sale.causes()).at(-1)).toBe(`${status}→SUCCEEDED: late charge: asked`)
    },
  )

  test('and went back changes nothing when it is told again', async ({ ctx }) => {
    const sale = await aToldSale(ctx)
    await settleAttempt(sale.ctx, sale.id, none, 'news')
    await sale.set({ status: 'REFUNDED', providerPaymentId: 'p1' })
    expect((await settleAttempt(sale.ctx, sale.id, charged, 'again')).status).toBe('REFUNDED')
    expect([await sale.stands(), await sale.history()]).toEqual([['REFUNDED', 'FAILED', 5], []])
  })

  test('goes back to who bought again in the moment in which she had begun to pay', async ({ ctx }) => {
    const [sale, later] = [await aToldSale(ctx), await aToldSale(ctx, charged)]
    const { userId } = await sale.order()
    await ctx.db.update(orders).set({ userId }).where(eq(orders.id, later.orderId))
    expect((await later.order()).paidAt).toEqual((await sale.find()).createdAt)
    await settleAttempt(sale.ctx, sale.id, none, 'news')
    await settleAttempt(sale.ctx, sale.id, charged, 'late')
    expect(await sale.stands()).toEqual(['REFUNDED', 'FAILED', 5])
  })

  test('other news of it changes nothing', async ({ ctx }) => {
    for (const status of ['DECLINED', 'EXPIRED'] as const) {
      const sale = await aToldSale(ctx)
      await settleAttempt(sale.ctx, sale.id, status === 'DECLINED' ? vague : none, 'news')
      for (const outcome of [declined, none, unknown, atBank, noWay, review]) {
        await settleAttempt(sale.ctx, sale.id, outcome, 'late news')
        expect(await sale.stands(), outcome.kind).toEqual(over(status))
      }
    }
  })
})

test('only who is at her bank can run out of time there', async ({ ctx }) => {
  for (const status of open) {
    const sale = await aToldSale(ctx)
    const attempt = await sale.set({ status })
    await expireAttempt(sale.ctx, attempt, 'too late')
    expect(await sale.stands()).toEqual(status === 'AWAITING_3DS' ? over('EXPIRED') : waits(status))
  }
})
