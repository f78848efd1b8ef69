import { expect } from 'vitest'
import { aUser } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { days, hours } from '../time.ts'
import { userTokens } from './schema.ts'
import {
  faultOfToken,
  findPendingEmail,
  findTokenUser,
  forgetOldTokens,
  issueToken,
  listWaiting,
  spendToken,
  voidTokens,
} from './user-tokens.ts'

test.for([
  ['verify-email', 24],
  ['verify-again', 24],
  ['claim-account', 24],
  ['reset-password', 1],
  ['change-email', 24],
] as const)('a link of %s is good for less than %i hours, once', async ([purpose, life], { ctx, clock }) => {
  const { id } = await aUser(ctx)
  const [late, token] = [await issueToken(ctx, id, purpose), await issueToken(ctx, id, purpose, 'yeni@posta.example')]
  clock.forward(hours(life) - 1)
  expect(await faultOfToken(ctx, token, [purpose])).toBeUndefined()
  expect(await spendToken(ctx, token, [purpose])).toEqual({ userId: id, purpose, email: 'yeni@posta.example' })
  expect(await faultOfToken(ctx, token, [purpose])).toBe('used')
  expect(await spendToken(ctx, token, [purpose])).toBeUndefined()
  clock.forward(1)
  expect(await faultOfToken(ctx, late, [purpose])).toBe('expired')
  expect(await spendToken(ctx, late, [purpose])).toBeUndefined()
})

test('a link does what it was mailed for and nothing else', async ({ ctx }) => {
  const { id } = await aUser(ctx)
  const token = await issueToken(ctx, id, 'verify-email')
  expect(await faultOfToken(ctx, token, ['reset-password'])).toBe('unknown')
  expect(await spendToken(ctx, token, ['reset-password', 'change-email'])).toBeUndefined()
  expect(await faultOfToken(ctx, 'x', ['verify-email'])).toBe('unknown')
  expect(await spendToken(ctx, token, ['reset-password', 'verify-email'])).toMatchObject({ purpose: 'verify-email' })
})

test('a link still says whose it was when it cannot be used any more, for a week', async ({ ctx, clock }) => {
  const { id, email } = await aUser(ctx)
  const token = await issueToken(ctx, id, 'change-email', 'yeni@posta.example')
  expect(await findTokenUser(ctx, 'x')).toBeUndefined()
  clock.forward(hours(24) + days(7))
  await forgetOldTokens(ctx)
  expect(await findTokenUser(ctx, token)).toMatchObject({ email, newEmail: 'yeni@posta.example', deletedAt: null })
  clock.forward(1)
  await forgetOldTokens(ctx)
  expect(await findTokenUser(ctx, token)).toBeUndefined()
})

test('the address that waits is the last one asked for, as long as its link is good', async ({ ctx, clock }) => {
  const { id } = await aUser(ctx)
  const other = await aUser(ctx)
  expect(await findPendingEmail(ctx, id)).toBeNull()
  await issueToken(ctx, other.id, 'change-email', 'baska@posta.example')
  await issueToken(ctx, id, 'verify-again', 'dogrulama@posta.example')
  await issueToken(ctx, id, 'change-email', 'ilk@posta.example')
  clock.forward(1)
  const last = await issueToken(ctx, id, 'change-email', 'son@posta.example')
  expect(await findPendingEmail(ctx, id)).toBe('son@posta.example')
  await spendToken(ctx, last, ['change-email'])
  expect(await findPendingEmail(ctx, id)).toBe('ilk@posta.example')
  clock.forward(hours(24) - 1)
  expect(await findPendingEmail(ctx, id)).toBeNull()
})

test('links are made useless by their kind, or all of a user, and nobody else’s', async ({ ctx, clock }) => {
  const { id } = await aUser(ctx)
  const other = await aUser(ctx)
  const all = ['verify-email', 'reset-password', 'change-email'] as const
  for (const userId of [id, other.id]) for (const purpose of all) await issueToken(ctx, userId, purpose)
  const waiting = async (userId: string) => (await listWaiting(ctx, userId, all)).sort()
  clock.forward(days(2))
  expect(await waiting(id)).toEqual([...all].sort())
  expect(await listWaiting(ctx, id, ['verify-email'])).toEqual(['verify-email'])
  await voidTokens(ctx, id, ['reset-password'])
  const voided = ctx.clock()
  expect(await waiting(id)).toEqual(['change-email', 'verify-email'])
  clock.forward(1)
  await voidTokens(ctx, id)
  expect([await waiting(id), await waiting(other.id)]).toEqual([[], [...all].sort()])
  const rows = await ctx.db.select().from(userTokens)
  expect(rows.find((row) => row.userId === id && row.purpose === 'reset-password')?.usedAt).toEqual(voided)
})
