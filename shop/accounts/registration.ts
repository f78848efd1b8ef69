import { type Ctx, inTransaction, newId } from '../ctx.ts'
import { invalid } from '../errors.ts'
import { isWithinLimit, networkOf, takeLimit } from '../limits.ts'
import { alreadyRegisteredMail } from '../mail/account-mails.ts'
import { queueMail } from '../mail/outbox.ts'
import { findBrand } from '../settings/brand.ts'
import type { Registration } from './contract.ts'
import { isDisposable } from './disposable-domains.ts'
import { requireGoodPassword } from './passwords/choice.ts'
import { checkPassword, hashPassword } from './passwords/passwords.ts'
import { users } from './schema.ts'
import { recordEvent } from './security-log.ts'
import { hashToken } from './sessions/sessions.ts'
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
  await requireGoodPassword(ctx, input.password, input, 'password')
  const mayMail = await isWithinLimit(ctx, {
    key: `register-mail:${hashToken(input.email)}`,
    limit: 3,
    windowSeconds: 3600,
  })
  const passwordHash = await hashPassword(ctx, input.password)
  // Asked of everybody, so that its time tells nothing.
  const known = await findUserByEmail(ctx, input.email)
  const knowsPassword = await checkPassword(ctx, known?.passwordHash, input.password)
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
    // Once more, of everybody too: the address may have been verified meanwhile.
    const owner = await findUserByEmail(ctx, input.email)
    if (created) await queueVerificationMail(ctx, created)
    else if (owner) await tellOwner(ctx, owner, { knowsPassword, mayMail })
  })
}

/**
 * Two people registered one address before it was verified: one is not its owner, unless both know the password. That is
 * noted with the link, mailed or not, so that verifying the address shuts the other one out.
 */
async function tellOwner(
  ctx: Ctx,
  owner: typeof users.$inferSelect,
  { knowsPassword, mayMail }: { knowsPassword: boolean; mayMail: boolean },
): Promise<void> {
  const purpose = knowsPassword ? 'verify-again' : 'claim-account'
  const verifyUrl = owner.emailVerifiedAt ? undefined : await verificationUrl(ctx, owner.id, purpose)
  if (!mayMail) return
  await queueMail(ctx, {
    ...alreadyRegisteredMail(await findBrand(ctx), { firstName: owner.firstName, verifyUrl }),
    to: owner.email,
  })
}
