import { describe, expect, vi } from 'vitest'
import { test } from '#test/shop.ts'
import { aToldSale } from '#test/told-sale.ts'
import type { Ctx } from '../ctx.ts'
import { awaitState, doOnce, type Tell } from './repeats.ts'
import type { PaymentState } from './ways/way.ts'

const answer: PaymentState = { status: 'PENDING', orderId: 'order', totalKurus: 1, installments: 1, feeKurus: 0 }
let names = 0

/** A payment that takes until the test ends it; `work` counts how often it is done. */
function aSlowPayment(ctx: Ctx) {
  const { promise, resolve, reject } = Promise.withResolvers<PaymentState>()
  const work = vi.fn((_tell: Tell) => promise)
  const name = `payment ${++names}`
  return { ask: () => doOnce(ctx, name, work), work, end: () => resolve(answer), fail: reject }
}
/** The answer that a request gets at once, or 'waits' where it has to wait. */
const atOnce = <T>(asked: Promise<T>) =>
  Promise.race([asked, new Promise<'waits'>((resolve) => setImmediate(resolve, 'waits'))])
const refusal = (asked: Promise<unknown>) => asked.then(() => 'answered').catch((error) => error.code)

describe('the same request many times at once', () => {
  test('is done once, and answered as often as it came', async ({ ctx }) => {
    const { ask, work, end } = aSlowPayment(ctx)
    const asked = Array.from({ length: 5 }, ask)
    end()
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 5 }, () => answer))
    expect(work).toHaveBeenCalledTimes(1)
    await ask()
    expect(work, 'later it is a request of its own').toHaveBeenCalledTimes(2)
  })

  test('fails as often as it came, and the next one is tried', async ({ ctx }) => {
    const { ask, work, fail } = aSlowPayment(ctx)
    const asked = [ask(), ask()].map(refusal)
    fail(Object.assign(new Error('broken'), { code: 'broken' }))
    expect(await Promise.all(asked)).toEqual(['broken', 'broken'])
    await refusal(ask())
    expect(work).toHaveBeenCalledTimes(2)
  })

  test('may wait fifty times; one more hears how it stands, or is asked to come back', async ({ ctx }) => {
    const sale = await aToldSale(ctx)
    const attempt = await sale.find()
    const { promise, resolve } = Promise.withResolvers<PaymentState>()
    let tell: Tell = () => {}
    const ask = () =>
      doOnce(ctx, 'many', (tellOthers) => {
        tell = tellOthers
        return promise
      })
    const asked = Array.from({ length: 51 }, ask)
    await expect(atOnce(ask())).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 3 })
    tell(attempt)
    expect(await atOnce(ask())).toMatchObject({ status: 'PENDING', orderId: sale.orderId })
    resolve(answer)
    expect(await Promise.all(asked)).toHaveLength(51)
    expect(await ask(), 'who waited has made room').toEqual(answer)
  })

  test('two hundred may wait in all, whatever they wait for', async () => {
    const payments = Array.from({ length: 5 }, aSlowPayment)
    const asked = payments.map(({ ask }) => ask())
    for (const { ask } of payments.slice(0, 4)) for (let i = 0; i < 50; i++) asked.push(ask())
    const last = payments[4]
    expect(await refusal(atOnce<unknown>(last?.ask() ?? Promise.resolve()))).toBe('RATE_LIMITED')
    for (const { end } of payments) end()
    expect(await Promise.all(asked)).toHaveLength(205)
  })
})

describe('a payment that another process is busy with', () => {
  test('is waited for until it is settled', async ({ ctx }) => {
    const sale = await aToldSale(ctx)
    await sale.set({ status: 'STARTED' })
    const told: string[] = []
    const bothWait = Promise.withResolvers<void>()
    const tell: Tell = ({ id }) => {
      if (told.push(id) === 2) bothWait.resolve()
    }
    const states = [0, 1].map(() => awaitState(sale.ctx, sale.id, tell))
    await bothWait.promise
    for (const state of states) expect(await atOnce(state)).toBe('waits')
    await sale.set({ status: 'SUCCEEDED', providerPaymentId: 'p1' })
    expect(await Promise.all(states)).toMatchObject([{ status: 'SUCCESS' }, { status: 'SUCCESS' }])
    expect(told).toEqual([sale.id, sale.id])
  })

  test('is told of at once when it is settled already; one that is gone is a fault of ours', async ({ ctx }) => {
    const sale = await aToldSale(ctx)
    expect(await awaitState(sale.ctx, sale.id, () => {})).toMatchObject({ status: 'PENDING', orderId: sale.orderId })
    const gone = '00000000-0000-7000-8000-000000000000'
    await expect(awaitState(sale.ctx, gone, () => {})).rejects.toThrow('is gone')
  })
})
