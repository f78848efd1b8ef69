import { expect } from 'vitest'
import { findProduct } from '#shop/catalog/products.ts'
import { usualRecipient } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'

test('a manual order is written once for its key, which writes no other order', async ({ ctx, api }) => {
  const product = await aProduct(ctx, { variants: [{ stock: 20 }] })
  const items = [{ variantId: product.variants[0]?.id, quantity: 3 }]
  const customerInfo = { ...usualRecipient, email: 'zeynep@posta.example' }
  const [owner, colleague] = [await aUser(ctx, { role: 'ADMIN' }), await aUser(ctx, { role: 'ADMIN' })]
  const write = async (more: object = {}, by = owner) => {
    const body = { items, customerInfo, ...more }
    return api('POST', '/admin/orders', { token: await signIn(ctx, by), body, headers: { 'Idempotency-Key': 'k1' } })
  }
  const first = await write()
  const again = await write()
  expect([again.status, again.body.data.id]).toEqual([201, first.body.data.id])
  expect((await findProduct(ctx, product.id))?.variants[0]?.stock).toBe(17)
  const other = await write({ note: 'Kapıda bırak' })
  expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
  expect(other.body.message).toContain('Siparişler listesine bakın')
  expect((await write({}, colleague)).body.data.id).not.toBe(first.body.data.id)
})

test('a manual order never costs more than a cart may', async ({ ctx, api }) => {
  const dear = await aProduct(ctx, { variants: [{ stock: 1, priceKurus: 1_000_000 }] })
  const items = [{ variantId: dear.variants[0]?.id, quantity: 10_000 }]
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const customerInfo = { ...usualRecipient, email: 'zeynep@posta.example' }
  const { status, body } = await api('POST', '/admin/orders', { token, body: { items, customerInfo } })
  expect([status, Object.keys(body.error)]).toEqual([400, ['items']])
})

test('a discount may be a bare amount in TL, for which nobody gave a reason', async ({ ctx, api }) => {
  const product = await aProduct(ctx, { variants: [{ stock: 20, priceKurus: 10_000 }] })
  const items = [{ variantId: product.variants[0]?.id, quantity: 1 }]
  const customerInfo = { ...usualRecipient, email: 'zeynep@posta.example' }
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const write = (discount: unknown) =>
    api('POST', '/admin/orders', { token, body: { items, customerInfo, discount, note: 'Telefonla' } })
  for (const amount of [20.5, '20.5']) {
    const { status, body } = await write(amount)
    expect([status, body.data.totalAmount, body.data.discount]).toEqual([201, 79.5, { amount: 20.5, reason: '' }])
  }
  for (const amount of [-1, 100, 0.001, 'on', true]) expect((await write(amount)).status).toBe(400)
})
