import { and, eq, isNull } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../ctx.ts'
import { brokenConstraint, ShopError } from '../errors.ts'
import { verificationMail } from '../mail/account-mails.ts'
import { forgetBounce } from '../mail/bounces/bounces.ts'
import { queueMail } from '../mail/outbox.ts'
import { findBrand } from '../settings/brand.ts'
import { takeNewEmail } from './email-change.ts'
import { joinGuest } from './guests/guests.ts'
import { noPassword } from './passwords/passwords.ts'
import { queueResetMail } from './passwords/reset-mail.ts'
import { users } from './schema.ts'
import { endSessionsOfOthers } from './sessions/session-list.ts'
import {
  faultOfToken,
  findTokenUser,
  issueToken,
  listWaiting,
  type Purpose,
  spendToken,
  voidTokens,
} from './user-tokens.ts'

const faults = {
  unknown: 'Geçersiz doğrulama linki. E-postanızdaki bağlantıyı eksiksiz açın veya yeni bir bağlantı isteyin.',
  used: 'Bu doğrulama bağlantısı daha önce kullanılmış. Hesabınıza giriş yapabilirsiniz.',
  expired: 'Doğrulama linkinin süresi dolmuş. Yeni bir doğrulama linki gönderebilirsiniz.',
}

const alreadyVerified = 'E-posta adresiniz daha önce doğrulanmış. Yapmanız gereken başka bir şey yok.'

const proofs = ['verify-email', 'verify-again', 'claim-account'] as const

type Verified = 'verified' | 'claimed' | 'changed'

/**
 * By the link that was mailed to it, an address is its owner's: that of her registration, or the one she changes to.
 * Sessions opened before are hers only if they are in the browser or the network that opens the link; the others end.
 * 'claimed' when somebody with another password had registered the address: that password and all other sessions end,
 * and she gets a link for a new password.
 */
export async function verifyEmail(ctx: Ctx, token: string): Promise<Verified> {
  try {
    return await inTransaction(ctx, async (ctx) => {
      const registered = await spendToken(ctx, token, proofs)
      if (registered) return proveAddress(ctx, registered)
      const change = await spendToken(ctx, token, ['change-email'])
      if (change?.email) {
        await takeNewEmail(ctx, change.userId, change.email)
        return 'changed'
      }
      const fault = await faultOfToken(ctx, token, [...proofs, 'change-email'])
      if (fault === 'used' && (await isVerified(ctx, token))) throw new ShopError('ALREADY_VERIFIED', alreadyVerified)
      throw new ShopError(fault === 'expired' ? 'LINK_EXPIRED' : 'INVALID', faults[fault ?? 'used'])
    })
  } catch (error) {
    if (brokenConstraint(error) !== 'users_email_key') throw error
    throw new ShopError('CONFLICT', 'Bu e-posta adresiyle artık başka bir hesap var; lütfen başka bir adres deneyin.')
  }
}

/** Whether the address to which this link was mailed is the verified one of its account. */
async function isVerified(ctx: Ctx, token: string): Promise<boolean> {
  const owner = await findTokenUser(ctx, token)
  if (!owner?.emailVerifiedAt || owner.deletedAt) return false
  return owner.newEmail === null || owner.newEmail === owner.email
}

/** In the transaction that used the link up. Which link it was does not matter: two may be in her mailbox. */
async function proveAddress(ctx: Ctx, { userId, purpose }: { userId: string; purpose: Purpose }): Promise<Verified> {
  const mailed = [purpose, ...(await listWaiting(ctx, userId, proofs))]
  await markVerified(ctx, userId)
  await voidTokens(ctx, userId, proofs)
  const alone = !mailed.includes('verify-again') && !mailed.includes('claim-account')
  await endSessionsOfOthers(ctx, userId, { sparing: alone ? 'network' : 'browser' })
  if (!mailed.includes('claim-account')) return 'verified'
  const [user] = await ctx.db.update(users).set({ passwordHash: noPassword }).where(eq(users.id, userId)).returning()
  if (user) await queueResetMail(ctx, user)
  return 'claimed'
}

export async function queueVerificationMail(ctx: Ctx, user: { id: string; email: string; firstName: string }) {
  const url = await verificationUrl(ctx, user.id)
  await queueMail(ctx, {
    ...verificationMail(await findBrand(ctx), { firstName: user.firstName, url }),
    to: user.email,
  })
}

/** For one of the links that prove an address. */
export async function verificationUrl(
  ctx: Ctx,
  userId: string,
  purpose: (typeof proofs)[number] = 'verify-email',
): Promise<string> {
  return `${ctx.config.publicUrl}/verify-email?token=${await issueToken(ctx, userId, purpose)}`
}

/**
 * Marks the address as verified, maybe not for the first time, in the caller's transaction. Orders that its owner placed as a guest
 * join the account.
 */
export async function markVerified(ctx: Ctx, userId: string): Promise<void> {
  const now = ctx.clock()
  const [verified] = await ctx.db
    .update(users)
    .set({ emailVerifiedAt: now, updatedAt: now })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
    .returning({ id: users.id, email: users.email })
  if (verified) await joinGuest(ctx, verified)
  const [user] = verified ? [verified] : await ctx.db.select().from(users).where(eq(users.id, userId))
  if (user) await forgetBounce(ctx, user.email)
}
