import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect } from 'vitest'
import { queueTestMail } from '#shop/desk/test-mail.ts'
import { mails } from '#shop/mail/schema.ts'
import { rights } from '#shop/rights.ts'
import { tendAnnouncement } from '#shop/settings/face/announcement.ts'
import { forgetOldDrafts } from '#shop/settings/face/drafts.ts'
import { settingDrafts, settingVersions } from '#shop/settings/schema.ts'
import { hours, minutes } from '#shop/time.ts'
import { aCategory, aProduct, aUser, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'

type App = { fetch(request: Request): Response | Promise<Response> }
const answer = async (app: App, path: string) => app.fetch(new Request(`http://shop.test${path}`))
const page = async (app: App, path: string) => (await answer(app, path)).text()

const bar = { on: true, text: 'Kargo bedava', link: '/elbise', from: null, until: null, closable: true }

test('what the owner has not switched on costs a page no byte, and comes at once when she does', async ({
  ctx,
  api,
  app,
}) => {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const put = (part: string, settings: object) => api('PUT', `/admin/settings/${part}`, { token, body: { settings } })
  const before = await page(app, '/bilgi')
  expect(before).not.toMatch(/gorunum|announcement|Duyuruyu/)

  expect((await put('announcement', { ...bar, text: ' ' })).body.error).toEqual({
    'settings.text': ['Açık bir şeridin metni gerekli'],
  })
  expect((await put('announcement', { ...bar, link: 'javascript:alert(1)' })).status).toBe(400)
  expect((await put('announcement', { ...bar, link: '//evil.example' })).status).toBe(400)
  expect((await put('announcement', bar)).body).toMatchObject({ data: { announcement: { version: 1, settings: bar } } })
  const shown = await page(app, '/bilgi')
  expect(shown).toContain('<a href="/elbise">Kargo bedava</a>')
  const id = /<script src="\/announcement.js" data-id="([\w-]{8})">/.exec(shown)?.[1]
  const style = /<link rel="stylesheet" href="(\/media\/gorunum\/\w+\.css)"\/>/.exec(shown)?.[1] ?? ''
  const sheet = await answer(app, style)
  expect(sheet.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(sheet.headers.get('cache-control')).toContain('immutable')
  const rules = await sheet.text()
  expect(rules).toContain('.announcement{')
  expect(rules, 'the first scene ends with the screen, below the line').toContain('100svh - 37px')
  expect((await answer(app, '/media/gorunum/old.css')).headers.get('cache-control')).toBe('no-cache')

  // Other words are news to who closed it; what cannot be closed brings no script.
  await put('announcement', { ...bar, text: 'Yılbaşı teslimatı' })
  expect(await page(app, '/bilgi')).not.toContain(`data-id="${id}"`)
  await put('announcement', { ...bar, closable: false })
  expect(await page(app, '/bilgi')).not.toContain('announcement.js')
  await put('announcement', { ...bar, on: false })
  expect((await page(app, '/bilgi')).length).toBe(before.length)
})

test('an announcement comes and goes at its times, announced once however many processes look', async ({
  ctx,
  api,
  app,
  clock,
  catalogChanges,
}) => {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const at = (ms: number) => new Date(clock.now.getTime() + ms).toISOString()
  const settings = { ...bar, from: at(hours(1)), until: at(hours(2)) }
  const wrong = await api('PUT', '/admin/settings/announcement', {
    token,
    body: { settings: { ...settings, until: settings.from } },
  })
  expect(wrong.body.error).toEqual({ 'settings.until': ['Bitiş, başlangıçtan sonra olmalı'] })
  await api('PUT', '/admin/settings/announcement', { token, body: { settings } })
  // Each at a page of its own: one that is kept may be sent for another second.
  const sections = ['hakkimizda', 'gizlilik-sozlesmesi', 'sik-sorulanlar', 'teslimat-iade']
  const look = async () => {
    catalogChanges.length = 0
    await tendAnnouncement(ctx)
    await tendAnnouncement(ctx)
    return {
      told: catalogChanges.length,
      shown: (await page(app, `/bilgi?section=${sections.pop()}`)).includes('Kargo bedava'),
    }
  }
  expect(await look()).toEqual({ told: 0, shown: false })
  clock.forward(hours(1))
  expect(await look()).toEqual({ told: 1, shown: true })
  clock.forward(minutes(59))
  expect(await look()).toEqual({ told: 0, shown: true })
  clock.forward(minutes(1))
  expect(await look()).toEqual({ told: 1, shown: false })
})

test('the menu has the owner’s entries in her order', async ({ ctx, api, app }) => {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  await aCategory(ctx, { name: 'Elbise' })
  const put = (items: object[]) => api('PUT', '/admin/settings/menu', { token, body: { settings: { items } } })
  const tabs = async () =>
    [...(await page(app, '/bilgi')).matchAll(/label-caps flex h-11[^>]*href="([^"]+)"[^>]*><span[^>]*>([^<]+)</g)].map(
      ([, to, tab]) => `${to} ${tab}`,
    )
  const usual = await tabs()
  expect(usual).toHaveLength(4)
  const items = [
    { to: '/elbise', label: 'İpek elbiseler' },
    { to: '/ust-giyim', label: 'Giyim' },
    { to: '/bilgi?section=sik-sorulanlar', label: 'Yardım' },
  ]
  const refused = await put([...items, { to: '/elbise', label: '' }])
  expect(refused.body.error).toEqual({
    'settings.items.3.label': ['Menüde görünecek söz gerekli'],
    'settings.items.3.to': ['Bu bağlantı menüde zaten var'],
  })
  expect((await put([...items, items[0] ?? {}])).body.error).toEqual({
    'settings.items.3.to': ['Bu bağlantı menüde zaten var'],
  })
  expect((await put(items)).status).toBe(200)
  expect(await tabs()).toEqual(['/elbise İPEK ELBİSELER', '/ust-giyim GİYİM', '/bilgi?section=sik-sorulanlar YARDIM'])
  const { body } = await api('GET', '/admin/settings', { token })
  expect(body.data.menu.version).toBe(1)
})

test('social media and own links stand at the foot', async ({ ctx, api, app }) => {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const put = (settings: object) => api('PUT', '/admin/settings/links', { token, body: { settings } })
  const refused = await put({ social: { tiktok: 'http://www.tiktok.com/@a' }, footer: [] })
  expect(refused.body.error).toEqual({ 'settings.social.tiktok': ['Bağlantı https:// ile başlamalı'] })
  const footer = [{ to: '/bilgi?section=sik-sorulanlar', label: 'Beden rehberi' }]
  expect((await put({ social: { tiktok: 'https://www.tiktok.com/@a' }, footer })).status).toBe(200)
  const shown = await page(app, '/bilgi')
  expect(shown).toContain('href="https://www.tiktok.com/@a"')
  expect(shown).toContain('>Beden rehberi</a>')
})

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 50"><path d="M0 0h200v50z" fill="#111"/></svg>'

test('a logo is cleaned, drawn as icons, and stands on pages, in mails and on home screens', async ({
  ctx,
  api,
  app,
  as,
}) => {
  const user = await aUser(ctx, { role: 'ADMIN' })
  const token = await signIn(ctx, user)
  const upload = async (content: BlobPart, name: string) => {
    const body = new FormData()
    body.append('file', new File([content], name))
    const headers = { authorization: `Bearer ${token}` }
    const sent = await app.fetch(new Request('http://shop.test/api/v1/admin/logos', { method: 'POST', body, headers }))
    return { status: sent.status, body: await sent.json() }
  }
  expect((await upload('merhaba', 'logo.txt')).body.error).toEqual({ file: ['Logo SVG, PNG, WebP ya da JPEG olmalı.'] })
  expect((await upload('<svg><script>alert(1)</script></svg>', 'a.svg')).status).toBe(400)
  expect((await upload(new Uint8Array(6_000_000), 'a.png')).status).toBe(413)

  const sent = await upload(drawing.replace('<path', '<script>alert(1)</script><path onload="alert(1)"'), 'logo.svg')
  expect(sent).toMatchObject({
    status: 201,
    body: { data: { type: 'image/svg+xml', width: 800, height: 200, opaque: false } },
  })
  const logo = sent.body.data
  const file = await answer(app, `/media/logo/${logo.id}/image.svg`)
  expect(file.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await file.text()).not.toMatch(/script|onload/)
  for (const [name, size] of [
    ['icon-64', 64],
    ['icon-180', 180],
    ['icon-512', 512],
    ['maskable', 512],
  ] as const) {
    const icon = await answer(app, `/media/logo/${logo.id}/${name}.png`)
    expect(await sharp(new Uint8Array(await icon.arrayBuffer())).metadata()).toMatchObject({
      width: size,
      height: size,
    })
  }
  expect((await answer(app, `/media/logo/${logo.id}/other.png`)).status).toBe(404)

  const look = { accent: '#1f4e79', logo, onDark: null, icon: null }
  const put = (settings: object) => api('PUT', '/admin/settings/look', { token, body: { settings } })
  const before = await page(app, '/bilgi')
  expect((await put({ ...look, accent: '#ffd400' })).body.error['settings.accent'][0]).toMatch(
    /en yakın uygun ton: #\w{6}$/,
  )
  expect((await put({ ...look, logo: { ...logo, id: '0'.repeat(32) } })).status).toBe(400)
  expect((await put(look)).body.data.look).toEqual({ version: 1, settings: look })
  const shown = await page(app, '/bilgi')
  expect(shown).toContain(`<link rel="icon" href="/media/logo/${logo.id}/icon-64.png"/>`)
  const style = await page(app, /href="(\/media\/gorunum\/\w+\.css)"/.exec(shown)?.[1] ?? '')
  expect(style).toContain(':root{--color-nar:#1f4e79;')
  expect(style).toContain(`.word-mark{display:block;width:min(5.6em,52vw)`)
  expect(await page(app, '/manifest.webmanifest')).toContain(`/media/logo/${logo.id}/maskable.png`)
  const staff = as({ kind: 'user', id: user.id, sessionId: user.id, address: '127.0.0.1', rights })
  await queueTestMail(staff)
  const [mail] = await ctx.db.select().from(mails).where(eq(mails.kind, 'test'))
  expect(mail?.html).toContain(`/media/logo/${logo.id}/logo.png" width="220" height="55"`)

  await put({ accent: '#a8321c', logo: null, onDark: null, icon: null })
  expect(await page(app, '/bilgi')).toBe(before)
})

test('a category has the size chart that the owner wrote for it, the others the usual one', async ({
  ctx,
  api,
  app,
}) => {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const put = (charts: object[]) => api('PUT', '/admin/settings/size-charts', { token, body: { settings: { charts } } })
  const rings = await aCategory(ctx, { name: 'Çanta' })
  const ring = await aProduct(ctx, { categoryId: rings.id, variants: [{ size: '14' }] })
  const dresses = await aCategory(ctx, { name: 'Elbise' })
  const dress = await aProduct(ctx, { categoryId: dresses.id, variants: [{ size: 'M' }] })
  const charted = async (slug: string) => (await page(app, `/urun/${slug}`)).includes('Beden Tablosu')
  expect([await charted(ring.slug), await charted(dress.slug)]).toEqual([false, true])

  const chart = {
    categoryId: rings.id,
    columns: [{ name: 'Çap', tip: 'Bir yüzüğünüzün iç çapını ölçün.' }],
    rows: [{ size: '14', values: ['1,73'] }],
  }
  const refused = await put([{ ...chart, rows: [...chart.rows, { size: '14', values: ['<b>'] }] }])
  expect(refused.body.error).toEqual({
    'settings.charts.0.rows.1.size': ['Bu beden tabloda zaten var'],
    'settings.charts.0.rows.1.values.0': ['Ölçü bir sayı ya da aralık olmalı; örneğin 88 ya da 88–91'],
  })
  expect((await put([{ ...chart, rows: [{ size: '14', values: [] }] }])).status).toBe(400)
  expect((await put([{ ...chart, categoryId: ring.id }])).status).toBe(400)
  expect((await put([chart])).body.data.sizes).toEqual({ version: 1, settings: { charts: [chart] } })
  expect([await charted(ring.slug), await charted(dress.slug)]).toEqual([true, true])
  expect(await page(app, `/urun/${ring.slug}.data`)).toContain('1,73')
  expect(await page(app, `/urun/${dress.slug}.data`)).not.toContain('1,73')
})

test('staff see a draft on the real pages, and nobody else sees anything of it', async ({ ctx, api, app, clock }) => {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const draft = (part: string, settings: object) =>
    api('POST', '/admin/settings/drafts', { token, body: { part, settings } })
  const before = await page(app, '/bilgi')
  expect((await draft('announcement', { ...bar, text: '' })).body.error).toEqual({
    'settings.text': ['Açık bir şeridin metni gerekli'],
  })
  expect((await api('POST', '/admin/settings/drafts', { body: {} })).status).toBe(401)
  const { token: key } = (await draft('announcement', bar)).body.data
  const shown = await answer(app, `/bilgi?taslak=${key}`)
  expect(shown.headers.get('cache-control')).toBe('no-store')
  expect(shown.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(shown.headers.get('x-robots-tag')).toBe('noindex')
  expect(shown.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  const html = await shown.text()
  expect(html).toContain('Kargo bedava')
  const style = /href="(\/media\/gorunum\/[^"]+)"/.exec(html)?.[1]?.replace('&amp;', '&') ?? ''
  expect(await page(app, style)).toContain('.announcement{')

  const published = await answer(app, '/bilgi')
  expect(published.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(await published.text()).toBe(before)
  for (const forged of [`${key}x`, key.replace(/^./, key[0] === '0' ? '1' : '0'), 'x', ''])
    expect((await answer(app, `/bilgi?taslak=${forged}`)).status).toBe(404)
  clock.forward(hours(1))
  expect((await answer(app, `/bilgi?taslak=${key}`)).status).toBe(404)
  await forgetOldDrafts(ctx)
  expect(await ctx.db.select().from(settingDrafts)).toEqual([])
})

test('each publishing is a version with who and when, and any can be published again', async ({ ctx, api, clock }) => {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN', firstName: 'Ayşe', lastName: 'Kaya' }))
  const put = (label: string) =>
    api('PUT', '/admin/settings/menu', { token, body: { settings: { items: [{ to: '/etek', label }] } } })
  const versions = async () =>
    (await api('GET', '/admin/settings/versions/menu', { token })).body.data.map(
      ({ version, by, current }: { version: number; by: string | null; current: boolean }) =>
        `${version} ${by}${current ? ' now' : ''}`,
    )
  expect(await versions()).toEqual(['0 null now'])
  await put('Etekler')
  clock.forward(minutes(5))
  await put('Eteklerimiz')
  expect(await versions()).toEqual(['2 Ayşe Kaya now', '1 Ayşe Kaya', '0 null'])
  const restore = (version: number) => api('POST', `/admin/settings/versions/menu/${version}/restore`, { token })
  const { menu } = (await restore(1)).body.data
  expect(menu).toEqual({ version: 3, settings: { items: [{ to: '/etek', label: 'Etekler' }] } })
  expect((await restore(0)).body.data.menu.settings.items).toHaveLength(4)
  expect((await restore(9)).status).toBe(404)
  expect((await api('GET', '/admin/settings/versions/other', { token })).status).toBe(404)
  expect((await versions())[0]).toBe('4 Ayşe Kaya now')

  // A kept value that no longer fits is refused in a sentence.
  await ctx.db.update(settingVersions).set({ value: { items: [] } })
  expect((await restore(1)).body.error).toEqual({
    version: ['Bu sürüm artık kullanılamıyor; başka bir sürüm seçin'],
  })
})
