import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser, signIn } from '#test/factories.ts'
import { type IyzicoSimulator, startIyzico } from '#test/outside/iyzico-simulator.ts'
import { clientOf, type RunningShop } from '#test/process.ts'
import { shopOnPostgres } from '#test/running-shop.ts'

const postgres = shopOnPostgres({ RATE_LIMIT_SCALE: '100000' })
let iyzico: IyzicoSimulator
let shops: [RunningShop, RunningShop]

beforeAll(async () => {
  iyzico = await startIyzico()
  const settings = { IYZICO_BASE_URL: iyzico.baseUrl }
  shops = await Promise.all([postgres.start(settings), postgres.start(settings)])
}, 120_000)
afterAll(() => iyzico?.close())

test('what the panel saves at one process holds at the other too, without a restart', async () => {
  const token = await signIn(postgres.ctx, await aUser(postgres.ctx, { role: 'ADMIN' }))
  const [here, there] = shops.map(({ url }) => clientOf(url))
  if (!here || !there) throw new Error('two processes are needed')
  /** What the process works with, which it holds in memory. */
  const providerAt = async (client: typeof here) =>
    (await client('GET', '/admin/setup', { token })).body.data.payment.provider
  expect([await providerAt(here), await providerAt(there)]).toEqual(['demo', 'demo'])

  const keys = { IYZICO_API_KEY: iyzico.apiKey, IYZICO_SECRET_KEY: iyzico.secretKey }
  const saved = await here('PUT', '/admin/setup/payment', { token, body: { provider: 'iyzico', side: 'test', keys } })
  expect([saved.status, saved.body.data.payment.provider]).toEqual([200, 'iyzico'])
  await expect.poll(() => providerAt(there), { timeout: 20_000 }).toBe('iyzico')

  // Its secrets too: it opens the provider with them, and the keys that it shows are those that were typed.
  const { body } = await there('GET', '/admin/setup', { token })
  const [iyzicoThere] = body.data.payment.providers
  expect(iyzicoThere.keys.map(({ last }: { last: string }) => last)).toEqual([
    iyzico.apiKey.slice(-4),
    iyzico.secretKey.slice(-4),
  ])
  const items = (await there('GET', '/admin/readiness', { token })).body.data.items
  expect(items.find(({ id }: { id: string }) => id === 'payment').text).not.toMatch(/okunamıyor|Deneme bankası/)
  expect(shops.map((shop) => shop.ended())).toEqual([false, false])
})
