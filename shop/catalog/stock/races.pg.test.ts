import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createApp } from '#server'
import { auditBooks, stockByVariant } from '#test/books.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { getAdminProduct } from '../edits/admin-products.ts'
import { bookStocktake } from './booking.ts'
import { changeCell } from './cells.ts'
import { beginStocktake, countPieces } from './stocktake.ts'

const postgres = shopOnPostgres({ RATE_LIMIT_SCALE: '100000' })

/** Starts `n` purchases of one piece at once; each gives the status of its answer. */
async function buyers(product: Awaited<ReturnType<typeof aProduct>>, n: number) {
  const app = createApp(postgres.deps)
  const tokens = await Promise.all(
    Array.from({ length: n }, async () => signIn(postgres.ctx, await aUser(postgres.ctx))),
  )
  return () =>
    tokens.map(async (token) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      const body = JSON.stringify(aPayment(product))
      const address = 'http://shop.test/api/v1/payments/create'
      return (await app.fetch(new Request(address, { method: 'POST', headers, body }))).status
    })
}

const stockOf = async (id: string) => (await getAdminProduct(postgres.ctx, id)).variants.map(({ stock }) => stock)

test('while 20 buy, two phones count and the count is booked: what was sold stays sold, the history proves the stock', async () => {
  const { ctx } = postgres
  const product = await aProduct(ctx, { variants: [{ stock: 100 }] })
  const initialStock = await stockByVariant(ctx.db)
  const variantId = product.variants[0]?.id ?? ''
  const take = await beginStocktake(ctx)
  await countPieces(ctx, take.id, { variantId, add: 1 })
  const buy = await buyers(product, 20)
  const scans = Array.from({ length: 94 }, () => countPieces(ctx, take.id, { variantId, add: 1 }))
  const [statuses] = await Promise.all([Promise.all(buy()), Promise.all(scans)])
  expect(statuses).toEqual(Array(20).fill(200))
  const more = (await buyers(product, 5))()
  await Promise.all([bookStocktake(ctx, take.id, 'Sayım'), ...more])
  // 95 of 100 were found.
  expect(await stockOf(product.id)).toEqual([100 - 5 - 25])
  initialStock.set(variantId, 95)
  expect(await auditBooks(ctx.db, initialStock)).toEqual([])
})

test('two admins in one cell: one is saved, the other is told; steps of both count', async () => {
  const { ctx } = postgres
  const product = await aProduct(ctx, { variants: [{ stock: 10 }] })
  const variantId = product.variants[0]?.id ?? ''
  const set = () => changeCell(ctx, product.id, { variantId, stock: { set: 20, seen: 10 } })
  const saved = await Promise.allSettled([set(), set()])
  expect(saved.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))).toEqual(['CONFLICT'])
  expect(await stockOf(product.id)).toEqual([20])
  await Promise.all(Array.from({ length: 8 }, () => changeCell(ctx, product.id, { variantId, add: 1 })))
  expect(await stockOf(product.id)).toEqual([28])
  const price = () => changeCell(ctx, product.id, { price: { set: 50_000, seen: 119_900 } })
  const prices = await Promise.allSettled([price(), price()])
  expect(prices.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))).toEqual(['CONFLICT'])
})

test('two counts that begin at once are one', async () => {
  const { ctx } = postgres
  const takes = await Promise.all(Array.from({ length: 4 }, () => beginStocktake(ctx)))
  expect(new Set(takes.map(({ id }) => id)).size).toBe(1)
  const { rows } = await ctx.db.execute(sql`select id from stocktakes where ended_at is null`)
  expect(rows).toHaveLength(1)
})
