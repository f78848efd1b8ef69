import { describe, expect } from 'vitest'
import { settleOpenPayments } from '#shop/checkout/recovery.ts'
import { declineSentence } from '#shop/payments/declines.ts'
import { minutes, seconds } from '#shop/time.ts'
import { aUser, signIn } from '#test/factories.ts'
import { cards, failingCards } from '#test/outside/iyzico-cards.ts'
import type { Mischief } from '#test/outside/iyzico-mischief.ts'
import { test } from '#test/outside/iyzico-shop.ts'
import { aShopper, charged, paths, stockOf } from '#test/outside/iyzico-shopper.ts'

describe('paying without 3-D Secure', () => {
  test('a credit card is charged once, with sums, addresses and numbers as iyzico wants them', async ({
    ctx,
    api,
    iyzico,
  }) => {
    const { pay, orders } = await aShopper(ctx, api)
    const { status, body } = await pay(cards.masterCredit)
    expect([status, body.data.status, body.data.totalAmount]).toEqual([200, 'SUCCESS', 2399])
    expect(paths(iyzico)).toEqual(['/payment/iyzipos/installment', '/payment/auth'])
    expect(iyzico.calls[1]?.body).toMatchObject({
      price: '2399',
      paidPrice: '2399',
      currency: 'TRY',
      basketId: body.data.orderId,
      installment: 1,
      buyer: { identityNumber: '11111111111', gsmNumber: '+905321112233', city: 'İstanbul', country: 'Turkey' },
      basketItems: [{ price: '2399', itemType: 'PHYSICAL' }],
    })
    expect(charged(iyzico)).toMatchObject([{ paymentId: body.data.paymentId, paidPrice: 239_900 }])
    expect(await orders()).toHaveLength(1)
  })

  test.for(Object.entries(failingCards))(
    '%s is declined with a sentence and gives the stock back',
    async ([card, [, group]], { ctx, api, iyzico }) => {
      const { product, pay, orders } = await aShopper(ctx, api)
      const { status, body } = await pay(card)
      expect([status, body.code, body.message]).toEqual([402, 'PAYMENT_DECLINED', declineSentence(group)])
      expect(await stockOf(ctx, product.id)).toBe(5)
      expect(await orders()).toEqual([])
      expect(charged(iyzico)).toEqual([])
    },
  )

  test('lost, stolen, fraud and pick-up cards read like a plain decline', () => {
    for (const group of ['LOST_CARD', 'STOLEN_CARD', 'FRAUD_SUSPECT', 'PICKUP_CARD', 'RESTRICTED_CARD']) {
      expect(declineSentence(group)).toBe(declineSentence('DO_NOT_HONOUR'))
    }
  })

  test.for<[Mischief]>([
    ['drop after'],
    ['html 502'],
    ['half an answer'],
    ['wrong signature'],
    ['no signature'],
    ['other conversation'],
    ['system error'],
    ['bank timed out'],
  ])('after %s the payment is looked up, and charged at most once', async ([mischief], { ctx, api, clock, iyzico }) => {
    const { product, pay, stateOf, orders } = await aShopper(ctx, api)
    iyzico.spoil('/payment/auth', mischief)
    const { body } = await pay(cards.masterCredit)
    clock.forward(minutes(3))
    await settleOpenPayments(ctx)
    const wasCharged = charged(iyzico).length === 1
    expect(paths(iyzico).filter((path) => path === '/payment/auth').length).toBeLessThanOrEqual(1)
    expect((await stateOf(body.data.orderId)).status).toBe(wasCharged ? 'SUCCESS' : 'DECLINED')
    expect(await orders()).toHaveLength(wasCharged ? 1 : 0)
    expect(await stockOf(ctx, product.id)).toBe(wasCharged ? 3 : 5)
  })

  test.for<[Mischief]>([['wrong signature'], ['no signature']])(
    'an answer with %s is not believed: no order comes of it, however often it is given',
    async ([mischief], { ctx, api, clock, iyzico }) => {
      const { product, pay, stateOf, orders } = await aShopper(ctx, api)
      iyzico.spoil('/payment/auth', mischief)
      for (let i = 0; i < 3; i++) iyzico.spoil('/payment/detail', mischief)
      const { status, body } = await pay(cards.masterCredit)
      expect([status, body.data.status]).toEqual([202, 'PENDING'])
      clock.forward(minutes(3))
      await settleOpenPayments(ctx)
      expect([(await stateOf(body.data.orderId)).status, await orders()]).toEqual(['PENDING', []])
      expect(await stockOf(ctx, product.id), 'the money may be in').toBe(3)
    },
  )

  test.for(['COMMUNICATION_OR_SYSTEM_ERROR', 'REQUEST_TIMEOUT'])(
    'a bank that answers %s has not said no',
    async (group, { ctx, api, clock, iyzico }) => {
      const { pay, stateOf } = await aShopper(ctx, api)
      iyzico.spoil('/payment/auth', { failure: ['10999', group] })
      iyzico.spoil('/payment/detail', { failure: ['10999', group] })
      const { status, body } = await pay(cards.masterCredit)
      expect([status, body.data.status]).toEqual([202, 'PENDING'])
      clock.forward(minutes(1))
      await settleOpenPayments(ctx)
      expect((await stateOf(body.data.orderId)).status).toBe('SUCCESS')
    },
  )

  test.for<[string, string]>([
    ['10999', ''],
    ['10204', 'UNKNOWN'],
    ['5999', ''],
  ])(
    'an error %s of the group "%s" is no bank’s word: money that was taken is found later',
    async (error, { ctx, api, clock, iyzico }) => {
      const { product, pay, orders } = await aShopper(ctx, api)
      iyzico.spoil('/payment/auth', { failure: error })
      expect((await pay(cards.masterCredit)).status).toBe(402)
      expect(await stockOf(ctx, product.id)).toBe(5)
      clock.forward(minutes(6))
      await settleOpenPayments(ctx)
      expect([(await orders()).length, await stockOf(ctx, product.id)]).toEqual([1, 3])
    },
  )

  test('a bank’s clear no is not asked about again', async ({ ctx, api, clock, iyzico }) => {
    const { pay } = await aShopper(ctx, api)
    await pay(cards.noFunds)
    const asked = paths(iyzico).length
    clock.forward(minutes(6))
    await settleOpenPayments(ctx)
    expect(paths(iyzico)).toHaveLength(asked)
  })

  test('what the fraud check rejected is in the list of the day, and no money of ours', async ({
    ctx,
    api,
    iyzico,
  }) => {
    const { product, pay, orders } = await aShopper(ctx, api)
    iyzico.spoil('/payment/auth', 'fraud rejected')
    expect((await pay(cards.masterCredit)).status).toBe(402)
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    await api('POST', '/admin/payments/reconciliation', { token, body: { day: '2026-11-20' } })
    expect((await api('GET', '/admin/payments', { token })).body.data).toMatchObject({ findings: [], attempts: [] })
    expect([await orders(), await stockOf(ctx, product.id)]).toEqual([[], 5])
  })

  test('a charge that was never sent is waited for and then given up', async ({ ctx, api, clock, iyzico }) => {
    const { product, pay, stateOf } = await aShopper(ctx, api)
    iyzico.spoil('/payment/auth', 'drop before')
    const { status, body } = await pay(cards.masterCredit)
    expect([status, body.data.status]).toEqual([202, 'PENDING'])
    clock.forward(seconds(60))
    await settleOpenPayments(ctx)
    expect(await stockOf(ctx, product.id), 'it may still be on its way').toBe(3)
    clock.forward(seconds(80))
    await settleOpenPayments(ctx)
    expect([await stockOf(ctx, product.id), (await stateOf(body.data.orderId)).status]).toEqual([5, 'DECLINED'])
  })

  test('too many calls: nothing was charged, and the shopper is told so', async ({ ctx, api, iyzico }) => {
    const { pay } = await aShopper(ctx, api)
    iyzico.spoil('/payment/auth', 'too many calls')
    const { status, body } = await pay(cards.masterCredit)
    expect([status, body.message]).toEqual([402, declineSentence('PROVIDER_UNAVAILABLE')])
    expect(charged(iyzico)).toEqual([])
  })

  test.for<[Mischief]>([['other amount'], ['other currency'], ['other basket']])(
    '%s: the order is held until what iyzico says fits',
    async ([mischief], { ctx, api, clock, iyzico }) => {
      const { pay, stateOf, orders } = await aShopper(ctx, api)
      iyzico.spoil('/payment/auth', mischief)
      iyzico.spoil('/payment/detail', mischief)
      const { status, body } = await pay(cards.masterCredit)
      expect([status, body.data.status]).toEqual([202, 'PENDING'])
      clock.forward(seconds(20))
      await settleOpenPayments(ctx)
      expect(await orders()).toEqual([])
      clock.forward(seconds(20))
      await settleOpenPayments(ctx)
      expect((await stateOf(body.data.orderId)).status).toBe('SUCCESS')
    },
  )

  test.for([
    [1, 'SUCCESS', 3],
    [-1, 'DECLINED', 5],
  ] as const)(
    'a payment under review waits; fraud status %i makes it %s',
    async ([fraudStatus, state, stock], { ctx, api, clock, iyzico }) => {
      const { product, pay, stateOf, orders } = await aShopper(ctx, api)
      iyzico.spoil('/payment/auth', 'fraud review')
      const { status, body } = await pay(cards.masterCredit)
      expect([status, body.data.status]).toEqual([202, 'PENDING'])
      clock.forward(minutes(5))
      await settleOpenPayments(ctx)
      expect(await orders()).toEqual([])
      for (const payment of iyzico.payments.values()) payment.fraudStatus = fraudStatus
      clock.forward(minutes(5))
      await settleOpenPayments(ctx)
      expect((await stateOf(body.data.orderId)).status).toBe(state)
      expect(await stockOf(ctx, product.id)).toBe(stock)
    },
  )
})
