import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { aUser } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { aToldSale, price } from '#test/told-sale.ts'
import { auditEntries } from '../audit/schema.ts'
import { type Ctx, newId } from '../ctx.ts'
import type { RefundLookup } from '../payment-provider.ts'
import { askForRefund, findRefund, requestRefund } from '../payments/refunds.ts'
import { refunds } from '../payments/schema.ts'
import { days } from '../time.ts'
import { decideRefund } from './refund-decisions.ts'
import { cancelOrder } from './status.ts'

const charged = { kind: 'charged', paymentId: 'p1', amountKurus: 2 * price } as const

/** A cancellation that the bank does not answer, a day old unless told otherwise, and the owner's decision. */
async function anUnclearRefund(base: Ctx, clock: { forward(ms: number): void }, age = days(1)) {
  const sale = await aToldSale(base, charged)
  const owner = { kind: 'user', id: (await aUser(base, { role: 'ADMIN' })).id, sessionId: newId() } as const
  const ctx: Ctx = { ...sale.ctx, actor: { ...owner, address: newId(), rights: ['payments', 'payments-read'] } }
  const reason = 'cancellation'
  const id = (await requestRefund(ctx, await sale.find(), { amountKurus: 2 * price, reason })) ?? ''
  await askForRefund(ctx, id)
  clock.forward(age)
  return {
    ...sale,
    id,
    decide: (outcome: 'gone' | 'not-gone') => decideRefund(ctx, id, { outcome, note: 'Panelden baktım' }),
    status: async () => (await findRefund(ctx, id))?.status,
    bankFinds: (found: RefundLookup) => Object.assign(sale.bank.provider, { findRefund: async () => found }),
    entries: async () =>
      (await base.db.select().from(auditEntries).orderBy(auditEntries.id)).filter(
        ({ action }) => action === 'payment.resolve',
      ),
  }
}

test('a refund that the owner saw go is done: the order is canceled, and her word is in the history', async ({
  ctx,
  clock,
}) => {
  const { decide, status, stands, orderId, entries } = await anUnclearRefund(ctx, clock)
  await decide('gone')
  expect([await status(), await stands()]).toEqual(['SUCCEEDED', ['SUCCEEDED', 'REFUNDED', 5]])
  const after = { resolution: 'gone', refundedKurus: 2 * price, note: 'Panelden baktım' }
  const subjectName = expect.stringMatching(/^Sipariş #?[A-Z0-9]+/)
  expect(await entries()).toMatchObject([{ subjectId: orderId, subjectName, after }])
  await expect(decide('gone'), 'once').rejects.toThrow('bu sırada sonuçlandı')
})

test('one that did not go has failed: the order stays, and the money can be asked for again', async ({
  ctx,
  clock,
}) => {
  const { decide, status, stands, find, entries } = await anUnclearRefund(ctx, clock)
  await decide('not-gone')
  expect([await status(), await stands()]).toEqual(['FAILED', ['SUCCEEDED', 'SUCCESS', 3]])
  expect((await find()).refundKurus).toBe(0)
  expect((await entries())[0]?.after).toMatchObject({ resolution: 'not-gone', refundedKurus: 0 })
})

test('what the bank’s books show as gone is done, whatever the owner saw', async ({ ctx, clock }) => {
  const { decide, status, stands, bankFinds, entries } = await anUnclearRefund(ctx, clock)
  bankFinds({ kind: 'refunded' })
  await expect(decide('not-gone')).rejects.toThrow('para gitmiş; iade tamamlandı')
  expect([await status(), await stands(), await entries()]).toEqual(['SUCCEEDED', ['SUCCEEDED', 'REFUNDED', 5], []])
})

test('what went in part is never written off as not gone', async ({ ctx, clock }) => {
  const { decide, status, bankFinds } = await anUnclearRefund(ctx, clock)
  bankFinds({ kind: 'unknown', reason: 'a part', shownKurus: 1 })
  await expect(decide('not-gone')).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/0,01.*gitmiş görünüyor/),
  })
  expect(await status()).toBe('REQUESTED')
  bankFinds({ kind: 'unknown', reason: 'nothing', shownKurus: 0 })
  await decide('not-gone')
  expect(await status()).toBe('FAILED')
})

test('the bank’s books agree with the owner: she is not contradicted', async ({ ctx, clock }) => {
  const [gone, kept] = [await anUnclearRefund(ctx, clock), await anUnclearRefund(ctx, clock)]
  gone.bankFinds({ kind: 'refunded' })
  await gone.decide('gone')
  kept.bankFinds({ kind: 'none' })
  await kept.decide('not-gone')
  expect([await gone.status(), await kept.status()]).toEqual(['SUCCEEDED', 'FAILED'])
})

test('where the provider is not set up any more she has the last word, too', async ({ ctx, clock }) => {
  for (const outcome of ['gone', 'not-gone'] as const) {
    const sale = await aToldSale(ctx, charged)
    // Its keys are gone: payments go another way now.
    await sale.set({ provider: 'former' })
    const owner = { kind: 'user', id: (await aUser(ctx, { role: 'ADMIN' })).id, sessionId: newId() } as const
    const hers: Ctx = { ...sale.ctx, actor: { ...owner, address: newId(), rights: ['orders', 'payments'] } }
    await expect(cancelOrder(hers, sale.orderId)).rejects.toThrow('ulaşılamıyor')
    const [refund] = await ctx.db.select().from(refunds).where(eq(refunds.orderId, sale.orderId))
    const decide = () => decideRefund(hers, refund?.id ?? '', { outcome, note: 'Eski panelden baktım' })
    clock.forward(days(1))
    await expect(askForRefund(sale.ctx, refund?.id ?? '')).resolves.toMatchObject({ answer: { kind: 'unsent' } })
    await decide()
    expect((await sale.order()).status, outcome).toBe(outcome === 'gone' ? 'CANCELLED' : 'PENDING')
  }
})

test('nobody decides before a day has passed, nor about a refund that is not there, nor without the right', async ({
  ctx,
  clock,
}) => {
  const { decide, status, id, hers } = await anUnclearRefund(ctx, clock, days(1) - 1)
  await expect(decide('gone')).rejects.toThrow('bir gün dolmadan')
  clock.forward(1)
  await expect(decideRefund(hers, id, { outcome: 'gone', note: 'x' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  for (const missing of ['no id', newId()])
    await expect(decideRefund(ctx, missing, { outcome: 'gone', note: 'x' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  expect(await status()).toBe('REQUESTED')
})
