import { describe, expect } from 'vitest'
import { toldBank } from '#test/outside/told-bank.ts'
import { test } from '#test/shop.ts'
import { aToldSale, price } from '#test/told-sale.ts'
import type { PaymentOutcome } from '../payment-provider.ts'
import { requestRefund } from '../payments/refunds.ts'
import { refunds } from '../payments/schema.ts'
import { days, hours, minutes, seconds } from '../time.ts'
import { askAgain, countOpenPayments, settleOpenPayments } from './recovery.ts'

const charged = { kind: 'charged', paymentId: 'p1', amountKurus: 2 * price } as const
const declined = { kind: 'declined', code: 'EXPIRED_CARD', message: 'Süresi geçmiş.' } as const
const none = { kind: 'none' } as const
const unknown = { kind: 'unknown', reason: 'lost' } as const
const atBank = { kind: '3ds', paymentId: 'p1', redirectUrl: 'http://bank.test/1' } as const

describe('an open payment', () => {
  test('is asked about once its lease is over, by one', async ({ ctx, clock }) => {
    const sale = await aToldSale(ctx)
    const { leaseUntil } = await sale.set({ status: 'STARTED' })
    clock.now = leaseUntil
    await settleOpenPayments(sale.ctx)
    expect(sale.bank.asked).toEqual([])
    clock.forward(1)
    sale.bank.says.find.push(charged)
    await Promise.all([settleOpenPayments(sale.ctx), settleOpenPayments(sale.ctx)])
    expect([sale.bank.asked, await sale.stands()]).toEqual([['find'], ['SUCCEEDED', 'SUCCESS', 3]])
    expect((await sale.causes()).at(-1)).toBe('STARTED→SUCCEEDED: asked the provider again')
  })

  test('whose lease lies further ahead than any is asked about: the clock was wrong', async ({ ctx, clock }) => {
    const sale = await aToldSale(ctx)
    const longest = hours(1) + minutes(10)
    await sale.set({ leaseUntil: new Date(clock.now.getTime() + longest) })
    await settleOpenPayments(sale.ctx)
    expect(sale.bank.asked).toEqual([])
    await sale.set({ leaseUntil: new Date(clock.now.getTime() + longest + 1) })
    await settleOpenPayments(sale.ctx)
    expect(sale.bank.asked).toEqual(['find'])
  })

  test('of which the bank never heard is lost only after the bank’s memory', async ({ ctx, clock }) => {
    const sale = await aToldSale(ctx)
    sale.bank.says.find.push(none, none)
    clock.forward(minutes(2) - 1)
    await settleOpenPayments(sale.ctx)
    const soon = new Date(clock.now.getTime() + (minutes(2) - 1) / 4)
    expect(await sale.find()).toMatchObject({ status: 'UNKNOWN', leaseUntil: soon })
    clock.forward(1)
    await askAgain(sale.ctx, await sale.find(), 'asked')
    expect(await sale.stands()).toEqual(['EXPIRED', 'FAILED', 5])
  })

  test('that cannot be settled does not keep the others waiting, and is told of', async ({ ctx, clock }) => {
    const bank = toldBank()
    const [broken, other] = [await aToldSale(ctx, undefined, bank), await aToldSale(ctx, undefined, bank)]
    clock.forward(seconds(20))
    await broken.set({ leaseUntil: new Date(clock.now.getTime() - 2) })
    await other.set({ leaseUntil: new Date(clock.now.getTime() - 1) })
    bank.says.find.push(charged, charged)
    let steps = 0
    const errors: object[] = []
    const log = Object.assign(Object.create(ctx.log), { error: (about: object) => void errors.push(about) })
    const atStep = () => {
      if (++steps === 1) throw new Error('something of ours')
    }
    await settleOpenPayments({ ...broken.ctx, log, atStep })
    expect([(await broken.find()).status, (await other.find()).status]).toEqual(['UNKNOWN', 'SUCCEEDED'])
    expect(errors).toMatchObject([{ attemptId: broken.id, err: new Error('something of ours') }])
  })
})

describe('a refund that is due', () => {
  test('is asked for; one that the bank refuses is told of, one that it does not answer is not', async ({
    ctx,
    clock,
  }) => {
    const errors: object[] = []
    const log = Object.assign(Object.create(ctx.log), { error: (about: object) => void errors.push(about) })
    const sale = await aToldSale(ctx, charged)
    const request = async (amountKurus: number) =>
      requestRefund(sale.ctx, await sale.find(), { amountKurus, reason: 'late-charge' })
    const [refused, silent] = [await request(1), await request(2)]
    clock.forward(1)
    sale.bank.says.refund.push({ kind: 'refused', message: 'Kart kapalı.' })
    await settleOpenPayments({ ...sale.ctx, log })
    expect(sale.bank.asked).toEqual(['refund', 'refund'])
    expect(errors).toMatchObject([{ refundId: refused }])
    const rows = await ctx.db.select().from(refunds).orderBy(refunds.amountKurus)
    expect(rows.map(({ id, status }) => [id, status])).toEqual([
      [refused, 'FAILED'],
      [silent, 'REQUESTED'],
    ])
    clock.forward(hours(2))
    sale.bank.says.refund.push({ kind: 'refunded' })
    await settleOpenPayments({ ...sale.ctx, log })
    expect([sale.bank.asked.length, errors.length], 'what is settled is left alone').toEqual([3, 1])
  })
})

describe('a shopper at her bank', () => {
  test('is waited for until her hold ends', async ({ ctx, clock }) => {
    const other = await aToldSale(ctx, atBank)
    await other.set({ leaseUntil: new Date(clock.now.getTime() + hours(1)) })
    const sale = await aToldSale(ctx, atBank)
    const end = new Date(clock.now.getTime() + minutes(10))
    for (const outcome of [atBank, none]) {
      await sale.set({ leaseUntil: clock.now })
      clock.forward(minutes(3))
      sale.bank.says.find.push(outcome)
      await settleOpenPayments(sale.ctx)
      expect(await sale.find()).toMatchObject({ status: 'AWAITING_3DS', leaseUntil: end })
    }
    expect((await other.find()).leaseUntil, 'another’s').toEqual(new Date(end.getTime() + minutes(50)))
    clock.now = end
    sale.bank.says.find.push(atBank)
    await askAgain(sale.ctx, await sale.find(), 'asked')
    expect(await sale.stands()).toEqual(['EXPIRED', 'FAILED', 5])
    expect((await sale.causes()).at(-1)).toContain('the shopper did not come back from her bank')
    expect(sale.bank.asked).toEqual(['find', 'find', 'find'])
  })

  test('is not waited for longer than a hold, whatever clock began it', async ({ ctx, clock }) => {
    const sale = await aToldSale(ctx, atBank)
    const ahead = await sale.set({ createdAt: new Date(clock.now.getTime() + hours(3)), leaseUntil: clock.now })
    sale.bank.says.find.push(atBank)
    await askAgain(sale.ctx, ahead, 'asked')
    expect((await sale.find()).leaseUntil).toEqual(new Date(clock.now.getTime() + minutes(10)))
  })

  test('who paid there meanwhile has her order', async ({ ctx }) => {
    const sale = await aToldSale(ctx, atBank)
    sale.bank.says.find.push(charged)
    await askAgain(sale.ctx, await sale.find(), 'asked')
    expect(await sale.stands()).toEqual(['SUCCEEDED', 'SUCCESS', 3])
  })
})

describe('a yes of her bank that may not have been passed on', () => {
  const passed = { status: 'STARTED', threeDsData: 'of her bank', providerPaymentId: 'p1' } as const

  test.for<[string, PaymentOutcome[], PaymentOutcome[], unknown[]]>([
    ['is passed on', [charged], [], ['SUCCEEDED', 'SUCCESS', 3]],
    ['was passed on before', [declined], [charged], ['SUCCEEDED', 'SUCCESS', 3]],
    ['was passed on and declined', [declined], [declined], ['DECLINED', 'FAILED', 5]],
    ['was passed on and is looked into', [unknown], [{ kind: 'review', paymentId: 'p1' }], ['PENDING', 'PENDING', 3]],
    ['is still on its way', [declined], [atBank], ['UNKNOWN', 'PENDING', 3]],
    ['is answered by nobody', [unknown], [unknown], ['UNKNOWN', 'PENDING', 3]],
  ])('%s', async ([, finish, found, ends], { ctx, clock }) => {
    const sale = await aToldSale(ctx, atBank)
    await sale.set(passed)
    clock.forward(minutes(11))
    sale.bank.says.find.push(atBank, ...found)
    sale.bank.says.finish.push(...finish)
    await settleOpenPayments(sale.ctx)
    expect(await sale.stands()).toEqual(ends)
    expect(sale.bank.asked).toEqual(finish[0] === charged ? ['find', 'finish'] : ['find', 'finish', 'find'])
    const { orderId } = sale
    expect(sale.bank.finished).toMatchObject([
      { orderId, amountKurus: 2 * price, paymentId: 'p1', data: 'of her bank' },
    ])
  })

  test.for([
    [minutes(12) - 1, 'UNKNOWN'],
    [minutes(12), 'EXPIRED'],
  ] as const)(
    'after %i ms, when calls may still be under way or none can be, it is %s',
    async ([age, status], { ctx, clock }) => {
      const sale = await aToldSale(ctx, atBank)
      await sale.set({ ...passed, threeDsData: '' })
      clock.forward(age)
      sale.bank.says.find.push(atBank, atBank)
      sale.bank.says.finish.push(declined)
      await settleOpenPayments(sale.ctx)
      expect((await sale.find()).status).toBe(status)
      expect(sale.bank.finished[0]?.data, 'no data is none').toBeNull()
    },
  )

  test('there is none without her return: she is at her bank, and waited for there', async ({ ctx, clock }) => {
    const sale = await aToldSale(ctx)
    expect(await sale.find()).toMatchObject({ status: 'UNKNOWN', threeDsData: null })
    clock.forward(minutes(1))
    sale.bank.says.find.push(atBank)
    sale.bank.says.finish.push(charged)
    await settleOpenPayments(sale.ctx)
    expect([sale.bank.asked, await sale.stands()]).toEqual([['find'], ['AWAITING_3DS', 'PENDING', 3]])
  })

  test('is left to who is just at it', async ({ ctx }) => {
    const sale = await aToldSale(ctx, atBank)
    const attempt = await sale.set(passed)
    sale.bank.says.find.push(atBank)
    await askAgain(sale.ctx, attempt, 'asked')
    expect([sale.bank.asked, (await sale.find()).status]).toEqual([['find'], 'STARTED'])
  })
})

describe('a payment that was given up', () => {
  test('is asked about ever more rarely, for a day', async ({ ctx, clock }) => {
    const sale = await aToldSale(ctx, { ...declined, vague: true })
    const other = await aToldSale(ctx, declined)
    const begun = clock.now.getTime()
    const times: number[] = []
    for (let i = 0; i < 30; i++) {
      const { recheckAt } = await sale.find()
      if (!recheckAt) break
      times.push((recheckAt.getTime() - begun) / minutes(1))
      clock.now = new Date(recheckAt.getTime() + 1)
      await settleOpenPayments(sale.ctx)
    }
    expect(times.map(Math.floor)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560])
    expect(sale.bank.asked).toHaveLength(10)
    expect((await sale.find()).status).toBe('DECLINED')
    expect([await other.find(), other.bank.asked]).toMatchObject([{ status: 'DECLINED', recheckAt: null }, []])
    clock.forward(days(9))
    await settleOpenPayments(sale.ctx)
    expect(sale.bank.asked).toHaveLength(10)
  })

  test('becomes her order only when the bank says that it charged', async ({ ctx, clock }) => {
    const sale = await aToldSale(ctx, { ...declined, vague: true })
    for (const [outcome, status] of [
      [none, 'DECLINED'],
      [atBank, 'DECLINED'],
      [charged, 'SUCCEEDED'],
    ] as const) {
      clock.now = new Date(((await sale.find()).recheckAt ?? clock.now).getTime() + 1)
      sale.bank.says.find.push(outcome)
      await settleOpenPayments(sale.ctx)
      expect((await sale.find()).status).toBe(status)
    }
    expect((await sale.causes()).at(-1)).toContain('asked once more')
  })
})

test('what is open is counted: payments and refunds', async ({ ctx }) => {
  const sale = await aToldSale(ctx)
  expect(await countOpenPayments(ctx)).toBe(1)
  await sale.set({ status: 'SUCCEEDED', providerPaymentId: 'p1' })
  expect(await countOpenPayments(ctx)).toBe(0)
  await requestRefund(sale.ctx, await sale.find(), { amountKurus: 1, reason: 'items' })
  expect(await countOpenPayments(ctx)).toBe(1)
  await ctx.db.update(refunds).set({ status: 'SUCCEEDED' })
  expect(await countOpenPayments(ctx)).toBe(0)
})

test.for(['SUCCEEDED', 'REFUNDED', 'PENDING'] as const)(
  'a payment that is %s was not given up: it is not asked for again',
  async (status, { ctx, clock }) => {
    const sale = await aToldSale(ctx, charged)
    await sale.set({ status, recheckAt: clock.now, leaseUntil: new Date(clock.now.getTime() + minutes(5)) })
    clock.forward(1)
    await settleOpenPayments(sale.ctx)
    expect(sale.bank.asked).toEqual([])
  },
)
