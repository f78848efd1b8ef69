import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import { auditBooks, stockByVariant } from '#test/books.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import type { Product } from '../../../catalog/products.ts'
import { variants } from '../../../catalog/schema.ts'
import { type Ctx, newId } from '../../../ctx.ts'
import { ShopError } from '../../../errors.ts'
import { decideRefund } from '../../../orders/refund-decisions.ts'
import { refundItems } from '../../../orders/refunds.ts'
import { orderItems, orders } from '../../../orders/schema.ts'
import { cancelMyOrder, cancelOrder } from '../../../orders/status.ts'
import { paymentAttempts, refunds } from '../../../payments/schema.ts'
import { days, hours } from '../../../time.ts'
import { NewPayment } from '../../contract.ts'
import { resolvePayment } from '../../decisions.ts'
import { placeOrder } from '../../place-order.ts'
import { closeDiscrepancy, overviewOfPayments } from '../../resolution.ts'
import { receiveTransfer } from './receipts.ts'
import { transferReceipts } from './schema.ts'
import { tendTransfers } from './transfer.ts'

const stock = 4
const price = 10_000

/** Anything that may happen to orders by transfer. `n` picks among the orders so far. */
type Event =
  | { do: 'order'; shopper: number; quantity: number; byCard: boolean }
  | { do: 'money comes'; n: number; how: 'all' | 'part' | 'more'; again: boolean }
  | { do: 'wait'; milliseconds: number }
  | { do: 'tend' }
  | { do: 'cancel'; n: number; byBuyer: boolean }
  | { do: 'refund an item'; n: number; restock: boolean }
  | { do: 'give the excess back'; n: number }
  | { do: 'pay back'; n: number }

const n = fc.nat({ max: 5 })
const make = <D extends Event['do']>(name: D) => fc.constant(name)
const anEvent: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: make('order'),
      shopper: fc.nat({ max: 1 }),
      quantity: fc.integer({ min: 1, max: 2 }),
      byCard: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: make('money comes'),
      n,
      how: fc.constantFrom('all' as const, 'all' as const, 'part' as const, 'more' as const),
      again: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: make('wait'), milliseconds: fc.constantFrom(hours(2), hours(26), days(4)) }),
  },
  { weight: 3, arbitrary: fc.record({ do: make('tend') }) },
  { weight: 2, arbitrary: fc.record({ do: make('cancel'), n, byBuyer: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: make('refund an item'), n, restock: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: make('give the excess back'), n }) },
  { weight: 2, arbitrary: fc.record({ do: make('pay back'), n }) },
)

type World = { ctx: Ctx; product: Product; shoppers: string[]; placed: string[]; initial: Map<string, number> }

class Undo extends Error {}

test('whatever happens to transfers in whatever order, money, orders and stock agree', { timeout: 300_000 }, async ({
  ctx,
  clock,
}) => {
  await fc.assert(
    fc.asyncProperty(fc.array(anEvent, { minLength: 8, maxLength: 24, size: 'max' }), async (events) => {
      const start = clock.now
      await ctx.db
        .transaction(async (tx) => {
          const world = await aWorld({ ...ctx, db: tx })
          for (const event of events) {
            await happen(world, event, (ms) => clock.forward(ms)).catch((error: unknown) => {
              if (!(error instanceof ShopError)) throw error
            })
            await alwaysTrue(world)
          }
          await ownerSettles(world)
          await trueWhenSettled(world, (ms) => clock.forward(ms))
          throw new Undo()
        })
        .catch((error: unknown) => {
          if (!(error instanceof Undo)) throw error
        })
      clock.now = start
    }),
    { numRuns: Number(process.env.PAYMENT_RUNS ?? 12), endOnFailure: true },
  )
})

async function aWorld(base: Ctx): Promise<World> {
  const ctx = { ...base, config: { ...base.config, rateLimitScale: 1e6 } }
  const product = await aProduct(ctx, { variants: [{ stock, priceKurus: price }] })
  const shoppers = [(await aUser(ctx)).id, (await aUser(ctx)).id]
  return { ctx, product, shoppers, placed: [], initial: await stockByVariant(ctx.db) }
}

async function happen(world: World, event: Event, forward: (ms: number) => void): Promise<void> {
  const { ctx } = world
  const orderId = 'n' in event ? world.placed[event.n % Math.max(world.placed.length, 1)] : undefined
  switch (event.do) {
    case 'order':
      return order(world, event)
    case 'wait':
      return forward(event.milliseconds)
    case 'tend':
      return tendTransfers(ctx)
  }
  if (!orderId) return
  switch (event.do) {
    case 'money comes': {
      const due = await rowsOf(world, orderId).then(({ attempt }) => attempt.amountKurus - (attempt.chargedKurus ?? 0))
      const amountKurus = {
        all: Math.max(due, 1),
        part: Math.max(Math.floor(due / 3), 1),
        more: Math.max(due, 0) + 500,
      }[event.how]
      const line = event.again ? { lineKey: newId() } : {}
      await receiveTransfer(ctx, orderId, { amountKurus, receivedAt: ctx.clock(), note: '', ...line })
      return
    }
    case 'cancel':
      return event.byBuyer ? cancelMyOrder(await buyerOf(world, orderId), orderId) : cancelOrder(ctx, orderId)
    case 'refund an item': {
      const [item] = await ctx.db.select().from(orderItems).where(eq(orderItems.orderId, orderId))
      if (!item) return
      const items = [{ itemId: item.id, quantity: 1 }]
      return refundItems(ctx, orderId, { items, restock: event.restock, reason: '' })
    }
    case 'give the excess back': {
      const { attempt } = await rowsOf(world, orderId)
      await resolvePayment(ctx, attempt.id, { action: 'refund-excess' })
      return
    }
    case 'pay back':
      for (const { id } of await owedOf(world, orderId)) await decideRefund(ctx, id, { outcome: 'gone', note: 'EFT' })
  }
}

async function order({ ctx, product, shoppers, placed }: World, event: Extract<Event, { do: 'order' }>) {
  const hers = actingAs(ctx, shoppers[event.shopper] ?? '')
  const { paymentData, ...bought } = aPayment(product, { quantity: event.quantity })
  const way = event.byCard ? { paymentData } : { paymentMethod: 'BANK_TRANSFER' }
  const { orderId } = await placeOrder(hers, NewPayment.parse({ ...bought, ...way }), undefined)
  if (!event.byCard) placed.push(orderId)
}

function actingAs(ctx: Ctx, id: string): Ctx {
  return { ...ctx, actor: { kind: 'user', id, sessionId: newId(), address: '127.0.0.1', rights: [] } }
}

async function buyerOf(world: World, orderId: string): Promise<Ctx> {
  return actingAs(world.ctx, (await rowsOf(world, orderId)).order.userId)
}

async function rowsOf({ ctx }: World, orderId: string) {
  const [row] = await ctx.db
    .select({
      attempt: paymentAttempts,
      order: orders,
      receivedKurus: sql<number>`coalesce((select sum(t.amount_kurus) from ${transferReceipts} t
        where t.attempt_id = ${paymentAttempts.id}), 0)::int`,
    })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(eq(orders.id, orderId))
  if (!row) throw new Error('no such order')
  return row
}

function owedOf({ ctx }: World, orderId: string) {
  return ctx.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.status, 'REQUESTED')))
}

async function alwaysTrue(world: World): Promise<void> {
  const { ctx, product, placed } = world
  const [shelf] = await ctx.db.select().from(variants).where(eq(variants.productId, product.id))
  const held = await ctx.db
    .select({
      units: sql<number>`coalesce(sum(${orderItems.quantity} - coalesce((select sum(ri.quantity) from refund_items ri
        join item_refunds ir on ir.refund_id = ri.refund_id and ir.restock
        join refunds r on r.id = ri.refund_id and r.status = 'SUCCEEDED'
        where ri.order_item_id = ${orderItems.id}), 0)), 0)::int`,
    })
    .from(orderItems)
    .innerJoin(orders, and(eq(orders.id, orderItems.orderId), sql`${orders.stockReturnedAt} is null`))
  expect(shelf?.stock).toBeGreaterThanOrEqual(0)
  const cancelled = await lostWithCancellation(world)
  expect((shelf?.stock ?? 0) + (held[0]?.units ?? 0) + cancelled, 'units are on the shelf or in an order').toBe(stock)
  for (const orderId of placed) await rightOf(world, orderId)
}

/** Units refunded by item without going back on sale stay off the shelf when the rest of their order is cancelled. */
async function lostWithCancellation({ ctx }: World): Promise<number> {
  const [row] = await ctx.db
    .select({
      units: sql<number>`coalesce(sum(${orderItems.refundedQuantity} - coalesce((select sum(ri.quantity)
        from refund_items ri join item_refunds ir on ir.refund_id = ri.refund_id and ir.restock
        join refunds r on r.id = ri.refund_id and r.status = 'SUCCEEDED'
        where ri.order_item_id = ${orderItems.id}), 0)), 0)::int`,
    })
    .from(orderItems)
    .innerJoin(orders, and(eq(orders.id, orderItems.orderId), sql`${orders.stockReturnedAt} is not null`))
  return row?.units ?? 0
}

async function rightOf(world: World, orderId: string): Promise<void> {
  const { attempt, order, receivedKurus } = await rowsOf(world, orderId)
  const about = `${attempt.status} ${order.status} ${order.paymentStatus}, received ${receivedKurus}`
  expect(order.placedAt, about).not.toBeNull()
  if (attempt.status === 'AWAITING_TRANSFER') {
    expect([attempt.chargedKurus ?? 0, attempt.refundKurus], about).toEqual([receivedKurus, 0])
    expect(receivedKurus, about).toBeLessThan(attempt.amountKurus)
    expect([order.status, order.paymentStatus], about).toEqual(['PENDING', 'AWAITING_TRANSFER'])
  } else if (attempt.status === 'EXPIRED') {
    expect([receivedKurus, order.status, order.paymentStatus], about).toEqual([0, 'CANCELLED', 'FAILED'])
  } else if (attempt.status === 'SUCCEEDED') {
    expect(receivedKurus, about).toBeGreaterThanOrEqual(attempt.amountKurus)
    expect(attempt.refundKurus, about).toBeLessThanOrEqual(attempt.chargedKurus ?? 0)
  } else {
    expect([attempt.status, order.status], about).toEqual(['REFUNDED', 'CANCELLED'])
    expect(receivedKurus, about).toBeGreaterThan(0)
  }
}

/** The owner gives back what waits and what came too much, and ticks off all that she owes. */
async function ownerSettles(world: World): Promise<void> {
  const { ctx } = world
  const payBack = async () => {
    for (const { id } of (await overviewOfPayments(ctx)).refunds)
      await decideRefund(ctx, id, { outcome: 'gone', note: 'EFT' })
  }
  await payBack()
  for (const { id } of (await overviewOfPayments(ctx)).attempts) await resolvePayment(ctx, id, { action: 'refund' })
  for (const { id, attemptId, excessKurus } of (await overviewOfPayments(ctx)).discrepancies) {
    if (attemptId && excessKurus > 0) await resolvePayment(ctx, attemptId, { action: 'refund-excess' })
    else await closeDiscrepancy(ctx, id, 'Müşteriyle anlaşıldı')
  }
  await payBack()
}

async function trueWhenSettled(world: World, forward: (ms: number) => void): Promise<void> {
  const { ctx } = world
  forward(days(40))
  await tendTransfers(ctx)
  for (const orderId of world.placed) {
    const { attempt } = await rowsOf(world, orderId)
    if (attempt.status === 'AWAITING_TRANSFER') await cancelOrder(ctx, orderId)
  }
  await ownerSettles(world)
  await alwaysTrue(world)
  const { attempts, discrepancies, refunds: open } = await overviewOfPayments(ctx)
  expect([attempts, discrepancies, open], 'nothing is left to decide').toEqual([[], [], []])
  expect(await auditBooks(ctx.db, world.initial)).toEqual([])
}
