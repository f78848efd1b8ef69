import { describe, expect } from 'vitest'
import { settleOpenPayments } from '#shop/checkout/recovery.ts'
import type { Ctx } from '#shop/ctx.ts'
import { orders as orderRows } from '#shop/orders/schema.ts'
import { minutes, seconds } from '#shop/time.ts'
import { aUser, signIn } from '#test/factories.ts'
import { cards } from '#test/outside/iyzico-cards.ts'
import type { Mischief } from '#test/outside/iyzico-mischief.ts'
import { test } from '#test/outside/iyzico-shop.ts'
import { aShopper, charged, passes, paths, stockOf } from '#test/outside/iyzico-shopper.ts'
import type { IyzicoSimulator } from '#test/outside/iyzico-simulator.ts'
import type { Api } from '#test/shop.ts'

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
  /** The shopper comes back, and the last call does not end. */
  async function beginAndHang(ctx: Ctx, api: Api, app: App, iyzico: IyzicoSimulator) {
    const begun = await begin(ctx, api, iyzico)
    iyzico.spoil('/payment/v2/3dsecure/auth', 'under way')
    await comeBack(app, begun.payment.callbackUrl, iyzico.bankForm(begun.payment.paymentId, '1'))
    return begun
  }
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

  test.for<[string, 'success' | 'failure']>([
    ['1', 'failure'],
    ['0', 'success'],
    ...['2', '3', '4', '5', '6', '7', '8'].map((mdStatus): [string, 'success'] => [mdStatus, 'success']),
  ])('a signed mdStatus %s with %s is no yes', async ([mdStatus, status], { ctx, api, app, iyzico }) => {
    const { payment, orderId, stateOf } = await begin(ctx, api, iyzico)
    await comeBack(app, payment.callbackUrl, iyzico.bankForm(payment.paymentId, mdStatus, status))
    expect((await stateOf(orderId)).status).toBe('DECLINED')
    expect(finishes(iyzico)).toEqual([])
  })

  test.for<[Mischief]>([['wrong signature'], ['no signature']])(
    'an answer to the last call with %s makes no order',
    async ([mischief], { ctx, api, app, clock, iyzico }) => {
      const { payment, orderId, stateOf, orders } = await begin(ctx, api, iyzico)
      iyzico.spoil('/payment/v2/3dsecure/auth', mischief)
      iyzico.spoil('/payment/detail', mischief)
      await comeBack(app, payment.callbackUrl, iyzico.bankForm(payment.paymentId, '1'))
      expect([(await stateOf(orderId)).status, await orders()]).toEqual(['PENDING', []])
      await passes(ctx, clock, seconds(20))
      expect([(await stateOf(orderId)).status, await orders()]).toEqual(['PENDING', []])
    },
  )

  test('a last call that is still under way is not declined by a second one', async ({
    ctx,
    api,
    app,
    clock,
    iyzico,
  }) => {
    const { product, orderId, stateOf } = await beginAndHang(ctx, api, app, iyzico)
    await passes(ctx, clock, seconds(100), seconds(20))
    expect(finishes(iyzico).length, 'iyzico says that it is not fit for it').toBeGreaterThan(0)
    expect([(await stateOf(orderId)).status, await stockOf(ctx, product.id)]).toEqual(['PENDING', 3])
    iyzico.carryOn()
    await passes(ctx, clock, minutes(1))
    expect([(await stateOf(orderId)).status, charged(iyzico).length]).toEqual(['SUCCESS', 1])
  })

  test('an error of the last call that no bank gave declines nothing', async ({ ctx, api, app, clock, iyzico }) => {
    const { payment, orderId, stateOf } = await begin(ctx, api, iyzico)
    iyzico.spoil('/payment/v2/3dsecure/auth', { failure: ['5999', ''] })
    await comeBack(app, payment.callbackUrl, iyzico.bankForm(payment.paymentId, '1'))
    expect((await stateOf(orderId)).status).toBe('PENDING')
    await passes(ctx, clock, seconds(20))
    expect((await stateOf(orderId)).status).toBe('SUCCESS')
  })

  test('not even a bank’s no to the second last call says what became of the first', async ({
    ctx,
    api,
    app,
    clock,
    iyzico,
  }) => {
    const { product, orderId, stateOf } = await beginAndHang(ctx, api, app, iyzico)
    iyzico.spoil('/payment/v2/3dsecure/auth', { failure: ['10005', 'DO_NOT_HONOUR'] })
    await passes(ctx, clock, seconds(20))
    expect(finishes(iyzico)).toHaveLength(2)
    expect([(await stateOf(orderId)).status, await stockOf(ctx, product.id)]).toEqual(['PENDING', 3])
    iyzico.carryOn()
    await passes(ctx, clock, minutes(1))
    expect((await stateOf(orderId)).status).toBe('SUCCESS')
  })

  test('what never ends is given up with the hold, and money that comes after all is found', async ({
    ctx,
    api,
    app,
    clock,
    iyzico,
  }) => {
    const { product, orderId } = await beginAndHang(ctx, api, app, iyzico)
    const statusOf = async (id: string) =>
      (await ctx.db.select().from(orderRows)).find((row) => row.id === id)?.paymentStatus
    await passes(ctx, clock, minutes(20), seconds(30))
    expect([await statusOf(orderId), await stockOf(ctx, product.id)]).toEqual(['FAILED', 5])
    iyzico.carryOn()
    await passes(ctx, clock, minutes(60), minutes(60))
    expect(await stockOf(ctx, product.id), 'sold after all').toBe(3)
    expect(await statusOf(orderId)).toBe('SUCCESS')
  })

  test('while one process makes the last call, neither the owner’s question nor the comparison makes it', async ({
    ctx,
    deps,
    api,
    app,
    clock,
    iyzico,
  }) => {
    const { payment, orderId, stateOf } = await begin(ctx, api, iyzico)
    clock.forward(minutes(2))
    deps.atStep = (step) => {
      if (step === 'three-ds-claimed') throw new Error('the process hangs here')
    }
    await comeBack(app, payment.callbackUrl, iyzico.bankForm(payment.paymentId, '1'))
    deps.atStep = undefined
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const [open] = (await api('GET', '/admin/payments', { token })).body.data.attempts
    await api('POST', `/admin/payments/${open.id}/resolution`, { token, body: { action: 'ask' } })
    await api('POST', '/admin/payments/reconciliation', { token, body: { day: '2026-11-20' } })
    expect(finishes(iyzico)).toEqual([])
    await passes(ctx, clock, seconds(20))
    expect([(await stateOf(orderId)).status, finishes(iyzico).length]).toEqual(['SUCCESS', 1])
  })

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
      await passes(ctx, clock, seconds(20))
      expect([(await stateOf(orderId)).status, charged(iyzico).length]).toEqual(['SUCCESS', 1])
    },
  )

  test('who never comes back loses the hold after ten minutes, not before', async ({ ctx, api, clock, iyzico }) => {
    const { product, orderId, stateOf } = await begin(ctx, api, iyzico)
    clock.forward(minutes(9))
    await settleOpenPayments(ctx)
    expect(await stockOf(ctx, product.id)).toBe(3)
    await passes(ctx, clock, minutes(2))
    expect([await stockOf(ctx, product.id), (await stateOf(orderId)).status]).toEqual([5, 'DECLINED'])
  })

  test('a start that iyzico refuses is a decline', async ({ ctx, api, iyzico }) => {
    iyzico.spoil('/payment/iyzipos/installment', 'html 502')
    const { pay } = await aShopper(ctx, api)
    expect((await pay(cards.threeDsInitFails)).status).toBe(402)
    expect(paths(iyzico), 'an unknown card is asked, to be safe').toEqual(['/payment/3dsecure/initialize'])
  })
})
