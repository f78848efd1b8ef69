import { eq } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import type { ProfileChange } from './contract.ts'
import { requestEmailChange } from './email-change.ts'
import { users } from './schema.ts'
import { findPendingEmail } from './user-tokens.ts'
import { type Account, accountOf, getUser } from './users.ts'

/** A user's own account, with the address that waits for its link to be opened. */
export type Profile = Account & { pendingEmail: string | null }

/** The actor's own account. */
export async function getAccount(ctx: Ctx): Promise<Profile> {
  const user = await getUser(ctx)
  return { ...accountOf(user), pendingEmail: await findPendingEmail(ctx, user.id) }
}

/** Changes the name at once, and the e-mail address once the link mailed to the new one is opened. */
export async function updateProfile(ctx: Ctx, input: ProfileChange): Promise<Profile & { emailRequested: boolean }> {
  const user = await getUser(ctx)
  const emailRequested = input.email !== undefined && input.email !== user.email
  if (emailRequested) await requestEmailChange(ctx, user, input.email ?? '', input.currentPassword)
  const { firstName = user.firstName, lastName = user.lastName } = input
  if (firstName !== user.firstName || lastName !== user.lastName) {
    await ctx.db.update(users).set({ firstName, lastName, updatedAt: ctx.clock() }).where(eq(users.id, user.id))
  }
  return { ...(await getAccount(ctx)), emailRequested }
}
