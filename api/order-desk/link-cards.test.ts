import { expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { hours, minutes } from '#shop/time.ts'
import { goodCard, paymentWith, poorCard, secureCard, usualRecipient } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { type Api, test } from '#test/shop.ts'

/** Cards that the demo's bank declines. */
const declined = [poorCard, '4129111111111111', '4125111111111115', '4124111111111116']

/** An order of 100 TL that the shop wrote, and who pays it by its link. */
async function aLink(ctx: Ctx, api: Api) {
  const product = await aProduct(ctx, { variants: [{ stock: 5, priceKurus: 10_000 }] })
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const items = [{ variantId: product.variants[0]?.id ?? '', quantity: 1 }]
  const customerInfo = { ...usualRecipient, email: 'zeynep@posta.example' }
  const order = await api('POST', '/admin/orders', { token, body: { items, customerInfo } })
  const link = await api('POST', `/admin/orders/${order.body.data.id}/payment-link`, { token })
  const [, linkToken] = link.body.data.url.split('#token=')
  const pay = (payment: object) => {
    const body = { token: linkToken, totalAmount: order.body.data.totalAmount, ...payment }
    return api('POST', '/payment-links/payment', { body })
  }
  const open = async () => (await api('POST', '/payment-links/order', { body: { token: linkToken } })).body.data
  return { pay, open }
}

test('whoever comes back from a bank that declined is told so, for a while', async ({ ctx, api, app, clock }) => {
  const { pay, open } = await aLink(ctx, api)
  const { redirectUrl } = (await pay({ paymentData: paymentWith(secureCard) })).body.data
  const post = (url: string) =>
    app.fetch(new Request(url, { method: 'POST', body: new URLSearchParams({ code: '000000' }), redirect: 'manual' }))
  expect((await open()).open.declined).toBeUndefined()
  const toShop = await post(redirectUrl)
  const back = await post(toShop.headers.get('location') ?? '')
  expect(back.headers.get('location')).toMatch(/\/odeme-baglantisi$/)
  expect(await open()).toMatchObject({ state: 'OPEN', open: { declined: expect.stringContaining('3-D Secure') } })
  clock.forward(minutes(11))
  expect((await open()).open.declined).toBeUndefined()
})

test('whoever has a payment link tries no more cards with it in an hour than an account does', async ({
  ctx,
  api,
  clock,
}) => {
  const { pay: by } = await aLink(ctx, api)
  const pay = async (card = '') => (await by({ paymentData: paymentWith(card) })).status
  const [first, second, third, fourth] = declined
  for (const card of [first, second, third]) expect(await pay(card)).toBe(402)
  clock.forward(minutes(15))
  expect([await pay(fourth), await pay(first)], 'a fourth card, and one that was tried').toEqual([429, 402])
  clock.forward(hours(1))
  expect(await pay(fourth)).toBe(402)
})

test('whoever has paid on the bank’s page without coming back is sent to her mail, as she may have no account', async ({
  ctx,
  api,
  app,
}) => {
  const { pay } = await aLink(ctx, api)
  const { redirectUrl } = (await pay({ paymentMethod: 'HOSTED' })).body.data
  const body = new URLSearchParams({ card: goodCard })
  expect((await app.fetch(new Request(redirectUrl, { method: 'POST', body, redirect: 'manual' }))).status).toBe(303)
  const again = await pay({ paymentData: paymentWith(goodCard) })
  expect([again.status, again.body.message]).toEqual([
    409,
    'Önceki ödemeniz bu sırada tamamlandı; yeniden ödemeden önce e-postanıza bakın.',
  ])
  const once = await pay({ paymentData: paymentWith(goodCard) })
  expect([once.status, once.body.message]).toEqual([409, 'Bu siparişin ödemesi alınmış; yeniden ödemeyin.'])
})
