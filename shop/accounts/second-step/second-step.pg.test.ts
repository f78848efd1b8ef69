import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aUser, usualPassword } from '#test/factories.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { type Ctx, newId } from '../../ctx.ts'
import { recoveryCodes, secondStepChallenges, sessions, totpKeys } from '../schema.ts'
import { login } from '../sessions/login.ts'
import { openSession } from '../sessions/sessions.ts'
import { prepareTotp, switchTotpOn } from './change.ts'
import { finishLogin } from './login.ts'
import { unseal } from './sealed.ts'
import { codeOf, stepOf } from './totp.ts'

const many = 8
const postgres = shopOnPostgres()
const password = usualPassword

/** A user with an app, at a clock of her own, so that the code she signs in with is a fresh one. */
async function aCareful() {
  let now = new Date()
  const ctx: Ctx = { ...postgres.ctx, clock: () => now }
  const user = await aUser(ctx)
  await openSession(ctx, user, '')
  const [session] = await ctx.db.select().from(sessions).where(eq(sessions.userId, user.id))
  const sessionId = session?.id ?? newId()
  const own: Ctx = { ...ctx, actor: { kind: 'user', id: user.id, sessionId, address: '203.0.113.7', rights: [] } }
  await prepareTotp(own, { password })
  const [key] = await ctx.db.select().from(totpKeys).where(eq(totpKeys.userId, user.id))
  const secret = unseal(ctx, user.id, key?.sealedSecret ?? '') ?? Buffer.alloc(0)
  const code = () => codeOf(secret, stepOf(now))
  const { recoveryCodes: codes } = await switchTotpOn(own, { password, code: code() }, '')
  now = new Date(now.getTime() + 31_000)
  const begin = async () => {
    const answer = await login(ctx, { email: user.email, password }, '')
    return 'challenge' in answer ? answer.challenge : ''
  }
  const open = async () => (await ctx.db.select().from(sessions).where(eq(sessions.userId, user.id))).length - 1
  return { ctx, user, code: code(), codes, begin, open }
}

async function atOnce(work: (i: number) => Promise<unknown>): Promise<number> {
  const all = await Promise.allSettled(Array.from({ length: many }, (_, i) => work(i)))
  return all.filter(({ status }) => status === 'fulfilled').length
}

test('one code by many at once is one login, whether in one challenge or in many', async () => {
  for (const challenges of [1, many]) {
    const { ctx, code, begin, open } = await aCareful()
    const begun = [] as string[]
    for (let n = 0; n < challenges; n++) begun.push(await begin())
    const entered = await atOnce((i) => finishLogin(ctx, { challenge: begun[i % challenges] ?? '', code }, ''))
    expect([challenges, entered, await open()]).toEqual([challenges, 1, 1])
  }
})

test('one recovery code by many at once is one login', async () => {
  const { ctx, user, codes, begin, open } = await aCareful()
  const begun = [] as string[]
  for (let n = 0; n < many; n++) begun.push(await begin())
  const [code = ''] = codes
  expect([await atOnce((i) => finishLogin(ctx, { challenge: begun[i] ?? '', code }, '')), await open()]).toEqual([1, 1])
  const used = (await ctx.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, user.id))).filter(
    (row) => row.usedAt,
  )
  expect(used).toHaveLength(1)
})

test('of many wrong codes at once in one challenge five are looked at', async () => {
  const { ctx, user, begin, open } = await aCareful()
  const challenge = await begin()
  expect(await atOnce(() => finishLogin(ctx, { challenge, code: '000000' }, ''))).toBe(0)
  const [row] = await ctx.db.select().from(secondStepChallenges).where(eq(secondStepChallenges.userId, user.id))
  expect([row?.wrongTries, await open()]).toEqual([5, 0])
})
