import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { minutes } from '#shop/time.ts'
import { aPagePayment, poorCard } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { passes, stockOf } from '#test/outside/iyzico-shopper.ts'
import { type Api, test } from '#test/shop.ts'

type App = { fetch(request: Request): Response | Promise<Response> }

/** A shopper at the demo bank's own page; `say` sends its form. */
async function atPage(ctx: Ctx, api: Api, app: App) {
  const product = await aProduct(ctx, { variants: [{ stock: 5, priceKurus: 119_950 }] })
  const token = await signIn(ctx, await aUser(ctx))
  const { body } = await api('POST', '/payments/create', { token, body: aPagePayment(product) })
  const { orderId, redirectUrl, status } = body.data
  expect([status, redirectUrl]).toEqual(['REDIRECT', expect.stringContaining('/demo-bank/odeme/')])
  const look = async (url = redirectUrl) => {
    const response = await app.fetch(new Request(url, { redirect: 'manual' }))
    return { status: response.status, text: await response.text(), location: response.headers.get('location') }
  }
  const say = async (form: Record<string, string>) => {
    const sent = new Request(redirectUrl, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
    const response = await app.fetch(sent)
    return { status: response.status, text: await response.text(), location: response.headers.get('location') }
  }
  return {
    ...{ orderId, redirectUrl, look, say },
    stateOf: async () => (await api('GET', `/payments/${orderId}`, { token })).body.data,
    stock: () => stockOf(ctx, product.id),
    ledger: async () => {
      const admin = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
      return (await api('GET', '/demo-bank/ledger', { token: admin })).body.data
    },
  }
}

describe('the demo bank’s own page', () => {
  test('takes a card, sends her back, and the order is there', async ({ ctx, api, app }) => {
    const shopper = await atPage(ctx, api, app)
    expect((await shopper.look()).text).toContain('1.199,50')
    expect(await shopper.stateOf()).toMatchObject({ status: 'REDIRECT', redirectUrl: shopper.redirectUrl })
    const { status, location } = await shopper.say({ card: '5528 7900 0000 0008' })
    expect([status, location]).toEqual([303, expect.stringContaining('/payments/page/return?conversationId=')])
    expect((await shopper.look(location ?? '')).location).toContain(`/odeme/sonuc?order=${shopper.orderId}`)
    expect(await shopper.stateOf()).toMatchObject({ status: 'SUCCESS' })
    expect(await shopper.ledger()).toMatchObject([{ status: 'CHARGED', amount: 1199.5, orderId: shopper.orderId }])
  })

  test('opened again once it is paid it takes no second card', async ({ ctx, api, app }) => {
    const shopper = await atPage(ctx, api, app)
    for (let i = 0; i < 2; i++) expect((await shopper.say({ card: '5528790000000008' })).status).toBe(303)
    expect((await shopper.look()).text).toContain('Bu ödeme sonuçlandı')
    expect(await shopper.ledger()).toHaveLength(1)
  })

  test('a card that is refused is told so, and another may follow', async ({ ctx, api, app }) => {
    const shopper = await atPage(ctx, api, app)
    const refused = await shopper.say({ card: poorCard })
    expect([refused.status, refused.text]).toEqual([200, expect.stringContaining('limiti veya bakiyesi yetersiz')])
    expect(await shopper.stateOf()).toMatchObject({ status: 'REDIRECT' })
    expect((await shopper.say({ card: '5528790000000008' })).status).toBe(303)
  })

  test('left by its button: told so at once, and her piece is on sale again', async ({ ctx, api, app }) => {
    const shopper = await atPage(ctx, api, app)
    const { location } = await shopper.say({ cancel: '1' })
    await shopper.look(location ?? '')
    expect(await shopper.stateOf()).toMatchObject({
      status: 'DECLINED',
      message: expect.stringContaining('Ödeme sayfasından ayrıldınız'),
    })
    expect(await shopper.stock()).toBe(5)
  })

  test('left open: her piece is on sale again once the hold ends; paid then, it is an order', async ({
    ctx,
    api,
    app,
    clock,
  }) => {
    const shopper = await atPage(ctx, api, app)
    await passes(ctx, clock, minutes(11), minutes(1))
    expect(await shopper.stock()).toBe(5)
    const { location } = await shopper.say({ card: '5528790000000008' })
    await shopper.look(location ?? '')
    expect(await shopper.stock()).toBe(4)
    expect(await shopper.ledger()).toMatchObject([{ status: 'CHARGED', refundedAmount: 0 }])
  })

  test('is not the page of 3-D Secure, and that one is not this', async ({ ctx, api, app }) => {
    const shopper = await atPage(ctx, api, app)
    expect((await shopper.look(shopper.redirectUrl.replace('/odeme/', '/3ds/'))).status).toBe(404)
  })
})
