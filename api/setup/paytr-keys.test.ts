import { expect } from 'vitest'
import { type Env, readEnv } from '#env'
import { findShown } from '#shop/settings/server/saved.ts'
import { aUser, signIn } from '#test/factories.ts'
import { type PaytrSimulator, startPaytr } from '#test/outside/paytr/simulator.ts'
import type { Json } from '#test/process.ts'
import { test as base } from '#test/shop.ts'

/** A demo shop whose owner enters the keys of a simulated PayTR in the panel. */
const test = base.extend<{ paytr: PaytrSimulator; env: Env; save: (change?: object) => Promise<Json> }>({
  paytr: async ({ task: _ }, use) => {
    const paytr = await startPaytr()
    await use(paytr)
    await paytr.close()
  },
  env: async ({ env, paytr }, use) => {
    await use(readEnv({ DATA_DIR: env.dataDir, AUTH_SECRET: env.authSecret ?? '', PAYTR_BASE_URL: paytr.baseUrl }))
  },
  save: async ({ api, ctx, paytr }, use) => {
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const keys = {
      ...{ PAYTR_MERCHANT_ID: paytr.merchantId, PAYTR_MERCHANT_KEY: paytr.key, PAYTR_MERCHANT_SALT: paytr.salt },
    }
    await use(({ side = 'live', ...change }: { side?: string } = {}) =>
      api('PUT', '/admin/setup/payment', { token, body: { provider: 'paytr', side, keys: { ...keys, ...change } } }),
    )
  },
})

test('keys of PayTR are tried at once, kept once it takes them, and shown by their end alone', async ({
  save,
  ctx,
  deps,
  paytr,
}) => {
  const saved = await save()
  expect([saved.status, saved.body.message]).toEqual([200, 'Anahtarlar denendi, kabul edildi ve kaydedildi.'])
  expect(paytr.calls.map(({ fields }) => fields.merchant_id)).toEqual([paytr.merchantId])
  expect(paytr.pages, 'a question, not a payment').toEqual([])
  expect(deps.config.upcoming?.paytr).toMatchObject({ merchantId: paytr.merchantId, testMode: false })
  for (const key of [paytr.key, paytr.salt]) expect(JSON.stringify(saved.body)).not.toContain(key)
  const { providers } = saved.body.data.payment
  const shown = providers
    .find(({ id }: { id: string }) => id === 'paytr')
    .keys.map(({ last }: { last: string }) => last)
  expect(shown).toEqual([paytr.merchantId, paytr.key.slice(-4), paytr.salt.slice(-4)])

  expect((await save({ side: 'test' })).status).toBe(200)
  expect(deps.config.upcoming?.paytr?.testMode).toBe(true)
  expect(await findShown(ctx)).toMatchObject({ PAYMENT_PROVIDER: 'paytr', PAYTR_TEST_MODE: '1' })
})

test.for([
  ['PAYTR_MERCHANT_KEY', 'yanlis-anahtar'],
  ['PAYTR_MERCHANT_SALT', 'yanlis-gizli'],
] as const)(
  'a wrong %s is refused in the words of PayTR, and nothing is kept',
  async ([name, wrong], { save, ctx, deps }) => {
    const { status, body } = await save({ [name]: wrong })
    expect([status, body.error.PAYTR_MERCHANT_SALT]).toEqual([
      400,
      [expect.stringMatching(/^PayTR bu anahtarları kabul etmedi: 003 paytr_token gecersiz\./)],
    ])
    expect([await findShown(ctx), deps.config.upcoming]).toEqual([{}, undefined])
  },
)

test('keys that cannot be tried are not kept: PayTR is down, or answers with a page of its own', async ({
  save,
  ctx,
  paytr,
}) => {
  paytr.state.down = true
  expect(await save()).toMatchObject({ status: 409, body: { message: expect.stringMatching(/^PayTR şu anda yanıt/) } })
  paytr.state.down = false
  paytr.spoil('/odeme/durum-sorgu', 'html 502')
  expect((await save()).status).toBe(409)
  expect(await findShown(ctx)).toEqual({})
  expect((await save()).status).toBe(200)
})
