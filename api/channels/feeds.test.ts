import { sql } from 'drizzle-orm'
import { Parser } from 'saxen'
import { describe, expect } from 'vitest'
import { recordEarlierPrice } from '#shop/catalog/edits/lawful-price.ts'
import { changeProduct, createProduct } from '#shop/catalog/edits/product-edits.ts'
import { planSale } from '#shop/catalog/sales/plan.ts'
import { type FeedId, feedFiles } from '#shop/channels/feeds/contract.ts'
import { formats } from '#shop/channels/feeds/feeds.ts'
import { akakceRules } from '#shop/channels/feeds/formats/akakce.ts'
import { cimriRules } from '#shop/channels/feeds/formats/cimri.ts'
import { googleRules } from '#shop/channels/feeds/formats/google.ts'
import { metaRules } from '#shop/channels/feeds/formats/meta.ts'
import { findFeedsSettings, saveFeedsSettings } from '#shop/channels/feeds/settings.ts'
import { readCsv } from '#shop/csv.ts'
import type { Ctx } from '#shop/ctx.ts'
import { saveDeliveryFee } from '#shop/settings/delivery-fee.ts'
import { days } from '#shop/time.ts'
import { aCategory, anImage, aProduct, aUser, manyProducts, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import catalog from '../../demo/catalog.json' with { type: 'json' }
import { inventor, pieces } from '../../demo/invent.ts'

type App = {
  fetch(request: Request): Response | Promise<Response>
  cache?: { whenFresh(limit: number): Promise<void> }
}

async function fetchFeed(app: App, id: FeedId, query = '') {
  // Waits, as a change in the panel does, until nothing stale is sent.
  await app.cache?.whenFresh(60_000)
  const answer = await app.fetch(new Request(`http://shop.test/feeds/${feedFiles[id]}${query}`))
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

/** The items of an XML file: the text of each element, and of those inside it as 'shipping/price'. */
function itemsIn(text: string, element: string): Record<string, string>[] {
  const items: Record<string, string>[] = []
  const path: string[] = []
  const parser = new Parser()
  parser.on('openTag', (name: string) => {
    if (name === element) items.push({})
    path.push(name)
  })
  parser.on('text', (part: string, decode: (text: string) => string) => {
    const inside = path.slice(path.indexOf(element) + 1).join('/')
    const item = items.at(-1)
    if (item && inside && path.includes(element)) item[inside] = (item[inside] ?? '') + decode(part)
  })
  parser.on('closeTag', () => {
    path.pop()
  })
  parser.on('error', (error: Error) => {
    throw error
  })
  parser.parse(text)
  return items
}

const element = { google: 'item', akakce: 'product', cimri: 'MerchantItem', plain: 'product' }

async function itemsOf(app: App, id: FeedId): Promise<Record<string, string>[]> {
  const { text } = await fetchFeed(app, id)
  if (id !== 'meta') return itemsIn(text, element[id])
  const [head = [], ...rows] = await readCsv(new TextEncoder().encode(text), { headed: true })
  return rows.map((row) => Object.fromEntries(row.map((cell, at) => [head[at] ?? '', cell]).filter(([, c]) => c)))
}

async function change(ctx: Ctx, id: FeedId, more: object) {
  const settings = await findFeedsSettings(ctx)
  await saveFeedsSettings(ctx, { ...settings, [id]: { ...settings[id], ...more } })
}

/** The demo shop's products, with pictures that nobody draws. */
async function theDemo(ctx: Ctx) {
  const ids = new Map<string, string>()
  const all = pieces(catalog)
  const invent = inventor(all)
  for (const piece of all) {
    const { category } = piece.design
    if (!ids.has(category)) ids.set(category, (await aCategory(ctx, { name: category, slug: category })).id)
    await createProduct(ctx, { ...invent(piece), categoryId: ids.get(category) ?? '', images: [await anImage(ctx)] })
  }
  return all.length
}

describe('the feeds', () => {
  test('hold every size of the demo shop as the specifications want it', async ({ ctx, app }) => {
    await theDemo(ctx)
    const { rows } = await ctx.db.execute<{ n: number }>(sql`select count(*)::int as n from variants`)
    const all = { google: googleRules, meta: metaRules, akakce: akakceRules, cimri: cimriRules }
    for (const [id, rules] of Object.entries(all) as [FeedId, typeof googleRules][]) {
      const items = await itemsOf(app, id)
      expect(items, id).toHaveLength(rows[0]?.n ?? 0)
      const broken = items.flatMap((item) =>
        Object.entries(rules).flatMap(([name, { required, max, oneOf, pattern }]) => {
          const value = item[name] ?? ''
          if (value === '') return required ? [`${name} is missing`] : []
          const good =
            value.length <= (max ?? 1e9) && (!oneOf || oneOf.includes(value)) && (!pattern || pattern.test(value))
          return good ? [] : [`${name}: ${value}`]
        }),
      )
      expect(broken, id).toEqual([])
      const skus = items.map((item) => item['g:id'] ?? item.id ?? item.sku ?? item.merchantItemId)
      expect(new Set(skus).size, id).toBe(items.length)
    }
  }, 120_000)

  test('are off in a live shop until they are switched on, and 404 like what does not exist', async ({
    as,
    app,
    deps,
  }) => {
    // As of now, when the pages hear of its changes.
    const ctx = as({ kind: 'system' })
    await aProduct(ctx)
    expect((await fetchFeed(app, 'google')).status).toBe(200)
    await change(ctx, 'google', { on: false })
    const off = await fetchFeed(app, 'google')
    expect(off.status).toBe(404)
    expect((await fetchFeed(app, 'meta')).status).toBe(200)
    expect((await app.fetch(new Request('http://shop.test/feeds/yok.xml'))).status).toBe(404)
    const called = await app.fetch(new Request('http://shop.test/api/v1/feeds/google.xml'))
    expect([called.status, called.headers.get('location')]).toEqual([308, '/feeds/google.xml'])
    await ctx.db.execute(sql`delete from settings where key = 'channels.feeds'`)
    const live = { ...ctx, config: { ...deps.config, mode: 'live' as const } }
    expect(Object.values(await findFeedsSettings(live)).some(({ on }) => on)).toBe(false)
  })

  test('say what the shop says: price, discount, stock, color, delivery', async ({ ctx, app }) => {
    await saveDeliveryFee(ctx, { feeKurus: 4990, freeFromKurus: 150_000, provinces: [], classes: [] })
    const dresses = await aCategory(ctx, { name: 'Elbise' })
    const product = await aProduct(ctx, {
      name: 'Keten & "İnce" Elbise',
      categoryId: dresses.id,
      fabric: '%100 keten',
      originalPriceKurus: 149_900,
      variants: [
        { sku: 'KE-36', color: 'Kum', size: '36', priceKurus: 119_900, stock: 3 },
        { sku: 'KE-38', color: 'Siyah', size: '38', priceKurus: 159_900, stock: 0 },
      ],
    })
    await ctx.db.execute(sql`update variants set barcode = '8690000000005' where sku = 'KE-36'`)
    const [first, second] = await itemsOf(app, 'google')
    expect(first).toMatchObject({
      'g:id': 'KE-36',
      'g:title': 'Keten & "İnce" Elbise',
      'g:link': `${ctx.config.publicUrl}/urun/${product.slug}?renk=Kum`,
      'g:price': '1499.00 TRY',
      'g:sale_price': '1199.00 TRY',
      'g:availability': 'in_stock',
      'g:size_system': 'EU',
      'g:google_product_category': '2271',
      'g:material': '%100 keten',
      'g:shipping/g:country': 'TR',
      'g:shipping/g:price': '49.90 TRY',
    })
    expect(second).toMatchObject({ 'g:price': '1599.00 TRY', 'g:availability': 'out_of_stock' })
    expect(second?.['g:sale_price']).toBeUndefined()
    expect(second?.['g:shipping/g:price']).toBe('0.00 TRY')
    expect(second?.['g:identifier_exists']).toBe('no')
    expect(second?.['g:item_group_id']).toBe(first?.['g:item_group_id'])
    const [row] = await itemsOf(app, 'meta')
    expect(row).toMatchObject({
      availability: 'in stock',
      quantity_to_sell_on_facebook: '3',
      title: 'Keten & "İnce" Elbise',
    })
    expect((await itemsOf(app, 'cimri'))[0]).toMatchObject({ pricePlusTax: '1199.00', stockStatus: '1' })
    expect((await itemsOf(app, 'akakce'))[0]).toMatchObject({ price: '1199.00', shipPrice: '49.90', quantity: '3' })
    expect((await itemsOf(app, 'plain'))[0]).toMatchObject({ price: '1199.00', oldPrice: '1499.00' })
  })

  test('tell when a planned sale begins and ends, of what it makes cheaper alone', async ({ as, app, clock }) => {
    // As of now, when the pages hear of its changes.
    const ctx = as({ kind: 'system' })
    const product = await aProduct(ctx, {
      variants: [
        { sku: 'IN', priceKurus: 100_000 },
        { sku: 'TAM', priceKurus: 150_000 },
      ],
    })
    await recordEarlierPrice(ctx, product.id, { priceKurus: 100_000, since: new Date(clock.now.getTime() - days(60)) })
    const period = async () =>
      Object.fromEntries(
        (await itemsOf(app, 'google')).map((item) => [item['g:id'], item['g:sale_price_effective_date']]),
      )
    expect(await period()).toEqual({ IN: undefined, TAM: undefined })
    await planSale(ctx, { productIds: [product.id], percent: 20, to: new Date('2026-11-27T21:00:00Z') })
    expect(await period()).toEqual({ IN: '2026-11-20T09:00:00+0000/2026-11-27T21:00:00+0000', TAM: undefined })
  })

  test('follow a change at once, are kept in between, and are one whatever the address adds', async ({ as, app }) => {
    // As of now, when the pages hear of its changes.
    const ctx = as({ kind: 'system' })
    const product = await aProduct(ctx, { variants: [{ stock: 1 }] })
    const before = await fetchFeed(app, 'google')
    await ctx.db.execute(sql`update variants set stock = 0`)
    expect((await fetchFeed(app, 'google', '?utm_source=x')).text).toBe(before.text)
    await changeProduct(ctx, product.id, { name: 'Yeni ad' })
    const after = (await itemsOf(app, 'google'))[0]
    expect(after).toMatchObject({ 'g:title': 'Yeni ad', 'g:availability': 'out_of_stock' })
  })

  test('show less stock by the channel’s buffer, and leave out what the owner chose', async ({ as, app }) => {
    // As of now, when the pages hear of its changes.
    const ctx = as({ kind: 'system' })
    const [one, two] = [
      await aProduct(ctx, { variants: [{ stock: 3 }] }),
      await aProduct(ctx, { variants: [{ stock: 3 }] }),
    ]
    await change(ctx, 'akakce', { buffer: 2, withoutProducts: [two.id] })
    expect((await itemsOf(app, 'akakce')).map(({ sku, quantity }) => [sku, quantity])).toEqual([
      [one.variants[0]?.sku, '1'],
    ])
    await change(ctx, 'akakce', { buffer: 3, withoutProducts: [], withoutCategories: [one.category.id] })
    expect((await itemsOf(app, 'akakce')).map(({ quantity }) => quantity)).toEqual(['0'])
    expect(await itemsOf(app, 'plain')).toHaveLength(2)
  })

  test('tell of a planned sale when it begins and ends', () => {
    const item = {
      ...{
        productId: 'p',
        sku: 'S',
        groupId: 'g',
        title: 'T',
        description: 'D',
        url: 'https://a',
        images: ['https://i'],
      },
      ...{
        imageWidth: 1200,
        imageHeight: 1500,
        priceKurus: 10_000,
        saleKurus: 9_000,
        stock: 1,
        color: 'Kum',
        size: 'M',
      },
      ...{ barcode: null, material: null, brand: 'B', categoryPath: 'A > B', taxonomy: 2271, shippingKurus: 0 },
      ...{ dispatchDays: 1, saleFrom: new Date('2026-11-27T21:00:00Z'), saleUntil: new Date('2026-11-29T20:59:00Z') },
    }
    const period = '2026-11-27T21:00:00+0000/2026-11-29T20:59:00+0000'
    expect(new Map(formats.google.fields(item)).get('g:sale_price_effective_date')).toBe(period)
    expect(new Map(formats.meta.fields(item)).get('sale_price_effective_date')).toBe(period)
  })
})

describe('the panel', () => {
  test('reads and saves the feeds, with a conflict told and a report of what is wrong', async ({ ctx, api }) => {
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const long = await aProduct(ctx, { name: 'U'.repeat(160) })
    const { body } = await api('GET', '/admin/feeds', { token })
    expect(body.data.files).toContainEqual({ id: 'google', url: `${ctx.config.publicUrl}/feeds/google.xml` })
    const settings = { ...body.data.settings, google: { ...body.data.settings.google, withoutProducts: [long.id] } }
    const put = (more: object) =>
      api('PUT', '/admin/settings/feeds', { token, body: { settings, version: 0, ...more } })
    expect((await put({ settings: { ...settings, meta: { on: true, buffer: -1 } } })).status).toBe(400)
    const saved = await put({})
    expect(saved.body.data.products).toEqual([{ id: long.id, name: long.name }])
    await put({ version: saved.body.data.version })
    expect((await put({ version: saved.body.data.version })).status).toBe(409)
    expect((await api('GET', '/admin/feeds/google/report', { token })).body.data).toMatchObject({
      items: 0,
      refused: 0,
    })
    const report = (await api('GET', '/admin/feeds/meta/report', { token })).body.data
    expect(report).toMatchObject({ items: 1, refused: 0 })
    await put({ version: saved.body.data.version + 1, settings: body.data.settings })
    const told = (await api('GET', '/admin/feeds/google/report', { token })).body.data
    expect(told.refused).toBe(1)
    expect(told.problems[0]).toEqual({
      kind: 'refused',
      text: 'Ürün adı çok uzun (160 karakter, en çok 150)',
      count: 1,
      products: [{ id: long.id, name: long.name }],
    })
    expect((await api('GET', '/admin/feeds/yok/report', { token })).status).toBe(404)
  })
})

test('of more products than are kept the feed is streamed anew, whole and zipped, so many times an hour', async ({
  ctx,
  app,
}) => {
  const { category, images } = await aProduct(ctx)
  await manyProducts(ctx, 1501, {
    ...{ name: 'Akan Elbise', categoryId: category.id, imageId: images[0]?.id },
    ...{ color: 'Kum', size: 'S', priceKurus: 99_990, stock: 3 },
  })
  const ask = (headers = {}) => app.fetch(new Request('http://shop.test/feeds/google.xml', { headers }))
  const plain = await (await ask()).text()
  expect(itemsIn(plain, 'item')).toHaveLength(1502)
  const zipped = await ask({ 'accept-encoding': 'gzip' })
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
  const unzipped = zipped.body?.pipeThrough(new DecompressionStream('gzip'))
  expect(await new Response(unzipped).text()).toBe(plain)
  await ctx.db.execute(sql`update variants set stock = 0 where sku = 'cok-7'`)
  const now = itemsIn(await (await ask()).text(), 'item').find((item) => item['g:id'] === 'cok-7')
  expect(now?.['g:availability']).toBe('out_of_stock')
  // A client that goes away ends the reading.
  await (await ask()).body?.cancel()
  await ctx.db.execute(sql`update rate_limits set count = 60 where key like 'feed %'`)
  expect((await ask()).status).toBe(429)
})
