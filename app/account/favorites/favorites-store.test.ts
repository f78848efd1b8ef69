import { beforeEach, expect, test, vi } from 'vitest'
import { mostOfGuest } from '#shop/favorites/contract.ts'
import { fakeBrowser, fakeFetch, fakeToken, ok, type Sent } from '#test/browser.ts'

const ayse = { id: 'u1', email: 'ayse@posta.example', firstName: 'Ayşe', lastName: 'Yılmaz', role: 'USER' }

beforeEach(() => {
  vi.resetModules()
  vi.unstubAllGlobals()
})

/** The store as a page with one heart uses it; `shown` gives what it shows. */
async function aHeart() {
  const browser = fakeBrowser()
  const { changeFavorite, favoritesKnown, followFavorites } = await import('./favorites-store.ts')
  const session = await import('../../browser/session.ts')
  followFavorites(() => undefined)
  const kept = () => browser.localStorage.getItem('favorites')
  const signIn = () => session.keepSession({ accessToken: fakeToken(ayse), refreshToken: 'r' })
  return { changeFavorite, favoritesKnown, kept, signIn }
}

const calls = (sent: Sent[]) => sent.map(({ method, path }) => `${method} ${path}`)

test('a guest keeps her favorites in the browser, and nobody is asked', async () => {
  const { changeFavorite, kept } = await aHeart()
  const sent = fakeFetch(() => ok({}))
  await changeFavorite('p1', true)
  await changeFavorite('p2', true)
  await changeFavorite('p1', true)
  expect(kept()).toBe('["p2","p1"]')
  await changeFavorite('p2', false)
  expect(kept()).toBe('["p1"]')
  await changeFavorite('p1', false)
  expect(kept()).toBeNull()
  for (let n = 0; n < 103; n++) await changeFavorite(`p${n}`, true)
  expect([JSON.parse(kept() ?? '').length, JSON.parse(kept() ?? '')[0]]).toEqual([mostOfGuest, 'p3'])
  expect(sent).toEqual([])
})

test('what a guest kept joins her account in one call when she signs in, and is then kept there alone', async () => {
  const { changeFavorite, favoritesKnown, signIn, kept } = await aHeart()
  const sent = fakeFetch(({ path }) => ok(path === '/favorites/merge' ? { productIds: ['p1', 'hers'] } : {}))
  await changeFavorite('p1', true)
  await changeFavorite('gone', true)
  signIn()
  await favoritesKnown()
  expect(calls(sent)).toEqual(['POST /favorites/merge'])
  expect(sent[0]?.body).toEqual({ productIds: ['p1', 'gone'] })
  expect(kept()).toBeNull()
  await changeFavorite('p1', false)
  expect(calls(sent).at(-1)).toBe('DELETE /favorites/remove')
  expect(kept()).toBeNull()
})

test('what did not reach the server stays kept', async () => {
  const { changeFavorite, favoritesKnown, signIn, kept } = await aHeart()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const sent = fakeFetch(() => {
    throw new TypeError('offline')
  })
  await changeFavorite('p1', true)
  signIn()
  await favoritesKnown()
  expect(calls(sent)).toEqual(['POST /favorites/merge'])
  expect(kept()).toBe('["p1"]')
})

test('a guest lists hers without an account, and drops what is no longer on sale', async () => {
  const { changeFavorite, favoritesKnown, signIn, kept } = await aHeart()
  const { listFavorites } = await import('./favorites-server.ts')
  const sent = fakeFetch(({ path }) => {
    if (path === '/favorites/merge') return ok({ productIds: ['p1'] })
    return ok([{ productId: 'p1' }])
  })
  const { signal } = new AbortController()
  expect(await listFavorites(signal)).toEqual([])
  await changeFavorite('gone', true)
  await changeFavorite('p1', true)
  expect(await listFavorites(signal)).toEqual([{ productId: 'p1' }])
  expect(kept()).toBe('["p1"]')
  signIn()
  await favoritesKnown()
  await listFavorites(signal)
  expect(calls(sent)).toEqual(['GET /favorites/guest?ids=gone,p1', 'POST /favorites/merge', 'GET /favorites/my'])
})
