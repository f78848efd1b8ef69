import { and, count, desc, eq, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { addressOf, type Ctx, newId, requireRight } from '../ctx.ts'
import { after, days } from '../time.ts'
import type { SecurityKind, SecurityQuery } from './contract.ts'
import { securityEvents, users } from './schema.ts'
import { deviceName } from './sessions/devices.ts'

type NewEvent = {
  kind: SecurityKind
  /** Whose account it is; undefined when the address has none. */
  userId: string | undefined
  /** The address that was tried; kept only in part, and only without an account. */
  email?: string
  userAgent?: string
  /** A short note in plain words; never anything secret. */
  detail?: string
}

/** Notes what happened to an account, in the table that admins read and as a line of the log. */
export async function recordEvent(ctx: Ctx, event: NewEvent): Promise<void> {
  const { kind, userId = null, email, userAgent, detail = '' } = event
  const actorId = ctx.actor.kind === 'user' && ctx.actor.id !== userId ? ctx.actor.id : null
  const row = {
    kind,
    userId,
    actorId,
    maskedEmail: userId === null && email ? maskEmail(email) : null,
    address: addressOf(ctx),
    device: userAgent === undefined ? '' : deviceName(userAgent),
    detail,
    requestId: ctx.requestId,
  }
  await ctx.db.insert(securityEvents).values({ ...row, id: newId(), createdAt: ctx.clock() })
  ctx.log.info({ security: row }, `security: ${kind}`)
}

/** 'ayse@posta.example' → 'a***@posta.example' */
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}***${email.slice(at)}`
}

export type SecurityEvent = typeof securityEvents.$inferSelect & {
  userEmail: string | null
  actorEmail: string | null
}

/** Lists the events of accounts, newest first; `q` looks in e-mail and network addresses. */
export async function listSecurityEvents(
  ctx: Ctx,
  query: SecurityQuery,
): Promise<{ items: SecurityEvent[]; total: number }> {
  requireRight(ctx, 'records')
  const actors = alias(users, 'actors')
  const conditions: (SQL | undefined)[] = []
  if (query.kind) conditions.push(eq(securityEvents.kind, query.kind))
  if (query.q) {
    const text = query.q.toLowerCase()
    conditions.push(
      or(
        sql`strpos(${users.email}, ${text}) > 0`,
        sql`strpos(${securityEvents.maskedEmail}, ${text}) > 0`,
        sql`strpos(${securityEvents.address}, ${text}) > 0`,
      ),
    )
  }
  const where = and(...conditions)
  const rows = await ctx.db
    .select({ event: securityEvents, userEmail: users.email, actorEmail: actors.email })
    .from(securityEvents)
    .leftJoin(users, eq(users.id, securityEvents.userId))
    .leftJoin(actors, eq(actors.id, securityEvents.actorId))
    .where(where)
    .orderBy(desc(securityEvents.createdAt), desc(securityEvents.id))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
  const [{ total } = { total: 0 }] = await ctx.db
    .select({ total: count() })
    .from(securityEvents)
    .leftJoin(users, eq(users.id, securityEvents.userId))
    .where(where)
  return { items: rows.map(({ event, ...emails }) => ({ ...event, ...emails })), total }
}

/** Kept for a year: long enough to look into something, and no longer than that. */
export async function forgetOldSecurityEvents(ctx: Ctx): Promise<void> {
  await ctx.db.delete(securityEvents).where(lt(securityEvents.createdAt, after(ctx.clock(), -days(365))))
}
