import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import { users } from '../accounts/schema.ts'
import { type Ctx, newId } from '../ctx.ts'
import type { AuditAction, Facts } from './contract.ts'
import { auditEntries } from './schema.ts'

type Change = {
  action: AuditAction
  subject: { id: string; name: string }
  /** All facts of the thing; kept are those that differ. Left out: it was made, or it is gone. */
  before?: Facts
  after?: Facts
  /** Who asked for it, when the work is finished by somebody else. */
  actorId?: string
}

/** Notes, inside the transaction that makes it, a change by an admin. A change of nothing leaves no note. */
export async function recordChange(ctx: Ctx, { action, subject, before, after, actorId }: Change): Promise<void> {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const changed = [...names].filter((name) => !isDeepStrictEqual(before?.[name], after?.[name]))
  if (before && after && changed.length === 0) return
  await ctx.db.insert(auditEntries).values({
    id: newId(),
    ...(await actorOf(ctx, actorId)),
    action,
    subjectId: subject.id,
    subjectName: subject.name,
    before: pick(before, changed),
    after: pick(after, changed),
    requestId: ctx.requestId,
    createdAt: ctx.clock(),
  })
}

function pick(facts: Facts | undefined, names: string[]): Facts | null {
  return facts ? Object.fromEntries(names.map((name) => [name, facts[name] ?? null])) : null
}

async function actorOf(ctx: Ctx, asked: string | undefined) {
  const actorId = asked ?? (ctx.actor.kind === 'user' ? ctx.actor.id : undefined)
  if (actorId === undefined) return { actorId: null, actorName: 'Mağaza' }
  const [user] = await ctx.db
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, actorId))
  return { actorId, actorName: user ? `${user.firstName} ${user.lastName}` : 'Silinmiş hesap' }
}
