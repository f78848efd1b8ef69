import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as zlib from 'node:zlib'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { createApp } from '#server'
import { aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'

const clientDir = mkdtempSync(join(tmpdir(), 'butik-client-'))
const script = 'export const answer = 42\n'.repeat(2000)

beforeAll(() => {
  mkdirSync(join(clientDir, 'assets'))
  writeFileSync(join(clientDir, 'assets/react-Ab_1.js'), script)
  writeFileSync(join(clientDir, 'assets/.secret'), 'nothing')
})
afterAll(() => rmSync(clientDir, { recursive: true }))

const get = (path: string, sent = path) =>
  [
    new Request(`http://shop.test${path}`, { headers: { 'accept-encoding': 'br' } }),
    { incoming: { url: sent, socket: { remoteAddress: '203.0.113.9' } } },
  ] as const

describe('a built file', () => {
  test('is sent by its name, compressed and for ever, whatever its query says', async ({ deps }) => {
    const app = createApp(deps, { clientDir })
    for (const path of ['/assets/react-Ab_1.js', '/assets/react-Ab_1.js?v=2']) {
      const answer = await app.fetch(...get(path))
      expect(answer.headers.get('content-encoding')).toBe('br')
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(zlib.brotliDecompressSync(await answer.bytes()).toString()).toBe(script)
    }
  })

  test('carries the security headers, and over TLS that there is nothing else', async ({ deps }) => {
    const overTls = { ...deps, config: { ...deps.config, publicUrl: 'https://dukkan.example' } }
    const { headers } = await createApp(overTls, { clientDir }).fetch(...get('/assets/react-Ab_1.js'))
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "frame-ancestors 'none'",
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    })
  })

  test('has no other spelling: each is 404 and nothing of it is kept', async ({ deps }) => {
    const app = createApp(deps, { clientDir })
    for (let i = 1; i <= 50; i++) {
      const many = '/'.repeat(i)
      for (const path of [
        ...[`/assets/${many}react-Ab_1.js`, `${many}/assets/react-Ab_1.js`, `/assets/react-Ab_1.js${many}`],
        ...['/assets/%72eact-Ab_1.js', '/assets/react-ab_1.js', '/ASSETS/react-Ab_1.js', '/assets/.secret'],
      ]) {
        const answer = await app.fetch(...get(path))
        expect([path, answer.status]).toEqual([path, 404])
      }
      const dotted = `/assets${'/.'.repeat(i)}/react-Ab_1.js`
      expect((await app.fetch(...get('/assets/react-Ab_1.js', dotted))).status, dotted).toBe(404)
    }
    expect(app.cache.size).toBe(0)
  })
})

describe('a page', () => {
  test('has one address: whoever writes it otherwise is sent there, and no copy is kept', async ({ deps, ctx }) => {
    const { slug } = await aProduct(ctx)
    const app = createApp(deps, { clientDir })
    expect((await app.fetch(...get(`/urun/${slug}`))).status).toBe(200)
    for (const path of [
      ...[`/urun/${slug}/`, `/urun/%6beten${slug.slice(5)}`, `/Urun/${slug}`, `/urun/${slug.toUpperCase()}`],
      `/urun%2F${slug}`,
    ]) {
      const answer = await app.fetch(...get(`${path}?utm_source=posta`))
      const to = path.includes('%2F') ? null : `/urun/${slug}?utm_source=posta`
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, to ? 301 : 404, to])
    }
    for (const path of ['//', `//urun/${slug}`, `/urun//${slug}`, '/%5cevil.test/', '//evil.test/', '/%2F/evil.test']) {
      const answer = await app.fetch(...get(path))
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 404, null])
    }
    expect((await app.fetch(...get(`/urun/${slug}`, `/urun/./${slug}`))).status).toBe(200)
    expect(app.cache.size).toBe(1)
  })

  test('of the panel, an unknown address and a very long one are made and not kept', async ({ deps }) => {
    const app = createApp(deps, { clientDir })
    const sizes = Array.from({ length: 30 }, (_, i) => `beden=${i}${'x'.repeat(38)}&renk=${i}${'y'.repeat(38)}`)
    expect((await app.fetch(...get(`/ara?${sizes.join('&')}`))).status).toBe(200)
    expect((await app.fetch(...get('/admin/urunler/yok'))).status).toBe(200)
    expect((await app.fetch(...get('/api/v1/products?limit=1&page=1'))).status).toBe(200)
    expect(app.cache.size).toBe(1)
  })
})
