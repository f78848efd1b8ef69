import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { passwordChangedMail } from '../../mail/account-mails.ts'
import { queueMail } from '../../mail/outbox.ts'
import { findBrand } from '../../settings/brand.ts'
import type { PasswordChange } from '../contract.ts'
import { users } from '../schema.ts'
import { recordEvent } from '../security-log.ts'
import { closeSessionsOf } from '../sessions/sessions.ts'
import { voidTokens } from '../user-tokens.ts'
import { getUser } from '../users.ts'
import { requirePassword } from './check.ts'
import { requireGoodPassword } from './choice.ts'
import { hashPassword } from './passwords.ts'

/** Sets a new password. Every session but this one ends, and links mailed before are dead. */
export async function changePassword(ctx: Ctx, input: PasswordChange): Promise<void> {
  const user = await getUser(ctx)
  await requirePassword(ctx, user, input.currentPassword, 'currentPassword')
  await requireGoodPassword(ctx, input.newPassword, user, 'newPassword')
  const passwordHash = await hashPassword(ctx, input.newPassword)
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.update(users).set({ passwordHash, updatedAt: ctx.clock() }).where(eq(users.id, user.id))
    await closeSessionsOf(ctx, user.id, ctx.actor.kind === 'user' ? ctx.actor.sessionId : undefined)
    await voidTokens(ctx, user.id, ['reset-password', 'change-email'])
    await recordEvent(ctx, { kind: 'password-changed', userId: user.id })
    await queueMail(ctx, { ...passwordChangedMail(await findBrand(ctx), user), to: user.email })
  })
}
