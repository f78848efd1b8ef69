import { brotliDecompressSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { compress, tighten } from './compressed.ts'
import { ResponseCache } from './response-cache.ts'

const request = () => new Request('http://shop.test/', { headers: { 'accept-encoding': 'br' } })
const words = Array.from({ length: 3000 }, (_, n) => `<li>Elbise ${(n * 7919) % 1009}</li>`).join('')

test('what is asked for again is pressed smaller, and says the same', async () => {
  const cache = new ResponseCache({ maxBytes: 1e6 })
  const make = async () => ({ response: new Response(words), tags: new Set<string>() })
  const read = async () => {
    const answer = await cache.answer('/', request(), make)
    return Buffer.from(await answer.arrayBuffer())
  }
  const first = await read()
  await vi.waitFor(async () => expect((await read()).length).toBeLessThan(first.length), { timeout: 20_000 })
  expect(brotliDecompressSync(await read()).toString()).toBe(words)
})

test('while the catalog changes nothing is pressed, and a second after the last change it is', async () => {
  const cache = new ResponseCache({ maxBytes: 1e6 })
  const make = async () => ({ response: new Response(words), tags: new Set<string>() })
  const read = async () => (await (await cache.answer('/', request(), make)).arrayBuffer()).byteLength
  /** As long as pressing takes, whatever the clock says. */
  const press = async () => tighten(await compress(new Response(words)))
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  try {
    cache.invalidate({ productIds: ['dress'] })
    const first = await read()
    for (let n = 0; n < 3; n++) expect(await read()).toBe(first)
    vi.advanceTimersByTime(900)
    cache.invalidate({ productIds: ['dress'] })
    vi.advanceTimersByTime(900)
    for (let n = 0; n < 2; n++) await press()
    expect(await read()).toBe(first)
    vi.advanceTimersByTime(200)
    for (let n = 0; n < 2; n++) await press()
    expect(await read()).toBeLessThan(first)
  } finally {
    vi.useRealTimers()
  }
})

test('what becomes stale while it is pressed is not offered to caches in front again', async () => {
  const headers = { 'cache-control': 'public, max-age=0, s-maxage=1' }
  const made = { first: async () => ({ response: new Response(words, { headers }), tags: new Set(['dress']) }) }
  let renew = () => {}
  const renewed = new Promise<void>((resolve) => {
    renew = resolve
  })
  const cache = new ResponseCache({
    maxBytes: 1e6,
    revalidate: () => renewed.then(() => ({ response: new Response('new'), tags: new Set(['dress']) })),
  })
  const ask = () => cache.answer('/', request(), made.first)
  for (let n = 0; n < 3; n++) await ask()
  cache.invalidate({ productIds: ['dress'] })
  // As long as the pressing that is under way takes, and once more.
  for (let n = 0; n < 2; n++) await tighten(await compress(new Response(words, { headers })))
  const asked = ask()
  const stale = await Promise.race([asked, new Promise<undefined>((resolve) => setImmediate(resolve, undefined))])
  if (stale) expect(stale.headers.get('cache-control')).toBe('public, no-cache')
  renew()
  await asked
})
