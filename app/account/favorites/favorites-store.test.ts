import { beforeEach, expect, test, vi } from 'vitest'
import { failure, fakeBrowser, fakeFetch, fakeToken, ok } from '#test/browser.ts'

const ayse = { id: 'u1', email: 'ayse@posta.example', firstName: 'Ayşe', lastName: 'Yılmaz', role: 'USER' }

beforeEach(() => {
  vi.resetModules()
  vi.unstubAllGlobals()
})

/** The store as a page with one heart uses it. */
async function aHeart() {
  const browser = fakeBrowser()
  const store = await import('./favorites-store.ts')
  const session = await import('../../browser/session.ts')
  const { keepWaiting, followFavorites } = store
  return { browser, session, keepWaiting, followFavorites }
}

test('what a guest tapped is added once she has signed in, and what is gone is let go', async () => {
  const { browser, session, keepWaiting, followFavorites } = await aHeart()
  followFavorites(() => undefined)
  const sent = fakeFetch(({ path, body }) => {
    if (path === '/favorites/my') return ok([{ productId: 'p1' }])
    return (body as { productId: string }).productId === 'gone'
      ? failure(404, 'NOT_FOUND', 'Bu ürün artık satışta değil.')
      : ok({})
  })
  keepWaiting('p1')
  keepWaiting('gone')
  keepWaiting('p1')
  expect(browser.localStorage.getItem('waitingFavorites')).toBe('["p1","gone"]')
  expect(sent).toEqual([])
  session.keepSession({ accessToken: fakeToken(ayse), refreshToken: 'r' })
  await vi.waitFor(() =>
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /favorites/add',
      'POST /favorites/add',
      'GET /favorites/my',
    ]),
  )
  expect(browser.localStorage.getItem('waitingFavorites')).toBeNull()
})

test('what did not reach the server waits on', async () => {
  const { browser, session, keepWaiting, followFavorites } = await aHeart()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  followFavorites(() => undefined)
  const sent = fakeFetch(() => {
    throw new TypeError('offline')
  })
  keepWaiting('p1')
  session.keepSession({ accessToken: fakeToken(ayse), refreshToken: 'r' })
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(browser.localStorage.getItem('waitingFavorites')).toBe('["p1"]')
})
