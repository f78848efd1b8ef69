import { describe, expect } from 'vitest'
import { aUser } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import type { Ctx } from '../../ctx.ts'
import { days, minutes, seconds } from '../../time.ts'
import { securityEvents } from '../schema.ts'
import { refreshSession } from './refresh.ts'
import { actorOfToken, openSession } from './sessions.ts'

const refused = { code: 'UNAUTHENTICATED' }

async function aSession(ctx: Ctx, role: 'USER' | 'ADMIN' = 'USER') {
  return openSession(ctx, await aUser(ctx, { role }), 'a test')
}

describe('a refresh token that two parties hold', () => {
  test('is noticed at the next refresh of one, once the other has used what she got', async ({ ctx, clock }) => {
    const { refreshToken } = await aSession(ctx)
    const thief = await refreshSession(ctx, refreshToken)
    await actorOfToken(ctx, thief.accessToken)
    clock.forward(minutes(5))
    await expect(refreshSession(ctx, refreshToken)).rejects.toMatchObject(refused)
    await expect(refreshSession(ctx, thief.refreshToken)).rejects.toMatchObject(refused)
    await expect(actorOfToken(ctx, thief.accessToken)).rejects.toMatchObject(refused)
  })

  test('is noticed in the round in which the thief, silent before, first acts', async ({ ctx, clock }) => {
    let { refreshToken } = await aSession(ctx)
    for (let round = 0; round < 4; round++) {
      const silent = await refreshSession(ctx, refreshToken)
      clock.forward(minutes(7))
      const owner = await refreshSession(ctx, refreshToken)
      expect(owner.refreshToken).toBe(silent.refreshToken)
      await actorOfToken(ctx, owner.accessToken)
      refreshToken = owner.refreshToken
      clock.forward(minutes(7))
    }
    const thief = await refreshSession(ctx, refreshToken)
    await actorOfToken(ctx, thief.accessToken)
    clock.forward(minutes(1))
    await expect(refreshSession(ctx, refreshToken)).rejects.toMatchObject(refused)
    await expect(actorOfToken(ctx, thief.accessToken)).rejects.toMatchObject(refused)
  })

  test('is noticed by how often both refresh, however close together they do', async ({ ctx }) => {
    let { refreshToken } = await aSession(ctx)
    const round = async () => {
      await refreshSession(ctx, refreshToken)
      refreshToken = (await refreshSession(ctx, refreshToken)).refreshToken
    }
    for (let n = 0; n < 3; n++) await round()
    await expect(round()).rejects.toMatchObject(refused)
    await expect(refreshSession(ctx, refreshToken)).rejects.toMatchObject(refused)
  })
})

test('a token that comes again ends its own session alone, and the security log says so', async ({ ctx }) => {
  const user = await aUser(ctx)
  const robbed = await openSession(ctx, user, 'phone')
  const others = [await openSession(ctx, user, 'laptop'), await aSession(ctx)]
  await refreshSession(ctx, (await refreshSession(ctx, robbed.refreshToken)).refreshToken)
  await expect(refreshSession(ctx, robbed.refreshToken)).rejects.toMatchObject(refused)
  await expect(refreshSession(ctx, robbed.refreshToken)).rejects.toMatchObject(refused)
  for (const { accessToken } of others) await expect(actorOfToken(ctx, accessToken)).resolves.toBeDefined()
  expect(await ctx.db.select().from(securityEvents)).toMatchObject([
    { kind: 'token-reused', userId: user.id, detail: 'oturum kapatıldı' },
  ])
})

describe('a refresh token that its owner sends twice', () => {
  test('because her answer was lost, is answered whenever she comes back', async ({ ctx, clock }) => {
    const { refreshToken, accessToken } = await aSession(ctx)
    await actorOfToken(ctx, accessToken)
    await refreshSession(ctx, refreshToken)
    clock.forward(days(3))
    const again = await refreshSession(ctx, refreshToken)
    await expect(actorOfToken(ctx, again.accessToken)).resolves.toBeDefined()
  })

  test('because two tabs asked at once, ends nothing, also when one tab goes on at once', async ({ ctx, clock }) => {
    let { refreshToken } = await aSession(ctx)
    for (let round = 0; round < 8; round++) {
      const one = await refreshSession(ctx, refreshToken)
      await actorOfToken(ctx, one.accessToken)
      clock.forward(seconds(5))
      const other = await refreshSession(ctx, refreshToken)
      await expect(actorOfToken(ctx, other.accessToken)).resolves.toBeDefined()
      refreshToken = other.refreshToken
      clock.forward(minutes(15))
    }
  })
})

describe('a session in daily use', () => {
  test.for([
    ['USER', 90],
    ['ADMIN', 30],
  ] as const)('of a %s ends after %i days, and says so', async ([role, most], { ctx, clock }) => {
    let tokens = await aSession(ctx, role)
    for (let day = 1; day < most; day++) {
      clock.forward(days(1))
      tokens = await refreshSession(ctx, tokens.refreshToken)
    }
    clock.forward(days(1) - minutes(1))
    tokens = await refreshSession(ctx, tokens.refreshToken)
    await expect(actorOfToken(ctx, tokens.accessToken)).resolves.toBeDefined()
    clock.forward(minutes(1))
    await expect(actorOfToken(ctx, tokens.accessToken)).rejects.toMatchObject(refused)
    await expect(refreshSession(ctx, tokens.refreshToken)).rejects.toMatchObject({
      ...refused,
      message: `Güvenliğiniz için bir oturum en çok ${most} gün açık kalır, lütfen yeniden giriş yapın.`,
    })
  })
})
