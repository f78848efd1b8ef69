import { expect, vi } from 'vitest'
import type { Db } from '#db/database.ts'
import { createApp } from '#server'
import { reviewsKey } from '#shop/settings/reviews/reviews.ts'
import { saveSetting } from '#shop/settings/settings.ts'
import { aProduct } from '#test/factories.ts'
import { allowGuests } from '#test/mails.ts'
import { test } from '#test/shop.ts'

const get = (path: string) => new Request(`http://shop.test${path}`)

/** A database of which every question fails. */
const failing = (db: Db, error: Error) =>
  new Proxy(db, {
    get: () => () => {
      throw error
    },
  })

const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

test('a page is 503 while the database is away, and says when to ask again; broken by a mistake it is 500', async ({
  deps,
}) => {
  const away = await createApp({ ...deps, db: failing(deps.db, gone) }).fetch(get('/'))
  const { status, headers } = away
  expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '5', 'no-store'])
  expect(await away.text()).toContain('</html>')
  const broken = await createApp({ ...deps, db: failing(deps.db, new TypeError('a mistake')) }).fetch(get('/'))
  expect([broken.status, broken.headers.get('retry-after')]).toEqual([500, null])
})

test('what a mistake says is in the page in dev, and nowhere where shoppers are', async ({ deps }) => {
  const db = failing(deps.db, new TypeError('a mistake of ours'))
  const read = async (dev: boolean) => (await createApp({ ...deps, db }, { dev }).fetch(get('/'))).text()
  expect(await read(true)).toContain('a mistake of ours')
  expect(await read(false)).not.toContain('a mistake of ours')
})

test('public pages and answers are read from the replica, what is somebody’s own is not', async ({ deps, ctx }) => {
  const { slug } = await aProduct(ctx)
  const publicDb = vi.fn(async () => deps.db)
  const app = createApp({ ...deps, db: failing(deps.db, gone), publicDb })
  for (const path of [`/urun/${slug}`, `/api/v1/products/${slug}`])
    expect([path, (await app.fetch(get(path))).status]).toEqual([path, 200])
  expect(publicDb).toHaveBeenCalledTimes(2)
  await app.fetch(get('/api/v1/orders/my'))
  expect(publicDb).toHaveBeenCalledTimes(2)
})

test('a page carries its policy, where browsers report to, and whether it may be kept; its data does not', async ({
  app,
}) => {
  const page = await app.fetch(get('/bilgi'))
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self' 'sha256-")
  expect(page.headers.get('reporting-endpoints')).toBe('csp="/api/v1/csp-reports"')
  expect(page.headers.get('cache-control')).toBe('public, no-cache')
  const data = await app.fetch(get('/bilgi.data'))
  expect(data.status).toBe(200)
  expect(data.headers.get('content-security-policy')).toMatch(/^default-src 'none'; frame-ancestors 'none'; sandbox$/)
  expect(await data.text()).not.toContain('<html')
  const missing = await app.fetch(get('/yok'))
  expect([missing.status, missing.headers.get('content-type')]).toEqual([404, expect.stringContaining('text/html')])
})

test('a page is the same whether its parts had to be waited for or not: a document by the standard', async ({
  ctx,
  deps,
}) => {
  const app = createApp(deps)
  const { slug } = await aProduct(ctx)
  for (const path of ['/', '/ust-giyim', `/urun/${slug}`, '/bilgi', '/yok', '/admin']) {
    const read = async () => {
      app.cache.invalidate('everything')
      return (await app.fetch(get(path))).text()
    }
    const first = await read()
    expect(first, path).toMatch(/^<!DOCTYPE html><html lang="tr"/)
    expect(first, path).not.toContain('<!--$!-->')
    expect(await read(), path).toBe(first)
    expect(await read(), path).toBe(first)
  }
})

test('the page of guests’ orders is there while guests may buy', async ({ app, ctx }) => {
  // Mails that ask for a review lead to this page too: without them it is there for guests alone.
  await saveSetting(ctx, reviewsKey, { on: false, moderation: 'BEFORE', askAfterDays: 7 })
  const status = async () => (await app.fetch(get('/siparis-takip'))).status
  expect(await status()).toBe(404)
  await allowGuests(ctx)
  expect(await status()).toBe(200)
})
