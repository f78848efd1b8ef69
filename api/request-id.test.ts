import { expect } from 'vitest'
import { createApp } from '#server'
import { test } from '#test/shop.ts'
import { openLog } from '../server/log.ts'

test('a failure is found in the log by the id that its answer carries', async ({ deps }) => {
  const lines: string[] = []
  const log = openLog('info', { write: (line: string) => void lines.push(line) })
  const breaks = () => Promise.reject(new TypeError('broken'))
  const broken = { ...deps.db, select: breaks, transaction: breaks } as never
  const app = createApp({ ...deps, log, db: broken })
  const answers = await Promise.all(
    [1, 2].map(() => app.fetch(new Request('http://shop.test/api/v1/forms/problem-report', { method: 'POST' }))),
  )
  const failed = await app.fetch(
    new Request('http://shop.test/api/v1/auth/verify-email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: 'x'.repeat(43) }),
    }),
  )
  const id = failed.headers.get('x-request-id')
  expect(failed.status).toBe(500)
  expect(((await failed.json()) as { requestId: string }).requestId).toBe(id)
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining({ level: 50, requestId: id }))
  expect(new Set([id, ...answers.map((answer) => answer.headers.get('x-request-id'))]).size).toBe(3)
})
