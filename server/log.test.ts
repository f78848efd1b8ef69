import { expect, test } from 'vitest'
import { openLog } from './log.ts'

function logged(error: unknown) {
  const lines: string[] = []
  openLog('info', { write: (line: string) => void lines.push(line) }).error({ err: error }, 'it failed')
  return JSON.parse(lines[0] ?? '')
}

test('a failed query is logged without what it was given, its cause with the code and the constraint it broke', () => {
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'users_email_key' })
  const { err, msg, pid, hostname } = logged(
    new TypeError('Failed query: insert into users values ($1)\nparams: ipek@posta.example', { cause }),
  )
  expect([msg, pid, hostname]).toEqual(['it failed', undefined, undefined])
  expect(err).toMatchObject({ type: 'TypeError', message: 'Failed query: insert into users values ($1)' })
  expect(err).not.toHaveProperty('code')
  expect(err).not.toHaveProperty('constraint')
  expect(err.stack.split('\n')[0]).toMatch(/^ {4}at .*log\.test/)
  expect(err.cause).toMatchObject({
    type: 'Error',
    message: 'duplicate key',
    code: '23505',
    constraint: 'users_email_key',
  })
  expect(err.cause).not.toHaveProperty('cause')
  expect(JSON.stringify(err)).not.toContain('ipek')
})

test('other failures are logged as they are', () => {
  expect(logged(new Error('a line\nparams: of its own')).err.message).toBe('a line\nparams: of its own')
  expect(logged('thrown by mistake').err).toBe('thrown by mistake')
})
