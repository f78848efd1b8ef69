import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import * as zlib from 'node:zlib'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { createApp } from '#server'
import { aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { BuiltFiles } from './built-files.ts'

const clientDir = mkdtempSync(join(tmpdir(), 'butik-client-'))
const script = 'export const answer = 42\n'.repeat(2000)

beforeAll(() => {
  mkdirSync(join(clientDir, 'assets'))
  writeFileSync(join(clientDir, 'assets/react-Ab_1.js'), script)
  writeFileSync(join(clientDir, 'assets/.secret'), 'nothing')
  writeFileSync(join(clientDir, 'assets/notes.xyz'), 'nothing')
  writeFileSync(join(clientDir, 'robots-extra.txt'), 'nothing')
  mkdirSync(join(clientDir, 'assets/folder.js'))
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
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "frame-ancestors 'none'",
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    })
    const inTheClear = { ...deps, config: { ...deps.config, publicUrl: 'http://127.0.0.1:3000' } }
    const plain = await createApp(inTheClear, { clientDir }).fetch(...get('/assets/react-Ab_1.js'))
    expect(plain.headers.get('strict-transport-security')).toBeNull()
  })

  test('that may change is asked for again after an hour; folders and files of other kinds are not there', async ({
    deps,
  }) => {
    const app = createApp(deps, { clientDir })
    const answer = await app.fetch(...get('/robots-extra.txt'))
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    for (const path of ['/assets', '/assets/folder.js', '/assets/notes.xyz'])
      expect([path, (await app.fetch(...get(path))).status]).toEqual([path, 404])
    const posted = await app.fetch(new Request('http://shop.test/assets/react-Ab_1.js', { method: 'POST' }))
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    const head = await app.fetch(new Request('http://shop.test/assets/react-Ab_1.js', { method: 'HEAD' }))
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('is sent from memory once it was asked for, and takes its share of it before', async () => {
    const built = new BuiltFiles(clientDir, { https: () => false })
    const sizes = [script.length, 7]
    expect(built.bytes).toBe(sizes.reduce((sum, size) => sum + size + 2000, 0))
    const said: boolean[] = []
    const server = createServer((req, res) => {
      const sent = built.send(req.url ?? '', req, res)
      said.push(sent)
      if (!sent) res.end('not yet')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const ask = async (path: string, headers: Record<string, string> = {}) => {
      const [answer] = await once(request({ host: '127.0.0.1', port, path, headers, agent: false }).end(), 'response')
      return { connection: answer.headers.connection, body: await text(answer) }
    }
    const path = '/assets/react-Ab_1.js'
    expect((await ask(path)).body).toBe('not yet')
    const twice = await Promise.all([1, 2].map(() => built.answer(path, new Request('http://shop.test/'))))
    expect(await Promise.all(twice.map((answer) => answer?.text()))).toEqual([script, script])
    expect(await ask(path, { connection: 'keep-alive' })).toEqual({ connection: undefined, body: script })
    expect(await ask(path, { connection: 'close' })).toEqual({ connection: 'close', body: script })
    expect((await ask('/assets/other.js')).body).toBe('not yet')
    expect(said).toEqual([false, true, true, false])
    server.close()
  })

  test('that cannot be read today holds up no other, and may be read tomorrow', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'butik-many-'))
    const names = Array.from({ length: 6 }, (_, i) => `/file-${i}.js`)
    for (const name of names) writeFileSync(join(folder, name), `${name}\n`.repeat(1000))
    const built = new BuiltFiles(folder, { https: () => false })
    const ask = (name: string) => built.answer(name, new Request('http://shop.test/'))
    rmSync(join(folder, '/file-0.js'))
    const answers = await Promise.allSettled(names.map(ask))
    expect(answers.map(({ status }) => status)).toEqual(['rejected', ...Array(5).fill('fulfilled')])
    writeFileSync(join(folder, '/file-0.js'), 'back')
    expect(await (await ask('/file-0.js'))?.text()).toBe('back')
    rmSync(folder, { recursive: true })
  })

  test('waits for nobody who asks for names that no build has', async () => {
    const look = Promise.withResolvers<undefined>()
    const built = new BuiltFiles(clientDir, { https: () => false, findElsewhere: () => look.promise })
    const ask = (name: string) => built.answer(`/assets/${name}`, new Request('http://shop.test/'))
    const unknown = Array.from({ length: 20 }, (_, n) => ask(`none-${n}.js`))
    expect(await (await ask('react-Ab_1.js'))?.text()).toBe(script)
    look.resolve(undefined)
    expect(await Promise.all(unknown)).toEqual(Array(20).fill(undefined))
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
