import { createHmac } from 'node:crypto'
import { and, count, eq, gt, isNotNull, isNull, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { takeLimit } from '../../limits.ts'
import { after, minutes, seconds } from '../../time.ts'
import { refreshTokens, sessions, users } from '../schema.ts'
import { recordEvent } from '../security-log.ts'
import { sessionOver, signAccessToken } from './access-tokens.ts'
import { endOfSession, hashToken, refreshLife, sessionDaysOf, type Tokens } from './sessions.ts'

/** Tabs that ask at once are done with each other after so long. */
const grace = seconds(30)

/** How many tokens in a row may be sent twice, and within how many milliseconds; tabs rarely need one. */
const repeats = { most: 3, within: minutes(10) }

/**
 * Answers a refresh token with its successor and a new access token. Each token has exactly one successor, made from
 * it, so a token that is sent twice gets the same one. Twice may mean three things:
 *
 * - Its first answer was lost. Then nobody has used what was in it, and it may be sent again whenever she comes back.
 * - Two tabs asked at once. Then both ask within seconds.
 * - Somebody else has it too. Then what was in the first answer has been used: the successor, or the access token beside
 *   it. The sender is the thief or has been robbed, and the session ends for both.
 *
 * A thief who only refreshes, beside the owner and within those seconds, is noticed by how often that happens.
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
  const successorHash = hashToken(successor)
  const user = await touchSession(ctx, sessionId, now)
  await ctx.db
    .insert(refreshTokens)
    .values({
      tokenHash: successorHash,
      sessionId,
      parentHash: tokenHash,
      expiresAt: after(now, refreshLife),
      createdAt: now,
    })
    .onConflictDoNothing()
  return { accessToken: await signAccessToken(ctx, user, sessionId, successorHash), refreshToken: successor }
}

/** Marks a token that is still good as used; the session's id, or undefined when the token is not good. */
async function spendRefreshToken(ctx: Ctx, tokenHash: string, now: Date): Promise<string | undefined> {
  const successor = alias(refreshTokens, 'successor')
  const at = sql`${now.toISOString()}::timestamptz`
  const [used] = await ctx.db
    .update(refreshTokens)
    .set({
      usedAt: sql`coalesce(${refreshTokens.usedAt}, ${at})`,
      repeatedAt: sql`case when ${refreshTokens.usedAt} is not null then coalesce(${refreshTokens.repeatedAt}, ${at}) end`,
    })
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
    .returning()
  if (!used) return undefined
  return used.repeatedAt === null || (await mayRepeat(ctx, used, now)) ? used.sessionId : undefined
}

async function mayRepeat(ctx: Ctx, token: typeof refreshTokens.$inferSelect, now: Date): Promise<boolean> {
  if (token.usedAt && now > after(token.usedAt, grace) && (await hasArrived(ctx, token.tokenHash))) return false
  const [lately] = await ctx.db
    .select({ repeated: count() })
    .from(refreshTokens)
    .where(and(eq(refreshTokens.sessionId, token.sessionId), gt(refreshTokens.repeatedAt, after(now, -repeats.within))))
  return (lately?.repeated ?? 0) <= repeats.most
}

/** Whether somebody has used the access token that this token was answered with. */
async function hasArrived(ctx: Ctx, tokenHash: string): Promise<boolean> {
  const [heard] = await ctx.db
    .select({ at: refreshTokens.heardAt })
    .from(refreshTokens)
    .where(and(eq(refreshTokens.parentHash, tokenHash), isNotNull(refreshTokens.heardAt)))
  return heard !== undefined
}

/** Notes that the session is used now, and gives its user; UNAUTHENTICATED when it is over. */
async function touchSession(ctx: Ctx, sessionId: string, now: Date) {
  const [found] = await ctx.db
    .select({ user: users, createdAt: sessions.createdAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, sessionId))
  if (!found) throw sessionOver()
  const { user, createdAt } = found
  if (now >= endOfSession(createdAt, user.role)) {
    const most = sessionDaysOf(user.role)
    throw sessionOver(`Güvenliğiniz için bir oturum en çok ${most} gün açık kalır, lütfen yeniden giriş yapın.`)
  }
  const touched = await ctx.db
    .update(sessions)
    .set({ lastUsedAt: now })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id })
  if (touched.length === 0) throw sessionOver()
  return user
}

async function endSessionOfReusedToken(ctx: Ctx, tokenHash: string, now: Date): Promise<void> {
  const reused = await inTransaction(ctx, async (ctx) => {
    const [ended] = await ctx.db
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
    if (ended) await recordEvent(ctx, { kind: 'token-reused', userId: ended.userId, detail: 'oturum kapatıldı' })
    return ended
  })
  if (reused) ctx.log.warn({ ...reused, requestId: ctx.requestId }, 'a used refresh token came again: session ended')
}
