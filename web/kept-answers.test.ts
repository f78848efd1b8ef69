import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { KeptAnswers } from './kept-answers.ts'
import { publicAddress } from './public-address.ts'

const request = (headers: Record<string, string> = {}) => new Request('http://shop.test/', { headers })

/** A page whose text says how often it was made. */
function aPage(shows: string[] = []) {
  let made = 0
  const make = async () => {
    made++
    return {
      response: new Response(`made ${made}`, { headers: { 'content-type': 'text/html' } }),
      shows: new Set(shows),
    }
  }
  return { make, times: () => made }
}

test('is made once for a thousand who ask at the same time', async () => {
  const kept = new KeptAnswers({ maxBytes: 1e6 })
  const page = aPage()
  const answers = await Promise.all(Array.from({ length: 1000 }, () => kept.answer('/', request(), page.make)))
  expect(new Set(await Promise.all(answers.map((answer) => answer.text())))).toEqual(new Set(['made 1']))
  expect(page.times()).toBe(1)
})

test('is dropped by a change of what it shows, and only by that', async () => {
  const kept = new KeptAnswers({ maxBytes: 1e6 })
  const dress = aPage(['dress'])
  const skirt = aPage(['skirt'])
  const read = async () => [
    await (await kept.answer('/dress', request(), dress.make)).text(),
    await (await kept.answer('/skirt', request(), skirt.make)).text(),
  ]
  await read()
  kept.drop({ productIds: ['dress'] })
  expect(await read()).toEqual(['made 2', 'made 1'])
  kept.drop('everything')
  expect(await read()).toEqual(['made 3', 'made 2'])
})

test('made while the catalogue changed, it is not kept', async () => {
  const kept = new KeptAnswers({ maxBytes: 1e6 })
  const page = aPage()
  await kept.answer('/', request(), async () => {
    kept.drop({ productIds: ['something else'] })
    return page.make()
  })
  expect(await (await kept.answer('/', request(), page.make)).text()).toBe('made 2')
})

test('failures and private answers are passed on, never kept', async () => {
  const kept = new KeptAnswers({ maxBytes: 1e6 })
  for (const init of [{ status: 404 }, { status: 500 }, { headers: { 'cache-control': 'no-store' } }]) {
    await kept.answer('/', request(), async () => ({ response: new Response('no', init), shows: new Set() }))
    expect(kept.size).toBe(0)
  }
})

test.for([
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['gzip, br;q=0', 'gzip'],
  ['identity', null],
  ['gzip;q=0', null],
] as const)('sends a client that accepts %s what it can read', async ([accepts, encoding]) => {
  const kept = new KeptAnswers({ maxBytes: 1e6 })
  const answer = await kept.answer('/', request({ 'accept-encoding': accepts }), aPage().make)
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  expect(answer.headers.get('vary')).toBe('Accept-Encoding')
})

test.for([
  ['a few letters', Buffer.from('Çiçekli elbise – ₺1.299,90')],
  ['bytes that are no text', randomBytes(3000)],
  ['more than a packet', randomBytes(60_000)],
  ['nothing', Buffer.alloc(0)],
] as const)('sends %s byte for byte, in each encoding', async ([, bytes]) => {
  const kept = new KeptAnswers({ maxBytes: 1e6 })
  await kept.answer('/', request(), async () => ({ response: new Response(bytes), shows: new Set() }))
  const server = createServer((req, res) => void kept.send('/', req, res)).listen(0, '127.0.0.1')
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
    const made = await kept.answer('/', request({ 'accept-encoding': encoding }), aPage().make)
    expect(Buffer.from(await made.arrayBuffer()).equals(body)).toBe(true)
  }
  server.close()
})

test('one address, however it is written; personal ones are nobody’s to keep', () => {
  expect(publicAddress('/ust-giyim?utm_source=x&siralama=artan&gclid=1')).toBe('/ust-giyim?siralama=artan')
  expect(publicAddress('/api/v1/products?page=2&limit=24')).toBe(publicAddress('/api/v1/products?limit=24&page=2&x=1'))
  for (const path of ['/api/v1/orders/my', '/api/v1/account', '/api/v1/productsx', '/media/a.webp', '/metrics']) {
    expect(publicAddress(path), path).toBeUndefined()
  }
})

describe('once it was asked for again and again', () => {
  /** Answers that are made anew by themselves, as slowly as the test wants. */
  function aShop() {
    const made: string[] = []
    let held: Promise<void> = Promise.resolve()
    let release = () => {}
    let status = 200
    const make = async (key: string) => {
      made.push(key)
      const nth = made.filter((one) => one === key).length
      await held
      return { response: new Response(`${key} ${nth}`, { status }), shows: new Set([key]) }
    }
    const kept = new KeptAnswers({ maxBytes: 1e6, remake: make })
    const read = async (key: string) => (await kept.answer(key, request(), () => make(key))).text()
    return {
      kept,
      read,
      made,
      ask: async (key: string, times: number) => {
        for (let i = 0; i < times; i++) await read(key)
      },
      hold: () => {
        held = new Promise((resolve) => {
          release = resolve
        })
      },
      release: () => release(),
      answerWith: (code: number) => {
        status = code
      },
    }
  }

  test('the old one is sent while the new one is made, once, without anybody asking', async () => {
    const { kept, read, ask, made, hold, release } = aShop()
    await ask('/dress', 3)
    hold()
    kept.drop({ productIds: ['/dress'] })
    expect(await Promise.all(Array.from({ length: 1000 }, () => read('/dress')))).toEqual(Array(1000).fill('/dress 1'))
    release()
    await kept.whenFresh(1000)
    expect(await read('/dress')).toBe('/dress 2')
    expect(made).toEqual(['/dress', '/dress'])
  })

  test('what nobody asked for a second time is made by the next request', async () => {
    const { kept, read, ask, made } = aShop()
    await ask('/dress', 1)
    kept.drop('everything')
    await kept.whenFresh(1000)
    expect(made).toHaveLength(1)
    expect(await read('/dress')).toBe('/dress 2')
  })

  test('the most asked comes first, and what is asked for no more is forgotten', async () => {
    const { kept, ask, made } = aShop()
    for (const [key, times] of [
      ['/a', 2],
      ['/b', 8],
      ['/c', 4],
    ] as const)
      await ask(key, times)
    made.length = 0
    for (let change = 0; change < 4; change++) {
      kept.drop('everything')
      await kept.whenFresh(1000)
    }
    expect(made).toEqual(['/b', '/c', '/a', '/b', '/c', '/b'])
    expect(kept.size).toBe(0)
  })

  test('whoever waited for the change to show never gets the old one', async () => {
    const { kept, read, ask, hold, release } = aShop()
    await ask('/dress', 3)
    hold()
    kept.drop({ productIds: ['/dress'] })
    await kept.whenFresh(20)
    const answer = read('/dress')
    release()
    expect(await answer).toBe('/dress 2')
  })

  test('a change while it is made anew is seen, one of something else costs nothing', async () => {
    const { kept, read, ask, made, hold, release } = aShop()
    await ask('/dress', 9)
    hold()
    kept.drop({ productIds: ['/dress'] })
    kept.drop({ productIds: ['/skirt'] })
    release()
    await kept.whenFresh(1000)
    expect(await read('/dress')).toBe('/dress 2')
    hold()
    kept.drop({ productIds: ['/dress'] })
    kept.drop({ productIds: ['/dress'] })
    release()
    await kept.whenFresh(1000)
    expect(await read('/dress')).toBe('/dress 4')
    expect(made).toHaveLength(4)
  })

  test('while the database is away the old one stays, and goes once the database is back', async () => {
    const { kept, read, ask, answerWith } = aShop()
    await ask('/dress', 3)
    answerWith(503)
    kept.drop('everything')
    await kept.whenFresh(1000)
    expect(await read('/dress')).toBe('/dress 1')
    answerWith(200)
    kept.drop('everything')
    await kept.whenFresh(1000)
    expect(await read('/dress')).toBe('/dress 3')
  })

  test('what fails to be made anew is kept for ten minutes, then its failure is told', async () => {
    const { kept, read, ask, answerWith } = aShop()
    await ask('/dress', 3)
    answerWith(500)
    kept.drop('everything')
    await kept.whenFresh(1000)
    expect(await read('/dress')).toBe('/dress 1')
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 11 * 60_000)
    expect(await (await kept.answer('/dress', request(), failing)).text()).toBe('sorry')
    clock.mockRestore()
  })

  test('a page that is gone is gone at once', async () => {
    const { kept, ask, answerWith } = aShop()
    await ask('/dress', 3)
    answerWith(404)
    kept.drop('everything')
    await kept.whenFresh(1000)
    expect(kept.size).toBe(0)
  })
})

const failing = async () => ({ response: new Response('sorry', { status: 500 }), shows: new Set<string>() })
