import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { createProductGroup } from '#shop/catalog/groups.ts'
import type { Ctx } from '#shop/ctx.ts'
import { storeImage } from '#shop/media/store-image.ts'
import { aPayment } from '#test/checkout.ts'
import { aCategory, aProduct, aUser, signIn } from '#test/factories.ts'
import { type Api, test } from '#test/shop.ts'

async function aPicture(ctx: Ctx, width = 1000) {
  const bytes = await sharp({ create: { width, height: 600, channels: 3, background: '#a8321c' } })
    .png()
    .toBuffer()
  return (await storeImage(ctx, bytes)).id
}

async function anOwner(ctx: Ctx, api: Api) {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  return (areas: object[], version?: number) =>
    api('PUT', '/admin/settings/rhythm', { token, body: { settings: { areas }, version } })
}

async function blouses(ctx: Ctx, count: number) {
  const { id: categoryId } = await aCategory(ctx, { name: 'Bluz' })
  const made = []
  // The newest comes first in the list.
  for (let n = count; n > 0; n--)
    made.unshift(await aProduct(ctx, { name: `Bluz ${n}.`, categoryId, variants: [{ stock: 1 }] }))
  return made
}

type App = { fetch(request: Request): Response | Promise<Response> }

/** The items of the grid in order: products by number, '*' at the one that stands large, tiles by their line. */
async function grid(app: App, path: string) {
  const html = await (await app.fetch(new Request(`http://shop.test${path}`))).text()
  const items = html.match(/<li class="(?:card |wide")[\s\S]*?<\/h2>/g) ?? []
  return items.map((item) => {
    const [, line] = /<h2[^>]*>([^<]+)<\/h2>/.exec(item) ?? []
    const [, number] = /Bluz (\d+)\./.exec(item) ?? []
    return line ?? `${number}${/class="card [^"]*\blead\b/.test(item) ? '*' : ''}`
  })
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => String(from + n))
const tile = (picture: string, line: string) => ({ picture, line, words: 'Bakın', link: '/elbise' })

describe('the page of an area', () => {
  test('is a plain grid until the owner breaks it', async ({ ctx, app }) => {
    await blouses(ctx, 3)
    expect(await grid(app, '/ust-giyim')).toEqual(['1', '2', '3'])
  })

  test('has a tile after each so many products, and the first product large; not filtered, sorted or of a category', async ({
    ctx,
    app,
    api,
  }) => {
    await blouses(ctx, 26)
    const save = await anOwner(ctx, api)
    const picture = await aPicture(ctx)
    const area = { area: 'ust-giyim', every: 6, tiles: [tile(picture, 'Bir'), tile(picture, 'İki')] }
    expect((await save([{ ...area, lead: 'none' }])).body.message).toBe('Liste düzeni kaydedildi.')
    expect(await grid(app, '/ust-giyim')).toEqual([
      ...numbers(1, 6),
      'Bir',
      ...numbers(7, 12),
      'İki',
      ...numbers(13, 24),
    ])
    await save([{ ...area, lead: 'first' }])
    const broken = ['1*', ...numbers(2, 7), 'Bir', ...numbers(8, 13), 'İki', ...numbers(14, 24)]
    expect(await grid(app, '/ust-giyim')).toEqual(broken)
    expect(await grid(app, '/ust-giyim?sayfa=2')).toEqual([...broken, '25', '26'])
    for (const path of ['/bluz', '/tum-urunler', '/ust-giyim?stokta=1', '/ara?q=bluz'])
      expect(
        (await grid(app, path)).filter((item) => !/^\d+$/.test(item)),
        path,
      ).toEqual([])
    expect((await grid(app, '/ust-giyim?siralama=artan')).filter((item) => !/^\d+$/.test(item))).toEqual([])
  })

  test('begins with the product that the owner put there, while it can be bought; each product stands there once', async ({
    ctx,
    app,
    api,
  }) => {
    const made = await blouses(ctx, 26)
    const chosen = made[24]
    if (!chosen) throw new Error('too few')
    const save = await anOwner(ctx, api)
    await save([{ area: 'ust-giyim', lead: chosen.id, every: 12, tiles: [] }])
    const rest = numbers(1, 26).filter((number) => number !== '25')
    expect(await grid(app, '/ust-giyim')).toEqual(['25*', ...rest.slice(0, 23)])
    const more = async () => {
      const answer = await app.fetch(new Request('http://shop.test/ust-giyim/devami.data?sayfa=2'))
      return [...new Set([...(await answer.text()).matchAll(/Bluz (\d+)\./g)].map(([, number]) => number))].sort()
    }
    expect(await more()).toEqual(rest.slice(23))
    expect(await grid(app, '/ust-giyim?sayfa=2')).toEqual(['25*', ...rest])

    const token = await signIn(ctx, await aUser(ctx))
    expect((await api('POST', '/payments/create', { token, body: aPayment(chosen) })).status).toBe(200)
    expect(await grid(app, '/ust-giyim')).toEqual(['1*', ...numbers(2, 24)])
    expect(await more()).toEqual(['25', '26'])
  })

  test('where a design has one card, the piece that stands large is its card', async ({ ctx, app, api }) => {
    const made = await blouses(ctx, 3)
    await createProductGroup(ctx, { name: 'Bluz', productIds: made.slice(0, 2).map(({ id }) => id) })
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const settings = (await api('GET', '/admin/settings', { token })).body.data.cards.settings
    const body = { settings: { ...settings, colorsApart: false } }
    expect((await api('PUT', '/admin/settings/cards', { token, body })).status).toBe(200)
    expect(await grid(app, '/ust-giyim')).toEqual(['1', '3'])
    const save = await anOwner(ctx, api)
    await save([{ area: 'ust-giyim', lead: made[1]?.id, every: 12, tiles: [] }])
    expect(await grid(app, '/ust-giyim')).toEqual(['2*', '3'])
  })

  test('of another area nothing stands large here, and one that is sold out never', async ({ ctx, app, api }) => {
    const { id: categoryId } = await aCategory(ctx, { name: 'Etek' })
    const skirt = await aProduct(ctx, { name: 'Etek', categoryId })
    const { id: blouse } = await aCategory(ctx, { name: 'Bluz' })
    await aProduct(ctx, { name: 'Bluz 1.', categoryId: blouse, variants: [{ stock: 0 }] })
    const save = await anOwner(ctx, api)
    await save([{ area: 'ust-giyim', lead: skirt.id, every: 12, tiles: [] }])
    expect(await grid(app, '/ust-giyim')).toEqual(['1'])
  })
})

test('what cannot be drawn is refused at its field', async ({ ctx, api }) => {
  const save = await anOwner(ctx, api)
  const [wide, narrow] = [await aPicture(ctx), await aPicture(ctx, 500)]
  const area = { area: 'ust-giyim', lead: 'none', every: 12, tiles: [tile(wide, 'Bir')] }
  const errors = async (change: object) => (await save([{ ...area, ...change }])).body.error
  const at = (name: string) => `settings.areas.0.${name}`
  expect(await errors({ every: 7 })).toEqual({ [at('every')]: ['Kaç üründe bir görüneceğini seçin'] })
  expect(await errors({ lead: 'x' })).toEqual({ [at('lead')]: ['Öne çıkan ürünü seçin'] })
  expect(await errors({ tiles: [tile(wide, ' ')] })).toEqual({ [at('tiles.0.line')]: ['Cümle gerekli'] })
  for (const link of ['elbise', '//kotu.example', '/\\kotu.example', 'https://kotu.example', 'javascript:alert(1)'])
    expect(await errors({ tiles: [{ ...tile(wide, 'Bir'), link }] }), link).toEqual({
      [at('tiles.0.link')]: ['Bağlantı / ile başlamalı; örneğin /elbise'],
    })
  expect(await errors({ tiles: Array.from({ length: 4 }, () => tile(wide, 'Bir')) })).toEqual({
    [at('tiles')]: ['En çok 3 kutu olabilir'],
  })
  expect(await errors({ tiles: [tile(narrow, 'Bir')] })).toEqual({
    'areas.0.tiles.0.picture': ['Görsel en az 900 piksel genişliğinde olmalı'],
  })
  expect(await errors({ tiles: [tile('yok', 'Bir')] })).toEqual({
    'areas.0.tiles.0.picture': ['Görsel bulunamadı, yeniden yükleyin'],
  })
  expect((await save([area, area])).body.error).toEqual({ 'settings.areas': ['Bir bölüm iki kez yazılmış'] })
  expect((await save([area], 0)).status).toBe(200)
  expect((await save([area], 0)).body.code).toBe('EDIT_CONFLICT')
})
