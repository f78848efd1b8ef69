import { expect } from 'vitest'
import { auditEntries } from '#shop/audit/schema.ts'
import { NewPayment } from '#shop/checkout/contract.ts'
import { placeOrder } from '#shop/checkout/place-order.ts'
import { settleOpenPayments } from '#shop/checkout/recovery.ts'
import { orderEvents, orders } from '#shop/orders/schema.ts'
import { cancelMyOrder } from '#shop/orders/status.ts'
import { saveGuestCheckout } from '#shop/settings/guests/guest-checkout.ts'
import { minutes } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser } from '#test/factories.ts'
import { wildBank } from '#test/outside/wild-bank.ts'
import { test } from '#test/shop.ts'
import type { Ctx } from '../../ctx.ts'
import { markVerified } from '../verification.ts'
import { guestOf } from './guests.ts'

test('her cancellation is hers, too, when the bank answers after the order went to her account', async ({
  ctx: base,
  clock,
}) => {
  const bank = wildBank()
  const ctx: Ctx = { ...base, payments: bank.provider }
  const email = 'ayse@posta.example'
  await saveGuestCheckout(ctx, { on: true })
  const actor = { kind: 'buyer', id: await guestOf(ctx, email), address: 'home', of: { since: clock.now } } as const
  const input = NewPayment.parse(aPayment(await aProduct(ctx)))
  const { orderId } = await placeOrder({ ...ctx, actor }, input, undefined)
  bank.mood.refund = 'pays, answer lost'
  await expect(cancelMyOrder({ ...ctx, actor }, orderId)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  bank.mood.refund = 'pays'
  await markVerified(ctx, (await aUser(ctx, { email, verified: false })).id)
  clock.forward(minutes(1))
  await settleOpenPayments(ctx)
  const [order] = await ctx.db.select().from(orders)
  const done = (await ctx.db.select().from(orderEvents)).find(({ type }) => type === 'cancelled')
  expect([order?.guest, order?.status]).toEqual([false, 'CANCELLED'])
  expect([done?.actorId, done?.note]).toEqual([order?.userId, 'Müşteri iptal etti'])
  const entries = await ctx.db.select().from(auditEntries)
  expect(entries.filter(({ action }) => action === 'order.cancel')).toEqual([])
})
