import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { changeInstallmentSettings } from '#shop/payments/installments.ts'
import { paymentAttempts } from '#shop/payments/schema.ts'
import { minutes } from '#shop/time.ts'
import { aPagePayment, aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { cards } from '#test/outside/iyzico-cards.ts'
import type { Mischief } from '#test/outside/iyzico-mischief.ts'
import { givenBack } from '#test/outside/iyzico-returns.ts'
import { test } from '#test/outside/iyzico-shop.ts'
import { charged, passes, stockOf } from '#test/outside/iyzico-shopper.ts'
import type { Api } from '#test/shop.ts'

type App = { fetch(request: Request): Response | Promise<Response> }

/** A shopper who may pay on iyzico's own page; `open` leads her there, `leave` back with what her browser posts. */
async function aShopper(ctx: Ctx, api: Api, app: App) {
  const product = await aProduct(ctx, { variants: [{ stock: 5, priceKurus: 119_950 }] })
  const token = await signIn(ctx, await aUser(ctx))
  const pay = () => api('POST', '/payments/create', { token, body: aPagePayment(product, { quantity: 2 }) })
  const open = async () => {
    const { status, body } = await pay()
    expect([status, body.data.status]).toEqual([200, 'REDIRECT'])
    return body.data as { orderId: string; redirectUrl: string }
  }
  const leave = async (callbackUrl: unknown, form: Record<string, string>) => {
    const body = new URLSearchParams(form)
    const response = await app.fetch(new Request(String(callbackUrl), { method: 'POST', body, redirect: 'manual' }))
    return [response.status, response.headers.get('location')]
  }
  return {
    ...{ product, token, pay, open, leave },
    stateOf: async (orderId: string) => (await api('GET', `/payments/${orderId}`, { token })).body.data.status,
    orders: async () => (await api('GET', '/orders/my', { token })).body.data as { id: string }[],
    stock: () => stockOf(ctx, product.id),
  }
}

const attempts = async (ctx: Ctx) =>
  (await ctx.db.select().from(paymentAttempts).orderBy(paymentAttempts.createdAt)).map(({ status }) => status)

describe('paying on iyzico’s own page', () => {
  test('pays there, and no card comes near the shop', async ({ ctx, api, app, iyzico }) => {
    const shopper = await aShopper(ctx, api, app)
    const { orderId, redirectUrl } = await shopper.open()
    const { body } = iyzico.forms.formAt(redirectUrl)
    expect(body).toMatchObject({ price: '2399', paidPrice: '2399', enabledInstallments: [1], basketId: orderId })
    expect([await shopper.stateOf(orderId), await shopper.stock()]).toEqual(['REDIRECT', 3])
    const form = iyzico.forms.pay(redirectUrl, cards.masterCredit)
    const answer = await shopper.leave(body.callbackUrl, form)
    expect(answer).toEqual([303, `http://shop.test/odeme/sonuc?order=${orderId}`])
    expect([await shopper.stateOf(orderId), await shopper.stock()]).toEqual(['SUCCESS', 3])
    expect(await ctx.db.select().from(paymentAttempts)).toMatchObject([{ cardBin: null, cardLast4: null }])
  })

  test('installments on the page are only such as cost her nothing more', async ({ ctx, api, app, iyzico }) => {
    const counts = [2, 3, 6]
    await changeInstallmentSettings(ctx, { counts, feeBearer: 'shop', minimumKurus: 0 })
    const shopper = await aShopper(ctx, api, app)
    const { redirectUrl } = await shopper.open()
    expect(iyzico.forms.formAt(redirectUrl).body.enabledInstallments).toEqual([1, 2, 3, 6])
    const from = async (minimumKurus: number) => {
      await changeInstallmentSettings(ctx, { counts, feeBearer: 'shop', minimumKurus })
      return iyzico.forms.formAt((await shopper.open()).redirectUrl).body.enabledInstallments
    }
    expect([await from(239_901), await from(239_900)]).toEqual([[1], [1, 2, 3, 6]])
  })

  test('a token that somebody sends decides nothing', async ({ ctx, api, app, iyzico }) => {
    const shopper = await aShopper(ctx, api, app)
    const { orderId, redirectUrl } = await shopper.open()
    const { callbackUrl } = iyzico.forms.formAt(redirectUrl).body
    await shopper.leave(callbackUrl, { token: 'another', status: 'success', mdStatus: '1' })
    expect([await shopper.stateOf(orderId), await shopper.orders()]).toEqual(['REDIRECT', []])
  })

  test('a card that was refused: while she may try another her stock is held', async ({
    ctx,
    api,
    app,
    clock,
    iyzico,
  }) => {
    const shopper = await aShopper(ctx, api, app)
    const { orderId, redirectUrl } = await shopper.open()
    iyzico.forms.pay(redirectUrl, cards.noFunds)
    const hear = ({ body, signature }: { body: unknown; signature: string }) =>
      api('POST', '/payments/webhook/iyzico', { body, headers: { 'x-iyz-signature-v3': signature } })
    expect((await hear(iyzico.pageWebhook(redirectUrl))).status).toBe(200)
    await passes(ctx, clock, 1)
    expect([await shopper.stateOf(orderId), await shopper.stock()]).toEqual(['REDIRECT', 3])
    iyzico.forms.pay(redirectUrl, cards.masterCredit)
    expect((await hear(iyzico.pageWebhook(redirectUrl, 'ref-2'))).status).toBe(200)
    await passes(ctx, clock, 1)
    expect([await shopper.stateOf(orderId), await shopper.stock()]).toEqual(['SUCCESS', 3])
  })

  test('a webhook about the page with a wrong signature is refused', async ({ ctx, api, app, iyzico }) => {
    const shopper = await aShopper(ctx, api, app)
    const { redirectUrl } = await shopper.open()
    iyzico.forms.pay(redirectUrl, cards.masterCredit)
    const { body } = iyzico.pageWebhook(redirectUrl)
    const headers = { 'x-iyz-signature-v3': '0'.repeat(64) }
    expect((await api('POST', '/payments/webhook/iyzico', { body, headers })).status).toBe(401)
  })

  test('comes back with a refused card: told so, and late money is found', async ({ ctx, api, app, clock, iyzico }) => {
    const shopper = await aShopper(ctx, api, app)
    const { orderId, redirectUrl } = await shopper.open()
    const form = iyzico.forms.pay(redirectUrl, cards.noFunds)
    await shopper.leave(iyzico.forms.formAt(redirectUrl).body.callbackUrl, form)
    expect([await shopper.stateOf(orderId), await shopper.stock()]).toEqual(['DECLINED', 5])
    iyzico.forms.pay(redirectUrl, cards.masterCredit)
    await passes(ctx, clock, minutes(11))
    expect([await shopper.stateOf(orderId), await shopper.stock()]).toEqual(['SUCCESS', 3])
  })

  test.for(['not found', 'open'] as const)(
    'a page that is left (iyzico says: %s): her stock comes back; paid late it is an order all the same',
    async (unpaid, { ctx, api, app, clock, iyzico }) => {
      iyzico.forms.unpaid = unpaid
      const shopper = await aShopper(ctx, api, app)
      const { orderId, redirectUrl } = await shopper.open()
      await passes(ctx, clock, minutes(5), minutes(1))
      expect([await shopper.stateOf(orderId), await shopper.stock()]).toEqual(['REDIRECT', 3])
      await passes(ctx, clock, minutes(6), minutes(1))
      expect([await shopper.stateOf(orderId), await shopper.stock()]).toEqual(['DECLINED', 5])
      const form = iyzico.forms.pay(redirectUrl, cards.masterCredit)
      await shopper.leave(iyzico.forms.formAt(redirectUrl).body.callbackUrl, form)
      expect([await shopper.stateOf(orderId), await shopper.stock()]).toEqual(['SUCCESS', 3])
    },
  )

  test('two pages, both paid: one order, and the other money goes back', async ({ ctx, api, app, clock, iyzico }) => {
    const shopper = await aShopper(ctx, api, app)
    const first = await shopper.open()
    clock.forward(minutes(1))
    const second = await shopper.open()
    for (const { redirectUrl } of [second, first]) {
      const form = iyzico.forms.pay(redirectUrl, cards.masterCredit)
      await shopper.leave(iyzico.forms.formAt(redirectUrl).body.callbackUrl, form)
    }
    await passes(ctx, clock, 1)
    expect(await attempts(ctx)).toEqual(['REFUNDED', 'SUCCEEDED'])
    expect(charged(iyzico).map((payment) => payment.paidPrice - givenBack(payment))).toEqual([239_900, 0])
    expect(await shopper.orders()).toMatchObject([{ id: second.orderId }])
  })

  test('one page, paid twice: one order, and the second money stays in the owner’s sight', async ({
    ctx,
    api,
    app,
    clock,
    iyzico,
  }) => {
    const shopper = await aShopper(ctx, api, app)
    const { orderId, redirectUrl } = await shopper.open()
    const form = iyzico.forms.pay(redirectUrl, cards.masterCredit)
    iyzico.forms.pay(redirectUrl, cards.masterCreditToo, true)
    await shopper.leave(iyzico.forms.formAt(redirectUrl).body.callbackUrl, form)
    expect(await shopper.orders()).toMatchObject([{ id: orderId }])
    clock.forward(minutes(5))
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    await api('POST', '/admin/payments/reconciliation', { token, body: { day: '2026-11-20' } })
    const { findings } = (await api('GET', '/admin/payments', { token })).body.data
    expect(findings).toMatchObject([{ kind: 'charged-without-order', theirs: 2_399 }])
  })

  test.for<Mischief>([
    'drop before',
    'drop after',
    'html 502',
    'HTTP 500',
    'half an answer',
    'wrong signature',
    'other conversation',
  ])(
    'a page that could not be opened (%s) takes nothing and holds nothing',
    async (kind, { ctx, api, app, iyzico }) => {
      const shopper = await aShopper(ctx, api, app)
      iyzico.spoil('/payment/iyzipos/checkoutform/initialize/auth/ecom', kind)
      expect(await shopper.pay()).toMatchObject({ status: 402, body: { code: 'PAYMENT_DECLINED' } })
      expect(await shopper.stock()).toBe(5)
    },
  )

  test.for<Mischief>(['drop before', 'html 502', 'half an answer', 'other basket', 'other amount'])(
    'an answer about the page that does not fit (%s) makes no order by itself',
    async (kind, { ctx, api, app, iyzico }) => {
      const shopper = await aShopper(ctx, api, app)
      const { orderId, redirectUrl } = await shopper.open()
      const form = iyzico.forms.pay(redirectUrl, cards.masterCredit)
      iyzico.spoil('/payment/iyzipos/checkoutform/auth/ecom/detail', kind)
      await shopper.leave(iyzico.forms.formAt(redirectUrl).body.callbackUrl, form)
      expect(['REDIRECT', 'PENDING']).toContain(await shopper.stateOf(orderId))
      expect([await shopper.orders(), await shopper.stock()]).toEqual([[], 3])
    },
  )

  test('where cards are typed is the owner’s choice', async ({ ctx, api, app }) => {
    const shopper = await aShopper(ctx, api, app)
    const { cartItems } = aPayment(shopper.product).orderData
    const methods = async () => {
      const { data } = (await api('POST', '/checkout/quote', { body: { cartItems } })).body
      const offered: { method: string; available: boolean }[] = data.methods
      const byCard = offered.filter(({ method }) => ['CARD', 'HOSTED'].includes(method))
      return byCard.map(({ method, available }) => `${method} ${available}`)
    }
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const choose = (cardEntry: string) =>
      api('PUT', '/admin/settings/installments', {
        token,
        body: { counts: [3], feeBearer: 'shopper', minimumAmount: 0, cardEntry },
      })
    expect(await methods()).toEqual(['CARD true', 'HOSTED true'])
    expect((await choose('page')).body.data).toMatchObject({ cardEntry: 'page' })
    expect(await methods()).toEqual(['CARD false', 'HOSTED true'])
    await choose('shop')
    expect(await methods()).toEqual(['CARD true'])
    expect((await shopper.pay()).body.code).toBe('METHOD_UNAVAILABLE')
    expect((await choose('elsewhere')).status).toBe(400)
  })
})
