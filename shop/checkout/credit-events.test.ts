import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import { auditBooks, auditCredit, auditGifts, stockByVariant } from '#test/books.ts'
import { aPayment, goodCard, poorCard, secureCard } from '#test/checkout.ts'
import { aProduct, aUser } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import type { Product } from '../catalog/products.ts'
import { changeCredit } from '../credit/customers.ts'
import { type Ctx, newId } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { blockGiftCard, createGiftCards, type NewCard } from '../gift-cards/cards.ts'
import { NewGiftCards } from '../gift-cards/contract.ts'
import { toTl } from '../money.ts'
import { decideRefund } from '../orders/refund-decisions.ts'
import { refundFreely, refundItems } from '../orders/refunds.ts'
import { orderItems, orders } from '../orders/schema.ts'
import { cancelMyOrder, cancelOrder } from '../orders/status.ts'
import { paymentAttempts, refunds } from '../payments/schema.ts'
import { giftCardsKey } from '../settings/gift-cards/gift-cards.ts'
import { saveSetting } from '../settings/settings.ts'
import { days, hours, minutes } from '../time.ts'
import { NewPayment, QuoteRequest } from './contract.ts'
import { resolvePayment } from './decisions.ts'
import { placeOrder } from './place-order.ts'
import { makeQuote } from './quote.ts'
import { settleOpenPayments } from './recovery.ts'
import { overviewOfPayments } from './resolution.ts'
import { receiveTransfer } from './ways/transfer/receipts.ts'
import { tendTransfers } from './ways/transfer/transfer.ts'

const price = 10_000
const stock = 8

/** Anything that may happen to store credit and gift cards. `n` picks among the orders so far. */
type Event =
  | { do: 'give'; shopper: number; kurus: number; takeBack: boolean }
  | { do: 'order'; shopper: number; quantity: number; way: (typeof ways)[number]; useCredit: boolean; cards: number }
  | { do: 'block a card'; n: number }
  | { do: 'money comes'; n: number }
  | { do: 'wait'; milliseconds: number }
  | { do: 'cancel'; n: number; byBuyer: boolean }
  | { do: 'refund an item'; n: number; asCredit: boolean }
  | { do: 'refund a sum'; n: number; kurus: number; asCredit: boolean }
  | { do: 'pay back' }

const ways = ['good card', 'poor card', 'secure card', 'transfer', 'transfer'] as const
const n = fc.nat({ max: 7 })
const shopper = fc.nat({ max: 1 })
const kurus = fc.integer({ min: 1, max: 25_000 })
const make = <D extends Event['do']>(name: D) => fc.constant(name)
const anEvent: fc.Arbitrary<Event> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: make('give'), shopper, kurus, takeBack: fc.nat(4).map((n) => n === 0) }) },
  {
    weight: 7,
    arbitrary: fc.record({
      do: make('order'),
      shopper,
      quantity: fc.integer({ min: 1, max: 2 }),
      way: fc.constantFrom(...ways),
      useCredit: fc.nat(4).map((n) => n > 0),
      cards: fc.nat(7),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: make('money comes'), n }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: make('wait'), milliseconds: fc.constantFrom(minutes(30), hours(26), days(4)) }),
  },
  { weight: 2, arbitrary: fc.record({ do: make('cancel'), n, byBuyer: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: make('refund an item'), n, asCredit: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: make('refund a sum'), n, kurus, asCredit: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: make('block a card'), n }) },
  { weight: 2, arbitrary: fc.record({ do: make('pay back') }) },
)

type World = {
  ctx: Ctx
  product: Product
  shoppers: string[]
  cards: NewCard[]
  placed: string[]
  initial: Map<string, number>
}

class Undo extends Error {}

test('whatever is given, spent and given back in whatever order, ledger, balances, orders and bank agree', {
  timeout: 300_000,
}, async ({ ctx, clock }) => {
  await fc.assert(
    fc.asyncProperty(fc.array(anEvent, { minLength: 8, maxLength: 24, size: 'max' }), async (events) => {
      const start = clock.now
      await ctx.db
        .transaction(async (tx) => {
          const world = await aWorld({ ...ctx, db: tx })
          const forward = (ms: number) => clock.forward(ms)
          for (const event of events) {
            await happen(world, event, forward).catch((error: unknown) => {
              if (!(error instanceof ShopError)) throw error
            })
            expect(await auditCredit(tx), JSON.stringify(event)).toEqual([])
            expect(await auditGifts(tx), JSON.stringify(event)).toEqual([])
          }
          await comeToRest(world, forward)
          expect(await auditBooks(tx, world.initial)).toEqual([])
          throw new Undo()
        })
        .catch((error: unknown) => {
          if (!(error instanceof Undo)) throw error
        })
      clock.now = start
    }),
    { numRuns: Number(process.env.PAYMENT_RUNS ?? 10), endOnFailure: true },
  )
})

async function aWorld(base: Ctx): Promise<World> {
  const ctx = { ...base, config: { ...base.config, rateLimitScale: 1e6 } }
  const product = await aProduct(ctx, { variants: [{ stock, priceKurus: price }] })
  const shoppers = [(await aUser(ctx)).id, (await aUser(ctx)).id]
  await saveSetting(ctx, giftCardsKey, { on: true })
  const amounts = [3_000, 9_000, 40_000]
  const cards: NewCard[] = []
  for (const kurus of amounts) cards.push(...(await createGiftCards(ctx, NewGiftCards.parse({ amount: kurus / 100 }))))
  return { ctx, product, shoppers, cards, placed: [], initial: await stockByVariant(ctx.db) }
}

async function happen(world: World, event: Event, forward: (ms: number) => void): Promise<unknown> {
  const { ctx } = world
  switch (event.do) {
    case 'give': {
      const { kurus: amount, takeBack } = event
      return changeCredit(ctx, world.shoppers[event.shopper] ?? '', { amount, takeBack, reason: 'Hediye' })
    }
    case 'order':
      return order(world, event)
    case 'wait':
      forward(event.milliseconds)
      return tend(world)
    case 'pay back':
      return payBack(world)
    case 'block a card': {
      const card = world.cards[event.n % world.cards.length]
      return blockGiftCard(ctx, card?.id ?? '', event.n % 2 === 0)
    }
  }
  const orderId = world.placed[event.n % Math.max(world.placed.length, 1)]
  return orderId && happenTo(world, orderId, event)
}

async function happenTo(world: World, orderId: string, event: Event): Promise<unknown> {
  const { ctx } = world
  switch (event.do) {
    case 'money comes': {
      const [attempt] = await ctx.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, orderId))
      const amountKurus = attempt?.amountKurus ?? 0
      return receiveTransfer(ctx, orderId, { amountKurus, receivedAt: ctx.clock(), note: '' })
    }
    case 'cancel': {
      if (!event.byBuyer) return cancelOrder(ctx, orderId)
      const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId))
      return cancelMyOrder(actingAs(ctx, order?.userId ?? ''), orderId)
    }
    case 'refund an item': {
      const [item] = await ctx.db.select().from(orderItems).where(eq(orderItems.orderId, orderId))
      const items = [{ itemId: item?.id ?? '', quantity: 1 }]
      return refundItems(ctx, orderId, { items, restock: true, reason: '', asCredit: event.asCredit })
    }
    case 'refund a sum': {
      const { kurus: amountKurus, asCredit } = event
      return refundFreely(ctx, orderId, { amountKurus, asCredit, reason: 'Geç geldi' })
    }
  }
}

async function order({ ctx, product, shoppers, cards: made, placed }: World, event: Extract<Event, { do: 'order' }>) {
  const hers = actingAs(ctx, shoppers[event.shopper] ?? '')
  const cards: Record<string, string> = { 'good card': goodCard, 'poor card': poorCard, 'secure card': secureCard }
  const card = cards[event.way]
  const { paymentData, ...bought } = aPayment(product, { quantity: event.quantity, ...(card ? { card } : {}) })
  const paymentMethod = card ? 'CARD' : 'BANK_TRANSFER'
  const { useCredit } = event
  // Two at most, each of the three with its bit.
  const giftCards = made
    .filter((_, index) => event.cards & (1 << index))
    .map(({ code }) => code)
    .slice(0, 2)
  const asked = QuoteRequest.parse({ cartItems: bought.orderData.cartItems, paymentMethod, useCredit, giftCards })
  const { quote } = await makeQuote(hers, asked)
  const orderData = { ...bought.orderData, useCredit, giftCards, totalAmount: toTl(quote.chargeKurus) }
  const input = NewPayment.parse({ orderData, paymentMethod, ...(card ? { paymentData } : {}) })
  placed.push((await placeOrder(hers, input, undefined)).orderId)
}

function actingAs(ctx: Ctx, id: string): Ctx {
  return { ...ctx, actor: { kind: 'user', id, sessionId: newId(), address: '127.0.0.1', rights: [] } }
}

async function tend({ ctx }: World): Promise<void> {
  await tendTransfers(ctx)
  await settleOpenPayments(ctx)
}

async function payBack({ ctx }: World): Promise<void> {
  const owed = await ctx.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.status, 'REQUESTED'), eq(refunds.byHand, true)))
  for (const { id } of owed) await decideRefund(ctx, id, { outcome: 'gone', note: 'EFT' })
}

async function comeToRest(world: World, forward: (ms: number) => void): Promise<void> {
  await payBack(world)
  forward(days(40))
  await tend(world)
  // Money that came once more for an order that had ended: the owner sees it and gives it back.
  for (const { id } of (await overviewOfPayments(world.ctx)).attempts) {
    await resolvePayment(world.ctx, id, { action: 'refund' })
  }
  await payBack(world)
}
