import { describe, expect } from 'vitest'
import { aProvidersRequest } from '#test/checkout.ts'
import { failed, iyzicoThatAnswers, signed, success } from '#test/outside/iyzico-answers.ts'
import { test } from '#test/shop.ts'
import type { ChargeRequest } from '../../payment-provider.ts'
import { minutes } from '../../time.ts'
import { takeBankPage } from '../bank-pages.ts'
import { declineSentence } from '../declines.ts'
import type { IyzicoReply } from './client.ts'
import { iyzicoProvider } from './iyzico.ts'

const request: ChargeRequest = {
  ...aProvidersRequest,
  conversationId: 'payment-1',
  installments: 3,
  card: { holderName: 'AYSE YILMAZ', number: '5528790000000008', expireMonth: '12', expireYear: '2040', cvc: '123' },
  items: [
    { id: 'item-1', name: 'Elbise', category: 'Giyim', amountKurus: 9_000 },
    { id: 'item-2', name: 'Kemer', category: 'Aksesuar', amountKurus: 1_000 },
  ],
}

/** iyzico's answer about the payment above, signed as it says. */
function paid(more: Record<string, unknown> = {}) {
  const told = {
    paymentId: '77',
    currency: 'TRY',
    basketId: 'order-1',
    conversationId: 'payment-1',
    paidPrice: 104.5,
    price: 100,
  }
  const body = { ...told, paymentStatus: 'SUCCESS', phase: 'AUTH', fraudStatus: 1, ...more }
  const { paymentId, currency, basketId, conversationId, paidPrice, price } = body
  const signature = signed(paymentId, currency, basketId, conversationId, `${paidPrice}`, `${price}`)
  return success({ signature, ...body })
}
const charged = { kind: 'charged', paymentId: '77', amountKurus: 10_450, currency: 'TRY', orderId: 'order-1' }

type Given = Parameters<typeof iyzicoThatAnswers>[1]
function provider(replies: IyzicoReply[], given: Given = {}) {
  const { iyzico, calls, lines } = iyzicoThatAnswers(replies, given)
  const { settings, log, client, pages } = iyzico
  return { ...iyzicoProvider(settings, { log, pages, client }), calls, lines }
}

/** The outcome of a payment that is looked up, for an answer of each kind. */
const meaningOf = async (reply: IyzicoReply) => {
  const iyzico = provider([reply])
  return { outcome: await iyzico.find('payment-1'), ...iyzico }
}

describe('charging at iyzico', () => {
  test('sends exactly this, and no more of the shopper', async () => {
    const iyzico = provider([paid()])
    expect(await iyzico.charge(request)).toEqual(charged)
    const [address, city, contactName] = ['Bağdat Caddesi 1', 'İstanbul', 'Ayşe Yılmaz']
    const where = { contactName, address, city, country: 'Turkey', zipCode: '34710' }
    const sent = {
      locale: 'tr',
      conversationId: 'payment-1',
      price: '100',
      paidPrice: '104.5',
      installment: 3,
      paymentChannel: 'WEB',
      basketId: 'order-1',
      paymentGroup: 'PRODUCT',
      currency: 'TRY',
      paymentCard: {
        cardHolderName: 'AYSE YILMAZ',
        cardNumber: '5528790000000008',
        cvc: '123',
        expireYear: '2040',
        expireMonth: '12',
        registerCard: 0,
      },
      buyer: {
        id: 'user-1',
        name: 'Ayşe',
        surname: 'Yılmaz',
        identityNumber: '11111111111',
        email: 'ayse@posta.example',
        gsmNumber: '+905321112233',
        registrationAddress: address,
        city,
        country: 'Turkey',
        zipCode: '34710',
        ip: '198.51.100.7',
      },
      shippingAddress: where,
      billingAddress: where,
      basketItems: [
        { id: 'item-1', name: 'Elbise', category1: 'Giyim', itemType: 'PHYSICAL', price: '90' },
        { id: 'item-2', name: 'Kemer', category1: 'Aksesuar', itemType: 'PHYSICAL', price: '10' },
      ],
    }
    expect(iyzico.calls).toEqual([{ path: '/payment/auth', sent, timeout: 30_000 }])
    const other = provider([paid()])
    await other.charge({ ...request, buyer: { ...request.buyer, postalCode: null } })
    expect(JSON.stringify(other.calls)).not.toContain('zipCode')
  })

  test.for<[string, string, object[], boolean]>([
    ['a credit card', 'auto', [{ cardType: 'CREDIT_CARD', force3ds: 0 }], false],
    ['a credit card of a bank that insists', 'auto', [{ cardType: 'CREDIT_CARD', force3ds: 1 }], true],
    ['a debit card', 'auto', [{ cardType: 'DEBIT_CARD', force3ds: 0 }], true],
    ['a card that iyzico does not know', 'auto', [], true],
    ['any card, if the shop wants it so', 'always', [], true],
    ['any card, if the shop wants it so', 'never', [], false],
  ])('whether the bank of %s is asked first (%s)', async ([, threeDs, plans, asks]) => {
    const details = plans.map((plan) => ({ ...plan, installmentPrices: [] }))
    const questions = threeDs === 'auto' ? [success({ installmentDetails: details })] : []
    const iyzico = provider(questions, { settings: { threeDs: threeDs as 'auto' | 'always' | 'never' } })
    await iyzico.charge(request)
    expect(iyzico.calls.map(({ path }) => path)).toEqual([
      ...(threeDs === 'auto' ? ['/payment/iyzipos/installment'] : []),
      asks ? '/payment/3dsecure/initialize' : '/payment/auth',
    ])
    if (threeDs === 'auto') expect(iyzico.calls[0]?.sent).toMatchObject({ binNumber: '55287900', price: '104.5' })
    expect(iyzico.calls.at(-1)?.sent.callbackUrl).toBe(asks ? 'http://shop.test/donus' : undefined)
  })

  test('the way to her bank is a page of ours with iyzico’s form', async ({ ctx }) => {
    const store = { db: ctx.db, clock: ctx.clock, authSecret: 'secret', publicUrl: 'http://shop.test' }
    const given = { settings: { threeDs: 'always' as const }, pages: store }
    const html = '<form id="bank">ş</form>'
    const started = (more: object = {}) =>
      success({
        paymentId: '77',
        conversationId: 'payment-1',
        signature: signed('77', 'payment-1'),
        threeDSHtmlContent: Buffer.from(html).toString('base64'),
        ...more,
      })
    const outcome = await provider([started()], given).charge(request)
    const address = 'redirectUrl' in outcome ? (outcome.redirectUrl ?? '') : ''
    expect(outcome).toEqual({ kind: '3ds', paymentId: '77', redirectUrl: expect.any(String) })
    expect(address).toMatch(/^http:\/\/shop\.test\/odeme\/banka\/[\w-]{32}$/)
    expect(await takeBankPage(store, address.slice(-32))).toBe(html)

    const other = started({ conversationId: 'payment-2', signature: signed('77', 'payment-2') })
    for (const reply of [other, started({ threeDSHtmlContent: '' })]) {
      const unknown = await provider([reply], given).charge(request)
      expect(unknown).toEqual({ kind: 'unknown', reason: 'the answer belongs to another payment' })
    }
    const forged = provider([started({ signature: 'forged' })], given)
    expect(await forged.charge(request)).toEqual({ kind: 'unknown', reason: 'wrong signature' })
    expect(forged.lines).toHaveLength(1)
    const refused = await provider([failed('10051', 'NOT_SUFFICIENT_FUNDS')], given).charge(request)
    expect(refused).toMatchObject({ kind: 'declined', code: 'NOT_SUFFICIENT_FUNDS' })
  })

  test('the last call of 3-D Secure sends what was agreed on, and what came from her bank if anything came', async () => {
    const sent = {
      locale: 'tr',
      conversationId: 'payment-1',
      paymentId: '77',
      paidPrice: '104.5',
      basketId: 'order-1',
      currency: 'TRY',
    }
    for (const data of ['of her bank', null]) {
      const iyzico = provider([paid()])
      const { conversationId, orderId, amountKurus } = request
      const outcome = await iyzico.finishThreeDs({ conversationId, orderId, amountKurus, paymentId: '77', data })
      expect(outcome).toEqual(charged)
      const whole = data ? { ...sent, conversationData: data } : sent
      expect(iyzico.calls).toEqual([{ path: '/payment/v2/3dsecure/auth', sent: whole, timeout: 30_000 }])
      expect(Object.keys(iyzico.calls[0]?.sent ?? {})).toEqual(Object.keys(whole))
    }
  })

  test.for<[IyzicoReply, object]>([
    [failed('10051', 'NOT_SUFFICIENT_FUNDS'), { kind: 'declined', code: 'NOT_SUFFICIENT_FUNDS' }],
    [failed('5088'), { kind: 'unknown', reason: 'the last call was refused: 5088' }],
    [failed('10999', 'UNKNOWN'), { kind: 'unknown', reason: 'the last call was refused: 10999' }],
    [
      { kind: 'unsent', reason: 'circuit' },
      { kind: 'unknown', reason: 'circuit' },
    ],
    [
      { kind: 'unknown', reason: 'lost' },
      { kind: 'unknown', reason: 'lost' },
    ],
  ])('of the last call only a bank’s word counts: %o', async ([reply, outcome]) => {
    const about = { conversationId: 'payment-1', orderId: 'order-1', amountKurus: 1, paymentId: '77', data: null }
    expect(await provider([reply]).finishThreeDs(about)).toMatchObject(outcome)
  })

  test('without a payment of iyzico’s there is no last call: it is looked up', async () => {
    const iyzico = provider([paid()])
    const about = { conversationId: 'payment-1', orderId: 'order-1', amountKurus: 1, paymentId: null, data: null }
    expect(await iyzico.finishThreeDs(about)).toEqual(charged)
    const sent = { locale: 'tr', conversationId: 'payment-1', paymentConversationId: 'payment-1' }
    expect(iyzico.calls).toEqual([{ path: '/payment/detail', sent, timeout: 5_000 }])
  })
})

describe('what an answer of iyzico says of the money', () => {
  test.for<[string, IyzicoReply, object]>([
    ['paid', paid(), charged],
    ['paid, watched and let pass', paid({ fraudStatus: '2' }), charged],
    ['paid, of the older kind without a status', paid({ paymentStatus: undefined }), charged],
    ['paid, of the older kind without a phase too', paid({ paymentStatus: '', phase: undefined }), charged],
    [
      'reserved only',
      paid({ paymentStatus: '', phase: 'PRE_AUTH' }),
      { kind: 'unknown', reason: 'payment status , phase PRE_AUTH' },
    ],
    [
      'in a status of its own',
      paid({ paymentStatus: 'PENDING' }),
      { kind: 'unknown', reason: 'payment status PENDING, phase AUTH' },
    ],
    ['under review', paid({ fraudStatus: 0 }), { kind: 'review', paymentId: '77' }],
    ['rejected as fraud', paid({ fraudStatus: -1 }), { kind: 'declined', code: 'FRAUD_SUSPECT' }],
    [
      'paid, with no word about fraud',
      paid({ fraudStatus: undefined }),
      { kind: 'unknown', reason: 'no word about fraud' },
    ],
    ['unsigned', paid({ signature: undefined }), { kind: 'unknown', reason: 'wrong signature' }],
    [
      'of another payment',
      paid({ conversationId: 'x' }),
      { kind: 'unknown', reason: 'the answer belongs to another payment' },
    ],
    ['before her bank', success({ paymentStatus: 'INIT_THREEDS', paymentId: 77 }), { kind: '3ds', paymentId: '77' }],
    ['after her bank', success({ paymentStatus: 'CALLBACK_THREEDS', paymentId: 77 }), { kind: '3ds', paymentId: '77' }],
    [
      'failed',
      success({ paymentStatus: 'FAILURE', errorGroup: 'EXPIRED_CARD' }),
      { kind: 'declined', code: 'EXPIRED_CARD', message: declineSentence('EXPIRED_CARD') },
    ],
    [
      'failed without a reason',
      success({ paymentStatus: 'FAILURE' }),
      { kind: 'declined', code: 'UNKNOWN', vague: true },
    ],
    ['an error without group', failed('10999'), { kind: 'declined', code: 'UNKNOWN', vague: true }],
    [
      'an error of four digits with a group',
      failed('5999', 'EXPIRED_CARD'),
      { kind: 'declined', code: 'EXPIRED_CARD' },
    ],
    ['an error that leaves it open', failed('10219'), { kind: 'unknown', reason: 'the bank left it open: 10219' }],
    ['not known', failed('5087'), { kind: 'none' }],
    ['not known, in words', failed('5001', '', { errorMessage: 'Ödeme kaydı bulunamadı' }), { kind: 'none' }],
    ['a refused question', failed('1000'), { kind: 'unknown', reason: 'the query was refused: 1000' }],
    [
      'a refused question of many digits',
      failed('100000'),
      { kind: 'unknown', reason: 'the query was refused: 100000' },
    ],
    ['a question that was not sent', { kind: 'unsent', reason: 'circuit' }, { kind: 'unknown', reason: 'circuit' }],
    ['no answer', { kind: 'unknown', reason: 'lost' }, { kind: 'unknown', reason: 'lost' }],
  ])('%s', async ([, reply, expected]) => {
    const { outcome, lines } = await meaningOf(reply)
    expect(outcome).toMatchObject(expected)
    if (outcome.kind === 'declined') expect('vague' in outcome).toBe('vague' in expected)
    expect(lines.length).toBe('reason' in outcome && outcome.reason === 'wrong signature' ? 1 : 0)
  })

  test('a charge that never left is declined; one that is refused for its form is too, and said aloud', async () => {
    const unsent = await provider([{ kind: 'unsent', reason: 'circuit' }]).charge(request)
    expect(unsent).toMatchObject({ kind: 'declined', code: 'PROVIDER_UNAVAILABLE' })
    const iyzico = provider([failed('5004')])
    expect(await iyzico.charge(request)).toMatchObject({ kind: 'declined', code: 'PROVIDER_UNAVAILABLE', vague: true })
    expect(iyzico.lines.join()).toContain('iyzico refuses our requests')
    const card = provider([failed('12')])
    expect(await card.charge(request)).toMatchObject({ kind: 'declined', code: 'INVALID_CARD_NUMBER' })
    expect(card.lines).toEqual([])
  })
})

describe('what a browser brings back from the bank', () => {
  const form = { conversationData: 'd', conversationId: 'payment-1', mdStatus: '1', paymentId: '77', status: 'success' }
  const signedForm = (more: Partial<typeof form> = {}) => {
    const whole = { ...form, ...more }
    const { conversationData, conversationId, mdStatus, paymentId, status } = whole
    return { ...whole, signature: signed(conversationData, conversationId, mdStatus, paymentId, status) }
  }
  const read = (form: Record<string, string>) => provider([]).readReturn('payment-1', form)

  test('passes only with both signs of success, signed, for this payment', () => {
    expect(read(signedForm())).toEqual({ kind: 'passed', paymentId: '77', data: 'd' })
    expect(read(signedForm({ conversationData: '' }))).toEqual({ kind: 'passed', paymentId: '77' })
    expect(read(signedForm({ mdStatus: '0' }))).toEqual({ kind: 'failed' })
    expect(read(signedForm({ status: 'failure' }))).toEqual({ kind: 'failed' })
    expect(read(signedForm({ conversationId: 'x' }))).toEqual({ kind: 'unproven' })
    expect(read({ ...signedForm(), paymentId: '78' })).toEqual({ kind: 'unproven' })
    expect(read(form)).toEqual({ kind: 'unproven' })
    expect(read({})).toEqual({ kind: 'unproven' })
  })
})

test('iyzico is asked for two minutes before a payment counts as never heard of', () => {
  const iyzico = provider([])
  expect([iyzico.name, iyzico.memory, iyzico.isAnswering?.()]).toEqual(['iyzico', minutes(2), true])
})
