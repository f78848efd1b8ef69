import fc from 'fast-check'
import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { paymentAttempts, paymentEvents, paymentWebhooks } from '#shop/payments/schema.ts'
import { days, minutes } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { cards } from '#test/outside/iyzico-cards.ts'
import { test } from '#test/outside/iyzico-shop.ts'
import { passes } from '#test/outside/iyzico-shopper.ts'
import type { IyzicoSimulator } from '#test/outside/iyzico-simulator.ts'
import type { Api } from '#test/shop.ts'

/** A payment whose answer and first question were lost: only the news can tell soon. */
async function aLostPayment(ctx: Ctx, api: Api, iyzico: IyzicoSimulator) {
  const product = await aProduct(ctx)
  const token = await signIn(ctx, await aUser(ctx))
  iyzico.spoil('/payment/auth', 'drop after')
  iyzico.spoil('/payment/detail', 'html 502')
  const { body } = await api('POST', '/payments/create', {
    token,
    body: aPayment(product, { card: cards.masterCredit }),
  })
  expect(body.data.status).toBe('PENDING')
  const [payment] = iyzico.payments.values()
  return { paymentId: payment?.paymentId ?? '', orderId: body.data.orderId }
}

const statusOf = async (ctx: Ctx) => (await ctx.db.select().from(paymentAttempts))[0]?.status

function tell(api: Api, { body, signature }: ReturnType<IyzicoSimulator['webhook']>, signed: 'yes' | 'no' | 'wrong') {
  const header = signed === 'yes' ? signature : signed === 'wrong' ? '0'.repeat(64) : undefined
  return api('POST', '/payments/webhook/iyzico', {
    body,
    headers: header ? { 'x-iyz-signature-v3': header } : {},
  })
}

describe('POST /payments/webhook/iyzico', () => {
  test.for(['yes', 'no'] as const)(
    'signed: %s — makes the shop ask, and what iyzico says counts',
    async (signed, { ctx, api, clock, iyzico }) => {
      const { paymentId } = await aLostPayment(ctx, api, iyzico)
      expect((await tell(api, iyzico.webhook(paymentId), signed)).status).toBe(200)
      expect(await statusOf(ctx), 'the news itself decides nothing').toBe('UNKNOWN')
      await passes(ctx, clock, 1)
      expect(await statusOf(ctx)).toBe('SUCCEEDED')
    },
  )

  test('what a request is just busy with is left to it', async ({ ctx, deps, api, clock, iyzico }) => {
    const token = await signIn(ctx, await aUser(ctx))
    deps.atStep = (step) => {
      if (step === 'provider-asked') throw new Error('the process hangs here')
    }
    await api('POST', '/payments/create', { token, body: aPayment(await aProduct(ctx), { card: cards.masterCredit }) })
    deps.atStep = undefined
    const [payment] = iyzico.payments.values()
    expect((await tell(api, iyzico.webhook(payment?.paymentId ?? ''), 'yes')).status).toBe(200)
    const asked = iyzico.calls.length
    await passes(ctx, clock, 1)
    expect([iyzico.calls.length, await statusOf(ctx)]).toEqual([asked, 'STARTED'])
  })

  test('a process that ends between the note and what it makes the shop do has noted nothing', async ({
    ctx,
    deps,
    api,
    clock,
    iyzico,
  }) => {
    const { paymentId } = await aLostPayment(ctx, api, iyzico)
    deps.atStep = (step) => {
      if (step === 'webhook-noted') throw new Error('the process ends here')
    }
    expect((await tell(api, iyzico.webhook(paymentId), 'yes')).status).toBe(500)
    deps.atStep = undefined
    expect((await tell(api, iyzico.webhook(paymentId), 'yes')).status).toBe(200)
    await passes(ctx, clock, 1)
    expect(await statusOf(ctx)).toBe('SUCCEEDED')
  })

  test('somebody who sends unsigned news without end fills nothing, and signed news still comes through', async ({
    ctx,
    api,
    clock,
    iyzico,
  }) => {
    const { paymentId } = await aLostPayment(ctx, api, iyzico)
    for (let i = 0; i < 30; i++) expect((await tell(api, iyzico.webhook(paymentId, `u${i}`), 'no')).status).toBe(200)
    expect(await ctx.db.select().from(paymentWebhooks)).toHaveLength(20)
    await ctx.db.update(paymentAttempts).set({ leaseUntil: new Date(clock.now.getTime() + minutes(9)) })
    await tell(api, iyzico.webhook(paymentId, 'u31'), 'no')
    await passes(ctx, clock, 1)
    expect(await statusOf(ctx)).toBe('UNKNOWN')
    await tell(api, iyzico.webhook(paymentId), 'yes')
    await passes(ctx, clock, 1)
    expect(await statusOf(ctx)).toBe('SUCCEEDED')
  })

  test('a wrong signature is refused and changes nothing', async ({ ctx, api, clock, iyzico }) => {
    const { paymentId } = await aLostPayment(ctx, api, iyzico)
    expect((await tell(api, iyzico.webhook(paymentId), 'wrong')).status).toBe(401)
    await passes(ctx, clock, 1)
    expect(await statusOf(ctx)).toBe('UNKNOWN')
    expect(await ctx.db.select().from(paymentWebhooks)).toEqual([])
  })

  test('unsigned news of a success that never was leads to no order', async ({ ctx, api, clock, iyzico }) => {
    const { paymentId } = await aLostPayment(ctx, api, iyzico)
    const news = iyzico.webhook(paymentId)
    const payment = iyzico.payments.get(paymentId)
    if (payment) Object.assign(payment, { status: 'FAILURE', error: ['10051', 'NOT_SUFFICIENT_FUNDS'] })
    await tell(api, news, 'no')
    await passes(ctx, clock, 1)
    expect(await statusOf(ctx)).toBe('DECLINED')
  })

  test('twice, late and in any order: one entry per piece of news, no second change', async ({
    ctx,
    api,
    clock,
    iyzico,
  }) => {
    const { paymentId } = await aLostPayment(ctx, api, iyzico)
    const news = [iyzico.webhook(paymentId, 'b'), iyzico.webhook(paymentId, 'a'), iyzico.webhook(paymentId, 'b')]
    for (const one of news) expect((await tell(api, one, 'yes')).status).toBe(200)
    await passes(ctx, clock, 1)
    const events = (await ctx.db.select().from(paymentEvents)).length
    for (const one of news) await tell(api, one, 'yes')
    await passes(ctx, clock, days(1), days(1))
    expect(await ctx.db.select().from(paymentWebhooks)).toHaveLength(2)
    expect((await ctx.db.select().from(paymentEvents)).length).toBe(events)
  })

  test('news of money that came after the order was given up completes it', async ({ ctx, api, clock, iyzico }) => {
    const { paymentId } = await aLostPayment(ctx, api, iyzico)
    const payment = iyzico.payments.get(paymentId)
    iyzico.payments.delete(paymentId)
    await passes(ctx, clock, minutes(3))
    expect(await statusOf(ctx)).toBe('EXPIRED')
    if (payment) iyzico.payments.set(paymentId, payment)
    await tell(api, iyzico.webhook(paymentId), 'yes')
    await passes(ctx, clock, 1)
    expect(await statusOf(ctx)).toBe('SUCCEEDED')
  })

  test('unknown payments, unreadable bodies and other providers', async ({ ctx, api, iyzico }) => {
    const { paymentId } = await aLostPayment(ctx, api, iyzico)
    const stranger = iyzico.webhook(paymentId)
    stranger.body.paymentConversationId = 'not ours'
    expect((await tell(api, stranger, 'no')).status).toBe(200)
    expect(await ctx.db.select().from(paymentWebhooks)).toEqual([])
    expect((await api('POST', '/payments/webhook/iyzico', { body: { status: 'SUCCESS' } })).status).toBe(400)
    expect((await api('POST', '/payments/webhook/iyzico', { body: '{' })).status).toBe(400)
    expect((await api('POST', '/payments/webhook/paytr', { body: {} })).status).toBe(404)
  })

  test('whatever somebody sends there is answered in words, and decides nothing', async ({ ctx, api, iyzico }) => {
    const { paymentId } = await aLostPayment(ctx, api, iyzico)
    const real = iyzico.webhook(paymentId)
    const odd = fc.oneof(
      fc.jsonValue(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', '\0', `${paymentId}\0`, '\ud800', 'SUCCESS', '1'.repeat(5000), -1, 1e300, null),
    )
    const bent = fc
      .dictionary(fc.constantFrom(...Object.keys(real.body)), odd, { minKeys: 1 })
      .map((changes) => ({ ...real.body, ...changes }))
    const body = fc.oneof({ weight: 4, arbitrary: bent }, { weight: 1, arbitrary: odd })
    const signature = fc.option(fc.constantFrom(real.signature, '', 'x', '\u00e7', '0'.repeat(10_000)))
    await fc.assert(
      fc.asyncProperty(body, signature, async (body, signature) => {
        const headers: Record<string, string> = signature === null ? {} : { 'x-iyz-signature-v3': signature }
        const answer = await api('POST', '/payments/webhook/iyzico', { body, headers })
        expect([200, 400, 401]).toContain(answer.status)
        if (answer.status !== 200) expect(answer.body).toMatchObject({ success: false, message: expect.any(String) })
        expect(await statusOf(ctx)).toBe('UNKNOWN')
      }),
      { numRuns: 300 },
    )
  })
})
