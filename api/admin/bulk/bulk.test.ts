import { eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { runBulk } from '#shop/bulk/apply.ts'
import { getAdminProduct } from '#shop/catalog/edits/admin-products.ts'
import { changeProduct, deleteProduct } from '#shop/catalog/edits/product-edits.ts'
import { createProductGroup, deleteProductGroup, listProductGroups } from '#shop/catalog/groups.ts'
import { tendSales } from '#shop/catalog/sales/tend.ts'
import { products, variants } from '#shop/catalog/schema.ts'
import { newId } from '#shop/ctx.ts'
import { days, minutes } from '#shop/time.ts'
import { aCategory, aProduct, aUser, signIn } from '#test/factories.ts'
import type { Json } from '#test/process.ts'
import { type Api, test as base } from '#test/shop.ts'

type Fixtures = {
  staff: string
  call: (method: string, path: string, body?: unknown) => ReturnType<Api>
  /** Previews a change of these products. */
  preview: (ids: string[], change: object) => Promise<Json>
  run: (id: string) => Promise<Json>
  /** Previews, applies and runs the job. */
  change: (ids: string[], change: object) => Promise<Json>
  undo: (id: string, body?: object) => Promise<Json>
}

const test = base.extend<Fixtures>({
  staff: async ({ ctx }, use) => use(await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))),
  call: async ({ api, staff }, use) => use((method, path, body) => api(method, path, { token: staff, body })),
  preview: async ({ call }, use) =>
    use(async (ids, change) => {
      const { status, body } = await call('POST', '/admin/products/bulk', { ids, change })
      expect(body).toMatchObject({ success: true })
      expect(status).toBe(200)
      return body.data
    }),
  run: async ({ ctx, call }, use) =>
    use(async (id) => {
      await runBulk(ctx, id, new AbortController().signal)
      return (await call('GET', `/admin/products/bulk/${id}`)).body.data
    }),
  change: async ({ preview, call, run }, use) =>
    use(async (ids, change) => {
      const { id } = await preview(ids, change)
      expect((await call('POST', `/admin/products/bulk/${id}/apply`)).status).toBe(200)
      return run(id)
    }),
  undo: async ({ call, run }, use) =>
    use(async (id, body) => {
      expect((await call('POST', `/admin/products/bulk/${id}/undo`, body)).status).toBe(200)
      return run(id)
    }),
})

const prices = (product: { variants: { priceKurus: number }[] }) => product.variants.map(({ priceKurus }) => priceKurus)
const stocks = (product: { variants: { stock: number }[] }) => product.variants.map(({ stock }) => stock)

test('is for staff alone', async ({ ctx, api }) => {
  const token = await signIn(ctx, await aUser(ctx))
  const body = { filter: {}, change: { price: { percent: 10 } } }
  expect((await api('POST', '/admin/products/bulk', { body })).status).toBe(401)
  expect((await api('POST', '/admin/products/bulk', { body, token })).status).toBe(403)
  for (const path of ['', `/${newId()}`]) expect((await api('GET', `/admin/products/bulk${path}`)).status).toBe(401)
  for (const act of ['apply', 'stop', 'undo'])
    expect((await api('POST', `/admin/products/bulk/${newId()}/${act}`, { token })).status).toBe(403)
})

describe('a change of prices', () => {
  test('is previewed and changes nothing; applied it is written at once, noted once, and taken back', async ({
    ctx,
    call,
    preview,
    run,
    undo,
    catalogChanges,
  }) => {
    const one = await aProduct(ctx, {
      name: 'Keten Elbise',
      variants: [{ priceKurus: 119_990 }, { priceKurus: 119_990 }],
    })
    const two = await aProduct(ctx, { variants: [{ priceKurus: 50_000 }, { priceKurus: 60_000 }] })
    const read = await preview([one.id, two.id], { price: { percent: 10, round: '90' } })
    expect(read).toMatchObject({
      title: 'Fiyat %10 artar (,90 ile biter)',
      state: 'READY',
      count: 2,
      counts: { changed: 2, same: 0, failed: 0, marked: 0, variants: 4 },
      totals: { price: { before: 874.95, after: 962.4 }, stock: null },
      warnings: [],
      pagination: { total: 2 },
    })
    expect(read.preview[0]).toMatchObject({
      productId: one.id,
      plan: 'CHANGED',
      before: { price: 1199.9 },
      after: { price: 1319.9 },
      changes: [{ label: 'Fiyat', before: '1.199,90 TL', after: '1.319,90 TL' }],
    })
    expect(read.preview[1].changes).toEqual([
      { label: 'Fiyat (S)', before: '500,00 TL', after: '549,90 TL' },
      { label: 'Fiyat (M)', before: '600,00 TL', after: '659,90 TL' },
    ])
    expect(prices(await getAdminProduct(ctx, one.id))).toEqual([119_990, 119_990])

    catalogChanges.length = 0
    expect((await call('POST', `/admin/products/bulk/${read.id}/apply`)).body.data.state).toBe('RUNNING')
    expect(await run(read.id)).toMatchObject({ state: 'DONE', total: 2, done: 2, refused: 0 })
    expect(catalogChanges).toEqual(['everything'])
    const after = await getAdminProduct(ctx, one.id)
    expect([prices(after), after.version]).toEqual([[131_990, 131_990], 2])
    expect(prices(await getAdminProduct(ctx, two.id))).toEqual([54_990, 65_990])
    expect((await call('POST', `/admin/products/bulk/${read.id}/apply`)).status).toBe(409)

    expect(await undo(read.id)).toMatchObject({ state: 'DONE', undone: 2, kept: 0 })
    expect(prices(await getAdminProduct(ctx, two.id))).toEqual([50_000, 60_000])
    expect((await call('POST', `/admin/products/bulk/${read.id}/undo`)).status).toBe(409)

    const entries = (await call('GET', '/admin/audit')).body.data.filter(({ action }: Json) =>
      action.startsWith('bulk'),
    )
    expect(entries).toMatchObject([
      { action: 'bulk.undo', subject: { id: read.id }, after: { changedProducts: 2 } },
      { action: 'bulk.apply', subject: { id: read.id, name: read.title }, after: { changedProducts: 2 } },
    ])
    const list = await call('GET', '/admin/products/bulk')
    expect(list.body).toMatchObject({ data: [{ id: read.id, undone: 2 }], pagination: { total: 1 } })
  })

  test('leaves out a product whose price would be nothing, and marks a leap', async ({ ctx, preview }) => {
    const cheap = await aProduct(ctx, { variants: [{ priceKurus: 4_000 }] })
    const middling = await aProduct(ctx, { variants: [{ priceKurus: 9_000 }] })
    const dear = await aProduct(ctx, { variants: [{ priceKurus: 90_000 }] })
    const read = await preview([cheap.id, middling.id, dear.id], { price: { amount: -50 } })
    expect(read.counts).toMatchObject({ changed: 2, failed: 1, marked: 1 })
    expect(read.preview).toMatchObject([
      { plan: 'FAILED', notes: [{ kind: 'STOP', message: 'Fiyat -10,00 TL olur; fiyat 0’dan büyük olmalı' }] },
      { plan: 'CHANGED', notes: [{ kind: 'ODD', message: 'Fiyat yarısından fazla düşer' }] },
      { plan: 'CHANGED', notes: [] },
    ])
    expect(read.warnings).toEqual(['1 ürün değiştirilemiyor; nedeni yanında yazıyor.'])
  })

  test('says what it does to a struck-through price', async ({ ctx, preview }) => {
    const onSale = await aProduct(ctx, { originalPriceKurus: 150_000, variants: [{ priceKurus: 100_000 }] })
    const [raised, above] = [
      await preview([onSale.id], { price: { percent: 10 } }),
      await preview([onSale.id], { price: { percent: 60 } }),
    ]
    expect(raised.preview[0].notes).toEqual([
      { kind: 'LAW', message: 'Son 30 günde 1.000,00 TL fiyatla da satıldı; üstü çizili fiyat gösterilmez' },
    ])
    expect(raised.warnings[0]).toContain('1 üründe üstü çizili fiyat')
    expect(above.preview[0].notes[0]).toMatchObject({ kind: 'ODD' })
  })
})

describe('a sale', () => {
  test('strikes the old price through as the law allows, and says where it does not', async ({ ctx, change, undo }) => {
    const plain = await aProduct(ctx, { variants: [{ priceKurus: 100_000 }, { priceKurus: 120_000 }] })
    const already = await aProduct(ctx, { originalPriceKurus: 150_000, variants: [{ priceKurus: 100_000 }] })
    const done = await change([plain.id, already.id], { sale: { percent: 20 } })
    expect(done.preview[0]).toMatchObject({
      before: { price: 1000, originalPrice: null },
      after: { price: 800, originalPrice: 1000 },
      notes: [],
    })
    expect(done.preview[1].notes).toEqual([
      { kind: 'ODD', message: 'Zaten indirimde: indirim bugünkü 1.000,00 TL üzerinden yapılır' },
      { kind: 'LAW', message: 'Üstü çizili fiyat 1.500,00 TL değil 1.000,00 TL görünür: son 30 günün en düşük fiyatı' },
    ])
    const [one, two] = [await getAdminProduct(ctx, plain.id), await getAdminProduct(ctx, already.id)]
    expect([prices(one), one.originalPriceKurus, one.struckPriceKurus]).toEqual([[80_000, 96_000], 100_000, 100_000])
    expect([two.originalPriceKurus, two.struckPriceKurus]).toEqual([150_000, 100_000])
    await undo(done.id)
    const back = await getAdminProduct(ctx, plain.id)
    expect([prices(back), back.originalPriceKurus]).toEqual([[100_000, 120_000], null])
  })
})

describe('a sale with dates', () => {
  const states = async (call: Fixtures['call']) =>
    (await call('GET', '/admin/sales')).body.data.map(({ state }: Json) => state)

  test('becomes one scheduled sale, in which no product has two; taken back it is cancelled', async ({
    ctx,
    call,
    preview,
    change,
    undo,
  }) => {
    const [one, two, busy] = [await aProduct(ctx), await aProduct(ctx), await aProduct(ctx)]
    const sale = { percent: 20, from: '2026-12-01T10:00', to: '2026-12-07T23:59' }
    const earlier = await change([busy.id], { sale: { percent: 10, from: '2026-12-05T10:00' } })
    expect(earlier.title).toBe('%10 indirim (5 Aralık 2026 10:00 başlar)')
    const done = await change([one.id, two.id, busy.id], { sale })
    expect(done).toMatchObject({ state: 'DONE', counts: { changed: 2, failed: 1 }, done: 2, refused: 0 })
    expect(done.preview[0]).toMatchObject({ before: { price: 1199 }, after: { price: 959.2 } })
    expect(done.preview[2].notes[0].message).toContain('Bu tarihlerde başka bir indirimde')
    const { data } = (await call('GET', '/admin/sales')).body
    expect(data).toHaveLength(2)
    expect(data[1]).toMatchObject({ percent: 20, from: '2026-12-01T07:00:00.000Z', state: 'PLANNED' })
    expect(prices(await getAdminProduct(ctx, one.id))).toEqual([119_900])
    const late = await preview([one.id], { sale })
    expect(late.counts).toMatchObject({ failed: 1 })

    const part = await undo(done.id, { productIds: [one.id] })
    expect(part).toMatchObject({ undone: 0, kept: 1 })
    expect(await undo(done.id)).toMatchObject({ undone: 2, kept: 0 })
    expect(await states(call)).toEqual(['PLANNED', 'CANCELLED'])
  })

  test('once it runs its products leave it one by one or together, and an ended one is told', async ({
    ctx,
    clock,
    call,
    change,
    preview,
    undo,
  }) => {
    const [one, two] = [await aProduct(ctx), await aProduct(ctx)]
    const done = await change([one.id, two.id], { sale: { percent: 20, to: '2026-11-21T12:00' } })
    clock.forward(minutes(2))
    await tendSales(ctx)
    expect(prices(await getAdminProduct(ctx, one.id))).toEqual([95_920])
    const other = await preview([one.id], { price: { percent: 5 } })
    expect(other.preview[0].notes[0].message).toContain('indirimini bitirir')
    expect(await undo(done.id, { productIds: [one.id] })).toMatchObject({ undone: 1, kept: 0 })
    const now = [await getAdminProduct(ctx, one.id), await getAdminProduct(ctx, two.id)].flatMap(prices)
    expect(now).toEqual([119_900, 95_920])
    await undo(done.id)
    expect(prices(await getAdminProduct(ctx, two.id))).toEqual([119_900])
    expect(await states(call)).toEqual(['ENDED'])
    const short = await change([two.id], { sale: { percent: 20, to: '2026-11-20T12:06' } })
    clock.forward(minutes(8))
    await tendSales(ctx)
    expect((await undo(short.id)).preview[0].kept).toContain('İndirim zaten sona erdi')
  })

  test('that is applied when its dates are over leaves all as it is, and says so', async ({
    ctx,
    clock,
    call,
    preview,
    run,
  }) => {
    const product = await aProduct(ctx)
    const { id } = await preview([product.id], { sale: { percent: 20, to: '2026-11-20T12:06' } })
    clock.forward(minutes(8))
    await call('POST', `/admin/products/bulk/${id}/apply`)
    const done = await run(id)
    expect(done).toMatchObject({ state: 'DONE', done: 1, refused: 1 })
    expect(done.preview[0].refused).toBe('Bitiş geçmişte olamaz')
    expect(await states(call)).toEqual([])
  })
})

describe('a change of stock', () => {
  test('keeps what is sold between the preview, the writing and the undoing', async ({
    ctx,
    call,
    preview,
    run,
    undo,
  }) => {
    const product = await aProduct(ctx, { variants: [{ stock: 5 }, { stock: 7 }] })
    const [first] = product.variants
    const sell = (stock: number) =>
      ctx.db
        .update(variants)
        .set({ stock })
        .where(eq(variants.id, first?.id ?? ''))
    const added = await preview([product.id], { stock: { add: 10 } })
    expect(added.totals.stock).toEqual({ before: 12, after: 32 })
    await sell(3)
    await call('POST', `/admin/products/bulk/${added.id}/apply`)
    const { preview: units } = await run(added.id)
    expect(stocks(await getAdminProduct(ctx, product.id))).toEqual([13, 17])
    expect(units[0]).toMatchObject({ before: { totalStock: 10 }, after: { totalStock: 30 } })
    await sell(12)
    await undo(added.id)
    expect(stocks(await getAdminProduct(ctx, product.id))).toEqual([2, 7])

    const set = await preview([product.id], { stock: { set: 20 } })
    await sell(1)
    await call('POST', `/admin/products/bulk/${set.id}/apply`)
    await run(set.id)
    expect(stocks(await getAdminProduct(ctx, product.id))).toEqual([19, 20])
  })

  test('never goes below nothing: not in the preview, not when it is written, not when it is undone', async ({
    ctx,
    call,
    preview,
    run,
    change,
    undo,
  }) => {
    const product = await aProduct(ctx, { variants: [{ stock: 3 }] })
    const low = await preview([product.id], { stock: { add: -4 } })
    expect(low.preview[0].notes[0].message).toBe('Stok eksiye düşer: Kum / S bedeninde 3 adet var')
    expect((await call('POST', `/admin/products/bulk/${low.id}/apply`)).status).toBe(409)
    const fits = await preview([product.id], { stock: { add: -3 } })
    await ctx.db.update(variants).set({ stock: 1 })
    await call('POST', `/admin/products/bulk/${fits.id}/apply`)
    expect(await run(fits.id)).toMatchObject({ state: 'DONE', done: 1, refused: 1 })
    const more = await change([product.id], { stock: { add: 5 } })
    await ctx.db.update(variants).set({ stock: 2 })
    const undone = await undo(more.id)
    expect(undone).toMatchObject({ undone: 0, kept: 1 })
    expect(undone.preview[0].kept).toContain('Stok eksiye düşer')
    expect(stocks(await getAdminProduct(ctx, product.id))).toEqual([2])
  })

  test('tells shoppers who wait, and only caches that show the product', async ({
    ctx,
    api,
    change,
    queued,
    catalogChanges,
  }) => {
    const product = await aProduct(ctx, { variants: [{ stock: 0 }] })
    await api('POST', '/forms/stock-notice', {
      body: { productId: product.id, size: 'S', email: 'ayse@posta.example', name: 'Ayşe' },
    })
    queued.length = 0
    catalogChanges.length = 0
    await change([product.id], { stock: { add: 2 } })
    expect(queued.filter(({ name }) => name === 'notify-stock')).toMatchObject([{ data: { units: 2 } }])
    expect(catalogChanges).toMatchObject([{ productIds: expect.arrayContaining([product.id]) }])
  })
})

describe('other fields', () => {
  test('category, texts and state are set for all and come back', async ({ ctx, change, undo }) => {
    const bag = await aCategory(ctx, { name: 'Çanta' })
    const product = await aProduct(ctx, { fabric: 'Keten' })
    const done = await change([product.id], {
      categoryId: bag.id,
      status: 'draft',
      vatRate: '20',
      fabric: '%100 pamuk',
      care: '',
      fit: 'bol',
    })
    expect(done.title).toBe('Kategori: Çanta, Taslağa alınır, KDV oranı: %20, Kumaş: %100 pamuk, Bakım: —, Kalıp: bol')
    expect(done.preview[0].changes.map(({ label }: Json) => label)).toEqual([
      'Kategori',
      'Durum',
      'KDV oranı',
      'Kumaş',
      'Kalıp',
    ])
    expect(await getAdminProduct(ctx, product.id)).toMatchObject({
      category: { id: bag.id },
      published: false,
      vatRate: '20',
      fabric: '%100 pamuk',
      fit: 'bol',
    })
    await undo(done.id)
    expect(await getAdminProduct(ctx, product.id)).toMatchObject({
      category: { id: product.category.id },
      published: true,
      vatRate: null,
      fabric: 'Keten',
      fit: null,
    })
  })

  test('what cannot be sold is not published; what is so already is left alone', async ({ ctx, preview, call }) => {
    const bare = await aProduct(ctx)
    await ctx.db.update(products).set({ images: [], publishedAt: null }).where(eq(products.id, bare.id))
    const shown = await aProduct(ctx)
    const read = await preview([bare.id, shown.id], { status: 'published' })
    expect(read.counts).toMatchObject({ changed: 0, same: 1, failed: 1 })
    expect(read.preview[0].notes[0].message).toBe('Görseli olmadığı için yayına alınamaz')
    const failed = await call('GET', `/admin/products/bulk/${read.id}?show=FAILED&limit=1`)
    expect(failed.body.data).toMatchObject({ preview: [{ productId: bare.id }], pagination: { total: 1 } })
    for (const [show, total] of [
      ['SAME', 1],
      ['CHANGED', 0],
      ['MARKED', 0],
      ['KEPT', 0],
    ])
      expect((await call('GET', `/admin/products/bulk/${read.id}?show=${show}`)).body.data.pagination.total).toBe(total)
  })

  test('a group of colors is joined and left, and each product finds its place again', async ({
    ctx,
    change,
    undo,
  }) => {
    const [a, b, c] = [await aProduct(ctx), await aProduct(ctx), await aProduct(ctx)]
    const group = await createProductGroup(ctx, { name: 'Keten', productIds: [a.id, b.id] })
    const members = async () => (await listProductGroups(ctx))[0]?.members.map(({ id }) => id)
    const joined = await change([a.id, c.id], { groupId: group.id })
    expect(joined.counts).toMatchObject({ changed: 1, same: 1 })
    expect(await members()).toEqual([a.id, b.id, c.id])
    const left = await change([a.id], { groupId: null })
    expect(await members()).toEqual([b.id, c.id])
    await undo(left.id)
    expect(await members()).toEqual([a.id, b.id, c.id])
    await undo(joined.id)
    expect(await members()).toEqual([a.id, b.id])
    const again = await change([a.id], { groupId: null })
    await deleteProductGroup(ctx, group.id)
    expect((await undo(again.id)).preview[0].kept).toContain('Renk grubu silinmiş')
  })
})

describe('a deletion', () => {
  test('takes products out and brings them back whole, addresses and groups too', async ({
    ctx,
    api,
    change,
    undo,
  }) => {
    const product = await aProduct(ctx, { name: 'Eski Ad', variants: [{ sku: 'SIL-1', stock: 4 }, {}] })
    const other = await aProduct(ctx)
    await createProductGroup(ctx, { name: 'Keten', productIds: [product.id, other.id] })
    await changeProduct(ctx, product.id, { slug: 'yeni-adres' })
    const done = await change([product.id], { delete: true })
    expect(done.preview[0]).toMatchObject({
      before: { deleted: false },
      after: { deleted: true },
      notes: [{ kind: 'ODD' }],
    })
    expect((await api('GET', '/products/yeni-adres')).status).toBe(404)
    await undo(done.id)
    const back = await getAdminProduct(ctx, product.id)
    expect([back.slug, stocks(back), back.variants[0]?.sku]).toEqual(['yeni-adres', [4, 5], 'SIL-1'])
    expect((await listProductGroups(ctx))[0]?.members.map(({ id }) => id)).toEqual([product.id, other.id])
    expect((await api('GET', `/products/${product.slug}`)).body.data.id).toBe(product.id)
  })

  test('stays where another product has taken the code, and the others of the hundred come back', async ({
    ctx,
    change,
    undo,
  }) => {
    const [taken, free] = [await aProduct(ctx, { variants: [{ sku: 'KOD' }] }), await aProduct(ctx)]
    const done = await change([taken.id, free.id], { delete: true })
    await aProduct(ctx, { variants: [{ sku: 'KOD' }] })
    const undone = await undo(done.id)
    expect(undone).toMatchObject({ state: 'DONE', undone: 1, kept: 1 })
    expect(undone.preview.map(({ kept }: Json) => kept)).toEqual([
      'SKU’sunu başka bir ürün almış; olduğu gibi bırakıldı',
      null,
    ])
    expect((await getAdminProduct(ctx, free.id)).id).toBe(free.id)
  })
})

describe('what others change meanwhile', () => {
  test('between preview and writing keeps that product out, and it is said', async ({ ctx, call, preview, run }) => {
    const [changed, gone, plain] = [await aProduct(ctx), await aProduct(ctx), await aProduct(ctx)]
    const { id } = await preview([changed.id, gone.id, plain.id], { price: { percent: 10 } })
    await ctx.db.update(variants).set({ priceKurus: 99_900 }).where(eq(variants.productId, changed.id))
    await deleteProduct(ctx, gone.id)
    await call('POST', `/admin/products/bulk/${id}/apply`)
    const done = await run(id)
    expect(done).toMatchObject({ state: 'DONE', done: 3, refused: 2 })
    expect(done.preview.map(({ refused, applied }: Json) => [refused, applied])).toEqual([
      ['Önizlemeden sonra değişti (fiyat); olduğu gibi bırakıldı', false],
      ['Önizlemeden sonra silinmiş', false],
      [null, true],
    ])
    expect(prices(await getAdminProduct(ctx, changed.id))).toEqual([99_900])
  })

  test('before the undoing is kept, product by product; one can be taken back alone, for thirty days', async ({
    ctx,
    clock,
    api,
    change,
    undo,
  }) => {
    const [one, two, three] = [await aProduct(ctx), await aProduct(ctx), await aProduct(ctx)]
    const done = await change([one.id, two.id, three.id], { price: { percent: 10 } })
    expect(await undo(done.id, { productIds: [one.id] })).toMatchObject({ state: 'DONE', undone: 1 })
    expect(prices(await getAdminProduct(ctx, one.id))).toEqual([119_900])
    expect(prices(await getAdminProduct(ctx, two.id))).toEqual([131_890])
    await change([two.id], { price: { set: 99 } })
    const undone = await undo(done.id)
    expect(undone).toMatchObject({ undone: 2, kept: 1 })
    expect(undone.preview[1].kept).toBe('Toplu değişiklikten sonra değişti (fiyat); olduğu gibi bırakıldı')
    expect(prices(await getAdminProduct(ctx, two.id))).toEqual([9_900])
    // It may be tried once more.
    await ctx.db.update(variants).set({ priceKurus: 131_890 }).where(eq(variants.productId, two.id))
    expect(await undo(done.id)).toMatchObject({ undone: 3, kept: 0 })
    const last = await change([one.id], { price: { percent: 10 } })
    clock.forward(days(30) + 1)
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const late = await api('POST', `/admin/products/bulk/${last.id}/undo`, { token, body: {} })
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('30 gün')])
  })
})

test('takes a filter as the list does, says it page by page, stops and goes on', async ({ ctx, call, run }) => {
  const category = await aCategory(ctx, { name: 'Gömlek' })
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push((await aProduct(ctx, { categoryId: category.id })).id)
  await aProduct(ctx)
  const { body } = await call('POST', '/admin/products/bulk', {
    filter: { category: category.slug, state: 'published' },
    change: { price: { percent: 10 } },
  })
  expect(body.data).toMatchObject({ count: 3, pagination: { total: 3 } })
  const second = await call('GET', `/admin/products/bulk/${body.data.id}?page=2&limit=2`)
  expect(second.body.data).toMatchObject({ preview: [{ productId: ids[0] }], pagination: { page: 2, totalPages: 2 } })
  expect((await call('POST', `/admin/products/bulk/${body.data.id}/stop`)).status).toBe(409)
  expect((await call('POST', `/admin/products/bulk/${body.data.id}/undo`)).status).toBe(409)
  await call('POST', `/admin/products/bulk/${body.data.id}/apply`)
  expect((await call('POST', `/admin/products/bulk/${body.data.id}/undo`)).status).toBe(409)
  expect((await call('POST', `/admin/products/bulk/${body.data.id}/stop`)).body.data.state).toBe('STOPPED')
  expect(await run(body.data.id)).toMatchObject({ state: 'STOPPED', done: 0 })
  await call('POST', `/admin/products/bulk/${body.data.id}/apply`)
  expect(await run(body.data.id)).toMatchObject({ state: 'DONE', done: 3 })
  const audit = await call('GET', '/admin/audit?action=bulk.apply')
  expect(audit.body.data).toHaveLength(1)
})

const saleOf = (sale: object) => ({ filter: {}, change: { sale } })

test.for([
  ['no products', { change: { price: { percent: 10 } } }, 'ids'],
  ['an empty list', { ids: [], change: { price: { percent: 10 } } }, 'ids'],
  ['both', { ids: [newId()], filter: {}, change: { price: { percent: 10 } } }, 'ids'],
  ['products that are gone', { ids: [newId()], change: { price: { percent: 10 } } }, 'ids'],
  ['a filter without products', { filter: { q: 'yokböyle' }, change: { price: { percent: 10 } } }, 'filter'],
  ['no change', { filter: {}, change: {} }, 'change'],
  ['two kinds of price', { filter: {}, change: { price: { percent: 10, set: 5 } } }, 'change.price'],
  ['price and sale', { filter: {}, change: { price: { percent: 10 }, sale: { percent: 10 } } }, 'change'],
  ['deleting and more', { filter: {}, change: { delete: true, status: 'draft' } }, 'change'],
  ['a third of a kuruş', { filter: {}, change: { price: { amount: 0.005 } } }, 'change.price.amount'],
  ['an unknown category', { filter: {}, change: { categoryId: newId() } }, 'change.categoryId'],
  ['an unknown group', { filter: {}, change: { groupId: newId() } }, 'change.groupId'],
  ['a dated sale of half a percent', saleOf({ percent: 9.5, to: '2026-12-01T10:00' }), 'change.sale.percent'],
  ['a dated sale that is rounded', saleOf({ percent: 9, round: '90', to: '2026-12-01T10:00' }), 'change.sale.round'],
  ['a sale of a day that is over', saleOf({ percent: 9, from: '2026-11-19T10:00' }), 'change.sale.from'],
  ['a sale that ends before it begins', saleOf({ percent: 9, to: '2026-11-20T11:00' }), 'change.sale.to'],
  ['a day that no calendar has', saleOf({ percent: 9, to: '2026-02-31T10:00' }), 'change.sale.to'],
  ['a strange rate', { filter: {}, change: { vatRate: '18' } }, 'change.vatRate'],
])('refuses %s in words', async ([, body, field], { ctx, call }) => {
  await aProduct(ctx)
  const { status, body: answer } = await call('POST', '/admin/products/bulk', body)
  expect(status).toBe(400)
  expect(Object.keys(answer.error)).toEqual([field])
  expect((await ctx.db.execute(sql`select 1 from bulk_changes where state = 'READY'`)).rows).toEqual([])
})

test('knows no change of another id', async ({ call }) => {
  for (const id of [newId(), 'yok']) {
    expect((await call('GET', `/admin/products/bulk/${id}`)).status).toBe(404)
    for (const act of ['apply', 'stop', 'undo'])
      expect((await call('POST', `/admin/products/bulk/${id}/${act}`)).status).toBe(404)
  }
})
