import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser } from '#test/factories.ts'
import { backOf, type ChargeMood, wildBank } from '#test/outside/wild-bank.ts'
import { type TestClock, test } from '#test/shop.ts'
import { variants } from '../catalog/schema.ts'
import { NewPayment } from '../checkout/contract.ts'
import { resolvePayment } from '../checkout/decisions.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { listOpenDiscrepancies } from '../checkout/reconciliation/discrepancies.ts'
import { reconcile, reconcileYesterday } from '../checkout/reconciliation/reconciliation.ts'
import { settleOpenPayments } from '../checkout/recovery.ts'
import { closeDiscrepancy, overviewOfPayments } from '../checkout/resolution.ts'
import { type Ctx, newId } from '../ctx.ts'
import { getOrderAsAdmin } from '../orders/orders.ts'
import { refundFreely } from '../orders/refunds.ts'
import { cancelOrder } from '../orders/status.ts'
import { days, istanbulDay, minutes } from '../time.ts'
import { paymentAttempts } from './schema.ts'

const price = 10_000
const stock = 5

/** A payment of 100 TL at a bank in this mood; `charge` is what the bank's books say. */
async function aSale(base: Ctx, mood: ChargeMood) {
  const bank = wildBank()
  bank.mood.charge = mood
  const ctx: Ctx = { ...base, payments: bank.provider }
  const product = await aProduct(ctx, { variants: [{ stock, priceKurus: price }] })
  const actor = { kind: 'user' as const, id: (await aUser(ctx)).id, sessionId: newId(), address: newId(), rights: [] }
  const { orderId } = await placeOrder({ ...ctx, actor }, NewPayment.parse(aPayment(product)), undefined)
  const find = async () => {
    const [attempt] = await ctx.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, orderId))
    if (!attempt) throw new Error('no attempt')
    return attempt
  }
  const [charge] = bank.charges
  if (!charge) throw new Error('the bank heard of nothing')
  return {
    ctx,
    bank,
    charge,
    orderId,
    find,
    id: (await find()).id,
    onShelf: async () => {
      const [row] = await ctx.db.select().from(variants).where(eq(variants.productId, product.id))
      return row?.stock
    },
    bankKeeps: () => bank.charges.reduce((sum, charge) => sum + charge.amountKurus - backOf(charge), 0),
    discrepancies: async () =>
      (await listOpenDiscrepancies(ctx)).map(({ kind, oursKurus, theirsKurus }) => [kind, oursKurus, theirsKurus]),
    waiting: async () => (await overviewOfPayments(ctx)).attempts.map(({ id }) => id),
  }
}

async function nextDay(ctx: Ctx, clock: TestClock) {
  clock.forward(days(1))
  await reconcileYesterday(ctx)
}

/** Cancels the order and lets a day pass; gives what the bank keeps and the discrepancies that are left. */
async function cancelAndCompare(sale: Awaited<ReturnType<typeof aSale>>, clock: TestClock) {
  await cancelOrder(sale.ctx, sale.orderId)
  await nextDay(sale.ctx, clock)
  return [sale.bankKeeps(), await sale.discrepancies()]
}

describe('the bank takes more than it was asked for', () => {
  test('it is no order by itself, and all that was taken goes back', async ({ ctx, clock }) => {
    const sale = await aSale(ctx, 'takes too much')
    expect(await sale.find()).toMatchObject({ status: 'PENDING', heldReason: 'amount 20000', chargedKurus: 20_000 })
    expect(await sale.waiting()).toEqual([sale.id])
    await resolvePayment(sale.ctx, sale.id, { action: 'refund' })
    expect([sale.bankKeeps(), await sale.onShelf(), await sale.waiting()]).toEqual([0, stock, []])
    await nextDay(sale.ctx, clock)
    expect(await sale.discrepancies()).toEqual([])
  })

  test('completed all the same, the difference stays open until it is settled', async ({ ctx, clock }) => {
    const sale = await aSale(ctx, 'takes too much')
    await resolvePayment(sale.ctx, sale.id, { action: 'complete' })
    const difference = [['amount-differs', price, 2 * price]]
    expect(await sale.discrepancies()).toEqual(difference)
    await nextDay(sale.ctx, clock)
    await nextDay(sale.ctx, clock)
    expect(await sale.discrepancies()).toEqual(difference)
    // She gives the difference back in the provider's own panel.
    sale.charge.refunds.set('panel', price)
    await nextDay(sale.ctx, clock)
    expect(await sale.discrepancies()).toEqual([])
    await cancelOrder(sale.ctx, sale.orderId)
    expect(sale.bankKeeps(), 'what is left and no more').toBe(0)
  })

  test.for(['takes too much', 'takes too much, tells ours'] as const)(
    'the bank %s: the excess alone goes back, the books agree, and a cancellation gives back the rest',
    async (mood, { ctx, clock }) => {
      const sale = await aSale(ctx, mood)
      if (mood === 'takes too much') await resolvePayment(sale.ctx, sale.id, { action: 'complete' })
      await nextDay(sale.ctx, clock)
      expect((await overviewOfPayments(sale.ctx)).discrepancies).toMatchObject([{ excessKurus: price }])
      await resolvePayment(sale.ctx, sale.id, { action: 'refund-excess' })
      expect([sale.bankKeeps(), await sale.discrepancies()]).toEqual([price, []])
      expect(await getOrderAsAdmin(sale.ctx, sale.orderId)).toMatchObject({ refundedKurus: 0, totalKurus: price })
      for (let day = 0; day < 3; day++) await nextDay(sale.ctx, clock)
      expect([sale.bankKeeps(), await sale.discrepancies(), await sale.onShelf()]).toEqual([price, [], stock - 1])
      expect(await cancelAndCompare(sale, clock)).toEqual([0, []])
    },
  )

  test('an excess whose refund is lost is carried through by recovery, and not offered meanwhile', async ({
    ctx,
    clock,
  }) => {
    const sale = await aSale(ctx, 'takes too much')
    await resolvePayment(sale.ctx, sale.id, { action: 'complete' })
    sale.bank.mood.refund = 'pays, answer lost'
    const giveBack = () => resolvePayment(sale.ctx, sale.id, { action: 'refund-excess' })
    await expect(giveBack()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    const { discrepancies, refunds } = await overviewOfPayments(sale.ctx)
    expect([discrepancies, refunds]).toMatchObject([[{ excessKurus: 0 }], [{ reason: 'excess' }]])
    await expect(giveBack()).rejects.toMatchObject({ code: 'CONFLICT' })
    sale.bank.mood.refund = 'pays'
    clock.forward(minutes(20))
    await settleOpenPayments(sale.ctx)
    await nextDay(sale.ctx, clock)
    expect([sale.bankKeeps(), await sale.discrepancies(), sale.charge.refunds.size]).toEqual([price, [], 1])
  })

  test('an excess for which its buyer got store credit does not go back as money too', async ({ ctx, clock }) => {
    const sale = await aSale(ctx, 'takes too much')
    await resolvePayment(sale.ctx, sale.id, { action: 'complete' })
    const giveCredit = (amountKurus: number) =>
      refundFreely(sale.ctx, sale.orderId, { amountKurus, asCredit: true, reason: 'Anlaştık' })
    await giveCredit(1.5 * price)
    await nextDay(sale.ctx, clock)
    expect((await overviewOfPayments(sale.ctx)).discrepancies).toMatchObject([
      { oursKurus: 1.5 * price, theirsKurus: 2 * price, excessKurus: 0.5 * price },
    ])
    await giveCredit(0.5 * price)
    await nextDay(sale.ctx, clock)
    await expect(resolvePayment(sale.ctx, sale.id, { action: 'refund-excess' })).rejects.toThrow('fazla para yok')
    expect([sale.bankKeeps(), await sale.discrepancies()]).toEqual([2 * price, []])
  })

  test('money for which its buyer got store credit stays when the order is cancelled, and nobody is alarmed', async ({
    ctx,
    clock,
  }) => {
    const sale = await aSale(ctx, 'charges')
    await refundFreely(sale.ctx, sale.orderId, { amountKurus: 0.3 * price, asCredit: true, reason: 'Anlaştık' })
    expect(await cancelAndCompare(sale, clock)).toEqual([0.3 * price, []])
    for (let day = 0; day < 3; day++) await nextDay(sale.ctx, clock)
    expect(await sale.discrepancies()).toEqual([])
  })

  test('a completed order that is cancelled gives back all that was taken', async ({ ctx, clock }) => {
    const sale = await aSale(ctx, 'takes too much')
    await resolvePayment(sale.ctx, sale.id, { action: 'complete' })
    await cancelOrder(sale.ctx, sale.orderId)
    await nextDay(sale.ctx, clock)
    expect([sale.bankKeeps(), await sale.onShelf(), await sale.discrepancies()]).toEqual([0, stock, []])
  })

  test('without saying so: the next comparison shows it, and a cancellation gives all of it back', async ({
    ctx,
    clock,
  }) => {
    const sale = await aSale(ctx, 'takes too much, tells ours')
    expect((await sale.find()).status).toBe('SUCCEEDED')
    await nextDay(sale.ctx, clock)
    expect(await sale.discrepancies()).toEqual([['amount-differs', price, 2 * price]])
    expect(await cancelAndCompare(sale, clock)).toEqual([0, []])
  })

  test('late and without saying so: what went back too little is shown until all of it went back', async ({
    ctx,
    clock,
  }) => {
    const sale = await aSale(ctx, 'takes too much later')
    clock.forward(minutes(20))
    await settleOpenPayments(sale.ctx)
    expect((await sale.find()).status).toBe('EXPIRED')
    Object.assign(sale.charge, { statedKurus: price, silent: false })
    await ctx.db.update(variants).set({ stock: 0 })
    sale.bank.book(sale.charge)
    clock.forward(minutes(20))
    await settleOpenPayments(sale.ctx)
    clock.forward(minutes(1))
    await settleOpenPayments(sale.ctx)
    expect([(await sale.find()).status, sale.bankKeeps()]).toEqual(['REFUNDED', price])
    await nextDay(sale.ctx, clock)
    expect([await sale.discrepancies(), await sale.waiting()]).toEqual([
      [['charged-without-order', 0, price]],
      [sale.id],
    ])
    await resolvePayment(sale.ctx, sale.id, { action: 'refund' })
    expect([sale.bankKeeps(), await sale.discrepancies(), await sale.waiting()]).toEqual([0, [], []])
  })

  test('a second time for one try: the second charge is shown until it went back', async ({ ctx, clock }) => {
    const sale = await aSale(ctx, 'takes twice')
    expect((await sale.find()).status).toBe('SUCCEEDED')
    await nextDay(sale.ctx, clock)
    expect(await sale.discrepancies()).toEqual([['charged-without-order', 0, price]])
    sale.bank.charges[1]?.refunds.set('panel', price)
    await nextDay(sale.ctx, clock)
    expect([await sale.discrepancies(), (await sale.find()).status]).toEqual([[], 'SUCCEEDED'])
  })

  test('a second time for one try, and too much for its order: the excess alone is offered, at its own row', async ({
    ctx,
    clock,
  }) => {
    const sale = await aSale(ctx, 'takes twice')
    const [first] = sale.bank.charges
    if (first) Object.assign(first, { amountKurus: 1.5 * price, statedKurus: 1.5 * price })
    await nextDay(sale.ctx, clock)
    const { discrepancies } = await overviewOfPayments(sale.ctx)
    const offered = discrepancies.map(({ kind, excessKurus }) => [kind, excessKurus])
    expect(offered.toSorted()).toEqual([
      ['amount-differs', 0.5 * price],
      ['charged-without-order', 0],
    ])
  })
})

describe('the bank takes less than it was asked for', () => {
  test('what it took goes back', async ({ ctx, clock }) => {
    const sale = await aSale(ctx, 'takes too little')
    await resolvePayment(sale.ctx, sale.id, { action: 'refund' })
    await nextDay(sale.ctx, clock)
    expect([sale.bankKeeps(), await sale.onShelf(), await sale.discrepancies()]).toEqual([0, stock, []])
  })

  test('completed and cancelled, what it took goes back', async ({ ctx }) => {
    const sale = await aSale(ctx, 'takes too little')
    await resolvePayment(sale.ctx, sale.id, { action: 'complete' })
    await cancelOrder(sale.ctx, sale.orderId)
    expect(sale.bankKeeps()).toBe(0)
  })

  test('settled elsewhere it is closed with a note: no order, the goods on sale, nothing asked of the bank', async ({
    ctx,
    clock,
  }) => {
    const sale = await aSale(ctx, 'takes too little')
    await expect(resolvePayment(sale.ctx, sale.id, { action: 'close' })).rejects.toMatchObject({ code: 'INVALID' })
    await resolvePayment(sale.ctx, sale.id, { action: 'close', note: 'iyzico panelinden iade ettim' })
    expect(await sale.find()).toMatchObject({ status: 'REFUNDED', refundKurus: 0 })
    expect([await sale.waiting(), await sale.onShelf(), sale.charge.refunds.size]).toEqual([[], stock, 0])
    // As long as the bank still has it, the comparison says so.
    await nextDay(sale.ctx, clock)
    expect(await sale.discrepancies()).toEqual([['charged-without-order', 0, price - 100]])
    sale.charge.refunds.set('panel', price - 100)
    await nextDay(sale.ctx, clock)
    expect(await sale.discrepancies()).toEqual([])
    const again = resolvePayment(sale.ctx, sale.id, { action: 'close', note: 'yine' })
    await expect(again).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

test('a payment closed with a note comes back as a discrepancy while the bank still has its money', async ({
  ctx,
  clock,
}) => {
  const sale = await aSale(ctx, 'takes too much')
  const discrepancy = [['charged-without-order', 0, 2 * price]]
  await nextDay(sale.ctx, clock)
  expect(await sale.discrepancies()).toEqual(discrepancy)
  await resolvePayment(sale.ctx, sale.id, { action: 'close', note: 'Panelden iade ettim' })
  expect([await sale.discrepancies(), sale.bankKeeps()]).toEqual([[], 2 * price])
  await reconcile(sale.ctx, '2026-11-20')
  expect(await sale.discrepancies()).toEqual(discrepancy)
  sale.charge.refunds.set('panel', 2 * price)
  await nextDay(sale.ctx, clock)
  expect(await sale.discrepancies()).toEqual([])
})

test('a bank that tells another amount than it took: what goes back is what its books say', async ({ ctx }) => {
  const sale = await aSale(ctx, 'tells a wrong amount')
  expect(await sale.find()).toMatchObject({ status: 'PENDING', chargedKurus: price - 1 })
  await resolvePayment(sale.ctx, sale.id, { action: 'refund' })
  expect(sale.bankKeeps()).toBe(0)
})

test('a held payment that went back in the panel is not given back again, but closed', async ({ ctx, clock }) => {
  const sale = await aSale(ctx, 'takes too much')
  sale.charge.refunds.set('panel', 2 * price)
  const back = resolvePayment(sale.ctx, sale.id, { action: 'refund' })
  await expect(back).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('not yazıp kapatın') })
  expect([(await sale.find()).status, sale.bankKeeps()]).toEqual(['PENDING', 0])
  await resolvePayment(sale.ctx, sale.id, { action: 'close', note: 'Panelden iade ettim' })
  await nextDay(sale.ctx, clock)
  expect([await sale.waiting(), await sale.discrepancies(), await sale.onShelf()]).toEqual([[], [], stock])
})

describe('the books of the bank and ours', () => {
  test('a refund in the provider’s own panel is found, and the order can still be cancelled', async ({
    ctx,
    clock,
  }) => {
    const sale = await aSale(ctx, 'charges')
    sale.charge.refunds.set('panel', 4_000)
    await nextDay(sale.ctx, clock)
    expect(await sale.discrepancies()).toEqual([['amount-differs', price, 6_000]])
    expect(await cancelAndCompare(sale, clock)).toEqual([0, []])
  })

  test('an order whose money went back in the panel is cancelled without asking the bank for more', async ({
    ctx,
    clock,
  }) => {
    const sale = await aSale(ctx, 'charges')
    sale.charge.refunds.set('panel', price)
    await nextDay(sale.ctx, clock)
    expect(await sale.discrepancies()).toEqual([['amount-differs', price, 0]])
    await cancelOrder(sale.ctx, sale.orderId)
    const { status, paymentStatus } = await getOrderAsAdmin(sale.ctx, sale.orderId)
    expect([status, paymentStatus, sale.charge.refunds.size]).toEqual(['CANCELLED', 'REFUNDED', 1])
    await nextDay(sale.ctx, clock)
    expect([await sale.onShelf(), await sale.discrepancies()]).toEqual([stock, []])
  })

  test('a refund that we booked and the bank does not have is found, once its books had a day', async ({
    ctx,
    clock,
  }) => {
    const sale = await aSale(ctx, 'charges')
    await cancelOrder(sale.ctx, sale.orderId)
    sale.charge.refunds.clear()
    await reconcile(sale.ctx, istanbulDay(clock.now))
    expect(await sale.discrepancies()).toEqual([])
    await nextDay(sale.ctx, clock)
    await nextDay(sale.ctx, clock)
    expect(await sale.discrepancies()).toEqual([['amount-differs', 0, price]])
    sale.charge.refunds.set('late', price)
    await nextDay(sale.ctx, clock)
    expect(await sale.discrepancies()).toEqual([])
  })

  test('asking about a paid order closes a difference only where the bank answers and both agree', async ({
    ctx,
    clock,
  }) => {
    const sale = await aSale(ctx, 'charges')
    sale.charge.refunds.set('panel', 4_000)
    await nextDay(sale.ctx, clock)
    sale.bank.mood.queriesLost = 1
    await expect(resolvePayment(sale.ctx, sale.id, {})).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await sale.discrepancies()).toHaveLength(1)
    await resolvePayment(sale.ctx, sale.id, { action: 'ask' })
    expect(await sale.discrepancies()).toHaveLength(1)
    sale.charge.refunds.clear()
    await resolvePayment(sale.ctx, sale.id, { action: 'ask' })
    expect(await sale.discrepancies()).toEqual([])
  })

  test('what the owner closed with a note stays closed until the amounts change', async ({ ctx, clock }) => {
    const sale = await aSale(ctx, 'charges')
    sale.charge.refunds.set('panel', 4_000)
    await nextDay(sale.ctx, clock)
    const [discrepancy] = await listOpenDiscrepancies(sale.ctx)
    await closeDiscrepancy(sale.ctx, discrepancy?.id ?? '', 'Anlaştık')
    await reconcile(sale.ctx, '2026-11-20')
    expect(await sale.discrepancies()).toEqual([])
    sale.charge.refunds.set('panel', 5_000)
    await reconcile(sale.ctx, '2026-11-20')
    expect(await sale.discrepancies()).toEqual([['amount-differs', price, 5_000]])
  })

  test('a payment under way is no difference while its request may still be busy with it', async ({ ctx, clock }) => {
    const sale = await aSale(ctx, 'charges')
    await ctx.db.update(paymentAttempts).set({ status: 'STARTED', providerPaymentId: null })
    await reconcile(sale.ctx, istanbulDay(clock.now))
    expect([await sale.discrepancies(), (await sale.find()).status]).toEqual([[], 'STARTED'])
  })
})
