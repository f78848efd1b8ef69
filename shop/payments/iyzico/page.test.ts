import { describe, expect, test } from 'vitest'
import { aProvidersRequest } from '#test/checkout.ts'
import { failed, iyzicoThatAnswers, signed, success } from '#test/outside/iyzico-answers.ts'
import type { HostedRequest } from '../../payment-provider.ts'
import type { IyzicoReply } from './client.ts'
import { iyzicoProvider } from './iyzico.ts'

const [conversationId, token] = ['payment-1', 'token-1']

const { buyer } = aProvidersRequest
const request: HostedRequest = {
  ...aProvidersRequest,
  conversationId,
  installments: [1, 3],
  minutesOpen: 10,
  buyer: { ...buyer, postalCode: null },
  items: [{ id: 'item-1', name: 'Elbise', category: 'Giyim', amountKurus: 10_450 }],
}

function provider(...replies: IyzicoReply[]) {
  const { iyzico, calls } = iyzicoThatAnswers(replies)
  const { settings, log, client, pages } = iyzico
  return { ...iyzicoProvider(settings, { log, pages, client }), calls }
}

const paymentPageUrl = 'https://sandbox-cpp.iyzipay.com?token=token-1'
const opened = (more: object = {}) => {
  const body = { conversationId, token, paymentPageUrl, ...more }
  return success({ signature: signed(body.conversationId, body.token), ...body })
}

/** iyzico's answer about the page above, signed as it says. */
function paid(more: Record<string, unknown> = {}) {
  const told = {
    paymentStatus: 'SUCCESS',
    paymentId: '77',
    currency: 'TRY',
    basketId: 'order-1',
    conversationId,
    paidPrice: 104.5,
    price: 104.5,
    token,
  }
  const body = { ...told, fraudStatus: 1, phase: 'AUTH', ...more }
  const values = Object.keys(told).map((name) => String(body[name as keyof typeof body]))
  return success({ signature: signed(...values), ...body })
}

describe('iyzico’s own page', () => {
  test('is opened for an order, without any card', async () => {
    const iyzico = provider(opened())
    expect(await iyzico.openPage?.(request)).toEqual({ kind: 'page', redirectUrl: paymentPageUrl, reference: token })
    const [call] = iyzico.calls
    expect(call?.path).toBe('/payment/iyzipos/checkoutform/initialize/auth/ecom')
    expect(call?.sent).toMatchObject({
      conversationId,
      basketId: 'order-1',
      price: '104.5',
      paidPrice: '104.5',
      callbackUrl: 'http://shop.test/donus',
      enabledInstallments: [1, 3],
    })
    expect(Object.keys(call?.sent ?? {})).not.toContain('paymentCard')
    expect(Object.keys(call?.sent ?? {})).not.toContain('installment')
  })

  test.for<[string, IyzicoReply, string]>([
    ['an answer of another payment', opened({ conversationId: 'another' }), 'unknown'],
    ['a wrong signature', opened({ signature: '0'.repeat(64) }), 'unknown'],
    ['an address that is none', opened({ paymentPageUrl: 'javascript:alert(1)' }), 'unknown'],
    ['no answer', { kind: 'unknown', reason: 'lost' }, 'unknown'],
    ['a request that never left', { kind: 'unsent', reason: 'down' }, 'declined'],
    ['a refusal', failed('5062'), 'declined'],
  ])('%s opens none', async ([, reply, kind]) => {
    expect(await provider(reply).openPage?.(request)).toMatchObject({ kind })
  })

  test('is asked for by its token, and the signature holds what it says', async () => {
    const iyzico = provider(paid())
    expect(await iyzico.find(conversationId, token)).toEqual({
      kind: 'charged',
      paymentId: '77',
      amountKurus: 10_450,
      currency: 'TRY',
      orderId: 'order-1',
    })
    expect(iyzico.calls).toEqual([
      {
        path: '/payment/iyzipos/checkoutform/auth/ecom/detail',
        sent: { locale: 'tr', conversationId, token },
        timeout: 5_000,
      },
    ])
  })

  test.for<[string, IyzicoReply, object]>([
    ['paid, and reviewed', paid({ fraudStatus: 0 }), { kind: 'review', paymentId: '77' }],
    ['of another page', paid({ token: 'token-2' }), { kind: 'unknown' }],
    ['of another payment', paid({ conversationId: 'another' }), { kind: 'unknown' }],
    ['with another amount than was signed', paid({ signature: signed('SUCCESS') }), { kind: 'unknown' }],
    ['a card at its bank', paid({ paymentStatus: 'INIT_THREEDS' }), { kind: '3ds' }],
    ['nothing paid yet', success({ conversationId, token }), { kind: '3ds' }],
    [
      'a card that was refused: she may type another',
      paid({ paymentStatus: 'FAILURE', errorGroup: 'NOT_SUFFICIENT_FUNDS' }),
      { kind: 'declined', code: 'NOT_SUFFICIENT_FUNDS', vague: true },
    ],
    ['a bank’s no', failed('10051', 'NOT_SUFFICIENT_FUNDS'), { kind: 'declined', vague: true }],
    ['never sent', { kind: 'unsent', reason: 'down' }, { kind: 'unknown', reason: 'down' }],
    ['lost', { kind: 'unknown', reason: 'lost' }, { kind: 'unknown', reason: 'lost' }],
  ])('%s', async ([, reply, outcome]) => {
    expect(await provider(reply).find(conversationId, token)).toMatchObject(outcome)
  })

  test('a question about it that iyzico refuses is asked of the payment itself', async () => {
    const iyzico = provider(failed('5087'), failed('5087'))
    expect(await iyzico.find(conversationId, token)).toEqual({ kind: 'none' })
    expect(iyzico.calls.map(({ path }) => path)).toEqual([
      '/payment/iyzipos/checkoutform/auth/ecom/detail',
      '/payment/detail',
    ])
    expect(await provider(failed('1000'), failed('1000')).find(conversationId, token)).toMatchObject({
      kind: 'unknown',
    })
  })
})
