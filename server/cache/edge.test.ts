import { describe, expect } from 'vitest'
import { createApp } from '#server'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { ResponseCache } from './response-cache.ts'

const kept = 's-maxage=1, stale-while-revalidate=0, stale-if-error=60'
const get = (path: string, headers: Record<string, string> = {}) => new Request(`http://shop.test${path}`, { headers })

describe('a cache in front', () => {
  test('may keep what is the same for everybody, and is told of each other answer that it may not', async ({
    deps,
    ctx,
  }) => {
    const app = createApp({ ...deps, config: { ...deps.config, edgeSeconds: 1 } })
    const { slug } = await aProduct(ctx)
    const authorization = `Bearer ${await signIn(ctx, await aUser(ctx))}`
    const said = async (path: string, init: RequestInit = {}) => {
      const { status, headers } = await app.fetch(new Request(`http://shop.test${path}`, init))
      return [path, status, headers.get('cache-control')]
    }
    for (const path of ['/', `/urun/${slug}`, '/bilgi', '/bilgi.data', '/sitemap.xml'])
      expect(await said(path)).toEqual([path, 200, `public, max-age=0, ${kept}`])
    for (const path of [`/api/v1/products/${slug}`, '/api/v1/products?limit=24&q=elbise', '/api/v1/categories'])
      expect(await said(path)).toEqual([path, 200, `public, max-age=0, ${kept}`])
    for (const path of ['/robots.txt', '/manifest.webmanifest'])
      expect(await said(path)).toEqual([path, 200, `public, max-age=3600, ${kept}`])
    // The panel is the owner's alone, and who searches is counted.
    for (const path of ['/admin', '/admin/siparisler', '/ara?q=elbise', '/ara/oneriler?q=el'])
      expect(await said(path)).toEqual([path, 200, 'public, no-cache'])
    for (const [path, status] of [
      ...[['/yok', 404] as const, [`/urun/${slug.toUpperCase()}`, 301] as const, ['/api/v1/yok', 404] as const],
      ...[['/api/v1/orders/my', 401] as const, ['/media/yok.webp', 404] as const, ['/metrics', 200] as const],
      ...[['/healthz', 200] as const, ['/readyz', 200] as const, [`/liste/${'a'.repeat(32)}`, 404] as const],
    ])
      expect(await said(path)).toEqual([path, status, expect.stringMatching(/^(no-store|(public, )?no-cache)$/)])
    for (const path of ['/api/v1/account', '/api/v1/orders/my', '/api/v1/favorites/my'])
      expect(await said(path, { headers: { authorization } })).toEqual([path, 200, 'no-store'])
    const login = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    expect(await said('/api/v1/auth/login', login)).toEqual(['/api/v1/auth/login', 400, 'no-store'])
  })

  test('that nobody has said is there is told nothing: it asks for each answer', async ({ app, ctx }) => {
    const { slug } = await aProduct(ctx)
    for (const path of ['/', `/urun/${slug}`, '/api/v1/products'])
      expect((await app.fetch(get(path))).headers.get('cache-control')).toBe('public, no-cache')
    expect((await app.fetch(get('/robots.txt'))).headers.get('cache-control')).toBe('public, max-age=3600')
  })

  test('asks for several forms at once, with or without the W/, and hears that nothing has changed', async ({
    app,
  }) => {
    const etag = (await app.fetch(get('/bilgi'))).headers.get('etag') ?? ''
    const statusOf = async (asked: string) => (await app.fetch(get('/bilgi', { 'if-none-match': asked }))).status
    expect(await statusOf(`"other", ${etag}`)).toBe(304)
    expect(await statusOf(etag.replace('W/', ''))).toBe(304)
    expect(await statusOf('"other"')).toBe(200)
    expect(await statusOf(etag.slice(3, -1))).toBe(200)
  })

  test('may not keep what the shop sends although something has changed, nor what was begun before the change', async () => {
    const free = Promise.withResolvers<void>()
    let slow = Promise.resolve()
    const make = async () => {
      const headers = { 'cache-control': `public, max-age=0, ${kept}` }
      const response = new Response('a page', { headers })
      await slow
      return { response, tags: new Set(['dress']) }
    }
    const cache = new ResponseCache({ maxBytes: 1e6, revalidate: make })
    const said = async (key: string) => (await cache.answer(key, get('/'), make)).headers.get('cache-control')
    for (let n = 0; n < 3; n++) expect(await said('/dress')).toContain(kept)
    slow = free.promise
    const begun = said('/skirt')
    cache.invalidate({ productIds: ['dress'] })
    expect(await said('/dress')).toBe('public, no-cache')
    free.resolve()
    expect(await begun).toBe('public, no-cache')
    await cache.whenFresh(1000)
    expect(await said('/dress')).toContain(kept)
  })
})
