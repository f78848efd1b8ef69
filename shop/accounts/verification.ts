import { and, eq, isNull } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { isWithinLimit, networkOf, takeLimit } from '../limits.ts'
import { verificationMail } from '../mail/account-mails.ts'
import { queueMail } from '../mail/outbox.ts'
import { users } from './schema.ts'
import { hashToken } from './sessions.ts'
import { faultOfToken, issueToken, spendToken } from './user-tokens.ts'
import { findUserByEmail } from './users.ts'

const faults = {
  unknown: 'Geçersiz doğrulama linki. Token bulunamadı.',
  used: 'Bu doğrulama linki daha önce kullanılmış. Hesabınıza giriş yapabilirsiniz.',
  expired: 'Doğrulama linkinin süresi dolmuş. Yeni bir doğrulama linki gönderebilirsiniz.',
}

/** Marks the address as its owner's, by the link that was mailed to it. */
export async function verifyEmail(ctx: Ctx, token: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const userId = await spendToken(ctx, token, 'verify-email')
    if (!userId) {
      const fault = await faultOfToken(ctx, token, 'verify-email')
      throw new ShopError('INVALID', faults[fault ?? 'used'])
    }
    await markVerified(ctx, userId)
  })
}

/** Mails a new link to an address that waits to be verified; to all others nothing, and nobody can tell. */
export async function resendVerification(ctx: Ctx, email: string): Promise<void> {
  await takeLimit(ctx, { key: `resend:${networkOf(ctx)}`, limit: 10, windowSeconds: 3600 })
  const mayMail = await isWithinLimit(ctx, { key: `resend-to:${hashToken(email)}`, limit: 3, windowSeconds: 3600 })
  const user = await findUserByEmail(ctx, email)
  if (!mayMail || !user || user.emailVerifiedAt) return
  await inTransaction(ctx, (ctx) => queueVerificationMail(ctx, user))
}

export async function queueVerificationMail(ctx: Ctx, user: { id: string; email: string; firstName: string }) {
  const url = await verificationUrl(ctx, user.id)
  await queueMail(ctx, { ...verificationMail(ctx.config, { firstName: user.firstName, url }), to: user.email })
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
