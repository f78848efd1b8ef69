import { expect } from 'vitest'
import { login } from '#test/accounts/login.ts'
import { aUser, usualPassword } from '#test/factories.ts'
import { mailedToken, mailsOf } from '#test/mails.ts'
import { test } from '#test/shop.ts'
import { deleteAccount } from '../../desk/account-deletion.ts'
import { forgotPassword } from '../link-requests.ts'
import { getAccount, updateProfile } from '../profile.ts'
import { actorOfToken, openSession } from '../sessions/sessions.ts'
import { verifyEmail } from '../verification.ts'
import { changePassword } from './change.ts'
import { resetPassword } from './reset.ts'

const newPassword = 'yeni bir parola'
const change = { currentPassword: usualPassword, newPassword, confirmPassword: newPassword }

test('a changed password ends the other sessions and the links that were mailed before', async ({ ctx, as }) => {
  const user = await aUser(ctx)
  const [mine, other] = [await openSession(ctx, user, 'mine'), await openSession(ctx, user, 'other')]
  const here = as(await actorOfToken(ctx, mine.accessToken))
  await updateProfile(here, { email: 'yeni@posta.example', currentPassword: usualPassword })
  await forgotPassword(ctx, user.email)
  const resetToken = await mailedToken(ctx, 'password-reset')
  const changeToken =
    /verify-email\?token=([\w-]+)/.exec((await mailsOf(ctx)).map(({ text }) => text).join())?.[1] ?? ''
  await changePassword(here, change)
  await expect(actorOfToken(ctx, mine.accessToken)).resolves.toBeDefined()
  await expect(actorOfToken(ctx, other.accessToken)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(verifyEmail(ctx, changeToken)).rejects.toMatchObject({ code: 'INVALID' })
  const again = 'bir başka parola'
  await expect(
    resetPassword(ctx, { token: resetToken, newPassword: again, confirmPassword: again }),
  ).rejects.toMatchObject({ code: 'INVALID' })
  await login(ctx, { email: user.email, password: newPassword }, 'a test')
  expect((await mailsOf(ctx)).at(-1)).toMatchObject({ kind: 'password-changed', toEmail: user.email })
})

test('a deleted account is no longer there for a session that is still known', async ({ ctx, as }) => {
  const { accessToken } = await openSession(ctx, await aUser(ctx), 'mine')
  const here = as(await actorOfToken(ctx, accessToken))
  await deleteAccount(here, usualPassword)
  await expect(getAccount(here)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Hesap bulunamadı.' })
})
