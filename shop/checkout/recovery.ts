import { and, eq, gt, inArray, lt, not, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Ctx } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { finishRefund } from '../orders/refunds.ts'
import type { PaymentOutcome } from '../payment-provider.ts'
import { askProvider } from '../payments/ask.ts'
import type { Attempt } from '../payments/attempt-rows.ts'
import { providerOf } from '../payments/providers.ts'
import { waitsItsTurn } from '../payments/refunds.ts'
import { openStatuses, paymentAttempts, refunds } from '../payments/schema.ts'
import { after, days, hours, minutes } from '../time.ts'
import { attemptLease, expireAttempt, holdEnd, settleAttempt } from './attempts.ts'

/**
 * Settles what a crash, a time-out or a closed laptop left open: each attempt whose lease has passed is asked at the
 * provider and becomes an order or gives its stock back; what was given up is asked for again a few times; each refund
 * that was asked for is carried through. Several processes may run it at once: the lease decides who takes which.
 */
export async function settleOpenPayments(ctx: Ctx): Promise<void> {
  const now = ctx.clock()
  const due = await ctx.db
    .select()
    .from(paymentAttempts)
    .where(and(inArray(paymentAttempts.status, [...openStatuses]), isOver(ctx, paymentAttempts.leaseUntil)))
    .orderBy(paymentAttempts.leaseUntil)
    .limit(100)
  for (const attempt of due) await quietly(ctx, { attemptId: attempt.id }, () => settleOpenAttempt(ctx, attempt))

  const givenUp = await ctx.db
    .select()
    .from(paymentAttempts)
    .where(and(inArray(paymentAttempts.status, ['EXPIRED', 'DECLINED']), lt(paymentAttempts.recheckAt, now)))
    .orderBy(paymentAttempts.recheckAt)
    .limit(3)
  for (const attempt of givenUp) await quietly(ctx, { attemptId: attempt.id }, () => askOnceMore(ctx, attempt))

  const owed = await ctx.db
    .select()
    .from(refunds)
    .where(
      and(
        ...[eq(refunds.status, 'REQUESTED'), eq(refunds.byHand, false)],
        ...[isOver(ctx, refunds.leaseUntil), not(waitsItsTurn)],
      ),
    )
    .orderBy(refunds.leaseUntil, refunds.id)
    .limit(100)
  for (const refund of owed) await quietly(ctx, { refundId: refund.id }, () => finishRefund(ctx, refund.id))
}

/** A lease is over when its time has come, or lies further ahead than any lease: then the clock was wrong. */
function isOver(ctx: Ctx, leaseUntil: AnyPgColumn) {
  const now = ctx.clock()
  const longest = hours(1) + minutes(ctx.config.holdMinutes)
  return or(lt(leaseUntil, now), gt(leaseUntil, after(now, longest)))
}

/** One that cannot be settled must not keep the others waiting. */
async function quietly(ctx: Ctx, what: object, work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => {
    // A refund whose end is unclear said so already.
    if (error instanceof ShopError && error.code === 'UNAVAILABLE') return
    ctx.log.error({ err: error, ...what }, 'an open payment could not be settled')
  })
}

/** Attempts and refunds that are not settled yet. */
export async function countOpenPayments(ctx: Ctx): Promise<number> {
  return (
    (await ctx.db.$count(paymentAttempts, inArray(paymentAttempts.status, [...openStatuses]))) +
    (await ctx.db.$count(refunds, and(eq(refunds.status, 'REQUESTED'), eq(refunds.byHand, false))))
  )
}

async function settleOpenAttempt(ctx: Ctx, attempt: Attempt): Promise<void> {
  const leased = await takeLease(ctx, attempt)
  if (leased) await askAbout(ctx, attempt, 'asked the provider again', async () => true)
}

/** One of those who read the attempt as it is here takes it; undefined for all others. */
async function takeLease(ctx: Ctx, attempt: Attempt): Promise<Attempt | undefined> {
  const [claimed] = await ctx.db
    .update(paymentAttempts)
    .set({ leaseUntil: after(ctx.clock(), attemptLease) })
    .where(
      and(
        eq(paymentAttempts.id, attempt.id),
        eq(paymentAttempts.status, attempt.status),
        eq(paymentAttempts.leaseUntil, attempt.leaseUntil),
        isOver(ctx, paymentAttempts.leaseUntil),
      ),
    )
    .returning()
  return claimed
}

/** Asks the provider about an open attempt and settles it by the answer. */
export async function askAgain(ctx: Ctx, attempt: Attempt, cause: string): Promise<void> {
  await askAbout(ctx, attempt, cause, async () => (await takeLease(ctx, attempt)) !== undefined)
}

async function askAbout(ctx: Ctx, attempt: Attempt, cause: string, mayFinish: () => Promise<boolean>): Promise<void> {
  let outcome = await askProvider(providerOf(ctx, attempt).find(attempt.conversationId, attempt.pageReference))
  const stillAtHerBank = outcome.kind === '3ds' || outcome.kind === 'none' || mayTryAgain(ctx, attempt, outcome)
  if (outcome.kind === '3ds' && attempt.status !== 'AWAITING_3DS' && attempt.threeDsData !== null) {
    // She came back with her bank's yes, and nobody knows whether it was passed on. Who is just at it is left to it.
    if (!(await mayFinish())) return
    outcome = await finishOnceMore(ctx, attempt)
  }
  ctx.atStep?.('recovery-asked')
  if (attempt.status === 'AWAITING_3DS' && stillAtHerBank) {
    if (holdEnd(ctx, attempt) <= ctx.clock()) {
      await expireAttempt(ctx, attempt, 'the shopper did not come back from her bank')
    } else await waitForShopper(ctx, attempt)
  } else if (outcome.kind === 'none' && after(attempt.createdAt, providerOf(ctx, attempt).memory) > ctx.clock()) {
    // A charge that left us may still be on its way; so early, 'never heard of it' is no answer.
    await settleAttempt(ctx, attempt.id, { kind: 'unknown', reason: 'not there yet' }, cause)
  } else {
    await settleAttempt(ctx, attempt.id, outcome, cause)
  }
}

/** On the provider's page another card may follow one that was refused, as long as her stock is held. */
function mayTryAgain(ctx: Ctx, attempt: Attempt, { kind }: PaymentOutcome): boolean {
  return kind === 'declined' && attempt.pageReference !== null && holdEnd(ctx, attempt) > ctx.clock()
}

/**
 * Passes her bank's yes on, perhaps for the second time. The first call may still be under way, so a failure of this
 * one says nothing of it: only the payment's own state does. Given up once no call can be under way any more.
 */
async function finishOnceMore(ctx: Ctx, attempt: Attempt): Promise<PaymentOutcome> {
  const { conversationId, providerPaymentId: paymentId, threeDsData } = attempt
  const provider = providerOf(ctx, attempt)
  const finished = await askProvider(provider.finishThreeDs({ ...attempt, paymentId, data: threeDsData || null }))
  if (finished.kind !== 'declined' && finished.kind !== 'unknown') return finished
  const found = await askProvider(provider.find(conversationId))
  if (found.kind === 'charged' || found.kind === 'review' || found.kind === 'declined') return found
  if (after(holdEnd(ctx, attempt), provider.memory) <= ctx.clock()) return { kind: 'none' }
  return { kind: 'unknown', reason: `the last call again: ${finished.kind}` }
}

async function waitForShopper(ctx: Ctx, attempt: Attempt): Promise<void> {
  const fullHold = after(ctx.clock(), minutes(ctx.config.holdMinutes))
  const end = holdEnd(ctx, attempt)
  await ctx.db
    .update(paymentAttempts)
    .set({ leaseUntil: end < fullHold ? end : fullHold })
    .where(and(eq(paymentAttempts.id, attempt.id), eq(paymentAttempts.status, 'AWAITING_3DS')))
}

/** Money can come after an order was given up: it is asked for again, ever more rarely, for a day. */
export async function askOnceMore(ctx: Ctx, attempt: Attempt): Promise<void> {
  const now = ctx.clock()
  const age = now.getTime() - attempt.createdAt.getTime()
  const [claimed] = await ctx.db
    .update(paymentAttempts)
    .set({ recheckAt: age > days(1) ? null : after(now, Math.max(minutes(5), age)) })
    .where(
      and(
        eq(paymentAttempts.id, attempt.id),
        eq(paymentAttempts.status, attempt.status),
        sql`${paymentAttempts.recheckAt} is not distinct from ${attempt.recheckAt}`,
      ),
    )
    .returning({ id: paymentAttempts.id })
  if (!claimed) return
  const outcome = await askProvider(providerOf(ctx, attempt).find(attempt.conversationId, attempt.pageReference))
  if (outcome.kind === 'charged') await settleAttempt(ctx, attempt.id, outcome, 'asked once more')
}
