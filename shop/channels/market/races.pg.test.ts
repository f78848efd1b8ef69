import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#server'
import { variants } from '#shop/catalog/schema.ts'
import { channelPackages } from '#shop/channels/schema.ts'
import type { Ctx } from '#shop/ctx.ts'
import { orders } from '#shop/orders/schema.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { startTrendyol, type TrendyolSimulator } from '#test/outside/trendyol/simulator.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { tendMarketplace } from './tend.ts'

const postgres = shopOnPostgres({ RATE_LIMIT_SCALE: '100000' })
let trendyol: TrendyolSimulator
beforeAll(async () => {
  trendyol = await startTrendyol()
})
afterAll(() => trendyol.close())

function atTrendyol(): Ctx {
  const { TRENDYOL_SELLER_ID: sellerId, TRENDYOL_API_KEY: apiKey, ...more } = trendyol.environment
  const account = { sellerId, apiKey, apiSecret: more.TRENDYOL_API_SECRET, baseUrl: more.TRENDYOL_BASE_URL }
  return { ...postgres.ctx, config: { ...postgres.ctx.config, trendyol: account } }
}

test('the last piece, bought here and there in the same moment, is sold once, and nobody is forgotten', async () => {
  const ctx = atTrendyol()
  const app = createApp(postgres.deps)
  for (let round = 0; round < 5; round++) {
    const product = await aProduct(ctx, { variants: [{ stock: 1 }] })
    const id = product.variants[0]?.id ?? ''
    const barcode = `86900000${round}`
    await ctx.db.update(variants).set({ barcode }).where(eq(variants.id, id))
    const packageId = String(trendyol.buy([{ barcode }]))
    const token = await signIn(ctx, await aUser(ctx))
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const body = JSON.stringify(aPayment(product))
    const buy = app.fetch(new Request('http://shop.test/api/v1/payments/create', { method: 'POST', headers, body }))
    // As soon as it may: orders are read every half minute.
    await ctx.db.execute(`update channels set orders_after = null`)
    // Two processes at once; one has the lease.
    const [bought] = await Promise.all([buy, tendMarketplace(ctx), tendMarketplace(ctx)])
    const [row] = await ctx.db.select().from(channelPackages).where(eq(channelPackages.packageId, packageId))
    const [piece] = await ctx.db.select().from(variants).where(eq(variants.id, id))
    expect([bought.status, row?.state]).toEqual(bought.status === 200 ? [200, 'SHORT'] : [409, 'TAKEN'])
    expect(piece?.stock).toBe(0)
  }
  const { length } = await ctx.db.select().from(orders).where(eq(orders.paymentMethod, 'MARKETPLACE'))
  const taken = await ctx.db.select().from(channelPackages).where(eq(channelPackages.state, 'TAKEN'))
  expect(length).toBe(taken.length)
})

test('a process that died while it talked is followed by another once its lease is over', async () => {
  const ctx = atTrendyol()
  const product = await aProduct(ctx, { variants: [{ stock: 4 }] })
  const id = product.variants[0]?.id ?? ''
  await ctx.db.update(variants).set({ barcode: '8691' }).where(eq(variants.id, id))
  await ctx.db.execute(`update channels set lease_until = now() + interval '1 minute'`)
  await tendMarketplace(ctx)
  expect(trendyol.stock.get('8691')).toBeUndefined()
  await ctx.db.execute(`update channels set lease_until = now() - interval '1 second', push_after = null`)
  await tendMarketplace(ctx)
  expect(trendyol.stock.get('8691')?.quantity).toBe(4)
})
