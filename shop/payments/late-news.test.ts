import { expect } from 'vitest'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { type Api, test } from '#test/shop.ts'
import { variants } from '../catalog/schema.ts'
import { settleAttempt } from '../checkout/attempts.ts'
import type { Ctx } from '../ctx.ts'
import { orderEvents, orders } from '../orders/schema.ts'
import type { PaymentOutcome } from '../payment-provider.ts'
import { paymentAttempts } from './schema.ts'

/** An order that is paid, or paid and given back, and what the bank said of it. */
async function anOrder(ctx: Ctx, api: Api, then?: 'cancelled') {
  const product = await aProduct(ctx)
  const token = await signIn(ctx, await aUser(ctx))
  const { body } = await api('POST', '/payments/create', { token, body: aPayment(product, { quantity: 2 }) })
  if (then) await api('POST', `/orders/${body.data.orderId}/cancellation`, { token })
  const [attempt] = await ctx.db.select().from(paymentAttempts)
  if (!attempt) throw new Error('nothing was paid')
  return attempt
}

async function standing(ctx: Ctx) {
  const [attempt] = await ctx.db.select().from(paymentAttempts)
  const [order] = await ctx.db.select().from(orders)
  const [variant] = await ctx.db.select().from(variants)
  return [attempt?.status, order?.paymentStatus, variant?.stock]
}

const bad: PaymentOutcome[] = [
  { kind: 'declined', code: 'DECLINED', message: 'Kartınız onaylanmadı.' },
  { kind: 'none' },
  { kind: 'unknown', reason: 'late' },
  { kind: '3ds', paymentId: 'late' },
]

test('a paid order stays paid, whatever is heard of it later', async ({ ctx, api }) => {
  const { id } = await anOrder(ctx, api)
  const before = await standing(ctx)
  expect(before).toEqual(['SUCCEEDED', 'SUCCESS', 3])
  for (const outcome of bad) await settleAttempt(ctx, id, outcome, 'late news')
  expect(await standing(ctx)).toEqual(before)
})

test('money that was given back is not taken for paid again when the charge is told once more', async ({
  ctx,
  api,
}) => {
  const { id, amountKurus } = await anOrder(ctx, api, 'cancelled')
  const before = await standing(ctx)
  expect(before).toEqual(['SUCCEEDED', 'REFUNDED', 5])
  const charged: PaymentOutcome = { kind: 'charged', paymentId: 'late', amountKurus, currency: 'TRY' }
  for (const outcome of [charged, ...bad]) await settleAttempt(ctx, id, outcome, 'late news')
  expect(await standing(ctx)).toEqual(before)
})

test('news is settled on the second try when the database ended the first one for another transaction', async ({
  ctx,
  api,
}) => {
  const { id, amountKurus } = await anOrder(ctx, api)
  await ctx.db.update(paymentAttempts).set({ status: 'UNKNOWN' })
  await ctx.db.update(orders).set({ placedAt: null, paidAt: null, paymentStatus: 'PENDING' })
  let tries = 0
  const ended = () => {
    if (++tries === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
  }
  const charged: PaymentOutcome = { kind: 'charged', paymentId: 'in time', amountKurus, currency: 'TRY' }
  await settleAttempt({ ...ctx, atStep: ended }, id, charged, 'in time')
  expect(tries).toBe(2)
  expect(await standing(ctx)).toEqual(['SUCCEEDED', 'SUCCESS', 3])
  expect((await ctx.db.select().from(orderEvents)).filter(({ type }) => type === 'paid')).toHaveLength(2)
})
