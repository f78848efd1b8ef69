import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { wildBank } from '#test/outside/wild-bank.ts'
import { type Api, test } from '#test/shop.ts'
import type { Ctx } from '../ctx.ts'
import type { PaymentProvider, RefundLookup, RefundOutcome, RefundRequest } from '../payment-provider.ts'
import { days, hours, minutes, seconds } from '../time.ts'
import {
  askForRefund,
  closeRefund,
  findRefund,
  hurryRefunds,
  lookForRefund,
  needsDecision,
  requestRefund,
  sumGivenBack,
} from './refunds.ts'
import { paymentAttempts, paymentEvents, refunds } from './schema.ts'

const lost = { kind: 'unknown', reason: 'lost' } as const
const refused = { kind: 'refused', message: 'Hayır' } as const

/** A payment of 100 TL that somebody made. */
async function aPaid(ctx: Ctx, api: Api) {
  const product = await aProduct(ctx, { variants: [{ stock: 5, priceKurus: 10_000 }] })
  const token = await signIn(ctx, await aUser(ctx))
  const { body } = await api('POST', '/payments/create', { token, body: aPayment(product) })
  const find = async () => {
    const rows = await ctx.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, body.data.orderId))
    const [attempt] = rows
    if (!attempt) throw new Error('nothing was paid')
    return attempt
  }
  const ask = async (amountKurus: number) =>
    requestRefund(ctx, await find(), { amountKurus, reason: 'items' }).then((id) => id ?? '')
  return { attempt: await find(), find, ask }
}

/** A provider that gives these answers to refunds, and these lookups; `asked` is what it heard. */
function atProvider(ctx: Ctx, answers: RefundOutcome[], lookups?: RefundLookup[]) {
  const asked: [string, RefundRequest][] = []
  const provider: PaymentProvider = {
    ...wildBank().provider,
    // Whose payments these are.
    name: ctx.payments.name,
    async refund(request) {
      asked.push(['refund', request])
      const answer = answers.shift()
      if (!answer) throw new TypeError('no answer was prepared')
      return answer
    },
  }
  if (lookups)
    provider.findRefund = async (request) => {
      asked.push(['find', request])
      return lookups.shift() ?? lost
    }
  return { ctx: { ...ctx, payments: provider }, asked, calls: () => asked.map(([what]) => what) }
}

describe('what is asked for', () => {
  test('more than was paid cannot even be asked for, nor nothing', async ({ ctx, api }) => {
    const { ask, find } = await aPaid(ctx, api)
    const other = await aPaid(ctx, api)
    expect(await ask(0)).toBe('')
    expect(await ask(-1)).toBe('')
    expect(await ask(10_001)).toBe('')
    expect(await ask(6_000)).toEqual(expect.any(String))
    expect(await ask(4_001)).toBe('')
    expect(await ask(4_000)).toEqual(expect.any(String))
    expect(await ctx.db.select().from(refunds)).toHaveLength(2)
    expect([(await find()).refundKurus, (await other.find()).refundKurus]).toEqual([10_000, 0])
  })

  test('is a row of its payment, and in its history', async ({ ctx, api, clock }) => {
    const { ask, attempt } = await aPaid(ctx, api)
    const id = await ask(6_000)
    expect(await findRefund(ctx, id)).toMatchObject({
      orderId: attempt.orderId,
      attemptId: attempt.id,
      amountKurus: 6_000,
      status: 'REQUESTED',
      reason: 'items',
      actorId: null,
      leaseUntil: clock.now,
      askedTimes: 0,
      sentAt: null,
      createdAt: clock.now,
    })
    const events = await ctx.db.select().from(paymentEvents)
    expect(events.map(({ toStatus, cause }) => [toStatus, cause])).toContainEqual([
      'SUCCEEDED',
      `refund ${id} asked for: items`,
    ])
  })
})

describe('asking the provider', () => {
  test('tells it all about the payment and what went back before', async ({ ctx, api }) => {
    const { ask, attempt } = await aPaid(ctx, api)
    const other = await aPaid(ctx, api)
    for (const id of [await ask(1_000), await other.ask(2_000)]) {
      const refund = await findRefund(ctx, id)
      if (refund) await closeRefund(ctx, refund, 'SUCCEEDED')
    }
    expect([await sumGivenBack(ctx, attempt.id), await sumGivenBack(ctx, other.attempt.id)]).toEqual([
      { orderKurus: 1_000, excessKurus: 0, creditKurus: 0 },
      { orderKurus: 2_000, excessKurus: 0, creditKurus: 0 },
    ])
    const bank = atProvider(ctx, [{ kind: 'refunded' }])
    const id = await ask(6_000)
    expect((await askForRefund(bank.ctx, id))?.answer).toEqual({ kind: 'refunded' })
    const { conversationId, providerPaymentId: paymentId, createdAt: paidAt } = attempt
    expect(bank.asked).toEqual([
      [
        'refund',
        {
          refundId: id,
          conversationId,
          paymentId,
          paidAt,
          amountKurus: 6_000,
          ip: 'system',
          paidKurus: 10_000,
          feeKurus: 0,
          refundedKurus: 1_000,
        },
      ],
    ])
  })

  test('is done by one at a time, and not at all once it is settled', async ({ ctx, api, clock }) => {
    const { ask } = await aPaid(ctx, api)
    const id = await ask(6_000)
    const bank = atProvider(ctx, [{ kind: 'refunded' }, { kind: 'refunded' }, { kind: 'refunded' }])
    const first = await askForRefund(bank.ctx, id)
    expect(await askForRefund(bank.ctx, id)).toBeUndefined()
    clock.forward(seconds(60) - 1)
    expect(await askForRefund(bank.ctx, id)).toBeUndefined()
    clock.forward(1)
    expect(await askForRefund(bank.ctx, id)).toBeDefined()
    if (first) await closeRefund(ctx, first.refund, 'SUCCEEDED')
    clock.forward(minutes(5))
    expect(await askForRefund(bank.ctx, id)).toBeUndefined()
    expect(bank.asked).toHaveLength(2)
  })

  test('a lease from a clock that was hours ahead holds nobody up', async ({ ctx, api, clock }) => {
    const id = await (await aPaid(ctx, api)).ask(6_000)
    const bank = atProvider(ctx, [lost, lost])
    await askForRefund(bank.ctx, id)
    clock.forward(-hours(1))
    expect(await askForRefund(bank.ctx, id)).toBeDefined()
  })

  test('again comes soon at first, then ever more rarely, every half hour in the end', async ({ ctx, api, clock }) => {
    const { ask } = await aPaid(ctx, api)
    const id = await ask(6_000)
    const other = await ask(1_000)
    const bank = atProvider(ctx, [lost], [])
    const pauses: number[] = []
    for (const age of [0, seconds(45), minutes(3), hours(1), hours(3)]) {
      clock.forward(age)
      await askForRefund(bank.ctx, id)
      pauses.push((((await findRefund(ctx, id))?.leaseUntil.getTime() ?? 0) - clock.now.getTime()) / 1000)
    }
    expect(pauses).toEqual([15, 15, 75, 1275, 1800])
    expect(bank.calls()).toEqual(['refund', 'find', 'find', 'find', 'find'])
    expect(await findRefund(ctx, other), 'that is another').toMatchObject({ askedTimes: 0 })
  })

  test('what surely never left counts as never asked for', async ({ ctx, api, clock }) => {
    const id = await (await aPaid(ctx, api)).ask(6_000)
    const unsent = { kind: 'unsent', reason: 'circuit' } as const
    const bank = atProvider(ctx, [unsent, lost, unsent], [{ kind: 'none' }])
    await askForRefund(bank.ctx, id)
    expect(await findRefund(ctx, id)).toMatchObject({ askedTimes: 0, sentAt: null })
    await askForRefund(bank.ctx, id)
    expect(await findRefund(ctx, id)).toMatchObject({ askedTimes: 1, sentAt: clock.now })
    const sentAt = clock.now
    clock.forward(minutes(2))
    await askForRefund(bank.ctx, id)
    expect(bank.calls(), 'one that was sent once is looked for').toEqual(['refund', 'refund', 'find', 'refund'])
    expect(bank.asked[2]?.[1]).toMatchObject({ sentAt })
    expect(await findRefund(ctx, id)).toMatchObject({ askedTimes: 2, sentAt: clock.now })
  })

  test.for<[string, RefundLookup, RefundOutcome | undefined, object]>([
    ['found', { kind: 'refunded' }, undefined, { kind: 'refunded' }],
    ['not told of', lost, undefined, lost],
    ['missing for certain, and then paid', { kind: 'none' }, { kind: 'refunded' }, { kind: 'refunded' }],
    ['missing for certain, and then refused', { kind: 'none' }, refused, { reason: 'refused the second time' }],
  ])('a refund that may have been sent is looked for: %s', async ([, lookup, then, answer], { ctx, api, clock }) => {
    const id = await (await aPaid(ctx, api)).ask(6_000)
    const bank = atProvider(ctx, then ? [lost, then] : [lost], [lookup])
    await askForRefund(bank.ctx, id)
    clock.forward(minutes(2))
    expect((await askForRefund(bank.ctx, id))?.answer).toMatchObject(answer)
    expect(bank.calls()).toEqual(then ? ['refund', 'find', 'refund'] : ['refund', 'find'])
  })

  test('what the report shows of it is kept for the owner', async ({ ctx, api, clock }) => {
    const id = await (await aPaid(ctx, api)).ask(6_000)
    const bank = atProvider(ctx, [lost], [{ ...lost, shownKurus: 5_000 }, lost])
    for (const shownKurus of [null, 5_000, 5_000]) {
      await askForRefund(bank.ctx, id)
      expect(await findRefund(ctx, id)).toMatchObject({ shownKurus })
      clock.forward(minutes(2))
    }
  })

  test('a provider that pays the same refund once is simply asked again; an error is no answer', async ({
    ctx,
    api,
    clock,
  }) => {
    const id = await (await aPaid(ctx, api)).ask(6_000)
    const bank = atProvider(ctx, [])
    expect((await askForRefund(bank.ctx, id))?.answer).toEqual({ kind: 'unknown', reason: 'TypeError' })
    clock.forward(minutes(2))
    await askForRefund(bank.ctx, id)
    expect(bank.calls()).toEqual(['refund', 'refund'])
    const refund = await findRefund(ctx, id)
    expect(refund && (await lookForRefund(bank.ctx, refund))).toEqual({ kind: 'unknown', reason: 'no answer' })
  })

  test('a payment without a number of the provider’s cannot be given back: that is a fault of ours', async ({
    ctx,
    api,
  }) => {
    const id = await (await aPaid(ctx, api)).ask(6_000)
    await ctx.db.update(paymentAttempts).set({ providerPaymentId: null })
    const bank = atProvider(ctx, [{ kind: 'refunded' }])
    await expect(askForRefund(bank.ctx, id)).rejects.toThrow('has no payment')
    expect(bank.asked).toEqual([])
  })

  test('looking changes nothing', async ({ ctx, api }) => {
    const id = await (await aPaid(ctx, api)).ask(6_000)
    const bank = atProvider(ctx, [], [{ kind: 'none' }])
    const before = await findRefund(ctx, id)
    expect(before && (await lookForRefund(bank.ctx, before))).toEqual({ kind: 'none' })
    expect(await findRefund(ctx, id)).toEqual(before)
    expect(bank.calls()).toEqual(['find'])
  })
})

test('after a day without a word the owner has to decide', async ({ ctx, api, clock }) => {
  const id = await (await aPaid(ctx, api)).ask(6_000)
  const refund = async () => {
    const found = await findRefund(ctx, id)
    if (!found) throw new Error('no refund')
    return found
  }
  clock.forward(days(1))
  expect(needsDecision(ctx, await refund()), 'never asked for').toBe(false)
  clock.forward(-days(1))
  await askForRefund(atProvider(ctx, [lost]).ctx, id)
  clock.forward(days(1) - 1)
  expect(needsDecision(ctx, await refund())).toBe(false)
  clock.forward(1)
  expect(needsDecision(ctx, await refund())).toBe(true)
  await closeRefund(ctx, await refund(), 'FAILED')
  expect(needsDecision(ctx, await refund())).toBe(false)
})

test('so does what could not be sent in all of that day, such as to a provider that is not set up any more', async ({
  ctx,
  api,
  clock,
}) => {
  const id = await (await aPaid(ctx, api)).ask(6_000)
  const found = async () => {
    const refund = await findRefund(ctx, id)
    if (!refund) throw new Error('no refund')
    return refund
  }
  clock.forward(seconds(20))
  const gone = { ...ctx, payments: { ...ctx.payments, name: 'another' } }
  for (const wait of [hours(1), hours(23) - 1]) {
    expect((await askForRefund(gone, id))?.answer.kind).toBe('unsent')
    expect(needsDecision(ctx, await found())).toBe(false)
    clock.forward(wait)
  }
  await askForRefund(gone, id)
  expect(await found()).toMatchObject({ askedTimes: 0, sentAt: null })
  expect(needsDecision(ctx, await found())).toBe(true)
})

test('news hurries what was asked for of that payment, and nothing else', async ({ ctx, api, clock }) => {
  const { ask, attempt } = await aPaid(ctx, api)
  const other = await aPaid(ctx, api)
  const ids = [await ask(1_000), await ask(1_000), await other.ask(1_000)]
  for (const id of [ids[0], ids[2]]) await askForRefund(atProvider(ctx, [lost]).ctx, id ?? '')
  await ctx.db.update(refunds).set({ leaseUntil: new Date('2030-01-01') })
  await hurryRefunds(ctx, attempt.id)
  const leases = await Promise.all(ids.map(async (id) => (await findRefund(ctx, id))?.leaseUntil.getTime()))
  const later = new Date('2030-01-01').getTime()
  expect(leases).toEqual([clock.now.getTime(), later, later])
})

test('a refund is settled once; a refused one gives its share free', async ({ ctx, api }) => {
  const { ask, find } = await aPaid(ctx, api)
  const other = await aPaid(ctx, api)
  await other.ask(5_000)
  const [paid, failed] = [await findRefund(ctx, await ask(6_000)), await findRefund(ctx, await ask(4_000))]
  if (!paid || !failed) throw new Error('no refunds')
  expect(await closeRefund(ctx, paid, 'SUCCEEDED')).toBe(true)
  expect(await closeRefund(ctx, paid, 'FAILED')).toBe(false)
  expect((await find()).refundKurus).toBe(10_000)
  expect(await closeRefund(ctx, failed, 'FAILED')).toBe(true)
  expect([(await find()).refundKurus, (await other.find()).refundKurus]).toEqual([6_000, 5_000])
  const causes = (await ctx.db.select().from(paymentEvents)).map(({ cause }) => cause)
  expect(causes).toEqual(expect.arrayContaining([`refund ${paid.id} succeeded`, `refund ${failed.id} failed`]))
  expect(causes).not.toContain(`refund ${paid.id} failed`)
})
