import { and, eq, inArray, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { type ChargeMood, chargeMoods, type WildBank, wildBank } from '#test/wild-bank.ts'
import type { Product } from '../catalog/products.ts'
import { variants } from '../catalog/schema.ts'
import { NewPayment } from '../checkout/contract.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { type Ctx, newId } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { orderItems, orders } from '../orders/schema.ts'
import { cancelOrder } from '../orders/status.ts'
import { days, minutes, seconds } from '../time.ts'
import { countOpenPayments, settleOpenPayments } from './recovery.ts'
import { idempotencyKeys, paymentAttempts, paymentEvents } from './schema.ts'
import { type PaymentStep, paymentSteps } from './steps.ts'
import { resumeThreeDs } from './three-ds.ts'
import { receiveWebhook } from './webhooks.ts'

/** Anything that may happen to a shop and its bank. `n` picks among the payments so far. */
type Event =
  | { do: 'buy'; shopper: number; quantity: number; key: number; mood: ChargeMood }
  | { do: 'come back'; n: number; said: 'yes' | 'no'; forged: boolean }
  | { do: 'news'; n: number; signed: boolean }
  | { do: 'recover' }
  | { do: 'wait'; milliseconds: number }
  | { do: 'cancel'; n: number }
  | { do: 'bank books late'; n: number }
  | { do: 'bank decides'; n: number; well: boolean }
  | { do: 'lose questions'; count: number }
  | { do: 'refunds go'; how: WildBank['mood']['refund'] }
  | { do: 'crash at'; step: PaymentStep }

const n = fc.nat({ max: 7 })
const anEvent: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      shopper: fc.nat({ max: 1 }),
      quantity: fc.integer({ min: 1, max: 2 }),
      key: fc.nat({ max: 3 }),
      // Money that comes late is where shops go wrong.
      mood: fc.constantFrom<ChargeMood>(...chargeMoods, 'charges later', 'charges later'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('come back' as const),
      n,
      said: fc.constantFrom('yes' as const, 'no' as const),
      forged: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('news' as const), n, signed: fc.boolean() }) },
  { weight: 4, arbitrary: fc.constant({ do: 'recover' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      milliseconds: fc.constantFrom(seconds(1), seconds(20), minutes(3), minutes(12), minutes(40)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), n }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('bank books late' as const), n }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('bank decides' as const), n, well: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('lose questions' as const), count: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('refunds go' as const),
      how: fc.constantFrom('pays' as const, 'pays, answer lost' as const, 'lost' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('crash at' as const), step: fc.constantFrom(...paymentSteps) }),
  },
)

class Crash extends Error {}
class Undo extends Error {}
const initialStock = 3

test('whatever happens in whatever order, money, orders and stock agree', { timeout: 300_000 }, async ({
  ctx,
  clock,
}) => {
  await fc.assert(
    fc.asyncProperty(fc.array(anEvent, { minLength: 12, maxLength: 30, size: 'max' }), async (events) => {
      const start = clock.now
      await ctx.db
        .transaction(async (tx) => {
          const world = await aWorld({ ...ctx, db: tx as unknown as Ctx['db'] })
          for (const event of events) {
            await happen(world, event, (ms) => clock.forward(ms))
            await alwaysTrue(world)
          }
          await comeToRest(world, (ms) => clock.forward(ms))
          await trueAtRest(world)
          throw new Undo()
        })
        .catch((error: unknown) => {
          if (!(error instanceof Undo)) throw error
        })
      clock.now = start
    }),
    { numRuns: Number(process.env.PAYMENT_RUNS ?? 20), endOnFailure: true },
  )
})

type World = {
  ctx: Ctx
  bank: WildBank
  product: Product
  shoppers: string[]
  crash: { step: PaymentStep | undefined }
  answers: Map<string, string>
  ends: Map<string, string>
}

async function aWorld(base: Ctx): Promise<World> {
  const bank = wildBank()
  const crash: World['crash'] = { step: undefined }
  const atStep = (step: PaymentStep) => {
    if (step !== crash.step) return
    crash.step = undefined
    throw new Crash()
  }
  const ctx = { ...base, payments: bank.provider, atStep, config: { ...base.config, rateLimitScale: 1e6 } }
  const variant = { stock: initialStock, priceKurus: 10_050 }
  const product = await aProduct(ctx, { variants: [variant] })
  const shoppers = [(await aUser(ctx)).id, (await aUser(ctx)).id]
  return { ctx, bank, product, shoppers, crash, answers: new Map(), ends: new Map() }
}

async function happen(world: World, event: Event, forward: (ms: number) => void): Promise<void> {
  const { ctx, bank } = world
  const charge = 'n' in event ? bank.charges[event.n % Math.max(bank.charges.length, 1)] : undefined
  try {
    switch (event.do) {
      case 'buy':
        return await buy(world, event)
      case 'come back': {
        if (!charge) return
        if (charge.status === 'AWAITING_3DS' && !event.forged) charge.shopperSaid ??= event.said
        const form: Record<string, string> = event.forged ? { forged: '1' } : { said: charge.shopperSaid ?? 'yes' }
        await resumeThreeDs(ctx, charge.conversationId, form)
        return
      }
      case 'news': {
        const { conversationId = 'nobody' } = charge ?? {}
        const news = { reference: `r${event.n}`, eventType: 'API_AUTH', status: 'SUCCESS', conversationId }
        return await receiveWebhook(ctx, news, event.signed)
      }
      case 'recover':
        return await settleOpenPayments(ctx)
      case 'wait':
        return forward(event.milliseconds)
      case 'cancel':
        return charge && (await cancelOrder(ctx, charge.orderId))
      case 'bank books late':
        return charge?.status === 'LATE' ? bank.book(charge) : undefined
      case 'bank decides':
        if (charge?.status === 'REVIEW' && event.well) bank.book(charge)
        else if (charge?.status === 'REVIEW') charge.status = 'DECLINED'
        return
      case 'lose questions':
        bank.mood.queriesLost = event.count
        return
      case 'refunds go':
        bank.mood.refund = event.how
        return
      case 'crash at':
        world.crash.step = event.step
    }
  } catch (error) {
    // A crash ends only what was under way; a refusal is an answer.
    if (!(error instanceof Crash) && !(error instanceof ShopError)) throw error
  }
}

async function buy(world: World, event: Extract<Event, { do: 'buy' }>): Promise<void> {
  const { ctx, bank, product, shoppers } = world
  const userId = shoppers[event.shopper]
  if (!userId) return
  bank.mood.charge = event.mood
  const actor = { kind: 'user' as const, id: userId, sessionId: newId(), address: '127.0.0.1' }
  const key = `${event.shopper}:${event.quantity}:${event.key}`
  const input = NewPayment.parse(aPayment(product, { quantity: event.quantity }))
  const { orderId } = await placeOrder({ ...ctx, actor }, input, key)
  expect(world.answers.get(key) ?? orderId, 'a key always answers with its one order').toBe(orderId)
  world.answers.set(key, orderId)
}

/** After every single event. */
async function alwaysTrue({ ctx, bank, product, ends }: World): Promise<void> {
  const ids = product.variants.map((variant) => variant.id)
  const held = await ctx.db
    .select({ id: orderItems.variantId, units: sql<number>`sum(${orderItems.quantity})::int` })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(inArray(orderItems.variantId, ids), sql`${orders.stockReturnedAt} is null`))
    .groupBy(orderItems.variantId)
  for (const { id, stock } of await ctx.db.select().from(variants).where(inArray(variants.id, ids))) {
    expect(stock).toBeGreaterThanOrEqual(0)
    expect(stock + (held.find((row) => row.id === id)?.units ?? 0), 'units are on the shelf or in an order').toBe(
      initialStock,
    )
  }
  for (const order of await ctx.db.select().from(orders)) {
    const sold = order.paidAt !== null && order.status !== 'CANCELLED'
    if (sold) expect(order.stockReturnedAt, 'what is sold is not on the shelf').toBeNull()
  }
  for (const charge of bank.charges) {
    expect(charge.timesCharged).toBeLessThanOrEqual(1)
    expect(sum(charge.refunds.values()), 'no more goes back than came').toBeLessThanOrEqual(charge.amountKurus)
  }
  for (const { id, status, refundKurus, amountKurus } of await ctx.db.select().from(paymentAttempts)) {
    expect(refundKurus).toBeLessThanOrEqual(amountKurus)
    const end = ends.get(id)
    if (end) expect(status, 'a paid or refunded attempt stays what it is').toBe(end)
    if (status === 'SUCCEEDED' || status === 'REFUNDED') ends.set(id, status)
  }
}

/** The bank tells the truth, everything late is booked, and the shop works on by itself for two days. */
async function comeToRest({ ctx, bank, crash }: World, forward: (ms: number) => void): Promise<void> {
  crash.step = undefined
  Object.assign(bank.mood, { queriesLost: 0, refund: 'pays' })
  for (const charge of bank.charges) {
    charge.tellsWrongAmount = false
    if (charge.status === 'LATE') bank.book(charge)
    if (charge.status === 'REVIEW') charge.status = 'DECLINED'
  }
  for (let round = 0; round < 14; round++) {
    forward(minutes(11) * 2 ** Math.min(round, 6))
    await settleOpenPayments(ctx)
  }
  forward(days(1))
  await settleOpenPayments(ctx)
  expect(await countOpenPayments(ctx), 'nothing stays open').toBe(0)
}

async function trueAtRest(world: World): Promise<void> {
  const { ctx, bank } = world
  await alwaysTrue(world)
  const all = await ctx.db.select().from(orders)
  for (const order of all) {
    const ours = bank.charges.filter((charge) => charge.orderId === order.id && charge.timesCharged > 0)
    const net = sum(ours.map((charge) => charge.amountKurus - sum(charge.refunds.values())))
    const owed = order.paidAt && order.status !== 'CANCELLED' ? order.totalKurus : 0
    expect(net, `order ${order.id} ${order.status} ${order.paymentStatus}`).toBe(owed)
  }
  for (const charge of bank.charges) expect(all.some((order) => order.id === charge.orderId)).toBe(true)
  const keys = await ctx.db.select().from(idempotencyKeys)
  expect(new Set(keys.map((key) => key.attemptId)).size, 'one order per key').toBe(keys.length)
  await historyIsWhole(ctx)
}

/** Every change of an attempt is in its history: what it came to, it left again, except where it stands now. */
async function historyIsWhole(ctx: Ctx): Promise<void> {
  const events = await ctx.db.select().from(paymentEvents)
  for (const attempt of await ctx.db.select().from(paymentAttempts)) {
    const own = events.filter((event) => event.attemptId === attempt.id)
    expect(own.filter((event) => event.fromStatus === null)).toHaveLength(1)
    for (const status of new Set(own.map((event) => event.toStatus))) {
      const came = own.filter((event) => event.toStatus === status).length
      const left = own.filter((event) => event.fromStatus === status).length
      expect(came - left, `${status} of ${attempt.status}`).toBe(status === attempt.status ? 1 : 0)
    }
  }
}

function sum(amounts: Iterable<number>): number {
  return [...amounts].reduce((total, amount) => total + amount, 0)
}
