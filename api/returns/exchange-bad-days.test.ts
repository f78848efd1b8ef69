import { describe, expect } from 'vitest'
import { settleOpenPayments } from '#shop/checkout/recovery.ts'
import type { Deps } from '#shop/ctx.ts'
import type { RefundOutcome } from '#shop/payment-provider.ts'
import { days, minutes } from '#shop/time.ts'
import { mailsOf } from '#test/mails.ts'
import { anExchange, exchanged } from '#test/returns/exchange.ts'
import { test } from '#test/shop.ts'

/** Makes the bank answer refunds so, until the returned function is called. */
function answerRefunds(deps: Deps, answer: RefundOutcome) {
  const bank = deps.payments
  deps.payments = { ...bank, refund: async () => answer }
  return () => {
    deps.payments = bank
  }
}

const loseRefunds = (deps: Deps) => answerRefunds(deps, { kind: 'unknown', reason: 'lost' })
const refuseRefunds = (deps: Deps) => answerRefunds(deps, { kind: 'refused', message: 'Kart kapalı.' })

describe('an exchange for a dearer piece whose difference is at the bank', () => {
  test('is not completed while its new order is being cancelled', async ({ ctx, api, deps, clock }) => {
    const sale = await anExchange(ctx, api)
    const { id, replacementId } = await sale.arrived(sale.dearer)
    await sale.pay(id, 50)
    const found = loseRefunds(deps)
    expect((await sale.own('POST', `/orders/${replacementId}/cancellation`)).status).toBe(503)
    const early = await sale.decide(id, 'complete', {})
    expect([early.status, early.body.message]).toEqual([409, expect.stringMatching(/iptali bankada sürüyor/)])
    found()
    clock.forward(minutes(5))
    await settleOpenPayments({ ...ctx, payments: deps.payments })
    expect((await sale.orderRow(replacementId))?.status).toBe('CANCELLED')
    expect(await sale.returnOf(id)).toMatchObject({ status: 'RECEIVED', exchange: { state: 'ENDED' } })
    expect(await sale.books()).toEqual([])
  })

  test('keeps its new order while what is too much of the old piece is at the bank', async ({
    ctx,
    api,
    deps,
    clock,
  }) => {
    const sale = await anExchange(ctx, api)
    const { id, replacementId } = await sale.arrived(sale.cheaper)
    const found = loseRefunds(deps)
    expect((await sale.decide(id, 'complete', {})).status).toBe(503)
    const early = await sale.staff('DELETE', `/admin/orders/${replacementId}`)
    expect([early.status, early.body.message]).toEqual([409, expect.stringMatching(/değişimi sonuçlanıyor/)])
    found()
    clock.forward(minutes(5))
    await settleOpenPayments({ ...ctx, payments: deps.payments })
    expect(await sale.returnOf(id)).toMatchObject({ status: 'COMPLETED' })
    expect((await sale.staff('DELETE', `/admin/orders/${replacementId}`)).status).toBe(200)
    await sale.settle()
    expect(await sale.books()).toEqual([])
  })

  test('turned into a return, pays the old piece back once the difference is back', async ({
    ctx,
    api,
    deps,
    clock,
  }) => {
    const sale = await anExchange(ctx, api)
    const { id, replacementId } = await sale.arrived(sale.dearer)
    await sale.pay(id, 50)
    const found = loseRefunds(deps)
    expect((await sale.staff('POST', `/admin/returns/${id}/to-return`)).body.data.kind).toBe('RETURN')
    const early = await sale.decide(id, 'complete', {})
    expect([early.status, early.body.message]).toEqual([409, expect.stringMatching(/farkı henüz geri ödenmedi/)])
    found()
    clock.forward(minutes(5))
    await settleOpenPayments({ ...ctx, payments: deps.payments })
    expect((await sale.orderRow(replacementId))?.status).toBe('CANCELLED')
    expect((await sale.decide(id, 'complete', {})).body.data).toMatchObject({ status: 'COMPLETED', refundAmount: 100 })
    expect(await sale.books()).toEqual([])
  })

  test('turned into a return and refused by the bank, waits until its new order is cancelled', async ({
    ctx,
    api,
    deps,
  }) => {
    const sale = await anExchange(ctx, api)
    const { id, replacementId } = await sale.arrived(sale.dearer)
    await sale.pay(id, 50)
    const giveIn = refuseRefunds(deps)
    await sale.staff('POST', `/admin/returns/${id}/to-return`)
    giveIn()
    expect((await sale.decide(id, 'complete', {})).status).toBe(409)
    expect((await sale.staff('DELETE', `/admin/orders/${replacementId}`)).status).toBe(200)
    expect((await sale.decide(id, 'complete', {})).body.data).toMatchObject({ status: 'COMPLETED', refundAmount: 100 })
    expect(await sale.books()).toEqual([])
  })

  test('taken back, is not asked for anew before the difference is back: the old piece would count nothing', async ({
    ctx,
    api,
    deps,
    clock,
  }) => {
    const sale = await anExchange(ctx, api)
    const { id } = (await sale.swap(sale.dearer)).body.data
    await sale.pay(id, 50)
    const found = loseRefunds(deps)
    await sale.own('DELETE', `/returns/${id}`)
    const early = await sale.swap(sale.cheaper)
    expect([early.status, early.body.message]).toEqual([409, expect.stringMatching(/farkı henüz geri ödenmedi/)])
    found()
    clock.forward(minutes(5))
    await settleOpenPayments({ ...ctx, payments: deps.payments })
    expect((await sale.swap(sale.cheaper)).body.data.difference).toBe(-40)
    expect(await sale.books()).toEqual([])
  })
})

describe('what was exchanged, when the bank does not give its own money back', () => {
  test('is not cancelled, and nothing of the old piece’s money goes; once it does, all of it', async ({
    ctx,
    api,
    deps,
  }) => {
    const sale = await exchanged(ctx, api)
    const { replacementId } = sale
    const giveIn = refuseRefunds(deps)
    expect((await sale.own('POST', `/orders/${replacementId}/cancellation`)).status).toBe(409)
    giveIn()
    await sale.settle()
    expect(await sale.orderRow(replacementId)).toMatchObject({ status: 'PENDING', exchangeBackKurus: 0 })
    expect(await sale.refunds(replacementId)).toEqual([
      [50, 'FAILED'],
      [100, 'FAILED'],
    ])
    expect((await sale.order()).refundedAmount, 'nor its delivery').toBe(0)
    expect(await sale.books()).toEqual([])
    expect((await sale.own('POST', `/orders/${replacementId}/cancellation`)).status).toBe(200)
    await sale.settle()
    expect((await sale.refunds(replacementId)).slice(2)).toEqual([
      [50, 'SUCCEEDED'],
      [100, 'SUCCEEDED'],
    ])
    expect((await sale.order()).refundedAmount).toBe(39.9)
    expect(await sale.books()).toEqual([])
  })

  test('returned by its item stays whole as well', async ({ ctx, api, deps }) => {
    const sale = await exchanged(ctx, api)
    const { replacementId } = sale
    await sale.staff('PUT', `/admin/orders/${replacementId}/status`, { status: 'DELIVERED' })
    const { items } = (await sale.own('GET', `/orders/${replacementId}`)).body.data
    const refund = () =>
      sale.staff('POST', `/admin/orders/${replacementId}/refunds`, { items: [{ itemId: items[0].id, quantity: 1 }] })
    const giveIn = refuseRefunds(deps)
    expect((await refund()).status).toBe(409)
    giveIn()
    await sale.settle()
    expect((await sale.own('GET', `/orders/${replacementId}`)).body.data.refundedAmount).toBe(0)
    expect(await sale.books()).toEqual([])
    expect((await refund()).status).toBe(200)
    await sale.settle()
    expect((await sale.own('GET', `/orders/${replacementId}`)).body.data.refundedAmount).toBe(150)
    expect(await sale.books()).toEqual([])
  })

  test('waits for its answer that was lost, and then all of it goes', async ({ ctx, api, deps, clock }) => {
    const sale = await exchanged(ctx, api)
    const { replacementId } = sale
    const found = loseRefunds(deps)
    const lost = deps.payments
    expect((await sale.own('POST', `/orders/${replacementId}/cancellation`)).status).toBe(503)
    // The bank answers again, but for what is still unclear.
    found()
    const bank = deps.payments
    deps.payments = { ...bank, refund: (asked) => (asked.amountKurus === 5_000 ? lost : bank).refund(asked) }
    clock.forward(minutes(5))
    await settleOpenPayments({ ...ctx, payments: deps.payments })
    expect(await sale.refunds(replacementId), 'the old piece’s money has not gone').toEqual([
      [50, 'REQUESTED'],
      [100, 'REQUESTED'],
    ])
    found()
    for (let i = 0; i < 2; i++) {
      clock.forward(minutes(5))
      await settleOpenPayments({ ...ctx, payments: bank })
    }
    expect((await sale.orderRow(replacementId))?.status).toBe('CANCELLED')
    expect((await sale.order()).refundedAmount).toBe(39.9)
    expect(await sale.books()).toEqual([])
  })

  test('refused over the older payment alone, is left on the older order, which was not cancelled meanwhile', async ({
    ctx,
    api,
    deps,
    clock,
  }) => {
    const sale = await exchanged(ctx, api, { delivery: 0 })
    const { orderId, replacementId } = sale
    await sale.staff('PUT', `/admin/orders/${orderId}/status`, { status: 'PENDING' })
    const found = loseRefunds(deps)
    expect((await sale.own('POST', `/orders/${replacementId}/cancellation`)).status).toBe(503)
    found()
    const cancel = () => sale.staff('DELETE', `/admin/orders/${orderId}`)
    const early = await cancel()
    expect([early.status, early.body.message]).toEqual([409, expect.stringMatching(/iadesi bankada sürüyor/)])
    const bank = deps.payments
    const giveIn = refuseRefunds(deps)
    const refusing = deps.payments
    const payments: Deps['payments'] = {
      ...bank,
      refund: (asked) => (asked.amountKurus === 5_000 ? bank : refusing).refund(asked),
    }
    giveIn()
    for (let i = 0; i < 2; i++) {
      clock.forward(minutes(5))
      await settleOpenPayments({ ...ctx, payments })
    }
    expect(await sale.refunds(replacementId)).toEqual([
      [50, 'SUCCEEDED'],
      [100, 'FAILED'],
    ])
    expect((await cancel()).status).toBe(200)
    expect(await sale.refunds(orderId)).toEqual([[100, 'SUCCEEDED']])
    expect(await sale.books()).toEqual([])
  })

  test('that could never be sent over the older payment alone is left on the older order, too', async ({
    ctx,
    api,
    deps,
    clock,
  }) => {
    const sale = await exchanged(ctx, api, { delivery: 0 })
    const { orderId, replacementId } = sale
    await sale.staff('PUT', `/admin/orders/${orderId}/status`, { status: 'PENDING' })
    const bank = deps.payments
    const payments: Deps['payments'] = {
      ...bank,
      refund: async (asked) => (asked.amountKurus === 5_000 ? bank.refund(asked) : { kind: 'unsent', reason: 'down' }),
    }
    expect((await sale.own('POST', `/orders/${replacementId}/cancellation`)).status).toBe(200)
    for (const wait of [minutes(1), days(1)]) {
      clock.forward(wait)
      await settleOpenPayments({ ...ctx, payments })
    }
    expect(await sale.refunds(replacementId)).toEqual([
      [50, 'SUCCEEDED'],
      [100, 'REQUESTED'],
    ])
    const [, unsent] = (await sale.staff('GET', `/admin/orders/${replacementId}`)).body.data.refunds
    const word = { outcome: 'not-gone', note: 'Panelden baktım' }
    expect((await sale.staff('POST', `/admin/payments/refunds/${unsent.id}/resolution`, word)).status).toBe(200)
    expect((await sale.staff('DELETE', `/admin/orders/${orderId}`)).status).toBe(200)
    expect(await sale.refunds(orderId)).toEqual([[100, 'SUCCEEDED']])
    expect(await sale.books()).toEqual([])
  })

  test('is not owed by hand either, where the old piece was paid by transfer', async ({ ctx, api, deps, clock }) => {
    const sale = await exchanged(ctx, api, { method: 'BANK_TRANSFER' })
    const { replacementId } = sale
    const found = loseRefunds(deps)
    await sale.own('POST', `/orders/${replacementId}/cancellation`)
    const owed = async () =>
      (await sale.staff('GET', '/admin/payments')).body.data.refunds.filter(({ byHand }: { byHand: boolean }) => byHand)
    expect(await owed()).toEqual([])
    const { refunds } = (await sale.staff('GET', `/admin/orders/${replacementId}`)).body.data
    const sent = (id: string) =>
      sale.staff('POST', `/admin/payments/refunds/${id}/resolution`, { outcome: 'gone', note: 'Gönderdim' })
    const early = await sent(refunds[1].id)
    expect([early.status, early.body.message]).toEqual([409, expect.stringMatching(/henüz iade edilmedi/)])
    found()
    clock.forward(minutes(5))
    await settleOpenPayments({ ...ctx, payments: deps.payments })
    expect((await owed()).map(({ amount }: { amount: number }) => amount).toSorted()).toEqual([100, 39.9])
    const told = (await mailsOf(ctx)).filter(({ kind }) => kind === 'order-refund-owed')
    expect(told).toHaveLength(1)
    for (const { id } of await owed()) expect((await sent(id)).status).toBe(200)
    expect(await sale.books()).toEqual([])
  })
})
