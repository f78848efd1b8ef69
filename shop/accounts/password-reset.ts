import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { isWithinLimit, networkOf, takeLimit } from '../limits.ts'
import { passwordChangedMail, passwordResetMail } from '../mail/account-mails.ts'
import { queueMail } from '../mail/outbox.ts'
import type { PasswordReset } from './contract.ts'
import { forgetAttempts } from './login-attempts.ts'
import { hashPassword } from './passwords.ts'
import { users } from './schema.ts'
import { closeSessionsOf, hashToken } from './sessions.ts'
import { faultOfToken, issueToken, spendToken, voidTokens } from './user-tokens.ts'
import { findUserByEmail } from './users.ts'
import { markVerified } from './verification.ts'

const faults = {
  unknown: 'Geçersiz şifre sıfırlama linki. Token bulunamadı.',
  used: 'Bu şifre sıfırlama linki daha önce kullanılmış. Yeni bir link isteyebilirsiniz.',
  expired: 'Şifre sıfırlama linkinin süresi dolmuş. Yeni bir link isteyebilirsiniz.',
}

/** Mails a link for a new password to an address that has an account; nobody can tell whether it has. */
export async function forgotPassword(ctx: Ctx, email: string): Promise<void> {
  await takeLimit(ctx, { key: `forgot:${networkOf(ctx)}`, limit: 10, windowSeconds: 3600 })
  const mayMail = await isWithinLimit(ctx, { key: `forgot-to:${hashToken(email)}`, limit: 3, windowSeconds: 3600 })
  const user = await findUserByEmail(ctx, email)
  if (!mayMail || !user) return
  await inTransaction(ctx, async (ctx) => {
    const url = `${ctx.config.publicUrl}/reset-password?token=${await issueToken(ctx, user.id, 'reset-password')}`
    await queueMail(ctx, { ...passwordResetMail(ctx.config, { firstName: user.firstName, url }), to: user.email })
  })
}

/** Sets a new password by the link that was mailed. Whoever was signed in is signed out, everywhere. */
export async function resetPassword(ctx: Ctx, input: PasswordReset): Promise<void> {
  // Looked at first, so that made-up tokens do not cost a slow hash.
  const fault = await faultOfToken(ctx, input.token, 'reset-password')
  if (fault) throw new ShopError('INVALID', faults[fault])
  const passwordHash = await hashPassword(input.newPassword)
  await inTransaction(ctx, async (ctx) => {
    const userId = await spendToken(ctx, input.token, 'reset-password')
    if (!userId) throw new ShopError('INVALID', faults.used)
    const [user] = await ctx.db
      .update(users)
      .set({ passwordHash, updatedAt: ctx.clock() })
      .where(eq(users.id, userId))
      .returning()
    if (!user) throw new ShopError('INVALID', faults.unknown)
    // The link came by mail, so the address is hers.
    await markVerified(ctx, userId)
    await voidTokens(ctx, userId, 'reset-password')
    await closeSessionsOf(ctx, userId)
    await forgetAttempts(ctx, user.email)
    await queueMail(ctx, { ...passwordChangedMail(ctx.config, user), to: user.email })
  })
}
