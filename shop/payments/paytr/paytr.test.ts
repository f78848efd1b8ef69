import pino from 'pino'
import { describe, expect } from 'vitest'
import { aProvidersRequest } from '#test/checkout.ts'
import { type PaytrMischief, type PaytrSimulator, startPaytr } from '#test/outside/paytr/simulator.ts'
import { test as base } from '#test/shop.ts'
import type { HostedRequest, RefundRequest } from '../../payment-provider.ts'
import { minutes } from '../../time.ts'
import { checkPaytr } from './check.ts'
import { paytrProvider } from './paytr.ts'
import { toOid } from './token.ts'

const now = new Date('2026-11-20T09:00:00Z')
const conversationId = 'aB3_-xYz09aB3_-xYz09aB3_'
const oid = toOid(conversationId)

const request: HostedRequest = {
  ...aProvidersRequest,
  conversationId,
  installments: [1],
  minutesOpen: 10,
  items: [
    { id: 'item-1', name: 'Elbise', category: 'Giyim', amountKurus: 9_000 },
    { id: 'item-2', name: 'Kemer', category: 'Aksesuar', amountKurus: 1_450 },
  ],
}
const refundOf = (more: Partial<RefundRequest> = {}): RefundRequest & { sentAt: Date } => ({
  refundId: '0193a000-0000-7000-8000-000000000001',
  conversationId,
  paymentId: oid,
  amountKurus: 1_000,
  ip: '198.51.100.7',
  paidKurus: 10_450,
  feeKurus: 0,
  paidAt: now,
  refundedKurus: 0,
  sentAt: now,
  ...more,
})

const test = base.extend<{ paytr: PaytrSimulator }>({
  paytr: async ({ task: _ }, use) => {
    const paytr = await startPaytr()
    paytr.state.clock = () => now
    await use(paytr)
    await paytr.close()
  },
})
const settingsOf = (paytr: PaytrSimulator, testMode = false) => ({ ...paytr, testMode })
const log = pino({ level: 'silent' })
const shopAt = (paytr: PaytrSimulator, testMode = false) => paytrProvider(settingsOf(paytr, testMode), { log })

/** A page that PayTR opened, and its address. */
async function anOpenPage(paytr: PaytrSimulator, more: Partial<HostedRequest> = {}) {
  const provider = shopAt(paytr)
  const page = await provider.openPage?.({ ...request, ...more })
  if (page?.kind !== 'page') throw new Error(`no page: ${page?.kind}`)
  return { provider, page, url: page.redirectUrl }
}

describe('opening PayTR’s page', () => {
  test('sends what its documents ask for, in its forms', async ({ paytr }) => {
    const { page } = await anOpenPage(paytr)
    expect(page).toEqual({
      kind: 'page',
      redirectUrl: `${paytr.baseUrl}/odeme/guvenli/${page.reference}`,
      reference: paytr.pages[0]?.token,
    })
    const sent = paytr.calls[0]?.fields ?? {}
    expect(sent).toMatchObject({
      merchant_oid: oid,
      payment_amount: '10450',
      no_installment: '1',
      max_installment: '0',
      timeout_limit: '10',
      currency: 'TL',
      test_mode: '0',
      debug_on: '0',
      lang: 'tr',
      user_name: 'Ayşe Yılmaz',
      user_address: 'Bağdat Caddesi 1, İstanbul',
      merchant_ok_url: 'http://shop.test/donus',
      merchant_fail_url: 'http://shop.test/donus',
    })
    expect(JSON.parse(Buffer.from(sent.user_basket ?? '', 'base64').toString())).toEqual([
      ['Elbise', '90.00', 1],
      ['Kemer', '14.50', 1],
    ])
  })

  test('installments are as many as the shop lets her have', async ({ paytr }) => {
    await anOpenPage(paytr, { installments: [1, 2, 3, 6] })
    expect(paytr.calls[0]?.fields).toMatchObject({ no_installment: '0', max_installment: '6' })
  })

  test('fields that are too long for PayTR are cut', async ({ paytr }) => {
    const buyer = { ...request.buyer, address: 'a'.repeat(500), lastName: 'Y'.repeat(90) }
    await anOpenPage(paytr, { buyer })
    expect(paytr.calls[0]?.fields.user_address).toHaveLength(400)
    expect(paytr.calls[0]?.fields.user_name).toHaveLength(60)
  })

  test('a page that PayTR refuses is no payment', async ({ paytr }) => {
    const provider = paytrProvider({ ...settingsOf(paytr), salt: 'another' }, { log })
    expect(await provider.openPage?.(request)).toMatchObject({ kind: 'declined', code: 'PROVIDER_UNAVAILABLE' })
    expect(paytr.pages).toEqual([])
  })

  test.for<[PaytrMischief, string]>([
    ['drop before', 'unknown'],
    ['html 502', 'unknown'],
    ['redirect', 'unknown'],
    ['drop after', 'unknown'],
    ['HTTP 500', 'unknown'],
    ['half an answer', 'unknown'],
    ['error', 'declined'],
  ])('%s: %s', async ([kind, outcome], { paytr }) => {
    paytr.spoil('/odeme/api/get-token', kind)
    expect(await shopAt(paytr).openPage?.(request)).toMatchObject({ kind: outcome })
  })

  test('cards that are typed in the shop are not taken', async ({ paytr }) => {
    const { installments: _, ...rest } = request
    const card = { holderName: 'AYSE', number: '5528790000000008', expireMonth: '12', expireYear: '2040', cvc: '123' }
    expect(await shopAt(paytr).charge({ ...rest, installments: 1, card })).toMatchObject({ kind: 'declined' })
    expect(paytr.calls).toEqual([])
  })
})

describe('asking PayTR', () => {
  test('what was not paid so far was not charged', async ({ paytr }) => {
    const { provider } = await anOpenPage(paytr)
    expect(await provider.find(conversationId)).toEqual({ kind: 'none' })
    expect(await provider.find('another')).toEqual({ kind: 'none' })
  })

  test('what was paid is told with its amount', async ({ paytr }) => {
    const { provider, url } = await anOpenPage(paytr)
    paytr.pay(url)
    expect(await provider.find(conversationId)).toEqual({
      kind: 'charged',
      paymentId: oid,
      amountKurus: 10_450,
      currency: 'TRY',
    })
    paytr.spoil('/odeme/durum-sorgu', 'other amount')
    expect(await provider.find(conversationId)).toMatchObject({ amountKurus: 10_350 })
  })

  test.for<PaytrMischief>(['drop before', 'html 502', 'drop after', 'HTTP 500', 'half an answer', 'error'])(
    '%s says nothing about the money',
    async (kind, { paytr }) => {
      const { provider, url } = await anOpenPage(paytr)
      paytr.pay(url)
      paytr.spoil('/odeme/durum-sorgu', kind)
      expect(await provider.find(conversationId)).toMatchObject({ kind: 'unknown' })
    },
  )

  test('a try is no payment, whoever switched the tries on', async ({ paytr }) => {
    const { provider, url } = await anOpenPage(paytr)
    paytr.pay(url)
    paytr.state.testMode = '1'
    expect(await provider.find(conversationId)).toMatchObject({ kind: 'unknown' })
    expect(await shopAt(paytr, true).find(conversationId)).toMatchObject({ kind: 'charged' })
  })

  test('after five failures in a row it is left alone', async ({ paytr }) => {
    const provider = shopAt(paytr)
    paytr.state.down = true
    for (let i = 0; i < 5; i++) await provider.find(conversationId)
    expect(provider.isAnswering?.()).toBe(false)
    paytr.state.down = false
    expect(await provider.find(conversationId)).toEqual({ kind: 'unknown', reason: 'the circuit is open' })
  })

  test('its list of a day has each payment with what went back', async ({ paytr }) => {
    const { provider, url } = await anOpenPage(paytr)
    expect(await provider.listCharges('2026-11-20')).toEqual([])
    paytr.pay(url)
    await provider.refund(refundOf())
    expect(await provider.listCharges('2026-11-20')).toEqual([
      { paymentId: oid, conversationId, amountKurus: 10_450, refundedKurus: 1_000 },
    ])
    expect(paytr.calls.at(-1)?.fields).toMatchObject({
      start_date: '2026-11-20 00:00:00',
      end_date: '2026-11-20 23:59:59',
    })
    paytr.spoil('/rapor/islem-dokumu', 'error')
    expect(await provider.listCharges('2026-11-20')).toBeUndefined()
  })

  test('the doctor sees wrong keys, a wrong address and the test mode', async ({ paytr }) => {
    const states = async (settings: object, mode: 'demo' | 'live' = 'live') =>
      (await checkPaytr({ ...settingsOf(paytr), ...settings }, mode)).findings.map(({ state }) => state)
    expect(await states({})).toEqual(['ok', 'warning'])
    expect(await states({ salt: 'wrong' })).toEqual(['wrong'])
    expect(await states({ baseUrl: 'http://127.0.0.1:9' })).toEqual(['wrong'])
    expect(await states({ testMode: true })).toEqual(['wrong', 'ok', 'warning'])
    expect(await states({ testMode: true }, 'demo')).toEqual(['ok', 'warning'])
  })
})

describe('giving back at PayTR', () => {
  async function aPaidPage(paytr: PaytrSimulator) {
    const { provider, url } = await anOpenPage(paytr)
    return { provider, payment: paytr.pay(url) }
  }

  test('what went back is found by its reference', async ({ paytr }) => {
    const { provider, payment } = await aPaidPage(paytr)
    expect(await provider.refund(refundOf())).toEqual({ kind: 'refunded' })
    expect(payment.returns).toMatchObject([{ reference: '0193a000000070008000000000000001', kurus: 1_000 }])
    expect(await provider.findRefund?.(refundOf())).toEqual({ kind: 'refunded' })
    expect(await provider.findBooks({ conversationId, paymentId: oid })).toEqual({
      amountKurus: 10_450,
      refundedKurus: 1_000,
    })
  })

  test('more than was paid is refused, and so is what PayTR does not want', async ({ paytr }) => {
    const { provider } = await aPaidPage(paytr)
    expect(await provider.refund(refundOf({ amountKurus: 10_451 }))).toMatchObject({ kind: 'refused' })
    paytr.state.refundsRefused = true
    expect(await provider.refund(refundOf())).toMatchObject({ kind: 'refused' })
  })

  test.for<PaytrMischief>(['drop before', 'drop after', 'HTTP 500', 'html 502', 'half an answer', 'other amount'])(
    '%s leaves open what was done',
    async (kind, { paytr }) => {
      const { provider } = await aPaidPage(paytr)
      paytr.spoil('/odeme/iade', kind)
      expect(await provider.refund(refundOf())).toMatchObject({ kind: 'unknown' })
    },
  )

  test('a request that surely never left may be sent again', async () => {
    const gone = await startPaytr()
    await gone.close()
    expect(await shopAt(gone).refund(refundOf())).toMatchObject({ kind: 'unsent' })
  })

  test('that it is not shown proves nothing until a later one is', async ({ paytr }) => {
    const { provider } = await aPaidPage(paytr)
    expect(await provider.findRefund?.(refundOf())).toMatchObject({ kind: 'unknown', shownKurus: 0 })
    const other = refundOf({ refundId: 'another', amountKurus: 500 })
    let at = new Date(now.getTime() + minutes(10))
    paytr.state.clock = () => at
    await provider.refund(other)
    expect(await provider.findRefund?.(refundOf())).toMatchObject({ kind: 'unknown' })
    at = new Date(now.getTime() + minutes(16))
    await provider.refund({ ...other, refundId: 'a third' })
    expect(await provider.findRefund?.(refundOf())).toEqual({ kind: 'none' })
  })
})

describe('PayTR’s notification', () => {
  const read = (paytr: PaytrSimulator, url: string, more = {}, testMode = false) =>
    shopAt(paytr, testMode).readWebhook?.(paytr.notification(url, more), () => undefined)

  test('proves a payment and its amount', async ({ paytr }) => {
    const { url } = await anOpenPage(paytr)
    paytr.pay(url, 50)
    const charged = { kind: 'charged', paymentId: oid, amountKurus: 10_500, currency: 'TRY' }
    expect(read(paytr, url)).toMatchObject({ kind: 'signed', event: { conversationId }, outcome: charged })
  })

  test('of a failed card is no last word', async ({ paytr }) => {
    const { url } = await anOpenPage(paytr)
    expect(read(paytr, url)).toMatchObject({ kind: 'signed', outcome: { kind: 'declined', vague: true } })
    expect(read(paytr, url, { failed_reason_code: '2' })).toMatchObject({ outcome: { code: 'THREE_DS_FAILED' } })
    expect(read(paytr, url, { failed_reason_code: '6' })).toMatchObject({ outcome: { code: 'PAGE_LEFT' } })
  })

  test('of a try proves no payment', async ({ paytr }) => {
    const { url } = await anOpenPage(paytr)
    paytr.pay(url)
    expect(read(paytr, url, { test_mode: '1' })).toMatchObject({ outcome: { kind: 'unknown' } })
    expect(read(paytr, url, { test_mode: '1' }, true)).toMatchObject({ outcome: { kind: 'charged' } })
  })

  test.for([{ total_amount: '10451' }, { status: 'failed' }, { merchant_oid: 'AB' }, { hash: 'nothing' }] as Record<
    string,
    string
  >[])('with %o is forged', async (more, { paytr }) => {
    const { url } = await anOpenPage(paytr)
    paytr.pay(url)
    expect(read(paytr, url, more)).toEqual({ kind: 'forged' })
  })

  test.for([{ hash: 1 }, { total_amount: '10,5' }, { status: 'paid' }, { merchant_oid: 'a\0' }] as object[])(
    'with %o is unreadable',
    async (more, { paytr }) => {
      const { url } = await anOpenPage(paytr)
      expect(read(paytr, url, more)).toEqual({ kind: 'unreadable' })
      expect(shopAt(paytr).readWebhook?.('text', () => undefined)).toEqual({ kind: 'unreadable' })
    },
  )
})
