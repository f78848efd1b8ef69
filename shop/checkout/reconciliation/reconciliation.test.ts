import { describe, expect } from 'vitest'
import { test } from '#test/shop.ts'
import { aPaidSale, aToldSale, charged, openDiscrepancies as open, price } from '#test/told-sale.ts'
import { requestRefund } from '../../payments/refunds.ts'
import { refunds } from '../../payments/schema.ts'
import { days, minutes } from '../../time.ts'
import { compareBooks, listOpenDiscrepancies, noteDiscrepancy } from './discrepancies.ts'
import { findLastComparison, reconcile, reconcileYesterday } from './reconciliation.ts'

const foreign = { kind: 'charged-without-order', providerPaymentId: 'x', oursKurus: 0, theirsKurus: 5 } as const
const books = (amountKurus: number, refundedKurus = 0) => ({ amountKurus, refundedKurus })

describe('the comparison of a day', () => {
  const line = (more: object = {}) => ({
    paymentId: 'p1',
    conversationId: null,
    amountKurus: 2 * price,
    refundedKurus: 0,
    ...more,
  })

  test('is done once for yesterday, and again only the day after; without a list, later', async ({ ctx, clock }) => {
    const { bank, ...sale } = await aPaidSale(ctx, clock)
    const asked: string[] = []
    const { listCharges } = bank.provider
    bank.provider.listCharges = (day) => {
      asked.push(day)
      return listCharges(day)
    }
    clock.forward(days(1))
    await reconcileYesterday(sale.ctx)
    bank.says.list.push([line()], [], [])
    await reconcileYesterday(sale.ctx)
    await reconcileYesterday(sale.ctx)
    expect(bank.asked.filter((what) => what === 'list')).toHaveLength(2)
    clock.forward(days(1))
    await reconcileYesterday(sale.ctx)
    expect(bank.asked.filter((what) => what === 'list')).toHaveLength(3)
    expect(asked).toEqual(['2026-11-20', '2026-11-20', '2026-11-21'])
    expect(await open(ctx)).toEqual([])
  })

  test('of a provider goes on while another, whose account is closed, gives no list', async ({ ctx, clock }) => {
    const sale = await aPaidSale(ctx, clock)
    const former = { ...sale.bank.provider, name: 'former', listCharges: async () => undefined }
    const both = { ...sale.ctx, otherPayments: [former] }
    await noteDiscrepancy(ctx, '2026-11-20', foreign)
    clock.forward(days(1))
    sale.bank.says.list.push([line({ refundedKurus: price })])
    await reconcileYesterday(both)
    expect(await open(ctx), 'what is nobody’s may be the other’s').toEqual([
      ['charged-without-order', 0, 5],
      ['amount-differs', 2 * price, price],
    ])
    const lists = () => sale.bank.asked.filter((what) => what === 'list').length
    expect(lists()).toBe(1)
    await reconcileYesterday(both)
    expect(lists(), 'once').toBe(1)
    sale.bank.says.list.push([line({ paymentId: 'x' })])
    expect(await reconcile(both, '2026-11-20'), 'the owner hears that a list is missing').toBe(false)
    expect(await open(ctx)).toContainEqual(['charged-without-order', 0, 2 * price])
  })

  test('is made up for where the shop was down or no list was to be had, the newest first, for a week', async ({
    ctx,
    clock,
  }) => {
    const { bank, ...sale } = await aPaidSale(ctx, clock)
    const asked: string[] = []
    const gives = new Set<string>()
    bank.provider.listCharges = async (day) => {
      asked.push(day.slice(-2))
      return gives.has(day.slice(-2)) ? [] : undefined
    }
    const compare = async (...days: string[]) => {
      for (const day of days) gives.add(day)
      asked.length = 0
      await reconcileYesterday(sale.ctx)
      return asked.join(' ')
    }
    clock.forward(days(1))
    expect(await compare('20')).toBe('20')
    clock.forward(days(3))
    expect(await compare('21', '22', '23'), 'it was down').toBe('23 22 21')
    clock.forward(days(1))
    expect(await compare(), 'not had').toBe('24')
    clock.forward(days(1))
    expect(await compare('25')).toBe('25 24')
    expect((await findLastComparison(ctx))?.day).toBe('2026-11-25')
    expect(await compare('24')).toBe('24')
    expect((await findLastComparison(ctx))?.day, 'what is told is the newest').toBe('2026-11-25')
    expect(await compare()).toBe('')
    clock.forward(days(10))
    expect(await compare('29', '30', '01', '02', '03', '04', '05')).toBe('05 04 03 02 01 30 29')
  })

  test('looks again at what was found before, and says how many payments it compared and findings it left', async ({
    ctx,
    clock,
  }) => {
    const sale = await aPaidSale(ctx, clock)
    sale.bank.says.books.push(books(2 * price, price))
    await compareBooks(sale.ctx, await sale.find(), 'p1')
    clock.forward(days(2))
    sale.bank.says.list.push([line({ paymentId: 'x' }), line({ paymentId: 'y', refundedKurus: 2 * price })])
    sale.bank.says.books.push(books(2 * price))
    await reconcileYesterday(sale.ctx)
    expect(await open(ctx)).toEqual([['charged-without-order', 0, 2 * price]])
    const day = { day: '2026-11-21', at: clock.now.toISOString() }
    expect(await findLastComparison(ctx)).toEqual({ ...day, payments: 2, findings: 1 })
  })

  test('misses no payment that was never made', async ({ ctx, clock }) => {
    for (const status of ['UNKNOWN', 'DECLINED', 'EXPIRED', 'REFUNDED'] as const) {
      const sale = await aToldSale(ctx)
      await sale.set({ status })
      clock.forward(minutes(2))
      sale.bank.says.list.push([])
      await reconcile(sale.ctx, '2026-11-20')
      expect([await open(ctx), sale.bank.asked], status).toEqual([[], ['list']])
    }
    const elsewhere = await aPaidSale(ctx, clock)
    await elsewhere.set({ provider: 'another' })
    elsewhere.bank.says.list.push([])
    await reconcile(elsewhere.ctx, '2026-11-20')
    expect([await open(ctx), elsewhere.bank.asked], 'of another bank').toEqual([[], ['list']])
  })

  test('finds what is nobody’s, what is missing, and what differs', async ({ ctx, clock }) => {
    const sale = await aPaidSale(ctx, clock)
    const compare = async (...lines: ReturnType<typeof line>[]) => {
      sale.bank.says.list.push(lines)
      await reconcile(sale.ctx, '2026-11-20')
      return open(ctx)
    }
    expect(await compare(line())).toEqual([])
    expect(await compare(line(), line({ paymentId: 'x', refundedKurus: 2 * price })), 'it went back').toEqual([])
    expect(await compare(line(), line({ paymentId: 'x', refundedKurus: price }))).toEqual([
      ['charged-without-order', 0, price],
    ])
    clock.forward(1)
    expect(await compare(line({ refundedKurus: price }))).toEqual([['amount-differs', 2 * price, price]])
    sale.bank.says.books.push(books(2 * price))
    expect(await compare(line({ refundedKurus: price })), 'its own books are newer').toEqual([])
    expect(await compare()).toEqual([['order-without-charge', 2 * price, 0]])
  })

  test('asks about what is not in the list before it says so', async ({ ctx, clock }) => {
    const sale = await aPaidSale(ctx, clock)
    sale.bank.says.list.push([])
    sale.bank.says.find.push(charged)
    await reconcile(sale.ctx, '2026-11-20')
    expect([await open(ctx), sale.bank.asked]).toEqual([[], ['list', 'books', 'find']])
    sale.bank.says.list.push([])
    await reconcile(sale.ctx, '2026-11-19')
    expect(await open(ctx), 'of another day').toEqual([])
  })

  test('says that money is missing also when the bank does not answer, or tells another sum', async ({
    ctx,
    clock,
  }) => {
    for (const find of [
      () => Promise.reject(new Error('no answer')),
      async () => ({ ...charged, amountKurus: 1 }),
      async () => ({ kind: 'none' as const }),
    ]) {
      const sale = await aPaidSale(ctx, clock)
      Object.assign(sale.bank.provider, { find })
      sale.bank.says.list.push([])
      await reconcile(sale.ctx, '2026-11-20')
      const about = { kind: 'order-without-charge', attemptId: sale.id, oursKurus: 2 * price, theirsKurus: 0 }
      expect(await listOpenDiscrepancies(ctx)).toContainEqual(expect.objectContaining(about))
    }
  })

  test('looks at a refund once the bank’s books must hold it, for three days', async ({ ctx, clock }) => {
    const sale = await aPaidSale(ctx, clock)
    await requestRefund(sale.ctx, await sale.find(), { amountKurus: price, reason: 'items' })
    const booksAreAsked = async (day: string, set: Partial<typeof refunds.$inferInsert> = {}) => {
      await ctx.db
        .update(refunds)
        .set({ status: 'SUCCEEDED', updatedAt: new Date('2026-11-20T00:00:00+03:00'), ...set })
      sale.bank.asked.length = 0
      sale.bank.says.list.push([])
      await reconcile(sale.ctx, day)
      return sale.bank.asked.includes('books')
    }
    await sale.set({ createdAt: new Date('2026-11-10T12:00:00+03:00') })
    clock.now = new Date('2026-11-20T23:59:59+03:00')
    expect(await booksAreAsked('2026-11-20'), 'within a day the books may lack it').toBe(false)
    clock.now = new Date('2026-11-26T12:00:00+03:00')
    const days = ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24']
    const looked: boolean[] = []
    for (const day of days) looked.push(await booksAreAsked(day))
    expect(looked).toEqual([false, true, true, true, true, false])
    expect(await booksAreAsked('2026-11-20', { status: 'REQUESTED' })).toBe(false)
    await sale.set({ provider: 'another' })
    expect(await booksAreAsked('2026-11-20'), 'of another bank').toBe(false)
  })

  test('settles what is open, and believes what was given up to be charged', async ({ ctx, clock }) => {
    for (const status of ['UNKNOWN', 'EXPIRED', 'DECLINED'] as const) {
      const sale = await aToldSale(ctx)
      await sale.set({ status })
      clock.forward(minutes(2))
      const { conversationId } = await sale.find()
      sale.bank.says.list.push([line({ paymentId: `p-${status}`, conversationId })])
      if (status === 'UNKNOWN') sale.bank.says.find.push({ ...charged, paymentId: 'p-UNKNOWN' })
      await reconcile(sale.ctx, '2026-11-20')
      expect(['SUCCEEDED', 'REFUNDED']).toContain((await sale.find()).status)
      expect((await sale.causes()).at(-1)).toMatch(status === 'UNKNOWN' ? /in the list of the day/ : /refund/)
    }
  })

  test('leaves alone what a request may still be busy with', async ({ ctx, clock }) => {
    const sale = await aToldSale(ctx)
    clock.forward(minutes(1))
    const { conversationId } = await sale.set({ status: 'STARTED' })
    sale.bank.says.list.push([line({ conversationId })])
    await reconcile(sale.ctx, '2026-11-20')
    expect(sale.bank.asked).not.toContain('find')
    expect((await sale.find()).status).toBe('STARTED')
  })
})
