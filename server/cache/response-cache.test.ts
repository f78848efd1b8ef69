import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ResponseCache } from './response-cache.ts'

const request = (headers: Record<string, string> = {}) => new Request('http://shop.test/', { headers })

/** A page whose text says how often it was made. */
function aPage(tags: string[] = []) {
  let made = 0
  const make = async () => {
    made++
    return {
      response: new Response(`made ${made}`, { headers: { 'content-type': 'text/html' } }),
      tags: new Set(tags),
    }
  }
  return { make, times: () => made }
}

test('is made once for a thousand who ask at the same time', async () => {
  const cache = new ResponseCache({ maxBytes: 1e6 })
  const page = aPage()
  const answers = await Promise.all(Array.from({ length: 1000 }, () => cache.answer('/', request(), page.make)))
  expect(new Set(await Promise.all(answers.map((answer) => answer.text())))).toEqual(new Set(['made 1']))
  expect(page.times()).toBe(1)
})

test('is dropped by a change of what it tags, and only by that', async () => {
  const cache = new ResponseCache({ maxBytes: 1e6 })
  const dress = aPage(['dress'])
  const skirt = aPage(['skirt'])
  const read = async () => [
    await (await cache.answer('/dress', request(), dress.make)).text(),
    await (await cache.answer('/skirt', request(), skirt.make)).text(),
  ]
  await read()
  cache.invalidate({ productIds: ['dress'] })
  expect(await read()).toEqual(['made 2', 'made 1'])
  cache.invalidate('everything')
  expect(await read()).toEqual(['made 3', 'made 2'])
})

test('made while the catalog changed, it is not kept', async () => {
  const cache = new ResponseCache({ maxBytes: 1e6 })
  const page = aPage()
  await cache.answer('/', request(), async () => {
    cache.invalidate({ productIds: ['something else'] })
    return page.make()
  })
  expect(await (await cache.answer('/', request(), page.make)).text()).toBe('made 2')
})

test('who asks after a change does not get the answer that was begun before it', async () => {
  const cache = new ResponseCache({ maxBytes: 1e6 })
  const free = Promise.withResolvers<void>()
  const page = aPage(['dress'])
  const slow = async () => {
    const made = await page.make()
    await free.promise
    return made
  }
  const before = cache.answer('/dress', request(), slow)
  cache.invalidate({ productIds: ['dress'] })
  const after = cache.answer('/dress', request(), slow)
  free.resolve()
  expect(await (await before).text()).toBe('made 1')
  expect(await (await after).text()).toBe('made 2')
})

test('failures and private answers are passed on, never kept', async () => {
  const cache = new ResponseCache({ maxBytes: 1e6 })
  for (const init of [{ status: 404 }, { status: 500 }, { headers: { 'cache-control': 'no-store' } }]) {
    await cache.answer('/', request(), async () => ({ response: new Response('no', init), tags: new Set() }))
    expect(cache.size).toBe(0)
  }
})

test.for([
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['gzip, br;q=0', 'gzip'],
  ['identity', null],
  ['gzip;q=0', null],
] as const)('sends a client that accepts %s what it can read', async ([accepts, encoding]) => {
  const cache = new ResponseCache({ maxBytes: 1e6 })
  const answer = await cache.answer('/', request({ 'accept-encoding': accepts }), aPage().make)
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  expect(answer.headers.get('vary')).toBe('Accept-Encoding')
})

test.for([
  ['a few letters', Buffer.from('Çiçekli elbise – ₺1.299,90')],
  ['bytes that are no text', randomBytes(3000)],
  ['more than a packet', randomBytes(60_000)],
  ['nothing', Buffer.alloc(0)],
] as const)('sends %s byte for byte, in each encoding', async ([, bytes]) => {
  const cache = new ResponseCache({ maxBytes: 1e6 })
  await cache.answer('/', request(), async () => ({ response: new Response(bytes), tags: new Set() }))
  const server = createServer((req, res) => void cache.send('/', req, res)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const get = async (encoding: string, method = 'GET') => {
    const call = ask({ host: '127.0.0.1', port, method, headers: { 'accept-encoding': encoding } }).end()
    const [answer] = await once(call, 'response')
    return { length: Number(answer.headers['content-length']), body: await buffer(answer) }
  }
  for (const [encoding, read] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['identity', (body: Buffer) => body],
  ] as const) {
    const { length, body } = await get(encoding)
    expect(body.length).toBe(length)
    expect(read(body).equals(bytes)).toBe(true)
    expect(await get(encoding, 'HEAD')).toEqual({ length, body: Buffer.alloc(0) })
    const made = await cache.answer('/', request({ 'accept-encoding': encoding }), aPage().make)
    expect(Buffer.from(await made.arrayBuffer()).equals(body)).toBe(true)
  }
  server.close()
})

test('send says whether the response was in memory', async () => {
  const cache = new ResponseCache({ maxBytes: 1e6 })
  await cache.answer('/kept', request(), aPage().make)
  const said: boolean[] = []
  const server = createServer((req, res) => {
    const sent = cache.send(req.url ?? '', req, res)
    said.push(sent)
    if (!sent) res.end('none')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()
  expect([await get('/kept'), await get('/other')]).toEqual(['made 1', 'none'])
  expect(said).toEqual([true, false])
  server.close()
})

test('keys and headers are counted: neither long ones nor many make it larger than its limit', async () => {
  const cache = new ResponseCache({ maxBytes: 1e6 })
  const tiny = () => cache.answer(`/${'k'.repeat(15_000)}${cache.size}`, request(), aPage().make)
  for (let i = 0; i < 60; i++) await tiny()
  expect(cache.size * 15_000 * 2).toBeLessThan(1e6)
  expect(cache.bytes).toBeGreaterThan(cache.size * 15_000 * 2)
  const headers = { 'x-long': 'h'.repeat(20_000) }
  for (let i = 0; i < 60; i++)
    await cache.answer(`/h${i}`, request(), async () => ({ response: new Response('', { headers }), tags: new Set() }))
  expect(cache.size * 20_000).toBeLessThan(1e6)
})

test('answers of the API do not drive out pages, however many are asked for', async () => {
  const cache = new ResponseCache({ maxBytes: 300_000 })
  const page = aPage()
  await cache.answer('/', request(), page.make)
  for (let i = 0; i < 300; i++) await cache.answer(`/api/v1/products?q=${i}`, request(), aPage().make)
  expect(await (await cache.answer('/', request(), page.make)).text()).toBe('made 1')
  expect(cache.bytes).toBeLessThan(300_000)
})

test('two thirds of it are for pages, a third for answers of the API, and each entry counts whole', async () => {
  const cache = new ResponseCache({ maxBytes: 300_000 })
  const put = (key: string, tags: string[] = []) =>
    cache.answer(key, request(), async () => ({ response: new Response(randomBytes(9000)), tags: new Set(tags) }))
  await put('/0')
  const one = cache.bytes
  await put('/0123456789', ['dress', 'skirt'])
  // Two letters of its key more than nine are eighteen bytes; random bytes are compressed a little differently.
  expect(Math.abs(cache.bytes - 2 * one - 18 - 200)).toBeLessThan(15)
  // 10.6 kB each.
  for (let i = 1; i < 40; i++) await put(`/${i}`)
  expect(cache.size).toBe(18)
  for (let i = 0; i < 40; i++) await put(`/api/v1/products?page=${i}`)
  expect(cache.size).toBe(27)
  expect(cache.bytes).toBeGreaterThan(270_000)
})

test('gzip counts once somebody asks for it, and makes room for itself', async () => {
  const cache = new ResponseCache({ maxBytes: 60_000 })
  const put = (key: string, encoding: string) =>
    cache.answer(key, request({ 'accept-encoding': encoding }), async () => ({
      response: new Response(randomBytes(9000)),
      tags: new Set(),
    }))
  for (const key of ['/0', '/1', '/2']) await put(key, 'br')
  const before = cache.bytes
  expect(cache.size).toBe(3)
  await put('/1', 'gzip')
  await put('/1', 'gzip')
  expect(cache.size, 'the oldest is dropped').toBe(2)
  expect(cache.bytes).toBeGreaterThan((before * 2) / 3 + 8500)
  expect(cache.bytes).toBeLessThan(40_000)
})

test('it is told what each answer is made for', async () => {
  const reasons: string[] = []
  const page = aPage(['dress'])
  const onRender = (reason: string) => void reasons.push(reason)
  const cache = new ResponseCache({ maxBytes: 1e6, revalidate: page.make, onRender })
  for (let i = 0; i < 3; i++) await cache.answer('/', request(), page.make)
  cache.invalidate('everything')
  await cache.whenFresh(1000)
  expect(reasons).toEqual(['request', 'change'])
})
