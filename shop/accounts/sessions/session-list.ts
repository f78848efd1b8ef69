import { and, desc, eq, gt, inArray, isNull, ne } from 'drizzle-orm'
import { type Ctx, isId, requireUser } from '../../ctx.ts'
import { notFound } from '../../errors.ts'
import { networkOf } from '../../limits.ts'
import { after, days } from '../../time.ts'
import { sessions } from '../schema.ts'
import { recordEvent } from '../security-log.ts'
import { deviceName } from './devices.ts'
import { networkOfAddress } from './networks.ts'
import { longestSessionDays, refreshLife } from './sessions.ts'

type ListedSession = {
  id: string
  /** 'Chrome, Windows' */
  device: string
  address: string
  /** The one that asks. */
  current: boolean
  createdAt: Date
  lastUsedAt: Date
}

/** Where the user is signed in now: this session first, then the last used. */
export async function listSessions(ctx: Ctx): Promise<ListedSession[]> {
  const userId = requireUser(ctx)
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isOpenSession(ctx)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(100)
  const listed = rows.map(({ id, userAgent, address, createdAt, lastUsedAt }) => ({
    id,
    device: deviceName(userAgent),
    address,
    current: ctx.actor.kind === 'user' && id === ctx.actor.sessionId,
    createdAt,
    lastUsedAt,
  }))
  return listed.sort((a, b) => Number(b.current) - Number(a.current))
}

/** Ends all sessions of the user but this one; says how many. */
export async function endOtherSessions(ctx: Ctx): Promise<number> {
  const userId = requireUser(ctx)
  const current = ctx.actor.kind === 'user' ? ctx.actor.sessionId : ''
  const ended = await ctx.db
    .update(sessions)
    .set({ revokedAt: ctx.clock() })
    .where(and(eq(sessions.userId, userId), ne(sessions.id, current), isOpenSession(ctx)))
    .returning({ id: sessions.id })
  if (ended.length > 0)
    await recordEvent(ctx, { kind: 'sessions-ended', userId, detail: `${ended.length} oturum kapatıldı` })
  return ended.length
}

/** Ends one session of the user; another's is NOT_FOUND. */
export async function endSession(ctx: Ctx, sessionId: string): Promise<void> {
  const userId = requireUser(ctx)
  const [ended] = isId(sessionId)
    ? await ctx.db
        .update(sessions)
        .set({ revokedAt: ctx.clock() })
        .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isNull(sessions.revokedAt)))
        .returning({ id: sessions.id })
    : []
  if (!ended) throw notFound('Bu oturum zaten kapalı.')
  await recordEvent(ctx, { kind: 'sessions-ended', userId, detail: '1 oturum kapatıldı' })
}

/**
 * A link in a mail is opened by the owner of the address; sessions of the account may be somebody else's. All end but
 * the one of the browser that opens it and, sparing its network, those that were opened from there.
 */
export async function endSessionsOfOthers(
  ctx: Ctx,
  userId: string,
  { sparing }: { sparing: 'browser' | 'network' },
): Promise<void> {
  const own = ctx.actor.kind === 'user' && ctx.actor.id === userId ? ctx.actor.sessionId : undefined
  const here = networkOf(ctx)
  const open = await ctx.db
    .select({ id: sessions.id, address: sessions.address })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)))
  const others = open.filter(
    ({ id, address }) => id !== own && !(sparing === 'network' && networkOfAddress(ctx, address) === here),
  )
  if (others.length === 0) return
  const ids = others.map(({ id }) => id)
  await ctx.db.update(sessions).set({ revokedAt: ctx.clock() }).where(inArray(sessions.id, ids))
  await recordEvent(ctx, { kind: 'sessions-ended', userId, detail: `${ids.length} oturum kapatıldı` })
}

/** Not ended, and not so old that no token of it is good any more. */
export function isOpenSession(ctx: Ctx) {
  const now = ctx.clock()
  return and(
    isNull(sessions.revokedAt),
    gt(sessions.lastUsedAt, after(now, -refreshLife)),
    gt(sessions.createdAt, after(now, -days(longestSessionDays))),
  )
}
