import { and, eq, gte, isNull, lt } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import type { ListedCharge, PaymentProvider } from '../../payment-provider.ts'
import { type Attempt, findAttempt, findAttemptByConversation, isOpen } from '../../payments/attempt-rows.ts'
import { allProviders } from '../../payments/providers.ts'
import { paymentAttempts, paymentDiscrepancies, refunds } from '../../payments/schema.ts'
import { takenKurus } from '../../payments/taken.ts'
import { findSetting, saveSetting } from '../../settings/settings.ts'
import { after, days, istanbulDay, minutes } from '../../time.ts'
import { settleAttempt } from '../attempts.ts'
import { askAgain } from '../recovery.ts'
import { booksDelay, judge } from './books.ts'
import {
  closeWhatIsGone,
  compareBooks,
  hasDiscrepancies,
  noteDiscrepancy,
  recheck,
  recheckDiscrepancies,
} from './discrepancies.ts'

const Reconciled = z.object({ day: z.string(), at: z.string() })
const settingKey = 'payments.reconciled'

/** The result of the last comparison, asked for by the owner or not. */
const Comparison = Reconciled.extend({ payments: z.number(), findings: z.number() })
const comparisonKey = 'payments.compared'

/**
 * Compares yesterday with the provider's list, once, and looks again at what was found before; a list that cannot be had
 * is asked for again the next hour.
 */
export async function reconcileYesterday(ctx: Ctx): Promise<void> {
  const yesterday = istanbulDay(after(ctx.clock(), -days(1)))
  const last = await findSetting(ctx, settingKey, Reconciled)
  if (last && last.day >= yesterday) return
  if (!(await reconcile(ctx, yesterday))) return
  await recheckDiscrepancies(ctx)
  await saveSetting(ctx, settingKey, { day: yesterday, at: ctx.clock().toISOString() })
}

export async function findLastComparison(ctx: Ctx) {
  return findSetting(ctx, comparisonKey, Comparison)
}

/**
 * Compares a day's payments with the list of each provider. What can be healed is (an open attempt is asked, late money
 * becomes an order or goes back); what remains is a discrepancy for the owner. False when there is no list now.
 */
export async function reconcile(ctx: Ctx, day: string): Promise<boolean> {
  const lists: { payments: PaymentProvider; listed: ListedCharge[] }[] = []
  for (const payments of allProviders(ctx)) {
    const listed = await payments.listCharges(day)
    if (!listed) {
      ctx.log.warn({ day, provider: payments.name }, "the provider's list of payments cannot be had now")
      return false
    }
    lists.push({ payments, listed })
  }
  const started = ctx.clock()
  for (const { payments, listed } of lists) await compareList({ ...ctx, payments }, day, listed)
  await closeWhatIsGone(ctx, day, started)
  const discrepancies = await ctx.db.$count(
    paymentDiscrepancies,
    and(eq(paymentDiscrepancies.day, day), isNull(paymentDiscrepancies.resolvedAt)),
  )
  await saveSetting(ctx, comparisonKey, {
    day,
    at: ctx.clock().toISOString(),
    payments: lists.flatMap(({ listed }) => listed).length,
    findings: discrepancies,
  })
  return true
}

/** Compares the list of one provider, `ctx.payments`. */
async function compareList(ctx: Ctx, day: string, listed: ListedCharge[]): Promise<void> {
  for (const charge of listed) await compareCharge(ctx, day, charge)
  const known = new Set(listed.flatMap((charge) => [charge.paymentId, charge.conversationId]))
  const isListed = (attempt: Attempt) => known.has(attempt.providerPaymentId) || known.has(attempt.conversationId)
  for (const attempt of await paidOn(ctx, day)) if (!isListed(attempt)) await compareUnlisted(ctx, day, attempt)
  for (const attempt of await givenBackBefore(ctx, day)) if (!isListed(attempt)) await recheck(ctx, attempt)
}

async function compareCharge(ctx: Ctx, day: string, charge: ListedCharge): Promise<void> {
  const { paymentId, amountKurus, refundedKurus } = charge
  const known = await findListed(ctx, charge)
  const theirsKurus = amountKurus - refundedKurus
  if (!known) {
    const discrepancy = {
      kind: 'charged-without-order',
      providerPaymentId: paymentId,
      oursKurus: 0,
      theirsKurus,
    } as const
    if (theirsKurus > 0) await noteDiscrepancy(ctx, day, discrepancy)
    return
  }
  const attempt = await heal(ctx, known, charge)
  // A payment of another day is in the list only for its refund.
  const listed = { ...charge, amountKurus: amountKurus || takenKurus(attempt) }
  const verdict = await judge(ctx, attempt, paymentId, listed)
  if (verdict === undefined && !(await hasDiscrepancies(ctx, attempt))) return
  // A list holds what moved on its day: where it and ours part, the books of this one payment decide, if they can be had.
  if (await compareBooks(ctx, attempt, paymentId, day)) return
  if (verdict && verdict !== 'waits') await noteDiscrepancy(ctx, day, verdict)
}

/** An open payment is asked about; one that was given up is believed to be charged. */
async function heal(ctx: Ctx, known: Attempt, { paymentId, amountKurus, refundedKurus }: ListedCharge) {
  let attempt = known
  if (isOpen(attempt) && after(attempt.createdAt, minutes(1)) < ctx.clock()) {
    await askAgain(ctx, attempt, 'in the list of the day')
    attempt = (await findAttempt(ctx, attempt.id)) ?? attempt
  }
  if ((attempt.status !== 'EXPIRED' && attempt.status !== 'DECLINED') || amountKurus <= refundedKurus) return attempt
  return settleAttempt(ctx, attempt.id, { kind: 'charged', paymentId, amountKurus }, 'in the list of the day')
}

async function findListed(ctx: Ctx, charge: ListedCharge): Promise<Attempt | undefined> {
  const byConversation = charge.conversationId && (await findAttemptByConversation(ctx, charge.conversationId))
  if (byConversation) return byConversation
  const [byPayment] = await ctx.db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.providerPaymentId, charge.paymentId))
  return byPayment
}

/** Türkiye keeps UTC+3 all year. */
function startOf(day: string): Date {
  return new Date(`${day}T00:00:00+03:00`)
}

async function paidOn(ctx: Ctx, day: string): Promise<Attempt[]> {
  const start = startOf(day)
  return ctx.db
    .select()
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.status, 'SUCCEEDED'),
        eq(paymentAttempts.provider, ctx.payments.name),
        gte(paymentAttempts.createdAt, start),
        lt(paymentAttempts.createdAt, after(start, days(1))),
      ),
    )
}

/** Payments whose refunds should be in the provider's books by now; each is looked at on three days, should it not answer. */
async function givenBackBefore(ctx: Ctx, day: string): Promise<Attempt[]> {
  const start = startOf(day)
  const rows = await ctx.db
    .selectDistinctOn([paymentAttempts.id], { attempt: paymentAttempts })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attemptId))
    .where(
      and(
        eq(refunds.status, 'SUCCEEDED'),
        eq(paymentAttempts.provider, ctx.payments.name),
        gte(refunds.updatedAt, after(start, -days(3))),
        lt(refunds.updatedAt, after(start, days(1))),
        lt(refunds.updatedAt, after(ctx.clock(), -booksDelay)),
      ),
    )
  return rows.map(({ attempt }) => attempt)
}

/** Around midnight a payment may be in the list of the next day: the provider is asked about it by itself. */
async function compareUnlisted(ctx: Ctx, day: string, attempt: Attempt): Promise<void> {
  if (await recheck(ctx, attempt)) return
  const outcome = await ctx.payments.find(attempt.conversationId, attempt.pageReference).catch(() => undefined)
  if (outcome?.kind === 'charged' && outcome.amountKurus === takenKurus(attempt)) return
  const { id: attemptId, orderId, providerPaymentId, amountKurus: oursKurus } = attempt
  const kind = 'order-without-charge'
  await noteDiscrepancy(ctx, day, { kind, attemptId, orderId, providerPaymentId, oursKurus, theirsKurus: 0 })
}
