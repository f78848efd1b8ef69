import { eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { variants } from '#shop/catalog/schema.ts'
import { tendMarketplace } from '#shop/channels/market/tend.ts'
import { channelProducts } from '#shop/channels/schema.ts'
import { type Ctx, newId } from '#shop/ctx.ts'
import { minutes, seconds } from '#shop/time.ts'
import { aCategory, aProduct, aUser, signIn } from '#test/factories.ts'
import { test } from '#test/outside/trendyol/shop.ts'
import type { TrendyolSimulator } from '#test/outside/trendyol/simulator.ts'
import type { Json } from '#test/process.ts'
import { type Api, test as plain, type TestClock } from '#test/shop.ts'

const lookups = [
  '/admin/marketplace/market-brands?q=Butik',
  '/admin/marketplace/market-categories?q=elb',
  '/admin/marketplace/market-categories/522/attributes',
]

/** A dress in two sizes with barcodes, not yet known at Trendyol. */
async function aShop(ctx: Ctx, api: Api, clock: TestClock, trendyol: TrendyolSimulator) {
  const category = await aCategory(ctx, { name: 'Elbise' })
  const product = await aProduct(ctx, {
    name: 'Keten Elbise',
    categoryId: category.id,
    variants: [
      { size: 'S', color: 'Kum', stock: 4, priceKurus: 25_000 },
      { size: 'M', color: 'Kum', stock: 0, priceKurus: 25_000 },
    ],
  })
  const barcodes = ['8690000000005', '8690000000012']
  for (const [index, { id }] of product.variants.entries())
    await ctx.db
      .update(variants)
      .set({ barcode: barcodes[index] ?? '' })
      .where(eq(variants.id, id))
  for (const barcode of barcodes) trendyol.unknown.add(barcode)
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const call = (method: string, path: string, body?: unknown) => api(method, path, { token, body })
  const state = async () => (await call('GET', '/admin/marketplace/products')).body.data.products
  const tend = async () => {
    clock.forward(seconds(31))
    await tendMarketplace(ctx)
  }
  const chooseBrand = async () => {
    const [brand] = (await call('GET', '/admin/marketplace/market-brands?q=Butik')).body.data
    const settings = { buffer: 1, brand, desi: 2 }
    expect((await call('PUT', '/admin/settings/marketplace', { settings })).status).toBe(200)
  }
  const map = async (more: (attributes: Json[]) => Json[] = (attributes) => attributes) => {
    const [market] = (await call('GET', '/admin/marketplace/market-categories?q=giyim%20elb')).body.data
    const asked = (await call('GET', `/admin/marketplace/market-categories/${market.id}/attributes`)).body.data
    const from: Record<string, string> = { Renk: 'color', 'Web Color': 'color', Beden: 'size' }
    const attributes = asked.map(({ id, name, allowCustom, values }: Json) => ({
      ...{ id, name, allowCustom, from: from[name] ?? 'fixed' },
      ...(from[name] ? {} : { valueId: values[0].id }),
    }))
    const body = { market: { ...market, attributes: more(attributes) } }
    return call('PUT', `/admin/marketplace/categories/${category.id}`, body)
  }
  const send = () => call('POST', '/admin/marketplace/products')
  return { category, product, barcodes, call, state, tend, chooseBrand, map, send }
}

describe('products in a catalog of a marketplace', () => {
  test('are made with its category, brand and attributes, and sell from there on', async ({
    ctx,
    api,
    clock,
    trendyol,
  }) => {
    const shop = await aShop(ctx, api, clock, trendyol)
    expect((await shop.send()).body.message).toBe('Önce Trendyol’daki markanızı seçin.')
    await shop.chooseBrand()
    expect((await shop.send()).status).toBe(409)
    const mapped = await shop.map()
    expect(mapped.body.data.products.categories[0].market).toMatchObject({ id: 522, name: 'Giyim > Elbise' })
    expect((await shop.send()).body.data).toEqual({ count: 2 })
    await shop.tend()
    expect(await shop.state()).toMatchObject({ waiting: 2, made: 0 })
    expect(trendyol.made.get('8690000000005')).toMatchObject({
      title: 'Keten Elbise',
      brandId: 1791,
      categoryId: 522,
      quantity: 3,
      dimensionalWeight: 2,
      salePrice: 250,
      vatRate: 10,
      attributes: [
        { attributeId: 47, attributeValue: 'Kum' },
        { attributeId: 348, attributeValueIds: [7001] },
        { attributeId: 338, attributeValueIds: [6801] },
        { attributeId: 343, attributeValueIds: [4295] },
      ],
    })
    expect(new Set([...trendyol.made.values()].map(({ productMainId }) => productMainId)).size).toBe(1)
    await shop.tend()
    expect(await shop.state()).toMatchObject({ waiting: 0, made: 2, failures: [] })
    // Its stock was refused before; now it is known.
    await shop.tend()
    expect(trendyol.stock.get('8690000000005')).toMatchObject({ quantity: 3 })
    expect((await shop.call('GET', '/admin/marketplace')).body.data.marketplace.failures).toEqual([])
    expect((await shop.send()).status).toBe(409)
    const off = await shop.call('PUT', `/admin/marketplace/categories/${shop.category.id}`, { market: null })
    expect(off.body.data.products.categories[0].market).toBeNull()
  })

  test('that are refused stand in the order of the Turkish alphabet', async ({ ctx, api, clock, trendyol }) => {
    const shop = await aShop(ctx, api, clock, trendyol)
    const names = ['Zarif Etek', 'Çan Etek', 'Dar Etek']
    for (const name of names) {
      const [variant] = (await aProduct(ctx, { name })).variants
      const row = { channel: 'trendyol', variantId: variant?.id ?? '', state: 'FAILED' as const, askedAt: ctx.clock() }
      await ctx.db.insert(channelProducts).values(row)
    }
    const { failures } = await shop.state()
    expect(failures.map(({ name }: Json) => name)).toEqual(['Çan Etek', 'Dar Etek', 'Zarif Etek'])
  })

  test('that are refused, here or there, are told with the reason, and sent once more when asked', async ({
    ctx,
    api,
    clock,
    trendyol,
  }) => {
    const shop = await aShop(ctx, api, clock, trendyol)
    await shop.chooseBrand()
    await shop.map((attributes) => attributes.filter(({ name }) => name !== 'Cinsiyet'))
    await ctx.db.update(variants).set({ size: '38' }).where(eq(variants.barcode, '8690000000012'))
    await shop.send()
    await shop.tend()
    await shop.tend()
    expect((await shop.state()).failures).toEqual([
      expect.objectContaining({ barcode: '8690000000005', error: 'Cinsiyet zorunludur' }),
      expect.objectContaining({ barcode: '8690000000012', error: 'Trendyol “Beden” için “38” değerini tanımıyor' }),
    ])
    await shop.map()
    await ctx.db.update(variants).set({ size: 'M' }).where(eq(variants.barcode, '8690000000012'))
    expect((await shop.send()).body.data).toEqual({ count: 2 })
    await shop.tend()
    await shop.tend()
    expect(await shop.state()).toMatchObject({ made: 2, failures: [] })
  })

  for (const how of ['drop before', 'html 502', 'http 429'] as const) {
    test(`arrive in the end after ${how}`, async ({ ctx, api, clock, trendyol }) => {
      const shop = await aShop(ctx, api, clock, trendyol)
      await shop.chooseBrand()
      await shop.map()
      await shop.send()
      // Nothing but this is asked in the round.
      await ctx.db.execute(sql`
        insert into channels (name, lease_until, orders_after) values ('trendyol', '2020-01-01', '2036-01-01')`)
      trendyol.mischief.push(how)
      await shop.tend()
      expect((await shop.state()).waiting).toBe(2)
      for (let round = 0; round < 3; round++) {
        clock.forward(minutes(2))
        await shop.tend()
      }
      expect(await shop.state()).toMatchObject({ made: 2, failures: [] })
    })
  }

  test('are mapped only as it can be: refused in words', async ({ ctx, api, clock, trendyol }) => {
    const shop = await aShop(ctx, api, clock, trendyol)
    const put = (id: string, body: unknown) => shop.call('PUT', `/admin/marketplace/categories/${id}`, body)
    expect((await put(newId(), { market: null })).status).toBe(404)
    const fixed = { id: 343, name: 'Cinsiyet', allowCustom: false, from: 'fixed' }
    const refused = await put(shop.category.id, { market: { id: 522, name: 'Elbise', attributes: [fixed] } })
    expect([refused.status, Object.values(refused.body.error)]).toEqual([400, [['Değeri seçin']]])
    expect((await shop.call('GET', '/admin/marketplace/market-brands?q=a')).status).toBe(400)
    expect((await shop.call('GET', '/admin/marketplace/market-categories?q=a')).status).toBe(400)
    expect((await shop.call('GET', '/admin/marketplace/market-categories/sifir/attributes')).status).toBe(404)
    for (const path of lookups) {
      trendyol.mischief.push('html 502')
      const { status, body } = await shop.call('GET', path)
      expect([status, body.message], path).toEqual([409, expect.stringContaining('Trendyol')])
    }
  })
})

plain('without a marketplace there is nothing to map, and it is for staff alone', async ({ ctx, api }) => {
  const { id } = await aCategory(ctx)
  const [customer, owner] = [await aUser(ctx), await aUser(ctx, { role: 'ADMIN' })]
  const token = await signIn(ctx, owner)
  const calls = [
    ['GET', '/admin/marketplace/products'],
    ['POST', '/admin/marketplace/products'],
    ['PUT', `/admin/marketplace/categories/${id}`, { market: null }],
    ...lookups.map((path) => ['GET', path] as const),
  ] as const
  for (const [method, path, body] of calls) {
    expect((await api(method, path, { body })).status, path).toBe(401)
    expect((await api(method, path, { token: await signIn(ctx, customer), body })).status, path).toBe(403)
  }
  expect((await api('GET', '/admin/marketplace/products', { token })).body.data).toEqual({ products: null })
  for (const path of lookups) expect((await api('GET', path, { token })).status, path).toBe(409)
})
