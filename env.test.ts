import { expect, test } from 'vitest'
import { readEnv, SettingsError } from './env.ts'

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
  [{ DATABASE_URL: 'postgres://one:5432,two:x/db' }, /DATABASE_URL/],
  [{ DATABASE_URL: 'postgres://one,/db' }, /DATABASE_URL/],
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

test.for([
  [{ PORT: 'drei' }, 'PORT must be a whole number from 0 to 65535'],
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535'],
  [{ PORT: '0x50' }, 'PORT must be a whole number from 0 to 65535'],
  [{ RATE_LIMIT_SCALE: '0x2' }, 'RATE_LIMIT_SCALE must be a number above 0'],
  [{ RATE_LIMIT_SCALE: '1e3' }, 'RATE_LIMIT_SCALE must be a number above 0'],
  [{ RATE_LIMIT_SCALE: ' ' }, 'RATE_LIMIT_SCALE must be a number above 0'],
  [{ PORT: '3e3' }, 'PORT must be a whole number from 0 to 65535'],
  [{ SHOP_NAME: '  ' }, 'SHOP_NAME must not be blank'],
  [{ DRAIN_SECONDS: '1.5' }, 'DRAIN_SECONDS must be a whole number from 0 to 30'],
  [{ PUBLIC_URL: 'dukkan.example' }, 'PUBLIC_URL must be an address that begins with https:// or http://'],
  [
    { PUBLIC_URL: 'https://dukkan.example/magaza' },
    'PUBLIC_URL must be an address without path: https://dukkan.example',
  ],
  [{ PUBLIC_URL: 'https://dukkan.example?a=1' }, 'PUBLIC_URL must be an address without path: https://dukkan.example'],
  [{ SHOP_MODE: 'Live' }, 'SHOP_MODE must be demo or live'],
  [{ AUTH_SECRET: 'kurz' }, 'AUTH_SECRET must be at least 32 characters long'],
  [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must be an address such as smtps://user:password@host:465'],
  [{ MAIL_FROM: 'Butik' }, 'MAIL_FROM must be an address, or a name with one: Butik <merhaba@dukkan.example>'],
  [{ DNS_SERVERS: 'abc' }, 'DNS_SERVERS must be a list of IP addresses with commas'],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_EXPORTER_OTLP_HEADERS: 'key=100%' },
    'OTEL_EXPORTER_OTLP_HEADERS must be name=value,name=value, with a percent sign written as %25',
  ],
] as const)('%o is refused by a sentence that says what to write', ([settings, line]) => {
  expect(() => readEnv(settings)).toThrow(new SettingsError(`wrong settings: ${line}`))
})

test.for(['merhaba@dukkan.example', 'Butik <merhaba@dukkan.example>', '"Butik, İstanbul" <merhaba@dukkan.example>'])(
  '%s is a sender',
  (from) => {
    expect(readEnv({ MAIL_FROM: from, DNS_SERVERS: '127.0.0.1:5353, [::1]:53' })).toMatchObject({
      mailFrom: from,
      dnsServers: ['127.0.0.1:5353', '[::1]:53'],
    })
  },
)

const live = {
  ...{ SHOP_MODE: 'live', PAYMENT_PROVIDER: 'iyzico', IYZICO_API_KEY: 'a', IYZICO_SECRET_KEY: 's' },
  ...{ IYZICO_BASE_URL: 'https://api.iyzipay.com', SMTP_URL: 'smtps://user:password@mail.example:465' },
  ...{ PUBLIC_URL: 'https://shop.example', AUTH_SECRET: 'Zk3v9Qx1rT7mWb5yPd2nHc8sLf4gJa6u' },
  ...{ ADMIN_EMAIL: 'sahibi@shop.example', ADMIN_PASSWORD: 'dükkanın anahtarı' },
}

test('a live shop names everything that is missing, in one line', () => {
  const refusal = () => readEnv({ SHOP_MODE: 'live' })
  for (const name of ['PAYMENT_PROVIDER', 'SMTP_URL', 'PUBLIC_URL', 'AUTH_SECRET']) expect(refusal).toThrow(name)
  expect(refusal).not.toThrow('\n')
  for (const name of ['SMTP_URL', 'PUBLIC_URL', 'AUTH_SECRET'])
    expect(() => readEnv({ ...live, [name]: '' })).toThrow(
      new SettingsError(`SHOP_MODE=live is not ready: ${name} is missing`),
    )
})

test.for([
  [{ AUTH_SECRET: 'a'.repeat(32) }, /AUTH_SECRET repeats itself/],
  [{ AUTH_SECRET: 'Zk3v9Qx1rT7m'.repeat(4) }, /AUTH_SECRET repeats itself/],
  [{ AUTH_SECRET: 'abcdefghiabcdefghhabcdefggabcdefff' }, /AUTH_SECRET repeats itself/],
  [{ ADMIN_PASSWORD: '123456' }, /ADMIN_PASSWORD is one that is guessed first/],
  [{ ADMIN_PASSWORD: 'Sahibi2026' }, /ADMIN_PASSWORD is one that is guessed first/],
  [{ ADMIN_PASSWORD: 'moda1', SHOP_NAME: 'Moda' }, /ADMIN_PASSWORD/],
  [{ ADMIN_PASSWORD: 'Butik 1987' }, /ADMIN_PASSWORD is one that is guessed first/],
  [{ ADMIN_PASSWORD: 'Admin 1987' }, /ADMIN_PASSWORD is one that is guessed first/],
  [{ ADMIN_PASSWORD: 'sahibi@shop.example' }, /ADMIN_PASSWORD is one that is guessed first/],
  [{ PUBLIC_URL: 'http://shop.example' }, /PUBLIC_URL is not https/],
  [{ SMTP_URL: 'smtp://u:p@mail.example:587?tls.rejectUnauthorized=false' }, /SMTP_URL takes anybody/],
] as const)('a live shop does not start with %o', ([weak, line]) => {
  expect(() => readEnv({ ...live, ...weak })).toThrow(line)
  expect(() => readEnv({ ...live, ...weak })).not.toThrow('\n')
})

test('a live shop starts with good secrets, also behind a web server of this machine; a demo with any', () => {
  for (const address of ['https://shop.example', 'http://127.0.0.1:3000', 'http://localhost', 'http://[::1]:80'])
    expect(readEnv({ ...live, PUBLIC_URL: address }).mode).toBe('live')
  // As few different characters as random digits may have.
  const digits = '08264173952847160395718264039517'
  for (const secret of [
    digits,
    'a secret for tests, long enough to sign',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822c',
  ])
    expect(readEnv({ ...live, AUTH_SECRET: secret }).mode).toBe('live')
  expect(readEnv({ ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: '123456', AUTH_SECRET: 'a'.repeat(32) }).mode).toBe(
    'demo',
  )
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

test('several providers may have keys: one takes payments, one may stand by, and those with half of their keys are left out', () => {
  const paytr = { PAYTR_MERCHANT_ID: '1', PAYTR_MERCHANT_KEY: 'k', PAYTR_MERCHANT_SALT: 's' }
  const iyzico = { IYZICO_API_KEY: 'a', IYZICO_SECRET_KEY: 's', IYZICO_BASE_URL: 'https://sandbox-api.iyzipay.com' }
  expect(readEnv({})).toMatchObject({ paymentProvider: 'demo', paymentStandby: undefined, otherProviders: [] })
  expect(readEnv({ ...paytr, IYZICO_API_KEY: 'a' })).toMatchObject({ otherProviders: ['paytr'] })
  expect(readEnv({ PAYMENT_PROVIDER: 'paytr', PAYMENT_STANDBY: 'iyzico', ...paytr, ...iyzico })).toMatchObject({
    paymentProvider: 'paytr',
    paymentStandby: 'iyzico',
    otherProviders: ['iyzico'],
    paytr: { merchantId: '1', baseUrl: 'https://www.paytr.com', testMode: false },
  })
  expect(() => readEnv({ PAYMENT_PROVIDER: 'paytr' })).toThrow(
    'PAYMENT_PROVIDER=paytr cannot start: PAYTR_MERCHANT_ID, PAYTR_MERCHANT_KEY, PAYTR_MERCHANT_SALT missing',
  )
  expect(() => readEnv({ PAYMENT_STANDBY: 'iyzico' })).toThrow('PAYMENT_STANDBY=iyzico cannot start')
  const live = { SHOP_MODE: 'live', PAYMENT_PROVIDER: 'iyzico', PAYMENT_STANDBY: 'paytr', ...iyzico, ...paytr }
  expect(() => readEnv({ ...live, PAYTR_TEST_MODE: '1' })).toThrow('PAYTR_TEST_MODE is 1')
})
