import { expect } from 'vitest'
import { auditBooks, stockByVariant } from '#test/books.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'

test('a line that a return names stays in the order, also where the return was taken back: its piece is paid back instead', async ({
  ctx,
  api,
}) => {
  const product = await aProduct(ctx, {
    variants: ['S', 'M'].map((size) => ({ size, sku: `KAYIT-${size}`, stock: 9, priceKurus: 10_000 })),
  })
  const initial = await stockByVariant(ctx.db)
  const [token, admin] = [await signIn(ctx, await aUser(ctx)), await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))]
  const { orderData, paymentData } = aPayment(product, { totalAmount: 200 })
  const cartItems = product.variants.map(({ id, size }) => {
    return { productId: product.id, variantId: id, size, quantity: 1 }
  })
  const body = { orderData: { ...orderData, cartItems }, paymentData }
  const { orderId } = (await api('POST', '/payments/create', { token, body })).body.data
  const staff = (method: string, path: string, body: object) =>
    api(method, `/admin/orders/${orderId}${path}`, { token: admin, body })
  await staff('PUT', '/status', { status: 'PREPARED' })
  const [{ id: itemId }] = (await api('GET', `/orders/${orderId}`, { token })).body.data.items
  const asked = { items: [{ itemId, quantity: 1, reason: 'OTHER' }] }
  const { id } = (await api('POST', `/orders/${orderId}/returns`, { token, body: asked })).body.data
  expect((await api('DELETE', `/returns/${id}`, { token })).status).toBe(200)

  const out = await staff('PUT', '', { items: [{ itemId, quantity: 0 }] })
  expect([out.status, out.body.message]).toEqual([
    409,
    expect.stringMatching(/için bir iade kaydı var, siparişten çıkarılamaz: parası alındıysa ürünü iade edin/),
  ])
  const refund = { items: [{ itemId, quantity: 1 }], restock: true, reason: 'Vazgeçti' }
  expect((await staff('POST', '/refund', refund)).body.data).toMatchObject({ refundedAmount: 100 })
  expect(await auditBooks(ctx.db, initial)).toEqual([])
})
