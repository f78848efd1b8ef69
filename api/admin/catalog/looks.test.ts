import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { products, variants } from '#shop/catalog/schema.ts'
import { announceCatalogChange } from '#shop/catalog-changes.ts'
import { inTransaction } from '#shop/ctx.ts'
import { anImage, aProduct, aUser, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'

test('a look stands on the page of each of its pieces and on the landing page, and changes with them at once', async ({
  api,
  app,
  ctx,
  deps,
}) => {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    api(method, `/admin${path}`, { token, body })
  const blouse = await aProduct(ctx, {
    name: 'Keten Gömlek',
    variants: [
      { size: 'M', stock: 2 },
      { size: 'S', stock: 2 },
      { size: 'L', stock: 0 },
    ],
  })
  const skirt = await aProduct(ctx, {
    name: 'Kloş Etek',
    variants: [
      { color: 'Kum', size: 'M', stock: 2 },
      { color: 'Bej', size: 'M', stock: 1 },
    ],
  })
  const bag = await aProduct(ctx, { name: 'Pazar Çantası', variants: [{ size: 'Tek Beden', stock: 1 }] })
  const page = async (path: string) => (await app.fetch(new Request(`http://shop.test${path}`))).text()
  const pages = () =>
    Promise.all([blouse.slug, skirt.slug, bag.slug].map((slug) => page(`/urun/${slug}`)).concat(page('/')))
  const patient = { timeout: 20_000 }
  const shows = async (words: string) => (await pages()).map((html) => html.includes(words))

  expect(await shows('Hasır &amp; keten')).toEqual([false, false, false, false])
  const input = { title: ' Hasır & keten ', productIds: [blouse.id, skirt.id] }
  const made = await call('POST', '/looks', input)
  expect(made.status).toBe(201)
  expect(made.body.data).toMatchObject({
    title: 'Hasır & keten',
    image: null,
    pieces: [{ name: 'Keten Gömlek' }, { name: 'Kloş Etek' }],
  })
  expect(await shows('Hasır &amp; keten')).toEqual([true, true, false, true])
  const html = await page(`/urun/${blouse.slug}`)
  const [, choices = ''] = html.split('aria-label="Beden: Keten Gömlek"')
  expect([...choices.matchAll(/<option>(.*?)<\/option>/g)].map(([, name]) => name).slice(0, 4)).toEqual([
    'S',
    'M',
    'Bej, M',
    'Kum, M',
  ])

  const { id } = made.body.data
  const image = await anImage(ctx)
  const changed = await call('PUT', `/looks/${id}`, {
    title: 'Pazar günü',
    imageId: image,
    productIds: [bag.id, blouse.id],
  })
  expect(changed.body.data).toMatchObject({
    image: { id: image },
    pieces: [{ name: 'Pazar Çantası' }, { name: 'Keten Gömlek' }],
  })
  expect(await shows('Hasır &amp; keten')).toEqual([false, false, false, false])
  expect(await shows('Pazar günü')).toEqual([true, false, true, true])

  // A change of one piece shows on the pages of the others.
  const change = (work: () => Promise<unknown>, productId: string) =>
    inTransaction({ ...ctx, onCatalogChange: deps.onCatalogChange }, async (ctx) => {
      await work()
      await announceCatalogChange(ctx, { productIds: [productId] })
    })
  await change(() => ctx.db.update(variants).set({ stock: 0 }).where(eq(variants.productId, blouse.id)), blouse.id)
  // Unlike a save in the panel, this change waited for no page: the old one may be sent for a moment.
  await expect.poll(async () => (await page(`/urun/${bag.slug}`)).includes('Tükendi'), patient).toBe(true)
  await change(() => ctx.db.update(products).set({ publishedAt: null }).where(eq(products.id, blouse.id)), blouse.id)
  await expect.poll(() => shows('Pazar günü'), patient).toEqual([false, false, false, false])
  await change(
    () => ctx.db.update(products).set({ publishedAt: ctx.clock() }).where(eq(products.id, blouse.id)),
    blouse.id,
  )
  await expect.poll(() => shows('Pazar günü'), patient).toEqual([false, false, true, true])

  const second = (await call('POST', '/looks', { title: 'İkinci', productIds: [skirt.id, bag.id] })).body.data.id
  const titles = async () => (await call('GET', '/looks')).body.data.map(({ title }: { title: string }) => title)
  expect(await titles()).toEqual(['İkinci', 'Pazar günü'])
  expect((await call('PUT', '/look-order', { ids: [id, second] })).status).toBe(200)
  expect(await titles()).toEqual(['Pazar günü', 'İkinci'])
  expect((await page('/')).indexOf('Pazar günü')).toBeLessThan((await page('/')).indexOf('İkinci'))
  expect((await call('PUT', '/look-order', { ids: [id] })).status).toBe(409)
  expect((await call('DELETE', `/looks/${id}`)).status).toBe(200)
  expect(await shows('Pazar günü')).toEqual([false, false, false, false])
  expect(await shows('İkinci')).toEqual([false, true, true, true])
})

test('looks on the landing page are looked for behind many that are sold out', async ({ api, app, ctx }) => {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const sold = await Promise.all([1, 2].map(() => aProduct(ctx, { variants: [{ stock: 0 }] })))
  const pieces = [await aProduct(ctx), await aProduct(ctx)]
  const add = async (title: string, of: { id: string }[]) =>
    api('POST', '/admin/looks', { token, body: { title, productIds: of.map(({ id }) => id) } })
  await add('Pazar günü', pieces)
  // A new one stands first.
  for (let n = 1; n <= 12; n++) await add(`Tükenen ${n}`, sold)
  const html = await (await app.fetch(new Request('http://shop.test/'))).text()
  expect(html).toContain('Pazar günü')
  expect(html).not.toContain('Tükenen 1')
})

test('of two who change a look at once the second writes nothing over, and is told', async ({ api, ctx }) => {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const productIds = [(await aProduct(ctx)).id, (await aProduct(ctx)).id]
  const seen = { title: 'Pazar', imageId: null, productIds }
  const { id } = (await api('POST', '/admin/looks', { token, body: seen })).body.data
  const save = (body: object) => api('PUT', `/admin/looks/${id}`, { token, body: { ...seen, ...body } })
  const imageId = await anImage(ctx)
  expect((await save({ imageId, seen })).status).toBe(200)
  const second = await save({ title: 'Pazar günü', seen })
  expect([second.status, second.body.code]).toEqual([409, 'EDIT_CONFLICT'])
  expect(second.body.message).toContain('“Pazar” bu arada başka biri tarafından değiştirildi')
  expect((await save({ title: 'Pazar günü', imageId, seen: { ...seen, imageId } })).body.data).toMatchObject({
    title: 'Pazar günü',
    image: { id: imageId },
  })
  expect((await save({})).status, 'who names no state').toBe(200)
})

test('a look is refused in words', async ({ api, ctx }) => {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const one = await aProduct(ctx)
  const two = await aProduct(ctx)
  const look = { title: 'Kombin', productIds: [one.id, two.id] }
  const post = async (change: object) =>
    (await api('POST', '/admin/looks', { token, body: { ...look, ...change } })).body.error
  expect(await post({ title: ' ' })).toEqual({ title: ['Kombinin adını yazın'] })
  for (const productIds of [[one.id], [one.id, one.id]])
    expect(await post({ productIds })).toEqual({ productIds: ['Bir kombinde en az 2 ürün olmalı'] })
  const seven = Array.from({ length: 7 }, () => crypto.randomUUID())
  expect(await post({ productIds: seven })).toEqual({ productIds: ['Bir kombinde en çok 6 ürün olabilir'] })
  expect(await post({ productIds: seven.slice(0, 2) })).toEqual({ productIds: ['Seçilen ürünlerden biri bulunamadı'] })
  expect(await post({ imageId: 'f'.repeat(32) })).toEqual({ imageId: ['Görsel bulunamadı; yeniden yükleyin'] })
  for (const [method, path, body] of [
    ['PUT', '/looks/x', look],
    ['PUT', `/looks/${crypto.randomUUID()}`, look],
    ['DELETE', `/looks/${crypto.randomUUID()}`, undefined],
  ] as const)
    expect((await api(method, `/admin${path}`, { token, body })).status).toBe(404)
  expect((await api('PUT', '/admin/look-order', { token, body: { ids: ['x'] } })).status).toBe(400)
  expect((await api('PUT', '/admin/looks/x', { token, body: {} })).status).toBe(400)
  const shopper = await signIn(ctx, await aUser(ctx))
  for (const [method, path, body] of [
    ['GET', '/looks', undefined],
    ['POST', '/looks', look],
    ['PUT', '/look-order', { ids: [] }],
    ['PUT', '/looks/x', look],
    ['DELETE', '/looks/x', undefined],
  ] as const) {
    expect((await api(method, `/admin${path}`, { body })).status).toBe(401)
    expect((await api(method, `/admin${path}`, { token: shopper, body })).status).toBe(403)
  }
})
