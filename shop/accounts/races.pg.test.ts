import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { type DatabaseHandle, openDatabase } from '#db/open.ts'
import { readEnv } from '#env'
import { depsOn } from '#test/deps.ts'
import { aUser, usualPassword } from '#test/factories.ts'
import { mailedToken, mailsOf } from '#test/mails.ts'
import { emptyDatabase } from '#test/postgres.ts'
import { type Ctx, newId } from '../ctx.ts'
import { isWithinLimit } from '../limits.ts'
import { createFirstDemoAdmin } from './admins.ts'
import { login } from './login.ts'
import { register } from './registration.ts'
import { openSession, refreshSession } from './sessions.ts'
import { verifyEmail } from './verification.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let handle: DatabaseHandle
let ctx: Ctx

beforeAll(async () => {
  database = await emptyDatabase(inject('postgresUrl'))
  handle = await openDatabase({ url: database.url, dataDir: tmpdir() })
  await migrate(handle.db)
  const env = readEnv({ DATA_DIR: tmpdir(), AUTH_SECRET: 'a secret for tests, long enough to sign' })
  ctx = { ...depsOn(handle.db, env), actor: { kind: 'system' }, requestId: newId() }
}, 60_000)

afterAll(async () => {
  await handle?.close()
  await database?.drop()
})

const times = <T>(n: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => work(i)))
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: { code?: string }) => error.code ?? String(error),
  )
const countOf = (list: string[], wanted: string) => list.filter((one) => one === wanted).length

test('tabs that refresh at once, round after round, keep one session and one chain of tokens', async () => {
  let { refreshToken } = await openSession(ctx, await aUser(ctx), 'a test')
  for (let round = 0; round < 3; round++) {
    const answers = await times(9, () => refreshSession(ctx, refreshToken))
    expect(new Set(answers.map((answer) => answer.refreshToken)).size).toBe(1)
    refreshToken = answers[0]?.refreshToken ?? ''
  }
})

test('an old token beside the newest: whoever is first, the session is over for both afterwards', async () => {
  const first = await openSession(ctx, await aUser(ctx), 'a test')
  const second = await refreshSession(ctx, first.refreshToken)
  const third = await refreshSession(ctx, second.refreshToken)
  await times(8, (i) => outcome(refreshSession(ctx, i % 2 === 0 ? first.refreshToken : third.refreshToken)))
  expect(await outcome(refreshSession(ctx, third.refreshToken))).toBe('UNAUTHENTICATED')
})

test('guesses sent at once get five looks at the password', async () => {
  const user = await aUser(ctx)
  const guesses = await times(15, () => outcome(login(ctx, { email: user.email, password: 'yanlış parola' }, '')))
  expect([countOf(guesses, 'UNAUTHENTICATED'), countOf(guesses, 'RATE_LIMITED')]).toEqual([5, 10])
})

test('a limit lets through exactly its number', async () => {
  const limit = { key: 'a race', limit: 10, windowSeconds: 3600 }
  const taken = await times(40, () => isWithinLimit(ctx, limit))
  expect(taken.filter(Boolean)).toHaveLength(10)
})

test('an address registered twice at once gets one account, and a link is good once', async () => {
  const input = { firstName: 'İpek', lastName: 'Işık', email: 'ipek@posta.example', password: usualPassword }
  expect(await times(2, () => outcome(register(ctx, input)))).toEqual(['ok', 'ok'])
  const kinds = (await mailsOf(ctx)).map((mail) => mail.kind).sort()
  expect(kinds).toEqual(['already-registered', 'verification'])
  const token = await mailedToken(ctx, 'verification')
  const clicks = await times(6, () => outcome(verifyEmail(ctx, token)))
  expect([countOf(clicks, 'ok'), countOf(clicks, 'INVALID')]).toEqual([1, 5])
})

test('processes that start together make one first admin', async () => {
  const made = await times(3, () => createFirstDemoAdmin(ctx))
  expect(made.filter(Boolean)).toHaveLength(1)
})
