import { describe, expect } from 'vitest'
import { aUser } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { aPaidSale, aToldSale, charged, openDiscrepancies as open, price } from '#test/told-sale.ts'
import { newId } from '../../ctx.ts'
import { paymentAttempts, paymentDiscrepancies } from '../../payments/schema.ts'
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

const foreign = { kind: 'charged-without-order', providerPaymentId: 'x', oursKurus: 0, theirsKurus: 5 } as const
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
