import { and, eq, isNotNull, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseHandle, openDatabase } from '#db/open.ts'
import { createApp } from '#server'
import { guestOf } from '#shop/accounts/guests/guests.ts'
import { users } from '#shop/accounts/schema.ts'
import { forgetOldSecurityEvents } from '#shop/accounts/security-log.ts'
import { forgetOldAttempts } from '#shop/accounts/sessions/login-attempts.ts'
import { refreshSession } from '#shop/accounts/sessions/refresh.ts'
import { forgetOldSessions, openSession } from '#shop/accounts/sessions/sessions.ts'
import { forgetOldTokens } from '#shop/accounts/user-tokens.ts'
import { findColorSiblings } from '#shop/catalog/groups.ts'
import { findLooksOf } from '#shop/catalog/looks/shown.ts'
import { findProduct } from '#shop/catalog/products.ts'
import { listCards, listCardsBeside } from '#shop/catalog/search/cards.ts'
import { findBeside, findOutfit } from '#shop/catalog/search/outfit.ts'
import { listPopularWords, search, searchCategories } from '#shop/catalog/search/search.ts'
import { reconcileYesterday } from '#shop/checkout/reconciliation/reconciliation.ts'
import { countOpenPayments, settleOpenPayments } from '#shop/checkout/recovery.ts'
import { type Ctx, newId } from '#shop/ctx.ts'
import { forgetOldBuyers } from '#shop/desk/old-buyers.ts'
import { type JobRunner, openJobs } from '#shop/jobs/open.ts'
import { forgetOldLimits } from '#shop/limits.ts'
import { forgetOldMails } from '#shop/mail/outbox.ts'
import { chooseNotices } from '#shop/notices/choices.ts'
import { noticeKinds } from '#shop/notices/contract.ts'
import { tendNotices } from '#shop/notices/notices.ts'
import { watchDeclines } from '#shop/payments/declines-watch.ts'
import { findShownReviews } from '#shop/reviews/shown.ts'
import { rights } from '#shop/rights.ts'
import { cardsKey } from '#shop/settings/card-settings.ts'
import { saveSetting } from '#shop/settings/settings.ts'
import { aPayment, secureCard } from '#test/checkout.ts'
import { depsOn } from '#test/deps.ts'
import { aCategory, anImage, aProduct, aUser, signIn, usualPassword } from '#test/factories.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { type Big, explainAll } from '#test/statements/plans.ts'
import { loadLanding } from '../app/storefront/landing/data.ts'
import { type Asked, askedNothing } from '../app/storefront/listing/address.ts'
import { loadListing, loadStretch } from '../app/storefront/listing/data.ts'
import { fillLarge } from '../bench/seed-large.ts'
import { fillRecords } from '../bench/seed-records.ts'

/** A table with more rows must never be scanned as a whole for one request. */
const small = 3000

const postgres = shopOnPostgres({ RATE_LIMIT_SCALE: '100000' })
let handle: DatabaseHandle
let jobs: JobRunner
let ctx: Ctx
let app: ReturnType<typeof createApp>
let big: Big
let product: Awaited<ReturnType<typeof aProduct>>
let shopper: string
let owner: string
let orderId: string
let buyer: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  const { DATABASE_URL, DATA_DIR } = postgres.settings
  await asOnFlash(DATABASE_URL)
  // Opened after that, as a connection keeps the cost that it started with.
  handle = await openDatabase({ url: DATABASE_URL, dataDir: DATA_DIR })
  jobs = await openJobs(handle.jobOptions, postgres.deps.log)
  ctx = { ...depsOn(handle.db, postgres.env), jobs, actor: { kind: 'system' }, requestId: newId() }
  for (const name of ['Elbise', 'Bluz', 'Pantolon', 'Etek', 'Çanta', 'Özel Koleksiyon']) await aCategory(ctx, { name })
  for (let i = 0; i < 5; i++) await anImage(ctx)
  await fillLarge(ctx.db, { products: 8000, orders: 20_000 })
  product = await aProduct(ctx, { variants: [{ stock: 50 }] })
  buyer = await aUser(ctx)
  shopper = await signIn(ctx, buyer)
  owner = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  app = createApp(ctx)
  await fillRecords(ctx.db, 5000)
  big = await bigTables()
  orderId = (await call('POST', '/payments/create', shopper, aPayment(product))).data.orderId
}, 300_000)

afterAll(async () => {
  await jobs?.stop()
  await handle?.close()
})

/** On flash disks random reads cost little more than sequential ones. */
async function asOnFlash(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`alter database ${new URL(url).pathname.slice(1)} set random_page_cost = 1.1`)
  await client.end()
}

async function bigTables(): Promise<Big> {
  const { rows } = await ctx.db.execute<{ relname: string; first: string | null }>(
    sql`select relname, case relkind when 'i' then pg_get_indexdef(oid, 1, false) end as first
      from pg_class where relkind in ('r', 'i') and reltuples > ${small}`,
  )
  return new Map(rows.map(({ relname, first }) => [relname, first]))
}

async function ask(path: string, init: RequestInit = {}) {
  app.cache.invalidate('everything')
  const response = await app.fetch(new Request(`http://shop.test${path}`, init))
  const text = await response.text()
  expect(response.status, `${path}: ${text.slice(0, 300)}`).toBeLessThan(300)
  return text
}

async function call(method: string, path: string, token?: string, body?: unknown) {
  const headers = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    'idempotency-key': newId(),
  }
  return JSON.parse(
    (await ask(`/api/v1${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })) ||
      '{}',
  )
}

/** Expects the work to run without scanning a big table. */
async function expectIndexes(work: () => Promise<unknown>) {
  const { statements, scans } = await explainAll(big, work)
  const reported = scans.filter(({ table, statement }) => !isLogCount(table, statement))
  expect(
    reported.map(({ step, table, statement }) => `${step} on ${table}: ${statement.replace(/\s+/g, ' ')}`),
  ).toEqual([])
  expect(statements.length).toBeGreaterThan(0)
}

/** Counting all lines of a log scans it: docs/performance.md. */
function isLogCount(table: string, statement: string): boolean {
  return /^(messages|mails|audit_entries|security_events)$/.test(table) && /^select count\(/.test(statement)
}

test('the big tables are filled', () => {
  expect([...big.keys()]).toEqual(
    expect.arrayContaining([
      'products',
      'variants',
      'search_words',
      'product_words',
      'orders',
      'order_items',
      'payment_attempts',
    ]),
  )
  expect([...big.keys()]).toEqual(
    expect.arrayContaining([
      'favorites',
      'messages',
      'mails',
      'audit_entries',
      'gift_cards',
      'security_events',
      'customers',
    ]),
  )
  expect([...big.keys()]).toEqual(
    expect.arrayContaining(['rate_limits', 'sessions', 'refresh_tokens', 'idempotency_keys']),
  )
})

describe('a shopper reads', () => {
  const listing = (slug: string, asked: Partial<Asked> = {}, pages = 1) =>
    loadListing(ctx, slug, { ...askedNothing, ...asked }, pages)
  const together = async (slug: string, asked: Partial<Asked> = {}) => {
    await saveSetting(ctx, cardsKey, { newDays: 14, fewLeft: 3, colorsApart: false })
    return listing(slug, asked).finally(() => ctx.db.execute(sql`delete from settings where key = ${cardsKey}`))
  }
  const hers = ['ust-giyim:M', 'elbise:L', 'alt-giyim:38']
  const placed = [{ categoryIds: [newId()], sizes: ['M', '38'] }]
  /** Queries of one turn go out as one statement. */
  const ofPage = () => ({ ...ctx, asked: new Map(), gathered: [] })
  test.for<[string, () => Promise<unknown>]>([
    ['the landing page', () => loadLanding(ofPage())],
    ['an area', () => listing('ust-giyim')],
    ['an area, as its page asks', () => loadListing(ofPage(), 'ust-giyim', askedNothing, 1)],
    ['three stretches of an area', () => listing('ust-giyim', {}, 3)],
    ['another stretch of a category', () => loadStretch(ctx, 'elbise', askedNothing, 2)],
    ['everything, the cheapest first', () => listing('tum-urunler', { sort: 'artan' })],
    ['an area, the newest first', () => listing('ust-giyim', { sort: 'yeni' })],
    ['everything, as recommended', () => listing('tum-urunler')],
    ['everything, the largest discount first', () => listing('tum-urunler', { sort: 'indirim' })],
    ['a category, as recommended', () => loadStretch(ctx, 'elbise', askedNothing, 3)],
    ['a category, the largest discount first', () => listing('elbise', { sort: 'indirim' })],
    ['a category, the dearest first', () => listing('elbise', { sort: 'azalan' })],
    ['an area with a filter', () => listing('ust-giyim', { sizes: ['M'], inStock: true })],
    ['an area with filters', () => listing('ust-giyim', { colors: ['siyah'], from: 500, to: 1500, inStock: true })],
    ['an area with a filter that few pass', () => listing('ust-giyim', { colors: ['mor'], sizes: ['46'] })],
    ['what a search finds', () => listing('ara', { q: 'keten elbise', sizes: ['M'] })],
    ['what words that are still typed find', () => listing('ara', { q: 'ket elb', sizes: ['M'] })],
    ['an area in her own sizes', () => listing('ust-giyim', { sizes: ['ust-giyim:M', 'elbise:L'] })],
    ['everything in her own sizes', () => listing('tum-urunler', { sizes: hers, sort: 'artan' })],
    ['everything in a size that few have', () => listing('tum-urunler', { sizes: ['elbise:XXXL'] })],
    ['a search in her own sizes', () => listing('ara', { q: 'keten elbise', sizes: hers })],
    ['everything in her own sizes, one card a design', () => together('tum-urunler', { sizes: hers })],
    ['what goes with a product in her own sizes', () => listCardsBeside(ctx, product.id, { limit: 24, placed })],
    ['the sizes of the shop', () => ask('/api/v1/sizes')],
    ['what a search with a slip finds', () => listing('ara', { q: 'panrolon' })],
    ['words that no product has together', () => listing('ara', { q: 'keten saten elbise', sizes: ['M'] })],
    ['an area, one card a design', () => together('ust-giyim')],
    ['everything, one card a design, the cheapest first', () => together('tum-urunler', { sort: 'artan' })],
    ['an area with filters, one card a design', () => together('ust-giyim', { colors: ['siyah'], sizes: ['M'] })],
    ['what a search finds, one card a design', () => together('ara', { q: 'keten elbise' })],
    ['words to try instead', () => listPopularWords(ctx, 10)],
    ['suggestions', async () => listCards(ctx, { hits: await search(ctx, 'el'), sort: 'newest', offset: 0, limit: 6 })],
    ['categories that answer', () => searchCategories(ctx, 'elb')],
    ['a product', () => findProduct(ctx, 'buyuk-4000')],
    ['a product at its old address', () => findProduct(ctx, 'eski-40')],
    ['the other colors of a product', () => findColorSiblings(ctx, [product.id])],
    ['what there is beside a product', () => findBeside(ctx, 'buyuk-4000')],
    ['the looks of a product', () => findLooksOf(ctx, product.id)],
    ['the reviews of a product', () => findShownReviews(ctx, product.id)],
    ['what goes with a product', () => listCardsBeside(ctx, product.id, { limit: 24 })],
    ['what goes with a special one', () => listCardsBeside(ctx, product.id, { area: 'special', limit: 24 })],
    ['what is worn with a product', () => findOutfit(ctx, product.id)],
    ['the API', () => ask('/api/v1/products?limit=24')],
    ['a category of the API', () => ask('/api/v1/products?category=elbise&sort=price-asc')],
    ['a search of the API', () => ask('/api/v1/products?q=saten+bordo')],
    ['the categories', () => ask('/api/v1/categories')],
  ])('%s', async ([, work]) => expectIndexes(work))

  test('what is worn with a product is looked for in the index alone', async () => {
    const { indexes } = await explainAll(big, () => findOutfit(ctx, product.id))
    expect(indexes.filter((one) => one.endsWith('products_shuffled_index'))).toEqual([
      'Index Only Scan on products_shuffled_index',
    ])
  })
})

describe('a customer asks', () => {
  test('for her account, orders, favorites, addresses and sessions', () =>
    expectIndexes(async () => {
      for (const path of [
        '/account',
        '/orders/my',
        `/orders/${orderId}`,
        '/favorites/my',
        '/account/addresses',
        '/account/sessions',
        '/account/mail-preferences',
        `/payments/${orderId}`,
      ])
        await call('GET', path, shopper)
    }))

  test('to add a favorite, to buy, to log in, to refresh the session and to log out', () =>
    expectIndexes(async () => {
      await call('POST', '/favorites/add', shopper, { productId: product.id })
      await call('POST', '/payments/create', shopper, aPayment(product))
      await call('POST', '/auth/login', undefined, { email: buyer.email, password: usualPassword })
      const { refreshToken } = await openSession(ctx, buyer, 'a test')
      await refreshSession(ctx, refreshToken)
      await call('POST', '/auth/forgot-password', undefined, { email: buyer.email })
    }))
})

describe('what is kept of a person', () => {
  test('is told to her, and goes with her account', async () => {
    const user = await aUser(ctx)
    const token = await signIn(ctx, user)
    await call('POST', '/payments/create', token, aPayment(product))
    await expectIndexes(() => call('GET', '/account/export', token))
    await expectIndexes(() => call('DELETE', '/account', token, { password: usualPassword }))
  })

  test('goes with the orders of a guest', async () => {
    const email = 'misafir@posta.example'
    const id = await guestOf(ctx, email)
    await ctx.db.execute(sql`update users set created_at = now() - interval '4 years' where id = ${id}`)
    const { orderId } = (await call('POST', '/payments/create', shopper, aPayment(product))).data
    await ctx.db.execute(sql`
      update orders set user_id = ${id}, guest = true, email = ${email}, created_at = now() - interval '4 years' where id = ${orderId}`)
    await expectIndexes(() => forgetOldBuyers(ctx))
    expect(await ctx.db.$count(users, and(eq(users.id, id), isNotNull(users.deletedAt)))).toBe(1)
  })

  test('is looked for by an index in every table that may name who is deleted', async () => {
    const { rows } = await ctx.db.execute<{ place: string }>(sql`
      select c.conrelid::regclass || '.' || a.attname as place
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid = 'users'::regclass
        and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`)
    expect(rows.map(({ place }) => place)).toEqual([])
  })
})

describe('the owner reads', () => {
  test.for([
    '/orders',
    '/orders?page=350',
    '/orders?sort=oldest',
    '/orders?sort=total-desc',
    '/orders?status=DELIVERED&page=300',
    '/orders?status=PENDING',
    '/orders?payment=paid',
    '/orders?payment=partly-refunded',
    '/orders?payment=refunded',
    '/orders?payment=refunding',
    '/orders?payment=at-door',
    '/orders?payment=awaited',
    '/orders?payment=new',
    '/orders?from=2026-01-01&to=2026-01-31',
    '/orders?q=0532100+00+77',
    '/orders?q=gulsen+yilmaz',
    '/products',
    '/products?sort=price-desc',
    '/products?sort=name',
    '/products?q=BYK-77',
    '/products?category=elbise',
    '/products?state=draft',
    '/products?only=waiting',
    '/products?tag=keten',
    '/product-views',
    '/product-tags',
    '/categories',
    '/messages?kind=problem-report',
    '/mails',
    '/audit',
    '/security-log',
    '/payments',
    '/stock-requests',
    '/packing',
    '/orders?waiting=to-send',
    '/orders?waiting=to-deliver',
    '/orders?waiting=in-trouble',
    '/dashboard',
    // Those of sales and stock name every product: they read the catalog whole.
    '/customers',
    '/customers?sort=spent',
    '/customers?sort=newest',
    '/customers?bought=several&sort=spent',
    '/reports/returns',
    '/reports/discounts',
    '/reports/customers',
    '/reports/searches',
  ])('%s', async (path) => {
    // With many products the stock is counted only now and then: do it before.
    await call('GET', '/admin/dashboard', owner)
    await expectIndexes(() => call('GET', `/admin${path}`, owner))
  })

  test('the sheet: a cell that is saved, and the moves of a stock', async () => {
    const path = `/admin/products/${product.id}`
    const { data } = await call('GET', path, owner)
    const { id: variantId, stockQuantity: seen } = data.variants[0]
    await expectIndexes(() => call('PATCH', `${path}/cell`, owner, { variantId, stock: { set: seen + 1, seen } }))
    await expectIndexes(() => call('GET', `${path}/stock-moves`, owner))
  })

  test('a month for the accountant', () =>
    expectIndexes(() =>
      ask('/api/v1/admin/invoices/export?month=2024-03', { headers: { authorization: `Bearer ${owner}` } }),
    ))

  test('an order', () => expectIndexes(() => call('GET', `/admin/orders/${orderId}`, owner)))

  test('an order at the packing table, and one that gets its tracking number', async () => {
    await expectIndexes(() => call('GET', `/admin/packing/${orderId.slice(-8)}`, owner))
    const rows = [{ order: orderId.slice(-8), trackingNumber: 'A-1' }]
    await expectIndexes(() => call('POST', '/admin/orders/tracking', owner, { rows, preview: true }))
  })
})

describe('a shopper who pays', () => {
  test('is held to her limits', () =>
    expectIndexes(() => call('POST', '/payments/create', shopper, aPayment(product, { card: secureCard }))))

  test('and gives up a payment that waits at her bank', () =>
    expectIndexes(() => call('POST', '/payments/create', shopper, aPayment(product))))
})

describe('by itself the shop', () => {
  const system = () => ctx
  test.for<[string, () => Promise<unknown>]>([
    ['settles open payments', () => settleOpenPayments(system())],
    ['counts open payments', () => countOpenPayments(system())],
    ['watches declined payments', () => watchDeclines(system())],
    ['tells staff what happened', () => tendNoticesOfAll()],
    ['compares yesterday with the provider', () => reconcileYesterday(system())],
    ['forgets old limits', () => forgetOldLimits(system())],
    ['forgets old login attempts', () => forgetOldAttempts(system())],
    ['forgets old tokens', () => forgetOldTokens(system())],
    ['forgets old sessions', () => forgetOldSessions(system())],
    ['forgets old security events', () => forgetOldSecurityEvents(system())],
    ['forgets old mails', () => forgetOldMails(system())],
    ['forgets old buyers', () => forgetOldBuyers(system())],
  ])('%s', async ([, work]) => expectIndexes(work))
})

/** With somebody who wants to hear of everything. */
async function tendNoticesOfAll(): Promise<void> {
  const { id } = await aUser(ctx, { role: 'ADMIN' })
  const actor = { kind: 'user' as const, id, sessionId: newId(), address: '127.0.0.1', rights }
  const kinds = Object.fromEntries(noticeKinds.map((kind) => [kind, { push: false, mail: true }]))
  await chooseNotices({ ...ctx, actor }, { kinds, summary: true, quietFrom: null, quietTo: null })
  await tendNotices(ctx)
}
