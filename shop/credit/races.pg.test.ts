import { and, eq, ne } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditBooks } from '#test/books.ts'
import { aPayment } from '#test/checkout.ts'
import { depsOn } from '#test/deps.ts'
import { aProduct, aUser, usualPassword } from '#test/factories.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { users } from '../accounts/schema.ts'
import { NewPayment } from '../checkout/contract.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { type Ctx, newId } from '../ctx.ts'
import { deleteAccount } from '../desk/account-deletion.ts'
import { mergeCustomers } from '../desk/customers/merge.ts'
import { deleteCustomer } from '../desk/customers/privacy.ts'
import { requestFreeRefund } from '../orders/giving-back/free.ts'
import { finishRefund, refundFreely } from '../orders/refunds.ts'
import { orders } from '../orders/schema.ts'
import { cancelMyOrder } from '../orders/status.ts'
import { changeCredit } from './customers.ts'
import { findBalance } from './ledger.ts'

const rounds = 12
const postgres = shopOnPostgres({ RATE_LIMIT_SCALE: '100000' })
let ctx: Ctx
const initial = new Map<string, number>()

beforeEach(async () => {
  const deps = depsOn(postgres.handle.db, postgres.env)
  ctx = { ...deps, actor: { kind: 'system' }, requestId: newId() }
})

/** A shopper with 100 TL, a product of 150 TL, and what she pays for it by card with her credit. */
async function aShopper() {
  const product = await aProduct(ctx, { variants: [{ stock: 5, priceKurus: 15_000 }] })
  for (const { id, stock } of product.variants) initial.set(id, stock)
  const { id } = await aUser(ctx)
  await changeCredit(ctx, id, { amount: 10_000, takeBack: false, reason: 'Hediye' })
  const hers: Ctx = { ...ctx, actor: { kind: 'user', id, sessionId: newId(), address: newId(), rights: [] } }
  const buy = () => {
    const { paymentData, orderData } = aPayment(product, { totalAmount: 50 })
    return placeOrder(hers, NewPayment.parse({ paymentData, orderData: { ...orderData, useCredit: true } }), undefined)
  }
  return { id, hers, buy, balance: () => findBalance(ctx, id) }
}

/** Gives credit and takes it back, over and over, until it is over. */
async function giveAndTake(id: string, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await changeCredit(ctx, id, { amount: 500, takeBack: false, reason: 'Hediye' })
    await changeCredit(ctx, id, { amount: 500, takeBack: true, reason: 'Yanlış' })
  }
}

const outcomes = (done: PromiseSettledResult<unknown>[]) => done.map(({ status }) => status).sort()

describe('at the same moment', () => {
  test('two checkouts want the same credit: one has it, the other hears the new sum', async () => {
    for (let round = 0; round < rounds; round++) {
      const { buy, balance } = await aShopper()
      const done = await Promise.allSettled([buy(), buy()])
      expect(outcomes(done)).toEqual(['fulfilled', 'rejected'])
      const [refused] = done.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      expect(refused).toMatchObject({ code: 'PRICE_CHANGED', data: { totalAmount: 150 } })
      expect(await balance()).toBe(0)
    }
    expect(await auditBooks(ctx.db, initial)).toEqual([])
  }, 120_000)

  test('she cancels twice and the owner gives a sum back: the credit comes back once', async () => {
    for (let round = 0; round < rounds; round++) {
      const { hers, id, buy, balance } = await aShopper()
      const { orderId } = await buy()
      await Promise.allSettled([
        cancelMyOrder(hers, orderId),
        refundFreely(ctx, orderId, { amountKurus: 3_000, reason: 'Geç geldi', asCredit: true }),
        cancelMyOrder(hers, orderId),
      ])
      await cancelMyOrder(hers, orderId).catch(() => {})
      const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId))
      expect(order?.status).toBe('CANCELLED')
      // The money first: the 30 TL that were given as credit stay credit.
      expect([10_000, 13_000]).toContain(await balance())
      expect(await ctx.db.$count(orders, and(eq(orders.userId, id), ne(orders.status, 'CANCELLED')))).toBe(0)
    }
    expect(await auditBooks(ctx.db, initial)).toEqual([])
  }, 120_000)

  test('she deletes her account, or it goes into another, while the owner gives her credit: none is left where nobody has it', async () => {
    for (let round = 0; round < 4 * rounds; round++) {
      const [{ id }, kept] = [await aUser(ctx), await aUser(ctx)]
      const hers: Ctx = { ...ctx, actor: { kind: 'user', id, sessionId: newId(), address: newId(), rights: [] } }
      const ending = round % 2 ? mergeCustomers(ctx, kept.id, id) : deleteAccount(hers, usualPassword)
      let isOver = false
      const ended = ending.finally(() => {
        isOver = true
      })
      const given = giveAndTake(id, () => isOver)
      const done = await Promise.allSettled([ended, given])
      const [user] = await ctx.db.select().from(users).where(eq(users.id, id))
      if (user?.deletedAt) expect(await findBalance(ctx, id), `round ${round}`).toBe(0)
      expect(done[0].status === 'fulfilled').toBe(user?.deletedAt !== null)
    }
  }, 120_000)

  test('her account is not deleted while an order of hers is given back as credit', async () => {
    const product = await aProduct(ctx, { variants: [{ stock: 5, priceKurus: 15_000 }] })
    initial.set(product.variants[0]?.id ?? '', 5)
    for (const byHer of [true, false]) {
      const { id } = await aUser(ctx)
      const hers: Ctx = { ...ctx, actor: { kind: 'user', id, sessionId: newId(), address: newId(), rights: [] } }
      const payment = NewPayment.parse(aPayment(product, { totalAmount: 150 }))
      const { orderId } = await placeOrder(hers, payment, undefined)
      let ending: Promise<unknown> = Promise.resolve()
      const asked = await ctx.db.transaction(async (db) => {
        const asked = { amountKurus: 3_000, reason: 'Geç geldi', asCredit: true }
        const refundId = await requestFreeRefund({ ...ctx, db, afterCommit: [] }, orderId, asked)
        ending = byHer ? deleteAccount(hers, usualPassword) : deleteCustomer(ctx, id)
        ending.catch(() => {})
        // Until it waits for the order, or is through.
        await new Promise((resolve) => setTimeout(resolve, 1_000))
        return refundId
      })
      await expect(ending).rejects.toThrow('henüz sonuçlanmadı')
      await finishRefund(ctx, asked)
      expect(await findBalance(ctx, id)).toBe(3_000)
    }
  }, 120_000)

  test('ten times the same gift by one key, and takings that together are too much', async () => {
    const { id, balance } = await aShopper()
    const gift = () => changeCredit(ctx, id, { amount: 500, takeBack: false, reason: 'Geç geldi' }, 'k1')
    expect(outcomes(await Promise.allSettled(Array.from({ length: 10 }, gift)))).toEqual(Array(10).fill('fulfilled'))
    expect(await balance()).toBe(10_500)
    const take = () => changeCredit(ctx, id, { amount: 4_000, takeBack: true, reason: 'Yanlış' })
    const taken = await Promise.allSettled(Array.from({ length: 5 }, take))
    expect(outcomes(taken)).toEqual([...Array(2).fill('fulfilled'), ...Array(3).fill('rejected')])
    expect(await balance()).toBe(2_500)
  }, 120_000)
})
