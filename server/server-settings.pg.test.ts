import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '#env'
import { createApp, openShop } from '#server'
import { aUser, signIn } from '#test/factories.ts'
import { type IyzicoSimulator, startIyzico } from '#test/outside/iyzico-simulator.ts'
import type { Json } from '#test/process.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { openLog } from './log.ts'

type Shop = Awaited<ReturnType<typeof openShop>>

/** Two shops as two machines have them: the database in common, and nothing else. */
const postgres = shopOnPostgres()
let iyzico: IyzicoSimulator
let shops: Shop[] = []

beforeAll(async () => {
  iyzico = await startIyzico()
  const open = (name: string) => {
    const own = { DATA_DIR: join(postgres.settings.DATA_DIR, name), IYZICO_BASE_URL: iyzico.baseUrl }
    return openShop(readEnv({ ...postgres.settings, ...own }), openLog('silent', process.stderr), () => {})
  }
  shops = [await open('a'), await open('b')]
})
afterAll(async () => {
  for (const shop of shops) await shop.close()
  await iyzico?.close()
})

test('what the panel saves in one process holds in the other too, its secrets opened, without a restart', async () => {
  const [here, there] = shops
  if (!here || !there) throw new Error('two processes are needed')
  const token = await signIn(postgres.ctx, await aUser(postgres.ctx, { role: 'ADMIN' }))
  const call = async (shop: Shop, method: string, path: string, body?: object): Promise<Json> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await createApp(shop.deps).fetch(new Request(`http://shop.test/api/v1/admin${path}`, init))
    return answer.json()
  }
  const providerAt = async (shop: Shop) => (await call(shop, 'GET', '/setup')).data.payment.provider
  expect([await providerAt(here), await providerAt(there)]).toEqual(['demo', 'demo'])

  const keys = { IYZICO_API_KEY: iyzico.apiKey, IYZICO_SECRET_KEY: iyzico.secretKey }
  const saved = await call(here, 'PUT', '/setup/payment', { provider: 'iyzico', side: 'test', keys })
  expect(saved.data.payment.provider).toBe('iyzico')
  await expect.poll(() => providerAt(there), { timeout: 30_000 }).toBe('iyzico')
  const { apiKey, secretKey } = iyzico
  expect(there.deps.config.upcoming).toMatchObject({ paymentProvider: 'iyzico', iyzico: { apiKey, secretKey } })
  expect(there.deps.config.lostSettings).toEqual([])
})
