import { sql } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { describe, expect } from 'vitest'
import { type Env, readEnv } from '#env'
import type { Deps } from '#shop/ctx.ts'
import { saveSender } from '#shop/desk/shop-settings.ts'
import { serverKey } from '#shop/settings/server/saved.ts'
import { saveSetting } from '#shop/settings/settings.ts'
import { paymentWith } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { cards } from '#test/outside/iyzico-cards.ts'
import { type IyzicoSimulator, startIyzico } from '#test/outside/iyzico-simulator.ts'
import type { Json } from '#test/process.ts'
import { test as base } from '#test/shop.ts'

type MailServer = { port: number; received: string[]; refuses: boolean; close(): Promise<void> }
type Call = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Json }>

async function openMailServer(): Promise<MailServer> {
  const state = { port: 0, received: [] as string[], refuses: false }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === 'dogru şifre@'
        ? done(null, { user: 'nar' })
        : done(Object.assign(new Error('Bad password'), { responseCode: 535 })),
    onRcptTo: ({ address }, _session, done) => {
      if (state.refuses) return done(Object.assign(new Error('Sender not owned'), { responseCode: 553 }))
      state.received.push(address)
      done()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  state.port = typeof address === 'object' && address ? address.port : 0
  return Object.assign(state, { close: () => new Promise<void>((resolve) => server.close(() => resolve())) })
}

const test = base.extend<{
  iyzico: IyzicoSimulator
  mail: MailServer
  given: Record<string, string>
  env: Env
  call: Call
}>({
  iyzico: async ({ task: _ }, use) => {
    const iyzico = await startIyzico()
    await use(iyzico)
    await iyzico.close()
  },
  mail: async ({ task: _ }, use) => {
    const mail = await openMailServer()
    await use(mail)
    await mail.close()
  },
  given: async ({ task: _ }, use) => use({}),
  env: async ({ env, iyzico, given }, use) => {
    const AUTH_SECRET = env.authSecret ?? ''
    await use(readEnv({ DATA_DIR: env.dataDir, AUTH_SECRET, IYZICO_BASE_URL: iyzico.baseUrl, ...given }))
  },
  call: async ({ api, ctx }, use) => {
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    await use((method, path, body) => api(method, `/admin/setup${path}`, { token, body }))
  },
})

const keysOf = ({ apiKey, secretKey }: IyzicoSimulator, more: object = {}) => ({
  provider: 'iyzico',
  keys: { IYZICO_API_KEY: apiKey, IYZICO_SECRET_KEY: secretKey, ...more },
})
const serverOf = ({ port }: MailServer, more: object = {}) => ({
  ...{ host: '127.0.0.1', port, user: 'nar@dukkan.example', password: 'dogru şifre@' },
  ...more,
})
const stepOf = ({ body }: { body: Json }, id: string) => body.data.steps.find((step: Json) => step.id === id)
const keptRow = async ({ db }: Deps) =>
  JSON.stringify((await db.execute(sql`select value from settings where key = ${serverKey}`)).rows[0] ?? {})

describe('keys of a provider', () => {
  test('are kept sealed once it takes them, shown by their end, and taken for a demo by nobody yet', async ({
    call,
    deps,
    iyzico,
  }) => {
    const saved = await call('PUT', '/payment', keysOf(iyzico))
    expect([saved.status, saved.body.message]).toEqual([200, 'Anahtarlar denendi, kabul edildi ve kaydedildi.'])
    expect(iyzico.calls.map(({ path }) => path)).toEqual(['/payment/iyzipos/installment'])
    expect(stepOf(saved, 'payment')).toMatchObject({ state: 'done', fixed: null })
    const row = await keptRow(deps)
    for (const text of [row, JSON.stringify(saved.body), JSON.stringify((await call('GET', '')).body)])
      for (const key of [iyzico.apiKey, iyzico.secretKey]) expect(text).not.toContain(key)
    const [{ keys, sides }] = saved.body.data.payment.providers
    expect(keys.map(({ last }: Json) => last)).toEqual([iyzico.apiKey.slice(-4), iyzico.secretKey.slice(-4)])
    expect(sides, 'its address comes from the server').toBe(false)
    expect(deps.payments.name).toBe('demo')
    expect(deps.config.upcoming).toMatchObject({ paymentProvider: 'iyzico' })
    const audit = (await deps.db.execute(sql`select after from audit_entries where subject_id = 'server'`)).rows
    expect(audit).toEqual([
      {
        after: {
          IYZICO_API_KEY: `…${iyzico.apiKey.slice(-4)}`,
          IYZICO_SECRET_KEY: `…${iyzico.secretKey.slice(-4)}`,
          PAYMENT_PROVIDER: 'iyzico',
        },
      },
    ])
  })

  test('that are wrong, incomplete, or cannot be tried are not kept, and the owner reads why', async ({
    call,
    deps,
    iyzico,
  }) => {
    const wrong = await call('PUT', '/payment', keysOf(iyzico, { IYZICO_SECRET_KEY: 'baska-anahtar' }))
    expect([wrong.status, wrong.body.error.IYZICO_SECRET_KEY]).toEqual([
      400,
      ['iyzico bu anahtarları kabul etmedi: Geçersiz imza (1000). Anahtarları panelinden yeniden kopyalayın'],
    ])
    const half = await call('PUT', '/payment', { provider: 'paytr', keys: { PAYTR_MERCHANT_ID: 'x' } })
    expect([half.status, Object.keys(half.body.error)]).toEqual([
      400,
      ['PAYTR_MERCHANT_ID', 'PAYTR_MERCHANT_KEY', 'PAYTR_MERCHANT_SALT'],
    ])
    iyzico.state.down = true
    const down = await call('PUT', '/payment', keysOf(iyzico))
    expect([down.status, down.body.message]).toEqual([409, expect.stringMatching(/^iyzico şu anda yanıt vermiyor/)])
    expect(await keptRow(deps)).toBe('{}')
  })

  test('can be tried twenty times an hour', async ({ call, deps, iyzico }) => {
    await deps.db.execute(
      sql`insert into rate_limits (key, window_start, count) select 'setup-payment:' || id, date_trunc('hour', ${deps.clock().toISOString()}::timestamptz), 20 from users`,
    )
    expect((await call('PUT', '/payment', keysOf(iyzico))).status).toBe(429)
    expect(iyzico.calls).toEqual([])
  })
})

describe('what the environment sets', () => {
  const fixed = test.override({
    given: {
      PAYMENT_PROVIDER: 'iyzico',
      IYZICO_API_KEY: 'a',
      IYZICO_SECRET_KEY: 's',
      SMTP_URL: 'smtps://a:b@posta.example',
      PUBLIC_URL: 'https://dukkan.example',
      SHOP_MODE: 'demo',
    },
  })
  fixed('stays, and says so', async ({ call, iyzico, mail, deps }) => {
    const seen = await call('GET', '')
    for (const [step, name] of [
      ['payment', 'PAYMENT_PROVIDER'],
      ['mail', 'SMTP_URL'],
      ['domain', 'PUBLIC_URL'],
      ['live', 'SHOP_MODE'],
      ['brand', null],
    ] as const)
      expect(stepOf(seen, step).fixed).toBe(name)
    const words = JSON.stringify([seen.body.data.steps.map(({ text }: Json) => text), seen.body.data.others])
    expect(words).toContain('sunucu ayarlarında belirlenmiş')
    expect(words, 'no variable of the environment is named').not.toMatch(/[A-Z]_[A-Z]/)
    for (const [method, path, body] of [
      ['PUT', '/payment', keysOf(iyzico)],
      ['PUT', '/mail', serverOf(mail)],
      ['PUT', '/domain', { domain: 'baska.example' }],
      ['POST', '/live', undefined],
    ] as const) {
      const answer = await call(method, path, body)
      expect([path, answer.status, answer.body.message]).toEqual([
        path,
        409,
        expect.stringMatching(/^Bu ayar sunucu ayarlarında belirlenmiş/),
      ])
    }
    expect(await keptRow(deps)).toBe('{}')
  })
})

describe('mail', () => {
  test('is sent by a server that takes the login, at once, and its answer is told', async ({ call, deps, mail }) => {
    expect((await call('POST', '/mail/test')).status, 'before there is one').toBe(409)
    const wrong = await call('PUT', '/mail', serverOf(mail, { password: 'yanlış' }))
    expect([wrong.status, wrong.body.error.password[0]]).toEqual([
      400,
      expect.stringMatching(/girişi kabul etmedi \(“.*Bad password”\)/),
    ])
    const nowhere = await call('PUT', '/mail', serverOf({ ...mail, port: 1 }))
    expect([nowhere.status, Object.keys(nowhere.body.error)]).toEqual([400, ['host']])
    const saved = await call('PUT', '/mail', serverOf(mail))
    expect([saved.status, saved.body.data.mail]).toEqual([
      200,
      { host: '127.0.0.1', port: mail.port, user: 'nar@dukkan.example' },
    ])
    expect(await keptRow(deps)).not.toMatch(/dogru|%C5%9Fifre/)
    const sent = await call('POST', '/mail/test')
    expect([sent.status, sent.body.data]).toEqual([
      200,
      { to: mail.received[0], answer: expect.stringMatching(/^250 /) },
    ])
    mail.refuses = true
    const refused = await call('POST', '/mail/test')
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringMatching(/E-posta sunucusu almadı: “.*553 Sender not owned.*”/),
    ])
  })

  test('asks for the login of a server outside, and gives up after twenty tries', async ({ call, deps, mail }) => {
    const bare = await call('PUT', '/mail', { host: 'smtp.dukkan.example', port: 465, user: '', password: '' })
    expect([bare.status, Object.keys(bare.body.error)]).toEqual([400, ['user']])
    await deps.db.execute(
      sql`insert into rate_limits (key, window_start, count) select k || id, date_trunc('hour', ${deps.clock().toISOString()}::timestamptz), 60 from users, unnest(array['setup-mail:', 'test-mail:', 'setup-domain:']) k`,
    )
    expect((await call('PUT', '/mail', serverOf(mail))).status).toBe(429)
    expect((await call('PUT', '/domain', { domain: 'dukkan.example' })).status).toBe(429)
    deps.config = { ...deps.config, smtpUrl: `smtp://127.0.0.1:${mail.port}` }
    expect((await call('POST', '/mail/test')).status).toBe(429)
  })

  test('records of the domain: what is missing, wrong, there, or cannot be asked', async ({ call, ctx, deps }) => {
    await saveSender(ctx, { senderName: '', senderEmail: 'merhaba@dukkan.example' })
    deps.config = { ...deps.config, smtpUrl: 'smtps://a:b@smtp.gmail.com' }
    const texts: Record<string, string[]> = {}
    deps.server.dns = { addresses: async () => [], texts: async (name) => texts[name] ?? [] }
    const look = async (query = '') => {
      const { body } = await call('GET', `/mail/records${query}`)
      return body.data.records.map(({ state, enter }: Json) => [state, enter?.value ?? null])
    }
    expect(await look()).toEqual([
      ['missing', 'v=spf1 include:_spf.google.com ~all'],
      ['missing', null],
      ['missing', 'v=DMARC1; p=none; rua=mailto:merhaba@dukkan.example'],
    ])
    texts['dukkan.example'] = ['v=spf1 a include:spf.brevo.com -all', 'google-site-verification=1']
    texts['google._domainkey.dukkan.example'] = ['v=DKIM1; k=rsa; p=']
    texts['_dmarc.dukkan.example'] = ['v=DMARC1; rua=mailto:a@b.example']
    expect(await look()).toEqual([
      ['wrong', 'v=spf1 a include:spf.brevo.com include:_spf.google.com -all'],
      ['wrong', null],
      ['wrong', 'v=DMARC1; p=none; rua=mailto:merhaba@dukkan.example'],
    ])
    texts['dukkan.example'] = ['v=spf1 include:_spf.google.com ~all']
    texts['nar._domainkey.dukkan.example'] = ['v=DKIM1; k=rsa; p=MIIB']
    texts['_dmarc.dukkan.example'] = ['v=DMARC1; p=reject']
    expect((await call('GET', '/mail/records?selector=%21')).status).toBe(400)
    expect(await look('?selector=nar')).toEqual([
      ['found', null],
      ['found', null],
      ['found', null],
    ])
    deps.server.dns = { addresses: async () => [], texts: async () => Promise.reject(new Error('ETIMEOUT')) }
    expect((await look()).map(([state]: string[]) => state)).toEqual(['unknown', 'unknown', 'unknown'])
  })
})

describe('the domain', () => {
  test('is noted for its certificate, and told what is missing until it leads here', async ({ app, call, deps }) => {
    const ask = async (domain: string, headers = {}) =>
      (await app.fetch(new Request(`http://shop.test/internal/domain?domain=${domain}`, { headers }))).status
    expect(await ask('dukkan.example')).toBe(404)
    const names: Record<string, string[]> = { 'yok.example': [] }
    deps.server.dns = { texts: async () => [], addresses: async (name) => names[name] ?? [] }
    const seen = await call('PUT', '/domain', { domain: 'dukkan.example' })
    expect([seen.status, seen.body.data.reached]).toEqual([200, 'no-name'])
    expect(
      await Promise.all(
        ['dukkan.example', 'www.dukkan.example', 'DUKKAN.example', 'x.dukkan.example', 'dukkan.example.org', ''].map(
          (name) => ask(name),
        ),
      ),
    ).toEqual([200, 200, 200, 404, 404, 404])
    expect(await ask('dukkan.example', { 'x-forwarded-for': '1.2.3.4' }), 'by way of a proxy').toBe(404)
    for (const domain of ['nar', 'dukkan.example/yol', '10.0.0.1', 'dukkan.example:8443', 'a b.example', '']) {
      const answer = await call('PUT', '/domain', { domain })
      expect([domain, answer.status]).toEqual([domain, 400])
    }
    expect(deps.config.publicUrl).toBe('http://127.0.0.1:3000')
  })

  test('proves itself by the shop’s secret alone', async ({ app }) => {
    const ask = async (question: string) =>
      (await app.fetch(new Request(`http://shop.test/.well-known/butik?soru=${question}`))).text()
    const question = '0123456789abcdef'.repeat(2)
    expect(await ask(question)).toMatch(/^[\w-]{43}$/)
    expect(await ask('kısa')).toBe('Böyle bir adres yok.')
  })
})

/** A shop in which everything but the switch is done. */
async function prepared({
  call,
  deps,
  iyzico,
  mail,
}: {
  call: Call
  deps: Deps
  iyzico: IyzicoSimulator
  mail: MailServer
}) {
  const ctx = { ...deps, actor: { kind: 'system' } as const, requestId: 'x' }
  await saveSetting(ctx, 'brand', {
    shopName: 'Nar',
    shopEmail: 'merhaba@nar.com',
    instagramUrl: '',
    instagramShown: false,
  })
  const address = 'Moda Caddesi 1, 34710 Kadıköy / İstanbul'
  await saveSetting(ctx, 'policies', {
    ...{
      merchantTitle: 'Nar Ltd. Şti.',
      mersis: '0481 0058 5900 0013',
      kep: 'nar@hs01.kep.tr',
      phone: '0216 555 44 33',
    },
    ...{ address, returnAddress: address, returnCarrier: 'Kargo' },
  })
  await aProduct(ctx, { name: 'Keten Elbise' })
  await call('PUT', '/payment', keysOf(iyzico))
  await call('PUT', '/mail', serverOf(mail))
  // As a start does with a name that was verified.
  await deps.db.execute(
    sql`update settings set value = value || '{"PUBLIC_URL": {"value": "https://nar.com"}}' where key = ${serverKey}`,
  )
  await deps.server.reload()
}

describe('going live', () => {
  test('is refused while anything is left, then holds at once and after a restart', async ({
    call,
    deps,
    iyzico,
    mail,
    api,
  }) => {
    const early = await call('POST', '/live')
    expect([early.status, early.body.data.left]).toEqual([409, expect.arrayContaining(['Ödeme kuruluşu', 'Ürünler'])])
    expect((await call('POST', '/trial')).status).toBe(409)
    await prepared({ call, deps, iyzico, mail })
    const live = await call('POST', '/live')
    expect([live.status, live.body.message, live.body.data.live]).toEqual([
      200,
      'Mağazanız yayında; artık gerçek ödeme alıyor.',
      true,
    ])
    expect([deps.config.mode, deps.payments.name, deps.config.publicUrl]).toEqual(['live', 'iyzico', 'https://nar.com'])
    expect((await call('POST', '/live')).status, 'twice').toBe(409)

    const begun = await call('POST', '/trial')
    expect([begun.status, begun.body.message]).toEqual([200, expect.stringMatching(/^Deneme ödemesi hazır/)])
    expect((await call('POST', '/trial')).body.data.orderId, 'the one that waits').toBe(begun.body.data.orderId)
    expect((await call('POST', '/trial/refund')).status, 'nothing was paid').toBe(409)
    const token = begun.body.data.url.split('#token=')[1]
    const { open } = (await api('POST', '/payment-links/order', { body: { token } })).body.data
    const acceptedContracts = {
      preInformation: open.contracts.preInformation.version,
      distanceSales: open.contracts.distanceSales.version,
    }
    const paid = await api('POST', '/payment-links/payment', {
      body: { token, totalAmount: 1, paymentData: paymentWith(cards.masterCredit), acceptedContracts },
    })
    expect([paid.status, paid.body.message, paid.body.data?.status]).toEqual([200, undefined, 'SUCCESS'])
    expect(stepOf(await call('GET', ''), 'trial')).toMatchObject({ state: 'done' })
    expect((await call('POST', '/trial')).status, 'the lira is to go back first').toBe(409)
    const back = await call('POST', '/trial/refund')
    expect([back.status, back.body.data.trial.state, back.body.data.done]).toEqual([200, 'passed', true])
    expect((await call('POST', '/trial/refund')).status).toBe(409)
    const given = [...iyzico.payments.values()].map(({ status }) => status)
    expect(given).toHaveLength(1)
  })

  test('a shop whose key is gone opens without payments, says so, and takes new keys', async ({
    call,
    deps,
    iyzico,
    mail,
  }) => {
    await prepared({ call, deps, iyzico, mail })
    await call('POST', '/live')
    await deps.db.execute(
      sql`update settings set value = jsonb_set(value, '{IYZICO_SECRET_KEY,sealed}', '"1.00000000.AAAA.AAAA"') where key = ${serverKey}`,
    )
    await deps.server.reload()
    expect(deps.config.lostSettings).toEqual(['IYZICO_SECRET_KEY'])
    expect([deps.config.mode, deps.payments.name, deps.payments.isAnswering?.()]).toEqual(['live', 'iyzico', false])
    const payment = stepOf(await call('GET', ''), 'payment')
    expect([payment.state, payment.text]).toEqual([
      'todo',
      expect.stringMatching(/^Kayıtlı ödeme anahtarları okunamıyor/),
    ])
    expect((await call('PUT', '/payment', keysOf(iyzico))).status).toBe(200)
    expect([deps.config.lostSettings, deps.payments.isAnswering?.()]).toEqual([[], true])
  })
})
