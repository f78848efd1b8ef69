/**
 * Payment attempts as rows: payments/ knows providers, attempts and refunds, but no orders; checkout/ turns their outcomes into
 * orders. Refunds work like attempts: a row first, then the bank (asking twice pays once), then what follows from it. The demo
 * bank (demo/demo.ts) keeps its own ledger in a database schema of its own, written before it answers, as a real bank would.
 */

import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Ctx, newId } from '../ctx.ts'
import { type AttemptStatus, openStatuses, paymentAttempts, paymentEvents } from './schema.ts'

export type Attempt = typeof paymentAttempts.$inferSelect
/** Which payment of the provider's it is, and what it took. */
export type Paid = { providerPaymentId: string; chargedKurus: number | null }

export async function findAttempt(ctx: Ctx, id: string): Promise<Attempt | undefined> {
  const [attempt] = await ctx.db.select().from(paymentAttempts).where(eq(paymentAttempts.id, id))
  return attempt
}

export async function findAttemptByConversation(ctx: Ctx, conversationId: string): Promise<Attempt | undefined> {
  const [attempt] = await ctx.db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.conversationId, conversationId))
  return attempt
}

/** Locks an attempt, which every change of it does first. Its order and stock are locked after it. */
export async function lockAttempt(ctx: Ctx, id: string): Promise<Attempt> {
  const [attempt] = await ctx.db.select().from(paymentAttempts).where(eq(paymentAttempts.id, id)).for('update')
  if (!attempt) throw new Error(`payment attempt ${id} is gone`)
  return attempt
}

/** Whether a provider may still take its money. */
export function isOpen(attempt: Attempt): boolean {
  return openStatuses.some((status) => status === attempt.status)
}

/** Moves an attempt if it still is in one of `from`; undefined when somebody else was first. */
export async function move(
  ctx: Ctx,
  attempt: Attempt,
  from: readonly AttemptStatus[],
  to: AttemptStatus,
  cause: string,
  set: Partial<Attempt> = {},
): Promise<Attempt | undefined> {
  const { db } = ctx
  const now = ctx.clock()
  const update = db
    .update(paymentAttempts)
    .set({ ...set, status: to, updatedAt: now })
    .where(and(eq(paymentAttempts.id, attempt.id), inArray(paymentAttempts.status, [...from])))
    .returning()
  // Asking once more without news is no transition.
  if (attempt.status === to) return (await update)[0]
  const moved = db.$with('moved').as(update)
  const event = db
    .select({
      id: sql<string>`${newId()}::uuid`.as('id'),
      attemptId: moved.id,
      fromStatus: sql<AttemptStatus>`${attempt.status}::text`.as('from_status'),
      toStatus: moved.status,
      cause: sql<string>`${cause}::text`.as('cause'),
      createdAt: moved.updatedAt,
    })
    .from(moved)
  const noted = db.$with('noted').as(db.insert(paymentEvents).select(event).returning({ id: paymentEvents.id }))
  return (await db.with(moved, noted).select().from(moved))[0]
}
