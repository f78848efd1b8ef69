import { expect } from 'vitest'
import { createProductGroup } from '#shop/catalog/groups.ts'
import type { Ctx } from '#shop/ctx.ts'
import { aCategory, aProduct, aUser, signIn } from '#test/factories.ts'
import { type Api, test } from '#test/shop.ts'

async function asAdmin(ctx: Ctx, api: Api) {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  return {
    get: async () => (await api('GET', '/admin/settings', { token })).body.data,
    put: (body: object) => api('PUT', '/admin/settings/cards', { token, body }),
  }
}

const page = async (app: { fetch(request: Request): Response | Promise<Response> }, path: string) =>
  (await app.fetch(new Request(`http://shop.test${path}`))).text()

test('cards say at once what the owner settles: for how long a piece is new, and what is few', async ({
  ctx,
  api,
  app,
}) => {
  const admin = await asAdmin(ctx, api)
  const category = await aCategory(ctx, { name: 'Bluz' })
  await aProduct(ctx, { categoryId: category.id, variants: [{ stock: 2 }] })
  expect((await admin.get()).cards).toEqual({ version: 0, settings: { newDays: 14, fewLeft: 3, colorsApart: true } })
  const before = await page(app, '/bluz')
  expect(before).toContain('<p>Son 2</p><p>Yeni</p>')

  const refused = await admin.put({ settings: { newDays: 400, fewLeft: 3 }, version: 0 })
  expect(refused.body).toMatchObject({ error: { 'settings.newDays': ['Gün sayısı en çok 365 olabilir'] } })
  const saved = await admin.put({ settings: { newDays: 7, fewLeft: 1 }, version: 0 })
  expect(saved.body).toMatchObject({
    message: 'Ürün kartları kaydedildi.',
    data: { cards: { version: 1, settings: { newDays: 7, fewLeft: 1, colorsApart: true } } },
  })
  const after = await page(app, '/bluz')
  expect(after).toContain('<p>Yeni</p>')
  expect(after).not.toContain('Son 2')
  expect((await admin.put({ settings: { newDays: 7, fewLeft: 2 }, version: 0 })).status).toBe(409)
})

test('colors stand together on one card when the owner wants it, also further down and in a search', async ({
  ctx,
  api,
  app,
}) => {
  const admin = await asAdmin(ctx, api)
  const category = await aCategory(ctx, { name: 'Bluz' })
  const ids: string[] = []
  for (let n = 0; n < 27; n++) ids.push((await aProduct(ctx, { categoryId: category.id, name: `Keten Bluz ${n}` })).id)
  await createProductGroup(ctx, { name: 'Keten', productIds: ids.slice(25) })
  const cards = async (path: string) => {
    const html = await page(app, path)
    return { count: html.match(/<li class="card /g)?.length, total: /(\d+) ürün</.exec(html)?.[1] }
  }
  expect(await cards('/bluz?sayfa=2')).toEqual({ count: 27, total: '27' })
  await admin.put({ settings: { newDays: 14, fewLeft: 3, colorsApart: false }, version: 0 })
  expect(await cards('/bluz')).toEqual({ count: 24, total: '26' })
  expect(await cards('/bluz?sayfa=2')).toEqual({ count: 26, total: '26' })
  expect(await cards('/ara?q=keten&sayfa=2')).toEqual({ count: 26, total: '26' })
  const more = JSON.parse(await page(app, '/bluz/devami.data?sayfa=2'))
  expect(JSON.stringify(more).match(/keten-bluz-\d+/g)).toHaveLength(2)
  const searched = JSON.parse(await page(app, '/ara/devami.data?q=keten&sayfa=2'))
  expect(JSON.stringify(searched).match(/keten-bluz-\d+/g)).toHaveLength(2)
  // The API still counts products.
  expect((await api('GET', '/products?category=bluz')).body.data.pagination.total).toBe(27)
})
