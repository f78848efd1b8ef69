import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { login } from '#test/accounts/login.ts'
import { aUser, usualPassword } from '#test/factories.ts'
import { mailedToken, mailsOf } from '#test/mails.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { inOneWindow } from '#test/waiting/one-window.ts'
import { newId } from '../ctx.ts'
import { deleteAccount } from '../desk/account-deletion.ts'
import { isWithinLimit } from '../limits.ts'
import { hours, minutes } from '../time.ts'
import { createFirstDemoAdmin, setRole } from './admins.ts'
import { register } from './registration.ts'
import { users } from './schema.ts'
import { refreshSession } from './sessions/refresh.ts'
import { openSession } from './sessions/sessions.ts'
import { verifyEmail } from './verification.ts'

const postgres = shopOnPostgres()

const times = <T>(n: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => work(i)))
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: { code?: string }) => error.code ?? String(error),
  )
const countOf = (list: string[], wanted: string) => list.filter((one) => one === wanted).length

test('tabs that refresh at once, round after round, keep one session and one chain of tokens', async () => {
  let { refreshToken } = await openSession(postgres.ctx, await aUser(postgres.ctx), 'a test')
  for (let round = 0; round < 3; round++) {
    const answers = await times(9, () => refreshSession(postgres.ctx, refreshToken))
    expect(new Set(answers.map((answer) => answer.refreshToken)).size).toBe(1)
    refreshToken = answers[0]?.refreshToken ?? ''
  }
})

test('an old token beside the newest: whoever is first, the session is over for both afterwards', async () => {
  const first = await openSession(postgres.ctx, await aUser(postgres.ctx), 'a test')
  const second = await refreshSession(postgres.ctx, first.refreshToken)
  const third = await refreshSession(postgres.ctx, second.refreshToken)
  await times(8, (i) => outcome(refreshSession(postgres.ctx, i % 2 === 0 ? first.refreshToken : third.refreshToken)))
  expect(await outcome(refreshSession(postgres.ctx, third.refreshToken))).toBe('UNAUTHENTICATED')
})

test('guesses sent at once get five looks at the password', async () => {
  await inOneWindow(minutes(15), async () => {
    const user = await aUser(postgres.ctx)
    const guesses = await times(15, () =>
      outcome(login(postgres.ctx, { email: user.email, password: 'yanlış parola' }, '')),
    )
    expect([countOf(guesses, 'UNAUTHENTICATED'), countOf(guesses, 'RATE_LIMITED')]).toEqual([5, 10])
  })
})

test('a limit lets through exactly its number', async () => {
  await inOneWindow(hours(1), async (turn) => {
    const limit = { key: `a race ${turn}`, limit: 10, windowSeconds: 3600 }
    const taken = await times(40, () => isWithinLimit(postgres.ctx, limit))
    expect(taken.filter(Boolean)).toHaveLength(10)
  })
})

test('an address registered twice at once gets one account, and a link is good once', async () => {
  const input = { firstName: 'İpek', lastName: 'Işık', email: 'ipek@posta.example', password: usualPassword }
  expect(await times(2, () => outcome(register(postgres.ctx, input)))).toEqual(['ok', 'ok'])
  const kinds = (await mailsOf(postgres.ctx)).map((mail) => mail.kind).sort()
  expect(kinds).toEqual(['already-registered', 'verification'])
  const token = await mailedToken(postgres.ctx, 'verification')
  const clicks = await times(6, () => outcome(verifyEmail(postgres.ctx, token)))
  expect([countOf(clicks, 'ok'), countOf(clicks, 'ALREADY_VERIFIED')]).toEqual([1, 5])
})

test('processes that start together make one first admin', async () => {
  const made = await times(3, () => createFirstDemoAdmin(postgres.ctx))
  expect(made.filter(Boolean)).toHaveLength(1)
})

test('of the last two admins who leave or are demoted at once one stays', async () => {
  const leave = async ({ id }: { id: string }) => {
    const actor = { kind: 'user', id, sessionId: newId(), address: '203.0.113.7', rights: [] } as const
    await deleteAccount({ ...postgres.ctx, actor }, usualPassword)
  }
  const demote = ({ email }: { email: string }) => setRole(postgres.ctx, email, 'USER')
  const pairs = [
    [leave, leave],
    [demote, demote],
    [leave, demote],
  ] as const
  for (const [one, other] of [...pairs, ...pairs, ...pairs, ...pairs]) {
    await postgres.ctx.db.update(users).set({ role: 'USER', staffRoleId: null })
    const [a, b] = [await aUser(postgres.ctx, { role: 'ADMIN' }), await aUser(postgres.ctx, { role: 'ADMIN' })]
    const outcomes = await Promise.all([outcome(one(a)), outcome(other(b))])
    expect(outcomes.sort()).toEqual(['CONFLICT', 'ok'])
    expect(await postgres.ctx.db.$count(users, eq(users.role, 'ADMIN'))).toBe(1)
  }
})
