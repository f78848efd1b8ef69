import { expect, test } from 'vitest'
import { failed, iyzicoThatAnswers, success } from '#test/outside/iyzico-answers.ts'
import { findBooks } from './books.ts'
import type { IyzicoReply } from './client.ts'

const about = { conversationId: 'payment-1', paymentId: '77' }
const refund = (refundPrice: unknown, refundStatus: unknown = 1) => ({ refundPrice, refundStatus })
const reportOf = (more: object) =>
  success({
    payments: [
      { paymentId: 76, paidPrice: 1 },
      { paymentId: 77, paidPrice: 100.5, ...more },
    ],
  })
const booksOf = (reply: IyzicoReply) => findBooks(iyzicoThatAnswers([reply]).iyzico.client, about)

test('the books of a payment are asked for by its conversation', async () => {
  const { iyzico, calls } = iyzicoThatAnswers([])
  expect(await findBooks(iyzico.client, about)).toBeUndefined()
  const sent = { paymentConversationId: 'payment-1', locale: 'tr' }
  expect(calls).toEqual([{ path: '/v2/reporting/payment/details', sent, timeout: 8_000 }])
})

test('what went back is the sum of all items, as far as it is done; a cancellation is all of it', async () => {
  expect(await booksOf(reportOf({}))).toEqual({ amountKurus: 10_050, refundedKurus: 0 })
  const itemTransactions = [
    { refunds: [refund(10), refund('5.25', '1')] },
    { refunds: null },
    { refunds: [refund(1), refund(7, 2), refund(9, null)] },
  ]
  expect(await booksOf(reportOf({ itemTransactions }))).toEqual({ amountKurus: 10_050, refundedKurus: 1_625 })
  const cancels = [{ refundStatus: 0 }, { refundStatus: 1 }]
  expect(await booksOf(reportOf({ itemTransactions, cancels }))).toEqual({ amountKurus: 10_050, refundedKurus: 10_050 })
  expect(await booksOf(reportOf({ cancels: [{ refundStatus: 0 }] }))).toEqual({ amountKurus: 10_050, refundedKurus: 0 })
})

test.for<[string, IyzicoReply]>([
  ['a failure, whatever stands in it', failed('1', '', { payments: [{ paymentId: 77, paidPrice: 100.5 }] })],
  ['of another payment', success({ payments: [{ paymentId: 78, paidPrice: 100.5 }] })],
  ['with an amount that is none', reportOf({ paidPrice: '1.005' })],
  ['with a refund that is none', reportOf({ itemTransactions: [{ refunds: [refund('1.005')] }] })],
  ['with fields of another kind', reportOf({ cancels: 'no' })],
])('books that are %s are no books', async ([, reply]) => expect(await booksOf(reply)).toBeUndefined())
