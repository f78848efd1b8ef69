import { and, eq, isNull } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../ctx.ts'
import { brokenConstraint, ShopError } from '../errors.ts'
import { verificationMail } from '../mail/account-mails.ts'
import { queueMail } from '../mail/outbox.ts'
import { findBrand } from '../settings/brand.ts'
import { takeNewEmail } from './email-change.ts'
import { users } from './schema.ts'
import { faultOfToken, issueToken, spendToken } from './user-tokens.ts'

const faults = {
  unknown: 'Geçersiz doğrulama linki. Token bulunamadı.',
  used: 'Bu doğrulama linki daha önce kullanılmış. Hesabınıza giriş yapabilirsiniz.',
  expired: 'Doğrulama linkinin süresi dolmuş. Yeni bir doğrulama linki gönderebilirsiniz.',
}

/** By the link that was mailed to it, an address is its owner's: that of her registration, or the one she changes to. */
export async function verifyEmail(ctx: Ctx, token: string): Promise<'verified' | 'changed'> {
  try {
    return await inTransaction(ctx, async (ctx) => {
      const registered = await spendToken(ctx, token, 'verify-email')
      if (registered) {
        await markVerified(ctx, registered.userId)
        return 'verified'
      }
      const change = await spendToken(ctx, token, 'change-email')
      if (change?.email) {
        await takeNewEmail(ctx, change.userId, change.email)
        return 'changed'
      }
      const fault = await faultOfToken(ctx, token, ['verify-email', 'change-email'])
      throw new ShopError('INVALID', faults[fault ?? 'used'])
    })
  } catch (error) {
    if (brokenConstraint(error) !== 'users_email_key') throw error
    throw new ShopError('CONFLICT', 'Bu e-posta adresiyle artık başka bir hesap var; lütfen başka bir adres deneyin.')
  }
}

export async function queueVerificationMail(ctx: Ctx, user: { id: string; email: string; firstName: string }) {
  const url = await verificationUrl(ctx, user.id)
  await queueMail(ctx, {
    ...verificationMail(await findBrand(ctx), { firstName: user.firstName, url }),
    to: user.email,
  })
}

export async function verificationUrl(ctx: Ctx, userId: string): Promise<string> {
  return `${ctx.config.publicUrl}/verify-email?token=${await issueToken(ctx, userId, 'verify-email')}`
}

export async function markVerified(ctx: Ctx, userId: string): Promise<void> {
  const now = ctx.clock()
  await ctx.db
    .update(users)
    .set({ emailVerifiedAt: now, updatedAt: now })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
}
