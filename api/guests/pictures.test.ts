import { expect } from 'vitest'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { aPhoto, sendForm } from '#test/forms.ts'
import { aGuest, allowGuests, mailedLink } from '#test/mails.ts'
import { test } from '#test/shop.ts'

test('the link of an order shows the pictures of its own returns, and none of another order of hers', async ({
  ctx,
  app,
  api,
}) => {
  await allowGuests(ctx)
  const product = await aProduct(ctx, { variants: [{ stock: 5, priceKurus: 10_000 }] })
  const admin = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const guest = await aGuest(ctx, api)
  const buy = async () => {
    const { data } = (await api('POST', '/payments/create', { token: guest, body: aPayment(product) })).body
    const link = await mailedLink(ctx)
    const body = { status: 'DELIVERED' }
    expect((await api('PUT', `/admin/orders/${data.orderId}/status`, { token: admin, body })).status).toBe(200)
    return { id: data.orderId as string, link }
  }
  const [one, other] = [await buy(), await buy()]
  const file = await aPhoto('#225588')
  const { id: image } = (await sendForm(app, 'POST', '/returns/images', { file }, one.link)).body.data
  const [{ id: itemId }] = (await api('GET', '/orders/guest', { token: one.link })).body.data.items
  const body = { items: [{ itemId, quantity: 1, reason: 'FAULTY' }], images: [image] }
  expect((await api('POST', `/orders/${one.id}/returns`, { token: one.link, body })).status).toBe(201)
  const seenBy = async ({ link }: { link: string }) => {
    const headers = { authorization: `Bearer ${link}` }
    return (await app.fetch(new Request(`http://shop.test/api/v1/returns/images/${image}`, { headers }))).status
  }
  expect([await seenBy(one), await seenBy(other)]).toEqual([200, 404])
})
