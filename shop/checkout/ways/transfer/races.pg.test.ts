import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { aPayment } from '#test/checkout.ts'
import { depsOn } from '#test/deps.ts'
import { aProduct, aUser } from '#test/factories.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import type { Product } from '../../../catalog/products.ts'
import { variants } from '../../../catalog/schema.ts'
import { type Ctx, newId } from '../../../ctx.ts'
import { refundItems } from '../../../orders/refunds.ts'
import { orderItems, orders } from '../../../orders/schema.ts'
import { cancelMyOrder } from '../../../orders/status.ts'
import { paymentAttempts, refunds } from '../../../payments/schema.ts'
import { days } from '../../../time.ts'
import { NewPayment } from '../../contract.ts'
import { placeOrder } from '../../place-order.ts'
import { receiveTransfer } from './receipts.ts'
import { listReceipts, takeBackReceipt } from './take-back.ts'
import { tendTransfers } from './transfer.ts'

const rounds = 25
const postgres = shopOnPostgres()
let clock: Date
let ctx: Ctx

beforeEach(() => {
  clock = new Date('2026-11-20T09:00:00Z')
  const deps = depsOn(postgres.handle.db, postgres.env, { clock: () => clock })
  ctx = { ...deps, actor: { kind: 'system' }, requestId: newId() }
})

async function aShopper(): Promise<Ctx> {
  const { id } = await aUser(ctx)
  return { ...ctx, actor: { kind: 'user', id, sessionId: newId(), address: newId(), rights: [] } }
}

function inputFor(product: Product, byCard = false) {
  const { paymentData, ...bought } = aPayment(product, { quantity: 1 })
  return NewPayment.parse({ ...bought, ...(byCard ? { paymentData } : { paymentMethod: 'BANK_TRANSFER' }) })
}

async function aTransfer() {
  const product = await aProduct(ctx, { variants: [{ stock: 3, priceKurus: 10_000 }] })
  const hers = await aShopper()
  const { orderId } = await placeOrder(hers, inputFor(product), undefined)
  return {
    ...{ orderId, hers },
    receive: () => receiveTransfer(ctx, orderId, { amountKurus: 10_000, receivedAt: clock, note: '' }),
    takeBack: async () => {
      const [newest] = await listReceipts(ctx, orderId)
      return takeBackReceipt(ctx, orderId, newest?.id ?? '')
    },
    refund: async () => {
      const [item] = await ctx.db.select().from(orderItems).where(eq(orderItems.orderId, orderId))
      return refundItems(ctx, orderId, { items: [{ itemId: item?.id ?? '', quantity: 1 }], restock: true, reason: '' })
    },
    stands: async () => {
      const [attempt] = await ctx.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, orderId))
      const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId))
      const [shelf] = await ctx.db.select().from(variants).where(eq(variants.productId, product.id))
      const owed = await ctx.db.select().from(refunds).where(eq(refunds.orderId, orderId))
      return [attempt?.status, order?.status, shelf?.stock, owed.map(({ amountKurus }) => amountKurus)]
    },
  }
}

const outcomes = (done: PromiseSettledResult<unknown>[]) => done.map(({ status }) => status).sort()

describe('at the same moment', () => {
  test('two admins enter the same money: one does', async () => {
    for (let round = 0; round < rounds; round++) {
      const sale = await aTransfer()
      const done = await Promise.allSettled([sale.receive(), sale.receive()])
      expect(outcomes(done)).toEqual(['fulfilled', 'rejected'])
      expect(await sale.stands()).toEqual(['SUCCEEDED', 'PENDING', 2, []])
    }
  }, 120_000)

  test('the deadline passes and the money is entered: it is paid', async () => {
    const sales = await Promise.all(Array.from({ length: rounds }, aTransfer))
    clock = new Date(clock.getTime() + days(3) + 1)
    await Promise.all([tendTransfers(ctx), ...sales.map((sale) => sale.receive()), tendTransfers(ctx)])
    for (const sale of sales) expect(await sale.stands()).toEqual(['SUCCEEDED', 'PENDING', 2, []])
  }, 120_000)

  test('she cancels and the money is entered: the order ends, and all of it is owed to her', async () => {
    for (let round = 0; round < rounds; round++) {
      const sale = await aTransfer()
      await Promise.allSettled([cancelMyOrder(sale.hers, sale.orderId), sale.receive()])
      const [status, ...rest] = await sale.stands()
      expect(['SUCCEEDED', 'REFUNDED']).toContain(status)
      expect(rest).toEqual(['CANCELLED', 3, [10_000]])
    }
  }, 120_000)

  test('two admins take the same money back: one does, and the order waits', async () => {
    for (let round = 0; round < rounds; round++) {
      const sale = await aTransfer()
      await sale.receive()
      const done = await Promise.allSettled([sale.takeBack(), sale.takeBack()])
      expect(outcomes(done)).toEqual(['fulfilled', 'rejected'])
      expect(await sale.stands()).toEqual(['AWAITING_TRANSFER', 'PENDING', 2, []])
    }
  }, 120_000)

  test('money is taken back while it is given back, or its order cancelled or paid again: one of them is refused', async () => {
    for (let round = 0; round < rounds; round++) {
      const [refunded, cancelled, paid] = [await aTransfer(), await aTransfer(), await aTransfer()]
      for (const sale of [refunded, cancelled, paid]) await sale.receive()
      const [given] = await Promise.allSettled([refunded.refund(), refunded.takeBack()])
      expect(await refunded.stands()).toEqual(
        given.status === 'fulfilled' ? ['SUCCEEDED', 'PENDING', 2, [10_000]] : ['AWAITING_TRANSFER', 'PENDING', 2, []],
      )
      await Promise.allSettled([cancelMyOrder(cancelled.hers, cancelled.orderId), cancelled.takeBack()])
      const [, status, shelf, owed] = await cancelled.stands()
      expect([
        ['CANCELLED', 3, [10_000]],
        ['CANCELLED', 3, []],
        ['PENDING', 2, []],
      ]).toContainEqual([status, shelf, owed])
      await Promise.allSettled([paid.receive(), paid.takeBack()])
      const [attempt, ...rest] = await paid.stands()
      expect(['SUCCEEDED', 'AWAITING_TRANSFER']).toContain(attempt)
      expect(rest).toEqual(['PENDING', 2, []])
    }
  }, 120_000)

  test('two hundred buy the last piece, by card and by transfer: one order', async () => {
    const product = await aProduct(ctx, { variants: [{ stock: 1, priceKurus: 10_000 }] })
    const shoppers = await Promise.all(Array.from({ length: 200 }, aShopper))
    const done = await Promise.allSettled(
      shoppers.map((hers, i) => placeOrder(hers, inputFor(product, i % 2 === 0), undefined)),
    )
    expect(outcomes(done).filter((outcome) => outcome === 'fulfilled')).toHaveLength(1)
    const [shelf] = await ctx.db.select().from(variants).where(eq(variants.productId, product.id))
    const sold = await ctx.db
      .select({ placedAt: orders.placedAt })
      .from(orders)
      .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
      .where(eq(orderItems.productId, product.id))
    expect([shelf?.stock, sold.map(({ placedAt }) => placedAt !== null)]).toEqual([0, [true]])
  }, 120_000)
})
