import { describe, expect } from 'vitest'
import { settleOpenPayments } from '#shop/checkout/recovery.ts'
import type { Ctx } from '#shop/ctx.ts'
import { paymentAttempts, refunds } from '#shop/payments/schema.ts'
import { hours, minutes } from '#shop/time.ts'
import { aPagePayment, aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { passes, stockOf } from '#test/outside/iyzico-shopper.ts'
import { test } from '#test/outside/paytr/shop.ts'
import { backAt, type PaytrMischief, type PaytrSimulator } from '#test/outside/paytr/simulator.ts'
import type { Api } from '#test/shop.ts'

type App = { fetch(request: Request): Response | Promise<Response> }

/** A shopper who may pay on PayTR's page; `open` leads her there. */
async function aShopper(ctx: Ctx, api: Api, stock = 5) {
  const product = await aProduct(ctx, { variants: [{ stock, priceKurus: 119_950 }] })
  const token = await signIn(ctx, await aUser(ctx))
  const pay = (quantity = 2) => api('POST', '/payments/create', { token, body: aPagePayment(product, { quantity }) })
  const open = async (quantity = 2) => {
    const { status, body } = await pay(quantity)
    expect([status, body.data.status]).toEqual([200, 'REDIRECT'])
    return body.data as { orderId: string; redirectUrl: string }
  }
  return {
    ...{ product, token, pay, open },
    stateOf: async (orderId: string) => (await api('GET', `/payments/${orderId}`, { token })).body.data.status,
    orders: async () => (await api('GET', '/orders/my', { token })).body.data as { id: string }[],
    stock: () => stockOf(ctx, product.id),
  }
}

/** PayTR posts a form and wants to hear OK, and nothing else. */
async function notify(app: App, fields: Record<string, string>) {
  const response = await app.fetch(
    new Request('http://shop.test/api/v1/payments/webhook/paytr', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields),
    }),
  )
  return [response.status, await response.text()]
}

/** Her browser comes back from PayTR's page, which sends it to an address and gives it nothing. */
async function comeBack(app: App, paytr: PaytrSimulator, url: string) {
  const page = paytr.pages.find(({ token }) => url.endsWith(token))
  const response = await app.fetch(new Request(page?.fields.merchant_ok_url ?? '', { redirect: 'manual' }))
  return [response.status, response.headers.get('location')]
}

const attempts = async (ctx: Ctx) =>
  (await ctx.db.select().from(paymentAttempts).orderBy(paymentAttempts.createdAt)).map(({ status }) => status)

describe('paying on PayTR’s page', () => {
  test('the shop takes no card; the quote says where it is typed', async ({ ctx, api }) => {
    const shopper = await aShopper(ctx, api)
    const card = await api('POST', '/payments/create', { token: shopper.token, body: aPayment(shopper.product) })
    expect(card).toMatchObject({ status: 409, body: { code: 'METHOD_UNAVAILABLE' } })
    expect(card.body.message).toContain('ödeme kuruluşunun güvenli sayfasında')
    const { cartItems } = aPayment(shopper.product).orderData
    const quote = await api('POST', '/checkout/quote', { body: { cartItems } })
    expect(quote.body.data.methods.slice(0, 2)).toMatchObject([
      { method: 'CARD', available: false, why: expect.stringContaining('ödeme kuruluşunun') },
      { method: 'HOSTED', available: true, fee: 0 },
    ])
    expect(await shopper.stock()).toBe(5)
  })

  test('pays there: the notification makes the order, once, however often it comes', async ({
    ctx,
    api,
    app,
    paytr,
  }) => {
    const shopper = await aShopper(ctx, api)
    const { orderId, redirectUrl } = await shopper.open()
    expect(redirectUrl).toMatch(/\/odeme\/guvenli\/\w+$/)
    expect(paytr.pages[0]).toMatchObject({ amount: 239_900, fields: { timeout_limit: '10', no_installment: '1' } })
    expect([await shopper.stateOf(orderId), await shopper.stock(), await shopper.orders()]).toEqual(['REDIRECT', 3, []])
    paytr.pay(redirectUrl)
    for (let i = 0; i < 3; i++) expect(await notify(app, paytr.notification(redirectUrl))).toEqual([200, 'OK'])
    expect(await comeBack(app, paytr, redirectUrl)).toEqual([303, `http://shop.test/odeme/sonuc?order=${orderId}`])
    expect(await shopper.stateOf(orderId)).toBe('SUCCESS')
    expect(await shopper.orders()).toMatchObject([{ id: orderId }])
    expect(await shopper.stock()).toBe(3)
  })

  test('comes back before the notification: PayTR is asked', async ({ ctx, api, app, paytr }) => {
    const shopper = await aShopper(ctx, api)
    const { orderId, redirectUrl } = await shopper.open()
    await comeBack(app, paytr, redirectUrl)
    expect(await shopper.stateOf(orderId)).toBe('REDIRECT')
    paytr.pay(redirectUrl)
    await comeBack(app, paytr, redirectUrl)
    expect(await shopper.stateOf(orderId)).toBe('SUCCESS')
    expect(await notify(app, paytr.notification(redirectUrl))).toEqual([200, 'OK'])
    expect(await attempts(ctx)).toEqual(['SUCCEEDED'])
  })

  test.for<[string, Record<string, string>, number]>([
    ['a forged hash', { hash: 'AAAA' }, 401],
    ['another amount than was signed', { total_amount: '1' }, 401],
    ['a success where a failure was signed', { status: 'failed' }, 401],
    ['an unreadable amount', { total_amount: 'çok' }, 400],
  ])('%s is refused and changes nothing', async ([, more, status], { ctx, api, app, paytr }) => {
    const shopper = await aShopper(ctx, api)
    const { orderId, redirectUrl } = await shopper.open()
    paytr.pay(redirectUrl)
    expect((await notify(app, paytr.notification(redirectUrl, more)))[0]).toBe(status)
    expect(await shopper.stateOf(orderId)).toBe('REDIRECT')
  })

  test('news of a payment that is not ours is taken note of by nobody', async ({ ctx, api, app, paytr }) => {
    const shopper = await aShopper(ctx, api)
    const { orderId, redirectUrl } = await shopper.open()
    await ctx.db.update(paymentAttempts).set({ provider: 'iyzico' })
    paytr.pay(redirectUrl)
    expect(await notify(app, paytr.notification(redirectUrl))).toEqual([200, 'OK'])
    expect(await shopper.stateOf(orderId)).toBe('REDIRECT')
  })

  test('a card that was refused: told at once, and another that is taken there afterwards makes the order', async ({
    ctx,
    api,
    app,
    paytr,
  }) => {
    const shopper = await aShopper(ctx, api)
    const { orderId, redirectUrl } = await shopper.open()
    paytr.fail(redirectUrl)
    expect(await notify(app, paytr.notification(redirectUrl))).toEqual([200, 'OK'])
    expect([await shopper.stateOf(orderId), await shopper.stock()]).toEqual(['DECLINED', 5])
    paytr.pay(redirectUrl)
    await notify(app, paytr.notification(redirectUrl))
    expect([await shopper.stateOf(orderId), await shopper.stock()]).toEqual(['SUCCESS', 3])
  })

  test('a page that is left: her stock comes back, and PayTR is asked first', async ({ ctx, api, clock, paytr }) => {
    const shopper = await aShopper(ctx, api)
    const { orderId } = await shopper.open()
    await passes(ctx, clock, minutes(11), minutes(1))
    expect([await shopper.stateOf(orderId), await shopper.stock()]).toEqual(['DECLINED', 5])
    expect(paytr.calls.at(-1)?.path).toBe('/odeme/durum-sorgu')
  })

  test('a page that is left paid, its notification lost: found before her stock would go', async ({
    ctx,
    api,
    clock,
    paytr,
  }) => {
    const shopper = await aShopper(ctx, api)
    const { orderId, redirectUrl } = await shopper.open()
    paytr.pay(redirectUrl)
    await passes(ctx, clock, minutes(11), minutes(1))
    expect([await shopper.stateOf(orderId), await shopper.stock()]).toEqual(['SUCCESS', 3])
  })

  test('paid late: an order while all is there, else the money goes back', async ({ ctx, api, app, clock, paytr }) => {
    const shopper = await aShopper(ctx, api, 2)
    const first = await shopper.open()
    await passes(ctx, clock, minutes(11), minutes(1))
    paytr.pay(first.redirectUrl)
    await notify(app, paytr.notification(first.redirectUrl))
    expect([await shopper.stateOf(first.orderId), await shopper.stock()]).toEqual(['SUCCESS', 0])

    const other = await aShopper(ctx, api, 2)
    const late = await other.open()
    await passes(ctx, clock, minutes(11), minutes(1))
    const buyer = await signIn(ctx, await aUser(ctx))
    const bought = await api('POST', '/payments/create', { token: buyer, body: aPagePayment(other.product) })
    const payment = paytr.pay(late.redirectUrl)
    await notify(app, paytr.notification(late.redirectUrl))
    await passes(ctx, clock, 1)
    expect([await other.stateOf(late.orderId), backAt(payment), payment.paid]).toEqual(['DECLINED', 239_900, 239_900])
    expect(bought.body.data.status).toBe('REDIRECT')
    expect(await other.orders()).toEqual([])
  })

  test('two pages, both paid: one order, and the other money goes back', async ({ ctx, api, app, clock, paytr }) => {
    const shopper = await aShopper(ctx, api)
    const first = await shopper.open()
    clock.forward(minutes(1))
    const second = await shopper.open()
    expect(await attempts(ctx)).toEqual(['EXPIRED', 'AWAITING_3DS'])
    const paidTwice = [paytr.pay(second.redirectUrl), paytr.pay(first.redirectUrl)]
    for (const { redirectUrl } of [second, first]) await notify(app, paytr.notification(redirectUrl))
    await passes(ctx, clock, 1)
    expect(await attempts(ctx)).toEqual(['REFUNDED', 'SUCCEEDED'])
    expect(paidTwice.map((payment) => payment.paid - backAt(payment))).toEqual([239_900, 0])
    expect(await shopper.orders()).toMatchObject([{ id: second.orderId }])
    expect(await shopper.stock()).toBe(3)
  })

  test('another amount than was asked for waits for the owner', async ({ ctx, api, app, paytr }) => {
    const shopper = await aShopper(ctx, api)
    const { orderId, redirectUrl } = await shopper.open()
    paytr.pay(redirectUrl, 1_000)
    expect(await notify(app, paytr.notification(redirectUrl))).toEqual([200, 'OK'])
    expect([await shopper.stateOf(orderId), await shopper.orders()]).toEqual(['PENDING', []])
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const { attempts: waiting } = (await api('GET', '/admin/payments', { token })).body.data
    expect(waiting).toMatchObject([{ heldReason: 'amount 240900' }])
  })

  test.for<PaytrMischief>(['drop before', 'html 502', 'redirect', 'error', 'drop after', 'HTTP 500', 'half an answer'])(
    'a page that could not be opened (%s) takes nothing and holds nothing',
    async (kind, { ctx, api, paytr }) => {
      const shopper = await aShopper(ctx, api)
      paytr.spoil('/odeme/api/get-token', kind)
      const answer = await shopper.pay()
      expect([answer.status, answer.body.code]).toEqual([402, 'PAYMENT_DECLINED'])
      expect(answer.body.message).toContain('para çekilmedi')
      expect(await shopper.stock()).toBe(5)
    },
  )

  test.for<PaytrMischief>(['drop before', 'html 502', 'HTTP 500', 'half an answer', 'error'])(
    'while PayTR says nothing usable (%s) her stock is held, and no payment is lost',
    async (kind, { ctx, api, clock, paytr }) => {
      const shopper = await aShopper(ctx, api)
      const { orderId, redirectUrl } = await shopper.open()
      paytr.pay(redirectUrl)
      clock.forward(minutes(11))
      paytr.spoil('/odeme/durum-sorgu', kind)
      await settleOpenPayments(ctx)
      expect([await shopper.stateOf(orderId), await shopper.stock()]).toEqual(['REDIRECT', 3])
      await passes(ctx, clock, minutes(1), minutes(1))
      expect(await shopper.stateOf(orderId)).toBe('SUCCESS')
    },
  )

  test('a refund whose answer was lost is paid once', async ({ ctx, api, app, clock, paytr }) => {
    const shopper = await aShopper(ctx, api)
    const { orderId, redirectUrl } = await shopper.open()
    const payment = paytr.pay(redirectUrl)
    await notify(app, paytr.notification(redirectUrl))
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    paytr.spoil('/odeme/iade', 'drop after')
    await api('DELETE', `/admin/orders/${orderId}`, { token })
    expect(await ctx.db.select().from(refunds)).toMatchObject([{ status: 'REQUESTED' }])
    await passes(ctx, clock, minutes(2), minutes(1))
    expect(await ctx.db.select().from(refunds)).toMatchObject([{ status: 'SUCCEEDED' }])
    expect([backAt(payment), await shopper.stock()]).toEqual([239_900, 5])
  })

  test('a refund that PayTR refuses leaves the order as it is', async ({ ctx, api, app, paytr }) => {
    const shopper = await aShopper(ctx, api)
    const { orderId, redirectUrl } = await shopper.open()
    paytr.pay(redirectUrl)
    await notify(app, paytr.notification(redirectUrl))
    paytr.state.refundsRefused = true
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    expect((await api('DELETE', `/admin/orders/${orderId}`, { token })).status).toBe(409)
    expect(await ctx.db.select().from(refunds)).toMatchObject([{ status: 'FAILED' }])
    expect(await shopper.stock()).toBe(3)
  })

  test('the daily comparison agrees with PayTR’s list, and finds what nobody ordered', async ({
    ctx,
    api,
    app,
    clock,
    paytr,
  }) => {
    const shopper = await aShopper(ctx, api)
    const { redirectUrl } = await shopper.open()
    paytr.pay(redirectUrl)
    await notify(app, paytr.notification(redirectUrl))
    clock.forward(hours(1))
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const compare = async () => {
      await api('POST', '/admin/payments/reconciliation', { token, body: { day: '2026-11-20' } })
      return (await api('GET', '/admin/payments', { token })).body.data
    }
    expect((await compare()).findings).toEqual([])
    paytr.pages.push({ ...paytr.pages[0], oid: 'ANOTHER', token: 'x', returns: [] } as (typeof paytr.pages)[number])
    expect((await compare()).findings).toMatchObject([{ kind: 'charged-without-order' }])
  })
})
