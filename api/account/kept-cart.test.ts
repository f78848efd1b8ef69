import { expect } from 'vitest'
import { giveConsent } from '#shop/accounts/consents/ledger.ts'
import { tellKeptCarts } from '#shop/news/carts/tell.ts'
import { keptCarts } from '#shop/news/schema.ts'
import { hours } from '#shop/time.ts'
import { aProduct, aUser, signIn, usualPassword } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { test } from '#test/shop.ts'

const settings = (on: boolean) => ({ mailsAnHour: 1000, keptCarts: { on, hours: 2 } })
const path = '/admin/newsletters/settings'

test('a cart is kept from the browser, told of and opened again; off, pages and texts say nothing of it', async ({
  api,
  app,
  ctx,
  clock,
}) => {
  const owner = await aUser(ctx, { role: 'ADMIN' })
  const staff = await signIn(ctx, owner)
  const user = await aUser(ctx)
  const token = await signIn(ctx, user)
  const product = await aProduct(ctx, { name: 'Keten Elbise', variants: [{ size: 'M', color: 'Kum', stock: 3 }] })
  const items = [{ variantId: product.variants[0]?.id, quantity: 2 }]
  const put = (body: object) => api('PUT', '/account/cart', { token, body })
  const page = async (address: string) => (await app.fetch(new Request(`http://shop.test${address}`))).text()
  const said = async () => [
    (await page('/')).includes('keptCarts'),
    (await page('/bilgi?section=gizlilik-sozlesmesi')).includes('Sepet hatırlatması'),
  ]

  expect((await api('PUT', '/account/cart', { body: { items } })).status).toBe(401)
  expect((await put({ items: [{ variantId: 'x', quantity: 1 }] })).status).toBe(400)
  expect((await put({ items })).body.data).toEqual({ kept: false })
  expect(await said()).toEqual([false, false])
  expect(
    (await api('PUT', path, { token: staff, body: { ...settings(true), keptCarts: { on: true, hours: 0 } } })).status,
  ).toBe(400)
  expect((await api('PUT', path, { token: staff, body: settings(true) })).status).toBe(200)
  expect(await said()).toEqual([true, true])
  expect((await put({ items })).body.data).toEqual({ kept: false })
  await giveConsent(ctx, { recipient: user.email, channel: 'EMAIL', form: 'settings', source: 'HS_WEB' })
  expect((await put({ items })).body.data).toEqual({ kept: true })
  const { data } = (await api('GET', '/account/export', { token })).body
  expect(data.keptCart).toMatchObject({ items: [{ name: 'Keten Elbise', color: 'Kum', size: 'M', quantity: 2 }] })

  clock.forward(hours(2))
  await tellKeptCarts(ctx)
  const link = /\/liste\/sepet#token=([\w-]+)/.exec((await mailsOf(ctx)).at(-1)?.text ?? '')?.[1]
  const opened = await api('GET', `/kept-carts/${link}`)
  expect(opened.body.data).toMatchObject({
    gone: 0,
    items: [{ name: 'Keten Elbise', size: 'M', quantity: 2, stockQuantity: 3 }],
  })
  expect(JSON.stringify(opened.body)).not.toMatch(/Ayşe|musteri/)
  expect((await api('GET', '/kept-carts/x')).status).toBe(404)
  const shown = await app.fetch(new Request('http://shop.test/liste/sepet'))
  expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect((await app.fetch(new Request('http://shop.test/liste/baska'))).status).toBe(404)

  const later = await signIn(ctx, owner)
  expect((await api('PUT', path, { token: later, body: settings(false) })).status).toBe(200)
  expect(await said()).toEqual([false, false])
  expect((await api('GET', `/kept-carts/${link}`)).status).toBe(404)
  expect(
    (await api('DELETE', '/account', { token: await signIn(ctx, user), body: { password: usualPassword } })).status,
  ).toBe(200)
  expect(await ctx.db.select().from(keptCarts)).toEqual([])
})

test('neither carts nor links can be tried without end', async ({ api, ctx }) => {
  const staff = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  await api('PUT', path, { token: staff, body: settings(true) })
  const token = await signIn(ctx, await aUser(ctx))
  const items = [{ variantId: crypto.randomUUID(), quantity: 1 }]
  const put = () => api('PUT', '/account/cart', { token, body: { items } })
  for (let n = 0; n < 60; n++) await put()
  expect((await put()).status).toBe(429)
  const open = () => api('GET', '/kept-carts/x')
  for (let n = 0; n < 60; n++) await open()
  expect((await open()).status).toBe(429)
})
