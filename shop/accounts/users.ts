import { and, eq, isNull } from 'drizzle-orm'
import { type Ctx, requireUser } from '../ctx.ts'
import { notFound } from '../errors.ts'
import { users } from './schema.ts'

/** The user's fields that a session shows. */
export type SignedInUser = Pick<typeof users.$inferSelect, 'id' | 'email' | 'firstName' | 'lastName' | 'role'>

/** A user as she may see herself. */
export type Account = SignedInUser & { emailVerified: boolean }

export function accountOf(user: typeof users.$inferSelect): Account {
  const { id, email, firstName, lastName, role, emailVerifiedAt } = user
  return { id, email, firstName, lastName, role, emailVerified: emailVerifiedAt !== null }
}

export async function findUserByEmail(ctx: Ctx, email: string) {
  const [user] = await ctx.db
    .select()
    .from(users)
    .where(and(eq(users.email, email), eq(users.guest, false), isNull(users.deletedAt)))
  return user
}

/** The actor's whole row. */
export async function getUser(ctx: Ctx): Promise<typeof users.$inferSelect> {
  const [user] = await ctx.db
    .select()
    .from(users)
    .where(and(eq(users.id, requireUser(ctx)), isNull(users.deletedAt)))
  if (!user) throw notFound('Hesap bulunamadı.')
  return user
}
