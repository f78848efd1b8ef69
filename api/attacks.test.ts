import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { users } from '#shop/accounts/schema.ts'
import { openSession } from '#shop/accounts/sessions/sessions.ts'
import { minutes } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn, usualPassword } from '#test/factories.ts'
import type { OpenApi, Schema } from '#test/fuzz/broken-requests.ts'
import { type Api, test } from '#test/shop.ts'

/** Every call of the shop's own document. */
async function callsOf(api: Api) {
  const document: OpenApi = (await api('GET', '/openapi.json')).body
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ method: method.toUpperCase(), path: path.slice(7), call })),
  )
  expect(calls.length).toBeGreaterThan(80)
  return { document, calls }
}

const someId = '01890000-0000-7000-8000-000000000000'
const withId = (path: string, id = someId) => path.replace(/\{\w+\}/g, id)

/** Bodies for the calls that want one. */
const bodies: Record<string, object> = {
  '/orders/{id}/refund-account': { iban: 'TR330006100519786457841326', holder: 'Yabancı' },
  '/payments/{orderId}/code': { code: '123456' },
  '/orders/{id}/returns': {
    items: [{ itemId: '0193a000-0000-7000-8000-000000000001', quantity: 1, reason: 'TOO_SMALL' }],
  },
  '/orders/{id}/reviews': { productId: '0193a000-0000-7000-8000-000000000001', stars: 5 },
  '/reviews/{id}': { stars: 5 },
  '/orders/{id}/items/{itemId}/size': { variantId: '0193a000-0000-7000-8000-000000000001' },
  '/account/passkeys/{id}': { password: usualPassword },
  '/orders/{id}/address': { address: 'Bağdat Caddesi 1/2' },
  '/returns/{id}/sent': { trackingNumber: '' },
  '/returns/{id}/choose': {
    items: [{ itemId: '0193a000-0000-7000-8000-000000000001', newVariantId: '0193a000-0000-7000-8000-000000000001' }],
  },
}

describe('every call that is somebody’s own', () => {
  test('refuses who cannot prove who she is, and forbids keeping what it says', async ({ ctx, api, clock }) => {
    const { accessToken, refreshToken } = await openSession(ctx, await aUser(ctx, { role: 'ADMIN' }), 'a test')
    const body = accessToken.split('.')[1]
    const unsigned = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')
    const own = (await callsOf(api)).calls.filter(({ call }) => call.security)
    expect((await api('GET', '/admin/orders', { token: accessToken })).status).toBe(200)
    clock.forward(minutes(16))
    for (const token of [
      undefined,
      accessToken,
      refreshToken,
      `${unsigned}.${body}.`,
      `${accessToken.slice(0, -4)}AAAA`,
    ]) {
      for (const { method, path } of own) {
        const { status, body, headers } = await api(method, withId(path), { token })
        expect([method, path, status, body.code]).toEqual([method, path, 401, 'UNAUTHENTICATED'])
        expect(headers.get('cache-control'), path).toBe('no-store')
      }
    }
  })

  test('finds nothing of another customer’s, for customers and admins alike', async ({ ctx, api }) => {
    const token = await signIn(ctx, await aUser(ctx))
    const { orderId } = (await api('POST', '/payments/create', { token, body: aPayment(await aProduct(ctx)) })).body
      .data
    const sessionId = (await api('GET', '/account/sessions', { token })).body.data[0].id
    const { calls } = await callsOf(api)
    const mine = calls.filter(({ call, path }) => call.security && path.includes('{') && !path.startsWith('/admin'))
    for (const role of ['USER', 'ADMIN'] as const) {
      const stranger = await signIn(ctx, await aUser(ctx, { role }))
      for (const { method, path } of mine) {
        // An admin may read the contracts of every order.
        if (path.includes('/addresses/') || (role === 'ADMIN' && path.includes('/contracts'))) continue
        const id = path.includes('/sessions/') ? sessionId : orderId
        const asked = bodies[path]
        const { status, body } = await api(method, withId(path, id), {
          token: stranger,
          ...(asked ? { body: asked } : {}),
        })
        expect([role, method, path, status, body.code]).toEqual([role, method, path, 404, 'NOT_FOUND'])
      }
    }
    expect((await api('GET', `/orders/${orderId}`, { token })).body.data.status).toBe('PENDING')
  })
})

describe('a page of another site', () => {
  test('cannot make a call: forms are refused whatever the call, and no answer may be read', async ({ ctx, api }) => {
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const { calls } = await callsOf(api)
    const byMail = ['/unsubscribe', '/stock-notices/{token}/leave']
    const changing = calls.filter(({ method, path }) => method !== 'GET' && !byMail.includes(path))
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/plain; application/json']) {
      for (const { method, path } of changing) {
        const headers = { 'content-type': type, origin: 'https://evil.test' }
        const { status, headers: answered } = await api(method, withId(path), { token, body: '{}', headers })
        expect([method, path, status]).toEqual([method, path, 415])
        expect([...answered.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
      }
    }
  })
})

describe('fields that nobody asked for', () => {
  const greedy = { role: 'ADMIN', isAdmin: true, emailVerified: true, emailVerifiedAt: '2026-01-01', id: someId }

  test('make no admin of a customer', async ({ ctx, api }) => {
    const person = { firstName: 'İpek', lastName: 'Işık', email: 'ipek@posta.example', password: usualPassword }
    expect((await api('POST', '/auth/register', { body: { ...person, ...greedy } })).status).toBe(201)
    const user = await aUser(ctx, { verified: false })
    const token = await signIn(ctx, user)
    const changed = await api('PUT', '/account', { token, body: { firstName: 'Pınar', ...greedy } })
    expect([200, 400]).toContain(changed.status)
    await api('PUT', '/account', {
      token,
      body: '{"firstName":"Pınar","__proto__":{"role":"ADMIN"}}',
      headers: jsonType,
    })
    for (const row of await ctx.db.select().from(users)) {
      expect(row).toMatchObject({ role: 'USER', emailVerifiedAt: null })
      expect(row.id).not.toBe(someId)
    }
    expect((await api('GET', '/admin/orders', { token })).status).toBe(403)
  })

  test('make no purchase cheaper and no order of somebody else', async ({ ctx, api }) => {
    const product = await aProduct(ctx, { variants: [{ priceKurus: 119_900 }] })
    const [buyer, victim] = [await aUser(ctx), await aUser(ctx)]
    const token = await signIn(ctx, buyer)
    const payment = aPayment(product)
    const cheap = {
      price: 0.01,
      unitPrice: 0.01,
      priceKurus: 1,
      discount: 1198,
      userId: victim.id,
      status: 'DELIVERED',
    }
    const orderData = {
      ...payment.orderData,
      ...cheap,
      cartItems: payment.orderData.cartItems.map((item) => ({ ...item, ...cheap })),
    }
    const { status, body } = await api('POST', '/payments/create', { token, body: { ...payment, ...cheap, orderData } })
    expect([status, body.data?.totalAmount]).toEqual([200, 1199])
    const orders = async (token: string) => (await api('GET', '/orders/my', { token })).body.data
    expect(await orders(token)).toMatchObject([{ status: 'PENDING', totalAmount: 1199 }])
    expect(await orders(await signIn(ctx, victim))).toEqual([])
  })
})

const jsonType = { 'content-type': 'application/json' }

test('what is asked of a list is only ever looked for', async ({ ctx, api }) => {
  await aProduct(ctx)
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const { calls } = await callsOf(api)
  const count = async () => JSON.stringify(await ctx.db.execute(sql`select count(*) from products, users, variants`))
  const before = await count()
  for (const { path, call } of calls.filter(({ method }) => method === 'GET')) {
    for (const { name, schema } of (call.parameters ?? []).filter(
      (p) => p.in === 'query' && p.schema?.type === 'string',
    )) {
      for (const attack of [
        "yok' or '1'='1",
        "yok'; delete from products; --",
        'yok") or 1=1 --',
        "yok%' union select email from users --",
      ]) {
        const { status, body } = await api('GET', `${withId(path)}?${new URLSearchParams({ [name]: attack })}`, {
          token,
        })
        // 409: no marketplace is set up that could be asked.
        expect([200, 400, 404, ...(path.includes('/marketplace/') ? [409] : [])], `${path} ${name}`).toContain(status)
        // Only the free words of a search may be anything at all; the rest are lists of what is allowed.
        if (schema?.enum) expect(status, `${path} ${name}`).toBe(400)
        else if (status === 200 && name === 'q') expect(body.pagination?.total ?? 0, `${path} ${name}`).toBe(0)
      }
    }
  }
  expect(await count()).toBe(before)
})

test('no text, however long and odd, keeps a check busy', { timeout: 60_000 }, async ({ ctx, api }) => {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const { document, calls } = await callsOf(api)
  for (const one of [' ', 'a', '0', 'a@', '-', 'a.', '\n', ' \n', '# ', 'a ::', '<', '%', '\t', 'İ', '+90 ']) {
    for (const { method, path, call } of calls) {
      const schema = call.requestBody?.content['application/json']?.schema
      if (!schema) continue
      const whole = JSON.stringify(filled(schema, document, '\u0001'))
      const places = whole.split('"\\u0001"').length - 1
      const most = Math.floor((98_000 - whole.length) / Math.max(1, places) / JSON.stringify(one).length)
      const long = one.repeat(Math.max(1, most))
      const begun = performance.now()
      const { status } = await api(method, withId(path), { token, body: filled(schema, document, `${long}!`) })
      expect(status, path).toBeLessThan(500)
      // A check that goes over the text again for each of its letters would take minutes.
      expect(performance.now() - begun, `${method} ${path} ${JSON.stringify(one)}`).toBeLessThan(3000)
    }
  }
})

test('half a character in what is kept as JSON is the sender’s mistake', async ({ ctx, api }) => {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const { status, body } = await api('PUT', '/admin/settings/legal', { token, body: { returnCarrier: '\ud800' } })
  expect([status, body.code]).toEqual([400, 'INVALID'])
})

/** A body with the text in each field that takes text. */
function filled(schema: Schema, document: OpenApi, text: string): unknown {
  const one = schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema
  if (one?.properties) {
    return Object.fromEntries(
      Object.entries(one.properties).map(([name, field]) => [name, filled(field, document, text)]),
    )
  }
  if (one?.items) return [filled(one.items, document, text)]
  if (one?.enum) return one.enum[0]
  const type = [one?.type ?? 'string'].flat()[0]
  return type === 'string' ? text : type === 'boolean' ? true : 1
}

describe('limits', () => {
  test('count by where a request comes from, not by what it says of that', async ({ api }) => {
    const statuses = []
    for (let i = 0; i < 7; i++) {
      const headers = {
        'x-forwarded-for': `198.51.100.${i}`,
        'x-real-ip': `198.51.100.${i}`,
        forwarded: `for=198.51.100.${i}`,
      }
      const body = { email: 'ayse@posta.example', problem: 'Paketim açılmış geldi, yardım eder misiniz?' }
      statuses.push((await api('POST', '/forms/problem-report', { body, headers })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })

  test.for([
    [
      'POST',
      '/auth/register',
      { firstName: 'A', lastName: 'B', email: 'biri@posta.example', password: usualPassword },
      5,
    ],
    ['POST', '/auth/forgot-password', { email: 'biri@posta.example' }, 10],
    ['POST', '/auth/resend-verification', { email: 'biri@posta.example' }, 10],
    ['POST', '/unsubscribe?token=x', undefined, 30],
    ['POST', '/mail-consents', { token: 'x' }, 30],
    ['POST', '/favorites/add', { productId: someId }, 120],
    ['POST', '/favorites/merge', { productIds: [] }, 120],
    ['GET', '/account/export', undefined, 10],
  ] as const)('%s %s ends with 429 and says when to come back', async ([method, path, body, most], { ctx, api }) => {
    const token = await signIn(ctx, await aUser(ctx))
    for (let i = 0; i < most; i++) expect((await api(method, path, { body, token })).status).not.toBe(429)
    const { status, body: said, headers } = await api(method, path, { body, token })
    expect([status, said.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
