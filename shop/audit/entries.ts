import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import { type Ctx, requireRight } from '../ctx.ts'
import { fold } from '../turkish.ts'
import type { AuditQuery } from './contract.ts'
import { auditEntries } from './schema.ts'

type AuditEntry = typeof auditEntries.$inferSelect

/** Returns the recorded changes, newest first. */
export async function listAuditEntries(ctx: Ctx, query: AuditQuery): Promise<{ items: AuditEntry[]; total: number }> {
  requireRight(ctx, 'records')
  const where = and(
    query.action ? eq(auditEntries.action, query.action) : undefined,
    query.subject ? eq(auditEntries.subjectId, query.subject) : undefined,
    contains(query.q),
  )
  const items = await ctx.db
    .select()
    .from(auditEntries)
    .where(where)
    .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
  const [{ total } = { total: 0 }] = await ctx.db.select({ total: count() }).from(auditEntries).where(where)
  return { items, total }
}

function contains(words: string | undefined): SQL | undefined {
  const wanted = fold(words ?? '')
  if (!wanted) return undefined
  const { actorName, subjectName, before, after } = auditEntries
  return sql`strpos(tr_fold(concat_ws(' ', ${actorName}, ${subjectName}, ${before}::text, ${after}::text)), ${wanted}) > 0`
}
