import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { aPayment, goodCard } from '#test/checkout.ts'
import { aProduct, aUser } from '#test/factories.ts'
import { toldBank } from '#test/outside/told-bank.ts'
import { test } from '#test/shop.ts'
import { aToldSale, price } from '#test/told-sale.ts'
import { variants } from '../catalog/schema.ts'
import { type Ctx, newId } from '../ctx.ts'
import { orderItems, orders } from '../orders/schema.ts'
import type { PaymentOutcome } from '../payment-provider.ts'
import { idempotencyKeys, paymentAttempts } from '../payments/schema.ts'
import { minutes, seconds } from '../time.ts'
import { NewPayment } from './contract.ts'
import { claimOf } from './idempotency.ts'
import { priceLines } from './lines.ts'
import { limitPayment, shownPart } from './payment-limits.ts'
import { placeOrder } from './place-order.ts'
import { quoteOf } from './quote.ts'

const charged = { kind: 'charged', paymentId: 'p1', amountKurus: 2 * price } as const
const declined = { kind: 'declined', code: 'EXPIRED_CARD', message: 'Kartınızın süresi geçmiş.' } as const
const none = { kind: 'none' } as const
const unknown = { kind: 'unknown', reason: 'late' } as const

describe('buying', () => {
  test.for<[PaymentOutcome, unknown[], string]>([
    [charged, ['SUCCEEDED', 'SUCCESS', 3], 'STARTED→SUCCEEDED: looked up after no answer'],
    [none, ['UNKNOWN', 'PENDING', 3], 'STARTED→UNKNOWN: looked up after no answer'],
    [declined, ['DECLINED', 'FAILED', 5], 'STARTED→DECLINED: looked up after no answer'],
  ])('a charge that the bank did not answer is looked up at once: %o', async ([found, ends, cause], { ctx }) => {
    const bank = toldBank()
    bank.says.find.push(found)
    const sale = await aToldSale(ctx, unknown, bank)
    expect([await sale.stands(), (await sale.causes()).at(-1)]).toEqual([ends, cause])
  })

  test('asks the bank with the card as it was typed, of which only its ends are kept', async ({ ctx }) => {
    const { bank, hers, find } = await aToldSale(ctx, charged)
    const [asked] = bank.charges
    expect(asked?.card).toEqual({
      ...{ holderName: 'AYSE YILMAZ', number: goodCard, expireMonth: '12', expireYear: '2040', cvc: '123' },
    })
    expect(asked?.buyer).toMatchObject({ id: hers.actor.kind === 'user' && hers.actor.id, city: 'İstanbul' })
    expect(asked).toMatchObject({ amountKurus: 2 * price, installments: 1, items: [{ amountKurus: 2 * price }] })
    expect(await find()).toMatchObject({ cardBin: goodCard.slice(0, 6), cardLast4: goodCard.slice(-4) })
    const spaced = goodCard.replace(/(.{4})(?=.)/g, '$1 ')
    expect(shownPart(spaced)).toEqual({ cardBin: goodCard.slice(0, 6), cardLast4: goodCard.slice(-4) })
  })
})

/** A shopper with a product of five units of 100 TL, and her bank. */
async function aShopper(base: Ctx, user: Parameters<typeof aUser>[1] = {}) {
  const bank = toldBank()
  const product = await aProduct(base, { variants: [{ stock: 5, priceKurus: price }] })
  const { id } = await aUser(base, user)
  const actor = { kind: 'user' as const, id, sessionId: newId(), address: '198.51.100.7', rights: [] }
  const body = (given: Parameters<typeof aPayment>[1] = {}) => NewPayment.parse(aPayment(product, given))
  const buy = (given?: Parameters<typeof aPayment>[1], key?: string) =>
    placeOrder({ ...bank.of(base), actor }, body(given), key)
  const written = async () => [(await base.db.select().from(orders)).length, bank.charges.length]
  return { bank, buy, written, id, product }
}

test('an order waits for its bank as it was priced and addressed', async ({ ctx, clock }) => {
  const { bank, buy, id, product } = await aShopper(ctx)
  expect(await buy({ quantity: 2 })).toMatchObject({ status: 'PENDING', totalKurus: 2 * price })
  const [order] = await ctx.db.select().from(orders)
  expect(order).toMatchObject({ userId: id, totalKurus: 2 * price, createdAt: clock.now, paidAt: null })
  expect(await ctx.db.select().from(orderItems)).toMatchObject([{ orderId: order?.id, position: 0, quantity: 2 }])
  const [attempt] = await ctx.db.select().from(paymentAttempts)
  expect(attempt).toMatchObject({ orderId: order?.id, amountKurus: 2 * price, feeKurus: 0, provider: 'told' })
  const [asked] = bank.charges
  expect(asked?.conversationId).toBe(attempt?.conversationId)
  expect(asked?.callbackUrl).toContain(`3ds-callback?conversationId=${attempt?.conversationId}`)
  const item = { id: product.variants[0]?.id, name: product.name, category: product.category.name }
  expect(asked?.items).toEqual([{ ...item, amountKurus: 2 * price }])
  expect(asked?.buyer).toMatchObject({ id, ip: '198.51.100.7' })
})

test('nothing is bought at another price than she saw, nor before her address is verified', async ({ ctx }) => {
  const { buy, written } = await aShopper(ctx)
  await expect(buy({ totalAmount: 99.99 })).rejects.toMatchObject({ code: 'PRICE_CHANGED', data: { totalAmount: 100 } })
  expect(await written()).toEqual([0, 0])
  const stranger = await aShopper(ctx, { verified: false })
  await expect(stranger.buy()).rejects.toMatchObject({ code: 'EMAIL_NOT_VERIFIED' })
  expect(await stranger.written()).toEqual([0, 0])
})

test('one key is one order, and belongs to one request', async ({ ctx }) => {
  const { bank, buy, written } = await aShopper(ctx)
  bank.says.charge.push({ ...charged, amountKurus: price })
  const first = await buy({}, 'key')
  expect(await buy({}, 'key')).toEqual(first)
  expect([await written(), await ctx.db.select().from(idempotencyKeys)]).toMatchObject([[1, 1], [{ key: 'key' }]])
  await expect(buy({ quantity: 2 }, 'key')).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' })
  await buy({}, 'another')
  expect(await written()).toEqual([2, 2])
})

test('of an account that sends several keys at the same moment each is answered with its own order', async ({
  ctx,
}) => {
  const { buy, written } = await aShopper(ctx)
  const [one, two] = [await buy({}, 'one'), await buy({}, 'two')]
  const keys = ['a new one', 'another', 'one', 'two', undefined]
  const orders = (await Promise.all(keys.map((key) => buy({}, key)))).map(({ orderId }) => orderId)
  expect(orders.slice(2, 4)).toEqual([one.orderId, two.orderId])
  expect(new Set(orders).size).toBe(5)
  expect(await written()).toEqual([5, 5])
})

test('five tries in ten minutes are enough; one that its key answers is not counted', async ({ ctx, clock }) => {
  const { bank, buy } = await aShopper(ctx)
  bank.says.charge.push(...Array.from({ length: 6 }, () => declined))
  for (let n = 0; n < 5; n++) await buy({}, `key ${n}`)
  expect((await buy({}, 'key 0')).status).toBe('DECLINED')
  await expect(buy({}, 'key 5')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  clock.forward(minutes(10) + seconds(1))
  expect((await buy({}, 'key 6')).status).toBe('DECLINED')
})

test('a key that another process uses at the same moment is answered with its order, though the last piece went into it', async ({
  ctx,
}) => {
  const sale = await aToldSale(ctx, charged)
  const { actor } = sale.hers
  if (actor.kind !== 'user') throw new Error('nobody buys')
  const input = NewPayment.parse(aPayment(sale.product, { quantity: 3 }))
  const claim = claimOf(ctx, actor.id, 'the same key', input)
  const setStock = (stock: number) =>
    ctx.db.update(variants).set({ stock }).where(eq(variants.productId, sale.product.id))
  const db = new Proxy(ctx.db, {
    get(db, name) {
      const value: unknown = Reflect.get(db, name)
      if (name !== 'transaction') return typeof value === 'function' ? value.bind(db) : value
      return async (work: Parameters<typeof db.transaction>[0]) => {
        const values = { ...claim, attemptId: sale.id, createdAt: ctx.clock() }
        await db.insert(idempotencyKeys).values(values).onConflictDoNothing()
        await setStock(0)
        return db.transaction(work)
      }
    },
  })
  const state = await placeOrder({ ...sale.hers, db }, input, 'the same key')
  expect(state).toMatchObject({ orderId: sale.orderId, status: 'SUCCESS' })
  await setStock(3)
  await expect(placeOrder({ ...sale.hers, db }, input, 'another key')).rejects.toMatchObject({ code: 'OUT_OF_STOCK' })
  expect(sale.bank.asked, 'nobody is charged').toEqual([])
})

test.for([
  ['no try is left', { quantity: 1, tries: 5 }],
  ['its pieces were the last', { quantity: 4, tries: 1 }],
] as const)(
  'a key that another process has just used is answered with its order, also when %s',
  async ([, { quantity, tries }], { ctx }) => {
    const sale = await aToldSale(ctx, charged)
    const { actor } = sale.hers
    if (actor.kind !== 'user') throw new Error('nobody buys')
    const input = NewPayment.parse(aPayment(sale.product, { quantity }))
    for (let n = 1; n < tries; n++) await limitPayment(sale.hers, actor.id, goodCard)
    const values = { ...claimOf(ctx, actor.id, 'the same key', input), attemptId: sale.id, createdAt: ctx.clock() }
    let claimed: Promise<unknown> | undefined
    let asked = 0
    // The limits are the second to ask for the time: by then the key was looked for, and nobody had it.
    const clock = () => {
      if (++asked === 2) claimed = ctx.db.insert(idempotencyKeys).values(values).execute()
      return ctx.clock()
    }
    const state = await placeOrder({ ...sale.hers, clock }, input, 'the same key')
    await claimed
    expect(state).toMatchObject({ orderId: sale.orderId, status: 'SUCCESS' })
    expect(sale.bank.asked).toEqual([])
  },
)

test('whoever comes too late for the goods may come again as often as she likes: it is no try', async ({ ctx }) => {
  const { buy, product, written } = await aShopper(ctx)
  const setStock = (stock: number) => ctx.db.update(variants).set({ stock }).where(eq(variants.productId, product.id))
  await setStock(0)
  for (let n = 1; n <= 7; n++) await expect(buy()).rejects.toMatchObject({ code: 'OUT_OF_STOCK' })
  expect(await written()).toEqual([0, 0])
  await setStock(1)
  for (const _ of ['a try', 'the last of five']) await buy().catch(() => {})
  expect(await written(), 'the piece that came back is hers').toEqual([1, 1])
})

test('the fee of installments is of the sum that the bank was asked about, and of no other', async ({ ctx }) => {
  const product = await aProduct(ctx, { variants: [{ priceKurus: price }] })
  const [variant] = product.variants
  const lines = await priceLines(ctx, [{ productId: product.id, variantId: variant?.id, quantity: 1 }])
  const choice = { method: 'CARD', installments: 3, spendableKurus: 0 } as const
  const told = async (baseKurus: number) => {
    const { installmentFeeKurus, chargeKurus } = await quoteOf(ctx, lines, choice, { baseKurus, feeKurus: 500 })
    return [installmentFeeKurus, chargeKurus]
  }
  expect(await told(price)).toEqual([500, price + 500])
  expect(await told(price + 1)).toEqual([0, price])
})
