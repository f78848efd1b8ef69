import { describe, expect } from 'vitest'
import { getAdminProduct } from '#shop/catalog/edits/admin-products.ts'
import { tendSales } from '#shop/catalog/sales/tend.ts'
import { products, variants } from '#shop/catalog/schema.ts'
import { minutes } from '#shop/time.ts'
import { type BulkFixtures, prices, test } from '#test/bulk/shop.ts'
import { aProduct } from '#test/factories.ts'
import type { Json } from '#test/process.ts'

describe('a sale with dates', () => {
  const states = async (call: BulkFixtures['call']) =>
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

  test.for([
    ['another price', { price: { percent: 10 } }],
    ['a deletion', { delete: true }],
  ] as const)(
    'that a product left by %s has it again once that is taken back, or has ended for it too',
    async ([, other], { ctx, clock, change, undo }) => {
      const [soon, late] = [await aProduct(ctx), await aProduct(ctx)]
      await change([soon.id, late.id], { sale: { percent: 20, to: '2026-11-20T12:06' } })
      clock.forward(minutes(2))
      await tendSales(ctx)
      const pricesOf = async () =>
        (await ctx.db.select().from(variants).orderBy(variants.id)).map((one) => one.priceKurus)
      const shown = async () =>
        (await ctx.db.select().from(products).orderBy(products.id)).map((one) => one.saleFrom !== null)
      expect([await pricesOf(), await shown()]).toEqual([
        [95_920, 95_920],
        [true, true],
      ])
      const done = await change([soon.id, late.id], other)
      expect(done).toMatchObject({ done: 2, refused: 0 })
      expect(await undo(done.id, { productIds: [soon.id] })).toMatchObject({ undone: 1, kept: 0 })
      expect((await getAdminProduct(ctx, soon.id)).variants[0]?.priceKurus).toBe(95_920)
      expect(await shown()).toEqual([true, false])
      clock.forward(minutes(8))
      await tendSales(ctx)
      expect((await getAdminProduct(ctx, soon.id)).variants[0]?.priceKurus, 'it ended with the sale').toBe(119_900)
      expect(await undo(done.id)).toMatchObject({ undone: 2, kept: 0 })
      expect([await pricesOf(), await shown()]).toEqual([
        [119_900, 119_900],
        [false, false],
      ])
    },
  )

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
