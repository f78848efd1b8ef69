import { expect } from 'vitest'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { type Api, test } from '#test/shop.ts'
import type { Ctx } from '../ctx.ts'
import { minutes } from '../time.ts'

/** Makes a paid order and the admin's calls on it. */
async function aSale(ctx: Ctx, api: Api, given: object = {}) {
  const product = await aProduct(ctx, given)
  const customer = await signIn(ctx, await aUser(ctx))
  const { body } = await api('POST', '/payments/create', { token: customer, body: aPayment(product) })
  const admin = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const set = (change: object) =>
    api('PUT', `/admin/orders/${body.data.orderId}/status`, { token: admin, body: change })
  return { set, product, admin, orderId: body.data.orderId as string }
}

test('a tracking number is mailed when it is new, and not when it is saved again', async ({ ctx, api }) => {
  const { set } = await aSale(ctx, api)
  const shipped = async () => (await mailsOf(ctx)).filter(({ kind }) => kind === 'order-shipped').length
  await set({ status: 'SHIPPED', carrier: 'aras' })
  expect(await shipped()).toBe(1)
  await set({ status: 'SHIPPED', trackingNumber: 'ABC-1' })
  expect(await shipped()).toBe(2)
  await set({ status: 'SHIPPED', trackingNumber: 'ABC-1' })
  expect(await shipped()).toBe(2)
  await set({ status: 'SHIPPED', trackingNumber: 'ABC-2' })
  expect(await shipped()).toBe(3)
  expect((await mailsOf(ctx)).at(-1)?.text).toContain('ABC-2')
})

test('a parcel of a carrier that the shop does not know is mailed as sent, without a carrier', async ({ ctx, api }) => {
  const { set } = await aSale(ctx, api)
  await set({ status: 'SHIPPED', carrier: 'other', trackingNumber: 'ABC-1' })
  const text = (await mailsOf(ctx)).at(-1)?.text
  expect(text).toContain('siparişinizi kargo ile gönderdik')
  expect(text).not.toContain('Diğer')
})

test('an order that is set back to its beginning is mailed to nobody', async ({ ctx, api }) => {
  const { set } = await aSale(ctx, api)
  await set({ status: 'PREPARED' })
  const before = (await mailsOf(ctx)).length
  expect((await set({ status: 'PENDING' })).status).toBe(200)
  expect(await mailsOf(ctx)).toHaveLength(before)
})

test('a number corrected after the parcel arrived is mailed to nobody', async ({ ctx, api }) => {
  const { set } = await aSale(ctx, api)
  await set({ status: 'SHIPPED', carrier: 'aras', trackingNumber: 'ABC-1' })
  await set({ status: 'DELIVERED' })
  const before = (await mailsOf(ctx)).length
  await set({ status: 'DELIVERED', trackingNumber: 'ABC-2' })
  expect(await mailsOf(ctx)).toHaveLength(before)
})

test('the delivery date is that of the first change to DELIVERED, whatever is saved later', async ({
  ctx,
  api,
  clock,
}) => {
  const { set } = await aSale(ctx, api)
  await set({ status: 'SHIPPED' })
  const first = (await set({ status: 'DELIVERED' })).body.data.deliveredAt
  expect(first).toBe(clock.now.toISOString())
  clock.forward(minutes(10))
  expect((await set({ status: 'DELIVERED', adminNotes: 'arandı' })).body.data.deliveredAt).toBe(first)
})

test('open panels are notified of a refund', async ({ ctx, api, deps }) => {
  const { set, orderId, admin } = await aSale(ctx, api)
  await set({ status: 'SHIPPED' })
  const { body } = await api('GET', `/admin/orders/${orderId}`, { token: admin })
  const received: unknown[] = []
  const stop = deps.orderFeed.follow('an admin', (event) => received.push(event))
  const items = [{ itemId: body.data.items[0].id, quantity: 1 }]
  const refund = await api('POST', `/admin/orders/${orderId}/refunds`, {
    token: admin,
    body: { items, restock: true },
    headers: { 'idempotency-key': 'panel-1' },
  })
  stop()
  expect(refund.status).toBe(200)
  expect(received).toContainEqual(expect.objectContaining({ kind: 'changed', orderId, totalKurus: 119_900 }))
})

test('the mail of a delivery promises no withdrawal from what the law excepts', async ({ ctx, api }) => {
  const right = '14 gün içinde gerekçe göstermeden cayabilirsiniz'
  const delivered = async (given: object) => {
    await (await aSale(ctx, api, given)).set({ status: 'DELIVERED' })
    return (await mailsOf(ctx)).at(-1)?.text
  }
  expect(await delivered({})).toContain(right)
  const excepted = await delivered({ name: 'Örgü Hırka', withdrawalExemption: 'Ölçünüze özel örülür' })
  expect(excepted).not.toContain(right)
  expect(excepted).toContain('cayma hakkı yoktur:\n\n• Örgü Hırka: Ölçünüze özel örülür.')
})
