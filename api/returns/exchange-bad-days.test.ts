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
})
