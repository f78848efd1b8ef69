import { expect } from 'vitest'
import { settleOpenPayments } from '#shop/checkout/recovery.ts'
import { minutes } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn, usualPassword } from '#test/factories.ts'
import { anExchange } from '#test/returns/exchange.ts'
import { test } from '#test/shop.ts'

test('store credit that may still come back to one shopper keeps no other from deleting her account', async ({
  ctx,
  api,
}) => {
  const product = await aProduct(ctx, { variants: [{ stock: 9, priceKurus: 30_000 }] })
  const owner = await aUser(ctx, { role: 'ADMIN' })
  const staff = async (method: string, path: string, body?: unknown) =>
    api(method, path, { token: await signIn(ctx, owner), body })
  const shopper = async () => {
    const user = await aUser(ctx)
    const own = async (method: string, path: string, body?: unknown) =>
      api(method, path, { token: await signIn(ctx, user), body })
    const buy = async (status: string): Promise<string> => {
      await staff('POST', `/admin/customers/${user.id}/credit`, { amount: 100, reason: 'Hediye' })
      const { paymentData, orderData } = aPayment(product, { totalAmount: 200 })
      const body = { paymentData, orderData: { ...orderData, useCredit: true } }
      const { orderId } = (await own('POST', '/payments/create', body)).body.data
      expect((await staff('PUT', `/admin/orders/${orderId}/status`, { status })).status).toBe(200)
      return orderId
    }
    return { own, buy, leave: async () => (await own('DELETE', '/account', { password: usualPassword })).status }
  }
  const [hers, others] = [await shopper(), await shopper()]
  await hers.buy('DELIVERED')
  const sentBack = await others.buy('DELIVERED')
  const [{ id: itemId }] = (await others.own('GET', `/orders/${sentBack}`)).body.data.items
  const items = [{ itemId, quantity: 1, reason: 'OTHER' }]
  expect((await others.own('POST', `/orders/${sentBack}/returns`, { items })).status).toBe(201)
  await others.buy('CONFIRMED')
  expect([await others.leave(), await hers.leave()]).toEqual([409, 200])
})

test('neither is one deleted whose credit waits to be paid back beside the money of the piece that came in exchange', async ({
  ctx,
  api,
  deps,
  clock,
}) => {
  const sale = await anExchange(ctx, api, { method: 'BANK_TRANSFER', credit: 30 })
  const { id, replacementId } = await sale.arrived(sale.dearer)
  await sale.pay(id, 50)
  await sale.decide(id, 'complete', {})
  await sale.staff('PUT', `/admin/orders/${replacementId}/status`, { status: 'DELIVERED' })
  const bank = deps.payments
  deps.payments = { ...bank, refund: async () => ({ kind: 'unknown', reason: 'lost' }) }
  const [{ id: itemId }] = (await sale.own('GET', `/orders/${replacementId}`)).body.data.items
  const refund = { items: [{ itemId, quantity: 1 }], restock: true }
  expect((await sale.staff('POST', `/admin/orders/${replacementId}/refund`, refund)).status).toBe(503)
  const leave = async () => (await sale.own('DELETE', '/account', { password: usualPassword })).status
  expect(await leave(), 'the bank has not answered, and 30 TL of her credit go after its money').toBe(409)
  deps.payments = bank
  clock.forward(minutes(5))
  await settleOpenPayments({ ...ctx, payments: bank })
  expect((await sale.own('GET', '/account/credit')).body.data.balance).toBe(30)
  expect(await leave(), 'she has 30 TL').toBe(409)
})
