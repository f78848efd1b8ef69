import { expect, test } from 'vitest'
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

test('one address, however it is written; personal ones are nobody’s to keep', () => {
  expect(publicAddress('/ust-giyim?utm_source=x&siralama=artan&gclid=1')).toBe('/ust-giyim?siralama=artan')
  expect(publicAddress('/api/v1/products?page=2&limit=24')).toBe(publicAddress('/api/v1/products?limit=24&page=2&x=1'))
  for (const path of ['/api/v1/orders/my', '/api/v1/account', '/api/v1/productsx', '/media/a.webp', '/metrics']) {
    expect(publicAddress(path), path).toBeUndefined()
  }
})
