import { describe, expect } from 'vitest'
import { login } from '#test/accounts/login.ts'
import { aUser, signIn, usualPassword } from '#test/factories.ts'
import { mailedToken, mailsOf } from '#test/mails.ts'
import { test } from '#test/shop.ts'
import type { Ctx } from '../../ctx.ts'
import { hours } from '../../time.ts'
import { forgotPassword } from '../link-requests.ts'
import { actorOfToken } from '../sessions/sessions.ts'
import { findUserByEmail } from '../users.ts'
import { verifyEmail } from '../verification.ts'
import { resetPassword } from './reset.ts'

const newPassword = 'yeni bir parola'
const reset = (ctx: Ctx, token: string) => resetPassword(ctx, { token, newPassword, confirmPassword: newPassword })
const enter = (ctx: Ctx, email: string, password: string) => login(ctx, { email, password }, 'a test')

describe('resetPassword', () => {
  test('sets the password, ends every session, verifies the address and tells the owner', async ({ ctx }) => {
    const user = await aUser(ctx, { verified: false })
    const bearer = await signIn(ctx, user)
    await forgotPassword(ctx, user.email)
    await reset(ctx, await mailedToken(ctx, 'password-reset'))
    await expect(actorOfToken(ctx, bearer)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(enter(ctx, user.email, usualPassword)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await enter(ctx, user.email, newPassword)
    expect((await findUserByEmail(ctx, user.email))?.emailVerifiedAt).not.toBeNull()
    expect((await mailsOf(ctx)).map((mail) => mail.kind)).toEqual(['password-reset', 'password-changed'])
  })

  test('takes a link once, and none that was mailed before it', async ({ ctx }) => {
    const user = await aUser(ctx)
    await forgotPassword(ctx, user.email)
    const earlier = await mailedToken(ctx, 'password-reset')
    await forgotPassword(ctx, user.email)
    const later = await mailedToken(ctx, 'password-reset')
    await reset(ctx, later)
    for (const token of [later, earlier]) {
      await expect(reset(ctx, token)).rejects.toMatchObject({ code: 'INVALID' })
    }
  })

  test('takes a link for an hour', async ({ ctx, clock }) => {
    const user = await aUser(ctx)
    await forgotPassword(ctx, user.email)
    const token = await mailedToken(ctx, 'password-reset')
    clock.forward(hours(1))
    await expect(reset(ctx, token)).rejects.toMatchObject({
      code: 'LINK_EXPIRED',
      message: 'Şifre sıfırlama bağlantısının süresi dolmuş. Yeni bir bağlantı isteyebilirsiniz.',
    })
  })

  test('takes no link that was mailed for something else', async ({ ctx }) => {
    const user = await aUser(ctx, { verified: false })
    await forgotPassword(ctx, user.email)
    const token = await mailedToken(ctx, 'password-reset')
    await expect(verifyEmail(ctx, token)).rejects.toMatchObject({ code: 'INVALID' })
    await expect(reset(ctx, await signIn(ctx, user))).rejects.toMatchObject({ code: 'INVALID' })
    await reset(ctx, token)
  })

  test('lets the owner in whose account had to wait', async ({ ctx }) => {
    const user = await aUser(ctx)
    for (let n = 0; n < 5; n++) await enter(ctx, user.email, 'yanlış').catch(() => {})
    await forgotPassword(ctx, user.email)
    await reset(ctx, await mailedToken(ctx, 'password-reset'))
    await enter(ctx, user.email, newPassword)
  })
})

describe('forgotPassword', () => {
  test('mails nothing to strangers and at most three links an hour to an owner', async ({ ctx, as }) => {
    const user = await aUser(ctx)
    await forgotPassword(ctx, 'nobody@posta.example')
    expect(await mailsOf(ctx)).toEqual([])
    for (let n = 1; n <= 5; n++) await forgotPassword(as({ kind: 'guest', address: `203.0.113.${n}` }), user.email)
    expect(await mailsOf(ctx)).toHaveLength(3)
  })

  test('takes ten requests an hour from one address', async ({ as }) => {
    const here = as({ kind: 'guest', address: '203.0.113.7' })
    for (let n = 1; n <= 10; n++) await forgotPassword(here, `musteri${n}@posta.example`)
    await expect(forgotPassword(here, 'ipek@posta.example')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })
})
