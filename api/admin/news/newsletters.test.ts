import { eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { giveConsent, withdrawConsent } from '#shop/accounts/consents/ledger.ts'
import { unsubscribeLinks } from '#shop/accounts/consents/links.ts'
import { consentEvents, staffRoles } from '#shop/accounts/schema.ts'
import { products } from '#shop/catalog/schema.ts'
import { type Ctx, newId } from '#shop/ctx.ts'
import { sendMail } from '#shop/mail/outbox.ts'
import { mails } from '#shop/mail/schema.ts'
import { newsletterMails } from '#shop/news/schema.ts'
import { tendNewsletters } from '#shop/news/send.ts'
import { orderItems, orders } from '#shop/orders/schema.ts'
import { saveSetting } from '#shop/settings/settings.ts'
import { days, hours, minutes } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { anImage, aProduct, aUser, signIn } from '#test/factories.ts'
import { openSmtpServer } from '#test/outside/smtp.ts'
import { type Api, test } from '#test/shop.ts'

const draft = {
  subject: 'Yeni sezon',
  preheader: 'Işıltılı elbiseler',
  blocks: [{ kind: 'text', heading: 'Merhaba', text: 'Yeni sezon geldi.' }],
  audience: { kind: 'ALL' },
}

async function aDesk(ctx: Ctx, api: Api) {
  const owner = await aUser(ctx, { role: 'ADMIN', email: 'sahibi@dukkan.example' })
  const staff = async (method: string, path: string, body?: unknown) =>
    api(method, `/admin/newsletters${path}`, { token: await signIn(ctx, owner), body })
  const write = async (change: object = {}) => (await staff('POST', '', { ...draft, ...change })).body.data
  const send = async ({ id, version }: { id: string; version: number }, at?: string) =>
    staff('POST', `/${id}/send`, { version, at })
  const now = async (id: string) => (await staff('GET', `/${id}`)).body.data
  return { staff, write, send, now }
}

const said = { channel: 'EMAIL', form: 'settings', source: 'HS_WEB' } as const
const agrees = (ctx: Ctx, ...recipients: string[]) =>
  Promise.all(recipients.map((recipient) => giveConsent(ctx, { recipient, ...said })))

async function lawful(ctx: Ctx) {
  await saveSetting(ctx, 'policies', {
    merchantTitle: 'Nar Giyim A.Ş.',
    mersis: '0123 4567 8901 2345',
    phone: '0212 111 22 33',
  })
}

describe('a newsletter', () => {
  test('is written, tried, sent once to who agreed, and left by one click without a login', async ({
    api,
    ctx,
    deps,
    app,
  }) => {
    const { staff, write, send, now } = await aDesk(ctx, api)
    await lawful(ctx)
    await agrees(ctx, 'ipek@posta.example', 'ayse@posta.example', 'red@posta.example', 'gec@posta.example')
    const server = await openSmtpServer((to) => (to.startsWith('red@') ? '550 no such mailbox' : undefined))
    deps.config = { ...deps.config, smtpUrl: server.url }
    const product = await aProduct(ctx, { name: 'İpek <Elbise>' })
    const written = await write({
      blocks: [
        ...draft.blocks,
        { kind: 'products', productIds: [product.id] },
        { kind: 'picture', imageId: await anImage(ctx), alt: 'Vitrin', url: '/' },
        { kind: 'button', label: 'Mağazaya gidin', url: `/urun/${product.slug}` },
      ],
    })
    expect(written).toMatchObject({ state: 'DRAFT', version: 1, products: [{ id: product.id }], images: [{}] })
    expect((await staff('POST', '/audience', { kind: 'ALL' })).body.data).toEqual({ recipients: 4 })

    expect((await staff('POST', `/${written.id}/test`)).body.data).toEqual({ to: 'sahibi@dukkan.example' })
    const [trial] = await ctx.db.select().from(mails).where(eq(mails.kind, 'newsletter-test'))
    await sendMail({ ...ctx, config: deps.config }, trial?.id ?? '')
    expect(server.received).toHaveLength(1)

    expect((await send(written)).body.data).toMatchObject({ state: 'SCHEDULED' })
    // The one who takes it back when all rows are made gets nothing.
    await withdrawConsent(ctx, { recipient: 'gec@posta.example', ...said })
    await tendNewsletters({ ...ctx, config: deps.config })
    await tendNewsletters({ ...ctx, config: deps.config })
    const to = server.received.slice(1).flatMap((mail) => mail.to)
    expect(to.toSorted()).toEqual(['ayse@posta.example', 'ipek@posta.example'])
    expect(await now(written.id)).toMatchObject({
      state: 'SENT',
      figures: { total: 3, sent: 2, failed: 1, skipped: 0, waiting: 0, unknown: 0, unsubscribed: 0 },
      failures: [{ recipient: 'red@posta.example', error: expect.stringContaining('550') }],
    })

    const mail = server.received.at(-1)
    const source = mail?.source.replace(/=\r\n/g, '').replaceAll('=3D', '=') ?? ''
    for (const words of ['Nar Giyim A.', '0123 4567 8901 2345', '0212 111 22 33', '/abonelikten-cik?token=']) {
      expect(source).toContain(words)
    }
    expect(source.slice(source.indexOf('<!doctype'))).not.toContain('<Elbise>')
    expect(mail?.head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
    const [, path = ''] =
      /^List-Unsubscribe: <https?:\/\/[^/]+(\/api\/v1\/unsubscribe\?token=[^>]+)>$/m.exec(mail?.head ?? '') ?? []
    const click = () =>
      app.fetch(
        new Request(`http://shop.test${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: 'List-Unsubscribe=One-Click',
        }),
      )
    for (const _ of [1, 2]) expect((await click()).status).toBe(200)
    expect((await staff('POST', '/audience', { kind: 'ALL' })).body.data).toEqual({ recipients: 2 })
    expect((await now(written.id)).figures.unsubscribed).toBe(1)
    const [last] = await ctx.db.select().from(consentEvents).where(eq(consentEvents.form, 'mail-link'))
    expect(last).toMatchObject({ recipient: mail?.to[0], status: 'WITHDRAWN' })
    expect((await staff('GET', '')).body.data).toMatchObject([{ id: written.id, figures: { sent: 2 } }])
    await server.close()
  })

  test('is about products of the shop window, for whoever writes news and has no say in the catalog', async ({
    api,
    ctx,
  }) => {
    const [roleId, now] = [newId(), ctx.clock()]
    await ctx.db
      .insert(staffRoles)
      .values({ id: roleId, name: 'Bülten', rights: ['news', 'contacts'], createdAt: now, updatedAt: now })
    const token = await signIn(ctx, await aUser(ctx, { staffRoleId: roleId }))
    const shown = await aProduct(ctx, { name: 'Keten Elbise' })
    const unready = await aProduct(ctx, { name: 'Keten Ceket' })
    await ctx.db.update(products).set({ publishedAt: null }).where(eq(products.id, unready.id))
    const find = async (q: string, of = token) =>
      (await api('GET', `/admin/newsletters/products?q=${encodeURIComponent(q)}`, { token: of })).body.data
    expect(await find('KETEN')).toMatchObject([{ id: shown.id, name: 'Keten Elbise', price: 1199, published: true }])
    expect(JSON.stringify(await find(''))).not.toMatch(/Ceket|cost|stock/i)
    expect(await find('keten yok')).toEqual([])
    const owner = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    expect((await find('keten', owner)).map(({ name }: { name: string }) => name)).toEqual([
      'Keten Ceket',
      'Keten Elbise',
    ])
    const body = { ...draft, blocks: [{ kind: 'products', productIds: [shown.id] }] }
    expect((await api('POST', '/admin/newsletters', { token, body })).status).toBe(201)
    for (const path of ['/admin/products', `/admin/products/${shown.id}`])
      expect((await api('GET', path, { token })).status).toBe(403)
  })

  test('asks the ledger again at each mail, stops, and goes on where it stopped', async ({ api, ctx, deps, clock }) => {
    const { staff, write, send, now } = await aDesk(ctx, api)
    await lawful(ctx)
    await saveSetting(ctx, 'news', { mailsAnHour: 60 })
    await agrees(ctx, 'a@posta.example', 'b@posta.example', 'c@posta.example')
    const { id, version } = await write()
    await send({ id, version })
    const tend = () => tendNewsletters({ ...ctx, config: deps.config })
    await tend()
    expect((await now(id)).figures).toMatchObject({ total: 3, sent: 1, waiting: 2 })
    // Sixty an hour are one a minute.
    await tend()
    expect((await now(id)).figures).toMatchObject({ sent: 1, waiting: 2 })
    const [next] = await ctx.db.select().from(newsletterMails).where(eq(newsletterMails.state, 'WAITING'))
    await withdrawConsent(ctx, { recipient: next?.recipient ?? '', ...said })
    expect((await staff('POST', `/${id}/stop`)).body.data.state).toBe('STOPPED')
    clock.forward(minutes(2))
    await tend()
    expect((await now(id)).figures).toMatchObject({ sent: 1, waiting: 2 })
    expect((await staff('POST', `/${id}/stop`)).status).toBe(409)
    expect((await staff('POST', `/${id}/resume`)).body.data.state).toBe('SENDING')
    expect((await staff('POST', `/${id}/resume`)).status).toBe(409)
    for (const _ of [1, 2, 3]) {
      clock.forward(minutes(2))
      await tend()
    }
    expect(await now(id)).toMatchObject({ state: 'SENT', figures: { total: 3, sent: 2, skipped: 1, waiting: 0 } })
  })

  test('waits for its moment, for mails that somebody waits for, and for a server that is down', async ({
    api,
    ctx,
    deps,
    clock,
  }) => {
    const { staff, write, send, now } = await aDesk(ctx, api)
    await lawful(ctx)
    await agrees(ctx, 'a@posta.example')
    const { id, version } = await write()
    expect((await send({ id, version }, '2026-11-20T11:00')).body.error.at).toEqual(['Gelecekte bir zaman seçin'])
    expect((await send({ id, version }, 'yarın')).status).toBe(400)
    expect((await send({ id, version }, '2026-11-21T10:00')).body.message).toBe(
      'Bülten 21 Kasım 2026 10:00 için planlandı.',
    )
    const tend = () => tendNewsletters({ ...ctx, config: deps.config })
    await tend()
    expect((await now(id)).state).toBe('SCHEDULED')
    expect((await staff('POST', `/${id}/stop`)).body.data).toMatchObject({ state: 'DRAFT', sendAt: null })
    await send(await now(id), '2026-11-21T10:00')
    clock.forward(days(1))
    deps.config = { ...deps.config, smtpUrl: 'smtp://127.0.0.1:9' }
    await tend()
    expect(await now(id)).toMatchObject({ state: 'SENDING', trouble: expect.stringContaining('ECONNREFUSED') })
    const server = await openSmtpServer((_, tries) => (tries === 1 ? '451 try later' : undefined))
    deps.config = { ...deps.config, smtpUrl: server.url }
    await tend()
    expect(await now(id)).toMatchObject({ trouble: null, figures: { waiting: 1 } })
    clock.forward(hours(1))
    await tend()
    await server.close()
    expect(await now(id)).toMatchObject({ state: 'SENT', figures: { sent: 1 } })
    expect(server.received).toHaveLength(1)
  })

  test('goes to who bought, in a time, a size, a category, a city, or never', async ({ api, ctx, clock }) => {
    const { staff } = await aDesk(ctx, api)
    const product = await aProduct(ctx)
    const [buyer, other] = [await aUser(ctx), await aUser(ctx)]
    await agrees(ctx, buyer.email, other.email, 'yabanci@posta.example')
    const token = await signIn(ctx, buyer)
    await api('POST', '/payments/create', { token, body: aPayment(product) })
    const count = async (audience: object) => (await staff('POST', '/audience', audience)).body.data?.recipients
    expect(await count({ kind: 'BOUGHT' })).toBe(1)
    expect(await count({ kind: 'NEVER' })).toBe(2)
    for (const paymentStatus of ['PENDING', 'AWAITING_TRANSFER'] as const) {
      await ctx.db.update(orders).set({ paymentStatus })
      expect(await count({ kind: 'BOUGHT' }), 'what she has not paid she has not bought').toBe(0)
      expect(await count({ kind: 'NEVER' })).toBe(3)
    }
    await ctx.db.update(orders).set({ paymentStatus: 'SUCCESS' })
    const bought = { kind: 'BOUGHT', days: 30, size: 'S', categoryId: product.category.id, city: 'istanbul' }
    expect(await count(bought)).toBe(1)
    expect(await count({ ...bought, size: 'M' })).toBe(0)
    expect(await count({ ...bought, city: 'İzmir' })).toBe(0)
    expect(await count({ ...bought, tag: 'yaz' })).toBe(0)
    clock.forward(days(31))
    expect(await count(bought)).toBe(0)
    expect(await count({ kind: 'BOUGHT' })).toBe(1)
    await ctx.db.update(orderItems).set({ refundedQuantity: sql`${orderItems.quantity}` })
    expect(await count({ kind: 'BOUGHT' }), 'what she sent back she has not bought').toBe(0)
    expect(await count({ kind: 'NEVER' }), 'but her first order was made').toBe(2)
    expect((await staff('GET', '/choices')).body.data).toMatchObject({ sizes: ['S'], tags: [] })
    await ctx.db.update(products).set({ tags: 'yaz, şenlik, çiçekli, ceket, ışıltı, ipek' })
    const { tags } = (await staff('GET', '/choices')).body.data
    expect(tags).toEqual(['ceket', 'çiçekli', 'ışıltı', 'ipek', 'şenlik', 'yaz'])
    expect((await staff('POST', '/audience', { kind: 'HERKES' })).status).toBe(400)
  })

  test('is refused in words: unlawful, empty, changed meanwhile, gone', async ({ api, ctx, deps }) => {
    const { staff, write, send, now } = await aDesk(ctx, api)
    deps.config = { ...deps.config, mode: 'live' }
    const { id, version } = await write()
    expect((await send({ id, version })).body.message).toContain('Ayarlar › Yasal bilgiler')
    await lawful(ctx)
    const changed = await staff('PUT', `/${id}`, { ...draft, blocks: [], version })
    expect(changed.body.data).toMatchObject({ version: 2, blocks: [] })
    expect((await staff('PUT', `/${id}`, { ...draft, version })).body.code).toBe('EDIT_CONFLICT')
    expect((await send(await now(id))).body.message).toContain('Bülten boş')
    await staff('PUT', `/${id}`, { ...draft, version: 2 })
    expect((await send({ id, version: 2 })).body.code).toBe('EDIT_CONFLICT')
    await send(await now(id))
    expect((await staff('PUT', `/${id}`, { ...draft, version: 4 })).status).toBe(409)
    expect((await staff('DELETE', `/${id}`)).status).toBe(409)
    const second = await write()
    expect((await staff('DELETE', `/${second.id}`)).status).toBe(200)
    for (const [method, path, body] of [
      ['GET', ''],
      ['PUT', '', { ...draft, version: 1 }],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/send', { version: 1 }],
      ['POST', '/stop'],
      ['POST', '/resume'],
    ] as const)
      expect((await staff(method, `/${second.id}${path}`, body)).status, `${method} ${path}`).toBe(404)
    for (const blocks of [
      [{ kind: 'picture', imageId: 'f'.repeat(32) }],
      [{ kind: 'button', label: 'x', url: 'javascript:alert(1)' }],
      [{ kind: 'button', label: 'x', url: '//evil.example' }],
      [{ kind: 'html', html: '<b>' }],
    ])
      expect((await staff('POST', '', { ...draft, blocks })).status).toBe(400)
    const settings = (await staff('PUT', '/settings', { mailsAnHour: 500, version: 0 })).body.data
    expect(settings).toMatchObject({ version: 1, settings: { mailsAnHour: 500 }, mailServer: false })
    expect((await staff('PUT', '/settings', { mailsAnHour: 600, version: 0 })).status).toBe(409)
    expect((await staff('PUT', '/settings', { mailsAnHour: 5 })).status).toBe(400)
    expect((await staff('GET', '/settings')).body.data.settings).toEqual({
      mailsAnHour: 500,
      priceFall: { on: false, percent: 10 },
      keptCarts: { on: false, hours: 4 },
    })
    const tries = await Promise.all(Array.from({ length: 11 }, () => staff('POST', `/${id}/test`)))
    expect(tries.map(({ status }) => status)).toContain(429)
  })

  test('shows in its preview what is sent, and nothing that anybody wrote becomes markup', async ({ api, ctx }) => {
    const { staff } = await aDesk(ctx, api)
    const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`
    const product = await aProduct(ctx, { name: evil })
    const blocks = [
      { kind: 'text', heading: evil, text: `${evil}\nsatır\n\nparagraf` },
      { kind: 'products', productIds: [product.id, crypto.randomUUID()] },
      { kind: 'picture', imageId: await anImage(ctx), alt: evil, url: `https://a.example/?"><script>` },
      { kind: 'button', label: evil, url: `/"onmouseover="alert(1)` },
    ]
    const { data } = (await staff('POST', '/preview', { subject: evil, preheader: evil, blocks })).body
    expect(data.gone).toBe(1)
    expect(data.html).not.toMatch(/<script|<img src=x|"onmouseover="/)
    expect(data.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(data.html).toContain('<br>satır</p>\n<p')
    expect(data.text).toContain('paragraf')
    expect(data.html).toMatch(/<a href="http[^"]+\/urun\//)
    expect((await staff('POST', '/preview', { subject: '', blocks })).status).toBe(400)
  })
})

test('her data names the newsletters that she got, and her deletion takes her address out of them', async ({
  api,
  ctx,
  deps,
}) => {
  const { write, send, now } = await aDesk(ctx, api)
  await lawful(ctx)
  const user = await aUser(ctx, { email: 'ipek@posta.example' })
  await agrees(ctx, user.email)
  const { id, version } = await write()
  await send({ id, version })
  await tendNewsletters({ ...ctx, config: deps.config })
  const token = await signIn(ctx, user)
  const own = await api('GET', '/account/export', { token })
  expect(own.body.newsletters ?? own.body.data?.newsletters).toMatchObject([{ subject: 'Yeni sezon' }])
  expect((await api('DELETE', '/account', { token, body: { password: 'uzun bir parola' } })).status).toBe(200)
  const rows = await ctx.db.select().from(newsletterMails)
  expect(rows.map(({ recipient }) => recipient)).toEqual([`${rows[0]?.id}@silindi.invalid`])
  expect((await now(id)).figures.sent).toBe(1)
})

test('a wrong link of a mail is refused, and who tries many is asked to wait', async ({ api, ctx }) => {
  const { page } = unsubscribeLinks(ctx, 'ipek@posta.example')
  const token = new URL(page).searchParams.get('token') ?? ''
  const statuses: number[] = []
  for (let n = 0; n < 31; n++) statuses.push((await api('POST', `/unsubscribe?token=${token}x`)).status)
  expect([statuses[0], statuses.at(-1)]).toEqual([400, 429])
  // The mail provider that asks for many of its people is not.
  expect((await api('POST', `/unsubscribe?token=${token}`)).status).toBe(200)
})
