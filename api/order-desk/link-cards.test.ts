import { expect } from 'vitest'
import { hours, minutes } from '#shop/time.ts'
import { paymentWith, poorCard, usualRecipient } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'

/** Cards that the demo's bank declines. */
const declined = [poorCard, '4129111111111111', '4125111111111115', '4124111111111116']

test('whoever has a payment link tries no more cards with it in an hour than an account does', async ({
  ctx,
  api,
  clock,
}) => {
  const product = await aProduct(ctx, { variants: [{ stock: 5, priceKurus: 10_000 }] })
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const items = [{ variantId: product.variants[0]?.id ?? '', quantity: 1 }]
  const customerInfo = { ...usualRecipient, email: 'zeynep@posta.example' }
  const order = await api('POST', '/admin/orders', { token, body: { items, customerInfo } })
  const link = await api('POST', `/admin/orders/${order.body.data.id}/payment-link`, { token })
  const pay = async (card = '') => {
    const [, token] = link.body.data.url.split('#token=')
    const body = { token, totalAmount: order.body.data.totalAmount, paymentData: paymentWith(card) }
    return (await api('POST', '/payment-links/payment', { body })).status
  }
  const [first, second, third, fourth] = declined
  for (const card of [first, second, third]) expect(await pay(card)).toBe(402)
  clock.forward(minutes(15))
  expect([await pay(fourth), await pay(first)], 'a fourth card, and one that was tried').toEqual([429, 402])
  clock.forward(hours(1))
  expect(await pay(fourth)).toBe(402)
})
