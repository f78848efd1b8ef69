import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, lt } from 'drizzle-orm'
import { type Ctx, newId } from '../ctx.ts'
import { after, days, hours } from '../time.ts'
import { users, userTokens } from './schema.ts'
import { hashToken } from './sessions/sessions.ts'

export type Purpose = (typeof userTokens.$inferSelect)['purpose']

const life: Record<Purpose, number> = {
  'verify-email': hours(24),
  'verify-again': hours(24),
  'claim-account': hours(24),
  'reset-password': hours(1),
  'change-email': hours(24),
}

/** Makes a token for a link in a mail; only its hash is kept. */
export async function issueToken(ctx: Ctx, userId: string, purpose: Purpose, email?: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = ctx.clock()
  await ctx.db.insert(userTokens).values({
    id: newId(),
    userId,
    purpose,
    tokenHash: hashToken(token),
    email,
    expiresAt: after(now, life[purpose]),
    createdAt: now,
  })
  return token
}

type Spent = { userId: string; purpose: Purpose; email: string | null }

/** Uses a token up and gives its user; undefined when it is unknown, used or too old. */
export async function spendToken(ctx: Ctx, token: string, purposes: readonly Purpose[]): Promise<Spent | undefined> {
  const now = ctx.clock()
  const [spent] = await ctx.db
    .update(userTokens)
    .set({ usedAt: now })
    .where(and(namedBy(token, purposes), isNull(userTokens.usedAt), gt(userTokens.expiresAt, now)))
    .returning({ userId: userTokens.userId, purpose: userTokens.purpose, email: userTokens.email })
  return spent
}

/** Why a token cannot be used, if it cannot. */
export async function faultOfToken(
  ctx: Ctx,
  token: string,
  purposes: readonly Purpose[],
): Promise<'unknown' | 'used' | 'expired' | undefined> {
  const [found] = await ctx.db
    .select({ usedAt: userTokens.usedAt, expiresAt: userTokens.expiresAt })
    .from(userTokens)
    .where(namedBy(token, purposes))
  if (!found) return 'unknown'
  if (found.usedAt) return 'used'
  return found.expiresAt > ctx.clock() ? undefined : 'expired'
}

/** Whose a token is or was, and the new address that it was for, if it was. */
export async function findTokenUser(ctx: Ctx, token: string) {
  const [found] = await ctx.db
    .select({
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      deletedAt: users.deletedAt,
      newEmail: userTokens.email,
    })
    .from(userTokens)
    .innerJoin(users, eq(users.id, userTokens.userId))
    .where(eq(userTokens.tokenHash, hashToken(token)))
  return found
}

/** The address that waits to be confirmed as the user's new one. */
export async function findPendingEmail(ctx: Ctx, userId: string): Promise<string | null> {
  const [waiting] = await ctx.db
    .select({ email: userTokens.email })
    .from(userTokens)
    .where(
      and(
        eq(userTokens.userId, userId),
        eq(userTokens.purpose, 'change-email'),
        isNull(userTokens.usedAt),
        gt(userTokens.expiresAt, ctx.clock()),
      ),
    )
    .orderBy(desc(userTokens.createdAt))
    .limit(1)
  return waiting?.email ?? null
}

/** Makes the links that were mailed to the user useless: all, or those of these kinds. */
export async function voidTokens(ctx: Ctx, userId: string, purposes?: readonly Purpose[]): Promise<void> {
  await ctx.db
    .update(userTokens)
    .set({ usedAt: ctx.clock() })
    .where(
      and(
        eq(userTokens.userId, userId),
        purposes ? inArray(userTokens.purpose, [...purposes]) : undefined,
        isNull(userTokens.usedAt),
      ),
    )
}

/** Which of these kinds of links were mailed to the user and not used, also those that are too old by now. */
export async function listWaiting(ctx: Ctx, userId: string, purposes: readonly Purpose[]): Promise<Purpose[]> {
  const rows = await ctx.db
    .selectDistinct({ purpose: userTokens.purpose })
    .from(userTokens)
    .where(and(eq(userTokens.userId, userId), inArray(userTokens.purpose, [...purposes]), isNull(userTokens.usedAt)))
  return rows.map(({ purpose }) => purpose)
}

/** Deletes tokens a week after they ran out; until then their links can still say why they do not work. */
export async function forgetOldTokens(ctx: Ctx): Promise<void> {
  await ctx.db.delete(userTokens).where(lt(userTokens.expiresAt, after(ctx.clock(), -days(7))))
}

function namedBy(token: string, purposes: readonly Purpose[]) {
  return and(eq(userTokens.tokenHash, hashToken(token)), inArray(userTokens.purpose, [...purposes]))
}
