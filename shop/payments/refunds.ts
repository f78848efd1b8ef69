import { and, asc, eq, gt, inArray, isNull, lte, not, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { addressOf, type Ctx, newId } from '../ctx.ts'
import type { PaymentProvider, RefundLookup, RefundOutcome, RefundRequest } from '../payment-provider.ts'
import { after, days, hours, istanbulDay, minutes, seconds } from '../time.ts'
import { type Attempt, findAttempt } from './attempt-rows.ts'
import { isByHand, providerOf } from './providers.ts'
import { beyondTheOrder, paymentAttempts, paymentDiscrepancies, paymentEvents, refunds } from './schema.ts'
import { taken, takenKurus } from './taken.ts'

export type Refund = typeof refunds.$inferSelect

export async function findRefund(ctx: Ctx, id: string): Promise<Refund | undefined> {
  const [refund] = await ctx.db.select().from(refunds).where(eq(refunds.id, id))
  return refund
}

/** How long a refund belongs to the process that asks for it: longer than a provider may take for its two calls. */
const refundLease = seconds(60)

/**
 * Writes down that money is to go back, in the caller's transaction; askForRefund then asks the provider. The attempt's
 * own row keeps the sum within what was taken, however many ask at once: undefined when this would exceed it, or be nothing.
 * `creditKurus`: what goes back beside it as store credit, of which no provider hears.
 */
export async function requestRefund(ctx: Ctx, attempt: Attempt, refund: NewRefund): Promise<string | undefined> {
  const { creditKurus = 0, giftKurus = 0, movedKurus = 0 } = refund
  if (refund.amountKurus < 0 || refund.amountKurus + creditKurus + movedKurus <= 0) return undefined
  const now = ctx.clock()
  const [share] = await ctx.db
    .update(paymentAttempts)
    .set({ refundKurus: sql`${paymentAttempts.refundKurus} + ${refund.amountKurus}`, updatedAt: now })
    .where(
      and(eq(paymentAttempts.id, attempt.id), sql`${paymentAttempts.refundKurus} + ${refund.amountKurus} <= ${taken}`),
    )
    .returning({ status: paymentAttempts.status })
  if (!share) return undefined
  const id = newId()
  await ctx.db.insert(refunds).values({
    id,
    orderId: refund.orderId ?? attempt.orderId,
    attemptId: attempt.id,
    amountKurus: refund.amountKurus,
    creditKurus,
    giftKurus,
    movedKurus,
    status: 'REQUESTED',
    reason: refund.reason,
    byHand: isByHand(attempt) && refund.amountKurus > 0,
    actorId: refund.actorId ?? null,
    afterRefundId: refund.afterRefundId ?? null,
    leaseUntil: refund.leaseUntil ?? now,
    createdAt: now,
    updatedAt: now,
  })
  await noteRefund(ctx, attempt.id, share.status, `refund ${id} asked for: ${refund.reason}`)
  return id
}

type NewRefund = {
  amountKurus: number
  creditKurus?: number
  /** Part of creditKurus. */
  giftKurus?: number
  movedKurus?: number
  /** Left out: the payment's own. */
  orderId?: string
  reason: Refund['reason']
  actorId?: string | undefined
  /** Beside which refund it is asked for, and after which it goes. */
  afterRefundId?: string | undefined
  leaseUntil?: Date
}

/** Its turn has not come: the bank has not yet given back what goes before it. */
export const waitsItsTurn = sql<boolean>`exists (select 1 from refunds before
  where before.id = refunds.after_refund_id and before.status <> 'SUCCEEDED' and not before.by_hand)`

export async function isWaitingItsTurn(ctx: Ctx, { id }: Refund): Promise<boolean> {
  return (await ctx.db.$count(refunds, and(eq(refunds.id, id), waitsItsTurn))) > 0
}

/** Refunds that wait for this one, oldest first. */
export function findWaitingFor(ctx: Ctx, { id }: Refund): Promise<Refund[]> {
  return ctx.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.afterRefundId, id), eq(refunds.status, 'REQUESTED')))
    .orderBy(asc(refunds.id))
}

/**
 * Asks the provider for a requested refund. One process at a time: the lease and the count of questions decide.
 * Undefined when the refund is settled or another process is at it.
 */
export async function askForRefund(
  ctx: Ctx,
  refundId: string,
): Promise<{ refund: Refund; answer: RefundOutcome } | undefined> {
  const refund = await claimRefund(ctx, refundId)
  if (!refund) return undefined
  const { request, provider } = await requestFor(ctx, refund)
  const answer = await answerTo(ctx, refund, request, provider).catch((error: unknown) => ({
    kind: 'unknown' as const,
    reason: error instanceof Error ? error.name : 'error',
  }))
  ctx.atStep?.('refund-asked')
  if (answer.kind === 'unknown' || answer.kind === 'unsent') await askLater(ctx, refund, answer)
  return { refund, answer }
}

async function claimRefund(ctx: Ctx, refundId: string): Promise<Refund | undefined> {
  const now = ctx.clock()
  const [refund] = await ctx.db
    .update(refunds)
    .set({
      leaseUntil: after(now, refundLease),
      askedTimes: sql`${refunds.askedTimes} + 1`,
      // Written before the request leaves: a process that ends in between may have sent it.
      sentAt: sql`coalesce(${refunds.sentAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(
      and(
        eq(refunds.id, refundId),
        eq(refunds.status, 'REQUESTED'),
        eq(refunds.byHand, false),
        not(waitsItsTurn),
        // Longer than any lease: the clock was ahead.
        or(eq(refunds.askedTimes, 0), lte(refunds.leaseUntil, now), gt(refunds.leaseUntil, after(now, hours(1)))),
      ),
    )
    .returning()
  return refund
}

async function requestFor(ctx: Ctx, refund: Refund): Promise<{ request: RefundRequest; provider: PaymentProvider }> {
  const attempt = await findAttempt(ctx, refund.attemptId)
  if (!attempt?.providerPaymentId) throw new Error(`refund ${refund.id} has no payment`)
  const given = await sumGivenBack(ctx, attempt.id)
  const request = {
    refundId: refund.id,
    conversationId: attempt.conversationId,
    paymentId: attempt.providerPaymentId,
    amountKurus: refund.amountKurus,
    ip: addressOf(ctx),
    // The provider knows nothing of an order: an excess that went back was paid and refunded.
    paidKurus: takenKurus(attempt) + given.excessKurus,
    feeKurus: attempt.feeKurus,
    paidAt: attempt.createdAt,
    refundedKurus: given.orderKurus + given.excessKurus,
  }
  return { request, provider: providerOf(ctx, attempt) }
}

/**
 * A request that was sent may still be under way: from the second question on the provider's books decide, and only
 * their word that it was not done lets it be sent again.
 */
async function answerTo(
  ctx: Ctx,
  refund: Refund,
  request: RefundRequest,
  provider: PaymentProvider,
): Promise<RefundOutcome> {
  if (refund.askedTimes === 1 || !provider.findRefund) return provider.refund(request)
  const found = await provider.findRefund({ ...request, sentAt: refund.sentAt ?? ctx.clock() })
  if (found.kind !== 'none') return found
  if (!(await sendAgain(ctx, refund))) return { kind: 'unknown', reason: 'another process asks' }
  const answer = await provider.refund(request)
  // It may be refused because it was done the first time.
  return answer.kind === 'refused' ? { kind: 'unknown', reason: 'refused the second time' } : answer
}

async function sendAgain(ctx: Ctx, refund: Refund): Promise<boolean> {
  const [mine] = await ctx.db
    .update(refunds)
    .set({ sentAt: ctx.clock() })
    .where(stillAsked(refund))
    .returning({ id: refunds.id })
  return mine !== undefined
}

/** Nobody settled it or asked again since. */
function stillAsked({ id, askedTimes }: Refund) {
  return and(eq(refunds.id, id), eq(refunds.status, 'REQUESTED'), eq(refunds.askedTimes, askedTimes))
}

/** For how long nobody else asks about a new refund: whoever wrote it asks first. */
export const firstLease = seconds(15)

/** Puts the next question off: soon at first, then ever more rarely. */
async function askLater(ctx: Ctx, refund: Refund, answer: Extract<RefundOutcome, { reason: string }>): Promise<void> {
  const about = { refundId: refund.id, reason: answer.reason }
  if (needsDecision(ctx, refund)) ctx.log.error(about, 'a refund is unclear for a day: the owner has to decide')
  else ctx.log.warn(about, 'the outcome of a refund is unknown: it is asked for again')
  const now = ctx.clock()
  const age = now.getTime() - refund.createdAt.getTime()
  const neverSent = answer.kind === 'unsent' && refund.askedTimes === 1
  await ctx.db
    .update(refunds)
    .set({
      leaseUntil: after(now, Math.min(Math.max(firstLease, age / 3), minutes(30))),
      ...(neverSent ? { askedTimes: 0, sentAt: null } : {}),
      ...(answer.kind === 'unknown' && answer.shownKurus !== undefined ? { shownKurus: answer.shownKurus } : {}),
    })
    .where(stillAsked(refund))
}

/** Whether the owner must decide: the provider could not tell within a day how the refund ended, or could not be asked. */
export function needsDecision(ctx: Ctx, { status, askedTimes, leaseUntil, createdAt }: Refund): boolean {
  // One that could not be sent was put off since.
  const wasTried = askedTimes > 0 || leaseUntil > after(createdAt, firstLease)
  return status === 'REQUESTED' && wasTried && after(createdAt, days(1)) <= ctx.clock()
}

/** Looks a refund up in the provider's books, without asking for it again. */
export async function lookForRefund(ctx: Ctx, refund: Refund): Promise<RefundLookup> {
  const { request, provider } = await requestFor(ctx, refund)
  const unknown = { kind: 'unknown', reason: 'no answer' } as const
  if (!provider.findRefund) return unknown
  return provider.findRefund({ ...request, sentAt: refund.sentAt ?? ctx.clock() }).catch(() => unknown)
}

/** The provider has sent news about a payment: what it gave back is looked up soon. */
export async function hurryRefunds(ctx: Ctx, attemptId: string): Promise<void> {
  await ctx.db
    .update(refunds)
    .set({ leaseUntil: ctx.clock() })
    .where(and(eq(refunds.attemptId, attemptId), eq(refunds.status, 'REQUESTED'), gt(refunds.askedTimes, 0)))
}

/**
 * Settles a refund, once: false when it already was. A refused one gives its share of the payment free again. An excess that
 * went back is as if it had never been taken.
 */
export async function closeRefund(ctx: Ctx, refund: Refund, status: 'SUCCEEDED' | 'FAILED'): Promise<boolean> {
  const now = ctx.clock()
  const closed = await ctx.db
    .update(refunds)
    .set({ status, updatedAt: now })
    .where(and(eq(refunds.id, refund.id), eq(refunds.status, 'REQUESTED')))
    .returning({ id: refunds.id })
  if (closed.length === 0) return false
  const { amountKurus, reason } = refund
  const isExcessGone = status === 'SUCCEEDED' && beyondTheOrder.some((beyond) => beyond === reason)
  const [attempt] = await ctx.db
    .update(paymentAttempts)
    .set({
      refundKurus: sql`${paymentAttempts.refundKurus} - ${status === 'FAILED' || isExcessGone ? amountKurus : 0}`,
      ...(isExcessGone ? { chargedKurus: sql`${taken} - ${amountKurus}` } : {}),
      updatedAt: now,
    })
    .where(eq(paymentAttempts.id, refund.attemptId))
    .returning({ status: paymentAttempts.status })
  if (attempt) await noteRefund(ctx, refund.attemptId, attempt.status, `refund ${refund.id} ${status.toLowerCase()}`)
  ctx.atStep?.('refund-settling')
  return true
}

/** Ends what differed of a payment whose money the owner gave back by hand. */
export async function closeDiscrepanciesOf(ctx: Ctx, attemptId: string, resolution: string): Promise<void> {
  await ctx.db
    .update(paymentDiscrepancies)
    .set({ resolvedAt: ctx.clock(), resolution })
    .where(and(eq(paymentDiscrepancies.attemptId, attemptId), isNull(paymentDiscrepancies.resolvedAt)))
}

/** Money of a completed order that the shop has too much stands under Ödemeler until it went back. */
export async function noteKeptExcess(ctx: Ctx, attempt: Attempt): Promise<void> {
  const { id: attemptId, orderId, providerPaymentId, amountKurus: oursKurus } = attempt
  const found = { attemptId, orderId, providerPaymentId, oursKurus, theirsKurus: takenKurus(attempt) }
  await ctx.db
    .insert(paymentDiscrepancies)
    .values({ ...found, id: newId(), kind: 'amount-differs', day: istanbulDay(ctx.clock()), foundAt: ctx.clock() })
    .onConflictDoNothing()
}

/** How much went back for certain: of the order's money, of what was taken beyond it, and as store credit. */
export async function sumGivenBack(ctx: Ctx, attemptId: string) {
  const sum = (which: SQL) => sql<number>`coalesce(sum(${refunds.amountKurus}) filter (where ${which}), 0)::int`
  const [row] = await ctx.db
    .select({
      orderKurus: sum(notInArray(refunds.reason, [...beyondTheOrder])),
      excessKurus: sum(inArray(refunds.reason, [...beyondTheOrder])),
      creditKurus: sql<number>`coalesce(sum(${refunds.creditKurus}), 0)::int`,
    })
    .from(refunds)
    .where(and(eq(refunds.attemptId, attemptId), eq(refunds.status, 'SUCCEEDED')))
  return row ?? { orderKurus: 0, excessKurus: 0, creditKurus: 0 }
}

/** The kuruş beyond the order's amount, such as of a change, that were asked for and are not confirmed yet. */
export async function beyondGoingBack(ctx: Ctx, attemptId: string): Promise<number> {
  const [row] = await ctx.db
    .select({ kurus: sql<number>`coalesce(sum(${refunds.amountKurus}), 0)::int` })
    .from(refunds)
    .where(
      and(
        eq(refunds.attemptId, attemptId),
        eq(refunds.status, 'REQUESTED'),
        inArray(refunds.reason, [...beyondTheOrder]),
      ),
    )
  return row?.kurus ?? 0
}

/** The money and store credit given back for an order, over all its payments. In kuruş. */
export async function sumGivenFor(ctx: Ctx, orderId: string): Promise<number> {
  const [row] = await ctx.db
    .select({ kurus: sql<number>`coalesce(sum(${refunds.amountKurus} + ${refunds.creditKurus}), 0)::int` })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.status, 'SUCCEEDED')))
  return row?.kurus ?? 0
}

async function noteRefund(ctx: Ctx, attemptId: string, status: Attempt['status'], cause: string): Promise<void> {
  await ctx.db
    .insert(paymentEvents)
    .values({ id: newId(), attemptId, fromStatus: status, toStatus: status, cause, createdAt: ctx.clock() })
}
