import { expect } from 'vitest'
import { test } from '#test/shop.ts'
import { aToldSale, price } from '#test/told-sale.ts'
import type { BankReturn, PaymentOutcome } from '../payment-provider.ts'
import { minutes, seconds } from '../time.ts'
import { resumeThreeDs } from './three-ds.ts'

const atBank = { kind: '3ds', paymentId: 'p1', redirectUrl: 'http://bank.test/1' } as const
const charged = { kind: 'charged', paymentId: 'p1', amountKurus: 2 * price } as const
const declined = { kind: 'declined', code: 'EXPIRED_CARD', message: 'Süresi geçmiş.' } as const
const passed = { kind: 'passed', paymentId: 'p2', data: 'of her bank' } as const

test.for<[string, BankReturn, PaymentOutcome | undefined, unknown[], string[]]>([
  ['a signed yes is passed on', passed, charged, ['SUCCEEDED', 'SUCCESS', 3], ['finish']],
  ['a signed yes, declined by the last call', passed, declined, ['DECLINED', 'FAILED', 5], ['finish']],
  ['a signed no ends it without a question', { kind: 'failed' }, undefined, ['DECLINED', 'FAILED', 5], []],
  [
    'an unsigned return is a reason to ask: charged',
    { kind: 'unproven' },
    charged,
    ['SUCCEEDED', 'SUCCESS', 3],
    ['find'],
  ],
  ['an unsigned return: declined', { kind: 'unproven' }, declined, ['DECLINED', 'FAILED', 5], ['find']],
  ['an unsigned return: nothing new', { kind: 'unproven' }, atBank, ['AWAITING_3DS', 'PENDING', 3], ['find']],
  [
    'an unsigned return: never heard of',
    { kind: 'unproven' },
    { kind: 'none' },
    ['AWAITING_3DS', 'PENDING', 3],
    ['find'],
  ],
])('%s', async ([, back, answer, ends, asked], { ctx }) => {
  const sale = await aToldSale(ctx, atBank)
  sale.bank.says.return.push(back)
  if (answer) sale.bank.says[asked[0] === 'finish' ? 'finish' : 'find'].push(answer)
  const { conversationId } = await sale.find()
  expect(await resumeThreeDs(sale.ctx, conversationId, {})).toBe(sale.orderId)
  expect([await sale.stands(), sale.bank.asked]).toEqual([ends, asked])
})

test('the last call says which payment, and what came from her bank; it belongs to this process meanwhile', async ({
  ctx,
  clock,
}) => {
  const sale = await aToldSale(ctx, atBank)
  clock.forward(minutes(1))
  sale.bank.says.return.push(passed)
  const claimed: unknown[] = []
  const atStep = (step: string) => {
    if (step === 'three-ds-claimed') claimed.push(sale.find())
  }
  const { conversationId } = await sale.find()
  await resumeThreeDs({ ...sale.ctx, atStep }, conversationId, {})
  const leaseUntil = new Date(clock.now.getTime() + seconds(15))
  expect(await claimed[0]).toMatchObject({
    status: 'STARTED',
    leaseUntil,
    threeDsData: 'of her bank',
    providerPaymentId: 'p2',
  })
  const { orderId } = sale
  expect(sale.bank.finished).toMatchObject([{ orderId, conversationId, paymentId: 'p2', data: 'of her bank' }])
  expect((await sale.causes()).slice(-2)).toEqual([
    'AWAITING_3DS→STARTED: back from the bank',
    'STARTED→UNKNOWN: finished 3-D Secure',
  ])
})

test('a return without data or number of a payment keeps what is known', async ({ ctx }) => {
  const sale = await aToldSale(ctx, atBank)
  sale.bank.says.return.push({ kind: 'passed' })
  await resumeThreeDs(sale.ctx, (await sale.find()).conversationId, {})
  expect(sale.bank.finished).toMatchObject([{ paymentId: 'p1', data: null }])
  expect((await sale.find()).threeDsData, 'she came back with a yes').toBe('')
})

test('who is not at her bank any more changes nothing by coming back', async ({ ctx }) => {
  for (const back of [passed, { kind: 'failed' }, { kind: 'unproven' }] as const) {
    const sale = await aToldSale(ctx, charged)
    sale.bank.says.return.push(back)
    expect(await resumeThreeDs(sale.ctx, (await sale.find()).conversationId, {})).toBe(sale.orderId)
    expect([await sale.stands(), sale.bank.asked]).toEqual([['SUCCEEDED', 'SUCCESS', 3], []])
  }
})

test('a conversation that nobody had is about no order; what a failed 3-D Secure says is kept for her', async ({
  ctx,
}) => {
  const sale = await aToldSale(ctx, atBank)
  expect(await resumeThreeDs(sale.ctx, 'unheard of', {})).toBeUndefined()
  sale.bank.says.return.push({ kind: 'failed' })
  await resumeThreeDs(sale.ctx, (await sale.find()).conversationId, {})
  expect(await sale.find()).toMatchObject({
    declineCode: 'THREE_DS_FAILED',
    declineMessage: expect.stringContaining('3-D Secure doğrulaması'),
    recheckAt: null,
  })
})
