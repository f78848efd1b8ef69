import { beforeEach, describe, expect, test, vi } from 'vitest'
import { failure, fakeBrowser, fakeFetch, ok } from '#test/browser.ts'
import { ApiError, api, sentenceOf } from './api-client.ts'

let browser: ReturnType<typeof fakeBrowser>
beforeEach(() => signedInAt('/ust-giyim'))

function signedInAt(path: string) {
  browser = fakeBrowser(path)
  browser.localStorage.setItem('accessToken', 'old')
  browser.localStorage.setItem('refreshToken', 'refresh-1')
  browser.localStorage.setItem('userInfo', '{}')
}

const keys = ['accessToken', 'refreshToken', 'userInfo']
const kept = () => keys.filter((key) => browser.localStorage.getItem(key) !== null)

const expired = () => failure(401, 'UNAUTHENTICATED', 'Oturumunuzun süresi doldu')
const tokens = () => ok({ accessToken: 'new', refreshToken: 'refresh-2' })

function shopThatWantsNewTokens() {
  return fakeFetch(({ path, headers }) => {
    if (path === '/auth/refresh') return tokens()
    return headers.Authorization === 'Bearer new' ? ok(path) : expired()
  })
}

test('sends the bearer token and the body as JSON, and gives the data', async () => {
  const sent = fakeFetch(() => ok([1]))
  expect(await api.post('/favorites/add', { productId: 'p' })).toEqual([1])
  expect(sent[0]).toMatchObject({ method: 'POST', path: '/favorites/add', body: { productId: 'p' } })
  expect(sent[0]?.headers).toMatchObject({ Authorization: 'Bearer old', 'Content-Type': 'application/json' })
})

test('a 401 is answered by one refresh for any number of calls at once, each then tried again', async () => {
  const sent = shopThatWantsNewTokens()
  const paths = ['/orders/my', '/favorites/my', '/account', '/orders/1', '/orders/2'] as const
  expect(await Promise.all(paths.map((path) => api.get(path)))).toEqual(paths)
  expect(sent.filter(({ path }) => path === '/auth/refresh')).toHaveLength(1)
  expect(browser.localStorage.getItem('accessToken')).toBe('new')
  expect(browser.localStorage.getItem('refreshToken')).toBe('refresh-2')
})

test('takes the token that another tab has fetched meanwhile instead of refreshing', async () => {
  const sent = fakeFetch(({ headers }) => {
    if (headers.Authorization === 'Bearer new') return ok('mine')
    browser.localStorage.setItem('accessToken', 'new')
    return expired()
  })
  expect(await api.get('/orders/my')).toBe('mine')
  expect(sent.map(({ path }) => path)).toEqual(['/orders/my', '/orders/my'])
})

test('refreshes inside the lock that all tabs share', async () => {
  const request = vi.fn((_name: string, work: () => unknown) => work())
  vi.stubGlobal('navigator', { locks: { request } })
  shopThatWantsNewTokens()
  await api.get('/orders/my')
  expect(request).toHaveBeenCalledTimes(1)
})

test.each([
  ['the refresh is refused', () => expired()],
  ['its answer holds no token', () => ok({})],
])('when %s, the session ends here, and the page stays to say so', async (_why, answer) => {
  // The panel leaves by itself (app/admin/layout.tsx).
  for (const page of ['/admin/siparisler', '/ust-giyim']) {
    signedInAt(page)
    browser.localStorage.setItem('cart', '[]')
    fakeFetch(({ path }) => (path === '/auth/refresh' ? answer() : expired()))
    await expect(api.get('/orders/my')).rejects.toMatchObject({ status: 401 })
    expect(kept()).toEqual([])
    expect(browser.localStorage.getItem('cart')).toBe('[]')
    expect(browser.wentTo).toEqual([])
  }
})

test('when even the new token is refused, the session ends', async () => {
  fakeFetch(({ path }) => (path === '/auth/refresh' ? tokens() : expired()))
  await expect(api.get('/orders/my')).rejects.toMatchObject({ status: 401 })
  expect(kept()).toEqual([])
})

test('without a refresh token a 401 ends the session', async () => {
  browser.localStorage.removeItem('refreshToken')
  const sent = fakeFetch(expired)
  await expect(api.get('/orders/my')).rejects.toBeInstanceOf(ApiError)
  expect(sent).toHaveLength(1)
  expect(kept()).toEqual([])
})

test('a missing access token is fetched by the refresh token before the call is made', async () => {
  browser.localStorage.removeItem('accessToken')
  const sent = shopThatWantsNewTokens()
  expect(await Promise.all((['/orders/my', '/favorites/my'] as const).map((path) => api.get(path)))).toHaveLength(2)
  expect(sent.map(({ path }) => path)).toEqual(['/auth/refresh', '/orders/my', '/favorites/my'])
  expect(kept()).toEqual(keys)
})

test.each([
  ['counts too many', () => failure(429, 'RATE_LIMITED', 'Lütfen 20 saniye sonra tekrar deneyin.'), 429, /20 saniye/],
  ['is away', () => failure(503, 'UNAVAILABLE', 'Lütfen biraz sonra tekrar deneyin.'), 503, /tekrar deneyin/],
  ['hides behind a proxy', () => new Response('<html>', { status: 502 }), 502, /tekrar deneyin/],
] as const)(
  'a server that %s during the refresh ends no session and says to try again',
  async (_, answer, status, say) => {
    let refreshes: () => Response = answer
    fakeFetch(({ path, headers }) => {
      if (path === '/auth/refresh') return refreshes()
      return headers.Authorization === 'Bearer new' ? ok('mine') : expired()
    })
    await expect(api.get('/orders/my')).rejects.toMatchObject({ status, message: expect.stringMatching(say) })
    expect(kept()).toEqual(keys)
    expect(browser.wentTo).toEqual([])
    refreshes = tokens
    expect(await api.get('/orders/my')).toBe('mine')
  },
)

test('a 401 of the login itself is an answer like any other', async () => {
  const sent = fakeFetch(() => failure(401, 'UNAUTHENTICATED', 'E-posta adresi veya şifre hatalı'))
  await expect(api.post('/auth/login', {}, { guest: true })).rejects.toThrow('E-posta adresi veya şifre hatalı')
  expect(sent).toHaveLength(1)
  expect(sent[0]?.headers.Authorization).toBeUndefined()
  expect(browser.wentTo).toEqual([])
})

test('a network failure says that the server was not reached', async () => {
  fakeFetch(() => {
    throw new TypeError('fetch failed')
  })
  await expect(api.get('/products')).rejects.toMatchObject({ status: 0, message: 'Sunucu ile bağlantı kurulamadı' })
})

test('a failure carries its code, fields, data and when to come back', async () => {
  fakeFetch(() =>
    Response.json(
      { success: false, code: 'RATE_LIMITED', message: 'Bekleyin', error: { email: ['Çok sık'] }, data: { n: 1 } },
      { status: 429, headers: { 'Retry-After': '30' } },
    ),
  )
  await expect(api.get('/products')).rejects.toMatchObject({
    status: 429,
    code: 'RATE_LIMITED',
    message: 'Bekleyin',
    fields: { email: ['Çok sık'] },
    data: { n: 1 },
    retryAfter: 30,
  })
})

test('an answer that is no JSON is a failure with a Turkish sentence', async () => {
  fakeFetch(() => new Response('<html>502</html>', { status: 502 }))
  await expect(api.get('/products')).rejects.toMatchObject({ status: 502, message: 'Beklenmeyen bir sorun oluştu.' })
})

describe('the sentence for a failure', () => {
  const words = { silent: 'Giriş başarısız', unreached: 'Sunucu ile bağlantı kurulamadı' }
  const failing = (answer: () => Response) => {
    fakeFetch(answer)
    return api.post('/auth/login', {}, { guest: true }).then(
      () => undefined,
      (error: unknown) => error,
    )
  }

  test.each([
    ['is the one of the answer', () => failure(401, 'UNAUTHENTICATED', 'Şifre hatalı'), 'Şifre hatalı', 'Şifre hatalı'],
    ['may stand in its error alone', () => Response.json({ error: 'Olmadı' }, { status: 500 }), 'Olmadı', 'Olmadı'],
    ['is the call’s for {}', () => Response.json({}, { status: 500 }), words.silent, 'Alınamadı'],
    ['is the call’s for a proxy', () => new Response('<html>', { status: 502 }), words.silent, 'Alınamadı'],
    [
      'is the call’s for an empty one',
      () => Response.json({ message: '' }, { status: 500 }),
      words.silent,
      'Alınamadı',
    ],
  ] as const)('%s', async (_, answer, sentence, ofOneWord) => {
    const error = await failing(answer)
    expect([sentenceOf(error, words), sentenceOf(error, 'Alınamadı')]).toEqual([sentence, ofOneWord])
  })

  test('of a server that was not reached is the call’s other one', async () => {
    const error = await failing(() => {
      throw new TypeError('fetch failed')
    })
    expect([sentenceOf(error, { silent: 'a', unreached: 'b' }), sentenceOf(error, 'Alınamadı')]).toEqual([
      'b',
      'Alınamadı',
    ])
  })
})
