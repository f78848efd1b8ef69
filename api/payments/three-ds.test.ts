import { describe, expect } from 'vitest'
import { findProduct } from '#shop/catalog/products.ts'
import { settleOpenPayments } from '#shop/checkout/recovery.ts'
import type { Ctx } from '#shop/ctx.ts'
import { listDemoLedger } from '#shop/payments/demo/demo.ts'
import { minutes } from '#shop/time.ts'
import { aPayment, failingSecureCard, secureCard } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { type Api, test } from '#test/shop.ts'

const stockOf = async (ctx: Ctx, id: string) => (await findProduct(ctx, id))?.variants[0]?.stock

describe('3-D Secure at the demo bank', () => {
  const begin = async (ctx: Ctx, api: Api, card: string) => {
    const product = await aProduct(ctx)
    const token = await signIn(ctx, await aUser(ctx))
    const { body } = await api('POST', '/payments/create', { token, body: aPayment(product, { card }) })
    expect(body.data.status).toBe('3DS_REQUIRED')
    return { product, token, orderId: body.data.orderId as string, path: new URL(body.data.redirectUrl).pathname }
  }
  const answerBank = async (
    app: { fetch(request: Request): Response | Promise<Response> },
    path: string,
    code: string,
  ) => {
    const post = (url: string) =>
      app.fetch(
        new Request(new URL(url, 'http://shop.test'), {
          method: 'POST',
          body: new URLSearchParams({ code }).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
      )
    const toShop = await post(path)
    expect(toShop.status).toBe(307)
    const callback = new URL(toShop.headers.get('location') ?? '')
    return post(callback.pathname + callback.search)
  }

  test('the right code completes the order, however often the callback comes', async ({ ctx, api, app }) => {
    const { token, orderId, path } = await begin(ctx, api, secureCard)
    expect((await api('GET', '/orders/my', { token })).body.data).toEqual([])
    const back = await answerBank(app, path, '283126')
    expect([back.status, new URL(back.headers.get('location') ?? '').search]).toEqual([303, `?order=${orderId}`])
    expect((await api('GET', `/payments/${orderId}`, { token })).body.data.status).toBe('SUCCESS')
    const [charge] = await listDemoLedger(ctx.db)
    await api('POST', `/payments/3ds-callback?conversationId=${charge?.conversationId}`)
    expect((await api('GET', '/orders/my', { token })).body.data).toHaveLength(1)
    expect(await listDemoLedger(ctx.db)).toHaveLength(1)
  })

  test.for([
    ['a wrong code', secureCard, '000000'],
    ['a card that fails the check', failingSecureCard, '283126'],
  ])('%s gives the stock back', async ([, card = '', code = ''], { ctx, api, app }) => {
    const { product, token, orderId, path } = await begin(ctx, api, card)
    expect(await stockOf(ctx, product.id)).toBe(4)
    await answerBank(app, path, code)
    const { body } = await api('GET', `/payments/${orderId}`, { token })
    expect(body.data).toMatchObject({ status: 'DECLINED', message: expect.stringContaining('3-D Secure') })
    expect(await stockOf(ctx, product.id)).toBe(5)
  })

  test.for(['', '%00', 'x%00', '%F0%9F%98%80', "'"])(
    'a callback of the unknown conversation "%s" leads to the page that says so',
    async (conversationId, { api }) => {
      const { status, headers } = await api('POST', `/payments/3ds-callback?conversationId=${conversationId}`)
      expect([status, headers.get('location')]).toEqual([303, expect.stringMatching(/\/odeme\/sonuc$/)])
    },
  )

  test('a forged callback charges nothing', async ({ ctx, api }) => {
    const { token, orderId } = await begin(ctx, api, secureCard)
    const [charge] = await listDemoLedger(ctx.db)
    await api('POST', `/payments/3ds-callback?conversationId=${charge?.conversationId}`)
    expect((await api('GET', `/payments/${orderId}`, { token })).body.data.status).toBe('3DS_REQUIRED')
    expect((await listDemoLedger(ctx.db))[0]?.status).toBe('AWAITING_3DS')
  })

  test('a shopper who never comes back loses her hold after ten minutes, not before', async ({ ctx, api, clock }) => {
    const { product, token, orderId } = await begin(ctx, api, secureCard)
    clock.forward(minutes(9))
    await settleOpenPayments(ctx)
    expect(await stockOf(ctx, product.id)).toBe(4)
    clock.forward(minutes(2))
    await settleOpenPayments(ctx)
    expect(await stockOf(ctx, product.id)).toBe(5)
    expect((await api('GET', `/payments/${orderId}`, { token })).body.data?.status).toBe('DECLINED')
  })

  test("another user cannot see how one's payment stands", async ({ ctx, api }) => {
    const { orderId } = await begin(ctx, api, secureCard)
    const stranger = await signIn(ctx, await aUser(ctx))
    expect((await api('GET', `/payments/${orderId}`, { token: stranger })).status).toBe(404)
  })
})
