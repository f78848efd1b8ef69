import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { getAdminProduct } from '#shop/catalog/edits/admin-products.ts'
import { copyInColor } from '#shop/catalog/edits/product-copies.ts'
import { changeProduct, deleteProduct } from '#shop/catalog/edits/product-edits.ts'
import { products, variants } from '#shop/catalog/schema.ts'
import { pricesTag } from '#shop/catalog/sorting.ts'
import { newId } from '#shop/ctx.ts'
import { days } from '#shop/time.ts'
import { prices, test } from '#test/bulk/shop.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import type { Json } from '#test/process.ts'

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
    const read = await preview([one.id, two.id], { price: { percent: '10', round: '90' } })
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
    const touched = catalogChanges.flatMap((change) => (change === 'everything' ? [change] : change.productIds))
    const own = [one.id, two.id, one.category.id, two.category.id]
    expect(touched.toSorted(), 'what shows them, and what hangs on prices').toEqual([...own, pricesTag].toSorted())
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

  test('is rounded to a number as to its text', async ({ ctx, preview }) => {
    const one = await aProduct(ctx, { variants: [{ priceKurus: 100_000 }] })
    const rounded = async (change: object) => (await preview([one.id], change)).preview[0].after.price
    expect(await rounded({ price: { percent: 10, round: 90 } })).toBe(1_099.9)
    expect(await rounded({ sale: { percent: 33, round: 5 } })).toBe(670)
  })

  test('leaves out a product whose price would be nothing, and marks a leap', async ({ ctx, preview }) => {
    const cheap = await aProduct(ctx, { variants: [{ priceKurus: 4_000 }] })
    const middling = await aProduct(ctx, { variants: [{ priceKurus: 9_000 }] })
    const dear = await aProduct(ctx, { variants: [{ priceKurus: 90_000 }] })
    const read = await preview([cheap.id, middling.id, dear.id], { price: { amount: -50 } })
    expect(read.counts).toMatchObject({ changed: 2, failed: 1, marked: 1 })
    expect(read.preview).toMatchObject([
      { plan: 'FAILED', notes: [{ kind: 'STOP', message: 'Fiyat −10,00 TL olur; fiyat 0’dan büyük olmalı' }] },
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

test('a price or a sale below what a piece cost is marked, for who may know the cost', async ({ ctx, preview }) => {
  const costly = await aProduct(ctx, { variants: [{ priceKurus: 100_000 }] })
  const cheap = await aProduct(ctx, { variants: [{ priceKurus: 100_000 }] })
  await ctx.db.update(products).set({ costKurus: 85_000 }).where(eq(products.id, costly.id))
  const marked = async (change: object) =>
    (await preview([costly.id, cheap.id], change)).preview.map(({ notes }: Json) => notes)
  expect(await marked({ sale: { percent: 10 } })).toEqual([[], []])
  expect(await marked({ sale: { percent: 20 } })).toEqual([
    [{ kind: 'ODD', message: '800,00 TL, 850,00 TL olan maliyetinin altında' }],
    [],
  ])
  expect((await marked({ price: { percent: -20 } }))[0]).toMatchObject([{ kind: 'ODD' }])
  const { id } = await aUser(ctx)
  const clerk = { kind: 'user' as const, id, sessionId: newId(), address: '', rights: ['catalog'] as const }
  const ofClerk = { ...ctx, actor: clerk }
  expect((await getAdminProduct(ofClerk, costly.id)).costKurus).toBeNull()
  expect((await changeProduct(ofClerk, costly.id, { cost: 1 })).costKurus).toBeNull()
  expect((await getAdminProduct(ctx, costly.id)).costKurus).toBe(85_000)
  const copy = await copyInColor(ofClerk, costly.id, { color: 'Bordo' })
  expect(copy.costKurus).toBeNull()
  expect((await getAdminProduct(ctx, copy.id)).costKurus, 'another color cost the same').toBe(85_000)
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
