import { describe, expect, test } from 'vitest'
import { failed, iyzicoThatAnswers, signed, success } from '#test/outside/iyzico-answers.ts'
import type { RefundRequest } from '../../payment-provider.ts'
import { days, minutes } from '../../time.ts'
import type { IyzicoReply } from './client.ts'
import { findRefund, refund } from './refunds.ts'

const paidAt = new Date('2026-11-20T08:00:00Z')
const request: RefundRequest = {
  refundId: 'refund-1',
  conversationId: 'payment-1',
  paymentId: '77',
  ip: 'system',
  amountKurus: 10_050,
  paidKurus: 10_050,
  feeKurus: 50,
  refundedKurus: 0,
  paidAt,
}
const later = new Date(paidAt.getTime() + days(2)).toISOString()
const base = { paymentId: '77', conversationId: 'refund-1' }
const refundAnswer = (more: Record<string, unknown> = {}) =>
  success({ ...base, price: 100.5, currency: 'TRY', signature: signed('77', '100.5', 'TRY', 'refund-1'), ...more })

const account = (replies: IyzicoReply[], now?: string) => iyzicoThatAnswers(replies, { now })

describe('giving back', () => {
  test('all of a payment on its day is cancelled, with these words', async () => {
    const { iyzico, calls } = account([success({ ...base, price: '100.50', currency: 'TRY' })])
    expect(await refund(iyzico, request)).toEqual({ kind: 'refunded' })
    const sent = { locale: 'tr', ...base, ip: '127.0.0.1', reason: 'buyer_request' }
    expect(calls).toEqual([{ path: '/payment/cancel', sent, timeout: 20_000 }])
  })

  test.for<[string, Partial<RefundRequest>, string | undefined]>([
    ['a part', { amountKurus: 10_049 }, undefined],
    ['the rest', { refundedKurus: 1 }, undefined],
    ['all of it, two days later', {}, later],
  ])('%s is refunded, with these words', async ([, more, now]) => {
    const { iyzico, calls } = account([], now)
    await refund(iyzico, { ...request, ...more, ip: '198.51.100.7' })
    const price = more.amountKurus ? '100.49' : '100.5'
    const sent = { locale: 'tr', ...base, price, currency: 'TRY', ip: '198.51.100.7' }
    expect(calls).toEqual([{ path: '/v2/payment/refund', sent, timeout: 20_000 }])
  })

  test('a cancellation that the bank refuses is refunded instead; one of which nothing is known is not', async () => {
    const { iyzico, calls } = account([failed('5092'), refundAnswer()])
    expect(await refund(iyzico, request)).toEqual({ kind: 'refunded' })
    expect(calls.map(({ path }) => path)).toEqual(['/payment/cancel', '/v2/payment/refund'])
    for (const reply of [
      { kind: 'unknown', reason: 'lost' },
      { kind: 'unsent', reason: 'circuit' },
    ] as const) {
      const other = account([reply, refundAnswer()])
      expect(await refund(other.iyzico, request)).toEqual(reply)
      expect(other.calls).toHaveLength(1)
    }
  })

  test('a cancellation names the basket, with or without the fee of installments, and nothing else', async () => {
    const answers = async (body: Record<string, unknown>) => {
      const { iyzico, calls } = account([success({ ...base, ...body })])
      const { kind } = await refund(iyzico, request)
      expect(calls).toHaveLength(1)
      return kind
    }
    expect(await answers({ price: 100.5, currency: 'TRY' })).toBe('refunded')
    expect(await answers({ price: 100 }), 'without the fee and a currency').toBe('refunded')
    expect(await answers({ price: 99.5, currency: 'TRY' })).toBe('unknown')
    expect(await answers({ currency: 'TRY' })).toBe('unknown')
    expect(await answers({ price: 100.5, currency: 'USD' })).toBe('unknown')
    expect(await answers({ price: 100.5, signature: 'wrong' })).toBe('unknown')
    expect(await answers({ price: 100.5, signature: null })).toBe('refunded')
    expect(await answers({ price: 100.5, signature: signed('77', 'refund-1') })).toBe('refunded')
  })

  test.for<[string, Record<string, unknown>, string]>([
    ['over four fields', {}, 'refunded'],
    [
      'over four fields without a currency',
      { currency: undefined, signature: signed('77', '100.5', '', 'refund-1') },
      'refunded',
    ],
    ['over four fields, the price with zeros', { price: '100.5000' }, 'refunded'],
    ['over two fields', { signature: signed('77', 'refund-1') }, 'unknown: the answer proves no amount'],
    ['with anything', { signature: '0'.repeat(64) }, 'unknown: wrong signature'],
    ['not at all', { signature: undefined }, 'unknown: wrong signature'],
    [
      'for another payment',
      { paymentId: '78', signature: signed('78', '100.5', 'TRY', 'refund-1') },
      'unknown: wrong signature',
    ],
    [
      'for another refund',
      { conversationId: 'x', signature: signed('77', '100.5', 'TRY', 'x') },
      'unknown: wrong signature',
    ],
    [
      'over another amount',
      { price: 99, signature: signed('77', '99', 'TRY', 'refund-1') },
      'unknown: another amount went back',
    ],
    [
      'over no amount',
      { price: null, signature: signed('77', '', 'TRY', 'refund-1') },
      'unknown: another amount went back',
    ],
    [
      'over dollars',
      { currency: 'USD', signature: signed('77', '100.5', 'USD', 'refund-1') },
      'unknown: another amount went back',
    ],
    ['over four fields, to be tried again', { retryable: true }, 'unknown: iyzico tries again'],
  ])('an answer that is signed %s', async ([, more, expected]) => {
    const { iyzico, lines } = account([refundAnswer(more)], later)
    const answer = await refund(iyzico, request)
    expect('reason' in answer ? `${answer.kind}: ${answer.reason}` : answer.kind).toBe(expected)
    expect(lines.length, 'what is not believed is in the log').toBe(/wrong|another/.test(expected) ? 1 : 0)
  })

  test.for<[IyzicoReply, object]>([
    [failed('5093'), { kind: 'refused', message: 'Banka iadeyi kabul etmedi.' }],
    [failed('5093', '', { retryable: true }), { kind: 'unknown', reason: 'left open: 5093 ' }],
    [failed('100001'), { kind: 'unknown', reason: 'left open: 100001 ' }],
    [failed('10999', 'REQUEST_TIMEOUT'), { kind: 'unknown', reason: 'left open: 10999 REQUEST_TIMEOUT' }],
    [
      { kind: 'unsent', reason: 'circuit' },
      { kind: 'unsent', reason: 'circuit' },
    ],
  ])('an answer that is no success: %o', async ([reply, outcome]) => {
    expect(await refund(account([reply], later).iyzico, request)).toEqual(outcome)
  })
})

describe('what the report says of a refund', () => {
  const sentAt = new Date('2026-11-20T10:00:00Z')
  const entry = (id: string | null, price: number, at = '2026-11-20T10:00:05Z', status = 1) => ({
    refundConversationId: id,
    refundPrice: price,
    refundStatus: status,
    createdDate: at,
  })
  const find = (refunds: object[], more: object = {}) => {
    const payment = { paymentId: 77, price: 100, paidPrice: 100.5, itemTransactions: [{ refunds }], ...more }
    const { iyzico, calls } = account([
      success({ payments: [{ ...payment, paymentId: 76, itemTransactions: [] }, payment] }),
    ])
    return findRefund(iyzico, { ...request, sentAt }).then((found) => ({ found, calls }))
  }

  test('asks for this payment', async () => {
    const { calls } = await find([])
    const sent = { paymentConversationId: 'payment-1', locale: 'tr' }
    expect(calls).toEqual([{ path: '/v2/reporting/payment/details', sent, timeout: 8_000 }])
  })

  test('the amount, in one entry or several, is the refund; less is not, nor what is not done', async () => {
    const reason = 'another amount went back'
    expect((await find([entry('refund-1', 100.5)])).found).toEqual({ kind: 'refunded' })
    expect((await find([entry('refund-1', 100), entry('refund-1', 0.5)])).found).toEqual({ kind: 'refunded' })
    expect((await find([entry('refund-1', 100)])).found).toEqual({ kind: 'unknown', reason, shownKurus: 10_000 })
    expect((await find([entry('refund-1', 100.5, undefined, 0)])).found).toMatchObject({
      kind: 'unknown',
      shownKurus: 0,
    })
    expect((await find([entry('other', 100.5)])).found).toMatchObject({
      reason: 'not in the report yet',
      shownKurus: 0,
    })
  })

  test('only something surely newer proves that it is missing', async () => {
    const at = (ms: number) => new Date(sentAt.getTime() + ms).toISOString()
    const kindOf = async (...entries: object[]) => (await find(entries)).found.kind
    expect(await kindOf(entry('other', 1, at(minutes(15) + 1000)))).toBe('none')
    expect(await kindOf(entry(null, 1, '2026-11-20T13:16:00+03:00'))).toBe('none')
    expect(await kindOf(entry('other', 1, at(minutes(15))))).toBe('unknown')
    expect(await kindOf(entry('other', 1, '2026-11-20 14:00:00')), 'without a zone').toBe('unknown')
    expect(await kindOf(entry('other', 1, '2026-19-99T14:00:00Z')), 'no time').toBe('unknown')
    expect(await kindOf(entry('other', 1, at(minutes(20))), entry('refund-1', 1)), 'it is there').toBe('unknown')
  })

  test('a cancellation is of the whole payment, with or without the fee in its price', async () => {
    const cancel = (refundPrice: number | null) =>
      find([], { cancels: [{ cancelConversationId: 'refund-1', refundPrice, refundStatus: 1 }] })
    for (const price of [100.5, 100, null])
      expect((await cancel(price)).found, `${price}`).toEqual({ kind: 'refunded' })
    expect((await cancel(99)).found).toMatchObject({ kind: 'unknown', shownKurus: 9_900 })
  })

  test.for<[string, IyzicoReply]>([
    ['that cannot be had', { kind: 'unknown', reason: 'lost' }],
    ['that is a failure', failed('1', '', { payments: [{ paymentId: 77, paidPrice: 1 }] })],
    ['that cannot be read', success({ payments: [{ paymentId: 77 }] })],
    ['of another payment', success({ payments: [{ paymentId: 78, paidPrice: 100.5 }] })],
  ])('a report %s says nothing', async ([, reply]) => {
    const found = await findRefund(account([reply]).iyzico, { ...request, sentAt })
    expect(found).toEqual({ kind: 'unknown', reason: 'iyzico does not say what went back' })
  })
})
