import pino from 'pino'
import { expect } from 'vitest'
import { createApp } from '#server'
import { tracedProvider } from '#shop/payments/traced.ts'
import { aPayment, goodCard } from '#test/checkout.ts'
import { aProduct, aUser, signIn, usualPassword } from '#test/factories.ts'
import { openCollector } from '#test/outside/collector.ts'
import { test } from '#test/shop.ts'
import { openTracing } from './tracing.ts'

test('a purchase is one trace of request, queries and bank, and tells nothing of card, buyer or token', async ({
  deps,
  ctx,
  database,
}) => {
  const collector = await openCollector()
  const log = pino({ level: 'silent' })
  const tracing = openTracing(
    { endpoint: collector.endpoint, headers: { 'x-key': 'k' }, service: 'butik' },
    log,
    database.watch,
  )
  const { trace } = tracing
  const app = createApp({ ...deps, trace, payments: tracedProvider(deps.payments, trace) })
  const product = await aProduct(ctx)
  const user = await aUser(ctx)
  const token = await signIn(ctx, user)
  const call = (path: string, body: object, headers: object = {}) =>
    app.fetch(
      new Request(`http://shop.test/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    )
  const bought = await call('/payments/create', aPayment(product), { authorization: `Bearer ${token}` })
  expect(bought.status).toBe(200)
  await call('/auth/login', { email: user.email, password: usualPassword })
  await app.fetch(new Request('http://shop.test/verify-email?token=gizli-jeton'))
  await app.fetch(new Request('http://shop.test/odeme/banka/GizliJeton0123456789'))
  await tracing.close()
  collector.close()

  const spans = collector.spans()
  const request = spans.find(({ name }) => name === 'POST /api/v1/payments/create')
  const within = spans.filter(({ traceId }) => traceId === request?.traceId)
  expect(request?.kind).toBe(2)
  expect(request?.parentSpanId).toBeUndefined()
  expect(within.map(({ name }) => name)).toEqual(expect.arrayContaining(['payment charge', 'db insert', 'db update']))
  const known = new Set(within.map(({ spanId }) => spanId))
  expect(within.filter((span) => span !== request).every(({ parentSpanId }) => known.has(parentSpanId ?? ''))).toBe(
    true,
  )
  expect(JSON.stringify(within)).toContain(bought.headers.get('x-request-id'))
  expect(spans.map(({ name }) => name)).toContain('GET /odeme/banka/*')
  expect(collector.keys).toContain('k')
  // The telephone number as it was written and as it is kept: fewer digits might be those of an id or a time.
  const phone = ['0532 111', '5321112233']
  const secrets = [goodCard, token, user.email, usualPassword, 'gizli', 'Gizli', 'Kadıköy', ...phone, 'Yılmaz']
  expect(secrets.filter((secret) => collector.text().includes(secret))).toEqual([])
})

test('a span goes on with the trace that the caller names, unless it is within another', async ({ database }) => {
  const collector = await openCollector()
  const settings = { endpoint: collector.endpoint, headers: {}, service: 'butik' }
  const { trace, close } = openTracing(settings, pino({ level: 'silent' }), database.watch)
  const [theirs, caller] = ['a'.repeat(32), 'b'.repeat(16)]
  const parent = `00-${theirs}-${caller}-01`
  await trace({ name: 'outer', kind: 'server', attributes: {}, parent }, () =>
    trace(
      { name: 'inner', kind: 'client', attributes: {}, parent: `00-${'c'.repeat(32)}-${caller}-01` },
      async () => {},
    ),
  )
  await trace({ name: 'alone', kind: 'server', attributes: {} }, async () => {})
  await close()
  collector.close()
  const [inner, outer, alone] = ['inner', 'outer', 'alone'].map((name) =>
    collector.spans().find((span) => span.name === name),
  )
  expect(outer).toMatchObject({ traceId: theirs, parentSpanId: caller })
  expect(inner).toMatchObject({ traceId: theirs, parentSpanId: outer?.spanId })
  expect(alone?.traceId).toMatch(/^[0-9a-f]{32}$/)
  expect(alone?.traceId).not.toBe(theirs)
})
