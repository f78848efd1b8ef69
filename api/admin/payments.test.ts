import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { auditEntries } from '#shop/audit/schema.ts'
import { variants } from '#shop/catalog/schema.ts'
import { reconcileYesterday } from '#shop/checkout/reconciliation/reconciliation.ts'
import { settleOpenPayments } from '#shop/checkout/recovery.ts'
import type { Ctx } from '#shop/ctx.ts'
import { newId } from '#shop/ctx.ts'
import { demoCharges, paymentAttempts, paymentDiscrepancies } from '#shop/payments/schema.ts'
import { days, minutes } from '#shop/time.ts'
import { auditBooks } from '#test/books.ts'
import { aPayment, poorCard } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { cards } from '#test/outside/iyzico-cards.ts'
import { test as withIyzico } from '#test/outside/iyzico-shop.ts'
import { type Api, test } from '#test/shop.ts'

async function aSale(ctx: Ctx, api: Api, card?: string) {
  const product = await aProduct(ctx)
  const token = await signIn(ctx, await aUser(ctx))
  const { body } = await api('POST', '/payments/create', { token, body: aPayment(product, card ? { card } : {}) })
  return body.data?.orderId as string
}

async function adminApi(ctx: Ctx, api: Api) {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  return {
    overview: async () => (await api('GET', '/admin/payments', { token })).body.data,
    cancel: (id: string) => api('DELETE', `/admin/orders/${id}`, { token }),
    post: (path: string, body: unknown = {}) => api('POST', `/admin/payments/${path}`, { token, body }),
  }
}

describe('/admin/payments', () => {
  test('is for admins only', async ({ ctx, api }) => {
    const token = await signIn(ctx, await aUser(ctx))
    for (const [method, path] of [
      ['GET', '/admin/payments'],
      ['POST', `/admin/payments/${newId()}/resolution`],
      ['POST', `/admin/payments/findings/${newId()}/resolution`],
      ['POST', '/admin/payments/reconciliation'],
    ] as const) {
      const body = method === 'POST' ? { note: 'x' } : undefined
      expect((await api(method, path, { body })).status).toBe(401)
      expect((await api(method, path, { body, token })).status).toBe(403)
    }
  })

  test('nothing is wrong in a shop where all is well, also after comparing', async ({ ctx, api }) => {
    await aSale(ctx, api)
    const admin = await adminApi(ctx, api)
    expect((await admin.post('reconciliation')).status).toBe(200)
    expect(await admin.overview()).toMatchObject({
      summary: { chargedWithoutOrder: 0, openAttempts: 0, mismatches: 0 },
      lastReconciliation: { day: '2026-11-20', payments: 1, findings: 0 },
      provider: { name: 'demo', answering: true },
      takesTransfers: true,
      declines: { share: null, alarming: false },
    })
  })

  test('says whose keys an open payment waits for, where its provider is not set up any more', async ({ ctx, api }) => {
    await aSale(ctx, api)
    await ctx.db.update(paymentAttempts).set({ provider: 'paytr', status: 'UNKNOWN' })
    const { attempts } = await (await adminApi(ctx, api)).overview()
    expect(attempts).toMatchObject([{ status: 'UNKNOWN', goneProvider: 'paytr' }])
    await ctx.db.update(paymentAttempts).set({ provider: 'demo' })
    expect((await (await adminApi(ctx, api)).overview()).attempts).toMatchObject([{ goneProvider: null }])
  })

  test('shows a stranger’s charge, how many payments banks decline, and who closed what', async ({ ctx, api }) => {
    const admin = await adminApi(ctx, api)
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    expect((await api('POST', '/demo-bank/charges', { token, body: { amount: 0 } })).status).toBe(400)
    await api('POST', '/demo-bank/charges', { token, body: { amount: 321.5 } })
    for (let i = 0; i < 10; i++) await aSale(ctx, api, poorCard)
    await admin.post('reconciliation')
    const { findings, declines, lastReconciliation } = await admin.overview()
    expect(findings).toMatchObject([{ kind: 'charged-without-order', theirs: 321.5 }])
    expect(declines).toEqual({ share: 1, alarming: true })
    expect(lastReconciliation.findings).toBe(1)
    await admin.post(`findings/${findings[0].id}/resolution`, { note: 'Başka dükkân' })
    // Compared again, what she settled stays settled.
    await admin.post('reconciliation')
    expect((await admin.overview()).findings).toEqual([])
    const entries = await ctx.db.select().from(auditEntries)
    expect(entries).toMatchObject([
      { action: 'payment.resolve', before: { finding: 'charged-without-order' }, after: { note: 'Başka dükkân' } },
    ])
  })

  test('finds an injected charge, a missing one and another amount, each once; closes what is gone', async ({
    ctx,
    api,
  }) => {
    const admin = await adminApi(ctx, api)
    const [missing, other] = [await aSale(ctx, api), await aSale(ctx, api)]
    const charges = await ctx.db.select().from(demoCharges)
    const kept = charges.find((charge) => charge.orderId === missing)
    const stranger = {
      ...kept,
      paymentId: newId(),
      conversationId: 'x',
      orderId: newId(),
    } as typeof demoCharges.$inferInsert
    await ctx.db.delete(demoCharges).where(eq(demoCharges.orderId, missing))
    await ctx.db.update(demoCharges).set({ amountKurus: 5 }).where(eq(demoCharges.orderId, other))
    await ctx.db.insert(demoCharges).values(stranger)
    for (let i = 0; i < 2; i++) await admin.post('reconciliation')
    const { summary, findings } = await admin.overview()
    expect(summary).toEqual({ chargedWithoutOrder: 1, openAttempts: 0, mismatches: 2 })
    expect(findings).toHaveLength(3)

    await ctx.db.update(demoCharges).set({ amountKurus: 119_900 }).where(eq(demoCharges.orderId, other))
    await new Promise((resolve) => setTimeout(resolve, 5))
    const [found] = findings.filter((discrepancy: { kind: string }) => discrepancy.kind === 'charged-without-order')
    expect((await admin.post(`findings/${found.id}/resolution`, { note: 'Başka mağazanın ödemesi' })).status).toBe(200)
    expect((await admin.post(`findings/${found.id}/resolution`, { note: 'Yine' })).status).toBe(404)
  })

  test('what was taken too much for an order goes back by itself, once, and the order stays', async ({ ctx, api }) => {
    const admin = await adminApi(ctx, api)
    const orderId = await aSale(ctx, api)
    await ctx.db.update(demoCharges).set({ amountKurus: 124_900 }).where(eq(demoCharges.orderId, orderId))
    await admin.post('reconciliation')
    const [found] = (await admin.overview()).findings
    expect(found).toMatchObject({ kind: 'amount-differs', ours: 1199, theirs: 1249, excess: 50 })
    const giveBack = () => admin.post(`${found.attemptId}/resolution`, { action: 'refund-excess' })
    expect((await giveBack()).body.data.status).toBe('SUCCEEDED')
    expect(await ctx.db.select().from(demoCharges)).toMatchObject([{ amountKurus: 124_900, refundedKurus: 5_000 }])
    expect(await admin.overview()).toMatchObject({ findings: [], refunds: [], attempts: [] })
    expect(await giveBack()).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect(await ctx.db.select().from(demoCharges)).toMatchObject([{ refundedKurus: 5_000 }])
    expect((await mailsOf(ctx)).at(-1)).toMatchObject({ subject: expect.stringContaining('50,00 TL iade edildi') })
    expect(await ctx.db.select().from(auditEntries).orderBy(auditEntries.id)).toMatchObject([
      { subjectId: orderId, after: { resolution: 'refund-excess', refundedKurus: 5_000 } },
      { subjectId: orderId, after: { resolution: 'refund-excess', error: expect.stringContaining('fazla para yok') } },
    ])
    const initial = new Map((await ctx.db.select().from(variants)).map(({ id }) => [id, 5]))
    expect(await auditBooks(ctx.db, initial)).toEqual([])
  })

  test('late money of the day becomes an order when yesterday is compared, once', async ({ ctx, api, clock }) => {
    const orderId = await aSale(ctx, api, '5526080000000006')
    clock.forward(minutes(11))
    await settleOpenPayments(ctx)
    await ctx.db.update(demoCharges).set({ status: 'CHARGED' }).where(eq(demoCharges.orderId, orderId))
    await ctx.db.update(paymentAttempts).set({ recheckAt: null })
    clock.forward(days(1) - minutes(30))
    await reconcileYesterday(ctx)
    const [attempt] = await ctx.db.select().from(paymentAttempts)
    expect(attempt?.status).toBe('SUCCEEDED')
    expect(await ctx.db.select().from(paymentDiscrepancies)).toEqual([])
  })
})

describe('payments at iyzico', () => {
  withIyzico('the list of the day agrees, page by page', async ({ ctx, api, iyzico }) => {
    for (let i = 0; i < 4; i++) await aSale(ctx, api, cards.masterCredit)
    const admin = await adminApi(ctx, api)
    expect((await admin.post('reconciliation', { day: '2026-11-20' })).status).toBe(200)
    const pages = iyzico.calls.filter((call) => call.path === '/v2/reporting/payment/transactions')
    expect(pages).toHaveLength(2)
    expect((await admin.overview()).summary).toEqual({ chargedWithoutOrder: 0, openAttempts: 0, mismatches: 0 })
    iyzico.state.down = true
    expect((await admin.post('reconciliation')).status).toBe(503)
  })

  withIyzico('a held payment is shown with what to do, and the button does it', async ({ ctx, api, iyzico }) => {
    const admin = await adminApi(ctx, api)
    iyzico.spoil('/payment/auth', 'other amount')
    await aSale(ctx, api, cards.masterCredit)
    iyzico.spoil('/payment/auth', 'other amount')
    await aSale(ctx, api, cards.masterCredit)
    const before = await admin.overview()
    expect(before.summary).toEqual({ chargedWithoutOrder: 2, openAttempts: 2, mismatches: 0 })
    expect(before.attempts).toMatchObject([{ suggestion: 'refund' }, { heldReason: 'amount 119800' }])
    const [first, second] = before.attempts
    expect((await admin.post(`${first.id}/resolution`)).body.data.status).toBe('REFUNDED')
    expect((await admin.post(`${second.id}/resolution`, { action: 'complete' })).body.data.status).toBe('SUCCEEDED')
    expect((await admin.post(`${second.id}/resolution`, { action: 'refund' })).status).toBe(409)
    expect((await admin.post(`${newId()}/resolution`)).status).toBe(404)
    expect(await ctx.db.select().from(auditEntries).orderBy(auditEntries.id)).toMatchObject([
      { action: 'payment.resolve', before: { status: 'PENDING' }, after: { status: 'REFUNDED', resolution: 'refund' } },
      { before: { status: 'PENDING' }, after: { status: 'SUCCEEDED', resolution: 'complete' } },
      // The answer names what was refused, too.
      { after: { resolution: 'refund', error: expect.stringContaining('hiçbir şey değiştirilmedi') } },
    ])
    expect([...iyzico.payments.values()].filter((payment) => payment.cancelledBy)).toHaveLength(1)
    expect((await admin.overview()).summary).toEqual({ chargedWithoutOrder: 0, openAttempts: 0, mismatches: 0 })
  })

  withIyzico(
    'giving back puts the goods on sale at once and is in the history, though the bank is silent',
    async ({ ctx, api, iyzico }) => {
      const admin = await adminApi(ctx, api)
      iyzico.spoil('/payment/auth', 'other basket')
      const orderId = await aSale(ctx, api, cards.masterCredit)
      const [held] = (await admin.overview()).attempts
      const stock = async () => (await ctx.db.select().from(variants)).map(({ stock }) => stock)
      expect(await stock()).toEqual([4])
      iyzico.state.down = true
      const answer = await admin.post(`${held.id}/resolution`, { action: 'refund' })
      expect([answer.status, await stock()]).toEqual([503, [5]])
      expect((await admin.overview()).refunds).toMatchObject([{ orderId, amount: 1199 }])
      expect(await ctx.db.select().from(auditEntries).orderBy(auditEntries.id)).toMatchObject([
        { subjectId: orderId, before: { status: 'PENDING' }, after: { status: 'REFUNDED', resolution: 'refund' } },
        { subjectId: orderId, after: { resolution: 'refund', error: expect.stringContaining('kendiliğinden') } },
      ])
    },
  )

  withIyzico(
    'a held payment that was settled elsewhere is closed with a note, and with nothing else',
    async ({ ctx, api, iyzico }) => {
      const admin = await adminApi(ctx, api)
      iyzico.spoil('/payment/auth', 'other amount')
      const orderId = await aSale(ctx, api, cards.masterCredit)
      const [held] = (await admin.overview()).attempts
      expect(held).toMatchObject({ amount: 1199, taken: 1198, refunded: 0 })
      const close = (body: object) => admin.post(`${held.id}/resolution`, { action: 'close', ...body })
      for (const body of [{}, { note: '  ' }]) {
        expect((await close(body)).body).toMatchObject({ code: 'INVALID', error: { note: ['Açıklama gerekli'] } })
      }
      expect((await close({ note: 'Panelden iade ettim' })).status).toBe(200)
      expect(await admin.overview()).toMatchObject({ attempts: [], refunds: [], summary: { openAttempts: 0 } })
      expect((await ctx.db.select().from(variants)).map(({ stock }) => stock)).toEqual([5])
      expect(iyzico.calls.filter(({ path }) => /cancel|refund/.test(path))).toEqual([])
      expect(await ctx.db.select().from(auditEntries)).toMatchObject([
        { subjectId: orderId, after: { resolution: 'close', note: 'Panelden iade ettim', status: 'REFUNDED' } },
      ])
      expect((await close({ note: 'yine' })).status).toBe(409)
    },
  )

  withIyzico(
    'a refund made in iyzico’s own panel is found by the books of that payment, whatever day it was',
    async ({ ctx, api, clock, iyzico }) => {
      const orderId = await aSale(ctx, api, cards.masterCredit)
      const [payment] = iyzico.payments.values()
      payment?.refunds.push({ id: 'panel', kurus: 20_000, at: ctx.clock(), hidden: 0 })
      clock.forward(days(1))
      await reconcileYesterday(ctx)
      const admin = await adminApi(ctx, api)
      const { findings } = await admin.overview()
      expect(findings).toMatchObject([{ kind: 'amount-differs', orderId, ours: 1199, theirs: 999 }])
      iyzico.spoil('/v2/reporting/payment/details', 'html 502')
      expect((await admin.post(`${findings[0].attemptId}/resolution`, { action: 'ask' })).status).toBe(503)
      expect((await admin.overview()).findings).toHaveLength(1)
      if (payment) payment.refunds = []
      expect((await admin.post(`${findings[0].attemptId}/resolution`, { action: 'ask' })).status).toBe(200)
      expect((await admin.overview()).findings).toEqual([])
    },
  )

  withIyzico(
    'an excess is refunded, and the order’s cancellation later is no cancellation of the payment',
    async ({ ctx, api, iyzico }) => {
      const admin = await adminApi(ctx, api)
      const orderId = await aSale(ctx, api, cards.masterCredit)
      const [payment] = iyzico.payments.values()
      if (!payment) throw new Error('nothing was paid')
      payment.paidPrice += 5_000
      const [attempt] = await ctx.db.select().from(paymentAttempts)
      expect((await admin.post(`${attempt?.id}/resolution`, { action: 'refund-excess' })).status).toBe(200)
      expect(payment.refunds.map(({ kurus }) => kurus)).toEqual([5_000])
      expect((await admin.cancel(orderId)).status).toBe(200)
      expect([payment.cancelledBy, payment.refunds.map(({ kurus }) => kurus)]).toEqual([undefined, [5_000, 119_900]])
    },
  )

  withIyzico('an open payment is asked about', async ({ ctx, api, iyzico }) => {
    const admin = await adminApi(ctx, api)
    iyzico.spoil('/payment/auth', 'drop after')
    iyzico.spoil('/payment/detail', 'html 502')
    await aSale(ctx, api, cards.masterCredit)
    const [open] = (await admin.overview()).attempts
    expect(open).toMatchObject({ status: 'UNKNOWN', suggestion: 'ask' })
    expect((await admin.post(`${open.id}/resolution`)).body.data.status).toBe('SUCCEEDED')
  })
})
