import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import { aPagePayment, aPayment } from '#test/checkout.ts'
import { aProduct, aUser } from '#test/factories.ts'
import { type ChargeMood, chargeMoods, type WildBank, wildBank } from '#test/outside/wild-bank.ts'
import { alwaysTrue, initialStock, trueAtRest, trueWhenSettled, type World } from '#test/payment-truths.ts'
import { afterSale, anAfterSale, aWholeReturn } from '#test/returns/random.ts'
import { test } from '#test/shop.ts'
import { type Ctx, newId } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { mails } from '../mail/schema.ts'
import { shownOrderId } from '../order-id.ts'
import { decideRefund } from '../orders/refund-decisions.ts'
import { orders } from '../orders/schema.ts'
import { cancelOrder, changeOrderStatus } from '../orders/status.ts'
import { findAttemptByConversation } from '../payments/attempt-rows.ts'
import { type Resolution, resolutions } from '../payments/contract.ts'
import { refunds } from '../payments/schema.ts'
import { type PaymentStep, paymentSteps } from '../ports.ts'
import { days, hours, istanbulDay, minutes, seconds } from '../time.ts'
import { NewPayment } from './contract.ts'
import { resolvePayment } from './decisions.ts'
import { placeOrder } from './place-order.ts'
import { reconcile, reconcileYesterday } from './reconciliation/reconciliation.ts'
import { settleOpenPayments } from './recovery.ts'
import { closeDiscrepancy, overviewOfPayments } from './resolution.ts'
import { resumeThreeDs } from './three-ds.ts'
import { markCollected, markRefused } from './ways/door/collect.ts'
import { confirmAtDoor, endForgottenCodes } from './ways/door/confirm.ts'
import { receiveWebhook } from './webhooks.ts'

/** Anything that may happen to a shop and its bank. `n` picks among the payments so far. */
type Event =
  | { do: 'buy'; shopper: number; quantity: number; key: number; mood: ChargeMood; onPage: boolean }
  | { do: 'pay on the page'; n: number | 'all' }
  | { do: 'come back'; n: number; said: 'yes' | 'no'; forged: boolean }
  | { do: 'news'; n: number; signed: boolean }
  | { do: 'buy at the door'; shopper: number; quantity: number }
  | { do: 'enter a code'; n: number; right: boolean }
  | { do: 'at the door'; n: number; how: 'ship' | 'collect' | 'refuse' | 'cancel' }
  | (typeof anAfterSale extends fc.Arbitrary<infer E> ? E : never)
  | { do: 'recover' }
  | { do: 'wait'; milliseconds: number }
  | { do: 'cancel'; n: number }
  | { do: 'bank books late'; n: number | 'all' }
  | { do: 'bank decides'; n: number; well: boolean }
  | { do: 'owner decides'; n: number | 'all'; action: Resolution }
  | { do: 'compare' }
  | { do: 'lose questions'; count: number }
  | { do: 'refunds go'; how: WildBank['mood']['refund'] }
  | { do: 'crash at'; step: PaymentStep }

const n = fc.nat({ max: 7 })
const mostly = fc.constantFrom(true, true, false)
const anEvent: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      shopper: fc.nat({ max: 1 }),
      quantity: fc.integer({ min: 1, max: 2 }),
      key: fc.nat({ max: 3 }),
      onPage: fc.boolean(),
      // Money that comes late is where shops go wrong.
      mood: fc.constantFrom<ChargeMood>(...chargeMoods, 'charges later', 'charges later', 'charges later'),
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
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pay on the page' as const), n }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('news' as const), n, signed: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('buy at the door' as const),
      shopper: fc.nat({ max: 1 }),
      quantity: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('enter a code' as const), n, right: mostly }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('at the door' as const),
      n,
      how: fc.constantFrom('ship' as const, 'collect' as const, 'refuse' as const, 'cancel' as const),
    }),
  },
  { weight: 6, arbitrary: anAfterSale },
  { weight: 4, arbitrary: fc.constant({ do: 'recover' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      milliseconds: fc.constantFrom(seconds(1), seconds(20), minutes(3), minutes(12), minutes(40), hours(25)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), n }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('bank books late' as const), n }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('bank decides' as const), n, well: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('owner decides' as const), n, action: fc.constantFrom(...resolutions) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'compare' as const }) },
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

const aTry = (shopper: number, key: number, mood: ChargeMood, onPage = false): Event => ({
  do: 'buy',
  ...{ shopper, quantity: 1, key, mood, onPage },
})
const wait = (milliseconds: number): Event => ({ do: 'wait', milliseconds })
const recover: Event = { do: 'recover' }
const bookAll: Event = { do: 'bank books late', n: 'all' }

/** Where shops go wrong, in a row that chance alone seldom makes: money that comes after she bought again, or after days. */
const aStory = fc
  .record({ shopper: fc.nat({ max: 1 }), key: fc.nat({ max: 3 }), isOld: fc.boolean() })
  .map(({ shopper, key, isOld }): Event[] => [
    aTry(shopper, key, 'charges later'),
    wait(minutes(3)),
    recover,
    ...(isOld ? [wait(hours(25))] : [aTry(shopper, key + 4, 'charges')]),
    bookAll,
    wait(minutes(40)),
    recover,
    { do: 'compare' as const },
  ])
/** An order completed although too much was taken: its excess goes back, whatever becomes of the refund, and is asked for twice. */
const anExcess = fc
  .record({
    shopper: fc.nat({ max: 1 }),
    key: fc.nat({ max: 3 }),
    mood: fc.constantFrom('takes too much' as const, 'takes too much, tells ours' as const),
    how: fc.constantFrom('pays' as const, 'pays, answer lost' as const, 'lost' as const),
    crash: fc.option(fc.constantFrom(...paymentSteps)),
    cancelled: fc.boolean(),
  })
  .map(({ shopper, key, mood, how, crash, cancelled }): Event[] => [
    aTry(shopper, key, mood),
    { do: 'owner decides', n: 'all', action: 'complete' },
    { do: 'refunds go', how },
    ...(crash ? [{ do: 'crash at' as const, step: crash }] : []),
    { do: 'owner decides', n: 'all', action: 'refund-excess' },
    ...(cancelled ? [{ do: 'cancel' as const, n: 0 }] : []),
    { do: 'owner decides', n: 'all', action: 'refund-excess' },
    wait(minutes(40)),
    { do: 'refunds go', how: 'pays' },
    recover,
  ])
/** Pages of the bank's own: left, given up for another, and paid in the end, both or all. */
const twoPages = fc
  .record({
    shopper: fc.nat({ max: 1 }),
    key: fc.nat({ max: 3 }),
    waited: fc.constantFrom(seconds(1), minutes(12), hours(25)),
  })
  .map(({ shopper, key, waited }): Event[] => [
    aTry(shopper, key, 'charges', true),
    wait(waited),
    recover,
    aTry(shopper, key + 4, 'charges', true),
    { do: 'pay on the page', n: 'all' },
    wait(minutes(12)),
    recover,
  ])
const someEvents = fc.oneof(
  { weight: 12, arbitrary: anEvent.map((event) => [event]) },
  { weight: 1, arbitrary: aStory },
  { weight: 1, arbitrary: anExcess },
  { weight: 1, arbitrary: twoPages },
  { weight: 2, arbitrary: aWholeReturn },
)

class Crash extends Error {}
class Undo extends Error {}

test('whatever happens in whatever order, money, orders and stock agree', { timeout: 300_000 }, async ({
  ctx,
  clock,
}) => {
  await fc.assert(
    fc.asyncProperty(fc.array(someEvents, { minLength: 10, maxLength: 24, size: 'max' }), async (events) => {
      const start = clock.now
      await ctx.db
        .transaction(async (tx) => {
          const world = await aWorld({ ...ctx, db: tx })
          for (const event of events.flat()) {
            await happen(world, event, (ms) => clock.forward(ms))
            await alwaysTrue(world)
          }
          await comeToRest(world, (ms) => clock.forward(ms))
          await trueAtRest(world)
          await ownerSettles(world, (ms) => clock.forward(ms))
          await trueWhenSettled(world)
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
  return { ctx, bank, product, shoppers, atDoor: [], collected: new Map(), crash, answers: new Map(), ...nothingYet() }
}

function nothingYet() {
  return { before: new Map(), givenUp: new Set<string>(), decided: new Set<string>() }
}

async function happen(world: World, event: Event, forward: (ms: number) => void): Promise<void> {
  const { ctx, bank } = world
  const n = 'n' in event && event.n !== 'all' ? event.n : 0
  const charge = bank.charges[n % Math.max(bank.charges.length, 1)]
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
        return await receiveWebhook(ctx, { provider: ctx.payments.name, event: news, signed: event.signed })
      }
      case 'buy at the door':
        return await buyAtDoor(world, event)
      case 'enter a code':
        return await enterCode(world, event)
      case 'at the door':
        return await atDoor(world, event)
      case 'after the sale':
        await afterSale(world, event)
        return
      case 'recover':
        await endForgottenCodes(ctx)
        return await settleOpenPayments(ctx)
      case 'wait':
        return forward(event.milliseconds)
      case 'cancel':
        return charge && (await cancelOrder(ctx, charge.orderId))
      case 'bank books late':
        for (const late of event.n === 'all' ? bank.charges : charge ? [charge] : []) {
          if (late.status === 'LATE') bank.book(late)
        }
        return
      case 'pay on the page':
        for (const one of event.n === 'all' ? bank.charges : charge ? [charge] : []) {
          if (one.onPage && one.status === 'AWAITING_3DS') bank.book(one)
        }
        return
      case 'bank decides':
        if (charge?.status === 'REVIEW' && event.well) bank.book(charge)
        else if (charge?.status === 'REVIEW') charge.status = 'DECLINED'
        return
      case 'owner decides':
        for (const one of event.n === 'all' ? bank.charges : charge ? [charge] : []) {
          await decide(world, one.conversationId, event.action).catch((error: unknown) => {
            if (!(error instanceof ShopError)) throw error
          })
        }
        return
      case 'compare':
        await reconcile(ctx, istanbulDay(ctx.clock()))
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
  const { bank, product, shoppers } = world
  const userId = shoppers[event.shopper]
  if (!userId) return
  bank.mood.charge = event.mood
  const key = `${event.shopper}:${event.quantity}:${event.key}:${event.onPage}`
  const body = event.onPage ? aPagePayment : aPayment
  const input = NewPayment.parse(body(product, { quantity: event.quantity }))
  const { orderId } = await placeOrder(shopperOf(world, userId), input, key)
  expect(world.answers.get(key) ?? orderId, 'a key always answers with its one order').toBe(orderId)
  world.answers.set(key, orderId)
}

function shopperOf({ ctx }: World, id: string): Ctx {
  return { ...ctx, actor: { kind: 'user', id, sessionId: newId(), address: '127.0.0.1', rights: [] } }
}

async function buyAtDoor(world: World, event: Extract<Event, { do: 'buy at the door' }>): Promise<void> {
  const { product, shoppers, atDoor } = world
  const { orderData } = aPayment(product, { quantity: event.quantity, totalAmount: 100.5 * event.quantity + 49 })
  const input = NewPayment.parse({ orderData, paymentMethod: 'CASH_ON_DELIVERY' })
  const { orderId } = await placeOrder(shopperOf(world, shoppers[event.shopper] ?? ''), input, undefined)
  atDoor.push(orderId)
}

async function orderAtDoor({ ctx, atDoor }: World, n: number) {
  const id = atDoor[n % Math.max(atDoor.length, 1)]
  return id ? (await ctx.db.select().from(orders).where(eq(orders.id, id)))[0] : undefined
}

async function enterCode(world: World, event: Extract<Event, { do: 'enter a code' }>): Promise<void> {
  const { ctx } = world
  const order = await orderAtDoor(world, event.n)
  if (!order) return
  const mailed = (await ctx.db.select().from(mails)).filter(({ kind }) => kind === 'door-code')
  const mail = mailed.find(({ subject }) => subject.includes(shownOrderId(order.id)))
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
  await confirmAtDoor(shopperOf(world, order.userId), order.id, event.right ? code : `${code}0`)
}

async function atDoor(world: World, event: Extract<Event, { do: 'at the door' }>): Promise<void> {
  const { ctx, collected } = world
  const order = await orderAtDoor(world, event.n)
  if (!order) return
  if (event.how === 'cancel') return cancelOrder(ctx, order.id)
  if (event.how === 'refuse') return markRefused(ctx, order.id)
  if (event.how === 'ship') {
    await changeOrderStatus(ctx, order.id, { status: 'SHIPPED' })
    return
  }
  // The carrier pays out first; an order that does not await it gets nothing.
  const before = collected.get(order.id)
  collected.set(order.id, order.totalKurus)
  await markCollected(ctx, order.id).catch((error: unknown) => {
    if (before === undefined) collected.delete(order.id)
    throw error
  })
}

async function decide({ ctx, decided }: World, conversationId: string, action: Resolution): Promise<void> {
  const attempt = await findAttemptByConversation(ctx, conversationId)
  if (!attempt) return
  // Asking decides nothing, and an excess is not the order's.
  if (action !== 'ask' && action !== 'refund-excess') decided.add(attempt.id)
  await resolvePayment(ctx, attempt.id, { action, note: 'Panelden iade edildi' })
}

/** The bank books everything late and answers again, and the shop works on by itself for days. */
async function comeToRest(world: World, forward: (ms: number) => void): Promise<void> {
  const { ctx, bank, crash } = world
  crash.step = undefined
  Object.assign(bank.mood, { queriesLost: 0, refund: 'pays' })
  for (const charge of bank.charges) {
    if (charge.statedKurus < charge.amountKurus && charge.statedKurus + 1 === charge.amountKurus) charge.statedKurus++
    charge.namesAnotherOrder = false
    if (charge.status === 'LATE') bank.book(charge)
    if (charge.status === 'REVIEW') charge.status = 'DECLINED'
  }
  for (let round = 0; round < 12; round++) {
    forward(minutes(11) * 2 ** Math.min(round, 6))
    await settleOpenPayments(ctx)
    await endForgottenCodes(ctx)
    await alwaysTrue(world)
  }
  await payBackByHand(world)
  await someDays(world, forward)
}

/** The owner pays back what no provider can. */
async function payBackByHand({ ctx }: World): Promise<void> {
  const owed = and(eq(refunds.byHand, true), eq(refunds.status, 'REQUESTED'))
  for (const { id } of await ctx.db.select().from(refunds).where(owed)) {
    await decideRefund(ctx, id, { outcome: 'gone', note: 'Havale edildi' })
  }
}

/** Lets three days pass, each with the daily comparison and two recoveries, which carry refunds through. */
async function someDays({ ctx }: World, forward: (ms: number) => void): Promise<void> {
  for (let day = 0; day < 3; day++) {
    forward(days(1))
    await reconcileYesterday(ctx)
    for (let i = 0; i < 2; i++) {
      forward(minutes(11))
      await settleOpenPayments(ctx)
    }
  }
}

/** The owner gives back what waits and what was taken too much, and settles each other difference in the bank's own panel or with a note. */
async function ownerSettles(world: World, forward: (ms: number) => void): Promise<void> {
  const { ctx, bank } = world
  for (const { id } of (await overviewOfPayments(ctx)).attempts) {
    world.decided.add(id)
    await resolvePayment(ctx, id, { action: 'refund' })
  }
  await someDays(world, forward)
  for (const found of (await overviewOfPayments(ctx)).discrepancies) {
    const { id, attemptId, providerPaymentId, oursKurus, theirsKurus, excessKurus } = found
    const charge = bank.charges.find(({ paymentId }) => paymentId === providerPaymentId)
    if (attemptId && excessKurus > 0) {
      expect(excessKurus, 'the excess is the whole difference').toBe(theirsKurus - oursKurus)
      await resolvePayment(ctx, attemptId, { action: 'refund-excess' })
    } else if (theirsKurus > oursKurus) charge?.refunds.set('panel', theirsKurus - oursKurus)
    else await closeDiscrepancy(ctx, id, 'Müşteriyle anlaşıldı')
  }
  await someDays(world, forward)
}
