import { and, eq, gt, lte, or, sql } from 'drizzle-orm'
import { addressOf, type Ctx, newId } from '../ctx.ts'
import { after, hours, minutes, seconds } from '../time.ts'
import { type Attempt, findAttempt } from './attempts.ts'
import type { RefundOutcome } from './provider.ts'
import { paymentAttempts, paymentEvents, refunds } from './schema.ts'

export type Refund = typeof refunds.$inferSelect

/** How long a refund belongs to the process that asks for it: longer than a provider may take for its two calls. */
const refundLease = seconds(60)

/**
 * Writes down that money is to go back, in the caller's transaction; askForRefund then asks the provider. The attempt's
 * own row keeps the sum below what was paid, however many ask at once: undefined when this would exceed it.
 */
export async function requestRefund(
  ctx: Ctx,
  attempt: Attempt,
  refund: { amountKurus: number; reason: Refund['reason']; actorId?: string | undefined; leaseUntil?: Date },
): Promise<string | undefined> {
  const now = ctx.clock()
  const [share] = await ctx.db
    .update(paymentAttempts)
    .set({ refundKurus: sql`${paymentAttempts.refundKurus} + ${refund.amountKurus}`, updatedAt: now })
    .where(
      and(
        eq(paymentAttempts.id, attempt.id),
        sql`${paymentAttempts.refundKurus} + ${refund.amountKurus} <= ${paymentAttempts.amountKurus}`,
      ),
    )
    .returning({ status: paymentAttempts.status })
  if (!share) return undefined
  const id = newId()
  await ctx.db.insert(refunds).values({
    id,
    orderId: attempt.orderId,
    attemptId: attempt.id,
    amountKurus: refund.amountKurus,
    status: 'REQUESTED',
    reason: refund.reason,
    actorId: refund.actorId ?? null,
    leaseUntil: refund.leaseUntil ?? now,
    createdAt: now,
    updatedAt: now,
  })
  await noteRefund(ctx, attempt.id, share.status, `refund ${id} asked for: ${refund.reason}`)
  return id
}

/**
 * Asks the provider for a requested refund. One process at a time: the lease and the count of questions decide.
 * Undefined when the refund is settled or another process is at it.
 */
export async function askForRefund(
  ctx: Ctx,
  refundId: string,
): Promise<{ refund: Refund; answer: RefundOutcome } | undefined> {
  const now = ctx.clock()
  const [refund] = await ctx.db
    .update(refunds)
    .set({ leaseUntil: after(now, refundLease), askedTimes: sql`${refunds.askedTimes} + 1` })
    .where(
      and(
        eq(refunds.id, refundId),
        eq(refunds.status, 'REQUESTED'),
        // Longer than any lease: the clock was ahead.
        or(eq(refunds.askedTimes, 0), lte(refunds.leaseUntil, now), gt(refunds.leaseUntil, after(now, hours(1)))),
      ),
    )
    .returning()
  if (!refund) return undefined
  const attempt = await findAttempt(ctx, refund.attemptId)
  if (!attempt?.providerPaymentId) throw new Error(`refund ${refundId} has no payment`)
  const answer = await ctx.payments
    .refund({
      refundId,
      conversationId: attempt.conversationId,
      paymentId: attempt.providerPaymentId,
      amountKurus: refund.amountKurus,
      ip: addressOf(ctx),
      paidKurus: attempt.amountKurus,
      paidAt: attempt.createdAt,
      refundedKurus: await sumGivenBack(ctx, attempt.id),
      again: refund.askedTimes > 1,
    })
    .catch((error: unknown) => ({
      kind: 'unknown' as const,
      reason: error instanceof Error ? error.name : 'error',
    }))
  ctx.atStep?.('refund-asked')
  if (answer.kind === 'unknown') {
    ctx.log.warn({ refundId, reason: answer.reason }, 'the outcome of a refund is unknown: it is asked for again')
    const pause = Math.min(seconds(15) * refund.askedTimes, minutes(10))
    await ctx.db
      .update(refunds)
      .set({ leaseUntil: after(ctx.clock(), pause) })
      .where(and(eq(refunds.id, refundId), eq(refunds.status, 'REQUESTED')))
  }
  return { refund, answer }
}

/** Settles a refund, once: false when it already was. A refused one gives its share of the payment free again. */
export async function closeRefund(ctx: Ctx, refund: Refund, status: 'SUCCEEDED' | 'FAILED'): Promise<boolean> {
  const now = ctx.clock()
  const closed = await ctx.db
    .update(refunds)
    .set({ status, updatedAt: now })
    .where(and(eq(refunds.id, refund.id), eq(refunds.status, 'REQUESTED')))
    .returning({ id: refunds.id })
  if (closed.length === 0) return false
  const [attempt] = await ctx.db
    .update(paymentAttempts)
    .set({
      refundKurus: sql`${paymentAttempts.refundKurus} - ${status === 'FAILED' ? refund.amountKurus : 0}`,
      updatedAt: now,
    })
    .where(eq(paymentAttempts.id, refund.attemptId))
    .returning({ status: paymentAttempts.status })
  if (attempt) await noteRefund(ctx, refund.attemptId, attempt.status, `refund ${refund.id} ${status.toLowerCase()}`)
  ctx.atStep?.('refund-settling')
  return true
}

/** How much of a payment went back for certain. */
export async function sumGivenBack(ctx: Ctx, attemptId: string): Promise<number> {
  const [row] = await ctx.db
    .select({ sum: sql<number>`coalesce(sum(${refunds.amountKurus}), 0)::int` })
    .from(refunds)
    .where(and(eq(refunds.attemptId, attemptId), eq(refunds.status, 'SUCCEEDED')))
  return row?.sum ?? 0
}

async function noteRefund(ctx: Ctx, attemptId: string, status: Attempt['status'], cause: string): Promise<void> {
  await ctx.db
    .insert(paymentEvents)
    .values({ id: newId(), attemptId, fromStatus: status, toStatus: status, cause, createdAt: ctx.clock() })
}
