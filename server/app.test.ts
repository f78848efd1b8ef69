import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect } from 'vitest'
import { createApp, sendCached } from '#server'
import { sessions } from '#shop/accounts/schema.ts'
import { aPayment } from '#test/checkout.ts'
import { aCategory, aProduct, aUser, signIn, usualPassword } from '#test/factories.ts'
import { test } from '#test/shop.ts'

const get = (path: string, headers: Record<string, string> = {}) => new Request(`http://shop.test${path}`, { headers })

describe('public answers', () => {
  test('are kept: the same bytes, with an ETag that saves sending them again', async ({ ctx, app }) => {
    const product = await aProduct(ctx)
    for (const path of [`/urun/${product.slug}`, `/api/v1/products/${product.slug}`, '/api/v1/products?limit=24']) {
      const first = await app.fetch(get(path, { 'accept-encoding': 'br' }))
      expect(first.headers.get('content-encoding'), path).toBe('br')
      expect(first.headers.get('cache-control'), path).toBe('public, no-cache')
      const etag = first.headers.get('etag') ?? ''
      expect((await app.fetch(get(path, { 'if-none-match': etag }))).status, path).toBe(304)
    }
  })

  test('are the same for a campaign link, a guest and a signed-in user', async ({ ctx, app }) => {
    const product = await aProduct(ctx)
    const token = await signIn(ctx, await aUser(ctx))
    const plain = await (await app.fetch(get(`/urun/${product.slug}`))).text()
    const tagged = await app.fetch(
      get(`/urun/${product.slug}?utm_source=posta&fbclid=1`, { authorization: `Bearer ${token}` }),
    )
    expect(await tagged.text()).toBe(plain)
  })

  test('show a sale at once', async ({ ctx, app, api }) => {
    const product = await aProduct(ctx, { name: 'Son Parça Elbise', variants: [{ stock: 1 }] })
    const stock = async () => (await api('GET', `/products/${product.id}`)).body.data.variants[0].stockQuantity
    // Asked for often, the page is rendered again in the background; a buyer still sees her own purchase at once.
    for (let i = 0; i < 3; i++) expect(await stock()).toBe(1)
    const before = await (await app.fetch(get(`/urun/${product.slug}`))).text()
    const token = await signIn(ctx, await aUser(ctx))
    await api('POST', '/payments/create', { token, body: aPayment(product) })
    expect(await stock()).toBe(0)
    const after = await (await app.fetch(get(`/urun/${product.slug}`))).text()
    expect(before).not.toContain('Tükendi')
    expect(after).toContain('Tükendi')
  })

  test('have one policy, whatever script is in them: what somebody managed to write there does not run', async ({
    ctx,
    app,
  }) => {
    const pages = [`/urun/${(await aProduct(ctx)).slug}`, '/', '/bilgi', '/yok']
    const policies = new Set<string | null>()
    for (const path of pages) policies.add((await app.fetch(get(path))).headers.get('content-security-policy'))
    expect(policies.size).toBe(1)
    const [policy] = policies
    expect(policy).toMatch(/report-uri \/api\/v1\/csp-reports; report-to csp$/)
    expect(policy?.match(/'sha256-/g)).toHaveLength(1)
  })

  test('list no script but their own, and allow nothing inline', async ({ ctx, app }) => {
    const product = await aProduct(ctx, { name: '</script><script>alert(1)</script>' })
    const page = await app.fetch(get(`/urun/${product.slug}`))
    const html = await page.text()
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self' 'sha256-/)
    expect(policy).not.toContain('unsafe')
    expect(html).not.toContain('<script>alert(1)</script>')
    expect(html).not.toMatch(/<[^>]+ style=/)
  })
})

describe('every answer', () => {
  test.for([
    ...['/', '/yok', '/api/v1/products', '/api/v1/yok', '/api/v1/orders/my', '/healthz', '/readyz', '/metrics'],
    ...['/media/yok.webp', '/media/%', '/robots.txt', '/sitemap.xml', '/manifest.webmanifest', '/logo', '/Bilgi', '//'],
    ...['/api/v1/docs', '/api/v1/openapi.json', '/admin', '/admin/urunler/1', '/bilgi.data', '/demo-bank/3ds/x'],
    ...['/%', '/assets/', 'POST /', 'POST /api/v1/auth/login', 'POST /api/v1/csp-reports', 'HEAD /bilgi'],
    ...['413 /api/v1/auth/login', '304 /bilgi'],
  ])('%s carries the security headers', async (asked, { app }) => {
    const [, method = 'GET', path = asked] = /^(\w+) (.*)/.exec(asked) ?? []
    const requests: Record<string, RequestInit> = {
      '413': { method: 'POST', body: 'x'.repeat(200_000), headers: { 'content-type': 'application/json' } },
      '304': { headers: { 'if-none-match': (await app.fetch(get(path))).headers.get('etag') ?? '' } },
    }
    const request = requests[method] ?? { method }
    const { headers, status } = await app.fetch(new Request(`http://shop.test${path}`, request))
    if (/^\d/.test(method)) expect(String(status)).toBe(method)
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('referrer-policy')).toBeTruthy()
    expect(headers.get('strict-transport-security')).toMatch(/max-age=31536000/)
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('x-powered-by') ?? headers.get('server')).toBeNull()
  })

  test('of the personal API forbids keeping it', async ({ ctx, api }) => {
    const token = await signIn(ctx, await aUser(ctx))
    for (const path of ['/orders/my', '/favorites/my', '/account']) {
      expect((await api('GET', path, { token })).headers.get('cache-control'), path).toBe('no-store')
    }
  })
})

describe('/metrics', () => {
  const ask = (
    app: { fetch(request: Request, env: object): Response | Promise<Response> },
    from: string,
    headers = {},
  ) => app.fetch(get('/metrics', headers), { incoming: { socket: { remoteAddress: from } } })

  test('answers a collector nearby that comes by itself', async ({ deps }) => {
    const app = createApp(deps)
    for (const address of ['127.0.0.1', '::1', '::ffff:172.18.0.4', '10.1.2.3', '192.168.1.5', 'fd00::7']) {
      const answer = await ask(app, address)
      expect([address, answer.status, await answer.text()]).toEqual([address, 200, expect.stringContaining('# TYPE')])
    }
  })

  test('is not there for strangers, nor through a proxy', async ({ deps }) => {
    const app = createApp(deps)
    for (const address of ['203.0.113.9', '2001:db8::1', '172.32.0.1', '::ffff:8.8.8.8'])
      expect((await ask(app, address)).status, address).toBe(404)
    const refused = await ask(app, '203.0.113.9')
    expect([refused.headers.get('cache-control'), await refused.text()]).toEqual(['no-store', 'Böyle bir adres yok.'])
    for (const name of ['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip'])
      expect((await ask(app, '127.0.0.1', { [name]: '127.0.0.1' })).status, name).toBe(404)
  })

  test('is shown to whoever knows the token, when there is one', async ({ deps }) => {
    const token = 'a-token-of-the-collector'
    const app = createApp({ ...deps, config: { ...deps.config, metricsToken: token } })
    const other = createApp(deps)
    const asStranger = (shop: typeof app, token: string) =>
      ask(shop, '203.0.113.9', { authorization: `Bearer ${token}`, via: 'a proxy' })
    expect((await asStranger(app, token)).status).toBe(200)
    expect((await asStranger(app, `${token}x`)).status).toBe(404)
    expect((await asStranger(app, token.replace('a-', 'b-'))).status).toBe(404)
    expect((await ask(app, '203.0.113.9', { authorization: `bearer ${token}` })).status).toBe(200)
    expect((await ask(app, '203.0.113.9', { authorization: `Basic ${token}` })).status).toBe(404)
    expect((await ask(app, '203.0.113.9', { authorization: token })).status).toBe(404)
    expect((await asStranger(other, token)).status).toBe(404)
  })
})

describe('bad requests', () => {
  test.for([
    ['GET', '/products/yok', 404],
    ['GET', '/products/%00', 404],
    ['GET', '/products/01a1f993-9e61-73c3-ae24-5a25296f3150', 404],
    ['GET', '/products?limit=0', 400],
    ['GET', '/products?limit=1001', 400],
    ['GET', '/products?sort=price;drop', 400],
    ['GET', '/products?q=%27%20or%201=1--', 200],
    ['GET', '/products?area=yok', 400],
    ['GET', '/orders/yok', 401],
    ['DELETE', '/admin/orders/yok', 401],
    ['PATCH', '/products', 404],
  ] as const)('%s %s is %i with one Turkish sentence', async ([method, path, expected], { ctx, api }) => {
    await aCategory(ctx)
    const { status, body } = await api(method, path)
    expect(status).toBe(expected)
    expect(body.success).toBe(expected === 200)
    if (expected !== 200)
      expect(body).toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/), message: expect.stringMatching(/[.]$/) })
  })

  test('a huge body is 413, text is 415, and nothing is 500', async ({ api }) => {
    const huge = await api('POST', '/auth/login', { body: { email: 'a'.repeat(200_000), password: 'x' } })
    expect([huge.status, huge.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    const text = await api('POST', '/auth/login', { body: '{}', headers: { 'content-type': 'text/plain' } })
    expect([text.status, text.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  test('a NUL in a text is the sender’s mistake, not ours', async ({ ctx, api }) => {
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const named = await api('POST', '/admin/categories', { token, body: { name: 'El\u0000bise' } })
    expect([named.status, named.body.message]).toEqual([400, 'Gönderilen bilgilerde geçersiz bir karakter var.'])
    const answer = await api('POST', '/auth/login', { body: { email: 'a\u0000@posta.example', password: 'x\u0000' } })
    expect(answer.status).toBeLessThan(500)
    expect((await api('GET', '/products?q=%00')).status).toBe(200)
    const problem = { email: 'ayse@posta.example', problem: 'Sayfa\u0000açılmıyor' }
    const stored = await api('POST', '/forms/problem-report', { body: problem })
    expect(stored.status).toBeLessThan(500)
  })

  test.for(['Basic YTpi', 'Bearer', 'Bearer a b', 'Token x', 'x'])(
    'whoever shows something else than a bearer token is told so, also where none is needed: "%s"',
    async (authorization, { api }) => {
      const headers = { authorization }
      const answers = [
        await api('GET', '/payments/installments?price=100', { headers }),
        await api('POST', '/forms/problem-report', { headers, body: { email: 'a@posta.example', problem: 'x' } }),
      ]
      for (const { status, body } of answers) expect([status, body.code]).toEqual([401, 'UNAUTHENTICATED'])
      expect((await api('GET', '/payments/installments?price=100')).status).toBe(200)
    },
  )

  test('the OpenAPI document describes every call', async ({ api }) => {
    const { body } = await api('GET', '/openapi.json')
    expect(body.openapi).toMatch(/^3\.1/)
    expect(Object.keys(body.paths)).toEqual(
      expect.arrayContaining([
        '/api/v1/products',
        '/api/v1/auth/login',
        '/api/v1/payments/create',
        '/api/v1/admin/orders/{id}/status',
      ]),
    )
  })
})

test('an address in another spelling leads to ours, with what was asked', async ({ app }) => {
  const moved = await app.fetch(get('/Ust-Giyim/?siralama=artan&utm_source=posta'))
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/ust-giyim?siralama=artan&utm_source=posta'])
})

test('only what is built has its script after the first paint: in dev the browser loads module by module', async ({
  deps,
}) => {
  const read = async (options: { dev?: boolean }) => (await createApp(deps, options).fetch(get('/'))).text()
  const moduleScript = '<script type="module" async="">'
  expect(await read({})).not.toContain(moduleScript)
  expect(await read({ dev: true })).toContain(moduleScript)
})

test('what is in memory is sent from there to whoever reads, and counted; all else goes through the app', async ({
  deps,
}) => {
  const app = createApp(deps)
  await app.fetch(get('/bilgi'))
  const said: boolean[] = []
  const server = createServer((req, res) => {
    const sent = sendCached(app, req, res)
    said.push(sent)
    if (!sent) res.end('through the app')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = async (path: string, method = 'GET') => {
    const [answer] = await once(request({ host: '127.0.0.1', port, path, method, agent: false }).end(), 'response')
    return { length: Number(answer.headers['content-length']), body: await text(answer) }
  }
  const counted = async () => {
    const metrics = await (await app.fetch(get('/metrics'))).text()
    return Number(/^butik_kept_answers_total (\d+)$/m.exec(metrics)?.[1])
  }
  const before = await counted()
  const page = await ask('/bilgi')
  expect(page.body).toContain('</html>')
  expect((await ask('/bilgi?utm_source=posta')).body).toBe(page.body)
  expect(await ask('/bilgi', 'HEAD')).toEqual({ length: page.length, body: '' })
  expect((await counted()) - before).toBe(3)
  for (const [method, path] of [
    ['POST', '/bilgi'],
    ['GET', '/ara'],
    ['GET', '/api/v1/orders/my'],
  ] as const)
    expect([path, (await ask(path, method)).body]).toEqual([path, 'through the app'])
  expect((await counted()) - before).toBe(3)
  expect(said).toEqual([true, true, true, false, false, false])
  server.close()
})

test('/healthz lives, /readyz says whether it takes requests', async ({ deps }) => {
  const ask = async (path: string, ready?: () => Promise<boolean>) => {
    const answer = await createApp(deps, ready ? { ready } : {}).fetch(get(path))
    return [answer.status, await answer.text()]
  }
  expect(await ask('/healthz', async () => false)).toEqual([200, 'ok'])
  expect(await ask('/readyz')).toEqual([200, 'ok'])
  expect(await ask('/readyz', async () => true)).toEqual([200, 'ok'])
  expect(await ask('/readyz', async () => false)).toEqual([503, 'not ready'])
})

test('pages are only read', async ({ app }) => {
  const answer = await app.fetch(new Request('http://shop.test/bilgi', { method: 'POST' }))
  expect([answer.status, answer.headers.get('allow'), answer.headers.get('cache-control')]).toEqual([
    ...[405, 'GET, HEAD', 'no-store'],
  ])
})

test('a shopper’s address is the socket’s, or what as many proxies as are trusted say', async ({ deps, ctx }) => {
  const { email } = await aUser(ctx)
  const from = async (trustProxy: number, remoteAddress: string | undefined, forwarded?: string) => {
    const app = createApp({ ...deps, config: { ...deps.config, trustProxy } })
    const login = new Request('http://shop.test/api/v1/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(forwarded ? { 'x-forwarded-for': forwarded } : {}) },
      body: JSON.stringify({ email, password: usualPassword }),
    })
    await app.fetch(login, remoteAddress ? { incoming: { socket: { remoteAddress } } } : {})
    const [session] = await ctx.db.delete(sessions).returning({ address: sessions.address })
    return session?.address
  }
  expect(await from(0, '203.0.113.9', '198.51.100.7')).toBe('203.0.113.9')
  expect(await from(1, '127.0.0.1', '198.51.100.7')).toBe('198.51.100.7')
  expect(await from(1, '203.0.113.9')).toBe('203.0.113.9')
  expect(await from(0, undefined)).toBe('127.0.0.1')
})

test('in dev every answer is made anew, and the policy lets Vite reload', async ({ deps }) => {
  const app = createApp(deps, { dev: true })
  const policy = (await app.fetch(get('/bilgi'))).headers.get('content-security-policy')
  expect(policy).toContain("script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'")
  expect(policy).toContain("connect-src 'self' ws:;")
  expect(app.cache.size).toBe(0)
})

test.for([
  ['/api/v1/products/YOK', 404, null, 'public, no-cache'],
  ['/Bilgi', 301, '/bilgi', 'no-cache'],
  ['/B%C4%B0LG%C4%B0', 301, '/bilgi', 'no-cache'],
  ['/bilgi//', 404, null, 'no-store'],
  ['/ara?q=%', 200, null, 'public, no-cache'],
  ['/ara?q=%00', 200, null, 'public, no-cache'],
  ['/%C3%A7ok/%', 404, null, 'public, no-cache'],
] as const)('%s is %i', async ([path, status, location, kept], { app }) => {
  const answer = await app.fetch(get(path))
  expect([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]).toEqual([
    ...[status, location, kept],
  ])
})

test('a NUL in an address takes nothing from what is sent with it', async ({ app }) => {
  const login = new Request('http://shop.test/api/v1/auth/login?x=%00', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'kimse@posta.example', password: 'x' }),
  })
  expect((await app.fetch(login)).status).toBe(401)
})

test('what a browser reports of the policy is taken, and nothing else there', async ({ app }) => {
  const send = async (body: string) =>
    (await app.fetch(new Request('http://shop.test/api/v1/csp-reports', { method: 'POST', body }))).status
  expect(await send('{"csp-report":{"effective-directive":"img-src"}}')).toBe(204)
  expect(await send('{}')).toBe(400)
  expect(await send('x'.repeat(20_000))).toBe(413)
})
