import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { login } from '#test/accounts/login.ts'
import { aUser, usualPassword } from '#test/factories.ts'
import { mailedToken, mailsOf } from '#test/mails.ts'
import { test } from '#test/shop.ts'
import { hours, minutes } from '../time.ts'
import { requestEmailChange } from './email-change.ts'
import { resendVerification } from './link-requests.ts'
import { resetPassword } from './passwords/reset.ts'
import { register } from './registration.ts'
import { securityEvents, users } from './schema.ts'
import { refreshSession } from './sessions/refresh.ts'
import { actorOfToken } from './sessions/sessions.ts'
import { findUserByEmail } from './users.ts'
import { verifyEmail } from './verification.ts'

const input = { firstName: 'İpek', lastName: 'Işık', email: 'ipek@posta.example', password: usualPassword }
const guest = { kind: 'guest', address: '203.0.113.7' } as const

describe('register', () => {
  test('opens an account that waits to be verified and mails the link', async ({ ctx, queued }) => {
    await register(ctx, input)
    expect(await findUserByEmail(ctx, input.email)).toMatchObject({
      firstName: 'İpek',
      role: 'USER',
      emailVerifiedAt: null,
      passwordHash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
    })
    const [mail] = await mailsOf(ctx)
    expect(mail).toMatchObject({ kind: 'verification', toEmail: input.email })
    expect(mail?.text).toContain(`${ctx.config.publicUrl}/verify-email?token=`)
    expect(queued).toEqual([{ name: 'send-mail', data: { mailId: mail?.id } }])
  })

  test('is in the security log, also for an address that is taken', async ({ ctx }) => {
    const first = await register(ctx, input).then(() => findUserByEmail(ctx, input.email))
    await register(ctx, input)
    const rows = await ctx.db.select().from(securityEvents).orderBy(securityEvents.id)
    expect(rows.map(({ kind, userId, maskedEmail, detail }) => [kind, userId, maskedEmail, detail])).toEqual([
      ['account-created', first?.id, null, ''],
      ['account-created', null, expect.stringMatching(/^.\*\*\*@/), 'bu adresin zaten bir hesabı var'],
    ])
  })

  test('changes nothing for an address that is taken and tells its owner', async ({ ctx }) => {
    const owner = await aUser(ctx, { email: input.email, firstName: 'Zeynep' })
    await register(ctx, input)
    expect(await ctx.db.select().from(users).where(eq(users.email, input.email))).toMatchObject([owner])
    const [mail] = await mailsOf(ctx)
    expect(mail).toMatchObject({ kind: 'already-registered', toEmail: input.email })
    expect(mail?.text).toContain('Merhaba Zeynep,')
    expect(mail?.text).not.toContain('token=')
  })

  test('gives the owner who has not verified yet another link', async ({ ctx }) => {
    await register(ctx, input)
    await register(ctx, input)
    await verifyEmail(ctx, await mailedToken(ctx, 'already-registered'))
    expect((await findUserByEmail(ctx, input.email))?.emailVerifiedAt).not.toBeNull()
  })

  test('two who register one address: whoever opens the link shuts the other out', async ({ ctx, as, clock }) => {
    const stranger = as(guest)
    await register(stranger, { ...input, password: 'yabancının parolası' })
    const enter = (password: string) => login(stranger, { email: input.email, password }, 'a test')
    const { accessToken, refreshToken } = await enter('yabancının parolası')
    const firstLink = await mailedToken(ctx, 'verification')
    clock.forward(minutes(1))
    await register(ctx, input)
    await mailedToken(ctx, 'already-registered')
    // The link of the stranger's registration lies in the same mailbox; it must not matter which one is opened.
    expect(await verifyEmail(as({ kind: 'guest', address: guest.address }), firstLink)).toBe('claimed')
    await expect(actorOfToken(ctx, accessToken)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(refreshSession(ctx, refreshToken)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(enter('yabancının parolası')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    const [token, newPassword] = [await mailedToken(ctx, 'password-reset'), 'yeni bir parola']
    await resetPassword(ctx, { token, newPassword, confirmPassword: newPassword })
    await enter(newPassword)
  })

  test('who registers again with her own password keeps it, and only her own browser stays signed in', async ({
    ctx,
    as,
  }) => {
    await register(ctx, input)
    const enter = () => login(ctx, { email: input.email, password: input.password }, 'a test')
    const [mine, other] = [await enter(), await enter()]
    await register(ctx, input)
    const here = as(await actorOfToken(ctx, mine.accessToken))
    expect(await verifyEmail(here, await mailedToken(ctx, 'already-registered'))).toBe('verified')
    await expect(actorOfToken(ctx, mine.accessToken)).resolves.toBeDefined()
    await expect(actorOfToken(ctx, other.accessToken)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await enter()
  })

  test('shuts the stranger out also when the limit of mails left the owner without a notice', async ({ ctx, as }) => {
    for (let n = 1; n <= 4; n++) await register(as({ kind: 'guest', address: `203.0.113.${n}` }), input)
    await register(ctx, { ...input, password: 'sahibinin parolası' })
    expect(await verifyEmail(ctx, await mailedToken(ctx, 'verification'))).toBe('claimed')
  })

  test('does not fill the box of an owner with mails', async ({ ctx, as }) => {
    await aUser(ctx, { email: input.email })
    for (let n = 1; n <= 6; n++) await register(as({ kind: 'guest', address: `203.0.113.${n}` }), input)
    expect(await mailsOf(ctx)).toHaveLength(3)
  })

  test('refuses disposable addresses, also below their domains', async ({ ctx }) => {
    for (const email of ['a@mailinator.com', 'a@10minutemail.com', 'a@eu.mailinator.com']) {
      await expect(register(ctx, { ...input, email })).rejects.toMatchObject({
        code: 'INVALID',
        fields: { email: ['Geçici e-posta adresleri kabul edilmez. Lütfen kalıcı e-posta adresinizi kullanın.'] },
      })
    }
    await register(ctx, { ...input, email: 'a@gmail.com' })
    await register(ctx, { ...input, email: 'a@posta.com.tr' })
  })

  test('takes five registrations an hour from one address', async ({ as }) => {
    for (let n = 1; n <= 5; n++) await register(as(guest), { ...input, email: `ipek${n}@posta.example` })
    await expect(register(as(guest), input)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await register(as({ ...guest, address: '203.0.113.8' }), input)
  })
})

describe('verifyEmail', () => {
  test('verifies the address of its own account alone', async ({ ctx }) => {
    const waiting = await aUser(ctx, { verified: false })
    await register(ctx, input)
    await verifyEmail(ctx, await mailedToken(ctx, 'verification'))
    expect((await findUserByEmail(ctx, input.email))?.emailVerifiedAt).not.toBeNull()
    expect((await findUserByEmail(ctx, waiting.email))?.emailVerifiedAt).toBeNull()
  })

  test('takes a link once', async ({ ctx }) => {
    await register(ctx, input)
    const token = await mailedToken(ctx, 'verification')
    await verifyEmail(ctx, token)
    await ctx.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.email, input.email))
    await expect(verifyEmail(ctx, token)).rejects.toMatchObject({ code: 'INVALID' })
    expect((await findUserByEmail(ctx, input.email))?.emailVerifiedAt).toBeNull()
  })

  test('says of a used link, or of another one in the mailbox, that the address is verified by now', async ({
    ctx,
  }) => {
    await register(ctx, input)
    const first = await mailedToken(ctx, 'verification')
    await resendVerification(ctx, input.email)
    const second = await mailedToken(ctx, 'verification')
    expect(second).not.toBe(first)
    await verifyEmail(ctx, first)
    for (const token of [first, second])
      await expect(verifyEmail(ctx, token)).rejects.toMatchObject({
        code: 'ALREADY_VERIFIED',
        message: expect.stringContaining('daha önce doğrulanmış'),
      })
  })

  test('says so of the link to a new address only while that is the address of the account', async ({ ctx }) => {
    const user = await aUser(ctx)
    const change = async (email: string) => {
      const [owner] = await ctx.db.select().from(users).where(eq(users.id, user.id))
      if (owner) await requestEmailChange(ctx, owner, email, usualPassword)
      return mailedToken(ctx, 'email-change-link')
    }
    const given = await change('yeni@posta.example')
    await verifyEmail(ctx, given)
    await expect(verifyEmail(ctx, given)).rejects.toMatchObject({ code: 'ALREADY_VERIFIED' })
    await verifyEmail(ctx, await change('daha-yeni@posta.example'))
    await expect(verifyEmail(ctx, given)).rejects.toMatchObject({ code: 'INVALID' })
  })

  test('ends sessions from elsewhere, not that of the network or the browser that opens the link', async ({
    ctx,
    as,
  }) => {
    await register(ctx, input)
    const enter = async (address: string) =>
      (await login(as({ kind: 'guest', address }), { email: input.email, password: input.password }, '')).accessToken
    const [neighbour, stranger] = [await enter('2001:db8:1:2::a'), await enter('203.0.113.9')]
    const phone = await enter('198.51.100.3')
    const opener = { ...(await actorOfToken(ctx, phone)), address: '2001:db8:1:2::b' }
    await verifyEmail(as(opener), await mailedToken(ctx, 'verification'))
    await expect(actorOfToken(ctx, phone)).resolves.toBeDefined()
    await expect(actorOfToken(ctx, neighbour)).resolves.toBeDefined()
    await expect(actorOfToken(ctx, stranger)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('says when a link is too old, so that the page can offer another', async ({ ctx, clock }) => {
    await register(ctx, input)
    const token = await mailedToken(ctx, 'verification')
    clock.forward(hours(24))
    await expect(verifyEmail(ctx, token)).rejects.toMatchObject({
      code: 'LINK_EXPIRED',
      message: 'Doğrulama linkinin süresi dolmuş. Yeni bir doğrulama linki gönderebilirsiniz.',
    })
    await resendVerification(ctx, input.email)
    await verifyEmail(ctx, await mailedToken(ctx, 'verification'))
  })

  test('refuses a made-up token', async ({ ctx }) => {
    await expect(verifyEmail(ctx, 'x')).rejects.toMatchObject({
      message: 'Geçersiz doğrulama linki. E-postanızdaki bağlantıyı eksiksiz açın veya yeni bir bağlantı isteyin.',
    })
  })
})

describe('resendVerification', () => {
  test('mails only who waits, at most three times an hour, and always answers alike', async ({ ctx, as, clock }) => {
    await aUser(ctx, { email: 'verified@posta.example' })
    await aUser(ctx, { email: 'waiting@posta.example', verified: false })
    await resendVerification(ctx, 'verified@posta.example')
    await resendVerification(ctx, 'nobody@posta.example')
    expect(await mailsOf(ctx)).toEqual([])
    for (let n = 1; n <= 5; n++) {
      await resendVerification(as({ kind: 'guest', address: `203.0.113.${n}` }), 'waiting@posta.example')
    }
    expect(await mailsOf(ctx)).toHaveLength(3)
    clock.forward(hours(1))
    await resendVerification(ctx, 'waiting@posta.example')
    expect(await mailsOf(ctx)).toHaveLength(4)
  })
})
