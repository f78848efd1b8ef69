import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditBooks } from '#test/books.ts'
import { aPayment } from '#test/checkout.ts'
import { depsOn } from '#test/deps.ts'
import { aProduct, aUser } from '#test/factories.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { NewPayment } from '../checkout/contract.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { type Ctx, newId } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { refundFreely } from '../orders/refunds.ts'
import { orders } from '../orders/schema.ts'
import { cancelMyOrder } from '../orders/status.ts'
import { giftCardsKey } from '../settings/gift-cards/gift-cards.ts'
import { saveSetting } from '../settings/settings.ts'
import { blockGiftCard, createGiftCards, getGiftCard } from './cards.ts'
import { NewGiftCards } from './contract.ts'

const postgres = shopOnPostgres({ RATE_LIMIT_SCALE: '100000' })
let ctx: Ctx
const initial = new Map<string, number>()

beforeEach(async () => {
  const deps = depsOn(postgres.handle.db, postgres.env)
  ctx = { ...deps, actor: { kind: 'system' }, requestId: newId() }
  await saveSetting(ctx, giftCardsKey, { on: true })
})

/** `count` shoppers and a product of 150 TL; `buy` buys one for one of them with these codes. */
async function shoppers(count: number) {
  const product = await aProduct(ctx, { variants: [{ stock: 500, priceKurus: 15_000 }] })
  for (const { id, stock } of product.variants) initial.set(id, stock)
  const all: Ctx[] = []
  for (let n = 0; n < count; n++) {
    const { id } = await aUser(ctx)
    all.push({ ...ctx, actor: { kind: 'user', id, sessionId: newId(), address: newId(), rights: [] } })
  }
  const buy = (hers: Ctx, giftCards: string[], totalAmount: number) => {
    const { paymentData, orderData } = aPayment(product, { totalAmount })
    return placeOrder(hers, NewPayment.parse({ paymentData, orderData: { ...orderData, giftCards } }), undefined)
  }
  return { all, buy }
}

async function aCard(amount: number) {
  const [card] = await createGiftCards(ctx, NewGiftCards.parse({ amount }))
  if (!card) throw new Error('no card was made')
  return { ...card, balance: async () => (await getGiftCard(ctx, card.id)).balanceKurus }
}

const outcomes = (done: PromiseSettledResult<unknown>[]) => done.map(({ status }) => status).sort()

describe('at the same moment', () => {
  test('200 checkouts with one card never spend more than is on it', async () => {
    const { all, buy } = await shoppers(20)
    const card = await aCard(1_000)
    const tries = Array.from({ length: 10 }, () => all).flat()
    // Where no connection came free in time, which is no answer of the shop, a shopper tries again.
    const insist = (hers: Ctx): Promise<unknown> =>
      buy(hers, [card.code], 0).catch((error) => (error instanceof ShopError ? Promise.reject(error) : insist(hers)))
    const done = await Promise.allSettled(tries.map(insist))
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
    const codes = new Set(done.map((one) => (one.status === 'rejected' ? one.reason.code : 'paid')))
    expect([...codes].sort()).toEqual(['PRICE_CHANGED', 'paid'])
    expect(await card.balance()).toBe(10_000)
    expect(await auditBooks(ctx.db, initial)).toEqual([])
  }, 120_000)

  test('two shoppers type two cards in opposite order: one has both, the other hears the new sum', async () => {
    const { all, buy } = await shoppers(2)
    const [one, other] = all
    if (!one || !other) throw new Error('two shoppers are needed')
    for (let round = 0; round < 8; round++) {
      const [a, b] = [await aCard(50), await aCard(60)]
      const done = await Promise.allSettled([buy(one, [a.code, b.code], 40), buy(other, [b.code, a.code], 40)])
      expect(outcomes(done)).toEqual(['fulfilled', 'rejected'])
      const [refused] = done.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      expect(refused).toMatchObject({ code: 'PRICE_CHANGED', data: { totalAmount: 150 } })
      expect([await a.balance(), await b.balance()]).toEqual([0, 0])
    }
    expect(await auditBooks(ctx.db, initial)).toEqual([])
  }, 120_000)

  test('she cancels, the owner gives a sum back and blocks the card: its money comes back once', async () => {
    const { all, buy } = await shoppers(1)
    const [hers] = all
    if (!hers) throw new Error('a shopper is needed')
    for (let round = 0; round < 6; round++) {
      const card = await aCard(100)
      const { orderId } = await buy(hers, [card.code], 50)
      await Promise.allSettled([
        cancelMyOrder(hers, orderId),
        refundFreely(ctx, orderId, { amountKurus: 7_000, reason: 'Geç geldi' }),
        blockGiftCard(ctx, card.id, true),
        cancelMyOrder(hers, orderId),
      ])
      await cancelMyOrder(hers, orderId).catch(() => {})
      const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId))
      expect(order?.status).toBe('CANCELLED')
      expect(await card.balance()).toBe(10_000)
    }
    expect(await auditBooks(ctx.db, initial)).toEqual([])
  }, 120_000)
})
