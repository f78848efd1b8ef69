import pino from 'pino'
import { describe, expect } from 'vitest'
import { createApp } from '#server'
import { minutes } from '#shop/time.ts'
import { test } from '#test/shop.ts'

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
    clock.forward(minutes(1))
    expect(await send(report())).toBe(204)
    expect(lines).toHaveLength(20)
  })
})
