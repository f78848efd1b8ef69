import { describe, expect } from 'vitest'
import { aUser } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { aToldSale, price } from '#test/told-sale.ts'
import { type Ctx, newId } from '../../ctx.ts'
import { requestRefund } from '../../payments/refunds.ts'
import { paymentAttempts, paymentDiscrepancies, refunds } from '../../payments/schema.ts'
import { days, hours, minutes } from '../../time.ts'
import { closeDiscrepancy, overviewOfPayments } from '../resolution.ts'
import {
  closeWhatIsGone,
  compareBooks,
  countOpenDiscrepancies,
  hasDiscrepancies,
  listOpenDiscrepancies,
  noteDiscrepancy,
  recheckDiscrepancies,
  settleDiscrepancies,
} from './discrepancies.ts'
import { findLastComparison, reconcile, reconcileYesterday } from './reconciliation.ts'

const charged = { kind: 'charged', paymentId: 'p1', amountKurus: 2 * price } as const
const foreign = { kind: 'charged-without-order', providerPaymentId: 'x', oursKurus: 0, theirsKurus: 5 } as const
const open = async (ctx: Ctx) =>
  (await listOpenDiscrepancies(ctx)).map(({ kind, oursKurus, theirsKurus }) => [kind, oursKurus, theirsKurus])

/** A paid order, an hour old. */
async function aPaidSale(ctx: Ctx, clock: { forward(ms: number): void }) {
  const sale = await aToldSale(ctx, charged)
  clock.forward(hours(1))
  return sale
}
const books = (amountKurus: number, refundedKurus = 0) => ({ amountKurus, refundedKurus })

describe('what was found', () => {
  test('is kept once, with the newest amounts, and said aloud once', async ({ ctx, clock }) => {
    const errors: unknown[] = []
    const log = Object.assign(Object.create(ctx.log), { error: (about: object) => void errors.push(about) })
    const loud = { ...ctx, log }
    await noteDiscrepancy(loud, '2026-11-20', foreign)
    clock.forward(1000)
    await noteDiscrepancy(loud, '2026-11-21', { ...foreign, theirsKurus: 6 })
    await noteDiscrepancy(loud, '2026-11-20', { ...foreign, providerPaymentId: 'y' })
    const [newest, first] = (await listOpenDiscrepancies(ctx)).sort((a, b) => b.theirsKurus - a.theirsKurus)
    expect(newest).toMatchObject({ day: '2026-11-20', theirsKurus: 6, foundAt: clock.now, providerPaymentId: 'x' })
    expect(first).toMatchObject({ theirsKurus: 5, providerPaymentId: 'y' })
    expect(errors).toEqual([
      { ...foreign, day: '2026-11-20' },
      { ...foreign, providerPaymentId: 'y', day: '2026-11-20' },
    ])
  })

  test('with newer amounts changes by itself, not what was found about other payments', async ({ ctx, clock }) => {
    const [sale, other] = [await aPaidSale(ctx, clock), await aPaidSale(ctx, clock)]
    const about = (of: typeof sale) => ({ ...foreign, attemptId: of.id, orderId: of.orderId })
    const all = [foreign, { ...foreign, providerPaymentId: 'y' }, about(sale), about(other)]
    for (const one of all) await noteDiscrepancy(ctx, '2026-11-20', one)
    await noteDiscrepancy(ctx, '2026-11-20', { ...about(sale), kind: 'amount-differs' })
    await noteDiscrepancy(ctx, '2026-11-20', { ...about(sale), theirsKurus: 6 })
    const found = (await listOpenDiscrepancies(ctx)).map((one) => [one.kind, one.attemptId, one.theirsKurus])
    expect(found).toHaveLength(5)
    expect(found.filter(([, , theirs]) => theirs === 6)).toEqual([['charged-without-order', sale.id, 6]])
  })

  test('and closed keeps who closed it, and closes nothing else of the same amount', async ({ ctx }) => {
    const { id } = await aUser(ctx, { role: 'ADMIN' })
    const actor = {
      kind: 'user' as const,
      id,
      sessionId: newId(),
      address: newId(),
      rights: ['payments' as const, 'payments-read' as const],
    }
    await noteDiscrepancy(ctx, '2026-11-20', foreign)
    const [found] = await listOpenDiscrepancies(ctx)
    const about = { discrepancyId: found?.id ?? '' }
    expect(await settleDiscrepancies({ ...ctx, actor }, about, 'Gördüm')).toMatchObject([{ resolvedBy: id }])
    await noteDiscrepancy(ctx, '2026-11-20', { ...foreign, providerPaymentId: 'y' })
    await noteDiscrepancy(ctx, '2026-11-20', { ...foreign, kind: 'amount-differs' })
    expect(await open(ctx)).toHaveLength(2)
  })

  test('is listed newest day first and counted by its kind', async ({ ctx }) => {
    await noteDiscrepancy(ctx, '2026-11-19', foreign)
    await noteDiscrepancy(ctx, '2026-11-21', { ...foreign, providerPaymentId: 'y' })
    await noteDiscrepancy(ctx, '2026-11-20', { ...foreign, kind: 'order-without-charge', providerPaymentId: 'z' })
    expect((await listOpenDiscrepancies(ctx)).map(({ day }) => day)).toEqual(['2026-11-21', '2026-11-20', '2026-11-19'])
    expect(await countOpenDiscrepancies(ctx, ['charged-without-order'])).toBe(2)
    expect(await countOpenDiscrepancies(ctx, ['amount-differs', 'order-without-charge'])).toBe(1)
    await ctx.db.update(paymentDiscrepancies).set({ resolvedAt: new Date() })
    expect([await countOpenDiscrepancies(ctx, ['charged-without-order']), await open(ctx)]).toEqual([0, []])
  })

  test('and closed by the owner is closed alone, until its amounts change', async ({ ctx, clock }) => {
    await noteDiscrepancy(ctx, '2026-11-20', foreign)
    await noteDiscrepancy(ctx, '2026-11-20', { ...foreign, providerPaymentId: 'y' })
    const mine = (await listOpenDiscrepancies(ctx)).find(({ providerPaymentId }) => providerPaymentId === 'x')
    const [settled, ...others] = await settleDiscrepancies(ctx, { discrepancyId: mine?.id ?? '' }, 'Başka dükkân')
    expect([settled?.providerPaymentId, others]).toEqual(['x', []])
    expect(settled).toMatchObject({ resolution: 'Başka dükkân', resolvedAt: clock.now, settledOutside: true })
    expect(await settleDiscrepancies(ctx, { discrepancyId: mine?.id ?? '' }, 'Yine')).toEqual([])
    await noteDiscrepancy(ctx, '2026-11-20', foreign)
    expect((await listOpenDiscrepancies(ctx)).map(({ providerPaymentId }) => providerPaymentId)).toEqual(['y'])
    await noteDiscrepancy(ctx, '2026-11-20', { ...foreign, theirsKurus: 6 })
    expect(await open(ctx)).toHaveLength(2)
  })

  test('of nobody’s that a later comparison of its day has not seen is gone', async ({ ctx, clock }) => {
    const sale = await aPaidSale(ctx, clock)
    const ours = { kind: 'amount-differs', attemptId: sale.id, orderId: sale.orderId } as const
    await noteDiscrepancy(ctx, '2026-11-20', foreign)
    await noteDiscrepancy(ctx, '2026-11-19', { ...foreign, providerPaymentId: 'other day' })
    await noteDiscrepancy(ctx, '2026-11-20', { ...ours, oursKurus: 1, theirsKurus: 2 })
    clock.forward(1)
    await noteDiscrepancy(ctx, '2026-11-20', { ...foreign, providerPaymentId: 'seen' })
    await closeWhatIsGone(ctx, '2026-11-20', clock.now)
    expect((await listOpenDiscrepancies(ctx)).map((found) => found.providerPaymentId ?? found.kind).sort()).toEqual([
      ...['amount-differs', 'other day', 'seen'],
    ])
    const closed = (await ctx.db.select().from(paymentDiscrepancies)).filter(({ resolvedAt }) => resolvedAt !== null)
    expect(closed).toMatchObject([{ resolution: 'no longer so', settledOutside: false }])
  })
})

describe('comparing one payment with the bank’s books', () => {
  test('keeps a difference, changes its kind, and closes it where both agree', async ({ ctx, clock }) => {
    const [sale, other] = [await aPaidSale(ctx, clock), await aPaidSale(ctx, clock)]
    const compare = async (found: ReturnType<typeof books> | undefined) => {
      if (found) sale.bank.says.books.push(found)
      return compareBooks(sale.ctx, await sale.find(), 'p1')
    }
    await noteDiscrepancy(ctx, '2026-11-20', {
      ...{ kind: 'amount-differs', attemptId: other.id, orderId: other.orderId, providerPaymentId: 'p1' },
      ...{ oursKurus: 1, theirsKurus: 2 },
    })
    expect(await compare(undefined), 'without books').toBe(false)
    expect(await compare(books(2 * price, price))).toBe(true)
    expect(await open(ctx)).toContainEqual(['amount-differs', 2 * price, price])
    expect([await hasDiscrepancies(ctx, await sale.find()), await hasDiscrepancies(ctx, await other.find())]).toEqual([
      true,
      true,
    ])
    expect(await compare(books(2 * price))).toBe(true)
    expect([await hasDiscrepancies(ctx, await sale.find()), await hasDiscrepancies(ctx, await other.find())]).toEqual([
      false,
      true,
    ])
  })

  test('is done again for every open finding of a payment, every day', async ({ ctx, clock }) => {
    const sale = await aPaidSale(ctx, clock)
    sale.bank.says.books.push(books(2 * price, price))
    await compareBooks(sale.ctx, await sale.find(), 'p1')
    await noteDiscrepancy(ctx, '2026-11-20', foreign)
    sale.bank.asked.length = 0
    sale.bank.says.books.push(books(2 * price))
    await recheckDiscrepancies(sale.ctx)
    expect([sale.bank.asked, await open(ctx)]).toEqual([['books'], [['charged-without-order', 0, 5]]])
  })
})

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

describe('what the owner sees', () => {
  test('is how many have money without an order, are open, or differ', async ({ ctx, clock }) => {
    const held = await aToldSale(ctx, { ...charged, amountKurus: 1 })
    await aToldSale(ctx)
    const paid = await aPaidSale(ctx, clock)
    await noteDiscrepancy(ctx, '2026-11-20', foreign)
    await noteDiscrepancy(ctx, '2026-11-20', { ...foreign, kind: 'amount-differs', attemptId: paid.id })
    await noteDiscrepancy(ctx, '2026-11-20', { ...foreign, kind: 'order-without-charge', attemptId: paid.id })
    const overview = await overviewOfPayments(held.ctx)
    expect(overview.summary).toEqual({ chargedWithoutOrder: 2, openAttempts: 2, mismatches: 2 })
    expect(overview.attempts.map(({ status, suggestion }) => [status, suggestion]).sort()).toEqual([
      ['PENDING', 'refund'],
      ['UNKNOWN', 'ask'],
    ])
    expect(overview.attempts[0]).toMatchObject({ customer: 'Ayşe Yılmaz', totalKurus: 2 * price })
    expect([overview.provider, overview.declines]).toEqual([
      { name: 'told', answering: true },
      { share: undefined, alarming: false },
    ])
    // A discrepancy of a held payment is not counted twice.
    await noteDiscrepancy(ctx, '2026-11-20', { ...foreign, attemptId: held.id })
    expect((await overviewOfPayments(held.ctx)).summary.chargedWithoutOrder).toBe(2)
  })

  test('is money that is stuck, however many pay just then', async ({ ctx, clock }) => {
    const held = await aToldSale(ctx, { ...charged, amountKurus: 1 })
    const owed = await aToldSale(ctx)
    await owed.set({ status: 'REFUNDED', chargedKurus: 10 })
    clock.forward(1)
    const { ctx: at, find } = await aToldSale(ctx)
    const open = await find()
    const more = Array.from({ length: 205 }, () => ({ ...open, id: newId(), conversationId: newId() }))
    await ctx.db.insert(paymentAttempts).values(more)
    const { attempts, summary } = await overviewOfPayments(at)
    expect(
      attempts
        .slice(-2)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([held.id, owed.id].toSorted())
    expect(summary).toMatchObject({ chargedWithoutOrder: 2, openAttempts: 207 })
  })

  test('late money that went back in full, or was closed with a note, waits for nobody', async ({ ctx }) => {
    const sale = await aToldSale(ctx)
    const waiting = async (set: Parameters<typeof sale.set>[0]) => {
      await sale.set({ status: 'REFUNDED', chargedKurus: 10, refundKurus: 0, settledNote: null, ...set })
      return (await overviewOfPayments(sale.ctx)).attempts.length
    }
    expect([await waiting({}), await waiting({ refundKurus: 9 }), await waiting({ refundKurus: 10 })]).toEqual([
      1, 1, 0,
    ])
    expect(await waiting({ settledNote: 'Bitti' })).toBe(0)
    expect(await waiting({ status: 'DECLINED' })).toBe(0)
  })

  test('a finding is closed once, whoever’s it is', async ({ ctx, clock }) => {
    await noteDiscrepancy(ctx, '2026-11-20', foreign)
    const sale = await aPaidSale(ctx, clock)
    await noteDiscrepancy(ctx, '2026-11-20', {
      ...foreign,
      kind: 'amount-differs',
      attemptId: sale.id,
      orderId: sale.orderId,
    })
    for (const { id } of await listOpenDiscrepancies(ctx)) {
      await closeDiscrepancy(ctx, id, 'Gördüm')
      await expect(closeDiscrepancy(ctx, id, 'Yine')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    for (const id of ['no id', newId()])
      await expect(closeDiscrepancy(ctx, id, 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await open(ctx)).toEqual([])
  })
})
