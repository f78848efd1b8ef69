import type { Ctx } from '../../ctx.ts'
import { passwordResetMail } from '../../mail/account-mails.ts'
import { queueMail } from '../../mail/outbox.ts'
import { findBrand } from '../../settings/brand.ts'
import { issueToken } from '../user-tokens.ts'

/** Mails a link for a new password. */
export async function queueResetMail(ctx: Ctx, user: { id: string; email: string; firstName: string }): Promise<void> {
  const url = `${ctx.config.publicUrl}/reset-password?token=${await issueToken(ctx, user.id, 'reset-password')}`
  await queueMail(ctx, {
    ...passwordResetMail(await findBrand(ctx), { firstName: user.firstName, url }),
    to: user.email,
  })
}
