import { createHmac } from 'node:crypto'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { describe, expect } from 'vitest'
import { aUser, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import type { Ctx } from '../../ctx.ts'
import { days, minutes, seconds } from '../../time.ts'
import { refreshTokens, sessions } from '../schema.ts'
import { refreshSession } from './refresh.ts'
import {
  actorOfToken,
  closeSession,
  closeSessionsOf,
  findRights,
  forgetOldSessions,
  hashToken,
  openSession,
} from './sessions.ts'

const refused = { code: 'UNAUTHENTICATED' }

async function aSession(ctx: Ctx) {
  return openSession(ctx, await aUser(ctx), 'a test')
}

describe('refreshSession', () => {
  test('gives a new pair, and keeps only hashes', async ({ ctx }) => {
    const first = await aSession(ctx)
    const second = await refreshSession(ctx, first.refreshToken)
    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect(Buffer.from(first.refreshToken, 'base64url').length).toBe(32)
    await expect(actorOfToken(ctx, second.accessToken)).resolves.toMatchObject({ kind: 'user' })
    const rows = await ctx.db.select().from(refreshTokens)
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain(first.refreshToken)
    expect(JSON.stringify(rows)).not.toContain(second.refreshToken)
  })

  test('gives the same successor to a token sent again after its answer was lost', async ({ ctx, clock }) => {
    const { refreshToken } = await aSession(ctx)
    const lost = await refreshSession(ctx, refreshToken)
    clock.forward(days(3))
    const again = await refreshSession(ctx, refreshToken)
    expect(again.refreshToken).toBe(lost.refreshToken)
    await expect(refreshSession(ctx, again.refreshToken)).resolves.toBeDefined()
  })

  test('gives many tabs that ask at once the same successor', async ({ ctx }) => {
    const { refreshToken } = await aSession(ctx)
    const answers = await Promise.all(Array.from({ length: 12 }, () => refreshSession(ctx, refreshToken)))
    expect(new Set(answers.map((answer) => answer.refreshToken)).size).toBe(1)
    await expect(refreshSession(ctx, answers[0]?.refreshToken ?? '')).resolves.toBeDefined()
  })

  test('ends the whole session when a token comes after its successor was used', async ({ ctx }) => {
    const first = await aSession(ctx)
    const second = await refreshSession(ctx, first.refreshToken)
    const third = await refreshSession(ctx, second.refreshToken)
    await expect(refreshSession(ctx, first.refreshToken)).rejects.toMatchObject(refused)
    await expect(refreshSession(ctx, third.refreshToken)).rejects.toMatchObject(refused)
    await expect(actorOfToken(ctx, third.accessToken)).rejects.toMatchObject(refused)
  })

  test('leaves the other sessions of the user alone when one is ended', async ({ ctx }) => {
    const user = await aUser(ctx)
    const phone = await openSession(ctx, user, 'phone')
    const laptop = await openSession(ctx, user, 'laptop')
    await closeSession(ctx, phone.refreshToken)
    await expect(refreshSession(ctx, phone.refreshToken)).rejects.toMatchObject(refused)
    await expect(refreshSession(ctx, laptop.refreshToken)).resolves.toBeDefined()
  })

  test('refuses a token that is unknown, 30 days old, or an access token', async ({ ctx, clock }) => {
    const { refreshToken, accessToken } = await aSession(ctx)
    await expect(refreshSession(ctx, 'x'.repeat(43))).rejects.toMatchObject(refused)
    await expect(refreshSession(ctx, accessToken)).rejects.toMatchObject(refused)
    clock.forward(days(30))
    await expect(refreshSession(ctx, refreshToken)).rejects.toMatchObject(refused)
  })
})

describe('actorOfToken', () => {
  test('takes a token for 15 minutes', async ({ ctx, clock }) => {
    const user = await aUser(ctx)
    const token = await signIn(ctx, user)
    clock.forward(minutes(15) - seconds(1))
    await expect(actorOfToken(ctx, token)).resolves.toMatchObject({ kind: 'user', id: user.id })
    clock.forward(seconds(1))
    await expect(actorOfToken(ctx, token)).rejects.toMatchObject(refused)
  })

  test('notes when the access token of a refresh is used first: its answer has arrived', async ({ ctx, clock }) => {
    const { accessToken, refreshToken } = await aSession(ctx)
    const next = await refreshSession(ctx, refreshToken)
    const inTurn = sql`${refreshTokens.parentHash} nulls first`
    const heard = async () => (await ctx.db.select().from(refreshTokens).orderBy(inTurn)).map(({ heardAt }) => heardAt)
    await actorOfToken(ctx, accessToken)
    expect(await heard()).toEqual([null, null])
    const first = clock.now
    await actorOfToken(ctx, next.accessToken)
    clock.forward(minutes(1))
    await actorOfToken(ctx, next.accessToken)
    expect(await heard()).toEqual([null, first])
  })

  test('refuses a token once its session or all sessions of the user are ended', async ({ ctx }) => {
    const user = await aUser(ctx)
    const one = await openSession(ctx, user, 'one')
    const other = await openSession(ctx, user, 'other')
    await closeSession(ctx, one.refreshToken)
    await expect(actorOfToken(ctx, one.accessToken)).rejects.toMatchObject(refused)
    await expect(actorOfToken(ctx, other.accessToken)).resolves.toBeDefined()
    await closeSessionsOf(ctx, user.id)
    await expect(actorOfToken(ctx, other.accessToken)).rejects.toMatchObject(refused)
  })

  test('refuses what is tampered with, unsigned, of another kind or for another audience', async ({ ctx }) => {
    const user = await aUser(ctx)
    const good = await signIn(ctx, user)
    const [head = '', body = '', signature = ''] = good.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const key = new TextEncoder().encode(ctx.config.authSecret)
    const signed = (alg: string, typ: string, aud: string) =>
      new SignJWT({ ...claims, aud }).setProtectedHeader({ alg, typ }).sign(key)
    const unsigned = encode({ alg: 'none', typ: 'at+jwt' })
    const forged = `${head}.${encode({ ...claims, role: 'ADMIN' })}`
    const bad = [
      '',
      'x',
      `${unsigned}.${body}.`,
      `${unsigned}.${body}.${signature}`,
      `${forged}.${signature}`,
      `${forged}.${createHmac('sha256', 'another secret').update(forged).digest('base64url')}`,
      await signed('HS512', 'at+jwt', 'butik'),
      await signed('HS256', 'JWT', 'butik'),
      await signed('HS256', 'at+jwt', 'another shop'),
    ]
    for (const token of bad) await expect(actorOfToken(ctx, token), token).rejects.toMatchObject(refused)
    await expect(actorOfToken(ctx, await signed('HS256', 'at+jwt', 'butik'))).resolves.toBeDefined()
  })
})

test('of many who ask at the same moment each is who her token says, and who was logged out is refused', async ({
  ctx,
}) => {
  const people = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const user = await aUser(ctx)
      return { user, tokens: await openSession(ctx, user, 'a test') }
    }),
  )
  const [first, second] = people
  if (!first || !second) throw new Error('nobody is there')
  await closeSession(ctx, second.tokens.refreshToken)
  // Three tabs of one session: of the two newer tokens neither was used yet.
  const newer = await refreshSession(ctx, first.tokens.refreshToken)
  const newest = await refreshSession(ctx, newer.refreshToken)
  const tokens = [...people.map(({ tokens }) => tokens.accessToken), newer.accessToken, newest.accessToken]
  const told = await Promise.all(
    tokens.map((token) =>
      actorOfToken(ctx, token).then(
        (actor) => actor.kind === 'user' && actor.id,
        (error: { code: string }) => error.code,
      ),
    ),
  )
  const expected = people.map(({ user }) => (user === second.user ? 'UNAUTHENTICATED' : user.id))
  expect(told).toEqual([...expected, first.user.id, first.user.id])
  const heard = await ctx.db.select().from(refreshTokens).where(isNotNull(refreshTokens.heardAt))
  expect(heard.map(({ tokenHash }) => tokenHash).sort()).toEqual(
    [newer, newest].map(({ refreshToken }) => hashToken(refreshToken)).sort(),
  )
})

test('findRights gives the rights of a role while the session is open, and none after', async ({ ctx }) => {
  const admin = await openSession(ctx, await aUser(ctx, { role: 'ADMIN' }), 'admin')
  const actor = await actorOfToken(ctx, admin.accessToken)
  if (actor.kind !== 'user') throw new Error('a token names a user')
  expect(await findRights(ctx, actor.id, actor.sessionId)).toContain('settings')
  expect(await findRights(ctx, (await aUser(ctx)).id, actor.sessionId), 'a session is its owner’s').toEqual([])
  await closeSession(ctx, admin.refreshToken)
  expect(await findRights(ctx, actor.id, actor.sessionId)).toEqual([])
})

test('forgetOldSessions deletes only what no token can bring back', async ({ ctx, clock }) => {
  const user = await aUser(ctx)
  await openSession(ctx, user, 'old')
  clock.forward(days(20))
  await openSession(ctx, user, 'new')
  clock.forward(days(11))
  await forgetOldSessions(ctx)
  const left = await ctx.db.select().from(sessions).where(eq(sessions.userId, user.id))
  expect(left.map((session) => session.userAgent)).toEqual(['new'])
})
