import { type Ctx, inTransaction, newId } from '../ctx.ts'
import { invalid } from '../errors.ts'
import { isWithinLimit, networkOf, takeLimit } from '../limits.ts'
import { alreadyRegisteredMail } from '../mail/account-mails.ts'
import { queueMail } from '../mail/outbox.ts'
import { findBrand } from '../settings/brand.ts'
import type { Registration } from './contract.ts'
import { isDisposable } from './disposable-domains.ts'
import { hashPassword } from './passwords.ts'
import { users } from './schema.ts'
import { recordEvent } from './security-log.ts'
import { hashToken } from './sessions.ts'
import { findUserByEmail } from './users.ts'
import { queueVerificationMail, verificationUrl } from './verification.ts'

/**
 * Opens an account and mails a link to verify its address. For an address that has one already nothing changes, and
 * its owner is told by mail; whoever asks sees no difference.
 */
export async function register(ctx: Ctx, input: Registration): Promise<void> {
  await takeLimit(ctx, { key: `register:${networkOf(ctx)}`, limit: 5, windowSeconds: 3600 })
  if (isDisposable(input.email)) {
    throw invalid({
      email: ['Geçici e-posta adresleri kabul edilmez. Lütfen kalıcı e-posta adresinizi kullanın.'],
    })
  }
  const mayMail = await isWithinLimit(ctx, {
    key: `register-mail:${hashToken(input.email)}`,
    limit: 3,
    windowSeconds: 3600,
  })
  const passwordHash = await hashPassword(ctx, input.password)
  await inTransaction(ctx, async (ctx) => {
    const now = ctx.clock()
    const [created] = await ctx.db
      .insert(users)
      .values({
        id: newId(),
        email: input.email,
        firstName: input.firstName,
        lastName: input.lastName,
        passwordHash,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing({ target: users.email })
      .returning()
    await recordEvent(ctx, {
      kind: 'account-created',
      userId: created?.id,
      email: input.email,
      detail: created ? '' : 'bu adresin zaten bir hesabı var',
    })
    if (created) await queueVerificationMail(ctx, created)
    else if (mayMail) await tellOwner(ctx, input.email)
  })
}

async function tellOwner(ctx: Ctx, email: string): Promise<void> {
  const owner = await findUserByEmail(ctx, email)
  if (!owner) return
  const verifyUrl = owner.emailVerifiedAt ? undefined : await verificationUrl(ctx, owner.id)
  await queueMail(ctx, {
    ...alreadyRegisteredMail(await findBrand(ctx), { firstName: owner.firstName, verifyUrl }),
    to: email,
  })
}
