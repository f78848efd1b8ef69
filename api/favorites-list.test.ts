import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { variants } from '#shop/catalog/schema.ts'
import { favoriteLists } from '#shop/favorites/schema.ts'
import { aProduct, aUser, signIn, usualPassword } from '#test/factories.ts'
import { test } from '#test/shop.ts'

test('favorites are shown to whoever has the link, without a name, until it is taken back', async ({
  api,
  app,
  ctx,
}) => {
  const user = await aUser(ctx, { firstName: 'Zeynep', lastName: 'Ünalmış' })
  const token = await signIn(ctx, user)
  const path = '/favorites/list'
  const call = (method: 'GET' | 'PUT' | 'DELETE', body?: object) => api(method, path, { token, body })
  const open = async (url: string) => {
    const response = await app.fetch(new Request(url.replace(ctx.config.publicUrl, 'http://shop.test')))
    return { response, html: await response.text() }
  }
  for (const method of ['GET', 'PUT', 'DELETE'] as const)
    expect((await api(method, path, method === 'PUT' ? { body: {} } : {})).status).toBe(401)
  expect((await call('GET')).body.data).toBeNull()
  expect((await call('PUT', { title: 'x'.repeat(61) })).status).toBe(400)

  const shown = await aProduct(ctx, {
    name: 'Saten Elbise',
    variants: [
      { size: 'L', stock: 2 },
      { size: 'S', stock: 1 },
      { size: 'M', stock: 0 },
    ],
  })
  const soldOut = await aProduct(ctx, { name: 'Keten Gömlek' })
  const draft = await aProduct(ctx, { name: 'Yün Kazak' })
  for (const { id: productId } of [shown, soldOut, draft])
    await api('POST', '/favorites/add', { token, body: { productId } })
  await ctx.db.update(variants).set({ stock: 0 }).where(eq(variants.productId, soldOut.id))
  const staff = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  await api('DELETE', `/admin/products/${draft.id}`, { token: staff })

  const { url } = (await call('PUT', {})).body.data
  const { response, html } = await open(url)
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(html).toContain('<h1 tabindex="-1"')
  expect(html).toMatch(/Favori listem/)
  expect(html).toContain('content="noindex"')
  expect(html).toMatch(/Beden: (<!-- -->)?S, L/)
  expect(html).toContain('Tükendi')
  expect(html).not.toMatch(/Yün Kazak|Zeynep|Ünalmış|musteri-/)

  const titled = (await call('PUT', { title: '  <b>Yaz\nlistem</b> ' })).body.data
  expect(titled).toMatchObject({ url, title: '<b>Yaz listem</b>' })
  expect((await open(url)).html).toContain('&lt;b&gt;Yaz listem&lt;/b&gt;')
  expect((await api('GET', '/account/export', { token })).body.data.favoriteList).toMatchObject({ url })

  expect((await call('DELETE')).status).toBe(200)
  const gone = await open(url)
  expect(gone.response.status).toBe(404)
  expect(gone.html).toContain('Bu liste artık paylaşılmıyor')
  const again = (await call('PUT', {})).body.data.url
  expect(again).not.toBe(url)
  expect((await open(`${again}x`)).response.status).toBe(404)
  expect((await api('DELETE', '/account', { token, body: { password: usualPassword } })).status).toBe(200)
  expect((await open(again)).response.status).toBe(404)
  expect(await ctx.db.select().from(favoriteLists)).toEqual([])
})

test('neither links nor guesses are made without end', async ({ api, app, ctx }) => {
  const token = await signIn(ctx, await aUser(ctx))
  const put = () => api('PUT', '/favorites/list', { token, body: {} })
  for (let n = 0; n < 30; n++) await put()
  expect((await put()).status).toBe(429)
  const guess = async () => (await app.fetch(new Request('http://shop.test/liste/x.data'))).status
  let last = 0
  for (let n = 0; n < 121; n++) last = await guess()
  expect(last).toBe(429)
})
