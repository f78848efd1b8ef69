import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { finishRefund } from '../orders/refunds.ts'
import { after, seconds } from '../time.ts'
import { type Attempt, askProvider, attemptLease, expireAttempt, settleAttempt, threeDsHold } from './attempts.ts'
import { paymentAttempts, refunds } from './schema.ts'

/** A charge that left us may still be on its way; only after this does 'never heard of it' mean that it is lost. */
const providerMemory = seconds(30)

/**
 * Settles what a crash, a time-out or a closed laptop left open: each attempt whose lease has passed is asked at the
 * provider and becomes an order or gives its stock back; each refund that was asked for is carried through.
 * Several processes may run it at once: the lease decides who takes which.
 */
export async function settleOpenPayments(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .select()
    .from(paymentAttempts)
    .where(
      and(
        inArray(paymentAttempts.status, ['STARTED', 'AWAITING_3DS', 'UNKNOWN']),
        lt(paymentAttempts.leaseUntil, ctx.clock()),
      ),
    )
    .orderBy(paymentAttempts.leaseUntil)
    .limit(100)
  for (const attempt of due) {
    await settleOpenAttempt(ctx, attempt).catch((error: unknown) =>
      ctx.log.error({ err: error, attemptId: attempt.id }, 'an open payment could not be settled'),
    )
  }
  const owed = await ctx.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.status, 'REQUESTED'), lt(refunds.leaseUntil, ctx.clock())))
    .limit(100)
  for (const refund of owed) {
    await finishRefund(ctx, refund.id).catch((error: unknown) =>
      ctx.log.error({ err: error, refundId: refund.id }, 'an open refund could not be finished'),
    )
  }
}

/** Attempts and refunds that are not settled yet. */
export async function countOpenPayments(ctx: Ctx): Promise<number> {
  return (
    (await ctx.db.$count(paymentAttempts, inArray(paymentAttempts.status, ['STARTED', 'AWAITING_3DS', 'UNKNOWN']))) +
    (await ctx.db.$count(refunds, eq(refunds.status, 'REQUESTED')))
  )
}

async function settleOpenAttempt(ctx: Ctx, attempt: Attempt): Promise<void> {
  const [claimed] = await ctx.db
    .update(paymentAttempts)
    .set({ leaseUntil: after(ctx.clock(), attemptLease) })
    .where(
      and(
        eq(paymentAttempts.id, attempt.id),
        eq(paymentAttempts.status, attempt.status),
        eq(paymentAttempts.leaseUntil, attempt.leaseUntil),
      ),
    )
    .returning({ id: paymentAttempts.id })
  if (!claimed) return
  const outcome = await askProvider(ctx.payments.find(attempt.conversationId))
  const stillAtHerBank = outcome.kind === '3ds' || outcome.kind === 'none'
  if (attempt.status === 'AWAITING_3DS' && stillAtHerBank && after(attempt.createdAt, threeDsHold) <= ctx.clock()) {
    await expireAttempt(ctx, attempt, 'the shopper did not come back from her bank')
  } else if (outcome.kind === 'none' && after(attempt.createdAt, providerMemory) > ctx.clock()) {
    await settleAttempt(ctx, attempt.id, { kind: 'unknown', reason: 'not there yet' }, 'asked the provider again')
  } else {
    await settleAttempt(ctx, attempt.id, outcome, 'asked the provider again')
  }
}
