import { createHash, createHmac, randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, isNull, lt, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Actor, addressOf, type Ctx, inTransaction, newId } from '../ctx.ts'
import { takeLimit } from '../limits.ts'
import { after, days } from '../time.ts'
import { readAccessToken, sessionOver, signAccessToken } from './access-tokens.ts'
import { refreshTokens, sessions, users } from './schema.ts'
import { recordEvent } from './security-log.ts'
import type { SignedInUser } from './users.ts'

export type Tokens = { accessToken: string; refreshToken: string }

export const refreshLife = days(30)

/** Begins a session: one login on one device. */
export async function openSession(ctx: Ctx, user: SignedInUser, userAgent: string): Promise<Tokens> {
  const now = ctx.clock()
  const sessionId = newId()
  const refreshToken = randomBytes(32).toString('base64url')
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.insert(sessions).values({
      id: sessionId,
      userId: user.id,
      userAgent: userAgent.slice(0, 300),
      address: addressOf(ctx),
      lastUsedAt: now,
      createdAt: now,
    })
    await ctx.db
      .insert(refreshTokens)
      .values({ tokenHash: hashToken(refreshToken), sessionId, expiresAt: after(now, refreshLife), createdAt: now })
  })
  return { accessToken: await signAccessToken(ctx, user, sessionId), refreshToken }
}

/**
 * Answers a refresh token with its successor and a new access token. Each token has exactly one successor, made from
 * it: a token sent twice, because its answer was lost or two tabs asked at once, gets the same one. Once the successor
 * has been used the token is dead, and whoever still sends it has stolen it or been robbed: the session ends.
 */
export async function refreshSession(ctx: Ctx, refreshToken: string): Promise<Tokens> {
  const now = ctx.clock()
  const tokenHash = hashToken(refreshToken)
  const sessionId = await spendRefreshToken(ctx, tokenHash, now)
  if (!sessionId) {
    await endSessionOfReusedToken(ctx, tokenHash, now)
    throw sessionOver()
  }
  await takeLimit(ctx, { key: `refresh:${sessionId}`, limit: 30, windowSeconds: 60 })
  const successor = createHmac('sha256', ctx.config.authSecret).update(`refresh:${refreshToken}`).digest('base64url')
  const [user] = await ctx.db
    .update(sessions)
    .set({ lastUsedAt: now })
    .from(users)
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt), eq(users.id, sessions.userId)))
    .returning({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      role: users.role,
    })
  if (!user) throw sessionOver()
  await ctx.db
    .insert(refreshTokens)
    .values({
      tokenHash: hashToken(successor),
      sessionId,
      parentHash: tokenHash,
      expiresAt: after(now, refreshLife),
      createdAt: now,
    })
    .onConflictDoNothing()
  return { accessToken: await signAccessToken(ctx, user, sessionId), refreshToken: successor }
}

/** Marks a token that is still good as used; the session's id, or undefined when the token is not good. */
async function spendRefreshToken(ctx: Ctx, tokenHash: string, now: Date): Promise<string | undefined> {
  const successor = alias(refreshTokens, 'successor')
  const [used] = await ctx.db
    .update(refreshTokens)
    .set({ usedAt: sql`coalesce(${refreshTokens.usedAt}, ${now.toISOString()}::timestamptz)` })
    .where(
      and(
        eq(refreshTokens.tokenHash, tokenHash),
        gt(refreshTokens.expiresAt, now),
        notExists(
          ctx.db
            .select({ one: sql`1` })
            .from(successor)
            .where(and(eq(successor.parentHash, tokenHash), sql`${successor.usedAt} is not null`)),
        ),
      ),
    )
    .returning({ sessionId: refreshTokens.sessionId })
  return used?.sessionId
}

async function endSessionOfReusedToken(ctx: Ctx, tokenHash: string, now: Date): Promise<void> {
  const [reused] = await ctx.db
    .update(sessions)
    .set({ revokedAt: now })
    .from(refreshTokens)
    .where(
      and(
        eq(refreshTokens.tokenHash, tokenHash),
        gt(refreshTokens.expiresAt, now),
        eq(sessions.id, refreshTokens.sessionId),
        isNull(sessions.revokedAt),
      ),
    )
    .returning({ sessionId: sessions.id, userId: sessions.userId })
  if (reused) {
    await recordEvent(ctx, { kind: 'token-reused', userId: reused.userId, detail: 'oturum kapatıldı' })
    ctx.log.warn({ ...reused, requestId: ctx.requestId }, 'a used refresh token came again: session ended')
  }
}

/** Ends the session of a refresh token, whichever of its tokens it is; one that is unknown ends nothing. */
export async function closeSession(ctx: Ctx, refreshToken: string): Promise<void> {
  const session = ctx.db
    .select({ id: refreshTokens.sessionId })
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, hashToken(refreshToken)))
  const [closed] = await ctx.db
    .update(sessions)
    .set({ revokedAt: ctx.clock() })
    .where(and(inArray(sessions.id, session), isNull(sessions.revokedAt)))
    .returning({ userId: sessions.userId })
  if (closed) await recordEvent(ctx, { kind: 'logout', userId: closed.userId })
}

/** Ends all sessions of a user, or all but one. */
export async function closeSessionsOf(ctx: Ctx, userId: string, exceptId?: string): Promise<void> {
  await ctx.db
    .update(sessions)
    .set({ revokedAt: ctx.clock() })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        exceptId === undefined ? undefined : sql`${sessions.id} <> ${exceptId}`,
      ),
    )
}

/** The signed-in user that an access token names, if her session has not been ended since. */
export async function actorOfToken(ctx: Ctx, token: string): Promise<Actor> {
  const { userId, sessionId } = await readAccessToken(ctx, token)
  if (!(await isSessionOpen(ctx, userId, sessionId))) throw sessionOver()
  return { kind: 'user', id: userId, sessionId, address: addressOf(ctx) }
}

export async function isSessionOpen(ctx: Ctx, userId: string, sessionId: string): Promise<boolean> {
  const [session] = await ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isNull(sessions.revokedAt)))
  return session !== undefined
}

/** Deletes sessions that no token can bring back. */
export async function forgetOldSessions(ctx: Ctx): Promise<void> {
  await ctx.db.delete(sessions).where(lt(sessions.lastUsedAt, after(ctx.clock(), -refreshLife)))
}

/** Tokens are long and random, so a plain hash hides them as well as a slow one would. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
