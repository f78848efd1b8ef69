import { and, eq, gte, isNull, lt } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import type { ListedCharge, PaymentProvider } from '../../payment-provider.ts'
import { type Attempt, findAttempt, findAttemptByConversation, isOpen } from '../../payments/attempt-rows.ts'
import { allProviders } from '../../payments/providers.ts'
import { paymentAttempts, paymentDiscrepancies, refunds } from '../../payments/schema.ts'
import { takenKurus } from '../../payments/taken.ts'
import { findSetting, saveSetting } from '../../settings/settings.ts'
import { after, days, istanbulDay, minutes, startOfIstanbulDay } from '../../time.ts'
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

/** `day`: the newest that was asked for. `open`: by provider, the days of which it has given no list yet. */
const Reconciled = z.object({
  day: z.string(),
  at: z.string(),
  open: z.record(z.string(), z.array(z.string())).default({}),
})
const settingKey = 'payments.reconciled'

/** How far back a day is still asked for. */
const window = days(7)

/** The result of the last comparison, asked for by the owner or not. */
const Comparison = z.object({ day: z.string(), at: z.string(), payments: z.number(), findings: z.number() })
const comparisonKey = 'payments.compared'

/**
 * Compares yesterday with each provider's list, once, and what days before were missed, and looks again at what was found before;
 * a list that cannot be had is asked for again the next hour, for some days. One provider does not keep the others waiting.
 */
export async function reconcileYesterday(ctx: Ctx): Promise<void> {
  const last = await findSetting(ctx, settingKey, Reconciled)
  const due = dueDays(ctx, last)
  if (Object.values(due).every((days) => days.length === 0)) return
  let isAnyDone = false
  const silent = new Set<string>()
  const yesterday = dayBefore(ctx, days(1))
  for (const day of [...new Set(Object.values(due).flat())].toSorted().toReversed()) {
    const asked = allProviders(ctx).filter(({ name }) => !silent.has(name) && due[name]?.includes(day))
    const compared = await compareDay(ctx, day, asked)
    if (day === yesterday) await keepComparison(ctx, day, compared)
    for (const { name } of asked) {
      if (!compared.has(name)) silent.add(name)
      else due[name] = due[name]?.filter((one) => one !== day) ?? []
    }
    isAnyDone ||= compared.size > 0
  }
  if (isAnyDone) await recheckDiscrepancies(ctx)
  await saveSetting(ctx, settingKey, { day: yesterday, at: ctx.clock().toISOString(), open: due })
}

/** By provider, the days that are to be compared: what it did not give before, and those since the newest that was asked for. */
function dueDays(ctx: Ctx, last: z.output<typeof Reconciled> | undefined): Record<string, string[]> {
  const recent = Array.from({ length: window / days(1) }, (_, index) => dayBefore(ctx, days(index + 1)))
  const isNew = (day: string) => (last ? day > last.day : day === recent[0])
  const missed = (name: string) => last?.open[name] ?? []
  return Object.fromEntries(
    allProviders(ctx).map(({ name }) => [name, recent.filter((day) => isNew(day) || missed(name).includes(day))]),
  )
}

function dayBefore(ctx: Ctx, milliseconds: number): string {
  return istanbulDay(after(ctx.clock(), -milliseconds))
}

export async function findLastComparison(ctx: Ctx) {
  return findSetting(ctx, comparisonKey, Comparison)
}

/**
 * Compares a day's payments with the list of each provider. What can be healed is (an open attempt is asked, late money
 * becomes an order or goes back); what remains is a discrepancy for the owner. False when one of them gives no list now.
 */
export async function reconcile(ctx: Ctx, day: string): Promise<boolean> {
  const compared = await compareDay(ctx, day, allProviders(ctx))
  await keepComparison(ctx, day, compared)
  return compared.size === allProviders(ctx).length
}

/** Compares a day with these providers' lists. Returns how many payments stood in each that could be had, by name. */
async function compareDay(ctx: Ctx, day: string, providers: PaymentProvider[]): Promise<Map<string, number>> {
  const lists: { payments: PaymentProvider; listed: ListedCharge[] }[] = []
  for (const payments of providers) {
    const listed = await payments.listCharges(day)
    if (listed) lists.push({ payments, listed })
    else ctx.log.warn({ day, provider: payments.name }, "the provider's list of payments cannot be had now")
  }
  const started = ctx.clock()
  for (const { payments, listed } of lists) await compareList({ ...ctx, payments }, day, listed)
  // A charge that belongs to no order may still stand in a list that is missing.
  if (lists.length === allProviders(ctx).length) await closeWhatIsGone(ctx, day, started)
  return new Map(lists.map(({ payments, listed }) => [payments.name, listed.length]))
}

async function keepComparison(ctx: Ctx, day: string, compared: Map<string, number>): Promise<void> {
  if (compared.size === 0) return
  const findings = await ctx.db.$count(
    paymentDiscrepancies,
    and(eq(paymentDiscrepancies.day, day), isNull(paymentDiscrepancies.resolvedAt)),
  )
  const payments = [...compared.values()].reduce((sum, listed) => sum + listed, 0)
  await saveSetting(ctx, comparisonKey, { day, at: ctx.clock().toISOString(), payments, findings })
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

async function paidOn(ctx: Ctx, day: string): Promise<Attempt[]> {
  const start = startOfIstanbulDay(day)
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
  const start = startOfIstanbulDay(day)
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
