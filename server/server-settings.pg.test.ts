import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '#env'
import { createApp, openShop } from '#server'
import { readSaved, saveServerSettings, serverChannel } from '#shop/settings/server/saved.ts'
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

/** The panel of a process that has no AUTH_SECRET, with a folder of its own. */
function panelWithout(name: string) {
  const { settings, ctx } = postgres
  const dataDir = join(settings.DATA_DIR, name)
  const server = { ...ctx.server, givenSecret: undefined }
  const save = (url: string) =>
    saveServerSettings({ ...ctx, server, config: { ...ctx.config, dataDir } }, { SMTP_URL: url })
  return { dataDir, key: join(dataDir, 'settings-key'), save }
}

test('processes that start together with an AUTH_SECRET seal anew what was saved without one, and leave its key', async () => {
  const { settings, ctx } = postgres
  const { dataDir, key, save } = panelWithout('same')
  const smtpUrl = 'smtps://nar:gizli@posta.example'
  await save(smtpUrl)
  expect(existsSync(key)).toBe(true)

  const env = readEnv({ ...settings, DATA_DIR: dataDir, IYZICO_BASE_URL: iyzico.baseUrl })
  shops.push(...(await Promise.all([1, 2].map(() => openShop(env, openLog('silent', process.stderr), () => {})))))
  expect(existsSync(key)).toBe(false)
  for (const shop of shops.slice(-2)) expect(shop.deps.config.smtpUrl).toBe(smtpUrl)
  const elsewhere = { dataDir: '/nowhere', authSecret: env.authSecret }
  expect((await readSaved(ctx.db, elsewhere)).values).toMatchObject({ SMTP_URL: smtpUrl })
})

test('a save that waits for a start to seal anew does not seal with the key that the start removes', async () => {
  const { db } = postgres.ctx
  const { dataDir, key, save } = panelWithout('waiting')
  await save('smtps://nar:eski@posta.example')
  const { saving } = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${serverChannel}))`)
    const saving = save('smtps://nar:yeni@posta.example')
    const waiting = async () => (await db.execute(sql`select 1 from pg_locks where not granted`)).rows
    await expect.poll(waiting, { timeout: 20_000 }).toHaveLength(1)
    rmSync(key)
    return { saving }
  })
  await saving
  const { values } = await readSaved(db, { dataDir, authSecret: undefined })
  expect(values).toMatchObject({ SMTP_URL: 'smtps://nar:yeni@posta.example' })
})
