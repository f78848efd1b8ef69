import { expect, test } from 'vitest'
import { createApp } from '#server'
import type { ChargeRequest } from '#shop/payment-provider.ts'
import { aPayment } from '#test/checkout.ts'
import { depsOn } from '#test/deps.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { clientOf } from '#test/process.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { inOneWindow } from '#test/waiting/one-window.ts'
import { hours, minutes } from '../time.ts'

const postgres = shopOnPostgres()

/** A shop in this process whose bank counts. */
function aShop() {
  const charges: ChargeRequest[] = []
  const deps = depsOn(postgres.handle.db, postgres.env)
  const { charge } = deps.payments
  deps.payments.charge = (request) => {
    charges.push(request)
    return charge(request)
  }
  const app = createApp({ ...deps, config: { ...deps.config, trustProxy: 1 } })
  const pay = (token: string, body: object, headers: Record<string, string>) =>
    app.fetch(
      new Request('http://shop.test/api/v1/payments/create', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    )
  return { charges, pay }
}

test('one key sent many times at once counts once, so that the last try of ten minutes is a try', async () => {
  await inOneWindow(minutes(10), async (turn) => {
    const product = await aProduct(postgres.ctx, { variants: [{ stock: 50 }] })
    const token = await signIn(postgres.ctx, await aUser(postgres.ctx))
    const { charges, pay } = aShop()
    const headers = { 'x-forwarded-for': `198.51.100.${turn}` }
    for (let n = 0; n < 4; n++) await pay(token, aPayment(product), headers)
    const same = { ...headers, 'idempotency-key': 'the last' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(token, aPayment(product), same)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(charges).toHaveLength(5)
    expect((await pay(token, aPayment(product), headers)).status).toBe(429)
  })
})

test('tries at once, each with a key and a card of its own, pass neither limit', async () => {
  await inOneWindow(hours(1), async (turn) => {
    const product = await aProduct(postgres.ctx, { variants: [{ stock: 50 }] })
    const token = await signIn(postgres.ctx, await aUser(postgres.ctx))
    const { charges, pay } = aShop()
    const cards = ['5528790000000008', '5406670000000009', '4603450000000000', '4987490000000002', '5311570000000005']
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const body = aPayment(product, { card: cards[n % cards.length] ?? '' })
        const headers = { 'x-forwarded-for': `198.51.101.${turn}`, 'idempotency-key': `parallel-${n}` }
        return (await pay(token, body, headers)).status
      }),
    )
    expect(new Set(charges.map(({ card }) => card.number)).size, 'three cards an hour').toBeLessThanOrEqual(3)
    expect(charges.length).toBeLessThanOrEqual(5)
    expect(statuses.filter((status) => status === 200)).toHaveLength(charges.length)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20 - charges.length)
  })
})

test('one key sent to two processes at once leaves the tries that one would leave', async () => {
  await inOneWindow(minutes(10), async (turn) => {
    const product = await aProduct(postgres.ctx, { variants: [{ stock: 50 }] })
    const token = await signIn(postgres.ctx, await aUser(postgres.ctx))
    const shops = [await postgres.start({ TRUST_PROXY: '1' }), await postgres.start({ TRUST_PROXY: '1' })]
    const pay = (n: number, key: string) =>
      clientOf(shops[n % 2]?.url ?? '')('POST', '/payments/create', {
        token,
        headers: { 'idempotency-key': key, 'x-forwarded-for': `198.51.102.${turn}` },
        body: aPayment(product),
      })
    for (const key of ['a', 'b', 'c']) {
      const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => pay(n, key)))
      expect(new Set(answers.map(({ body }) => body.data.orderId)).size).toBe(1)
    }
    expect([(await pay(0, 'd')).status, (await pay(0, 'e')).status, (await pay(0, 'f')).status]).toEqual([
      200, 200, 429,
    ])
    await Promise.all(shops.map((shop) => shop.stop()))
  })
})
