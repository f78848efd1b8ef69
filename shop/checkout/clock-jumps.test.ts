import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { aPayment, secureCard } from '#test/checkout.ts'
import { aProduct, aUser, signIn, usualPassword } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { variants } from '../catalog/schema.ts'
import type { Ctx } from '../ctx.ts'
import { paymentAttempts } from '../payments/schema.ts'
import { hours } from '../time.ts'
import { settleOpenPayments } from './recovery.ts'

/** The machine's clock is set forward by hours, and back again. */

const statuses = async (ctx: Ctx) => (await ctx.db.select().from(paymentAttempts)).map(({ status }) => status)

async function stockOf(ctx: Ctx, productId: string) {
  const [row] = await ctx.db.select().from(variants).where(eq(variants.productId, productId))
  return row?.stock
}

test('stock held for a shopper at her bank comes back once, however the clock jumps', async ({ ctx, api, clock }) => {
  const product = await aProduct(ctx)
  const token = await signIn(ctx, await aUser(ctx))
  const body = aPayment(product, { card: secureCard, quantity: 2 })
  expect((await api('POST', '/payments/create', { token, body })).body.data.status).toBe('3DS_REQUIRED')
  expect(await stockOf(ctx, product.id)).toBe(3)
  for (const jump of [5, -5, 5, -10]) {
    clock.forward(hours(jump))
    await settleOpenPayments(ctx)
    expect([await statuses(ctx), await stockOf(ctx, product.id)]).toEqual([['EXPIRED'], 5])
  }
})

test('a payment cut short while the clock was ahead is settled as soon as it is right again, once', async ({
  ctx,
  deps,
  api,
  clock,
}) => {
  const product = await aProduct(ctx)
  const token = await signIn(ctx, await aUser(ctx))
  deps.atStep = (step) => {
    if (step === 'provider-asked') throw new Error('the process ends here')
  }
  expect((await api('POST', '/payments/create', { token, body: aPayment(product) })).status).toBe(500)
  deps.atStep = undefined
  expect(await statuses(ctx)).toEqual(['STARTED'])
  for (const jump of [-5, 10, -20]) {
    clock.forward(hours(jump))
    await settleOpenPayments(ctx)
    expect([await statuses(ctx), await stockOf(ctx, product.id)]).toEqual([['SUCCEEDED'], 4])
  }
})

test('who is logged in stays so, and who had to wait does not wait for the clock to get there again', async ({
  ctx,
  api,
  clock,
}) => {
  const { email } = await aUser(ctx)
  const login = (password: string) => api('POST', '/auth/login', { body: { email, password } })
  let { refreshToken } = (await login(usualPassword)).body.data
  const stranger = await aUser(ctx)
  clock.forward(hours(5))
  for (let i = 0; i < 6; i++) await api('POST', '/auth/login', { body: { email: stranger.email, password: 'yanlış' } })
  clock.forward(hours(-5))
  const back = await api('POST', '/auth/login', { body: { email: stranger.email, password: usualPassword } })
  expect(back.status).toBe(200)
  for (const jump of [5, -10, 5]) {
    clock.forward(hours(jump))
    const refreshed = await api('POST', '/auth/refresh', { body: { refreshToken } })
    expect(refreshed.status).toBe(200)
    refreshToken = refreshed.body.data.refreshToken
    const token = refreshed.body.data.accessToken
    expect((await api('GET', '/account', { token })).status).toBe(200)
  }
})
