import { expect, test } from 'vitest'
import { failed, iyzicoThatAnswers, success } from '#test/outside/iyzico-answers.ts'
import type { IyzicoReply } from './client.ts'
import { listCharges, listInstallments } from './lists.ts'

const account = (...replies: IyzicoReply[]) => iyzicoThatAnswers(replies)

const plan = (more: object) => ({ installmentPrices: [{ installmentNumber: 1, totalPrice: 100 }], ...more })

test('the installments of a card are asked for by its first eight digits, those of all families without', async () => {
  const { iyzico, calls } = account()
  expect(await listInstallments(iyzico, 10_050, '5528790000000008')).toBeUndefined()
  expect(await listInstallments(iyzico, 10_050)).toBeUndefined()
  const path = '/payment/iyzipos/installment'
  expect(calls).toEqual([
    { path, sent: { locale: 'tr', binNumber: '55287900', price: '100.5' }, timeout: 4_000 },
    { path, sent: { locale: 'tr', price: '100.5' }, timeout: 4_000 },
  ])
})

test('a plan tells the family, the kind of card, whether the bank insists, and what each count costs', async () => {
  const installmentPrices = [
    { installmentNumber: 1, totalPrice: 100 },
    { installmentNumber: '3', totalPrice: '104.25' },
    { installmentNumber: 6, totalPrice: 'no price' },
  ]
  const full = plan({
    cardType: 'CREDIT_CARD',
    cardFamilyName: 'Bonus',
    bankName: 'Garanti',
    force3ds: 1,
    installmentPrices,
  })
  const rest = [{ cardType: 'DEBIT_CARD', force3ds: '0' }, { cardType: 'PREPAID_CARD', force3ds: 2 }, {}].map(plan)
  const { iyzico } = account(success({ installmentDetails: [full, ...rest] }))
  const single = [{ count: 1, totalKurus: 10_000 }]
  expect(await listInstallments(iyzico, 10_000)).toEqual([
    {
      family: 'Bonus',
      bank: 'Garanti',
      cardType: 'CREDIT',
      forces3ds: true,
      options: [...single, { count: 3, totalKurus: 10_425 }],
    },
    { family: '', bank: null, cardType: 'DEBIT', forces3ds: false, options: single },
    { family: '', bank: null, cardType: 'OTHER', forces3ds: false, options: single },
    { family: '', bank: null, cardType: 'OTHER', forces3ds: false, options: single },
  ])
})

test('plans in a failure or of another form are none', async () => {
  const details = { installmentDetails: [plan({})] }
  for (const reply of [failed('1', '', details), success({ installmentDetails: 'no' })])
    expect(await listInstallments(account(reply).iyzico, 10_000)).toBeUndefined()
})

const row = (more: object) => ({
  transactionType: 'PAYMENT',
  paymentId: 1,
  conversationId: 'a',
  paidPrice: 10,
  ...more,
})
const page = (transactions: object[] | undefined, totalPageCount?: number) => success({ transactions, totalPageCount })

test('the list of a day is one line per payment, however many items and pages', async () => {
  const first = [
    row({}),
    row({ paidPrice: 5.5 }),
    row({ paymentId: 2, conversationId: null, paidPrice: null, price: '7' }),
  ]
  const second = [
    row({ transactionType: 'REFUND', paidPrice: 99, price: 3 }),
    row({ transactionType: 'CANCEL', paymentId: '2', price: null, paidPrice: 7 }),
    row({ paymentId: 3, transactionStatus: -1 }),
    row({ paymentId: 4, transactionStatus: 0, conversationId: 'd' }),
  ]
  const { iyzico, calls } = account(page(first, 2), page(second, 2))
  expect(await listCharges(iyzico, '2026-11-20')).toEqual([
    { paymentId: '1', conversationId: 'a', amountKurus: 1_550, refundedKurus: 300 },
    { paymentId: '2', conversationId: null, amountKurus: 700, refundedKurus: 700 },
    { paymentId: '3', conversationId: null, amountKurus: 0, refundedKurus: 0 },
    { paymentId: '4', conversationId: 'd', amountKurus: 1_000, refundedKurus: 0 },
  ])
  const path = '/v2/reporting/payment/transactions'
  expect(calls).toEqual(
    ['1', '2'].map((page) => ({ path, sent: { transactionDate: '2026-11-20', page, locale: 'tr' }, timeout: 15_000 })),
  )
})

test('a day without payments is an empty list; a page that is missing makes it no list at all', async () => {
  expect(await listCharges(account(page(undefined)).iyzico, '2026-11-20')).toEqual([])
  const lost = account(page([row({})], 2), { kind: 'unknown', reason: 'lost' })
  expect(await listCharges(lost.iyzico, '2026-11-20')).toBeUndefined()
  expect(await listCharges(account(failed('1', '', { transactions: [] })).iyzico, '2026-11-20')).toBeUndefined()
  expect(await listCharges(account(page([{ paymentId: 1 }])).iyzico, '2026-11-20')).toBeUndefined()
  const endless = account(...Array.from({ length: 300 }, () => page([row({})], 1_000)))
  expect(await listCharges(endless.iyzico, '2026-11-20'), 'nobody sells so much in a day').toBeUndefined()
  expect(endless.calls).toHaveLength(200)
})
