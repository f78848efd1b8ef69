import { expect, test } from 'vitest'
import { readEnv } from './env.ts'

test('nothing set is a demo shop', () => {
  expect(readEnv({})).toMatchObject({
    mode: 'demo',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    paymentProvider: 'demo',
  })
})

test.for([
  [{ PORT: 'drei' }, /PORT/],
  [{ DATABASE_URL: 'mysql://host/db' }, /DATABASE_URL/],
  [{ DATABASE_URL: 'postgres://host/db', DATABASE_REPLICA_URL: 'host/db' }, /DATABASE_REPLICA_URL/],
  [{ DATABASE_REPLICA_URL: 'postgres://host/db' }, /DATABASE_REPLICA_URL .* without DATABASE_URL/],
  [{ DATABASE_CONNECTIONS: '1' }, /DATABASE_CONNECTIONS/],
  [{ PUBLIC_URL: 'butik' }, /PUBLIC_URL/],
  [{ PAYMENT_PROVIDER: 'paypal' }, /PAYMENT_PROVIDER/],
  [{ PAYMENT_3DS: 'maybe' }, /PAYMENT_3DS/],
  [{ AUTH_SECRET: 'short' }, /AUTH_SECRET/],
  [{ ADMIN_EMAIL: 'sahibi@butik.example' }, /ADMIN_EMAIL and ADMIN_PASSWORD/],
  [{ SHOP_INSTAGRAM_URL: 'javascript:alert(1)' }, /SHOP_INSTAGRAM_URL/],
] as const)('%o is refused by name', ([settings, name]) => {
  expect(() => readEnv(settings)).toThrow(name)
})

test('a live shop names everything that is missing, in one line', () => {
  const refusal = () => readEnv({ SHOP_MODE: 'live' })
  for (const name of ['PAYMENT_PROVIDER', 'SMTP_URL', 'PUBLIC_URL', 'AUTH_SECRET']) expect(refusal).toThrow(name)
  expect(refusal).not.toThrow('\n')
})

test('empty settings count as not set', () => {
  expect(readEnv({ PORT: '', DATABASE_URL: '', SMTP_URL: '' })).toMatchObject({
    port: 3000,
    databaseUrl: undefined,
    smtpUrl: undefined,
  })
})

test('iyzico needs its keys, and a live shop speaks to it over TLS', () => {
  const iyzico = { PAYMENT_PROVIDER: 'iyzico', IYZICO_API_KEY: 'a', IYZICO_SECRET_KEY: 's' }
  expect(() => readEnv(iyzico)).toThrow('IYZICO_BASE_URL missing')
  expect(readEnv({ ...iyzico, IYZICO_BASE_URL: 'https://sandbox-api.iyzipay.com/' })).toMatchObject({
    paymentProvider: 'iyzico',
    iyzico: { baseUrl: 'https://sandbox-api.iyzipay.com', identityNumber: '11111111111' },
    holdMinutes: 10,
  })
  const live = {
    ...iyzico,
    SHOP_MODE: 'live',
    SMTP_URL: 'smtps://user:password@mail.example:465',
    PUBLIC_URL: 'https://shop.example',
    AUTH_SECRET: 'a secret for tests, long enough to sign',
  }
  expect(readEnv({ ...live, IYZICO_BASE_URL: 'https://api.iyzipay.com' }).mode).toBe('live')
  expect(() => readEnv({ ...live, IYZICO_BASE_URL: 'http://api.iyzipay.com' })).toThrow('not https')
  expect(readEnv({ FAULT_AT: 'settled' }).faultAt).toBeUndefined()
})
