import { describe, expect } from 'vitest'
import type { Product } from '#shop/catalog/products.ts'
import type { Ctx } from '#shop/ctx.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import type { Json } from '#test/process.ts'
import { type Api, test } from '#test/shop.ts'

async function buy(ctx: Ctx, api: Api, product: Product, installments = '1'): Promise<string> {
  const token = await signIn(ctx, await aUser(ctx))
  const payment = aPayment(product)
  if (installments !== '1') {
    const { cartItems } = payment.orderData
    const quote = await api('POST', '/checkout/quote', { body: { cartItems, installments, cardPrefix: '552879' } })
    payment.orderData.totalAmount = quote.body.data.total
    payment.paymentData.installments = installments
  }
  const { status, body } = await api('POST', '/payments/create', { token, body: payment })
  expect(status).toBe(200)
  return body.data.orderId
}

const staffOf = async (ctx: Ctx) => signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))

describe('value added tax', () => {
  test('of an order is split by the rate that its goods had when they were bought', async ({ ctx, api }) => {
    const token = await staffOf(ctx)
    const product = await aProduct(ctx, { vatRate: '20' })
    const usual = await aProduct(ctx)
    const vatOf = async (id: string) => (await api('GET', `/admin/orders/${id}`, { token })).body.data.vat
    const before = await buy(ctx, api, product)
    const usualBefore = await buy(ctx, api, usual)
    const { body } = await api('GET', '/admin/settings', { token })
    const { settings, version } = body.data.legal
    expect(settings.vatRate).toBe(10)
    const saved = await api('PUT', '/admin/settings/legal', { token, body: { vatRate: 1, version } })
    expect([saved.status, saved.body.data.settings.vatRate]).toEqual([200, 1])
    const after = await buy(ctx, api, usual)
    expect(await vatOf(before)).toEqual([{ rate: 20, gross: 1199, net: 999.17, tax: 199.83 }])
    expect(await vatOf(usualBefore)).toEqual([{ rate: 10, gross: 1199, net: 1090, tax: 109 }])
    expect(await vatOf(after)).toEqual([{ rate: 1, gross: 1199, net: 1187.13, tax: 11.87 }])
  })

  test('holds the fee of installments too', async ({ ctx, api }) => {
    const id = await buy(ctx, api, await aProduct(ctx), '3')
    const { data } = (await api('GET', `/admin/orders/${id}`, { token: await staffOf(ctx) })).body
    const [split, ...others] = data.vat
    expect(others).toEqual([])
    expect(data.installmentFee).toBeGreaterThan(0)
    expect(split.gross).toBe(data.totalAmount)
    expect(Math.round((split.net + split.tax) * 100)).toBe(Math.round(data.totalAmount * 100))
  })

  test('is 1, 10 or 20 %, of a product and of the shop', async ({ ctx, api, app }) => {
    const token = await staffOf(ctx)
    const refused = await api('PUT', '/admin/settings/legal', { token, body: { vatRate: 18 } })
    expect([refused.status, refused.body.error]).toEqual([400, { vatRate: ['KDV oranı 1, 10 ya da 20 olabilir'] }])
    const product = await aProduct(ctx)
    const change = async (vatRate: string) => {
      const form = new FormData()
      for (const [name, value] of Object.entries({ name: product.name, vatRate })) form.set(name, value)
      const request = new Request(`http://shop.test/api/v1/admin/products/${product.id}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      })
      const answer = await app.fetch(request)
      return { status: answer.status, body: (await answer.json()) as Json }
    }
    const wrong = await change('18')
    expect([wrong.status, wrong.body.error]).toEqual([400, { vatRate: ['KDV oranı 1, 10 ya da 20 olabilir'] }])
    const right = await change('20')
    expect([right.status, right.body.data?.vatRate]).toEqual([200, '20'])
  })
})
