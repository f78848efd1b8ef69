import { eq } from 'drizzle-orm'
import { giveUsesBack } from '../campaigns/uses.ts'
import { returnCredit } from '../credit/of-orders.ts'
import { type Ctx, inRetriedTransaction, inTransaction, together } from '../ctx.ts'
import { getToConfirm } from '../orders/mails.ts'
import { markPaid } from '../orders/placed.ts'
import { orders } from '../orders/schema.ts'
import { holdsStock, retakeHeld, returnStock } from '../orders/stock.ts'
import type { PaymentOutcome } from '../payment-provider.ts'
import { type Attempt, findAttempt, isOpen, lockAttempt, move, type Paid } from '../payments/attempt-rows.ts'
import { isByHand } from '../payments/providers.ts'
import { type AttemptStatus, openStatuses, waitingStatuses } from '../payments/schema.ts'
import { statedKurus } from '../payments/taken.ts'
import { after, minutes, seconds } from '../time.ts'
import { giveBackLateCharge, mayBecomeOrder } from './late-charges.ts'

/** How long an attempt belongs to the process that talks to the provider. */
export const attemptLease = seconds(15)

/** A payment that was given up is asked for again after this long, then after twice as long, and so on for a day. */
const firstRecheck = minutes(5)

/** Everything but the ends at which the money is settled for good. */
const mayHoldMoney = [...openStatuses, ...waitingStatuses, 'DECLINED', 'EXPIRED'] as const

type Charged = Extract<PaymentOutcome, { kind: 'charged' }>

/** Until when stock waits for a shopper who is at her bank or on the provider's page. */
export function holdEnd(ctx: Ctx, attempt: Attempt): Date {
  return after(attempt.createdAt, minutes(ctx.config.holdMinutes))
}

/**
 * Brings an attempt to where the provider says the money is: one guarded UPDATE decides, and the order, its stock, its
 * history and its mail follow in the same transaction. Late, doubled and reordered news change nothing twice.
 * Returns the attempt as it then stands.
 */
export async function settleAttempt(ctx: Ctx, id: string, outcome: PaymentOutcome, cause: string): Promise<Attempt> {
  return inRetriedTransaction(ctx, async (ctx) => {
    const attempt = await lockAttempt(ctx, id)
    const moved = await follow(ctx, attempt, outcome, cause)
    ctx.atStep?.('settling')
    return moved ?? (await findAttempt(ctx, id)) ?? attempt
  })
}

/** Applies one piece of news to an attempt; returns the attempt where it was paid. docs/payments.md has the table. */
async function follow(
  ctx: Ctx,
  attempt: Attempt,
  outcome: PaymentOutcome,
  cause: string,
): Promise<Attempt | undefined> {
  if (outcome.kind === 'charged') return followCharge(ctx, attempt, outcome, cause)
  await followOther(ctx, attempt, outcome, cause)
  return undefined
}

async function followOther(
  ctx: Ctx,
  attempt: Attempt,
  outcome: Exclude<PaymentOutcome, Charged>,
  cause: string,
): Promise<void> {
  switch (outcome.kind) {
    case 'declined':
      return fail(ctx, attempt, 'DECLINED', cause, {
        declineCode: outcome.code,
        declineMessage: outcome.message,
        recheckAt: outcome.vague ? nextRecheck(ctx) : null,
      })
    case 'none':
      // A payment that the provider once knew does not vanish: only its word that it is declined ends it.
      return fail(ctx, attempt, 'EXPIRED', cause, {}, ['STARTED', 'UNKNOWN', 'AWAITING_3DS'])
    case '3ds': {
      const threeDsUrl = outcome.redirectUrl ?? attempt.threeDsUrl
      // The way to her bank was lost with an answer; without our last call no money can move, so nothing is waited for.
      if (!threeDsUrl) return fail(ctx, attempt, 'EXPIRED', 'no way to the bank', {}, ['STARTED', 'UNKNOWN'])
      await move(ctx, attempt, ['STARTED', 'UNKNOWN'], 'AWAITING_3DS', cause, {
        threeDsUrl,
        providerPaymentId: outcome.paymentId ?? attempt.providerPaymentId,
        leaseUntil: holdEnd(ctx, attempt),
      })
      return
    }
    case 'page':
      await move(ctx, attempt, ['STARTED', 'UNKNOWN'], 'AWAITING_3DS', cause, {
        threeDsUrl: outcome.redirectUrl,
        pageReference: outcome.reference,
        leaseUntil: holdEnd(ctx, attempt),
      })
      return
    case 'review':
      return hold(ctx, attempt, { providerPaymentId: outcome.paymentId }, cause, null)
    case 'unknown':
      ctx.log.warn({ attemptId: attempt.id, reason: outcome.reason }, 'the outcome of a payment is unknown')
      await move(ctx, attempt, ['STARTED', 'UNKNOWN'], 'UNKNOWN', cause, { leaseUntil: nextQuestion(ctx, attempt) })
  }
}

async function followCharge(ctx: Ctx, attempt: Attempt, outcome: Charged, cause: string): Promise<Attempt | undefined> {
  if (attempt.status === 'SUCCEEDED' || attempt.status === 'REFUNDED') return attempt
  const paid = { providerPaymentId: outcome.paymentId, chargedKurus: statedKurus(outcome) }
  const wrong = isByHand(attempt) ? undefined : misfit(attempt, outcome)
  if (wrong) {
    if (attempt.heldReason === null)
      ctx.log.error(
        { attemptId: attempt.id, wrong, ours: attempt.amountKurus, theirs: outcome.amountKurus },
        'the provider took something else than we asked for: the payment is held for a human',
      )
    await hold(ctx, attempt, paid, cause, wrong)
    return undefined
  }
  if (attempt.linkOf) {
    const moved = await succeed(ctx, attempt, mayHoldMoney, paid, cause)
    // Somebody else has paid the order, it ended, or it costs something else by now.
    if (!moved) await giveBackLateCharge(ctx, attempt, paid, mayHoldMoney)
    return moved
  }
  if (mayStillBePaid(attempt) && (await holdsStock(ctx, attempt.orderId))) {
    return succeed(ctx, attempt, [...openStatuses, ...waitingStatuses], paid, cause)
  }
  // The order was given up. If all of it can still be had, the shopper gets what she paid for; else her money.
  // Money by hand needs no such check: the owner entered it herself.
  if ((isByHand(attempt) || (await mayBecomeOrder(ctx, attempt))) && (await retakeHeld(ctx, attempt.orderId))) {
    ctx.log.warn({ attemptId: attempt.id }, 'charged after the order was given up: the order is completed')
    return succeed(ctx, attempt, mayHoldMoney, paid, `late charge: ${cause}`)
  }
  await giveBackLateCharge(ctx, attempt, paid)
  return undefined
}

function mayStillBePaid(attempt: Attempt): boolean {
  return isOpen(attempt) || waitingStatuses.some((status) => status === attempt.status)
}

/** Names the part of a charge that does not fit our books; undefined when all fits. */
function misfit(attempt: Attempt, charge: Charged): string | undefined {
  if (charge.amountKurus !== attempt.amountKurus) return `amount ${charge.amountKurus}`
  if (charge.currency !== undefined && charge.currency !== 'TRY') return `currency ${charge.currency}`
  if (charge.orderId !== undefined && charge.orderId !== attempt.orderId) return `order ${charge.orderId}`
  return undefined
}

/** The provider has the money but the order must wait: for its review, or for a human. */
async function hold(ctx: Ctx, attempt: Attempt, paid: Partial<Paid>, cause: string, heldReason: string | null) {
  const set = { ...paid, heldReason, leaseUntil: nextQuestion(ctx, attempt) }
  // Given-up orders hold no stock any more; they are kept in sight all the same.
  await move(ctx, attempt, heldReason ? mayHoldMoney : openStatuses, 'PENDING', cause, set)
}

/** Open questions are asked again soon at first, then ever more rarely. */
function nextQuestion(ctx: Ctx, attempt: Attempt): Date {
  const age = ctx.clock().getTime() - attempt.createdAt.getTime()
  return after(ctx.clock(), Math.min(Math.max(attemptLease, age / 4), minutes(10)))
}

/**
 * The shopper did not come back in time; the provider was asked just before. On a page of its she may still pay: it is asked
 * again for a day.
 */
export async function expireAttempt(ctx: Ctx, attempt: Attempt, cause: string): Promise<void> {
  await inTransaction(ctx, (ctx) => fail(ctx, attempt, 'EXPIRED', cause, {}, ['AWAITING_3DS']))
}

/**
 * The owner has seen in the panel of a provider whose keys are gone that nothing is left there of an open payment. Should they come
 * back, it is asked about as after every end that no bank confirmed. The caller has locked it.
 */
export async function endUnasked(ctx: Ctx, attempt: Attempt): Promise<void> {
  await fail(ctx, attempt, 'EXPIRED', 'closed by the owner; its provider is gone', { declineMessage: endedUnasked })
}

const endedUnasked =
  'Ödeme tamamlanmadı; kartınızdan bir tutar çekildiyse iade edilmiştir. Dilerseniz yeniden sipariş verebilirsiniz.'

/** The money is in: the order appears. Undefined when somebody else was first, or the link that it came by leads to no order to pay. */
export async function succeed(
  ctx: Ctx,
  attempt: Attempt,
  from: readonly AttemptStatus[],
  paid: Paid,
  cause: string,
): Promise<Attempt | undefined> {
  if (!(await endWaiting(ctx, attempt))) return undefined
  const set = { ...paid, heldReason: null, threeDsData: null, recheckAt: null }
  const [moved, order] = await together(
    move(ctx, attempt, from, 'SUCCEEDED', cause, set),
    getToConfirm(ctx, attempt.orderId),
  )
  if (!moved) return undefined
  await markPaid(ctx, moved, order)
  return moved
}

/** One of the tries to pay by a link pays the order: what waited for it ends. False when it no longer waits for this sum. */
async function endWaiting(ctx: Ctx, { linkOf, amountKurus, orderId, pageReference }: Attempt): Promise<boolean> {
  if (!linkOf) return true
  const waiting = await lockAttempt(ctx, linkOf)
  if (waiting.status !== 'AWAITING_LINK' || waiting.amountKurus !== amountKurus) return false
  await move(ctx, waiting, ['AWAITING_LINK'], 'EXPIRED', 'paid by its link')
  const paymentMethod = pageReference === null ? 'CARD' : 'HOSTED'
  await ctx.db.update(orders).set({ paymentMethod }).where(eq(orders.id, orderId))
  return true
}

function nextRecheck(ctx: Ctx): Date {
  return after(ctx.clock(), firstRecheck)
}

async function fail(
  ctx: Ctx,
  attempt: Attempt,
  to: 'DECLINED' | 'EXPIRED',
  cause: string,
  set: Partial<Attempt> = {},
  from: readonly AttemptStatus[] = openStatuses,
): Promise<void> {
  // A bank's clear word is final; where it was silent or vague, money may still come.
  const given = { recheckAt: nextRecheck(ctx), ...set, heldReason: null, chargedKurus: null, threeDsData: null }
  // A try to pay by a link leaves the order as it waits.
  if (!(await move(ctx, attempt, from, to, cause, given)) || attempt.linkOf) return
  await ctx.db
    .update(orders)
    .set({ paymentStatus: 'FAILED', updatedAt: ctx.clock() })
    .where(eq(orders.id, attempt.orderId))
  await returnCredit(ctx, attempt.orderId)
  await giveUsesBack(ctx, attempt.orderId)
  await returnStock(ctx, attempt.orderId)
}
