import { eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import type { Ctx } from '../../ctx.ts'
import { days, hours, minutes } from '../../time.ts'
import { getAdminProduct } from '../edits/admin-products.ts'
import { recordEarlierPrice } from '../edits/lawful-price.ts'
import { changeProduct } from '../edits/product-edits.ts'
import { getProduct } from '../products.ts'
import { variants } from '../schema.ts'
import { cancelSale, changeSale, endSale } from './change.ts'
import { readMinute, toMinute } from './contract.ts'
import { planSale } from './plan.ts'
import { getSale, listSales } from './sales.ts'
import { tendSales } from './tend.ts'

/** A product that cost its price long enough for a lawful discount. */
async function aPricedProduct(ctx: Ctx, prices = [100_000]) {
  const product = await aProduct(ctx, { variants: prices.map((priceKurus) => ({ priceKurus })) })
  const since = new Date(Date.now() - days(60))
  await recordEarlierPrice(ctx, product.id, { priceKurus: prices[0] ?? 0, since })
  return product
}

const in10 = (clock: { now: Date }) => new Date(clock.now.getTime() + minutes(10))
const inHours = (clock: { now: Date }, n: number) => new Date(clock.now.getTime() + hours(n))

async function pricesOf(ctx: Ctx, id: string) {
  const { priceKurus, originalPriceKurus, saleUntil, variants } = await getProduct(ctx, id)
  return { priceKurus, originalPriceKurus, saleUntil, variants: variants.map((variant) => variant.priceKurus) }
}

async function setPrice(ctx: Ctx, variantId: string | undefined, priceKurus: number) {
  await ctx.db
    .update(variants)
    .set({ priceKurus })
    .where(eq(variants.id, variantId ?? ''))
}

describe('minutes', () => {
  test('are of Istanbul, three hours ahead all year round, and lose their seconds', () => {
    expect(readMinute('2026-07-01T10:00')?.toISOString()).toBe('2026-07-01T07:00:00.000Z')
    expect(readMinute('2026-12-01T00:00')?.toISOString()).toBe('2026-11-30T21:00:00.000Z')
    // The nights in which clocks change elsewhere in Europe.
    expect(readMinute('2026-03-29T03:30')?.toISOString()).toBe('2026-03-29T00:30:00.000Z')
    expect(readMinute('2026-10-25T03:30')?.toISOString()).toBe('2026-10-25T00:30:00.000Z')
    expect(readMinute('2026-11-24T20:59:59.999Z')?.toISOString()).toBe('2026-11-24T20:59:00.000Z')
    expect(toMinute('2026-11-30T21:00:00.000Z')).toBe('2026-12-01T00:00')
    for (const wrong of ['', '2026-11-24', '24.11.2026 10:00', '2026-02-31T10:00', '2026-11-24T24:30'])
      expect(readMinute(wrong), wrong).toBeUndefined()
  })
})

describe('a planned sale', () => {
  test('moves the price at its very minute, strikes the lawful one, tells its end, and gives the price back', async ({
    ctx,
    clock,
    catalogChanges,
  }) => {
    const { id } = await aPricedProduct(ctx, [100_000, 120_005])
    const to = inHours(clock, 24)
    await planSale(ctx, { productIds: [id], percent: 20, from: in10(clock), to })
    expect(await tendSales(ctx)).toEqual(in10(clock))
    const before = { priceKurus: 100_000, originalPriceKurus: null, saleUntil: null, variants: [100_000, 120_005] }
    clock.forward(minutes(10) - 1)
    await tendSales(ctx)
    expect(await pricesOf(ctx, id)).toEqual(before)

    clock.forward(1)
    catalogChanges.length = 0
    expect(await tendSales(ctx)).toEqual(to)
    expect(catalogChanges).toContain('everything')
    const during = { priceKurus: 80_000, originalPriceKurus: 100_000, saleUntil: to, variants: [80_000, 96_004] }
    expect(await pricesOf(ctx, id)).toEqual(during)
    clock.now = new Date(to.getTime() - 1)
    await tendSales(ctx)
    expect(await pricesOf(ctx, id)).toEqual(during)

    clock.forward(1)
    expect(await tendSales(ctx)).toBeUndefined()
    expect(await pricesOf(ctx, id)).toEqual(before)
    const [sale] = (await listSales(ctx, { page: 1, limit: 10 })).items
    expect(sale).toMatchObject({ state: 'ENDED', endedAt: to, sizes: 2, overtaken: 0, skipped: 0, soldUnits: 0 })
  })

  test('without a start begins at once, and without an end goes on', async ({ ctx, clock }) => {
    const { id } = await aPricedProduct(ctx)
    const sale = await planSale(ctx, { productIds: [id], priceKurus: 59_900 })
    expect(sale).toMatchObject({ state: 'RUNNING', startsAt: clock.now, endsAt: null, version: 2 })
    expect(await tendSales(ctx)).toBeUndefined()
    clock.forward(days(400))
    await tendSales(ctx)
    expect((await getProduct(ctx, id)).priceKurus).toBe(59_900)
  })

  test('a second sale is measured by the first, and right after a sale nothing is struck', async ({ ctx, clock }) => {
    const { id } = await aPricedProduct(ctx)
    await planSale(ctx, { productIds: [id], percent: 30, to: inHours(clock, 1) })
    clock.forward(hours(1))
    await tendSales(ctx)
    expect((await getProduct(ctx, id)).originalPriceKurus).toBeNull()
    await planSale(ctx, { productIds: [id], percent: 40, to: inHours(clock, 1) })
    expect(await getProduct(ctx, id)).toMatchObject({ priceKurus: 60_000, originalPriceKurus: 70_000 })
    clock.forward(hours(1))
    await tendSales(ctx)
    // As dear as the lowest of the days before, it is no discount at all.
    await planSale(ctx, { productIds: [id], percent: 40, to: inHours(clock, 1) })
    expect(await getProduct(ctx, id)).toMatchObject({ priceKurus: 60_000, originalPriceKurus: null })
  })

  test('an editor opened before the start is refused, and her own price in between stays and is told', async ({
    ctx,
    clock,
  }) => {
    const { id, variants } = await aPricedProduct(ctx, [100_000, 100_000])
    const { version } = await getAdminProduct(ctx, id)
    const sale = await planSale(ctx, { productIds: [id], percent: 20, to: inHours(clock, 1) })
    await expect(changeProduct(ctx, id, { name: 'Yeni ad', version })).rejects.toMatchObject({ code: 'EDIT_CONFLICT' })
    await setPrice(ctx, variants[0]?.id, 75_000)
    clock.forward(hours(1))
    await tendSales(ctx)
    expect((await pricesOf(ctx, id)).variants).toEqual([75_000, 100_000])
    const { overtaken, lines } = await getSale(ctx, sale.id)
    expect(overtaken).toBe(1)
    expect(lines[0]?.sizes.map(({ state }) => state)).toEqual(['OVERTAKEN', 'ENDED'])
  })

  test('says its end only where the price shown is its own', async ({ ctx, clock }) => {
    const { id, variants } = await aPricedProduct(ctx, [100_000, 100_000])
    const to = inHours(clock, 1)
    await planSale(ctx, { variantIds: [variants[1]?.id ?? ''], percent: 20, to })
    expect(await pricesOf(ctx, id)).toMatchObject({ priceKurus: 80_000, saleUntil: to, variants: [100_000, 80_000] })
    await setPrice(ctx, variants[0]?.id, 50_000)
    expect(await pricesOf(ctx, id)).toMatchObject({ priceKurus: 50_000, saleUntil: null })
    await setPrice(ctx, variants[0]?.id, 100_000)
    expect(await pricesOf(ctx, id)).toMatchObject({ priceKurus: 80_000, saleUntil: to })
    const at = clock.now.toISOString()
    await ctx.db.execute(sql`insert into variants (id, product_id, sku, color, size, price_kurus, stock, position, created_at)
      values (gen_random_uuid(), ${id}, 'YENI', 'Kum', 'XXL', 40000, 1, 9, ${at})`)
    expect(await pricesOf(ctx, id)).toMatchObject({ priceKurus: 40_000, saleUntil: null })
    await ctx.db.execute(sql`update variants set retired_at = ${at} where sku = 'YENI'`)
    expect(await pricesOf(ctx, id)).toMatchObject({ priceKurus: 80_000, saleUntil: to })
    await setPrice(ctx, variants[1]?.id, 90_000)
    expect(await pricesOf(ctx, id)).toMatchObject({ priceKurus: 90_000, saleUntil: null })
  })

  test('takes sizes along that its product got since, and passes over those that are gone or no dearer', async ({
    ctx,
    clock,
  }) => {
    const { id, variants: first } = await aPricedProduct(ctx, [100_000, 100_000, 100_000])
    const sale = await planSale(ctx, { productIds: [id], priceKurus: 80_000, from: in10(clock), to: inHours(clock, 1) })
    await setPrice(ctx, first[0]?.id, 79_900)
    const at = clock.now.toISOString()
    await ctx.db.execute(sql`update variants set retired_at = ${at} where id = ${first[1]?.id}`)
    await ctx.db.execute(sql`insert into variants (id, product_id, sku, color, size, price_kurus, stock, position, created_at)
      values (gen_random_uuid(), ${id}, 'YENI', 'Kum', 'XXL', 110000, 1, 9, ${at})`)
    clock.forward(minutes(10))
    await tendSales(ctx)
    expect((await pricesOf(ctx, id)).variants).toEqual([79_900, 80_000, 80_000])
    expect(await getSale(ctx, sale.id)).toMatchObject({ state: 'RUNNING', sizes: 4, skipped: 2 })
  })

  test('whose whole time passed while nothing ran never starts', async ({ ctx, clock }) => {
    const { id } = await aPricedProduct(ctx)
    const sale = await planSale(ctx, { productIds: [id], percent: 20, from: in10(clock), to: inHours(clock, 1) })
    clock.forward(days(1))
    expect(await tendSales(ctx)).toBeUndefined()
    expect((await getProduct(ctx, id)).priceKurus).toBe(100_000)
    expect(await getSale(ctx, sale.id)).toMatchObject({ state: 'ENDED', startedAt: null, skipped: 1 })
  })

  test('begins in the minute in which another ends, from the price before both', async ({ ctx, clock }) => {
    const { id } = await aPricedProduct(ctx)
    const turn = inHours(clock, 1)
    await planSale(ctx, { productIds: [id], percent: 20, to: turn })
    await planSale(ctx, { productIds: [id], percent: 50, from: turn, to: inHours(clock, 2) })
    clock.forward(hours(1))
    await tendSales(ctx)
    // The lowest of the days before is that of the first sale.
    expect(await getProduct(ctx, id)).toMatchObject({ priceKurus: 50_000, originalPriceKurus: 80_000 })
    clock.forward(hours(1))
    await tendSales(ctx)
    expect((await getProduct(ctx, id)).priceKurus).toBe(100_000)
  })

  test('a clock that is set back takes nothing back', async ({ ctx, clock }) => {
    const { id } = await aPricedProduct(ctx)
    await planSale(ctx, { productIds: [id], percent: 20, from: in10(clock), to: inHours(clock, 1) })
    clock.forward(minutes(20))
    await tendSales(ctx)
    clock.forward(-minutes(20))
    await tendSales(ctx)
    expect((await getProduct(ctx, id)).priceKurus).toBe(80_000)
  })

  test('more products than are moved at once all move', async ({ ctx, clock }) => {
    const category = (await aPricedProduct(ctx)).category.id
    const ids: string[] = []
    for (let n = 0; n < 103; n++) ids.push((await aProduct(ctx, { categoryId: category })).id)
    await planSale(ctx, { productIds: ids, percent: 10, from: in10(clock), to: inHours(clock, 1) })
    const countAt = async (kurus: number) =>
      (await ctx.db.execute(sql`select 1 from products where price_kurus = ${kurus}`)).rows.length
    clock.forward(minutes(10))
    await tendSales(ctx)
    expect(await countAt(107_910)).toBe(103)
    clock.forward(hours(1))
    await tendSales(ctx)
    expect(await countAt(119_900)).toBe(103)
  })
})

describe('planSale', () => {
  test('refuses what is no discount, times that are none, and strangers', async ({ ctx, as, clock }) => {
    const { id } = await aPricedProduct(ctx)
    const plan = { productIds: [id], percent: 20 }
    const past = new Date(clock.now.getTime() - minutes(1))
    const refused = (given: object) => expect(planSale(ctx, { ...plan, ...given })).rejects
    await refused({ from: past }).toMatchObject({ fields: { from: ['Başlangıç geçmişte olamaz'] } })
    await refused({ to: clock.now }).toMatchObject({ fields: { to: ['Bitiş geçmişte olamaz'] } })
    await refused({ from: in10(clock), to: in10(clock) }).toMatchObject({ fields: { to: [/sonra/] } })
    await expect(planSale(ctx, { productIds: [id], priceKurus: 100_000 })).rejects.toMatchObject({
      fields: { price: [/zaten 1.000,00 TL/] },
    })
    await refused({ productIds: [crypto.randomUUID()] }).toMatchObject({ code: 'NOT_FOUND' })
    const user = { id: crypto.randomUUID(), sessionId: crypto.randomUUID(), address: '::1', rights: [] }
    await expect(planSale(as({ kind: 'user', ...user }), plan)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('refuses a second sale of a size in the same time, and names the products', async ({ ctx, clock }) => {
    const { id, variants } = await aPricedProduct(ctx, [100_000, 100_000])
    const other = await aPricedProduct(ctx)
    const first = await planSale(ctx, {
      variantIds: [variants[0]?.id ?? ''],
      percent: 20,
      from: inHours(clock, 2),
      to: inHours(clock, 4),
    })
    const plan = (from: number, to: number | null) =>
      planSale(ctx, {
        productIds: [id, other.id],
        percent: 10,
        from: inHours(clock, from),
        to: to === null ? null : inHours(clock, to),
      })
    for (const [from, to] of [
      [1, 3],
      [3, 5],
      [1, null],
      [2, 4],
    ] as const)
      await expect(plan(from, to)).rejects.toMatchObject({ code: 'CONFLICT', data: { productIds: [id] } })
    // The other size is free.
    await planSale(ctx, { variantIds: [variants[1]?.id ?? ''], percent: 10, from: inHours(clock, 2), to: null })
    await cancelSale(ctx, first.id)
    expect((await getSale(ctx, first.id)).lines).toMatchObject([{ sizes: [{ state: 'CANCELLED' }] }])
    await expect(plan(1, 2)).resolves.toMatchObject({ state: 'PLANNED' })
  })
})

describe('a sale', () => {
  test('changes wholly before its start, afterwards in its end alone', async ({ ctx, clock }) => {
    const { id } = await aPricedProduct(ctx)
    const sale = await planSale(ctx, { productIds: [id], percent: 20, from: in10(clock), to: inHours(clock, 1) })
    const change = { discount: { percent: 50 }, from: inHours(clock, 1), to: inHours(clock, 2), version: 1 }
    await changeSale(ctx, sale.id, change)
    await expect(changeSale(ctx, sale.id, change)).rejects.toMatchObject({ code: 'EDIT_CONFLICT' })
    clock.forward(hours(1))
    await tendSales(ctx)
    expect(await pricesOf(ctx, id)).toMatchObject({ priceKurus: 50_000, originalPriceKurus: 100_000 })
    await expect(changeSale(ctx, sale.id, { discount: { percent: 60 } })).rejects.toMatchObject({ code: 'CONFLICT' })
    const to = inHours(clock, 5)
    await changeSale(ctx, sale.id, { to })
    expect(await pricesOf(ctx, id)).toMatchObject({ priceKurus: 50_000, saleUntil: to })
    await expect(cancelSale(ctx, sale.id)).rejects.toMatchObject({ code: 'CONFLICT' })
    await endSale(ctx, sale.id)
    expect(await pricesOf(ctx, id)).toMatchObject({ priceKurus: 100_000, saleUntil: null })
    await expect(changeSale(ctx, sale.id, { to })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(endSale(ctx, sale.id)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('ends for one of its products, and with the last as a whole', async ({ ctx, clock }) => {
    const [first, second] = [await aPricedProduct(ctx), await aPricedProduct(ctx)]
    const sale = await planSale(ctx, { productIds: [first.id, second.id], percent: 20, to: inHours(clock, 1) })
    expect(await endSale(ctx, sale.id, { productIds: [first.id] })).toMatchObject({ state: 'RUNNING' })
    expect((await getProduct(ctx, first.id)).priceKurus).toBe(100_000)
    expect((await getProduct(ctx, second.id)).priceKurus).toBe(80_000)
    expect(await endSale(ctx, sale.id, { productIds: [second.id] })).toMatchObject({ state: 'ENDED' })
  })

  test('that is half begun is ended, not canceled, and what has not begun never does', async ({ ctx, clock }) => {
    const category = (await aPricedProduct(ctx)).category.id
    const ids: string[] = []
    for (let n = 0; n < 2; n++) ids.push((await aProduct(ctx, { categoryId: category })).id)
    const plan = { productIds: ids, percent: 20, from: in10(clock), to: inHours(clock, 5) }
    const sale = await planSale(ctx, plan)
    const [begun = '', waiting = ''] = ids
    // The job has come as far as the first.
    await ctx.db.execute(sql`update sale_lines set state = 'RUNNING', before_kurus = 119900, price_kurus = 95920,
      started_at = ${clock.now.toISOString()}::timestamptz where product_id = ${begun}`)
    await expect(cancelSale(ctx, sale.id)).rejects.toMatchObject({ code: 'CONFLICT', message: /bitirin/ })
    await expect(changeSale(ctx, sale.id, { discount: { percent: 60 } })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await endSale(ctx, sale.id, { productIds: [waiting] })).toMatchObject({ state: 'PLANNED' })
    const states = async () =>
      (await getSale(ctx, sale.id)).lines.map(({ product, sizes }) => [product.id, sizes[0]?.state] as const)
    expect((await states()).find(([id]) => id === waiting)).toEqual([waiting, 'CANCELLED'])
    clock.forward(minutes(10))
    await tendSales(ctx)
    expect((await getProduct(ctx, waiting)).priceKurus).toBe(119_900)
    await endSale(ctx, sale.id)
    expect(new Map(await states())).toEqual(
      new Map([
        [begun, 'ENDED'],
        [waiting, 'CANCELLED'],
      ]),
    )
  })

  test('is found by the month in which it runs', async ({ ctx }) => {
    const { id } = await aPricedProduct(ctx)
    const at = (text: string) => readMinute(text) ?? new Date(0)
    await planSale(ctx, { productIds: [id], percent: 20, from: at('2026-11-30T23:59'), to: at('2026-12-31T23:59') })
    await planSale(ctx, { productIds: [id], percent: 20, from: at('2027-01-01T00:00'), to: at('2027-02-01T00:00') })
    const count = async (month: string) => (await listSales(ctx, { page: 1, limit: 10, month })).total
    expect([await count('2026-10'), await count('2026-11'), await count('2026-12')]).toEqual([0, 1, 1])
    expect([await count('2027-01'), await count('2027-02')]).toEqual([1, 0])
  })
})
