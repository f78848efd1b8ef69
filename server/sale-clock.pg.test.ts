import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelSale, endSale } from '#shop/catalog/sales/change.ts'
import { planSale } from '#shop/catalog/sales/plan.ts'
import { getSale, listSales } from '#shop/catalog/sales/sales.ts'
import { announceSales } from '#shop/catalog/sales/signal.ts'
import { tendSales } from '#shop/catalog/sales/tend.ts'
import { inTransaction } from '#shop/ctx.ts'
import { saleSteps } from '#shop/ports.ts'
import { hours, seconds } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { aCategory, aProduct, aUser, signIn } from '#test/factories.ts'
import { clientOf, type RunningShop } from '#test/process.ts'
import { shopOnPostgres } from '#test/running-shop.ts'

const postgres = shopOnPostgres({ RATE_LIMIT_SCALE: '100000' })

// A shop that has something is not filled with the demo's products.
beforeAll(async () => void (await aCategory(postgres.ctx)))

/** A hundred is one transaction of a sale: these are two. */
const many = 150

/** Products that were made in one statement. */
async function makeMany(): Promise<string[]> {
  const { category, id } = await aProduct(postgres.ctx)
  const { rows } = await postgres.ctx.db.execute<{ id: string }>(sql`
    with made as (
      insert into products (id, slug, name, description, category_id, images, published_at, created_at, updated_at)
      select gen_random_uuid(), 'cok-' || ${id}::text || n, 'Çok ' || n, 'Elbise.', ${category.id}, '{}', now(), now(), now()
      from generate_series(1, ${many}) n returning id
    ), sized as (
      insert into variants (id, product_id, sku, color, size, price_kurus, stock, created_at)
      select gen_random_uuid(), id, id::text, 'Kum', 'M', 100000, 5, now() from made
    )
    select id from made`)
  return rows.map(({ id }) => id)
}

/** How many variants of the products have each price. */
async function pricesOf(ids: string[]): Promise<Record<number, number>> {
  const { rows } = await postgres.ctx.db.execute<{ price: number; n: number }>(sql`
    select price_kurus as price, count(*)::int as n from variants
    where product_id = any(${sql.param(ids)}::uuid[]) group by 1`)
  return Object.fromEntries(rows.map(({ price, n }) => [price, n]))
}

/** Prices that each variant has had. */
async function stepsOf(ids: string[]): Promise<number> {
  const { rows } = await postgres.ctx.db.execute<{ n: number }>(sql`
    select count(*)::int as n from price_history
    where variant_id in (select id from variants where product_id = any(${sql.param(ids)}::uuid[]))`)
  return rows[0]?.n ?? 0
}

/** Its moment has come, and every process hears of it. */
async function makeDue(id: string, moment: 'starts_at' | 'ends_at'): Promise<void> {
  await inTransaction(postgres.ctx, async (ctx) => {
    const due = soon(-100).toISOString()
    const set =
      moment === 'starts_at' ? sql`starts_at = ${due}` : sql`starts_at = starts_at - interval '1 day', ends_at = ${due}`
    await ctx.db.execute(sql`update sales set ${set} where id = ${id}`)
    await announceSales(ctx)
  })
}

const plus = (moment: Date, ms: number) => new Date(moment.getTime() + ms)
const soon = (ms: number) => plus(new Date(), ms)

describe('two processes', () => {
  let shops: RunningShop[] = []
  beforeEach(async () => {
    shops = [await postgres.start(), await postgres.start()]
  }, 120_000)
  afterEach(() => Promise.all(shops.map((shop) => shop.stop())))

  const pageAt = async (shop: RunningShop, slug: string) => (await fetch(`${shop.url}/urun/${slug}`)).text()
  const shownAt = async (shop: RunningShop, slug: string) =>
    /1\.000,00 TL|800,00 TL/.exec(await pageAt(shop, slug))?.[0]

  test('show a start and an end at once on kept pages, change each price once, and charge no price that is not shown', async () => {
    const { ctx } = postgres
    const product = await aProduct(ctx, { variants: [{ priceKurus: 100_000, stock: 1000 }] })
    const before = await stepsOf([product.id])
    for (const shop of shops) expect(await shownAt(shop, product.slug)).toBe('1.000,00 TL')
    const [from, to] = [soon(seconds(6)), soon(seconds(12))]
    // Planned at a third process: those that serve hear of it from the database.
    const sale = await planSale(ctx, { productIds: [product.id], percent: 20, from, to })
    const tokens = await Promise.all(Array.from({ length: 4 }, async () => signIn(ctx, await aUser(ctx))))
    const answers: { asked: number; status: number; told: number | undefined }[] = []
    const changedAt: Record<string, Date> = {}
    let last: (string | undefined)[] = []
    // Shoppers who buy at either price without a pause, and readers of the page, until the sale has been over for a while.
    const buy = async (token: string, n: number) => {
      for (let round = 0; new Date() < plus(to, seconds(2)); round++) {
        const asked = (n + round) % 2 === 0 ? 1000 : 800
        const body = aPayment(product, { totalAmount: asked })
        const answer = await clientOf(shops[n % 2]?.url ?? '')('POST', '/payments/create', { token, body })
        answers.push({ asked, status: answer.status, told: answer.body.data?.totalAmount })
      }
    }
    const read = async () => {
      while (new Date() < plus(to, seconds(2))) {
        last = await Promise.all(shops.map((shop) => shownAt(shop, product.slug)))
        const [one, other] = last
        if (one === other && one) changedAt[`${one}${new Date() > to ? ' again' : ''}`] ??= new Date()
      }
    }
    await Promise.all([...tokens.map(buy), read()])
    expect(last).toEqual(['1.000,00 TL', '1.000,00 TL'])
    expect(changedAt['800,00 TL']?.getTime()).toBeGreaterThanOrEqual(from.getTime())
    // The machine may be busy; on a free one it is some hundredths of a second.
    expect(changedAt['800,00 TL']?.getTime()).toBeLessThan(from.getTime() + seconds(4))
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    expect(answers.some(({ asked, status }) => asked === 800 && status === 200)).toBe(true)
    expect(answers.some(({ asked, told }) => asked === 1000 && told === 800)).toBe(true)
    // Each order was charged what its shopper was shown, at the price that the variant had then.
    const { rows } = await ctx.db.execute<{ unit: number; total: number; charged: number }>(sql`
      select i.unit_price_kurus as unit, o.total_kurus as total, a.amount_kurus as charged
      from orders o join order_items i on i.order_id = o.id join payment_attempts a on a.order_id = o.id
      where i.product_id = ${product.id} and a.status = 'SUCCEEDED'`)
    expect(rows.length).toBe(answers.filter(({ status }) => status === 200).length)
    for (const { unit, total, charged } of rows) expect([unit, unit]).toEqual([total, charged])
    expect(await stepsOf([product.id])).toBe(before + 2)
    expect(await getSale(ctx, sale.id)).toMatchObject({ state: 'ENDED', overtaken: 0 })
  }, 90_000)
})

describe('a process that is killed', () => {
  test.each(saleSteps)(
    'at a start, at %s: the next finishes it before it serves, and nothing moves twice',
    async (step) => {
      const ids = await makeMany()
      const before = await stepsOf(ids)
      const dying = await postgres.start({ NODE_ENV: 'test', FAULT_AT: step })
      const sale = await planSale(postgres.ctx, { productIds: ids, percent: 20, from: soon(hours(1)) })
      await makeDue(sale.id, 'starts_at')
      await dying.end
      expect(await pricesOf(ids)).toEqual(step === 'sale-moving' ? { 100000: 150 } : { 100000: 50, 80000: 100 })
      const next = await postgres.start()
      expect(await pricesOf(ids)).toEqual({ 80000: 150 })
      expect(await stepsOf(ids)).toBe(before + many)
      await next.stop()
      await endSale(postgres.ctx, sale.id)
      expect(await pricesOf(ids)).toEqual({ 100000: 150 })
    },
    60_000,
  )

  test.each(saleSteps)(
    'at an end, at %s: the next finishes it before it serves, and nothing moves twice',
    async (step) => {
      const ids = await makeMany()
      const before = await stepsOf(ids)
      const sale = await planSale(postgres.ctx, { productIds: ids, percent: 20, to: soon(hours(1)) })
      expect(await pricesOf(ids)).toEqual({ 80000: 150 })
      const dying = await postgres.start({ NODE_ENV: 'test', FAULT_AT: step })
      await makeDue(sale.id, 'ends_at')
      await dying.end
      expect(await pricesOf(ids)).toEqual(step === 'sale-moving' ? { 80000: 150 } : { 80000: 50, 100000: 100 })
      const next = await postgres.start()
      expect(await pricesOf(ids)).toEqual({ 100000: 150 })
      expect(await stepsOf(ids)).toBe(before + 2 * many)
      expect(await getSale(postgres.ctx, sale.id)).toMatchObject({ state: 'ENDED', overtaken: 0 })
      await next.stop()
    },
    60_000,
  )
})

test('of two sales of one size that are planned at once, one is refused', async () => {
  const { ctx } = postgres
  const { id } = await aProduct(ctx)
  const [from, to] = [soon(hours(1)), soon(hours(2))]
  const plans = Array.from({ length: 6 }, () => planSale(ctx, { productIds: [id], percent: 20, from, to }))
  const results = await Promise.allSettled(plans)
  expect(results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))).toEqual(
    Array(5).fill('CONFLICT'),
  )
  for (const { id: sale } of (await listSales(ctx, { page: 1, limit: 10, product: id })).items)
    await cancelSale(ctx, sale)
})

test('a start that many do at once is done once', async () => {
  const ids = await makeMany()
  const before = await stepsOf(ids)
  const from = soon(500)
  const sale = await planSale(postgres.ctx, { productIds: ids, percent: 20, from })
  await Promise.all(Array.from({ length: 5 }, () => tendSales({ ...postgres.ctx, clock: () => plus(from, 1) })))
  expect(await stepsOf(ids)).toBe(before + many)
  expect(await pricesOf(ids)).toEqual({ 80000: 150 })
  await endSale(postgres.ctx, sale.id)
}, 60_000)
