import { hash } from '@node-rs/argon2'
import type { SQL } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { login } from '#test/accounts/login.ts'
import { aUser, usualPassword } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import type { Ctx } from '../../ctx.ts'
import { days, hours, minutes, seconds } from '../../time.ts'
import { loginAttempts, users } from '../schema.ts'
import { findUserByEmail } from '../users.ts'
import { forgetOldAttempts } from './login-attempts.ts'
import { actorOfToken } from './sessions.ts'

const guest = (address: string) => ({ kind: 'guest', address }) as const
const wrong = (ctx: Ctx, email: string) => login(ctx, { email, password: 'yanlış parola' }, 'a test')
const right = (ctx: Ctx, email: string) => login(ctx, { email, password: usualPassword }, 'a test')
const unauthenticated = { code: 'UNAUTHENTICATED', message: 'E-posta adresi veya şifre hatalı' }
const limited = { code: 'RATE_LIMITED' }

describe('login', () => {
  test('opens a session and says who signed in, without the hash', async ({ ctx }) => {
    const user = await aUser(ctx, { role: 'ADMIN', verified: false })
    const answer = await right(ctx, user.email)
    await expect(actorOfToken(ctx, answer.accessToken)).resolves.toMatchObject({ id: user.id })
    expect(answer.user).toEqual({
      id: user.id,
      email: user.email,
      firstName: 'Ayşe',
      lastName: 'Yılmaz',
      role: 'ADMIN',
      emailVerified: false,
    })
  })

  test('refuses a wrong password and an unknown address alike', async ({ ctx }) => {
    const user = await aUser(ctx)
    await expect(wrong(ctx, user.email)).rejects.toMatchObject(unauthenticated)
    await expect(right(ctx, 'nobody@posta.example')).rejects.toMatchObject(unauthenticated)
  })

  test('takes a password whichever way its letters were composed', async ({ ctx }) => {
    const user = await aUser(ctx, { password: 'şifrem çok gizli'.normalize('NFD') })
    await login(ctx, { email: user.email, password: 'şifrem çok gizli'.normalize('NFC') }, 'a test')
  })

  test('makes an old hash anew', async ({ ctx }) => {
    const user = await aUser(ctx)
    await ctx.db.update(users).set({ passwordHash: await hash(usualPassword, { memoryCost: 1024, timeCost: 1 }) })
    await right(ctx, user.email)
    expect((await findUserByEmail(ctx, user.email))?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    await right(ctx, user.email)
  })

  test('which makes an older hash anew brings no password back that was changed meanwhile', async ({ ctx }) => {
    const user = await aUser(ctx)
    await ctx.db.update(users).set({ passwordHash: await hash(usualPassword, { memoryCost: 1024, timeCost: 1 }) })
    const changed = await hash('yepyeni bir parola', { memoryCost: 1024, timeCost: 1 })
    const update = (table: typeof users) => ({
      set: (values: object) => ({
        async where(which: SQL) {
          // She changes it between the look at the old one and this.
          await ctx.db.update(users).set({ passwordHash: changed })
          await ctx.db.update(table).set(values).where(which)
        },
      }),
    })
    const other = ctx.db.update.bind(ctx.db)
    const value: typeof other = (table) => (Object.is(table, users) ? (update(users) as never) : other(table))
    await right({ ...ctx, db: Object.create(ctx.db, { update: { value } }) }, user.email)
    expect((await findUserByEmail(ctx, user.email))?.passwordHash).toBe(changed)
  })

  test('makes guessing wait, longer each time, known address or not', async ({ ctx, as, clock }) => {
    const user = await aUser(ctx)
    for (const email of [user.email, 'nobody@posta.example']) {
      for (let n = 0; n < 5; n++)
        await expect(wrong(as(guest(`203.0.113.${n}`)), email)).rejects.toMatchObject(unauthenticated)
      for (const wait of [1, 2, 4, 8, 15, 15]) {
        clock.forward(minutes(wait) - seconds(1))
        await expect(wrong(ctx, email), `${wait} minutes`).rejects.toMatchObject({ ...limited, retryAfterSeconds: 1 })
        clock.forward(seconds(1))
        await expect(wrong(ctx, email)).rejects.toMatchObject(unauthenticated)
      }
    }
  })

  test('does not look at the right password either while the account waits', async ({ ctx, clock }) => {
    const user = await aUser(ctx)
    for (let n = 0; n < 5; n++) await expect(wrong(ctx, user.email)).rejects.toMatchObject(unauthenticated)
    await expect(right(ctx, user.email)).rejects.toMatchObject(limited)
    clock.forward(minutes(1))
    await right(ctx, user.email)
    for (let n = 0; n < 4; n++) await expect(wrong(ctx, user.email)).rejects.toMatchObject(unauthenticated)
    await right(ctx, user.email)
  })

  test('begins to count anew a quarter of an hour after the last pause', async ({ ctx, clock }) => {
    const { email } = await aUser(ctx)
    const fails = async () => {
      for (let n = 0; n < 5; n++) await expect(wrong(ctx, email)).rejects.toMatchObject(unauthenticated)
      await expect(wrong(ctx, email)).rejects.toMatchObject({ ...limited, retryAfterSeconds: 60 })
    }
    await fails()
    clock.forward(minutes(1) + minutes(15))
    await fails()
    clock.forward(minutes(1) + minutes(15) - 1)
    await expect(wrong(ctx, email)).rejects.toMatchObject(unauthenticated)
    await expect(wrong(ctx, email)).rejects.toMatchObject({ ...limited, retryAfterSeconds: 120 })
  })

  test('keeps nobody waiting until a clock that was ahead gets there again', async ({ ctx, clock }) => {
    const { email } = await aUser(ctx)
    clock.forward(hours(2))
    for (let n = 0; n < 5; n++) await expect(wrong(ctx, email)).rejects.toMatchObject(unauthenticated)
    await expect(right(ctx, email)).rejects.toMatchObject(limited)
    clock.forward(-hours(2))
    await right(ctx, email)
  })

  test('forgets tries a day after their pause', async ({ ctx, clock }) => {
    const { email } = await aUser(ctx)
    await expect(wrong(ctx, email)).rejects.toMatchObject(unauthenticated)
    const kept = async () => (await ctx.db.select().from(loginAttempts)).length
    clock.forward(days(1))
    await forgetOldAttempts(ctx)
    expect(await kept()).toBe(1)
    clock.forward(1)
    await forgetOldAttempts(ctx)
    expect(await kept()).toBe(0)
  })

  test('counts guesses that are sent at once', async ({ ctx }) => {
    const user = await aUser(ctx)
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => wrong(ctx, user.email)))
    const codes = results.map((result) => (result.status === 'rejected' ? result.reason.code : 'in'))
    expect(codes.filter((code) => code === 'UNAUTHENTICATED')).toHaveLength(5)
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(7)
  })

  test('lets the owner in where she has been before while a stranger guesses', async ({ ctx, as }) => {
    const user = await aUser(ctx)
    await right(as(guest('198.51.100.1')), user.email)
    for (let n = 0; n < 5; n++) await expect(wrong(ctx, user.email)).rejects.toMatchObject(unauthenticated)
    await expect(right(ctx, user.email)).rejects.toMatchObject(limited)
    await right(as(guest('198.51.100.1')), user.email)
  })

  test('knows the household of the owner, whose IPv6 address changes daily', async ({ ctx, as }) => {
    const user = await aUser(ctx)
    await right(as(guest('2001:db8:7:1:aaaa::1')), user.email)
    for (let n = 0; n < 5; n++) await expect(wrong(ctx, user.email)).rejects.toMatchObject(unauthenticated)
    await right(as(guest('2001:db8:7:1:bbbb::2')), user.email)
    await expect(right(as(guest('2001:db8:7:2::1')), user.email)).rejects.toMatchObject(limited)
  })

  test('refuses an address that fails too often over many accounts, and counts no success', async ({ as, ctx }) => {
    const user = await aUser(ctx)
    const here = as(guest('203.0.113.7'))
    for (let n = 0; n < 20; n++) {
      await right(here, user.email)
      await expect(wrong(here, `musteri${n}@posta.example`)).rejects.toMatchObject(unauthenticated)
    }
    await expect(right(here, user.email)).rejects.toMatchObject(limited)
    await right(as(guest('203.0.113.8')), user.email)
  })
})
