/**
 * The audit: every change by an admin is a row of `audit_entries`, written in its transaction, with the changed fields before
 * and after.
 */

import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import { users } from '../accounts/schema.ts'
import { type Ctx, newId } from '../ctx.ts'
import type { AuditAction, Facts } from './contract.ts'
import { auditEntries } from './schema.ts'

type Change = {
  action: AuditAction
  subject: { id: string; name: string }
  /** All facts of the subject; only changed ones are stored. A new subject has no `before`, a deleted one no `after`. */
  before?: Facts
  after?: Facts
  /** The user who asked for it, when another actor finishes the work. */
  actorId?: string
}

/** Records a change by an admin, inside the transaction that makes it. Without a difference nothing is recorded. */
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
