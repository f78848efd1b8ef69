import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { aPayment } from '#test/checkout.ts'
import { depsOn } from '#test/deps.ts'
import { aProduct, aUser } from '#test/factories.ts'
import { type ChargeMood, type WildBank, wildBank } from '#test/outside/wild-bank.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { auditEntries } from '../audit/schema.ts'
import { variants } from '../catalog/schema.ts'
import { type Ctx, newId } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { orders } from '../orders/schema.ts'
import { cancelOrder } from '../orders/status.ts'
import { paymentAttempts, paymentEvents, refunds } from '../payments/schema.ts'
import { type Right, rights } from '../rights.ts'
import { minutes } from '../time.ts'
import { settleAttempt } from './attempts.ts'
import { NewPayment } from './contract.ts'
import { resolvePayment } from './decisions.ts'
import { placeOrder } from './place-order.ts'
import { settleOpenPayments } from './recovery.ts'

const races = 40
const stock = 5
const units = 2

const postgres = shopOnPostgres()
let clock: Date
let bank: WildBank
let ctx: Ctx
let owners: [Ctx, Ctx]

beforeEach(async () => {
  clock = new Date('2026-11-20T09:00:00Z')
  bank = wildBank()
  const deps = { ...depsOn(postgres.handle.db, postgres.env, { clock: () => clock }), payments: bank.provider }
  ctx = { ...deps, actor: { kind: 'system' }, requestId: newId() }
  owners = [await anOwner(), await anOwner()]
})

async function anOwner(): Promise<Ctx> {
  return as((await aUser(ctx, { role: 'ADMIN' })).id, rights)
}

function as(id: string, rights: readonly Right[] = []): Ctx {
  return { ...ctx, actor: { kind: 'user', id, sessionId: newId(), address: newId(), rights }, requestId: newId() }
}

/** A payment of two units whose bank is in the given mood, and how it stands in all books. */
async function aSale(mood: ChargeMood, shopper?: Ctx) {
  const product = await aProduct(ctx, { variants: [{ stock, priceKurus: 10_000 }] })
  bank.mood.charge = mood
  const input = NewPayment.parse(aPayment(product, { quantity: units }))
  const { orderId } = await placeOrder(shopper ?? as((await aUser(ctx)).id), input, undefined)
  const [attempt] = await ctx.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, orderId))
  const charge = bank.charges.find((charge) => charge.orderId === orderId)
  if (!attempt || !charge) throw new Error('nothing was paid')
  const books = async () => {
    const [now] = await ctx.db.select().from(paymentAttempts).where(eq(paymentAttempts.id, attempt.id))
    const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId))
    const [variant] = await ctx.db.select().from(variants).where(eq(variants.productId, product.id))
    const back = await ctx.db.select().from(refunds).where(eq(refunds.attemptId, attempt.id))
    return {
      attempt: now?.status,
      order: [order?.paidAt !== null, order?.paymentStatus],
      onShelf: variant?.stock,
      bankKeeps: charge.amountKurus - [...charge.refunds.values()].reduce((sum, kurus) => sum + kurus, 0),
      refunds: back.map(({ status }) => status),
    }
  }
  const history = async () => {
    const rows = await ctx.db.select().from(auditEntries).where(eq(auditEntries.subjectId, orderId))
    return rows.map(({ action }) => action)
  }
  return { id: attempt.id, orderId, charge, books, history }
}

const sold = {
  attempt: 'SUCCEEDED',
  order: [true, 'SUCCESS'],
  onShelf: stock - units,
  bankKeeps: units * 10_000,
  refunds: [],
}
const givenBack = {
  attempt: 'REFUNDED',
  order: [false, 'FAILED'],
  onShelf: stock,
  bankKeeps: 0,
  refunds: ['SUCCEEDED'],
}

/** Returns the code of a refusal, or 'done'. Any other failure is a bug. */
async function tried(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof ShopError) return error.code
      throw error
    },
  )
}

describe('two decide about one held payment at the same time', () => {
  test('giving back against recovery that finds all well: an order with its goods, or the money back', async () => {
    for (let n = 0; n < races; n++) {
      const sale = await aSale('names another order')
      expect((await sale.books()).attempt).toBe('PENDING')
      sale.charge.namesAnotherOrder = false
      clock = new Date(clock.getTime() + minutes(11))
      const [answer] = await Promise.all([
        tried(resolvePayment(owners[0], sale.id, { action: 'refund' })),
        settleOpenPayments(ctx).then(() => 'done'),
      ])
      expect([answer, await sale.books()]).toEqual(answer === 'done' ? ['done', givenBack] : ['CONFLICT', sold])
      expect(await sale.history(), 'what the owner wanted is in the history either way').toEqual(['payment.resolve'])
    }
  })

  test('giving back against completing: one of the two owners is told that the other was first', async () => {
    for (let n = 0; n < races; n++) {
      const sale = await aSale('names another order')
      const pair = [
        resolvePayment(owners[0], sale.id, { action: 'refund' }),
        resolvePayment(owners[1], sale.id, { action: 'complete' }),
      ]
      const answers = await Promise.all((n % 2 ? pair.toReversed() : pair).map(tried))
      const [back, completed] = n % 2 ? answers.toReversed() : answers
      expect([back, completed, await sale.books()]).toEqual(
        back === 'done' ? ['done', 'CONFLICT', givenBack] : ['CONFLICT', 'done', sold],
      )
      expect(await sale.history()).toEqual(['payment.resolve', 'payment.resolve'])
    }
  })

  test('two owners press the same button: it is done once, and the second is told', async () => {
    for (const resolution of ['refund', 'complete'] as const) {
      for (let n = 0; n < 10; n++) {
        const sale = await aSale('names another order')
        const answers = await Promise.all(
          owners.map((owner) => tried(resolvePayment(owner, sale.id, { action: resolution }))),
        )
        expect(answers.sort()).toEqual(['CONFLICT', 'done'])
        const { attempt, onShelf } = await sale.books()
        expect([attempt, onShelf]).toEqual(resolution === 'refund' ? ['REFUNDED', stock] : ['SUCCEEDED', stock - units])
      }
    }
  })
})

test('two owners give back the excess of one order at the same time: it goes back once, and the second is told', async () => {
  for (const mood of ['takes too much', 'takes too much, tells ours'] as const) {
    for (let n = 0; n < races; n++) {
      const sale = await aSale(mood)
      if (mood === 'takes too much') await resolvePayment(owners[0], sale.id, { action: 'complete' })
      const answers = await Promise.all(
        owners.map((owner) => tried(resolvePayment(owner, sale.id, { action: 'refund-excess' }))),
      )
      expect([answers.sort(), await sale.books()]).toEqual([['CONFLICT', 'done'], { ...sold, refunds: ['SUCCEEDED'] }])
      expect((await sale.history()).slice(mood === 'takes too much' ? 1 : 0)).toEqual([
        'payment.resolve',
        'payment.resolve',
      ])
    }
  }
})

test('giving back the excess against a cancellation: all that was taken goes back, never more', async () => {
  for (let n = 0; n < races; n++) {
    const sale = await aSale('takes too much')
    await resolvePayment(owners[0], sale.id, { action: 'complete' })
    const [excess, cancelled] = await Promise.all([
      tried(resolvePayment(owners[0], sale.id, { action: 'refund-excess' })),
      tried(cancelOrder(owners[1], sale.orderId)),
    ])
    const { bankKeeps } = await sale.books()
    expect([excess, cancelled]).toContain('done')
    expect(bankKeeps).toBe(cancelled === 'done' ? 0 : units * 10_000)
  }
})

test('opposite news of one payment at the same time leave one history, and each unit in one place', async () => {
  for (let n = 0; n < races; n++) {
    const sale = await aSale('reviews')
    expect((await sale.books()).attempt).toBe('PENDING')
    const { paymentId, amountKurus } = sale.charge
    await Promise.all([
      settleAttempt(ctx, sale.id, { kind: 'declined', code: 'UNKNOWN', message: 'Ödeme alınamadı.' }, 'one'),
      settleAttempt(ctx, sale.id, { kind: 'charged', paymentId, amountKurus }, 'another'),
    ])
    const { attempt, order, onShelf } = await sale.books()
    expect({ attempt, order, onShelf }).toEqual({ attempt: 'SUCCEEDED', order: [true, 'SUCCESS'], onShelf: 3 })
    const events = await ctx.db.select().from(paymentEvents).where(eq(paymentEvents.attemptId, sale.id))
    const ends = events.map(({ toStatus }) => toStatus).filter((status) => status !== 'STARTED' && status !== 'PENDING')
    expect(['SUCCEEDED', 'DECLINED SUCCEEDED']).toContain(ends.sort().join(' '))
  }
})

test('of two tries of one shopper that are charged late at the same time, one becomes her order', async () => {
  for (let n = 0; n < 20; n++) {
    const shopper = as((await aUser(ctx)).id)
    const sales = [await aSale('charges later', shopper), await aSale('charges later', shopper)]
    clock = new Date(clock.getTime() + minutes(5))
    await settleOpenPayments(ctx)
    for (const { charge } of sales) bank.book(charge)
    await Promise.all(
      sales.map(({ id, charge }) =>
        settleAttempt(
          ctx,
          id,
          { kind: 'charged', paymentId: charge.paymentId, amountKurus: charge.amountKurus },
          'late',
        ),
      ),
    )
    const ends = await Promise.all(sales.map(async ({ books }) => (await books()).attempt))
    expect(ends.sort()).toEqual(['REFUNDED', 'SUCCEEDED'])
  }
})

test('two recoveries at once put one question to the provider about each payment', async () => {
  const sales = await Promise.all(Array.from({ length: 20 }, () => aSale('reviews')))
  clock = new Date(clock.getTime() + minutes(11))
  const asked: string[] = []
  const { find } = bank.provider
  bank.provider.find = (conversationId) => {
    asked.push(conversationId)
    return find(conversationId)
  }
  await Promise.all([settleOpenPayments(ctx), settleOpenPayments(ctx)])
  const ours = sales.map(({ charge }) => charge.conversationId)
  expect(asked.filter((id) => ours.includes(id)).sort()).toEqual(ours.sort())
})
