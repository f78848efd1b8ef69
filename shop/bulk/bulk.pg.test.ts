import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createApp } from '#server'
import { aPayment } from '#test/checkout.ts'
import { aCategory, anImage, aProduct, aUser, signIn } from '#test/factories.ts'
import type { RunningShop } from '#test/process.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { newId } from '../ctx.ts'
import { runBulk } from './apply.ts'
import { applyBulk, getBulk, listBulkUnits, undoBulk } from './bulk.ts'
import { previewBulk } from './preview.ts'

const postgres = shopOnPostgres({ RATE_LIMIT_SCALE: '100000' })
const { signal } = new AbortController()

/** Makes `n` products on sale with two sizes each, in a category of their own. */
async function manyProducts(n: number, name: string): Promise<string> {
  const { ctx } = postgres
  const category = await aCategory(ctx, { name })
  const image = await anImage(ctx)
  const list = Array.from({ length: n }, (_, index) => ({ id: newId(), slug: `${category.slug}-${index}` }))
  await ctx.db.execute(sql`
    insert into products (id, slug, name, description, category_id, images, published_at, created_at, updated_at)
    select x.id, x.slug, x.slug, 'Metin', ${category.id}, array[${image}], now(), now(), now()
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as x(id uuid, slug text)`)
  await ctx.db.execute(sql`
    insert into variants (id, product_id, sku, color, size, price_kurus, stock, images, position, created_at)
    select gen_random_uuid(), p.id, p.slug || '-' || s, 'Kum', s, 100000, 5, '{}', 0, now()
    from products p cross join unnest(array['S', 'M']) s where p.category_id = ${category.id}`)
  return category.id
}

/** How many variants have which price, and what the change says that it wrote. */
async function stateOf(id: string, categoryId: string) {
  const { rows } = await postgres.ctx.db.execute<Record<string, number>>(sql`
    select count(*) filter (where v.price_kurus = 110000)::int as raised,
      count(*) filter (where v.price_kurus = 100000)::int as old, count(*) filter (where v.stock = 8)::int as stocked,
      (select count(*) from bulk_units where bulk_id = ${id} and applied_at is not null)::int as marked,
      (select done from bulk_changes where id = ${id}) as done, (select undone from bulk_changes where id = ${id}) as undone
    from variants v join products p on p.id = v.product_id where p.category_id = ${categoryId}`)
  return rows[0]
}

test('kill -9 between and within batches loses nothing and doubles nothing, forth and back', async () => {
  const { ctx } = postgres
  const category = await manyProducts(600, 'Ölüm')
  const change = { price: { percent: 10 }, stock: { add: 3 } }
  const id = await previewBulk(ctx, { filter: { category }, change })
  await applyBulk(ctx, id)
  let shop: RunningShop | undefined
  let before = 0
  for (let kill = 0; kill < 3; kill++) {
    shop = await postgres.start()
    for (let tries = 0; (await getBulk(ctx, id)).done <= before && tries < 600; tries++) await wait(10)
    // Somewhere within the next batch.
    await wait(kill * 30)
    await shop.kill()
    const state = await stateOf(id, category)
    const done = state?.done ?? 0
    expect(state).toMatchObject({ raised: 2 * done, old: 1200 - 2 * done, stocked: 2 * done, marked: done })
    expect(done).toBeGreaterThan(before)
    before = done
    if (done === 600) break
  }
  shop = await postgres.start()
  for (let tries = 0; (await getBulk(ctx, id)).state !== 'DONE' && tries < 3000; tries++) await wait(20)
  expect(await stateOf(id, category)).toMatchObject({ raised: 1200, stocked: 1200, done: 600 })

  await undoBulk(ctx, id, {})
  for (let tries = 0; (await getBulk(ctx, id)).undone < 100 && tries < 600; tries++) await wait(10)
  await shop.kill()
  const { undone = 0 } = (await stateOf(id, category)) ?? {}
  expect(await stateOf(id, category)).toMatchObject({ old: 2 * undone, stocked: 1200 - 2 * undone })
  await postgres.start()
  for (let tries = 0; (await getBulk(ctx, id)).state !== 'DONE' && tries < 3000; tries++) await wait(20)
  expect(await stateOf(id, category)).toMatchObject({ old: 1200, raised: 0, stocked: 0, undone: 600 })
})

test('two processes at once write each product once; of two admins the second is told what the first changed', async () => {
  const { ctx } = postgres
  const category = await manyProducts(250, 'İki')
  const preview = () => previewBulk(ctx, { filter: { category }, change: { price: { percent: 10 } } })
  const [one, other] = [await preview(), await preview()]
  for (const id of [one, other]) await applyBulk(ctx, id)
  await Promise.all([one, one, other, other].map((id) => runBulk(ctx, id, signal)))
  const rows = await Promise.all([one, other].map((id) => getBulk(ctx, id)))
  expect(rows.map(({ state, done }) => [state, done])).toEqual([
    ['DONE', 250],
    ['DONE', 250],
  ])
  // Each product was raised once, by one of the two.
  expect(rows.reduce((sum, { refused }) => sum + refused, 0)).toBe(250)
  expect(await stateOf(one, category)).toMatchObject({ raised: 500, old: 0 })
  const { items } = await listBulkUnits(ctx, rows[0]?.refused ? one : other, { show: 'FAILED', page: 1, limit: 1 })
  expect(items[0]?.refused).toBe('Önizlemeden sonra değişti (fiyat); olduğu gibi bırakıldı')
})

test.for([
  ['added', { add: 30 }],
  ['set', { set: 130 }],
] as const)('stock that is %s while shoppers buy loses no unit and never deadlocks', async ([name, stock]) => {
  const { ctx } = postgres
  const products = await Promise.all(
    Array.from({ length: 6 }, (_, n) => aProduct(ctx, { variants: [{ sku: `${name}-${n}`, stock: 100 }] })),
  )
  const app = createApp(postgres.deps)
  const buy = async (n: number) => {
    const product = products[n % products.length]
    if (!product) throw new Error('no product')
    const token = await signIn(ctx, await aUser(ctx))
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const body = JSON.stringify(aPayment(product))
    return (await app.fetch(new Request('http://shop.test/api/v1/payments/create', { method: 'POST', headers, body })))
      .status
  }
  const id = await previewBulk(ctx, { ids: products.map(({ id }) => id), change: { stock } })
  await applyBulk(ctx, id)
  const [sales] = await Promise.all([
    Promise.all(Array.from({ length: 24 }, (_, n) => buy(n))),
    runBulk(ctx, id, signal),
  ])
  // On a busy machine one may be asked to wait; none is refused for its stock, and none fails.
  expect(sales.filter((status) => status !== 200 && status !== 202 && status !== 503)).toEqual([])
  const { rows } = await ctx.db.execute<{ stock: number; sold: number }>(sql`
    select (select sum(stock) from variants where sku like ${`${name}-%`})::int as stock,
      (select sum(quantity) from order_items where sku like ${`${name}-%`})::int as sold`)
  expect(rows[0]?.stock).toBe(6 * 130 - (rows[0]?.sold ?? 0))
  expect(rows[0]?.sold).toBeGreaterThan(0)
})
