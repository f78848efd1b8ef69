import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { byKeys } from '#db/statements.ts'
import { createApp } from '#server'
import { aPayment, secureCard } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { countTrips } from '#test/statements/trips.ts'
import { type Ctx, newId } from '../ctx.ts'
import { type JobRunner, openJobs } from '../jobs/open.ts'
import { getContracts } from '../texts/texts.ts'
import { LocalLine } from './line/line.ts'

const postgres = shopOnPostgres({ RATE_LIMIT_SCALE: '100000' })
let jobs: JobRunner
let ctx: Ctx
let token: string

beforeAll(async () => {
  // With the queue: a purchase writes a job for its mail.
  jobs = await openJobs(postgres.handle.jobOptions, postgres.deps.log)
  ctx = { ...postgres.ctx, jobs }
  token = await signIn(ctx, await aUser(ctx))
})

afterAll(() => jobs?.stop())

/** A body that buys one of each size, with the contracts accepted. */
async function aCart(sizes: string[], card?: string) {
  const product = await aProduct(ctx, { variants: sizes.map((size) => ({ size, stock: 20, priceKurus: 10_000 })) })
  const { orderData, ...rest } = aPayment(product, card ? { card } : {})
  const cartItems = product.variants.map(({ id, size }) => ({
    productId: product.id,
    variantId: id,
    size,
    quantity: 1,
  }))
  const { preInformation, distanceSales } = await getContracts(ctx)
  const acceptedContracts = { preInformation: preInformation.version, distanceSales: distanceSales.version }
  return { ...rest, orderData: { ...orderData, cartItems, acceptedContracts, totalAmount: 100 * sizes.length } }
}

const app = () => createApp(ctx)

async function buy(body: object, { token: hers = token, app: its = app() } = {}) {
  const headers = { authorization: `Bearer ${hers}`, 'content-type': 'application/json', 'idempotency-key': newId() }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await its.fetch(new Request('http://shop.test/api/v1/payments/create', init))
  return (await answer.json()) as { code: string; data: { status: string; redirectUrl: string } }
}

// The numbers stand in docs/measurements.md. The demo bank’s own books are one of them, in each.
test.for([
  ['one piece', ['M'], { statements: 29, trips: 17 }],
  ['five sizes', ['XS', 'S', 'M', 'L', 'XL'], { statements: 29, trips: 17 }],
] as const)('a purchase of %s asks the database no more often', async ([, sizes, most]) => {
  const body = await aCart([...sizes])
  let status = ''
  const { statements, trips } = await countTrips(async () => {
    status = (await buy(body)).data.status
  })
  expect(status).toBe('SUCCESS')
  expect({ statements: statements.length, trips }, statements.join('\n')).toEqual(most)
})

test('what purchases ask with lists is planned once for a connection, not for each of them', async () => {
  const carts = [await aCart(['S', 'M']), await aCart(['S', 'M'])]
  for (let n = 0; n < 24; n++) await buy(carts[n % 2] as object)
  const { rows } = await ctx.db.execute<{ text: string; anew: number }>(
    sql`select statement as text, custom_plans::int as anew from pg_prepared_statements where custom_plans + generic_plans > 5`,
  )
  for (const part of ['with locked as', 'category_id from products', '"order_items"."quantity") filter'])
    expect(rows.find(({ text }) => text.includes(part))?.anew, part).toBe(0)
  const held = rows.find(({ text }) => text.includes('"order_items"."quantity") filter'))
  expect(held?.text, 'a plan for any values uses the index of these statuses alone').toContain(`in ('STARTED', `)
})

test('whoever comes too late for the goods costs two statements beside those of her session, and no transaction', async () => {
  const body = await aCart(['M'])
  await ctx.db.execute(sql`update variants set stock = 0 where id = ${body.orderData.cartItems[0]?.variantId}`)
  let status = ''
  const { statements } = await countTrips(async () => {
    status = (await buy(body)).code
  })
  expect([status, statements.length], statements.join('\n')).toEqual(['OUT_OF_STOCK', 3])
  const marks = statements.map((text) => text.endsWith(byKeys))
  expect(marks, 'who she is, as session and as account, is planned once').toEqual([true, true, false])
})

test('a crowd that comes too late asks together who they are and hears it together', async () => {
  const body = await aCart(['M'])
  const { variantId } = body.orderData.cartItems[0] ?? {}
  await ctx.db.execute(sql`update variants set stock = 3 where id = ${variantId}`)
  const people: string[] = []
  for (let n = 0; n < 60; n++) people.push(await signIn(ctx, await aUser(ctx)))
  const crowded = createApp({ ...ctx, line: new LocalLine(() => ctx, { atOnce: 4 }) })
  let told: string[] = []
  const { statements } = await countTrips(async () => {
    told = await Promise.all(people.map(async (token) => (await buy(body, { token, app: crowded })).code ?? 'bought'))
  })
  expect(told.filter((code) => code === 'bought')).toHaveLength(3)
  expect(told.filter((code) => code === 'OUT_OF_STOCK')).toHaveLength(57)
  // The three, those whose turn came before anybody knew, and the rest with a handful of statements for all.
  expect(statements.length, statements.join('\n')).toBeLessThan(3 * 29 + 4 * 8 + 20)

  const cartItems = body.orderData.cartItems.map((item) => ({ ...item, size: 'M\u0000' }))
  const unstorable = { ...body, orderData: { ...body.orderData, cartItems } }
  const later = people.slice(0, 30).map((token, n) => buy(n === 20 ? unstorable : body, { token, app: crowded }))
  const codes = (await Promise.all(later)).map(({ code }) => code)
  const expected = codes.map((_, n) => (n === 20 ? 'INVALID' : 'OUT_OF_STOCK'))
  expect(codes, 'what no database can store is its sender’s failure').toEqual(expected)
})

test('a purchase by 3-D Secure asks the database no more often, on the way to the bank and back', async () => {
  const body = await aCart(['M'], secureCard)
  let [bank, end] = ['', '']
  const there = await countTrips(async () => {
    bank = (await buy(body)).data.redirectUrl
  })
  const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'code=283126' }
  const page = await app().fetch(new Request(bank, form))
  const callback = page.headers.get('location') ?? ''
  const back = await countTrips(async () => {
    end = (await app().fetch(new Request(callback, form))).headers.get('location') ?? ''
  })
  expect(end).toMatch(/\/odeme\/sonuc\?order=/)
  expect({ statements: there.statements.length, trips: there.trips }, there.statements.join('\n')).toEqual({
    statements: 22,
    trips: 16,
  })
  expect(back.trips, back.statements.join('\n')).toBeLessThanOrEqual(14)
})
