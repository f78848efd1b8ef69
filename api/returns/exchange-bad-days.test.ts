import { describe, expect } from 'vitest'
import { settleOpenPayments } from '#shop/checkout/recovery.ts'
import type { Deps } from '#shop/ctx.ts'
import { minutes } from '#shop/time.ts'
import { anExchange } from '#test/returns/exchange.ts'
import { test } from '#test/shop.ts'

/** The bank's answers to refunds are lost, until `found` lets it be asked again. */
function loseRefunds(deps: Deps) {
  const bank = deps.payments
  deps.payments = { ...bank, refund: async () => ({ kind: 'unknown', reason: 'lost' }) }
  return () => {
    deps.payments = bank
  }
}

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
    const bank = deps.payments
    deps.payments = { ...bank, refund: async () => ({ kind: 'refused', code: 'X', message: 'Kart kapalı.' }) }
    await sale.staff('POST', `/admin/returns/${id}/to-return`)
    deps.payments = bank
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
