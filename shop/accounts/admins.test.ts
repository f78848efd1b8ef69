import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { login } from '#test/accounts/login.ts'
import { aUser, usualPassword } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { type Ctx, requireRight } from '../ctx.ts'
import { deleteAccount } from '../desk/account-deletion.ts'
import { runAdminCommand } from './admin-commands.ts'
import {
  createAdmin,
  createFirstDemoAdmin,
  hasGeneratedPassword,
  makeAdminOfSettings,
  resetPasswordOf,
  setRole,
} from './admins.ts'
import { securityEvents, users } from './schema.ts'
import { actorOfToken } from './sessions/sessions.ts'
import { issueToken, spendToken } from './user-tokens.ts'
import { findUserByEmail } from './users.ts'

const given = { email: 'Patron@Posta.Example', password: 'çok gizli parola' }
const email = 'patron@posta.example'

test('makeAdminOfSettings makes an admin, once', async ({ ctx, as }) => {
  expect(await makeAdminOfSettings(ctx, given)).toBe(true)
  const made = await findUserByEmail(ctx, email)
  expect(await makeAdminOfSettings(ctx, given)).toBe(false)
  expect(await findUserByEmail(ctx, email)).toEqual(made)
  const { accessToken } = await login(ctx, { ...given, email }, 'a test')
  expect(requireRight(as(await actorOfToken(ctx, accessToken)), 'settings')).toBe(made?.id)
})

describe('makeAdminOfSettings gives back nothing that was taken away', () => {
  const enter = (ctx: Ctx, password: string) => login(ctx, { email, password }, 'a test')

  test('no password that was changed since', async ({ ctx }) => {
    await makeAdminOfSettings(ctx, given)
    const password = await resetPasswordOf(ctx, email)
    expect(await makeAdminOfSettings(ctx, given)).toBe(false)
    await expect(enter(ctx, given.password)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await enter(ctx, password)
  })

  test('no role', async ({ ctx }) => {
    await makeAdminOfSettings(ctx, given)
    await aUser(ctx, { role: 'ADMIN' })
    await setRole(ctx, email, 'USER')
    expect(await makeAdminOfSettings(ctx, given)).toBe(false)
    expect((await findUserByEmail(ctx, email))?.role).toBe('USER')
  })

  test('no account whose address has changed or that was deleted', async ({ ctx, as }) => {
    await makeAdminOfSettings(ctx, given)
    await aUser(ctx, { role: 'ADMIN' })
    await ctx.db.update(users).set({ email: 'yeni@posta.example' }).where(eq(users.email, email))
    expect(await makeAdminOfSettings(ctx, given)).toBe(false)
    expect(await findUserByEmail(ctx, email)).toBeUndefined()
    const { accessToken } = await login(ctx, { email: 'yeni@posta.example', password: given.password }, 'a test')
    await deleteAccount(as(await actorOfToken(ctx, accessToken)), given.password)
    expect(await makeAdminOfSettings(ctx, given)).toBe(false)
    expect(await findUserByEmail(ctx, email)).toBeUndefined()
  })

  test('no rights to a customer who has the address', async ({ ctx }) => {
    const customer = await aUser(ctx, { email })
    expect(await makeAdminOfSettings(ctx, given)).toBe(false)
    expect(await findUserByEmail(ctx, email)).toMatchObject(customer)
  })
})

test('setRole makes no admin of an account whose address nobody has verified', async ({ ctx }) => {
  const stranger = await aUser(ctx, { verified: false })
  await expect(setRole(ctx, stranger.email, 'ADMIN')).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await findUserByEmail(ctx, stranger.email))?.role).toBe('USER')
  await resetPasswordOf(ctx, stranger.email)
  expect(await setRole(ctx, stranger.email, 'ADMIN')).toBe(true)
})

test('createFirstDemoAdmin makes one only where there is none', async ({ ctx }) => {
  const first = await createFirstDemoAdmin(ctx)
  expect(first?.email).toBe('admin@narcicegi.example')
  expect(first?.password.length).toBeGreaterThanOrEqual(16)
  if (first) await login(ctx, first, 'a test')
  expect(await createFirstDemoAdmin(ctx)).toBeUndefined()
})

test('createFirstDemoAdmin makes none beside an admin of another address', async ({ ctx }) => {
  await aUser(ctx, { role: 'ADMIN' })
  expect(await createFirstDemoAdmin(ctx)).toBeUndefined()
  expect(await hasGeneratedPassword(ctx)).toBe(false)
})

test('resetPasswordOf leaves nothing of before: no session, no link, no pause, and nothing of others changes', async ({
  ctx,
  as,
  clock,
}) => {
  const [user, other] = [await aUser(ctx), await aUser(ctx)]
  const opened = await login(ctx, { email: user.email, password: usualPassword }, 'a test')
  const theirs = await login(ctx, { email: other.email, password: usualPassword }, 'a test')
  const link = await issueToken(ctx, user.id, 'reset-password')
  const elsewhere = as({ kind: 'guest', address: '203.0.113.9' })
  for (const { email } of [user, other])
    for (let i = 0; i < 5; i++)
      await expect(login(elsewhere, { email, password: 'yanlış' }, 'a test')).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
  const before = await findUserByEmail(ctx, user.email)
  clock.forward(1000)
  const password = await resetPasswordOf(ctx, user.email)
  await expect(actorOfToken(ctx, opened.accessToken)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(actorOfToken(ctx, theirs.accessToken)).resolves.toMatchObject({ id: other.id })
  expect(await spendToken(ctx, link, ['reset-password'])).toBeUndefined()
  await login(elsewhere, { email: user.email, password }, 'a test')
  const waiting = login(elsewhere, { email: other.email, password: usualPassword }, 'a test')
  await expect(waiting).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  expect((await findUserByEmail(ctx, user.email))?.emailVerifiedAt).toEqual(before?.emailVerifiedAt)
  const events = await ctx.db.select().from(securityEvents).where(eq(securityEvents.userId, user.id))
  expect(events).toContainEqual(expect.objectContaining({ kind: 'password-reset', detail: 'komut satırından' }))
})

test('createFirstDemoAdmin writes her address as accounts have it, whatever the shop’s own looks like', async ({
  ctx,
}) => {
  const config = { ...ctx.config, shopEmail: 'Merhaba@Dukkan.Example' }
  const first = await createFirstDemoAdmin({ ...ctx, config })
  expect(first?.email).toBe('admin@dukkan.example')
  expect(await findUserByEmail(ctx, 'admin@dukkan.example')).toMatchObject({ role: 'ADMIN' })
})

test('hasGeneratedPassword holds for the first demo admin until she has another password', async ({ ctx }) => {
  expect(await hasGeneratedPassword(ctx)).toBe(false)
  const first = await createFirstDemoAdmin(ctx)
  expect(await hasGeneratedPassword(ctx)).toBe(true)
  await resetPasswordOf(ctx, first?.email ?? '')
  expect(await hasGeneratedPassword(ctx)).toBe(false)
})

describe('setRole', () => {
  test('says whether anything changed', async ({ ctx }) => {
    await aUser(ctx, { role: 'ADMIN' })
    const { email } = await aUser(ctx)
    expect(await setRole(ctx, email, 'USER')).toBe(false)
    expect(await setRole(ctx, email, 'ADMIN')).toBe(true)
    expect(await setRole(ctx, email, 'ADMIN')).toBe(false)
    expect((await findUserByEmail(ctx, email))?.role).toBe('ADMIN')
    expect(await setRole(ctx, email, 'USER')).toBe(true)
    expect((await findUserByEmail(ctx, email))?.role).toBe('USER')
  })

  test('leaves the last admin one', async ({ ctx }) => {
    const { email } = await aUser(ctx, { role: 'ADMIN' })
    await expect(setRole(ctx, email, 'USER')).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await findUserByEmail(ctx, email))?.role).toBe('ADMIN')
  })

  test('is noted in the security log', async ({ ctx }) => {
    const { id, email } = await aUser(ctx)
    await setRole(ctx, email, 'ADMIN')
    expect(await ctx.db.select().from(securityEvents).where(eq(securityEvents.userId, id))).toMatchObject([
      { kind: 'role-changed', detail: 'yönetici yapıldı' },
    ])
  })
})

test('createAdmin makes an admin who logs in with the password that it returns, and none of a taken address', async ({
  ctx,
}) => {
  const password = await createAdmin(ctx, email)
  expect((await login(ctx, { email, password }, 'a test')).user).toMatchObject({ role: 'ADMIN', emailVerified: true })
  await expect(createAdmin(ctx, email)).rejects.toMatchObject({ code: 'CONFLICT' })
  const made = await findUserByEmail(ctx, email)
  expect(made).toMatchObject({ firstName: 'Mağaza', lastName: 'Yöneticisi', createdAt: ctx.clock() })
  const events = await ctx.db
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.userId, made?.id ?? ''))
  expect(events).toContainEqual(expect.objectContaining({ kind: 'role-changed', detail: 'yönetici (mağaza ayarları)' }))
})

test('a command that fails for another reason than a refusal is a failure, not an answer', async ({ ctx }) => {
  const db = new Proxy(ctx.db, {
    get: () => () => {
      throw new Error('away')
    },
  })
  await expect(runAdminCommand({ ...ctx, db }, { command: 'promote', email })).rejects.toThrow('away')
})

test('the commands at the terminal answer with one line each', async ({ ctx }) => {
  const run = (command: string, email: string) => runAdminCommand(ctx, { command, email })
  await aUser(ctx, { role: 'ADMIN' })
  const user = await aUser(ctx)
  const named = user.email
  expect(await run('promote', ` ${named.toUpperCase()} `)).toEqual({ said: `${named} is an admin now` })
  expect(await run('promote', named)).toEqual({ said: `${named} is an admin already` })
  expect(await run('demote', named)).toEqual({ said: `${named} is no admin any more` })
  expect(await run('demote', named)).toEqual({ said: `${named} is no admin` })
  expect(await run('create', email)).toEqual({
    said: expect.stringMatching(/ is an admin now; password .*: [\w-]{16}$/),
  })
  expect(await run('reset-password', email)).toEqual({ said: expect.stringMatching(/^new password of .*: [\w-]{16}$/) })
  expect(await run('create', email)).toEqual({ refused: expect.stringContaining('has an account already') })
  expect(await run('promote', 'a@posta.example')).toEqual({ refused: expect.stringContaining('no account') })
  expect(await run('reset-second-step', named)).toEqual({ said: `${named} has no two-step login` })
  await ctx.db.update(users).set({ secondStepSince: ctx.clock() }).where(eq(users.email, named))
  expect(await run('reset-second-step', named)).toEqual({ said: `${named} logs in with the password alone now` })
  expect((await login(ctx, { email: named, password: usualPassword }, '')).user.id).toBe(user.id)
  expect(await run('toString', email)).toEqual({ refused: 'toString is no command of this version of the shop' })
  expect(await run('promote', 'x')).toEqual({ refused: 'x is no e-mail address' })
  const stranger = await aUser(ctx, { verified: false })
  expect(await run('promote', stranger.email)).toEqual({ refused: expect.stringContaining('nobody has verified') })
})
