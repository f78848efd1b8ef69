import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction, newId } from '../ctx.ts'
import { isWithinLimit, networkOf, takeLimit } from '../limits.ts'
import { queueResetMail } from './passwords/reset-mail.ts'
import { linkRequests } from './schema.ts'
import { recordEvent } from './security-log.ts'
import { hashToken } from './sessions/sessions.ts'
import { findUserByEmail } from './users.ts'
import { queueVerificationMail } from './verification.ts'

type Purpose = (typeof linkRequests.$inferSelect)['purpose']

/** Mails a link for a new password to an address that has an account; nobody can tell whether it has. */
export async function forgotPassword(ctx: Ctx, email: string): Promise<void> {
  await takeLimit(ctx, { key: `forgot:${networkOf(ctx)}`, limit: 10, windowSeconds: 3600 })
  const mayMail = await isWithinLimit(ctx, { key: `forgot-to:${hashToken(email)}`, limit: 3, windowSeconds: 3600 })
  const user = await findUserByEmail(ctx, email)
  await recordEvent(ctx, { kind: 'password-reset-requested', userId: user?.id, email })
  if (mayMail) await requestLink(ctx, 'reset-password', email)
}

/** Mails a new link to an address that waits to be verified; to all others nothing, and nobody can tell. */
export async function resendVerification(ctx: Ctx, email: string): Promise<void> {
  await takeLimit(ctx, { key: `resend:${networkOf(ctx)}`, limit: 10, windowSeconds: 3600 })
  const mayMail = await isWithinLimit(ctx, { key: `resend-to:${hashToken(email)}`, limit: 3, windowSeconds: 3600 })
  if (mayMail) await requestLink(ctx, 'verify-email', email)
}

/** The answer does the same work for every address, so that its time says nothing; the rest is a job's. */
async function requestLink(ctx: Ctx, purpose: Purpose, email: string): Promise<void> {
  const requestId = newId()
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.insert(linkRequests).values({ id: requestId, purpose, email, createdAt: ctx.clock() })
    await ctx.jobs.add(ctx, 'mail-link', { requestId })
  })
}

/** The job 'mail-link': mails what was asked for if the address has an account that needs it. Done twice, it is done once. */
export async function mailLink(ctx: Ctx, requestId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const [request] = await ctx.db.delete(linkRequests).where(eq(linkRequests.id, requestId)).returning()
    const user = request && (await findUserByEmail(ctx, request.email))
    if (!user) return
    if (request.purpose === 'verify-email') {
      if (!user.emailVerifiedAt) await queueVerificationMail(ctx, user)
      return
    }
    await queueResetMail(ctx, user)
  })
}
