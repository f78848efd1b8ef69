/**
 * Sessions. An access token is a JWT of 15 minutes; each call checks its session in the database, so revoking works at once.
 * Refresh tokens are stored hashed and rotate; a token's successor is derived from it, so a lost answer or several tabs get
 * the same one. The old token stays good until its successor is used; using it after that ends the session. Passwords are
 * argon2id, limits are counted in the database, and registering, logging in and asking for links never reveal whether an
 * address is known. The security log and the process's log hold no passwords, tokens or links.
 */

import { createHash, randomBytes } from 'node:crypto'
import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { batched, byKeysOf, oneOf } from '../../batched.ts'
import { type Actor, addressOf, type Ctx, inTransaction, newId } from '../../ctx.ts'
import { isStaff, type Right, type Role } from '../../rights.ts'
import { after, days } from '../../time.ts'
import { refreshTokens, sessions, staffRoles, users } from '../schema.ts'
import { voidChallenges } from '../second-step/challenges.ts'
import { mustSetUpSql } from '../second-step/required.ts'
import { recordEvent } from '../security-log.ts'
import { rightsOf, roleColumns, type StaffRole } from '../staff/rights-of.ts'
import type { SignedInUser } from '../users.ts'
import { readAccessToken, sessionOver, signAccessToken } from './access-tokens.ts'

export type Tokens = { accessToken: string; refreshToken: string }

/** A session that is not used for so long is over. */
export const refreshLife = days(30)

/** Days after which a session is over however often it is used; staff log in more often. */
const sessionDays = { customer: 90, staff: 30 }
export const longestSessionDays = sessionDays.customer

export function sessionDaysOf(role: Role): number {
  return isStaff(role) ? sessionDays.staff : sessionDays.customer
}

export function endOfSession(createdAt: Date, role: Role): Date {
  return after(createdAt, days(sessionDaysOf(role)))
}

/** Begins a session: one login on one device, after the second step where two-step login is on. */
export async function openSession(ctx: Ctx, user: SignedInUser, userAgent: string): Promise<Tokens> {
  const now = ctx.clock()
  const sessionId = newId()
  const refreshToken = randomBytes(32).toString('base64url')
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.insert(sessions).values({
      ...{ confirmedAt: now, provenAt: now },
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

/** Ends all sessions of a user, or all but one, and logins that wait for their second step. */
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
  await voidChallenges(ctx, userId)
}

/** The signed-in user that an access token names, if her session has not ended since. */
export async function actorOfToken(ctx: Ctx, token: string): Promise<Actor> {
  const { userId, sessionId, cameWith } = await readAccessToken(ctx, token)
  const session = await findOpenSession(ctx, userId, sessionId, cameWith)
  if (!session) throw sessionOver()
  const { secondStepSince, confirmedAt, provenAt } = session
  if (session.unheard) {
    await ctx.db.update(refreshTokens).set({ heardAt: ctx.clock() }).where(eq(refreshTokens.tokenHash, session.unheard))
  }
  return {
    ...{ kind: 'user', id: userId, sessionId, address: addressOf(ctx), rights: rightsIn(session) },
    ...(secondStepSince ? { proof: { confirmedAt, provenAt } } : {}),
    ...(session.mustSetUp ? { mustSetUp: true } : {}),
  }
}

/** The user's rights now; none once the session has ended. */
export async function findRights(ctx: Ctx, userId: string, sessionId: string): Promise<readonly Right[]> {
  const session = await findOpenSession(ctx, userId, sessionId)
  return session ? rightsIn(session) : []
}

/** None while two-step login is demanded of staff and she has not set it up. */
function rightsIn({ staffRole, mustSetUp }: { staffRole: StaffRole | null; mustSetUp: boolean }): readonly Right[] {
  return mustSetUp ? [] : rightsOf(staffRole)
}

type Asked = { userId: string; sessionId: string; cameWith: string }

/** `unheard` is the refresh token that came with the access token, while nobody has used the latter. */
async function findOpenSession(ctx: Ctx, userId: string, sessionId: string, cameWith = '') {
  const session = await findSession(ctx, { userId, sessionId, cameWith })
  return session && ctx.clock() < endOfSession(session.createdAt, session.role) ? session : undefined
}

const findSession = batched(async (ctx: Ctx, asked: Asked[]) => {
  const found = await ctx.db
    .select({
      id: sessions.id,
      userId: sessions.userId,
      createdAt: sessions.createdAt,
      role: users.role,
      staffRole: roleColumns,
      unheard: refreshTokens.tokenHash,
      secondStepSince: users.secondStepSince,
      confirmedAt: sessions.confirmedAt,
      provenAt: sessions.provenAt,
      mustSetUp: mustSetUpSql,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(staffRoles, eq(staffRoles.id, users.staffRoleId))
    .leftJoin(
      refreshTokens,
      and(
        oneOf(
          refreshTokens.tokenHash,
          asked.map(({ cameWith }) => cameWith),
        ),
        eq(refreshTokens.sessionId, sessions.id),
        isNull(refreshTokens.heardAt),
      ),
    )
    .where(
      byKeysOf(
        oneOf(
          sessions.id,
          asked.map(({ sessionId }) => sessionId),
        ),
        isNull(sessions.revokedAt),
      ),
    )
  // A session of which two tokens ask at the same moment stands there twice.
  const bySession = Map.groupBy(found, ({ id }) => id)
  return asked.map(({ userId, sessionId, cameWith }) => {
    const rows = (bySession.get(sessionId) ?? []).filter((row) => row.userId === userId)
    return rows.find(({ unheard }) => unheard === cameWith) ?? (rows[0] && { ...rows[0], unheard: null })
  })
})

/** Deletes sessions that no token can bring back. */
export async function forgetOldSessions(ctx: Ctx): Promise<void> {
  await ctx.db.delete(sessions).where(lt(sessions.lastUsedAt, after(ctx.clock(), -refreshLife)))
}

/** Tokens are long and random, so a plain hash hides them as well as a slow one would. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
