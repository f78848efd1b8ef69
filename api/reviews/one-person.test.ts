import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { guestOf } from '#shop/accounts/guests/guests.ts'
import { issueOrderKey } from '#shop/accounts/guests/keys.ts'
import { users } from '#shop/accounts/schema.ts'
import { orders } from '#shop/orders/schema.ts'
import { aPayment } from '#test/checkout.ts'
import { aDelivery } from '#test/returns/delivery.ts'
import { test } from '#test/shop.ts'

test('a buyer is one person with and without her account, once its address is proved', async ({ ctx, api }) => {
  const { own, staff, product, buyer, orderId: first } = await aDelivery(ctx, api)
  const productId = product.id
  const write = () => own('POST', `/orders/${first}/reviews`, { productId, stars: 4 })
  const again = await own('POST', '/payments/create', aPayment(product, { quantity: 1 }))
  const { orderId } = again.body.data
  await staff('PUT', `/admin/orders/${orderId}/status`, { status: 'DELIVERED' })
  const userId = await guestOf(ctx, buyer.email)
  await ctx.db.update(orders).set({ userId, guest: true }).where(eq(orders.id, orderId))
  const token = await issueOrderKey(ctx, { id: orderId, userId })
  const asGuest = () => api('POST', `/orders/${orderId}/reviews`, { token, body: { productId, stars: 5 } })
  const { id } = (await write()).body.data
  const asked = async () => (await api('GET', `/orders/${orderId}`, { token })).body.data.reviews
  expect(await asked(), 'nothing is offered that would be refused').toEqual([])
  expect((await asGuest()).body.message).toContain('yorumunuz var')
  await own('DELETE', `/reviews/${id}`)
  expect(await asked()).toEqual([{ productId, review: null }])
  expect((await asGuest()).status).toBe(201)
  expect((await write()).body.message).toContain('yorumunuz var')
  await ctx.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, buyer.id))
  expect((await write()).status, 'of an address that anybody may have typed').toBe(201)
})
