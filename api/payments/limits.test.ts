import pino from 'pino'
import { describe, expect } from 'vitest'
import { createApp } from '#server'
import type { Ctx, Deps } from '#shop/ctx.ts'
import { watchDeclines } from '#shop/payments/declines-watch.ts'
import { hours, minutes } from '#shop/time.ts'
import { aPayment, poorCard } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { type Api, test } from '#test/shop.ts'

/** The n-th of many valid card numbers. */
function aCard(n: number): string {
  const front = `552879${String(n).padStart(9, '0')}`
  const sum = [...front].reverse().reduce((sum, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 2 : 1)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
  return front + String((10 - (sum % 10)) % 10)
}

/** A bank that declines everything and counts how often it was asked for money or for installments. */
function suspiciousBank(deps: Deps) {
  const asked = { charge: 0, installments: 0 }
  const { charge, listInstallments } = deps.payments
  deps.payments.charge = (request) => {
    asked.charge++
    return charge({ ...request, card: { ...request.card, number: poorCard } })
  }
  deps.payments.listInstallments = (...args) => {
    asked.installments++
    return listInstallments(...args)
  }
  return asked
}

async function aShopper(ctx: Ctx) {
  const product = await aProduct(ctx, { variants: [{ stock: 100 }] })
  return { product, token: await signIn(ctx, await aUser(ctx)) }
}

describe('card testing', () => {
  test('fifty cards from one account and one address end before the tenth reaches the bank, and somebody is told', async ({
    ctx,
    deps,
    api,
  }) => {
    const asked = suspiciousBank(deps)
    const { product, token } = await aShopper(ctx)
    const statuses: number[] = []
    for (let n = 0; n < 50; n++) {
      const body = aPayment(product, { card: aCard(n) })
      const headers = { 'idempotency-key': `try-${n}` }
      // Each is sent twice: the second may not pass for a repeat of the first, which was refused.
      for (const _ of ['first', 'again'])
        statuses.push((await api('POST', '/payments/create', { token, headers, body })).status)
    }
    expect(asked.charge).toBe(3)
    expect(statuses.slice(0, 6)).toEqual(Array(6).fill(402))
    expect(new Set(statuses.slice(6))).toEqual(new Set([429]))
    const lines: string[] = []
    await watchDeclines({ ...ctx, log: pino({}, { write: (line: string) => void lines.push(line) }) })
    expect(lines.join()).toContain('somebody may be trying cards')
  })

  test('a shopper who presses again and again with one card is stopped, but nobody is alarmed', async ({
    ctx,
    api,
  }) => {
    const { product, token } = await aShopper(ctx)
    for (let n = 0; n < 20; n++)
      await api('POST', '/payments/create', { token, body: aPayment(product, { card: poorCard }) })
    const lines: string[] = []
    await watchDeclines({ ...ctx, log: pino({}, { write: (line: string) => void lines.push(line) }) })
    expect(lines).toEqual([])
  })

  test('three cards an hour may be tried, a fourth may not, a known one always may', async ({
    ctx,
    deps,
    api,
    clock,
  }) => {
    const asked = suspiciousBank(deps)
    const product = await aProduct(ctx, { variants: [{ stock: 100 }] })
    const shopper = await aUser(ctx)
    let token = await signIn(ctx, shopper)
    const pay = async (n: number) =>
      (await api('POST', '/payments/create', { token, body: aPayment(product, { card: aCard(n) }) })).status
    expect([await pay(1), await pay(2), await pay(3)]).toEqual([402, 402, 402])
    const fourth = await api('POST', '/payments/create', { token, body: aPayment(product, { card: aCard(4) }) })
    expect([fourth.status, fourth.body.message]).toEqual([429, expect.stringContaining('farklı kart')])
    expect(await pay(2)).toBe(402)
    clock.forward(minutes(10))
    expect([await pay(4), await pay(2)]).toEqual([429, 402])
    clock.forward(hours(1))
    token = await signIn(ctx, shopper)
    expect(await pay(4)).toBe(402)
    expect(asked.charge).toBe(6)
  })
})

describe('no way around the limit of tries', () => {
  /** Pays n times and says how often the bank was asked. */
  type Way = (n: number, pay: Pay) => Promise<unknown>
  type Pay = (options?: { headers?: Record<string, string>; body?: object }) => ReturnType<Api>
  test.for<[string, Way]>([
    ['no key', (_, pay) => pay()],
    ['a new key each time', (n, pay) => pay({ headers: { 'idempotency-key': `key-${n}` } })],
    [
      'one key sent twice each time',
      async (n, pay) => {
        await pay({ headers: { 'idempotency-key': `key-${n}` } })
        await pay({ headers: { 'idempotency-key': `key-${n}` } })
      },
    ],
    [
      'the key in capitals, then not',
      async (n, pay) => {
        await pay({ headers: { 'IDEMPOTENCY-KEY': `key-${n}` } })
        await pay({ headers: { 'Idempotency-Key': `key-${n}` } })
      },
    ],
    ['other addresses in headers', (n, pay) => pay({ headers: { 'x-forwarded-for': `198.51.100.${n}` } })],
  ])('%s', async ([, way], { ctx, deps, api }) => {
    const asked = suspiciousBank(deps)
    const { product, token } = await aShopper(ctx)
    const body = aPayment(product, { card: poorCard })
    const pay: Pay = ({ headers = {} } = {}) => api('POST', '/payments/create', { token, headers, body })
    for (let n = 0; n < 10; n++) await way(n, pay)
    expect(asked.charge).toBe(5)
  })

  test('another address with the same account', async ({ ctx, deps }) => {
    const asked = suspiciousBank(deps)
    const { product, token } = await aShopper(ctx)
    const app = createApp({ ...deps, config: { ...deps.config, trustProxy: 1 } })
    for (let n = 0; n < 10; n++) await payFrom(app, `198.51.100.${n}`, token, aPayment(product, { card: poorCard }))
    expect(asked.charge).toBe(5)
  })

  test('the same address with other accounts', async ({ ctx, deps }) => {
    const asked = suspiciousBank(deps)
    const app = createApp({ ...deps, config: { ...deps.config, trustProxy: 1 } })
    for (let n = 0; n < 15; n++) {
      const { product, token } = await aShopper(ctx)
      // One household's addresses, and an IPv4 one written in three ways.
      await payFrom(app, `2001:db8::${n}`, token, aPayment(product))
      const four = ['203.0.113.9', '::ffff:203.0.113.9', '::FFFF:cb00:7109'][n % 3] ?? ''
      await payFrom(app, four, token, aPayment(product))
    }
    expect(asked.charge).toBe(20)
  })

  test('a start anew', async ({ ctx, deps }) => {
    const asked = suspiciousBank(deps)
    const { product, token } = await aShopper(ctx)
    for (let n = 0; n < 10; n++)
      await payFrom(createApp({ ...deps }), '127.0.0.1', token, aPayment(product, { card: poorCard }))
    expect(asked.charge).toBe(5)
  })

  test('what is refused for its price counts as well, and the bank is asked nothing for it', async ({
    ctx,
    deps,
    api,
  }) => {
    const asked = suspiciousBank(deps)
    const { product, token } = await aShopper(ctx)
    const pay = async (n: number) => {
      const body = aPayment(product, { totalAmount: 1000 + n })
      const paymentData = { ...body.paymentData, installments: '3', cardNumber: aCard(n * 10_000_000) }
      const headers = { 'idempotency-key': 'one key' }
      return (await api('POST', '/payments/create', { token, headers, body: { ...body, paymentData } })).status
    }
    expect(await inTurn(8, pay)).toEqual([409, 409, 409, 409, 409, 429, 429, 429])
    expect(asked).toEqual({ charge: 0, installments: 5 })
  })
})

async function inTurn(times: number, pay: (n: number) => Promise<number>): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < times; n++) statuses.push(await pay(n))
  return statuses
}

type App = { fetch(request: Request): Response | Promise<Response> }

async function payFrom(app: App, address: string, token: string, body: object): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'x-forwarded-for': address,
  }
  const request = new Request('http://shop.test/api/v1/payments/create', {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return (await app.fetch(request)).status
}
