import { describe, expect } from 'vitest'
import { type Env, readEnv } from '#env'
import type { Ctx } from '#shop/ctx.ts'
import { paymentAttempts } from '#shop/payments/schema.ts'
import { minutes } from '#shop/time.ts'
import { aPagePayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { cards } from '#test/outside/iyzico-cards.ts'
import { passes, stockOf } from '#test/outside/iyzico-shopper.ts'
import { type IyzicoSimulator, startIyzico } from '#test/outside/iyzico-simulator.ts'
import { type PaytrSimulator, startPaytr } from '#test/outside/paytr/simulator.ts'
import { type Api, test as base } from '#test/shop.ts'

/** A shop with two providers: PayTR stands by for iyzico. */
const test = base.extend<{ iyzico: IyzicoSimulator; paytr: PaytrSimulator; env: Env }>({
  iyzico: async ({ task: _ }, use) => {
    const iyzico = await startIyzico()
    await use(iyzico)
    await iyzico.close()
  },
  paytr: async ({ task: _ }, use) => {
    const paytr = await startPaytr()
    await use(paytr)
    await paytr.close()
  },
  env: async ({ iyzico, paytr }, use) => {
    await use(
      readEnv({
        AUTH_SECRET: 'a secret for tests, long enough to sign',
        PUBLIC_URL: 'http://shop.test',
        PAYMENT_PROVIDER: 'iyzico',
        PAYMENT_STANDBY: 'paytr',
        IYZICO_API_KEY: iyzico.apiKey,
        IYZICO_SECRET_KEY: iyzico.secretKey,
        IYZICO_BASE_URL: iyzico.baseUrl,
        PAYTR_MERCHANT_ID: paytr.merchantId,
        PAYTR_MERCHANT_KEY: paytr.key,
        PAYTR_MERCHANT_SALT: paytr.salt,
        PAYTR_BASE_URL: paytr.baseUrl,
      }),
    )
  },
})

async function aShopper(ctx: Ctx, api: Api) {
  const product = await aProduct(ctx, { variants: [{ stock: 5, priceKurus: 119_950 }] })
  const token = await signIn(ctx, await aUser(ctx))
  const pay = () => api('POST', '/payments/create', { token, body: aPagePayment(product) })
  const open = async () => (await pay()).body.data as { orderId: string; redirectUrl: string }
  const stateOf = async (orderId: string) => (await api('GET', `/payments/${orderId}`, { token })).body.data.status
  return { product, open, pay, stateOf, stock: () => stockOf(ctx, product.id) }
}

const rows = (ctx: Ctx) => ctx.db.select().from(paymentAttempts).orderBy(paymentAttempts.createdAt)

/** iyzico fails so often that it is left alone. */
async function goesDown(ctx: Ctx, iyzico: IyzicoSimulator) {
  iyzico.state.down = true
  for (let i = 0; i < 5; i++) await ctx.payments.find(`nobody-${i}`)
}

describe('two providers', () => {
  test('a new payment goes to the other while the first does not answer; one that began stays where it is', async ({
    ctx,
    api,
    clock,
    iyzico,
    paytr,
  }) => {
    const first = await aShopper(ctx, api)
    const begun = await first.open()
    iyzico.forms.pay(begun.redirectUrl, cards.masterCredit)
    await goesDown(ctx, iyzico)

    const second = await aShopper(ctx, api)
    clock.forward(1)
    const { orderId, redirectUrl } = await second.open()
    expect(redirectUrl).toContain(paytr.baseUrl)
    paytr.pay(redirectUrl)
    await passes(ctx, clock, minutes(11), minutes(1))
    expect((await rows(ctx)).map(({ provider, status }) => [provider, status])).toEqual([
      ['iyzico', 'AWAITING_3DS'],
      ['paytr', 'SUCCEEDED'],
    ])
    expect([await second.stateOf(orderId), await first.stock()]).toEqual(['SUCCESS', 4])
    // The payment at iyzico is not lost, and PayTR is not asked about it.
    const about = paytr.calls.filter(({ path }) => path === '/odeme/durum-sorgu')
    expect(new Set(about.map(({ fields }) => fields.merchant_oid)).size).toBe(1)
  })

  test('while neither answers a new payment waits for the chosen one, not for the one that stands by', async ({
    ctx,
    api,
    iyzico,
    paytr,
  }) => {
    const shopper = await aShopper(ctx, api)
    await goesDown(ctx, iyzico)
    const [standby] = ctx.otherPayments ?? []
    for (let i = 0; i < 5; i++) {
      paytr.spoil('/odeme/durum-sorgu', 'html 502')
      await standby?.find(`nobody-${i}`)
    }
    expect(standby?.isAnswering?.()).toBe(false)
    await shopper.pay()
    expect((await rows(ctx)).map(({ provider }) => provider)).toEqual(['iyzico'])
  })

  test('the list of each is compared with its own payments', async ({ ctx, api, clock, iyzico, paytr }) => {
    const shopper = await aShopper(ctx, api)
    const { redirectUrl } = await shopper.open()
    iyzico.forms.pay(redirectUrl, cards.masterCredit)
    await passes(ctx, clock, minutes(11), minutes(1))
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const compare = async () => {
      const { status } = await api('POST', '/admin/payments/reconciliation', { token, body: { day: '2026-11-20' } })
      return [status, (await api('GET', '/admin/payments', { token })).body.data.findings.length]
    }
    expect(await compare()).toEqual([200, 0])
    paytr.spoil('/rapor/islem-dokumu', 'html 502')
    expect((await compare())[0]).toBe(503)
  })

  test('each has an address for its news, and none speaks for the other', async ({ ctx, api, app, iyzico, paytr }) => {
    const shopper = await aShopper(ctx, api)
    const { orderId, redirectUrl } = await shopper.open()
    const { conversationId } = iyzico.forms.formAt(redirectUrl).body
    const other = await ctx.otherPayments?.[0]?.openPage?.({
      conversationId: String(conversationId),
      orderId,
      amountKurus: 119_950,
      installments: [1],
      minutesOpen: 10,
      buyer: {
        id: 'u',
        firstName: 'A',
        lastName: 'B',
        email: 'a@posta.example',
        phone: '+905321112233',
        address: 'Sokak 1',
        city: 'İzmir',
        postalCode: null,
        ip: '198.51.100.1',
      },
      items: [],
      callbackUrl: 'http://shop.test/',
    })
    const url = other?.kind === 'page' ? other.redirectUrl : ''
    paytr.pay(url)
    const answer = await app.fetch(
      new Request('http://shop.test/api/v1/payments/webhook/paytr', {
        method: 'POST',
        body: new URLSearchParams(paytr.notification(url)),
      }),
    )
    expect([answer.status, await answer.text()]).toEqual([200, 'OK'])
    expect(await shopper.stateOf(orderId)).toBe('REDIRECT')
    expect((await api('POST', '/payments/webhook/demo', { body: {} })).status).toBe(404)
  })

  test('where the keys of a provider are gone, its payments wait', async ({ ctx, api, deps, clock, iyzico }) => {
    const shopper = await aShopper(ctx, api)
    const { orderId, redirectUrl } = await shopper.open()
    iyzico.forms.pay(redirectUrl, cards.masterCredit)
    const [paytr] = deps.otherPayments ?? []
    if (!paytr) throw new Error('no PayTR')
    const without = { ...ctx, payments: paytr, otherPayments: [] }
    await passes(without, clock, minutes(11), minutes(1))
    expect([await shopper.stateOf(orderId), await shopper.stock()]).toEqual(['REDIRECT', 4])
    await passes(ctx, clock, minutes(1), minutes(1))
    expect(await shopper.stateOf(orderId)).toBe('SUCCESS')
  })
})
