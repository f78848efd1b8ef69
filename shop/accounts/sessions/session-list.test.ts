import { expect } from 'vitest'
import { aUser } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { newId } from '../../ctx.ts'
import { days, minutes } from '../../time.ts'
import { securityEvents, sessions } from '../schema.ts'
import { endOtherSessions, endSession, listSessions } from './session-list.ts'
import { actorOfToken, openSession } from './sessions.ts'

const refused = { code: 'UNAUTHENTICATED' }
const chrome = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36'

test('the list has this session first, then the last used, and none of others or of long ago', async ({
  ctx,
  as,
  clock,
}) => {
  const user = await aUser(ctx)
  await openSession(ctx, user, 'forgotten')
  clock.forward(days(30))
  await openSession(ctx, await aUser(ctx), 'of another user')
  const mine = await openSession(ctx, user, chrome)
  for (const phone of ['iPhone', 'Android']) {
    clock.forward(minutes(1))
    await openSession(ctx, user, phone)
  }
  const listed = await listSessions(as(await actorOfToken(ctx, mine.accessToken)))
  expect(listed.map(({ device, current }) => [device, current])).toEqual([
    ['Chrome, Windows', true],
    ['Android', false],
    ['iPhone', false],
  ])
})

test('of what a browser says of itself three hundred characters are kept', async ({ ctx }) => {
  await openSession(ctx, await aUser(ctx), 'x'.repeat(5000))
  await openSession(ctx, await aUser(ctx), chrome)
  const kept = await ctx.db.select({ userAgent: sessions.userAgent }).from(sessions).orderBy(sessions.id)
  expect(kept.map(({ userAgent }) => userAgent)).toEqual(['x'.repeat(300), chrome])
})

test('endOtherSessions ends all of the user but the one that asks, and counts them in the security log', async ({
  ctx,
  as,
}) => {
  const user = await aUser(ctx)
  const mine = await openSession(ctx, user, 'mine')
  const others = [await openSession(ctx, user, 'phone'), await openSession(ctx, user, 'laptop')]
  const stranger = await openSession(ctx, await aUser(ctx), 'of another user')
  const here = as(await actorOfToken(ctx, mine.accessToken))
  expect(await endOtherSessions(here)).toBe(2)
  expect(await endOtherSessions(here)).toBe(0)
  for (const { accessToken } of others) await expect(actorOfToken(ctx, accessToken)).rejects.toMatchObject(refused)
  for (const { accessToken } of [mine, stranger]) await expect(actorOfToken(ctx, accessToken)).resolves.toBeDefined()
  expect(await ctx.db.select().from(securityEvents)).toMatchObject([
    { kind: 'sessions-ended', userId: user.id, detail: '2 oturum kapatıldı' },
  ])
})

test('endSession ends one session of the user, once, and none of another user', async ({ ctx, as }) => {
  const user = await aUser(ctx)
  const mine = await openSession(ctx, user, 'mine')
  const phone = await openSession(ctx, user, 'phone')
  const here = as(await actorOfToken(ctx, mine.accessToken))
  const ended = (await listSessions(here)).find(({ current }) => !current)?.id ?? ''
  const another = await openSession(ctx, await aUser(ctx), 'of another user')
  const theirs = await actorOfToken(ctx, another.accessToken)
  await endSession(here, ended)
  await expect(actorOfToken(ctx, phone.accessToken)).rejects.toMatchObject(refused)
  for (const id of [ended, newId(), 'x', theirs.kind === 'user' ? theirs.sessionId : '']) {
    await expect(endSession(here, id)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Bu oturum zaten kapalı.' })
  }
  for (const { accessToken } of [mine, another]) await expect(actorOfToken(ctx, accessToken)).resolves.toBeDefined()
  expect(await ctx.db.select().from(securityEvents)).toMatchObject([
    { kind: 'sessions-ended', detail: '1 oturum kapatıldı' },
  ])
})
