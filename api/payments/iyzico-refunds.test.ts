import { eq } from 'drizzle-orm'
import { describe, expect, vi } from 'vitest'
import { auditEntries } from '#shop/audit/schema.ts'
import { findProduct } from '#shop/catalog/products.ts'
import { settleOpenPayments } from '#shop/checkout/recovery.ts'
import type { Ctx } from '#shop/ctx.ts'
import { refunds } from '#shop/payments/schema.ts'
import { days, hours, minutes, seconds } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { cards } from '#test/outside/iyzico-cards.ts'
import type { Mischief } from '#test/outside/iyzico-mischief.ts'
import { givenBack } from '#test/outside/iyzico-returns.ts'
import { test } from '#test/outside/iyzico-shop.ts'
import { passes } from '#test/outside/iyzico-shopper.ts'
import type { IyzicoSimulator } from '#test/outside/iyzico-simulator.ts'
import type { Api, TestClock } from '#test/shop.ts'

/** Two units for 200 TL, paid yesterday unless told otherwise, and their admin. */
async function aSale(
  ctx: Ctx,
  api: Api,
  clock: TestClock,
  iyzico: IyzicoSimulator,
  { age = days(1), card = cards.masterCredit, installments = '1', total = 200 } = {},
) {
  iyzico.state.clock = () => clock.now
  const product = await aProduct(ctx, { variants: [{ stock: 5, priceKurus: 10_000 }] })
  const body = aPayment(product, { card, quantity: 2, totalAmount: total })
  const paid = await api('POST', '/payments/create', {
    token: await signIn(ctx, await aUser(ctx)),
    body: { ...body, paymentData: { ...body.paymentData, installments } },
  })
  const orderId = paid.body.data.orderId as string
  const [payment] = [...iyzico.payments.values()].slice(-1)
  if (!payment) throw new Error('nothing reached iyzico')
  clock.forward(age)
  if (age >= days(1)) iyzico.state.day = '2026-11-21'
  const owner = await aUser(ctx, { role: 'ADMIN' })
  const admin = async (method: string, path: string, body?: object, headers = {}) =>
    api(method, `/admin/${path}`, { token: await signIn(ctx, owner), headers, ...(body ? { body } : {}) })
  const order = async () => (await admin('GET', `orders/${orderId}`)).body.data
  const itemId = (await order()).items[0].id as string
  return {
    ...{ admin, order, orderId, payment },
    /** How often the order's history says that money went back. */
    timesBooked: async () => (await order()).history.filter(({ type }: { type: string }) => type === 'refund').length,
    cancel: () => admin('DELETE', `orders/${orderId}`),
    ship: () => admin('PUT', `orders/${orderId}/status`, { status: 'SHIPPED' }),
    /** Pays one unit back: 100 TL. */
    refundOne: () => admin('POST', `orders/${orderId}/refunds`, { items: [{ itemId, quantity: 1 }] }),
    stock: async () => (await findProduct(ctx, product.id))?.variants[0]?.stock,
    onTheWay: async () => (await admin('GET', 'payments')).body.data.refunds,
    decide: async (outcome: 'gone' | 'not-gone', note = 'Panelde baktım') => {
      const [refund] = (await admin('GET', 'payments')).body.data.refunds
      return admin('POST', `payments/refunds/${refund.id}/resolution`, { outcome, note })
    },
  }
}

const callsOf = (iyzico: IyzicoSimulator, path: string) => iyzico.calls.filter((call) => call.path === path).length
const refundPath = '/v2/payment/refund'
const lastPath = (iyzico: IyzicoSimulator) => iyzico.calls.at(-1)?.path

describe('cancelling or refunding', () => {
  test('on the same day the payment is cancelled, afterwards refunded', async ({ ctx, api, clock, iyzico }) => {
    const first = await aSale(ctx, api, clock, iyzico, { age: hours(1) })
    expect((await first.cancel()).status).toBe(200)
    expect(lastPath(iyzico)).toBe('/payment/cancel')
    const second = await aSale(ctx, api, clock, iyzico)
    expect((await second.cancel()).status).toBe(200)
    expect(lastPath(iyzico)).toBe(refundPath)
    expect([...iyzico.payments.values()].map((p) => [Boolean(p.cancelledBy), p.refunds.length])).toEqual([
      [true, 0],
      [false, 1],
    ])
  })

  test.for([
    ['2026-11-20T21:30:00Z', hours(2), '/payment/cancel'],
    ['2026-11-20T21:30:00Z', hours(3), '/payment/cancel'],
    ['2026-11-20T20:30:00Z', hours(1), refundPath],
  ] as const)(
    'the day is that of Istanbul: paid at %s, given back %i ms later by %s',
    async ([paidAt, age, path], { ctx, api, clock, iyzico }) => {
      clock.now = new Date(paidAt)
      const { cancel } = await aSale(ctx, api, clock, iyzico, { age })
      expect((await cancel()).status).toBe(200)
      expect(lastPath(iyzico)).toBe(path)
    },
  )

  test('what the bank no longer cancels is refunded', async ({ ctx, api, clock, iyzico }) => {
    const { cancel } = await aSale(ctx, api, clock, iyzico, { age: hours(1) })
    iyzico.state.day = '2026-11-21'
    expect((await cancel()).status).toBe(200)
    expect(iyzico.calls.slice(-2).map(({ path }) => path)).toEqual(['/payment/cancel', refundPath])
  })

  test('a card that takes nothing back leaves the order as it was', async ({ ctx, api, clock, iyzico }) => {
    const { cancel, order } = await aSale(ctx, api, clock, iyzico, { card: cards.cannotBeRefunded })
    expect((await cancel()).status).toBe(409)
    expect(await order()).toMatchObject({ status: 'PENDING', paymentStatus: 'SUCCESS' })
  })

  test('a payment in installments is cancelled, whether the answer names the fee or not', async ({
    ctx,
    api,
    clock,
    iyzico,
  }) => {
    const { cancel, order, payment } = await aSale(ctx, api, clock, iyzico, {
      ...{ age: hours(1), installments: '3', total: 224 },
    })
    expect((await cancel()).status).toBe(200)
    expect([(await order()).status, givenBack(payment)]).toEqual(['CANCELLED', 22_400])
  })
})

describe('what the answer proves', () => {
  test('signed over the amount: done at once', async ({ ctx, api, clock, iyzico }) => {
    const { ship, refundOne, timesBooked, payment } = await aSale(ctx, api, clock, iyzico)
    await ship()
    expect((await refundOne()).status).toBe(200)
    expect([await timesBooked(), givenBack(payment)]).toEqual([1, 10_000])
  })

  test.for([2, 'wrong', 'none'] as const)(
    'signed %s: nothing is booked before the report shows it, and nothing is asked for twice',
    async (refundSignature, { ctx, deps, api, clock, iyzico }) => {
      const { ship, refundOne, timesBooked, payment } = await aSale(ctx, api, clock, iyzico)
      await ship()
      Object.assign(iyzico.state, { refundSignature, reportDelay: minutes(4) })
      const complaint = vi.spyOn(deps.log, 'error')
      expect((await refundOne()).status).toBe(503)
      expect(complaint).toHaveBeenCalledTimes(refundSignature === 2 ? 0 : 1)
      await passes(ctx, clock, minutes(3), seconds(20))
      expect(await timesBooked(), 'not proven yet').toBe(0)
      await passes(ctx, clock, minutes(5), seconds(20))
      expect(await timesBooked()).toBe(1)
      expect([givenBack(payment), callsOf(iyzico, refundPath)]).toEqual([10_000, 1])
    },
  )

  test('another amount than asked for is not what was asked for', async ({ ctx, deps, api, clock, iyzico }) => {
    const { ship, refundOne, timesBooked, onTheWay } = await aSale(ctx, api, clock, iyzico)
    await ship()
    const complaint = vi.spyOn(deps.log, 'error')
    iyzico.spoil(refundPath, 'other amount')
    expect((await refundOne()).status).toBe(503)
    expect(complaint).toHaveBeenCalledWith(expect.objectContaining({ given: 99 }), expect.stringMatching(/another/))
    await passes(ctx, clock, days(1))
    expect(await timesBooked()).toBe(0)
    expect(await onTheWay()).toMatchObject([{ amount: 100, shown: 99, needsDecision: true }])
  })

  test('a cancellation that gave back another amount is unclear, and told', async ({
    ctx,
    deps,
    api,
    clock,
    iyzico,
  }) => {
    const { cancel, order } = await aSale(ctx, api, clock, iyzico, { age: hours(1) })
    const complaint = vi.spyOn(deps.log, 'error')
    iyzico.spoil('/payment/cancel', 'other amount')
    expect((await cancel()).status).toBe(503)
    expect(complaint).toHaveBeenCalledWith(expect.objectContaining({ given: 199 }), expect.stringMatching(/another/))
    await passes(ctx, clock, minutes(5))
    expect(await order()).toMatchObject({ status: 'PENDING', paymentStatus: 'SUCCESS' })
    expect(callsOf(iyzico, refundPath)).toBe(0)
  })
})

describe('after an answer that leaves open what was done', () => {
  const unclear: Mischief[] = [
    'drop after',
    'html 502',
    'HTTP 500',
    'half an answer',
    'retryable',
    { failure: ['100001', ''] },
    { failure: ['1', ''] },
    { failure: ['10214', ''] },
    { failure: ['10219', ''] },
    { failure: ['10999', 'COMMUNICATION_OR_SYSTEM_ERROR'] },
    { failure: ['10999', 'REQUEST_TIMEOUT'] },
    { failure: ['10999', 'NOT_SUFFICIENT_FUNDS'], retryable: true },
  ]
  test.for(unclear.map((mischief) => [JSON.stringify(mischief), mischief] as const))(
    '%s: one unit is paid back once, however late the report is',
    async ([, mischief], { ctx, api, clock, iyzico }) => {
      const { ship, refundOne, timesBooked, payment, onTheWay } = await aSale(ctx, api, clock, iyzico)
      await ship()
      iyzico.state.reportDelay = hours(5)
      iyzico.spoil(refundPath, mischief)
      expect((await refundOne()).status).toBe(503)
      const wasDone = mischief !== 'html 502'
      await passes(ctx, clock, hours(4))
      expect((await onTheWay()).length).toBe(1)
      await passes(ctx, clock, hours(3))
      expect(await timesBooked()).toBe(wasDone ? 1 : 0)
      expect([givenBack(payment), callsOf(iyzico, refundPath)]).toEqual(wasDone ? [10_000, 1] : [0, 0])
    },
  )

  test.for<[Mischief]>([['drop after'], ['under way'], [{ failure: ['100001', ''] }]])(
    'a cancellation after %s is neither refused nor asked for twice',
    async ([mischief], { ctx, api, clock, iyzico }) => {
      const { cancel, order, payment, stock } = await aSale(ctx, api, clock, iyzico, { age: hours(1) })
      iyzico.state.reportDelay = minutes(30)
      iyzico.spoil('/payment/cancel', mischief)
      expect((await cancel()).status).toBe(503)
      await passes(ctx, clock, minutes(15))
      iyzico.carryOn()
      expect(await order()).toMatchObject({ status: 'PENDING', paymentStatus: 'SUCCESS' })
      expect((await cancel()).body.message, 'nobody cancels beside it').toMatch(/bankada sürüyor/)
      await passes(ctx, clock, hours(2))
      expect([(await order()).status, await stock(), givenBack(payment)]).toEqual(['CANCELLED', 5, 20_000])
      expect(callsOf(iyzico, refundPath)).toBe(0)
    },
  )

  test('the report is asked ever more rarely, over a day', async ({ ctx, api, clock, iyzico }) => {
    const { ship, refundOne } = await aSale(ctx, api, clock, iyzico)
    await ship()
    iyzico.spoil(refundPath, 'drop before')
    await refundOne()
    const asked = () => callsOf(iyzico, '/v2/reporting/payment/details')
    await passes(ctx, clock, minutes(5), seconds(5))
    const first = asked()
    expect(first).toBeGreaterThan(5)
    await passes(ctx, clock, hours(23))
    // Every half hour at the most, and the recovery comes by in steps.
    expect(asked() - first).toBeLessThanOrEqual(46)
    expect(asked() - first).toBeGreaterThan(35)
  })

  test('a report that shows something later of this payment frees it: it is asked for again', async ({
    ctx,
    api,
    clock,
    iyzico,
  }) => {
    const { ship, refundOne, timesBooked, payment } = await aSale(ctx, api, clock, iyzico)
    await ship()
    iyzico.spoil(refundPath, 'drop before')
    expect((await refundOne()).status).toBe(503)
    await passes(ctx, clock, minutes(10))
    // Too early: the first request may have been slower than this one.
    payment.refunds.push({ id: 'made in the panel', kurus: 100, at: clock.now, hidden: 0 })
    await passes(ctx, clock, minutes(30))
    expect(await timesBooked()).toBe(0)
    payment.refunds.push({ id: 'made in the panel, later', kurus: 100, at: clock.now, hidden: 0 })
    await passes(ctx, clock, minutes(30))
    expect(await timesBooked()).toBe(1)
    expect([callsOf(iyzico, refundPath), givenBack(payment)]).toEqual([1, 10_200])
  })

  test('what is refused the second time may have been done the first time', async ({ ctx, api, clock, iyzico }) => {
    const { ship, refundOne, payment, onTheWay } = await aSale(ctx, api, clock, iyzico)
    await ship()
    iyzico.spoil(refundPath, 'drop before')
    await refundOne()
    await passes(ctx, clock, minutes(20))
    payment.refunds.push({ id: 'all of it, in the panel', kurus: 20_000, at: clock.now, hidden: 0 })
    await passes(ctx, clock, hours(1))
    expect(callsOf(iyzico, refundPath)).toBe(1)
    expect(await onTheWay()).toHaveLength(1)
  })

  test('a request that was turned away at the door is simply made again', async ({ ctx, api, clock, iyzico }) => {
    const { ship, refundOne, timesBooked, payment } = await aSale(ctx, api, clock, iyzico)
    await ship()
    const { refund } = ctx.payments
    ctx.payments.refund = async () => ({ kind: 'unsent', reason: 'too many calls' })
    const { status, body } = await refundOne()
    expect([status, body.message]).toEqual([503, expect.stringMatching(/yeniden isteyecek/)])
    ctx.payments.refund = refund
    await passes(ctx, clock, minutes(1))
    expect([await timesBooked(), givenBack(payment)]).toEqual([1, 10_000])
  })

  test.for(['REFUND_RETRY_SUCCESS', 'REFUND_RETRY_FAILURE'])(
    'the news %s makes the shop look at once',
    async (eventType, { ctx, api, clock, iyzico }) => {
      const { ship, refundOne, timesBooked, payment } = await aSale(ctx, api, clock, iyzico)
      await ship()
      iyzico.spoil(refundPath, { failure: ['10999', 'NOT_SUFFICIENT_FUNDS'], retryable: true })
      iyzico.state.reportLag = 20
      await refundOne()
      // Each question puts the next one off by half an hour.
      await passes(ctx, clock, minutes(31) * 6, minutes(31))
      expect(await timesBooked()).toBe(0)
      for (const refund of payment.refunds) refund.hidden = 0
      const { body, signature } = iyzico.webhook(payment.paymentId, 'retried', eventType)
      const headers = { 'x-iyz-signature-v3': signature }
      expect((await api('POST', '/payments/webhook/iyzico', { body, headers })).status).toBe(200)
      await passes(ctx, clock, seconds(5), seconds(5))
      expect(await timesBooked()).toBe(1)
    },
  )

  test('whoever asks again meanwhile does not hear that it is done', async ({ ctx, api, clock, iyzico }) => {
    const { ship, admin, orderId, order } = await aSale(ctx, api, clock, iyzico)
    await ship()
    const items = [{ itemId: (await order()).items[0].id, quantity: 1 }]
    const same = () => admin('POST', `orders/${orderId}/refunds`, { items }, { 'idempotency-key': 'k' })
    iyzico.spoil(refundPath, 'drop before')
    expect([(await same()).status, (await same()).status]).toEqual([503, 503])
    await passes(ctx, clock, days(1))
    await settleOpenPayments(ctx)
    const [refund] = await ctx.db.select().from(refunds)
    await admin('POST', `payments/refunds/${refund?.id}/resolution`, { outcome: 'not-gone', note: 'Yok' })
    expect((await same()).status, 'it failed').toBe(409)
  })
})

describe('what the report cannot tell within a day', () => {
  test('waits for the owner with both amounts, not before', async ({ ctx, api, clock, iyzico }) => {
    const { cancel, decide, onTheWay } = await aSale(ctx, api, clock, iyzico)
    iyzico.spoil(refundPath, 'drop before')
    await cancel()
    await passes(ctx, clock, hours(23))
    expect(await onTheWay()).toMatchObject([{ amount: 200, shown: 0, needsDecision: false }])
    expect((await decide('not-gone')).status).toBe(409)
    await passes(ctx, clock, hours(1))
    expect(await onTheWay()).toMatchObject([{ amount: 200, shown: 0, needsDecision: true }])
    expect((await decide('gone', '')).status).toBe(400)
  })

  test('not gone: the order is as before and may be cancelled anew', async ({ ctx, api, clock, iyzico }) => {
    const { cancel, decide, order, orderId, payment, stock } = await aSale(ctx, api, clock, iyzico)
    iyzico.spoil(refundPath, 'drop before')
    await cancel()
    await passes(ctx, clock, days(1))
    expect((await decide('not-gone')).status).toBe(200)
    expect(await order()).toMatchObject({ status: 'PENDING', paymentStatus: 'SUCCESS' })
    expect((await cancel()).status).toBe(200)
    expect([(await order()).status, await stock(), givenBack(payment)]).toEqual(['CANCELLED', 5, 20_000])
    const entries = await ctx.db.select().from(auditEntries).where(eq(auditEntries.action, 'payment.resolve'))
    expect(entries).toMatchObject([
      { subjectId: orderId, after: { resolution: 'not-gone', refundedKurus: 0, note: 'Panelde baktım' } },
    ])
  })

  test('gone: it is settled as any other, once', async ({ ctx, api, clock, iyzico }) => {
    const { cancel, decide, order, stock, onTheWay, admin } = await aSale(ctx, api, clock, iyzico)
    iyzico.state.reportDelay = days(30)
    iyzico.spoil(refundPath, 'drop after')
    await cancel()
    await passes(ctx, clock, days(1))
    const [{ id }] = await onTheWay()
    expect((await decide('gone')).status).toBe(200)
    expect(await order()).toMatchObject({ status: 'CANCELLED', paymentStatus: 'REFUNDED' })
    expect([await stock(), await onTheWay()]).toEqual([5, []])
    const again = { outcome: 'not-gone', note: 'Yine' }
    expect((await admin('POST', `payments/refunds/${id}/resolution`, again)).status).toBe(409)
    expect(callsOf(iyzico, refundPath)).toBe(1)
  })

  test('what the books prove at last stands against the owner', async ({ ctx, api, clock, iyzico }) => {
    const { cancel, decide, order, payment } = await aSale(ctx, api, clock, iyzico)
    iyzico.state.reportDelay = days(30)
    iyzico.spoil(refundPath, 'drop after')
    await cancel()
    await passes(ctx, clock, days(1))
    iyzico.state.reportDelay = 0
    const { status, body } = await decide('not-gone')
    expect([status, body.message]).toEqual([409, expect.stringMatching(/para gitmiş/)])
    expect(await order()).toMatchObject({ status: 'CANCELLED', paymentStatus: 'REFUNDED' })
    expect(givenBack(payment)).toBe(20_000)
  })

  test('is the owner’s alone', async ({ ctx, api, clock, iyzico }) => {
    const { cancel, onTheWay } = await aSale(ctx, api, clock, iyzico)
    iyzico.spoil(refundPath, 'drop before')
    await cancel()
    const [{ id }] = await onTheWay()
    const path = `/admin/payments/refunds/${id}/resolution`
    const body = { outcome: 'gone', note: 'x' }
    expect((await api('POST', path, { body })).status).toBe(401)
    expect((await api('POST', path, { body, token: await signIn(ctx, await aUser(ctx)) })).status).toBe(403)
  })
})
