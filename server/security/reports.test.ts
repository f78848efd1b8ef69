import pino from 'pino'
import { describe, expect } from 'vitest'
import { createApp } from '#server'
import { hours, minutes } from '#shop/time.ts'
import { test } from '#test/shop.ts'
import { PolicyReports } from './reports.ts'

const report = (page = 'https://dukkan.example/reset-password?token=gizli') => ({
  'csp-report': {
    'document-uri': page,
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'inline',
    'source-file': `https://dukkan.example/${'x'.repeat(5000)}`,
  },
})
const newer = (n: number) =>
  Array.from({ length: n }, () => ({
    type: 'csp-violation',
    url: 'https://dukkan.example/',
    body: {
      documentURL: 'https://dukkan.example/',
      effectiveDirective: 'img-src',
      blockedURL: 'https://evil.example/a?b',
    },
  }))

describe('POST /api/v1/csp-reports', () => {
  test('counts what browsers say, writes down some of it without tokens, and keeps nothing', async ({
    deps,
    clock,
  }) => {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
    const app = createApp({ ...deps, log })
    const send = async (body: unknown, type = 'application/csp-report') => {
      const init = {
        method: 'POST',
        headers: { 'content-type': type },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }
      return (await app.fetch(new Request('http://shop.test/api/v1/csp-reports', init))).status
    }
    const counted = async (directive: string) => {
      const text = await (await app.fetch(new Request('http://shop.test/metrics'))).text()
      return Number(new RegExp(`butik_policy_reports_total\\{directive="${directive}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
    }
    const before = await counted('script-src-elem')
    expect(await send(report())).toBe(204)
    expect(await send(newer(3), 'application/reports+json')).toBe(204)
    expect((await counted('script-src-elem')) - before).toBe(1)
    expect(lines).toHaveLength(4)
    const [one, other] = lines.map((line) => JSON.parse(line))
    expect(one).toMatchObject({
      ...{ page: 'https://dukkan.example/reset-password', directive: 'script-src-elem', blocked: 'inline' },
      source: `https://dukkan.example/${'x'.repeat(5000)}`.slice(0, 200),
    })
    expect(other).toMatchObject({ page: 'https://dukkan.example/', directive: 'img-src', source: '' })
    expect(other.blocked).toBe('https://evil.example/a')
    expect(lines.join()).not.toMatch(/gizli|\?/)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(700)

    for (const nonsense of ['', '{', '[]', '{"csp-report":1}', '[{"type":"deprecation"}]', 'x'.repeat(15_000)])
      expect(await send(nonsense)).toBe(400)
    expect(await send('x'.repeat(20_000))).toBe(413)
    for (let i = 0; i < 10; i++) await send(newer(50), 'application/reports+json')
    expect(lines).toHaveLength(20)

    const statuses = []
    for (let i = 0; i < 60; i++) statuses.push(await send(report()))
    expect(statuses.at(-1)).toBe(429)
    const refused = await app.fetch(new Request('http://shop.test/api/v1/csp-reports', { method: 'POST', body: '{}' }))
    expect([refused.headers.get('retry-after'), refused.headers.get('cache-control')]).toEqual(['60', 'no-store'])
    clock.forward(minutes(1))
    expect(await send(report())).toBe(204)
    expect(lines).toHaveLength(20)
  })

  test('counts directives of its own making as others, twenty of a message, and writes again after an hour', async ({
    clock,
  }) => {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
    const reports = new PolicyReports(log)
    const named = (effectiveDirective: string) => ({ type: 'csp-violation', body: { effectiveDirective } })
    expect(reports.take(JSON.stringify(['img-src', 'img', 'made-up', 'ximg-src'].map(named)), clock.now)).toBe(true)
    expect(lines.map((line) => JSON.parse(line).directive)).toEqual(['img-src', 'other', 'other', 'other'])
    expect(reports.take(JSON.stringify([]), clock.now)).toBe(false)
    expect(reports.take(JSON.stringify(Array(30).fill(named('img-src'))), clock.now)).toBe(true)
    expect(lines).toHaveLength(20)
    clock.forward(hours(1) - 1)
    reports.take(JSON.stringify([named('img-src')]), clock.now)
    expect(lines).toHaveLength(20)
    clock.forward(1)
    reports.take(JSON.stringify(Array(30).fill(named('img-src'))), clock.now)
    expect(lines, 'twenty of a message').toHaveLength(40)

    const read = () => Array.from({ length: 61 }, () => reports.mayRead(clock.now))
    const sixty = [...Array(60).fill(true), false]
    expect(read()).toEqual(sixty)
    clock.forward(minutes(1) - 1)
    expect(reports.mayRead(clock.now)).toBe(false)
    clock.forward(1)
    expect(read()).toEqual(sixty)
  })
})
