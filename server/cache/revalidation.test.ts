import { describe, expect, test, vi } from 'vitest'
import { ResponseCache } from './response-cache.ts'
import { longestWaitMs } from './staleness.ts'

const request = () => new Request('http://shop.test/')

describe('once it was asked for again and again', () => {
  /** A cache that renders its answers again by itself, as slowly as the test wants. */
  function aShop() {
    const made: string[] = []
    let held: Promise<void> = Promise.resolve()
    let release = () => {}
    let status = 200
    const make = async (key: string) => {
      made.push(key)
      const nth = made.filter((one) => one === key).length
      await held
      return { response: new Response(`${key} ${nth}`, { status }), tags: new Set([key]) }
    }
    const cache = new ResponseCache({ maxBytes: 1e6, revalidate: make })
    const read = async (key: string) => (await cache.answer(key, request(), () => make(key))).text()
    return {
      cache,
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
    const { cache, read, ask, made, hold, release } = aShop()
    await ask('/dress', 3)
    hold()
    cache.invalidate({ productIds: ['/dress'] })
    expect(await Promise.all(Array.from({ length: 1000 }, () => read('/dress')))).toEqual(Array(1000).fill('/dress 1'))
    release()
    await cache.whenFresh(1000)
    expect(await read('/dress')).toBe('/dress 2')
    expect(made).toEqual(['/dress', '/dress'])
  })

  test('one is made after the other, so that whoever asks for what is kept is answered in between', async () => {
    const { cache, read, ask, made, hold, release } = aShop()
    for (const key of ['/dress', '/skirt']) await ask(key, 3)
    hold()
    cache.invalidate('everything')
    expect(made).toHaveLength(3)
    expect([await read('/dress'), await read('/skirt')]).toEqual(['/dress 1', '/skirt 1'])
    expect(made).toHaveLength(3)
    release()
    await cache.whenFresh(1000)
    expect([await read('/dress'), await read('/skirt')]).toEqual(['/dress 2', '/skirt 2'])
  })

  test('after a second nobody gets the old one any more, however long the new one takes', async () => {
    const { cache, read, ask, made, hold, release } = aShop()
    await ask('/dress', 3)
    hold()
    cache.invalidate({ productIds: ['/dress'] })
    expect(await read('/dress')).toBe('/dress 1')
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 1100)
    const late = Promise.all([read('/dress'), read('/dress')])
    release()
    expect(await late).toEqual(['/dress 2', '/dress 2'])
    expect(made).toHaveLength(2)
    clock.mockRestore()
  })

  test('a change of what only the new answer tags, while that is made, is seen', async () => {
    const shown = [['dress'], ['dress', 'skirt']]
    const prices = { dress: 1, skirt: 1 }
    const free = Promise.withResolvers<void>()
    let made = 0
    const make = async () => {
      const tags = new Set(shown[Math.min(made++, 1)])
      const response = new Response(JSON.stringify(prices))
      if (made === 2) await free.promise
      return { response, tags }
    }
    const cache = new ResponseCache({ maxBytes: 1e6, revalidate: make })
    const read = async () => (await cache.answer('/', request(), make)).json()
    for (let i = 0; i < 3; i++) await read()
    prices.dress = 2
    cache.invalidate({ productIds: ['dress'] })
    prices.skirt = 2
    cache.invalidate({ productIds: ['skirt'] })
    free.resolve()
    await cache.whenFresh(1000)
    expect(await read()).toEqual({ dress: 2, skirt: 2 })
  })

  test('what nobody asked for a second time is made by the next request', async () => {
    const { cache, read, ask, made } = aShop()
    await ask('/dress', 1)
    cache.invalidate('everything')
    await cache.whenFresh(1000)
    expect(made).toHaveLength(1)
    expect(await read('/dress')).toBe('/dress 2')
  })

  test('the most asked comes first, and what is asked for no more is made no more', async () => {
    const { cache, ask, made } = aShop()
    for (const [key, times] of [
      ['/a', 2],
      ['/b', 8],
      ['/c', 4],
    ] as const)
      await ask(key, times)
    made.length = 0
    for (let change = 0; change < 4; change++) {
      cache.invalidate('everything')
      await cache.whenFresh(1000)
    }
    expect(made).toEqual(['/b', '/c', '/a', '/b', '/c', '/b'])
  })

  test('whoever waited for the change to show never gets the old one', async () => {
    const { cache, read, ask, hold, release } = aShop()
    await ask('/dress', 3)
    hold()
    cache.invalidate({ productIds: ['/dress'] })
    await cache.whenFresh(20)
    const answer = read('/dress')
    release()
    expect(await answer).toBe('/dress 2')
  })

  test('a request that waited for the new one gets the old one when the database is away', async () => {
    const { cache, read, ask, hold, release, answerWith } = aShop()
    await ask('/dress', 3)
    hold()
    cache.invalidate({ productIds: ['/dress'] })
    await cache.whenFresh(20)
    answerWith(503)
    const answer = read('/dress')
    release()
    expect(await answer).toBe('/dress 1')
  })

  test.for([
    ['hardly anybody asked for', 1],
    ['many asked for', 9],
  ] as const)('a page that %s is sent when the database goes away in a rush of changes', async ([, times]) => {
    const { cache, read, ask, answerWith } = aShop()
    await ask('/dress', times)
    // Each request is overtaken by a change, and so is what is made in between.
    for (let n = 0; n < 5; n++) {
      const answer = read('/dress')
      cache.invalidate({ productIds: ['/dress'] })
      await answer
    }
    answerWith(503)
    cache.invalidate({ productIds: ['/dress'] })
    await cache.whenFresh(1000)
    expect(await Promise.all([read('/dress'), read('/dress')])).not.toContain('')
    expect((await cache.answer('/dress', request(), unavailable)).status).toBe(200)
    answerWith(200)
    cache.invalidate('everything')
    await cache.whenFresh(1000)
    expect((await cache.answer('/dress', request(), unavailable)).status).toBe(200)
  })

  test('a page that a change overtook when it was first made is sent when the database goes away', async () => {
    const { cache, read } = aShop()
    const overtaken = read('/dress')
    cache.invalidate('everything')
    await overtaken
    const answer = await cache.answer('/dress', request(), unavailable)
    expect([answer.status, await answer.text()]).toEqual([200, '/dress 1'])
  })

  test('a page that shows what changed long ago is not sent because the database is away', async () => {
    const { cache, read, ask } = aShop()
    await ask('/dress', 1)
    cache.invalidate('everything')
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 11 * 60_000)
    expect((await cache.answer('/dress', request(), unavailable)).status).toBe(503)
    expect(await read('/dress')).toBe('/dress 2')
    clock.mockRestore()
  })

  test.for([1, 9])(
    'a database that says nothing holds up nobody for long: asked for %i times, the old page is sent',
    async (times) => {
      const { cache, read, ask, hold, release } = aShop()
      await ask('/dress', times)
      hold()
      cache.invalidate({ productIds: ['/dress'] })
      await cache.whenFresh(20)
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const waiting = Promise.all([read('/dress'), read('/dress')])
      await vi.advanceTimersByTimeAsync(longestWaitMs)
      vi.useRealTimers()
      expect(await waiting).toEqual(['/dress 1', '/dress 1'])
      // Nothing is waited for any more.
      expect(await read('/dress')).toBe('/dress 1')
      release()
      await expect.poll(() => read('/dress')).not.toBe('/dress 1')
    },
  )

  test('whoever waits for the change to show goes on as soon as it does', async () => {
    const { cache, read, ask } = aShop()
    await cache.whenFresh(60_000)
    await ask('/dress', 3)
    cache.invalidate({ productIds: ['/dress'] })
    const began = performance.now()
    await cache.whenFresh(8000)
    expect(performance.now() - began).toBeLessThan(6000)
    expect(await read('/dress')).toBe('/dress 2')
  })

  test('a change while it is made anew is seen, one of something else costs nothing', async () => {
    const { cache, read, ask, made, hold, release } = aShop()
    await ask('/dress', 9)
    hold()
    cache.invalidate({ productIds: ['/dress'] })
    cache.invalidate({ productIds: ['/skirt'] })
    release()
    await cache.whenFresh(1000)
    expect(await read('/dress')).toBe('/dress 2')
    hold()
    cache.invalidate({ productIds: ['/dress'] })
    cache.invalidate({ productIds: ['/dress'] })
    release()
    await cache.whenFresh(1000)
    expect(await read('/dress')).toBe('/dress 4')
    expect(made).toHaveLength(4)
  })

  test('while the database is away the old one stays, and goes once the database is back', async () => {
    const { cache, read, ask, answerWith } = aShop()
    await ask('/dress', 3)
    answerWith(503)
    cache.invalidate('everything')
    await cache.whenFresh(1000)
    expect(await read('/dress')).toBe('/dress 1')
    answerWith(200)
    cache.invalidate('everything')
    await cache.whenFresh(1000)
    expect(await read('/dress')).toBe('/dress 3')
  })

  test('what fails to be made anew is kept for ten minutes, then its failure is told', async () => {
    const { cache, read, ask, answerWith } = aShop()
    await ask('/dress', 3)
    answerWith(500)
    cache.invalidate('everything')
    await cache.whenFresh(1000)
    expect(await read('/dress')).toBe('/dress 1')
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 11 * 60_000)
    expect(await (await cache.answer('/dress', request(), failing)).text()).toBe('sorry')
    clock.mockRestore()
  })

  test('a page that is gone is gone at once', async () => {
    const { cache, ask, answerWith } = aShop()
    await ask('/dress', 3)
    answerWith(404)
    cache.invalidate('everything')
    await cache.whenFresh(1000)
    expect(cache.size).toBe(0)
  })
})

const unavailable = async () => ({ response: new Response('', { status: 503 }), tags: new Set<string>() })
const failing = async () => ({ response: new Response('sorry', { status: 500 }), tags: new Set<string>() })
