import { and, eq, isNull } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../ctx.ts'
import { invalid, ShopError } from '../errors.ts'
import { moveGifts } from '../gift-cards/recipients.ts'
import { isWithinLimit, takeLimit } from '../limits.ts'
import {
  addressInUseMail,
  confirmNewEmailMail,
  emailChangedMail,
  emailChangeRequestedMail,
} from '../mail/account-change-mails.ts'
import { forgetBounce } from '../mail/bounces/bounces.ts'
import { queueMail } from '../mail/outbox.ts'
import { findBrand } from '../settings/brand.ts'
import { moveConsent } from './consents/own.ts'
import { isDisposable } from './disposable-domains.ts'
import { joinGuest } from './guests/guests.ts'
import { requirePassword } from './passwords/check.ts'
import { users } from './schema.ts'
import { recordEvent } from './security-log.ts'
import { endSessionsOfOthers } from './sessions/session-list.ts'
import { hashToken } from './sessions/sessions.ts'
import { issueToken, voidTokens } from './user-tokens.ts'
import { findUserByEmail } from './users.ts'

type User = typeof users.$inferSelect

/**
 * Mails a link to the new address, which becomes hers once she opens it, and tells the old one. It always takes the
 * password: whoever has her token, or her open phone, shall not take the account over. An address that has an account
 * already gets a notice instead of the link; whoever asks sees no difference.
 */
export async function requestEmailChange(ctx: Ctx, user: User, email: string, password: string | undefined) {
  if (isDisposable(email)) {
    throw invalid({ email: ['Geçici e-posta adresleri kabul edilmez. Lütfen kalıcı e-posta adresinizi kullanın.'] })
  }
  if (password === undefined) {
    throw invalid({ currentPassword: ['E-posta adresinizi değiştirmek için mevcut şifrenizi girin'] })
  }
  await requirePassword(ctx, user, password, 'currentPassword')
  await takeLimit(ctx, { key: `change-email:${user.id}`, limit: 5, windowSeconds: 3600 })
  const mayMail = await isWithinLimit(ctx, { key: `change-to:${hashToken(email)}`, limit: 3, windowSeconds: 3600 })
  await inTransaction(ctx, async (ctx) => {
    await voidTokens(ctx, user.id, ['change-email'])
    const token = await issueToken(ctx, user.id, 'change-email', email)
    await recordEvent(ctx, { kind: 'email-change-requested', userId: user.id })
    await queueMail(ctx, { ...emailChangeRequestedMail(await findBrand(ctx), user), to: user.email })
    if (!mayMail) return
    const owner = await findUserByEmail(ctx, email)
    const url = `${ctx.config.publicUrl}/verify-email?token=${token}`
    const mail = owner
      ? addressInUseMail(await findBrand(ctx), owner)
      : confirmNewEmailMail(await findBrand(ctx), { firstName: user.firstName, url })
    await queueMail(ctx, { ...mail, to: email })
  })
}

/** In the transaction that used the link up: the new address is hers. Links mailed to the old one are dead. */
export async function takeNewEmail(ctx: Ctx, userId: string, email: string): Promise<void> {
  const now = ctx.clock()
  const [user] = await ctx.db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  if (!user) throw new ShopError('INVALID', 'Bu hesap artık yok.')
  await ctx.db.update(users).set({ email, emailVerifiedAt: now, updatedAt: now }).where(eq(users.id, userId))
  await moveConsent(ctx, user, email)
  // An address that nobody proved may be another's, and so what was sent there.
  if (user.emailVerifiedAt) await moveGifts(ctx, user.email, email)
  await joinGuest(ctx, { id: userId, email })
  await forgetBounce(ctx, email)
  await voidTokens(ctx, userId)
  await endSessionsOfOthers(ctx, userId, { sparing: 'network' })
  await recordEvent(ctx, { kind: 'email-changed', userId })
  const brand = await findBrand(ctx)
  for (const to of [user.email, email]) {
    const facts = { firstName: user.firstName, newEmail: email, isOld: to !== email }
    await queueMail(ctx, { ...emailChangedMail(brand, facts), to })
  }
}
