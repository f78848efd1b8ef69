import { describe, expect } from 'vitest'
import { createFirstDemoAdmin, resetPasswordOf } from '#shop/accounts/admins.ts'
import { auditEntries } from '#shop/audit/schema.ts'
import type { Ctx } from '#shop/ctx.ts'
import { queueMail, sendMail } from '#shop/mail/outbox.ts'
import { reportProblem } from '#shop/messages/messages.ts'
import { usualLanding } from '#shop/settings/landing.ts'
import { usualTerms } from '#shop/settings/promises.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { openSmtpServer } from '#test/outside/smtp.ts'
import { type Api, test } from '#test/shop.ts'

async function asAdmin(ctx: Ctx, api: Api) {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  return {
    token,
    get: async (path = '/admin/settings') => (await api('GET', path, { token })).body.data,
    put: (section: string, body: object) => api('PUT', `/admin/settings/${section}`, { token, body }),
    post: (path: string, body: object = {}) => api('POST', path, { token, body }),
    readiness: async (id: string) =>
      (await api('GET', '/admin/readiness', { token })).body.data.items.find((item: { id: string }) => item.id === id),
  }
}

const page = async (app: { fetch(request: Request): Response | Promise<Response> }, path: string) =>
  (await app.fetch(new Request(`http://shop.test${path}`))).text()

test('settings are for admins', async ({ ctx, api }) => {
  const customer = await signIn(ctx, await aUser(ctx))
  for (const [method, path, body] of [
    ['GET', '/admin/settings'],
    ['GET', '/admin/readiness'],
    ['PUT', '/admin/settings/brand', { shopName: 'x' }],
    ['PUT', '/admin/settings/landing', { settings: { ...usualLanding, scenes: [] } }],
    ['PUT', '/admin/settings/cards', { settings: { newDays: 14, fewLeft: 3 } }],
    ['PUT', '/admin/settings/rhythm', { settings: { areas: [] } }],
    ['PUT', '/admin/settings/terms', { settings: usualTerms }],
    ['PUT', '/admin/settings/texts', { id: 'hakkimizda', text: null }],
    ['PUT', '/admin/settings/mail', { senderName: 'x' }],
    ['PUT', '/admin/settings/installments', { counts: [], feeBearer: 'shop' }],
    ['POST', '/admin/settings/texts/preview', { id: 'hakkimizda', text: { body: '# x' } }],
    ['POST', '/admin/settings/mail/test', {}],
  ] as const) {
    expect((await api(method, path, { body })).status, path).toBe(401)
    expect((await api(method, path, { body, token: customer })).status, path).toBe(403)
  }
})

describe('the brand', () => {
  test('changes pages, mails, contracts and machines at once', async ({ ctx, api, app }) => {
    const admin = await asAdmin(ctx, api)
    const product = await aProduct(ctx)
    await page(app, `/urun/${product.slug}`)
    const brand = { shopName: 'Gül & Çınar', shopEmail: 'Bize@gul.example', phone: '0212 111 22 33' }
    const saved = await admin.put('brand', { ...brand, instagramUrl: 'https://instagram.com/gul', version: 0 })
    expect(saved.body.data.brand).toMatchObject({
      version: 1,
      settings: { shopName: 'Gül & Çınar', shopEmail: 'bize@gul.example', phone: '0212 111 22 33' },
      defaults: { shopName: ctx.config.shopName },
    })
    const html = await page(app, `/urun/${product.slug}`)
    expect(html).toContain('Gül &amp; Çınar</title>')
    expect(html).toContain('"brand":{"@type":"Brand","name":"Gül \\u0026 Çınar"}')
    expect(html).toContain('https://instagram.com/gul')
    expect(html).not.toContain(ctx.config.shopName)
    expect(JSON.parse(await page(app, '/manifest.webmanifest')).name).toBe('Gül & Çınar')
    expect(await page(app, '/bilgi?section=mesafeli-satis')).toMatch(/bize@gul\.example.*0212 111 22 33/s)
    expect((await api('GET', '/openapi.json')).body.info.title).toBe('Gül & Çınar API')
    await reportProblem(ctx, { email: 'ayse@posta.example', problem: 'x' })
    const mail = (await mailsOf(ctx)).at(-1)
    expect(mail?.toEmail).toBe('bize@gul.example')
    expect(mail?.html).toContain('Gül &amp; Çınar')
    expect(await ctx.db.select().from(auditEntries)).toMatchObject([
      {
        action: 'settings.update',
        subjectId: 'brand',
        before: { shopName: '', phone: '' },
        after: { shopName: 'Gül & Çınar', phone: '0212 111 22 33' },
      },
    ])
  })

  test('without Instagram neither pages nor mails name it', async ({ ctx, api, app }) => {
    const admin = await asAdmin(ctx, api)
    expect(await page(app, '/bilgi')).toContain('<span class="link-line">Instagram</span>')
    const saved = await admin.put('brand', { instagramUrl: 'https://instagram.com/gul', instagramShown: false })
    expect(saved.body.data.brand.settings).toMatchObject({
      instagramUrl: 'https://instagram.com/gul',
      instagramShown: false,
    })
    expect(await page(app, '/bilgi')).not.toContain('<span class="link-line">Instagram</span>')
    await reportProblem(ctx, { email: 'ayse@posta.example', problem: 'x' })
    expect((await mailsOf(ctx)).at(-1)?.html).not.toContain('Instagram')
  })

  test('blank again is the environment’s; wrong input names its field', async ({ ctx, api }) => {
    const admin = await asAdmin(ctx, api)
    await admin.put('brand', { shopName: 'Gül' })
    expect((await admin.put('brand', {})).body.data.brand.inForce.shopName).toBe(ctx.config.shopName)
    for (const [body, field] of [
      [{ shopEmail: 'posta' }, 'shopEmail'],
      [{ instagramUrl: 'javascript:alert(1)' }, 'instagramUrl'],
      [{ shopName: '<b>' }, 'shopName'],
      [{ shopName: 'x'.repeat(61) }, 'shopName'],
    ] as const) {
      const refused = await admin.put('brand', body)
      expect([refused.status, Object.keys(refused.body.error)]).toEqual([400, [field]])
    }
  })
})

test('of two who edit a section at once, the second is told and nothing is lost', async ({ ctx, api }) => {
  const admin = await asAdmin(ctx, api)
  const { version } = (await admin.get()).brand
  expect((await admin.put('brand', { shopName: 'Bir', version })).status).toBe(200)
  const late = await admin.put('brand', { shopName: 'İki', version })
  expect([late.status, late.body.code]).toEqual([409, 'EDIT_CONFLICT'])
  expect((await admin.get()).brand.settings.shopName).toBe('Bir')
  for (const [section, body] of [
    ['legal', { phone: '1' }],
    ['landing', { settings: { ...usualLanding, scenes: [] } }],
    ['terms', { settings: usualTerms }],
    ['mail', { senderName: 'a' }],
    ['texts', { id: 'hakkimizda', text: null }],
    ['installments', { counts: [2], feeBearer: 'shop' }],
  ] as const) {
    expect((await admin.put(section, { ...body, version: 0 })).status, section).toBe(200)
    expect((await admin.put(section, { ...body, version: 0 })).body.code, section).toBe('EDIT_CONFLICT')
  }
})

describe('terms and texts', () => {
  test('terms are said alike on pages, in contracts and to machines', async ({ ctx, api, app }) => {
    const admin = await asAdmin(ctx, api)
    const product = await aProduct(ctx)
    const settings = {
      dispatchHour: 15,
      dispatchDays: { from: 1, to: 3 },
      deliveryDays: { from: 2, to: 4 },
      freeReturnDays: 21,
      exchangeDays: 40,
    }
    expect((await admin.put('terms', { settings })).status).toBe(200)
    const html = await page(app, `/urun/${product.slug}`)
    expect(html).toContain('21 gün içinde ücretsiz iade')
    expect(html).toContain('1–3 iş gününde kargoda')
    expect(html).toContain('"merchantReturnDays":21')
    const sales = await page(app, '/bilgi?section=mesafeli-satis')
    expect(sales).toContain('saat 15:00’e kadar')
    expect(sales).toContain('Satıcı bu süreyi 21 güne uzatmıştır.')
    for (const [wrong, field] of [
      [{ freeReturnDays: 13 }, 'settings.freeReturnDays'],
      [{ exchangeDays: 15 }, 'settings.exchangeDays'],
      [{ deliveryDays: { from: 5, to: 2 } }, 'settings.deliveryDays.to'],
      [{ dispatchHour: 25 }, 'settings.dispatchHour'],
    ] as const) {
      const refused = await admin.put('terms', { settings: { ...settings, ...wrong } })
      expect([refused.status, Object.keys(refused.body.error)]).toEqual([400, [field]])
    }
  })

  test('a text is previewed, saved as a new version, and given back its usual words', async ({ ctx, api, app }) => {
    const admin = await asAdmin(ctx, api)
    const usual = await page(app, '/bilgi?section=teslimat-iade')
    const text = { lead: 'Kısaca.', body: '# Kargo\n\n{mağaza adı} {teslimat günü} günde getirir.\n\n- <b>bir</b>' }
    const preview = await admin.post('/admin/settings/texts/preview', { id: 'teslimat-iade', text })
    expect(preview.body.data.parts).toEqual([
      { title: 'Kargo', blocks: [{ p: `${ctx.config.shopName} 2–5 günde getirir.` }, { list: ['<b>bir</b>'] }] },
    ])
    expect(await page(app, '/bilgi?section=teslimat-iade')).toBe(usual)
    const saved = await admin.put('texts', { id: 'teslimat-iade', text })
    expect(saved.body.data.texts.items.find((item: { own: boolean }) => item.own)).toMatchObject({
      id: 'teslimat-iade',
      body: text.body,
    })
    const html = await page(app, '/bilgi?section=teslimat-iade')
    expect(html).toContain(`${ctx.config.shopName} 2–5 günde getirir.`)
    expect(html).toContain('&lt;b&gt;bir')
    expect(html).toContain(preview.body.data.version)
    await admin.put('texts', { id: 'teslimat-iade', text: null })
    expect(await page(app, '/bilgi?section=teslimat-iade')).toBe(usual)
    for (const body of ['', 'Başlıksız', '# A\n\n{yok böyle}', '# A\n\n# A']) {
      const refused = await admin.put('texts', { id: 'teslimat-iade', text: { lead: '', body } })
      expect([refused.status, Object.keys(refused.body.error)], body).toEqual([400, ['body']])
    }
    expect((await admin.put('texts', { id: 'yok', text: null })).status).toBe(400)
  })
})

test('installments begin at the amount that the owner says', async ({ ctx, api }) => {
  const admin = await asAdmin(ctx, api)
  const counts = async (price: number) => {
    const { body } = await api('GET', `/payments/installments?price=${price}`)
    return body.data[0].options.map((option: { count: number }) => option.count)
  }
  const saved = await admin.put('installments', { counts: [2, 3], feeBearer: 'shop', minimumAmount: 750.5 })
  expect(saved.body.data).toEqual({
    cardEntry: 'both',
    counts: [2, 3],
    feeBearer: 'shop',
    minimumAmount: 750.5,
    version: 1,
  })
  expect(await counts(750)).toEqual([1])
  expect(await counts(751)).toEqual([1, 2, 3])
  expect((await admin.put('installments', { counts: [2], feeBearer: 'shop', minimumAmount: -1 })).status).toBe(400)
})

describe('mail', () => {
  test('comes from whom the owner says, and a test goes to herself', async ({ ctx, api }) => {
    const server = await openSmtpServer()
    const admin = await asAdmin(ctx, api)
    await admin.put('brand', { shopName: 'Gül' })
    expect((await admin.get()).mail.defaults).toEqual({ senderName: 'Gül', senderEmail: ctx.config.shopEmail })
    await admin.put('mail', { senderName: 'Gül Butik', senderEmail: 'haber@gul.example' })
    const { body } = await admin.post('/admin/settings/mail/test')
    const mail = (await mailsOf(ctx)).at(-1)
    expect(body.data).toEqual({ mailId: mail?.id, to: mail?.toEmail })
    await sendMail({ ...ctx, config: { ...ctx.config, smtpUrl: server.url } }, body.data.mailId)
    await server.close()
    expect(server.received[0]).toMatchObject({ to: [body.data.to], from: 'haber@gul.example' })
    expect((await admin.put('mail', { senderEmail: 'a@b' })).status).toBe(400)
  })

  test('keys of a payment provider are named only with the one that needs them', async ({ ctx, api }) => {
    const { environment } = await (await asAdmin(ctx, api)).get()
    expect(environment).toMatchObject({ paymentProvider: 'demo', paymentKeys: null })
    expect(JSON.stringify(environment)).not.toMatch(/iyzico/i)
  })

  test('secrets of the environment are never shown', async ({ ctx, deps, api }) => {
    deps.config = {
      ...deps.config,
      smtpUrl: 'smtp://benutzer:geheim@posta.example:587',
      paymentProvider: 'iyzico',
      iyzico: { apiKey: 'anahtar-1', secretKey: 'anahtar-2', baseUrl: 'https://api.iyzipay.com', identityNumber: '1' },
    }
    const admin = await asAdmin(ctx, api)
    const { environment } = await admin.get()
    expect(environment).toMatchObject({ smtpSet: true, smtpHost: 'posta.example:587' })
    expect(environment.paymentKeys).toEqual({ label: 'iyzico anahtarları', set: true })
    const told = JSON.stringify([await admin.get(), await admin.get('/admin/readiness')])
    expect(told).not.toMatch(/geheim|benutzer|anahtar-/)
    expect(told).not.toContain(ctx.config.authSecret)
  })
})

describe('readiness', () => {
  test('a mail server that takes nothing is not ready, until it takes one', async ({ ctx, deps, api, clock }) => {
    const admin = await asAdmin(ctx, api)
    const state = async () => (await admin.readiness('smtp')).state
    await queueMail(ctx, { to: 'ayse@posta.example', kind: 'hello', subject: 'Işıl', html: '<p>a</p>', text: 'a' })
    const [mail] = await mailsOf(ctx)
    const at = (smtpUrl: string) => ({ ...ctx, config: { ...ctx.config, smtpUrl } })
    deps.config = { ...deps.config, smtpUrl: 'smtp://127.0.0.1:1' }
    expect(await state()).toBe('done')
    await sendMail(at('smtp://127.0.0.1:1'), mail?.id ?? '').catch(() => {})
    expect(await admin.readiness('smtp')).toMatchObject({
      state: 'todo',
      text: expect.stringContaining('ECONNREFUSED'),
    })
    const server = await openSmtpServer()
    clock.forward(1000)
    await sendMail(at(server.url), mail?.id ?? '')
    await server.close()
    expect(await state()).toBe('done')
    expect((await admin.get('/admin/mails?state=sent'))[0]).toMatchObject({ toFolder: false })
  })

  test('says what stands between a demo and its first shopper', async ({ ctx, deps, api }) => {
    const admin = await asAdmin(ctx, api)
    const states = async () => {
      const { ready, items } = await admin.get('/admin/readiness')
      expect(JSON.stringify(items), 'no variable of the environment is named').not.toMatch(/[A-Z]_[A-Z]/)
      return { ready, ...Object.fromEntries(items.map((i: { id: string; state: string }) => [i.id, i.state])) }
    }
    expect(await states()).toMatchObject({
      ...{ ready: false, mode: 'todo', payment: 'todo', smtp: 'todo', address: 'todo', legal: 'todo', brand: 'todo' },
      ...{ products: 'todo', password: 'done', texts: 'advice', mails: 'done', backup: 'advice' },
    })
    await aProduct(ctx)
    deps.config = {
      ...deps.config,
      mode: 'live',
      publicUrl: 'https://gul.example',
      smtpUrl: 'smtps://posta.example',
      shopEmail: 'bize@gul.com',
      instagramUrl: 'https://instagram.com/gul',
      paymentProvider: 'iyzico',
      iyzico: { apiKey: 'a', secretKey: 'b', baseUrl: 'https://sandbox-api.iyzipay.com', identityNumber: '1' },
    }
    const legal = {
      merchantTitle: 'Gül',
      mersis: '0481 0058 5900 0013',
      address: 'x',
      phone: '1',
      kep: 'a@hs01.kep.tr',
    }
    await admin.put('legal', legal)
    expect((await admin.readiness('legal')).text).toContain('Eksik olanlar: iade kargo firması, iade adresi.')
    await admin.put('legal', { returnCarrier: 'x', returnAddress: 'y' })
    expect(await states()).toMatchObject({
      ready: false,
      payment: 'todo',
      legal: 'done',
      products: 'done',
      mode: 'done',
    })
    deps.config = { ...deps.config, iyzico: { ...deps.config.iyzico, baseUrl: 'https://api.iyzipay.com' } as never }
    expect(await states()).toMatchObject({
      ready: false,
      trial: 'todo',
      payment: 'done',
      address: 'done',
      brand: 'done',
    })
    deps.server.fixed = new Set(['SHOP_MODE'])
    expect(await states(), 'whoever set it at the server knows').toMatchObject({ ready: true, trial: 'advice' })
  })

  test('tells of the ways to pay that are on what they lack', async ({ ctx, api }) => {
    const admin = await asAdmin(ctx, api)
    expect(await admin.readiness('transfer')).toBeUndefined()
    const accounts = [{ bank: 'Deneme', holder: 'Demo', iban: 'TR330006100519786457841326' }]
    await admin.put('transfer', { settings: { on: true, accounts, deadlineDays: 3, remindAfterDays: 0 } })
    expect(await admin.readiness('transfer')).toMatchObject({
      title: 'Havale / EFT',
      state: 'todo',
      text: expect.stringContaining('örnek hesabı var'),
      link: '/admin/ayarlar?bolum=havale',
    })
  })

  test('knows whether the password made at the first start is still in use', async ({ ctx, api }) => {
    const made = await createFirstDemoAdmin(ctx)
    const admin = await asAdmin(ctx, api)
    expect((await admin.readiness('password')).state).toBe('todo')
    await resetPasswordOf(ctx, made?.email ?? '')
    expect((await admin.readiness('password')).state).toBe('done')
  })
})

test('a reminder of a transfer comes before its order is cancelled, or never', async ({ ctx, api }) => {
  const admin = await asAdmin(ctx, api)
  const save = (remindAfterDays: number) =>
    admin.put('transfer', { settings: { on: false, accounts: [], deadlineDays: 3, remindAfterDays } })
  for (const never of [3, 5]) expect((await save(never)).body.error).toHaveProperty('settings.remindAfterDays')
  for (const days of [0, 2]) expect((await save(days)).status).toBe(200)
})
