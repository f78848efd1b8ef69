import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#db/database.ts'
import { createApp } from '#server'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { getAdminProduct } from './admin-products.ts'
import { changeProduct } from './product-edits.ts'

const postgres = shopOnPostgres({ RATE_LIMIT_SCALE: '100000' })

test('of eight saves of the same version at once, one succeeds and the others get a conflict', async () => {
  const { id } = await aProduct(postgres.ctx)
  const names = Array.from({ length: 8 }, (_, n) => `Elbise ${n}`)
  const saved = await Promise.allSettled(names.map((name) => changeProduct(postgres.ctx, id, { name, version: 1 })))
  const refused = saved.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
  expect(refused).toEqual(Array(7).fill('EDIT_CONFLICT'))
  expect((await getAdminProduct(postgres.ctx, id)).version).toBe(2)
})

test('of two products that take the same SKU or address at once, one gets it', async () => {
  const [first, second] = [await aProduct(postgres.ctx), await aProduct(postgres.ctx)]
  const rows = ({ variants }: typeof first) =>
    variants.map(({ images: _, ...variant }) => ({ ...variant, sku: 'AYNI', stockSeen: undefined }))
  for (const change of [(one: typeof first) => ({ variants: rows(one) }), () => ({ slug: 'ayni' })]) {
    const saved = await Promise.allSettled(
      [first, second].map((one) => changeProduct(postgres.ctx, one.id, change(one))),
    )
    const refused = saved.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
    expect(refused).toEqual(['CONFLICT'])
  }
})

test('sales and edits of the same sizes at once lose no unit and never deadlock', async () => {
  const product = await aProduct(postgres.ctx, { variants: [{ stock: 100 }, { stock: 100 }] })
  const app = createApp(postgres.deps)
  const buyers = await Promise.all(
    Array.from({ length: 20 }, async () => signIn(postgres.ctx, await aUser(postgres.ctx))),
  )
  const buy = async (token: string) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const body = JSON.stringify(aPayment(product))
    const address = 'http://shop.test/api/v1/payments/create'
    return (await app.fetch(new Request(address, { method: 'POST', headers, body }))).status
  }
  // Each save adds three units to the stock that the form showed.
  const restock = () =>
    changeProduct(postgres.ctx, product.id, {
      variants: product.variants.map(({ images: _, ...variant }) => ({ ...variant, stock: 103, stockSeen: 100 })),
    })
  const [sales] = await Promise.all([Promise.all(buyers.map(buy)), Promise.all(Array.from({ length: 10 }, restock))])
  expect(sales).toEqual(Array(20).fill(200))
  const { variants } = await getAdminProduct(postgres.ctx, product.id)
  expect(variants.map(({ stock }) => stock)).toEqual([100 + 30 - 20, 130])
})

test('sizes whose prices change at the same moment leave the product with that of the cheapest', async () => {
  const { db } = postgres.deps
  const { id, variants } = await aProduct(postgres.ctx, { variants: [{ priceKurus: 5000 }, { priceKurus: 5000 }] })
  const raise = async (db: Pick<Db, 'execute'>, index: number) => {
    await db.execute(sql`update variants set price_kurus = 10000 where id = ${variants[index]?.id}`)
  }
  const waiting = async () => {
    const { rows } = await db.execute(sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    return rows.length
  }
  let second: Promise<void> | undefined
  await db.transaction(async (tx) => {
    await raise(tx, 0)
    second = raise(db, 1)
    await expect.poll(waiting, { timeout: 30_000 }).toBe(1)
  })
  await second
  expect((await getAdminProduct(postgres.ctx, id)).priceKurus).toBe(10_000)
})
