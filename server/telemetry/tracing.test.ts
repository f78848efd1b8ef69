import pino from 'pino'
import { expect, onTestFinished, vi } from 'vitest'
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
  expect(alone?.spanId).toMatch(/^[0-9a-f]{16}$/)
  expect(alone).not.toHaveProperty('parentSpanId')
})

test('a span tells how long it took, what was noted and what kind of failure ended it', async ({ database }) => {
  const collector = await openCollector()
  const settings = { endpoint: collector.endpoint, headers: {}, service: 'dukkan' }
  const { trace, close } = openTracing(settings, pino({ level: 'silent' }), database.watch)
  const began = Date.now()
  const answer = await trace({ name: 'good', kind: 'client', attributes: { text: 'a' } }, async (note) => {
    note({ status: 200 })
    return 'answer'
  })
  const failing = (name: string, error: unknown) =>
    trace({ name, kind: 'server', attributes: {} }, async () => {
      throw error
    })
  await expect(failing('bad', new TypeError('gizli'))).rejects.toThrow('gizli')
  await expect(failing('worse', 'gizli')).rejects.toBe('gizli')
  await close()
  collector.close()
  expect(answer).toBe('answer')
  const text = { key: 'text', value: { stringValue: 'a' } }
  const status = { key: 'status', value: { intValue: '200' } }
  const failed = (name: string) => [{ key: 'error.type', value: { stringValue: name } }]
  expect(collector.spans()).toMatchObject([
    { name: 'good', kind: 3, status: {}, attributes: [text, status] },
    { name: 'bad', kind: 2, status: { code: 2 }, attributes: failed('TypeError') },
    { name: 'worse', kind: 2, status: { code: 2 }, attributes: failed('error') },
  ])
  expect(collector.spans()[0]?.status).toEqual({})
  expect(collector.text()).not.toContain('gizli')
  const [message] = collector
    .text()
    .split('\n')
    .map((line) => JSON.parse(line).resourceSpans[0])
  expect(message.resource.attributes).toEqual([{ key: 'service.name', value: { stringValue: 'dukkan' } }])
  expect(message.scopeSpans[0].scope).toEqual({ name: 'butik' })
  const times = collector.spans().map((span) => [span.startTimeUnixNano, span.endTimeUnixNano].map(Number))
  for (const [start = 0, end = 0] of times) {
    expect(start / 1e6).toBeGreaterThan(began - 1000)
    expect(end / 1e6).toBeLessThan(Date.now() + 1000)
    expect(end).toBeGreaterThanOrEqual(start)
  }
})

test('queries are timed within a request, in words without values, and not on the shop’s own rounds', async ({
  database,
}) => {
  const collector = await openCollector()
  const settings = { endpoint: collector.endpoint, headers: {}, service: 'butik' }
  const { trace, close } = openTracing(settings, pino({ level: 'silent' }), database.watch)
  const long = `  SELECT '${'x'.repeat(600)}'`
  const ask = (text: string) => database.watch.around?.(text, async () => text.length)
  expect(await ask('select 1')).toBe(8)
  await trace({ name: 'outer', kind: 'server', attributes: {} }, async () => {
    expect(await ask(long)).toBe(long.length)
    await ask('(values (1))')
  })
  await close()
  collector.close()
  expect(database.watch.around).toBeUndefined()
  expect(collector.spans()).toMatchObject([
    {
      name: 'db select',
      kind: 3,
      attributes: [{ key: 'db.query.text', value: { stringValue: long.slice(0, 500) } }],
    },
    { name: 'db query' },
    { name: 'outer' },
  ])
})

test('more than four thousand are not kept, and they go in parts', async ({ database }) => {
  const collector = await openCollector()
  const settings = { endpoint: collector.endpoint, headers: {}, service: 'butik' }
  const { trace, close } = openTracing(settings, pino({ level: 'silent' }), database.watch)
  for (let i = 0; i < 4100; i++) await trace({ name: `s${i}`, kind: 'server', attributes: {} }, async () => {})
  await close()
  collector.close()
  expect(collector.spans().map(({ name }) => name)).toEqual(Array.from({ length: 4096 }, (_, i) => `s${i}`))
  expect(collector.messages().map((spans) => spans.length)).toEqual(Array(8).fill(512))
})

test('a collector that refuses is complained of once, until it takes them again', async ({ database }) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const collector = await openCollector()
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const settings = { endpoint: collector.endpoint, headers: {}, service: 'butik' }
  const { trace, close } = openTracing(settings, log, database.watch)
  const arrives = async (status: number) => {
    const known = collector.messages().length
    collector.answerWith(status)
    await trace({ name: 'x', kind: 'server', attributes: {} }, async () => {})
    vi.advanceTimersByTime(2000)
    while (collector.messages().length === known) await new Promise((next) => setImmediate(next))
  }
  for (const status of [200, 500, 500, 200, 500]) await arrives(status)
  await close()
  collector.close()
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(Array(2).fill('traces cannot be sent'))
  expect(lines[0]).toContain('the collector answered 500')
  expect(vi.getTimerCount()).toBe(0)
})
