import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { auditEntries } from '#shop/audit/schema.ts'
import { products, variants } from '#shop/catalog/schema.ts'
import { forgetOldStockMoves } from '#shop/catalog/stock/cause.ts'
import { stockMoves } from '#shop/catalog/stock/schema.ts'
import { type Ctx, newId } from '#shop/ctx.ts'
import { days } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { type Api, test } from '#test/shop.ts'
import { inLine } from '#test/waiting/line.ts'

const nobody = '00000000-0000-7000-8000-000000000000'

async function world(ctx: Ctx, api: Api, stocks = [10, 4]) {
  const product = await aProduct(ctx, { variants: stocks.map((stock) => ({ stock })) })
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN', firstName: 'Zeynep', lastName: 'Ak' }))
  const [first] = product.variants
  if (!first) throw new Error('no variant')
  const call = (method: string, path: string, body?: unknown) => api(method, path, { token, body })
  const save = (body: object) => call('PATCH', `/admin/products/${product.id}/cell`, body)
  const moves = async () => (await call('GET', `/admin/products/${product.id}/stock-moves`)).body.data
  const buy = async (quantity = 1) => {
    const buyer = await signIn(ctx, await aUser(ctx))
    const { body } = await api('POST', '/payments/create', { token: buyer, body: aPayment(product, { quantity }) })
    return { buyer, orderId: body.data.orderId as string }
  }
  return { product, first, token, call, save, moves, buy }
}

const calls = [
  ['PATCH', `/admin/products/${nobody}/cell`],
  ['GET', `/admin/products/${nobody}/stock-moves`],
  ['GET', '/admin/product-views'],
  ['POST', '/admin/product-views'],
  ['DELETE', `/admin/product-views/${nobody}`],
  ['GET', '/admin/stocktakes'],
  ['POST', '/admin/stocktakes'],
  ['GET', `/admin/stocktakes/${nobody}/lines`],
  ['POST', `/admin/stocktakes/${nobody}/lines`],
  ['DELETE', `/admin/stocktakes/${nobody}/lines/${nobody}`],
  ['POST', `/admin/stocktakes/${nobody}/book`],
  ['DELETE', `/admin/stocktakes/${nobody}`],
  ['PUT', '/admin/settings/stock'],
] as const

test('no guest and no customer may do any of it', async ({ ctx, api }) => {
  const customer = await signIn(ctx, await aUser(ctx))
  for (const [method, path] of calls) {
    const body = method === 'GET' || method === 'DELETE' ? undefined : {}
    const told = [await api(method, path, { body }), await api(method, path, { body, token: customer })]
    expect([path, ...told.map(({ status }) => status)]).toEqual([path, 401, 403])
  }
})

test('what is no product, view or count is not found', async ({ ctx, api }) => {
  const { call, product } = await world(ctx, api)
  for (const [method, path, body] of [
    ['PATCH', `/admin/products/${nobody}/cell`, { published: { set: true } }],
    ['PATCH', `/admin/products/${product.id}/cell`, { variantId: nobody, add: 1 }],
    ['PATCH', `/admin/products/${product.id}/cell`, { variantId: nobody, price: { set: 5, seen: 4 } }],
    ['GET', `/admin/products/${nobody}/stock-moves`],
    ['DELETE', `/admin/product-views/${nobody}`],
    ['GET', `/admin/stocktakes/${nobody}/lines`],
    ['POST', `/admin/stocktakes/${nobody}/lines`, { code: 'X', add: 1 }],
    ['DELETE', `/admin/stocktakes/${nobody}/lines/${nobody}`],
    ['POST', `/admin/stocktakes/${nobody}/book`, { reason: 'Sayım' }],
    ['DELETE', `/admin/stocktakes/${nobody}`],
  ] as const)
    expect([path, (await call(method, path, body)).status]).toEqual([path, 404])
})

test('a size of another product, or one that is retired, is neither changed nor counted', async ({
  ctx,
  api,
  clock,
}) => {
  const [{ call, save, product }, other] = [await world(ctx, api), await world(ctx, api)]
  const gone = product.variants[1]
  await ctx.db
    .update(variants)
    .set({ retiredAt: clock.now, barcode: '8690000000012' })
    .where(eq(variants.id, gone?.id ?? ''))
  const { id } = (await call('POST', '/admin/stocktakes')).body.data
  const count = (body: object) => call('POST', `/admin/stocktakes/${id}/lines`, body)
  const price = { set: 5, seen: 1199 }
  for (const variantId of [gone?.id, other.first.id]) {
    for (const change of [{ add: 1 }, { stock: { set: 9, seen: 10 } }, { price }])
      expect((await save({ variantId, ...change })).status, JSON.stringify(change)).toBe(404)
  }
  for (const named of [{ variantId: gone?.id }, { code: gone?.sku }, { code: '8690000000012' }])
    expect((await count({ ...named, add: 1 })).status, JSON.stringify(named)).toBe(404)
  // The price of all sizes is that of those on sale.
  expect((await save({ price })).status).toBe(200)
  const rows = await ctx.db.select().from(variants)
  const stands = (id = '') => rows.flatMap((row) => (row.id === id ? [[row.stock, row.priceKurus]] : []))
  expect([stands(gone?.id), stands(other.first.id)]).toEqual([[[4, 119_900]], [[10, 119_900]]])
})

describe('a cell of the list', () => {
  test('stock is saved as the difference to what was seen, and says what was sold', async ({ ctx, api }) => {
    const { first, save, buy, moves } = await world(ctx, api)
    const { orderId } = await buy()
    const { status, body } = await save({ variantId: first.id, stock: { set: 20, seen: 10 } })
    expect([status, body.message]).toEqual([200, '20 yazdınız; bu arada 1 adet satıldı: 19'])
    expect(body.data.variants[0].stockQuantity).toBe(19)
    const [edit, sale, begin] = (await moves()).filter((move: { variantId: string }) => move.variantId === first.id)
    expect(edit).toMatchObject({ before: 9, after: 19, cause: 'edit', actor: 'Zeynep Ak', orderId: null })
    expect(sale).toMatchObject({ before: 10, after: 9, cause: 'order', orderId, actor: null })
    expect(begin).toMatchObject({ before: 0, after: 10, cause: 'first' })
  })

  test('where somebody typed another number since, she decides', async ({ ctx, api }) => {
    const { first, save } = await world(ctx, api)
    expect((await save({ variantId: first.id, stock: { set: 20, seen: 10 } })).body.message).toBeUndefined()
    const second = await save({ variantId: first.id, stock: { set: 20, seen: 10 } })
    expect(second).toMatchObject({ status: 409, body: { code: 'CONFLICT', data: { stockQuantity: 20 } } })
    expect(second.body.message).toMatch(/Zeynep Ak tarafından değiştirildi: Kum S stoğu şimdi 20/)
    expect((await save({ variantId: first.id, stock: { set: 5, seen: 777 } })).status).toBe(409)
  })

  test('pieces are added and taken back, but never below nothing', async ({ ctx, api }) => {
    const { first, save } = await world(ctx, api)
    expect((await save({ variantId: first.id, add: 3 })).body.data.variants[0].stockQuantity).toBe(13)
    expect((await save({ variantId: first.id, add: -3 })).body.data.variants[0].stockQuantity).toBe(10)
    expect((await save({ variantId: first.id, add: -11 })).status).toBe(409)
  })

  test('what is kept at once for who waited is told, and a correction is by the difference', async ({ ctx, api }) => {
    const { first, save, product } = await world(ctx, api)
    await save({ variantId: first.id, stock: { set: 0, seen: 10 } })
    await inLine(ctx, { productId: product.id, size: 'S' }, ['ayse', 'banu'])
    const { message, data } = (await save({ variantId: first.id, stock: { set: 5, seen: 0 } })).body
    expect(message).toBe('2 adet, bu bedeni bekleyenlere sırayla ayrıldı; satışta 3 adet var.')
    expect(data.variants[0].stockQuantity).toBe(3)
    const late = await save({ variantId: first.id, stock: { set: 4, seen: 5 } })
    expect([late.body.message, late.body.data.variants[0].stockQuantity]).toEqual([
      '4 yazdınız; bu arada stok 2 azaldı: 2',
      2,
    ])
  })

  test('a price of one size or of all, unless it changed', async ({ ctx, api }) => {
    const { first, save, product } = await world(ctx, api)
    const all = await save({ price: { set: 899.9, seen: 1199 } })
    expect(all.body.data.variants.map(({ price }: { price: number }) => price)).toEqual([899.9, 899.9])
    const late = await save({ price: { set: 500, seen: 1199 } })
    expect([late.status, late.body.message]).toEqual([409, expect.stringMatching(/fiyat bu arada değişti: .* 899,90/)])
    const one = await save({ variantId: first.id, price: { set: 950, seen: 899.9 } })
    expect(one.body.data.variants.map(({ price }: { price: number }) => price)).toEqual([950, 899.9])
    const [row] = await ctx.db.select().from(products).where(eq(products.id, product.id))
    // An open form of the product must notice.
    expect(row?.version).toBe(3)
    const kept = await ctx.db.select().from(auditEntries).where(eq(auditEntries.subjectId, product.id))
    expect(kept.length).toBeGreaterThanOrEqual(2)
  })

  test('the state is saved as in the form: what lacks its parts is not published', async ({ ctx, api }) => {
    const { save, product } = await world(ctx, api)
    expect((await save({ published: { set: false } })).body.data.published).toBe(false)
    await ctx.db.update(products).set({ description: '' }).where(eq(products.id, product.id))
    expect((await save({ published: { set: true } })).body.error.description).toEqual(['Ürün açıklaması zorunludur'])
  })

  test('one cell at a time, with a number that can be', async ({ ctx, api }) => {
    const { first, save } = await world(ctx, api)
    for (const body of [
      {},
      { stock: { set: 1, seen: 1 } },
      { variantId: first.id, add: 1, published: { set: true } },
      { variantId: first.id, stock: { set: -1, seen: 1 } },
      { price: { set: 0, seen: 1 } },
      { lowStock: { set: 1.5, seen: null } },
    ])
      expect([body, (await save(body)).status]).toEqual([body, 400])
  })
})

describe('from how few pieces on the owner is told', () => {
  test('by the shop, unless the product says otherwise', async ({ ctx, api }) => {
    const { save, call, product } = await world(ctx, api, [3, 9])
    const low = async () =>
      (await call('GET', '/admin/products?stock=low')).body.data.map(({ id }: { id: string }) => id)
    const told = async () => (await call('GET', '/admin/dashboard')).body.data.waiting.lowStock
    expect([await low(), await told()]).toEqual([[], 0])
    expect((await call('PUT', '/admin/settings/stock', { low: 3, version: 0 })).body.data).toEqual({
      low: 3,
      keepMinutes: 30,
      version: 1,
    })
    expect([await low(), await told()]).toEqual([[product.id], 1])
    const other = await aProduct(ctx)
    expect((await save({ lowStock: { set: 0, seen: null } })).body.data).toMatchObject({ lowStock: 0, lowLimit: 0 })
    const [kept] = await ctx.db.select().from(products).where(eq(products.id, other.id))
    expect(kept?.lowStock, 'of this product alone').toBeNull()
    expect([await low(), await told()]).toEqual([[], 0])
    expect((await save({ lowStock: { set: 5, seen: null } })).status).toBe(409)
    expect((await call('PUT', '/admin/settings/stock', { low: 2, version: 0 })).status).toBe(409)
    expect((await call('PUT', '/admin/settings/stock', { low: -2 })).status).toBe(400)
    expect((await call('GET', '/admin/settings')).body.data.stock).toEqual({ low: 3, keepMinutes: 30, version: 1 })
    const longer = await call('PUT', '/admin/settings/stock', { low: 3, keepMinutes: 60, version: 1 })
    expect(longer.body.data).toEqual({ low: 3, keepMinutes: 60, version: 2 })
    expect((await call('PUT', '/admin/settings/stock', { low: 2, version: 2 })).body.data.keepMinutes).toBe(60)
    expect((await call('PUT', '/admin/settings/stock', { low: 2, keepMinutes: 4 })).status).toBe(400)
  })
})

describe('views', () => {
  test('the list is narrowed to what lacks a picture, is discounted, or is waited for', async ({ ctx, api }) => {
    const { call } = await world(ctx, api)
    const wanted = await aProduct(ctx, { variants: [{ stock: 0 }] })
    const cheap = await aProduct(ctx, { originalPriceKurus: 150_000 })
    const bare = await aProduct(ctx)
    await ctx.db.update(products).set({ images: [] }).where(eq(products.id, bare.id))
    await inLine(ctx, { productId: wanted.id, size: 'S' }, ['a'])
    const only = async (what: string) => {
      const { data, pagination } = (await call('GET', `/admin/products?only=${what}`)).body
      expect(pagination.total).toBe(data.length)
      return data.map(({ id }: { id: string }) => id)
    }
    expect(await only('discounted')).toEqual([cheap.id])
    expect(await only('no-picture')).toEqual([bare.id])
    expect(await only('waiting')).toEqual([wanted.id])
  })

  test('each keeps her own, by name', async ({ ctx, api }) => {
    const { call } = await world(ctx, api)
    const view = { name: 'Kış', query: 'durum=yayinda', columns: ['stock', 'low'] }
    const { status, body } = await call('POST', '/admin/product-views', view)
    expect(status).toBe(201)
    await call('POST', '/admin/product-views', { ...view, query: 'stok=az' })
    expect((await call('GET', '/admin/product-views')).body.data).toEqual([
      { ...view, query: 'stok=az', id: body.data.id },
    ])
    const other = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    expect((await api('GET', '/admin/product-views', { token: other })).body.data).toEqual([])
    expect((await api('DELETE', `/admin/product-views/${body.data.id}`, { token: other })).status).toBe(404)
    expect((await call('POST', '/admin/product-views', { ...view, name: ' ' })).status).toBe(400)
    for (let n = 0; n < 29; n++) await call('POST', '/admin/product-views', { ...view, name: `Görünüm ${n}` })
    const names = (await call('GET', '/admin/product-views')).body.data.map(({ name }: { name: string }) => name)
    expect([names[0], names.at(-1)], 'by name').toEqual(['Görünüm 0', 'Kış'])
    expect((await call('POST', '/admin/product-views', { ...view, name: 'Bir daha' })).status).toBe(409)
    expect((await call('DELETE', `/admin/product-views/${body.data.id}`)).status).toBe(200)
  })
})

describe('the history of stock', () => {
  test('names a cancellation and its order, one size alone, and a page', async ({ ctx, api }) => {
    const { call, first, product, buy } = await world(ctx, api)
    const { orderId } = await buy(2)
    await call('DELETE', `/admin/orders/${orderId}`)
    const path = `/admin/products/${product.id}/stock-moves?variant=${first.id}&limit=1`
    const { data, pagination } = (await call('GET', path)).body
    expect(data).toMatchObject([{ cause: 'cancelled', before: 8, after: 10, orderId, color: 'Kum', size: 'S' }])
    expect(pagination).toEqual({ page: 1, totalPages: 3, total: 3 })
    expect((await call('GET', `/admin/products/${product.id}/stock-moves?variant=${newId()}`)).body.data).toEqual([])
    expect((await call('GET', `/admin/products/${product.id}/stock-moves?limit=0`)).status).toBe(400)
  })

  test('a move that nobody explained is kept too; what is older than two years goes', async ({ ctx, api, clock }) => {
    const { first, moves } = await world(ctx, api)
    await ctx.db.update(variants).set({ stock: 1 }).where(eq(variants.id, first.id))
    const [last] = await ctx.db.select().from(stockMoves).where(eq(stockMoves.variantId, first.id))
    expect((await moves()).length).toBeGreaterThan(1)
    clock.now = new Date((last?.at.getTime() ?? 0) + days(731))
    await forgetOldStockMoves(ctx)
    expect(await ctx.db.select().from(stockMoves)).toEqual([])
  })
})

describe('a count of the shelves', () => {
  test('what is sold meanwhile stays sold; the difference is booked with its reason', async ({ ctx, api }) => {
    const { call, first, product, buy, moves } = await world(ctx, api)
    const { id } = (await call('POST', '/admin/stocktakes')).body.data
    expect((await call('POST', '/admin/stocktakes')).body.data.id).toBe(id)
    const count = (body: object) => call('POST', `/admin/stocktakes/${id}/lines`, body)
    expect((await call('POST', `/admin/stocktakes/${id}/book`, { reason: 'Sayım' })).status).toBe(409)
    expect((await count({ code: first.sku.toLowerCase(), add: 1 })).body.data).toMatchObject({
      expected: 10,
      counted: 1,
    })
    await buy(3)
    expect((await count({ variantId: first.id, add: 1 })).body.data).toMatchObject({
      expected: 10,
      stock: 7,
      counted: 2,
    })
    expect((await count({ variantId: first.id, counted: 8, seen: 1 })).body.data).toEqual({ counted: 2 })
    expect((await count({ variantId: first.id, counted: 8, seen: 2 })).body.data.counted).toBe(8)
    expect((await count({ variantId: first.id, add: -9 })).status).toBe(409)
    const other = product.variants[1]?.id ?? ''
    await count({ variantId: other, counted: 1 })
    await call('DELETE', `/admin/stocktakes/${id}/lines/${other}`)
    // A UPC of twelve digits, which some readers tell as an EAN of thirteen, and the other way round.
    await ctx.db.update(variants).set({ barcode: '012345678905' }).where(eq(variants.id, other))
    expect((await count({ code: '0012345678905', add: 1 })).body.data.variantId).toBe(other)
    await ctx.db.update(variants).set({ barcode: '0012345678905' }).where(eq(variants.id, other))
    expect((await count({ code: '012345678905', add: 1 })).body.data.counted).toBe(2)
    await call('DELETE', `/admin/stocktakes/${id}/lines/${other}`)
    expect((await count({ code: 'YOK-1', add: 1 })).status).toBe(404)
    expect((await count({ add: 1 })).status).toBe(400)
    expect((await call('GET', `/admin/stocktakes/${id}/lines`)).body.data).toHaveLength(1)
    expect((await call('POST', `/admin/stocktakes/${id}/book`, { reason: ' ' })).status).toBe(400)
    const booked = await call('POST', `/admin/stocktakes/${id}/book`, { reason: 'Aralık sayımı' })
    expect(booked.body.data).toEqual({ changed: 1, added: 0, missing: 2, oversold: 0 })
    expect((await moves())[0]).toMatchObject({
      before: 7,
      after: 5,
      cause: 'count',
      note: 'Aralık sayımı',
      actor: 'Zeynep Ak',
    })
    for (const [method, path, body] of [
      ['POST', `/admin/stocktakes/${id}/book`, { reason: 'Yine' }],
      ['POST', `/admin/stocktakes/${id}/lines`, { variantId: first.id, add: 1 }],
      ['DELETE', `/admin/stocktakes/${id}/lines/${first.id}`],
      ['DELETE', `/admin/stocktakes/${id}`],
    ] as const)
      expect([path, (await call(method, path, body)).status]).toEqual([path, 409])
    const { open, earlier } = (await call('GET', '/admin/stocktakes')).body.data
    expect([open, earlier]).toMatchObject([null, [{ reason: 'Aralık sayımı', sizes: 1, added: 0, missing: 2 }]])
  })

  test('pieces that were sold but never found leave nothing, and are told; a count that is given up changes nothing', async ({
    ctx,
    api,
  }) => {
    const { call, first, buy, moves } = await world(ctx, api, [2])
    const begin = async () => (await call('POST', '/admin/stocktakes')).body.data.id
    const given = await begin()
    await call('POST', `/admin/stocktakes/${given}/lines`, { variantId: first.id, counted: 0 })
    await call('DELETE', `/admin/stocktakes/${given}`)
    expect(await moves()).toHaveLength(1)
    expect((await call('GET', '/admin/stocktakes')).body.data).toEqual({ open: null, earlier: [] })
    const id = await begin()
    await call('POST', `/admin/stocktakes/${id}/lines`, { variantId: first.id, counted: 0 })
    await buy(1)
    const { data } = (await call('POST', `/admin/stocktakes/${id}/book`, { reason: 'Fire' })).body
    expect(data).toEqual({ changed: 1, added: 0, missing: 1, oversold: 1 })
    expect((await moves())[0]).toMatchObject({ before: 1, after: 0 })
  })
})
