import { expect } from 'vitest'
import { NewPayment } from '#shop/checkout/contract.ts'
import { placeOrder } from '#shop/checkout/place-order.ts'
import { settleOpenPayments } from '#shop/checkout/recovery.ts'
import { orderEvents, orders } from '#shop/orders/schema.ts'
import { cancelMyOrder } from '#shop/orders/status.ts'
import { minutes } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser } from '#test/factories.ts'
import { wildBank } from '#test/outside/wild-bank.ts'
import { test } from '#test/shop.ts'
import { type Ctx, newId } from '../../ctx.ts'
import { mergeCustomers } from './merge.ts'

test('her cancellation is hers, too, when the bank answers after her accounts were merged', async ({
  ctx: base,
  clock,
}) => {
  const bank = wildBank()
  const ctx: Ctx = { ...base, payments: bank.provider }
  const [kept, gone] = [await aUser(ctx), await aUser(ctx)]
  const actor = { kind: 'user' as const, id: gone.id, sessionId: newId(), address: 'home', rights: [] }
  const { orderId } = await placeOrder({ ...ctx, actor }, NewPayment.parse(aPayment(await aProduct(ctx))), undefined)
  bank.mood.refund = 'pays, answer lost'
  await expect(cancelMyOrder({ ...ctx, actor }, orderId)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  bank.mood.refund = 'pays'
  await mergeCustomers(ctx, kept.id, gone.id)
  clock.forward(minutes(1))
  await settleOpenPayments(ctx)
  const [order] = await ctx.db.select().from(orders)
  const done = (await ctx.db.select().from(orderEvents)).find(({ type }) => type === 'cancelled')
  expect([order?.userId, done?.actorId, done?.note]).toEqual([kept.id, kept.id, 'Müşteri iptal etti'])
})
