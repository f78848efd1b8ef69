import { expect } from 'vitest'
import { listDemoLedger } from '#shop/payments/demo/demo.ts'
import { auditBooks, stockByVariant } from '#test/books.ts'
import { aPayment, goodCard } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'

test('all pieces of an order in installments are exchanged at once, whose shares come to a kuruş more than was paid', async ({
  ctx,
  api,
}) => {
  const sizes = ['S', 'M', 'L'].flatMap((size) => ['Kum', 'Bej'].map((color) => ({ size, color })))
  const product = await aProduct(ctx, {
    variants: sizes.map((choice, index) => ({ ...choice, sku: `PAY-${index}`, stock: 5, priceKurus: 12_345 })),
  })
  const initial = await stockByVariant(ctx.db)
  const [buyer, owner] = [await aUser(ctx), await aUser(ctx, { role: 'ADMIN' })]
  const as = (who: typeof buyer) => async (method: string, path: string, body?: unknown) =>
    api(method, path, { token: await signIn(ctx, who), body })
  const [own, staff] = [as(buyer), as(owner)]
  const [sand, beige] = ['Kum', 'Bej'].map((wanted) => product.variants.filter(({ color }) => color === wanted))
  const cartItems = sand?.map(({ id, size }) => ({ productId: product.id, variantId: id, size, quantity: 1 })) ?? []
  const asked = { cartItems, installments: '12', cardPrefix: goodCard.slice(0, 8) }
  const { total } = (await own('POST', '/checkout/quote', asked)).body.data
  // Each piece bears 144,44 TL of it, rounded up.
  expect(total).toBe(433.31)
  const { orderData, paymentData } = aPayment(product)
  const { body } = await own('POST', '/payments/create', {
    orderData: { ...orderData, cartItems, totalAmount: total },
    paymentData: { ...paymentData, installments: '12' },
  })
  const orderId: string = body.data.orderId
  await staff('PUT', `/admin/orders/${orderId}/status`, { status: 'DELIVERED' })

  type Item = { id: string; variant: { size: string } }
  const itemsOf = async (id: string): Promise<Item[]> => (await own('GET', `/orders/${id}`)).body.data.items
  const items = (await itemsOf(orderId)).map(({ id: itemId, variant }) => {
    return { itemId, quantity: 1, newVariantId: beige?.find(({ size }) => size === variant.size)?.id }
  })
  const swapped = await own('POST', `/orders/${orderId}/returns`, { kind: 'EXCHANGE', items })
  expect([swapped.status, swapped.body.message]).toEqual([201, expect.stringContaining('Değişim talebinizi aldık')])
  const bringBack = async (id: string) => {
    await staff('POST', `/admin/returns/${id}/approve`)
    await staff('POST', `/admin/returns/${id}/receive`, { condition: 'AS_NEW' })
    return (await staff('POST', `/admin/returns/${id}/complete`, {})).body.data.status
  }
  expect(await bringBack(swapped.body.data.id)).toBe('COMPLETED')
  const newId: string = swapped.body.data.exchange.orderId
  expect((await own('GET', `/orders/${newId}`)).body.data).toMatchObject({
    totalAmount: total,
    paymentStatus: 'SUCCESS',
  })

  for (const status of ['PREPARED', 'SHIPPED', 'DELIVERED'])
    await staff('PUT', `/admin/orders/${newId}/status`, { status })
  const all = (await itemsOf(newId)).map(({ id: itemId }) => ({ itemId, quantity: 1, reason: 'OTHER' }))
  const returned = await own('POST', `/orders/${newId}/returns`, { items: all })
  expect(await bringBack(returned.body.data.id)).toBe('COMPLETED')
  const [charge] = await listDemoLedger(ctx.db)
  expect([charge?.amountKurus, charge?.refundedKurus]).toEqual([43_331, 43_331])
  expect(await stockByVariant(ctx.db)).toEqual(initial)
  expect(await auditBooks(ctx.db, initial)).toEqual([])
})
