import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createApp } from '#server'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import type { RunningShop } from '#test/process.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { runImport } from './apply.ts'
import { applyImport, getImport, readImport } from './imports.ts'

const postgres = shopOnPostgres({ RATE_LIMIT_SCALE: '100000' })

/** A file of so many products with two sizes each. */
function fileOf(products: number, prefix: string, stock = 3): Uint8Array {
  const lines = Array.from({ length: products }, (_, n) =>
    ['S', 'M'].map((size) => `${prefix}-${n}-${size};${prefix} Elbise ${n};Metin;Elbise;Kum;${size};100;${stock}`),
  )
  return new TextEncoder().encode(['SKU;Ürün adı;Açıklama;Kategori;Renk;Beden;Fiyat;Stok', ...lines.flat()].join('\n'))
}

/** How much of a file is in the shop, and how many products its import says that it wrote. */
async function stateOf(id: string, prefix: string) {
  const { rows } = await postgres.ctx.db.execute<Record<string, number>>(sql`
    select (select count(*) from products where name like ${`${prefix} %`} and deleted_at is null)::int as products,
      (select count(*) from variants where sku like ${`${prefix}-%`})::int as variants,
      (select count(*) from import_units where import_id = ${id} and applied_at is not null)::int as marked,
      (select done from imports where id = ${id}) as done`)
  return rows[0]
}

test('kill -9 between and within batches loses nothing and doubles nothing, and the next start goes on by itself', async () => {
  const all = 1200
  // A shop that has something is not filled with the demo.
  await aProduct(postgres.ctx)
  const { id } = await readImport(postgres.ctx, { name: 'a.csv', bytes: fileOf(all, 'ÖLÜM') })
  await applyImport(postgres.ctx, id)
  let shop: RunningShop | undefined
  let before = 0
  let cut = 0
  // On a busy machine the rest may be in before anybody looks.
  for (let kill = 0; kill < 3 && before < all; kill++) {
    shop = await postgres.start()
    for (let tries = 0; (await getImport(postgres.ctx, id)).done <= before && tries < 600; tries++) await wait(10)
    // Somewhere within the next batch.
    await wait(kill * 40)
    await shop.kill()
    const state = await stateOf(id, 'ÖLÜM')
    const done = state?.done ?? 0
    expect(state).toEqual({ products: done, variants: 2 * done, marked: done, done })
    expect(done).toBeGreaterThan(before)
    before = done
    if (done < all) cut++
  }
  expect(cut).toBeGreaterThan(0)
  await postgres.start()
  for (let tries = 0; (await getImport(postgres.ctx, id)).state !== 'DONE' && tries < 3000; tries++) await wait(20)
  expect(await stateOf(id, 'ÖLÜM')).toEqual({ products: all, variants: 2 * all, marked: all, done: all })
  const again = await readImport(postgres.ctx, { name: 'a.csv', bytes: fileOf(all, 'ÖLÜM') })
  expect(again.counts).toMatchObject({ new: 0, changed: 0, same: all, failed: 0 })
})

test('two processes at once write each product once, and two files with the same codes make one', async () => {
  const { ctx } = postgres
  const one = await readImport(ctx, { name: 'a.csv', bytes: fileOf(250, 'İKİ') })
  const other = await readImport(ctx, { name: 'b.csv', bytes: fileOf(250, 'İKİ', 8) })
  for (const { id } of [one, other]) await applyImport(ctx, id)
  const run = (id: string) => runImport(ctx, id, new AbortController().signal)
  await Promise.all([run(one.id), run(one.id), run(other.id), run(other.id)])
  expect(await stateOf(one.id, 'İKİ')).toEqual({ products: 250, variants: 500, marked: 250, done: 250 })
  const ended = await getImport(ctx, other.id)
  expect(ended).toMatchObject({ state: 'DONE', done: 250, refused: 0 })
})

test('sales and an import of the same sizes at once lose no unit and never deadlock', async () => {
  const { ctx } = postgres
  const products = await Promise.all(
    Array.from({ length: 6 }, (_, n) => aProduct(ctx, { variants: [{ sku: `SAT-${n}`, stock: 100 }] })),
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
  const csv = `SKU;Stok\n${products.map((_, n) => `SAT-${n};130`).join('\n')}`
  const { id } = await readImport(ctx, { name: 'stok.csv', bytes: new TextEncoder().encode(csv) })
  await applyImport(ctx, id)
  const [sales] = await Promise.all([
    Promise.all(Array.from({ length: 24 }, (_, n) => buy(n))),
    runImport(ctx, id, new AbortController().signal),
  ])
  expect(sales).toEqual(Array(24).fill(200))
  const { rows } = await ctx.db.execute<{ stock: number }>(sql`select stock from variants where sku like 'SAT-%'`)
  // Four of each were sold, the file brought thirty more.
  const sold =
    (await ctx.db.execute<{ n: number }>(sql`select sum(quantity)::int as n from order_items where sku like 'SAT-%'`))
      .rows[0]?.n ?? 0
  expect(rows.reduce((sum, { stock }) => sum + stock, 0)).toBe(6 * 130 - sold)
  expect(sold).toBeGreaterThanOrEqual(24)
})
