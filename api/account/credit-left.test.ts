import { expect } from 'vitest'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn, usualPassword } from '#test/factories.ts'
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
