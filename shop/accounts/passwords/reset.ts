import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { ShopError } from '../../errors.ts'
import { passwordChangedMail } from '../../mail/account-mails.ts'
import { queueMail } from '../../mail/outbox.ts'
import { findBrand } from '../../settings/brand.ts'
import type { PasswordReset } from '../contract.ts'
import { users } from '../schema.ts'
import { recordEvent } from '../security-log.ts'
import { forgetAttempts } from '../sessions/login-attempts.ts'
import { closeSessionsOf } from '../sessions/sessions.ts'
import { faultOfToken, spendToken, voidTokens } from '../user-tokens.ts'
import { markVerified } from '../verification.ts'
import { requireGoodPassword } from './choice.ts'
import { hashPassword } from './passwords.ts'

const faults = {
  unknown: 'Geçersiz şifre sıfırlama linki. E-postanızdaki bağlantıyı eksiksiz açın veya yeni bir bağlantı isteyin.',
  used: 'Bu şifre sıfırlama bağlantısı daha önce kullanılmış. Yeni bir bağlantı isteyebilirsiniz.',
  expired: 'Şifre sıfırlama bağlantısının süresi dolmuş. Yeni bir bağlantı isteyebilirsiniz.',
}

/** Sets a new password by the link that was mailed. All sessions of the account end. */
export async function resetPassword(ctx: Ctx, input: PasswordReset): Promise<void> {
  // Looked at first, so that made-up tokens do not cost a slow hash.
  const fault = await faultOfToken(ctx, input.token, ['reset-password'])
  if (fault) throw new ShopError(fault === 'expired' ? 'LINK_EXPIRED' : 'INVALID', faults[fault])
  const passwordHash = await hashPassword(ctx, input.newPassword)
  await inTransaction(ctx, async (ctx) => {
    const userId = (await spendToken(ctx, input.token, ['reset-password']))?.userId
    if (!userId) throw new ShopError('INVALID', faults.used)
    const [user] = await ctx.db
      .update(users)
      .set({ passwordHash, updatedAt: ctx.clock() })
      .where(eq(users.id, userId))
      .returning()
    if (!user) throw new ShopError('INVALID', faults.unknown)
    // Refused, it undoes all of this: the link stays good for a better one.
    await requireGoodPassword(ctx, input.newPassword, user, 'newPassword')
    // The link came by mail, so the address is hers.
    await markVerified(ctx, userId)
    await voidTokens(ctx, userId)
    await closeSessionsOf(ctx, userId)
    await forgetAttempts(ctx, user.email)
    await recordEvent(ctx, { kind: 'password-reset', userId })
    await queueMail(ctx, { ...passwordChangedMail(await findBrand(ctx), user), to: user.email })
  })
}
