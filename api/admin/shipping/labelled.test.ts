import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { orders } from '#shop/orders/schema.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { test } from '#test/outside/geliver/shop.ts'

test('a label keeps its address and its sum: the buyer writes to the shop, and whoever changes them there reads that it is old', async ({
  ctx,
  api,
  geliver,
}) => {
  const product = await aProduct(ctx, { variants: [{ stock: 20 }] })
  const hers = await signIn(ctx, await aUser(ctx))
  const admin = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const { body } = await api('POST', '/payments/create', { token: hers, body: aPayment(product, { quantity: 2 }) })
  const { orderId } = body.data
  await ctx.db.update(orders).set({ district: 'Kadıköy' }).where(eq(orders.id, orderId))
  const make = () => api('POST', `/admin/orders/${orderId}/shipment`, { token: admin })
  const mayCorrect = async () => (await api('GET', `/orders/${orderId}`, { token: hers })).body.data.changes.address
  const correct = () => api('PUT', `/orders/${orderId}/address`, { token: hers, body: { address: 'Moda Caddesi 12' } })
  expect([await mayCorrect(), (await correct()).status]).toEqual([true, 200])
  geliver.spoil('/transactions', 'refuse')
  expect((await make()).status).toBe(409)
  expect([await mayCorrect(), (await correct()).status], 'a label that was refused is none').toEqual([true, 200])
  expect((await make()).status).toBe(200)
  const refused = await correct()
  expect([await mayCorrect(), refused.status, refused.body.message]).toEqual([
    ...[false, 409],
    'Siparişinizin kargo etiketi hazırlandı, adresi artık buradan değiştirilemez; lütfen bize yazın.',
  ])

  const change = (body: object) => api('PUT', `/admin/orders/${orderId}`, { token: admin, body })
  const order = async () => (await api('GET', `/admin/orders/${orderId}`, { token: admin })).body.data
  const told = async () =>
    (await order()).history.filter(({ note }: { note: string }) => note.startsWith('Kargo etiketi bu değişiklikten'))
      .length
  expect((await change({ note: 'Hediye paketi' })).status).toBe(200)
  expect(await told(), 'no matter for a label').toBe(0)
  expect((await change({ customerInfo: { address: 'Bahariye Caddesi 3' } })).status).toBe(200)
  expect(await told()).toBe(1)
})
