import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { findProduct } from '#shop/catalog/products.ts'
import type { Ctx } from '#shop/ctx.ts'
import { orders } from '#shop/orders/schema.ts'
import { declineSentence } from '#shop/payments/declines.ts'
import { settleOpenPayments } from '#shop/payments/recovery.ts'
import { days, minutes, seconds } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { cards, failingCards } from '#test/iyzico-cards.ts'
import { test } from '#test/iyzico-shop.ts'
import type { IyzicoSimulator, Mischief } from '#test/iyzico-simulator.ts'
import type { Api } from '#test/shop.ts'

const stockOf = async (ctx: Ctx, id: string) => (await findProduct(ctx, id))?.variants[0]?.stock

/** A shopper with something to buy; `pay` buys it. */
async function aShopper(ctx: Ctx, api: Api) {
  const product = await aProduct(ctx, { variants: [{ stock: 5, priceKurus: 119_950 }] })
  const token = await signIn(ctx, await aUser(ctx))
  const pay = (card: string, headers = {}) =>
    api('POST', '/payments/create', { token, headers, body: aPayment(product, { card, quantity: 2 }) })
  const stateOf = async (orderId: string) => (await api('GET', `/payments/${orderId}`, { token })).body.data
  return { product, token, pay, stateOf, orders: async () => (await api('GET', '/orders/my', { token })).body.data }
}

const charged = (iyzico: IyzicoSimulator) => [...iyzico.payments.values()].filter((p) => p.status === 'SUCCESS')
const paths = (iyzico: IyzicoSimulator) => iyzico.calls.map((call) => call.path)

describe('paying without 3-D Secure', () => {
  test('a credit card is charged once, with sums, addresses and numbers as iyzico wants them', async ({
    ctx,
    api,
    iyzico,
  }) => {
    const { pay, orders } = await aShopper(ctx, api)
    const { status, body } = await pay(cards.masterCredit)
    expect([status, body.data.status, body.data.totalAmount]).toEqual([200, 'SUCCESS', 2399])
    expect(paths(iyzico)).toEqual(['/payment/iyzipos/installment', '/payment/auth'])
    expect(iyzico.calls[1]?.body).toMatchObject({
      price: '2399',
      paidPrice: '2399',
      currency: 'TRY',
      basketId: body.data.orderId,
      installment: 1,
      buyer: { identityNumber: '11111111111', gsmNumber: '+905321112233', city: 'İstanbul', country: 'Turkey' },
      basketItems: [{ price: '2399', itemType: 'PHYSICAL' }],
    })
    expect(charged(iyzico)).toMatchObject([{ paymentId: body.data.paymentId, paidPrice: 239_900 }])
    expect(await orders()).toHaveLength(1)
  })

  test.for(Object.entries(failingCards))(
    '%s is declined with a sentence and gives the stock back',
    async ([card, [, group]], { ctx, api, iyzico }) => {
      const { product, pay, orders } = await aShopper(ctx, api)
      const { status, body } = await pay(card)
      expect([status, body.code, body.message]).toEqual([402, 'PAYMENT_DECLINED', declineSentence(group)])
      expect(await stockOf(ctx, product.id)).toBe(5)
      expect(await orders()).toEqual([])
      expect(charged(iyzico)).toEqual([])
    },
  )

  test('lost, stolen, fraud and pick-up cards read like a plain decline', () => {
    for (const group of ['LOST_CARD', 'STOLEN_CARD', 'FRAUD_SUSPECT', 'PICKUP_CARD', 'RESTRICTED_CARD']) {
      expect(declineSentence(group)).toBe(declineSentence('DO_NOT_HONOUR'))
    }
  })

  test.for<[Mischief]>([
    ['drop after'],
    ['html 502'],
    ['half an answer'],
    ['wrong signature'],
    ['no signature'],
    ['other conversation'],
    ['system error'],
    ['bank timed out'],
  ])('after %s the payment is looked up, and charged at most once', async ([mischief], { ctx, api, clock, iyzico }) => {
    const { product, pay, stateOf, orders } = await aShopper(ctx, api)
    iyzico.spoil('/payment/auth', mischief)
    const { body } = await pay(cards.masterCredit)
    clock.forward(minutes(3))
    await settleOpenPayments(ctx)
    const wasCharged = charged(iyzico).length === 1
    expect(paths(iyzico).filter((path) => path === '/payment/auth').length).toBeLessThanOrEqual(1)
    expect((await stateOf(body.data.orderId)).status).toBe(wasCharged ? 'SUCCESS' : 'DECLINED')
    expect(await orders()).toHaveLength(wasCharged ? 1 : 0)
    expect(await stockOf(ctx, product.id)).toBe(wasCharged ? 3 : 5)
  })

  test('a charge that was never sent is waited for and then given up', async ({ ctx, api, clock, iyzico }) => {
    const { product, pay, stateOf } = await aShopper(ctx, api)
    iyzico.spoil('/payment/auth', 'drop before')
    const { status, body } = await pay(cards.masterCredit)
    expect([status, body.data.status]).toEqual([202, 'PENDING'])
    clock.forward(seconds(60))
    await settleOpenPayments(ctx)
    expect(await stockOf(ctx, product.id), 'it may still be on its way').toBe(3)
    clock.forward(seconds(80))
    await settleOpenPayments(ctx)
    expect([await stockOf(ctx, product.id), (await stateOf(body.data.orderId)).status]).toEqual([5, 'DECLINED'])
  })

  test('too many calls: nothing was charged, and the shopper is told so', async ({ ctx, api, iyzico }) => {
    const { pay } = await aShopper(ctx, api)
    iyzico.spoil('/payment/auth', 'too many calls')
    const { status, body } = await pay(cards.masterCredit)
    expect([status, body.message]).toEqual([402, declineSentence('PROVIDER_UNAVAILABLE')])
    expect(charged(iyzico)).toEqual([])
  })

  test.for<[Mischief]>([['other amount'], ['other currency'], ['other basket']])(
    '%s: the order is held until what iyzico says fits',
    async ([mischief], { ctx, api, clock, iyzico }) => {
      const { pay, stateOf, orders } = await aShopper(ctx, api)
      iyzico.spoil('/payment/auth', mischief)
      iyzico.spoil('/payment/detail', mischief)
      const { status, body } = await pay(cards.masterCredit)
      expect([status, body.data.status]).toEqual([202, 'PENDING'])
      clock.forward(seconds(20))
      await settleOpenPayments(ctx)
      expect(await orders()).toEqual([])
      clock.forward(seconds(20))
      await settleOpenPayments(ctx)
      expect((await stateOf(body.data.orderId)).status).toBe('SUCCESS')
    },
  )

  test.for([
    [1, 'SUCCESS', 3],
    [-1, 'DECLINED', 5],
  ] as const)(
    'a payment under review waits; fraud status %i makes it %s',
    async ([fraudStatus, state, stock], { ctx, api, clock, iyzico }) => {
      const { product, pay, stateOf, orders } = await aShopper(ctx, api)
      iyzico.spoil('/payment/auth', 'fraud review')
      const { status, body } = await pay(cards.masterCredit)
      expect([status, body.data.status]).toEqual([202, 'PENDING'])
      clock.forward(minutes(5))
      await settleOpenPayments(ctx)
      expect(await orders()).toEqual([])
      for (const payment of iyzico.payments.values()) payment.fraudStatus = fraudStatus
      clock.forward(minutes(5))
      await settleOpenPayments(ctx)
      expect((await stateOf(body.data.orderId)).status).toBe(state)
      expect(await stockOf(ctx, product.id)).toBe(stock)
    },
  )
})

describe('paying with 3-D Secure', () => {
  type App = { fetch(request: Request): Response | Promise<Response> }

  async function begin(ctx: Ctx, api: Api, iyzico: IyzicoSimulator, card: string = cards.masterDebit) {
    const shopper = await aShopper(ctx, api)
    const { status, body } = await shopper.pay(card)
    expect([status, body.data.status]).toEqual([200, '3DS_REQUIRED'])
    const [payment] = iyzico.payments.values()
    if (!payment) throw new Error('nothing reached iyzico')
    return { ...shopper, payment, orderId: body.data.orderId, url: new URL(body.data.redirectUrl) }
  }

  const comeBack = (app: App, callbackUrl: string | undefined, form: Record<string, string>) =>
    app.fetch(
      new Request(callbackUrl ?? '', {
        method: 'POST',
        body: new URLSearchParams(form).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://bank.test' },
      }),
    )
  const finishes = (iyzico: IyzicoSimulator) => paths(iyzico).filter((path) => path === '/payment/v2/3dsecure/auth')

  test('shows the page of the bank once, apart from the shop', async ({ ctx, api, app, iyzico }) => {
    const { url } = await begin(ctx, api, iyzico)
    const page = await app.fetch(new Request(url))
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('http://bank.test/acs')])
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/sandbox allow-forms allow-scripts/)
    expect(policy).not.toContain('allow-same-origin')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect((await app.fetch(new Request(url))).status).toBe(410)
    expect((await app.fetch(new Request('http://shop.test/odeme/banka/guessed'))).status).toBe(410)
  })

  test('the page waits encrypted, and only for minutes', async ({ ctx, api, app, clock, iyzico }) => {
    const { url } = await begin(ctx, api, iyzico)
    const { bankPages } = await import('#shop/payments/schema.ts')
    const [kept] = await ctx.db.select().from(bankPages)
    expect(Buffer.from(kept?.content ?? []).toString('latin1')).not.toContain('bank.test')
    expect(JSON.stringify(kept)).not.toContain(url.pathname.split('/').at(-1))
    clock.forward(minutes(11))
    expect((await app.fetch(new Request(url))).status).toBe(410)
  })

  test('a signed yes completes the order, however often it comes', async ({ ctx, api, app, iyzico }) => {
    const { payment, orderId, stateOf, orders } = await begin(ctx, api, iyzico)
    const form = iyzico.bankForm(payment.paymentId, '1')
    const back = await comeBack(app, payment.callbackUrl, form)
    expect([back.status, back.headers.get('location')]).toEqual([303, `http://shop.test/odeme/sonuc?order=${orderId}`])
    expect((await stateOf(orderId)).status).toBe('SUCCESS')
    await comeBack(app, payment.callbackUrl, form)
    await comeBack(app, payment.callbackUrl, { ...form, mdStatus: '0', status: 'failure' })
    expect((await stateOf(orderId)).status).toBe('SUCCESS')
    expect([charged(iyzico).length, finishes(iyzico).length, (await orders()).length]).toEqual([1, 1, 1])
  })

  test.for(['0', '2', '4', '7'])(
    'a signed mdStatus %s declines without a last call',
    async (mdStatus, { ctx, api, app, iyzico }) => {
      const { product, payment, orderId, stateOf } = await begin(ctx, api, iyzico)
      await comeBack(app, payment.callbackUrl, iyzico.bankForm(payment.paymentId, mdStatus))
      expect(await stateOf(orderId)).toMatchObject({
        status: 'DECLINED',
        message: expect.stringContaining('3-D Secure'),
      })
      expect(await stockOf(ctx, product.id)).toBe(5)
      expect(finishes(iyzico)).toEqual([])
    },
  )

  test('a forged return, or one of another payment, charges and declines nothing', async ({
    ctx,
    api,
    app,
    iyzico,
  }) => {
    const { payment, orderId, stateOf } = await begin(ctx, api, iyzico)
    const { conversationId, paymentId } = payment
    const forged = { conversationId, paymentId, conversationData: '', mdStatus: '1', status: 'success' }
    await comeBack(app, payment.callbackUrl, forged)
    await comeBack(app, payment.callbackUrl, { ...forged, signature: '0'.repeat(64) })
    await comeBack(app, payment.callbackUrl, { ...forged, mdStatus: '0', status: 'failure' })
    await comeBack(app, 'http://shop.test/api/v1/payments/3ds-callback', forged)
    expect((await stateOf(orderId)).status).toBe('3DS_REQUIRED')
    expect(finishes(iyzico)).toEqual([])
    expect(charged(iyzico)).toEqual([])
  })

  test.for<[Mischief]>([['drop after'], ['html 502'], ['wrong signature']])(
    'after %s of the last call the payment is looked up',
    async ([mischief], { ctx, api, app, clock, iyzico }) => {
      const { payment, orderId, stateOf } = await begin(ctx, api, iyzico)
      iyzico.spoil('/payment/v2/3dsecure/auth', mischief)
      await comeBack(app, payment.callbackUrl, iyzico.bankForm(payment.paymentId, '1'))
      clock.forward(seconds(20))
      await settleOpenPayments(ctx)
      expect([(await stateOf(orderId)).status, charged(iyzico).length]).toEqual(['SUCCESS', 1])
    },
  )

  test('who never comes back loses the hold after ten minutes, not before', async ({ ctx, api, clock, iyzico }) => {
    const { product, orderId, stateOf } = await begin(ctx, api, iyzico)
    clock.forward(minutes(9))
    await settleOpenPayments(ctx)
    expect(await stockOf(ctx, product.id)).toBe(3)
    clock.forward(minutes(2))
    await settleOpenPayments(ctx)
    expect([await stockOf(ctx, product.id), (await stateOf(orderId)).status]).toEqual([5, 'DECLINED'])
  })

  test('a start that iyzico refuses is a decline', async ({ ctx, api, iyzico }) => {
    iyzico.spoil('/payment/iyzipos/installment', 'html 502')
    const { pay } = await aShopper(ctx, api)
    expect((await pay(cards.threeDsInitFails)).status).toBe(402)
    expect(paths(iyzico), 'an unknown card is asked, to be safe').toEqual(['/payment/3dsecure/initialize'])
  })
})

describe('giving money back', () => {
  async function aSale(ctx: Ctx, api: Api, card: string = cards.masterCredit) {
    const shopper = await aShopper(ctx, api)
    const { body } = await shopper.pay(card)
    const admin = await aUser(ctx, { role: 'ADMIN' })
    const cancel = async () => api('DELETE', `/admin/orders/${body.data.orderId}`, { token: await signIn(ctx, admin) })
    const order = async () => (await ctx.db.select().from(orders).where(eq(orders.id, body.data.orderId)))[0]
    return { ...shopper, cancel, order }
  }

  test('on the same day in Istanbul the payment is cancelled, afterwards refunded', async ({
    ctx,
    api,
    clock,
    iyzico,
  }) => {
    const first = await aSale(ctx, api)
    expect((await first.cancel()).status).toBe(200)
    expect(paths(iyzico).at(-1)).toBe('/payment/cancel')
    const second = await aSale(ctx, api)
    clock.forward(days(1))
    iyzico.state.day = '2026-11-21'
    expect((await second.cancel()).status).toBe(200)
    expect(paths(iyzico).at(-1)).toBe('/v2/payment/refund')
    expect([...iyzico.payments.values()].map((p) => [Boolean(p.cancelledBy), p.refunds.length])).toEqual([
      [true, 0],
      [false, 1],
    ])
  })

  test('what the bank no longer cancels is refunded', async ({ ctx, api, iyzico }) => {
    const { cancel } = await aSale(ctx, api)
    iyzico.state.day = '2026-11-21'
    expect((await cancel()).status).toBe(200)
    expect(paths(iyzico).slice(-2)).toEqual(['/payment/cancel', '/v2/payment/refund'])
  })

  test.for<[Mischief, number]>([
    ['drop after', 1],
    ['drop before', 1],
    ['wrong signature', 1],
  ])(
    'after %s of a refund iyzico is asked what it did, and pays back once',
    async ([mischief, refunds], { ctx, api, clock, iyzico }) => {
      const { product, cancel, order } = await aSale(ctx, api)
      clock.forward(days(1))
      iyzico.state.day = '2026-11-21'
      iyzico.spoil('/v2/payment/refund', mischief)
      expect((await cancel()).status).toBe(503)
      clock.forward(minutes(2))
      await settleOpenPayments(ctx)
      const [payment] = iyzico.payments.values()
      expect(payment?.refunds).toHaveLength(refunds)
      expect((await order())?.status).toBe('CANCELLED')
      expect(await stockOf(ctx, product.id)).toBe(5)
    },
  )

  test('a card that takes nothing back leaves the order as it was', async ({ ctx, api }) => {
    const { cancel, order } = await aSale(ctx, api, cards.cannotBeRefunded)
    expect((await cancel()).status).toBe(409)
    expect(await order()).toMatchObject({ status: 'PENDING', paymentStatus: 'SUCCESS' })
  })
})
