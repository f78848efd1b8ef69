import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditBooks } from '#test/books.ts'
import { aPayment, poorCard } from '#test/checkout.ts'
import { depsOn } from '#test/deps.ts'
import { aProduct, aUser } from '#test/factories.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { NewPayment } from '../checkout/contract.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { settleOpenPayments } from '../checkout/recovery.ts'
import { type Ctx, newId } from '../ctx.ts'
import { minutes } from '../time.ts'
import { createCampaign, updateCampaign } from './campaigns.ts'
import { NewCampaign } from './contract.ts'
import { campaigns, campaignUses } from './schema.ts'

const postgres = shopOnPostgres({ RATE_LIMIT_SCALE: '100000' })
let ctx: Ctx
const initial = new Map<string, number>()

beforeEach(async () => {
  const deps = depsOn(postgres.handle.db, postgres.env)
  ctx = { ...deps, actor: { kind: 'system' }, requestId: newId() }
})

const coupon = (given: object) => NewCampaign.parse({ kind: 'AMOUNT', value: 50, ...given })

/** A product of 150 TL that is there for everybody, and how somebody buys one with a code. */
async function aShop() {
  const product = await aProduct(ctx, { variants: [{ stock: 1000, priceKurus: 15_000 }] })
  for (const { id, stock } of product.variants) initial.set(id, stock)
  const shopper = async () => (await aUser(ctx)).id
  const buy = (id: string, code: string, { card, at = ctx }: { card?: string; at?: Ctx } = {}) => {
    const { paymentData, orderData } = aPayment(product, { totalAmount: 100, ...(card ? { card } : {}) })
    const hers: Ctx = { ...at, actor: { kind: 'user', id, sessionId: newId(), address: newId(), rights: [] } }
    return placeOrder(hers, NewPayment.parse({ paymentData, orderData: { ...orderData, coupon: code } }), undefined)
  }
  return { shopper, buy }
}

const owner = () => ({ ...ctx, actor: { kind: 'system' } as const })
const usedOf = async (id: string) => (await ctx.db.select().from(campaigns).where(eq(campaigns.id, id)))[0]?.used
const bought = (done: PromiseSettledResult<unknown>[]) => done.filter(({ status }) => status === 'fulfilled').length

/** Tries again where the machine is too busy to give everybody a connection in time, as a browser does after a 503. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!String(error).includes('timeout exceeded when trying to connect')) throw error
    }
  }
}

describe('at the same moment', () => {
  test('two hundred want a code that ten may have: exactly ten get it, the others hear the new sum and why', async () => {
    const { shopper, buy } = await aShop()
    const { id } = await createCampaign(owner(), coupon({ code: 'ILK10', totalLimit: 10 }))
    const shoppers = await Promise.all(Array.from({ length: 200 }, shopper))
    const done = await Promise.allSettled(shoppers.map((id) => patiently(() => buy(id, 'ILK10'))))
    expect(bought(done)).toBe(10)
    for (const one of done)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({
          code: 'PRICE_CHANGED',
          data: { totalAmount: 150, coupon: { counts: false, why: 'Bu kodun kullanım hakları doldu.' } },
        })
    expect(await usedOf(id)).toBe(10)
    expect(await auditBooks(ctx.db, initial)).toEqual([])
  }, 240_000)

  test('one shopper buys many times with a code that each may have once', async () => {
    const { shopper, buy } = await aShop()
    for (let round = 0; round < 6; round++) {
      await createCampaign(owner(), coupon({ code: `BIR-${round}`, personLimit: 1 }))
      const her = await shopper()
      const done = await Promise.allSettled([1, 2, 3, 4].map(() => buy(her, `BIR-${round}`)))
      expect(bought(done)).toBe(1)
    }
    expect(await auditBooks(ctx.db, initial)).toEqual([])
  }, 120_000)

  test('cards that are refused give their uses back, and none is lost', async () => {
    const { shopper, buy } = await aShop()
    const { id } = await createCampaign(owner(), coupon({ code: 'KART', totalLimit: 20 }))
    const shoppers = await Promise.all(Array.from({ length: 20 }, shopper))
    await Promise.allSettled(shoppers.map((id, n) => buy(id, 'KART', n % 2 ? { card: poorCard } : {})))
    expect(await usedOf(id)).toBe(10)
    expect(await auditBooks(ctx.db, initial)).toEqual([])
  }, 120_000)

  test('the owner sets a limit while shoppers buy: all of them are counted', async () => {
    const { shopper, buy } = await aShop()
    for (let round = 0; round < 4; round++) {
      const code = `SINIR-${round}`
      const { id } = await createCampaign(owner(), coupon({ code }))
      const shoppers = await Promise.all(Array.from({ length: 8 }, shopper))
      const buying = shoppers.map((id) => buy(id, code))
      const limiting = updateCampaign(owner(), id, coupon({ code, totalLimit: 5 }))
      await Promise.allSettled([...buying, limiting])
      const held = await ctx.db.$count(campaignUses, eq(campaignUses.campaignId, id))
      expect(await usedOf(id)).toBe(held)
    }
    expect(await auditBooks(ctx.db, initial)).toEqual([])
  }, 120_000)
})

test('a process that dies with the money on its way keeps the use until recovery knows', async () => {
  const { shopper, buy } = await aShop()
  const { id } = await createCampaign(owner(), coupon({ code: 'OLUM', totalLimit: 1 }))
  for (const step of ['attempt-written', 'provider-asked']) {
    const dying: Ctx = {
      ...ctx,
      atStep(at) {
        if (at === step) throw new Error('killed')
      },
    }
    await expect(buy(await shopper(), 'OLUM', { at: dying })).rejects.toThrow('killed')
    expect(await usedOf(id)).toBe(1)
    const later = new Date(ctx.clock().getTime() + minutes(2))
    await settleOpenPayments({ ...ctx, clock: () => later })
    // Nobody had asked the bank before the first death; after the second it has the money.
    expect(await usedOf(id)).toBe(step === 'attempt-written' ? 0 : 1)
  }
  expect(await auditBooks(ctx.db, initial)).toEqual([])
}, 120_000)
