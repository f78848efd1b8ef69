import { and, asc, desc, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Ctx, newId } from '../ctx.ts'
import { findSetting, saveSetting } from '../settings/settings.ts'
import { after, days, istanbulDay, minutes } from '../time.ts'
import { type Attempt, findAttempt, findAttemptByConversation, isOpen, settleAttempt } from './attempts.ts'
import type { ListedCharge } from './provider.ts'
import { askAgain } from './recovery.ts'
import { sumGivenBack } from './refunds.ts'
import { type FindingKind, paymentAttempts, paymentFindings } from './schema.ts'

export type Finding = typeof paymentFindings.$inferSelect
type NewFinding = Pick<Finding, 'kind' | 'oursKurus' | 'theirsKurus'> &
  Partial<Pick<Finding, 'attemptId' | 'orderId' | 'providerPaymentId'>>

const Reconciled = z.object({ day: z.string(), at: z.string() })
const settingKey = 'payments.reconciled'

/** What the last comparison came to, whoever asked for it. */
const Comparison = Reconciled.extend({ payments: z.number(), findings: z.number() })
const comparisonKey = 'payments.compared'

/** Compares yesterday with the provider's list, once; a list that cannot be had is asked for again the next hour. */
export async function reconcileYesterday(ctx: Ctx): Promise<void> {
  const yesterday = istanbulDay(after(ctx.clock(), -days(1)))
  const last = await findSetting(ctx, settingKey, Reconciled)
  if (last && last.day >= yesterday) return
  if (!(await reconcile(ctx, yesterday))) return
  await saveSetting(ctx, settingKey, { day: yesterday, at: ctx.clock().toISOString() })
}

export async function findLastComparison(ctx: Ctx) {
  return findSetting(ctx, comparisonKey, Comparison)
}

/**
 * Compares a day's payments with the provider's list. What can be healed is (an open attempt is asked, late money
 * becomes an order or goes back); what remains is a finding for the owner. False when there is no list now.
 */
export async function reconcile(ctx: Ctx, day: string): Promise<boolean> {
  const listed = await ctx.payments.listCharges(day)
  if (!listed) {
    ctx.log.warn({ day }, "the provider's list of payments cannot be had now")
    return false
  }
  const started = ctx.clock()
  for (const charge of listed) {
    const finding = await compareCharge(ctx, charge)
    if (finding) await note(ctx, day, finding)
  }
  const known = new Set(listed.flatMap((charge) => [charge.paymentId, charge.conversationId]))
  for (const attempt of await paidOn(ctx, day)) {
    if (known.has(attempt.providerPaymentId) || known.has(attempt.conversationId)) continue
    if (await isConfirmed(ctx, attempt)) continue
    await note(ctx, day, { ...about(attempt), kind: 'order-without-charge', theirsKurus: 0 })
  }
  await closeWhatIsGone(ctx, day, started)
  const findings = await ctx.db.$count(
    paymentFindings,
    and(eq(paymentFindings.day, day), isNull(paymentFindings.resolvedAt)),
  )
  await saveSetting(ctx, comparisonKey, { day, at: ctx.clock().toISOString(), payments: listed.length, findings })
  return true
}

async function compareCharge(ctx: Ctx, charge: ListedCharge): Promise<NewFinding | undefined> {
  const { paymentId: providerPaymentId, amountKurus, refundedKurus } = charge
  let attempt = await findListed(ctx, charge)
  const theirsKurus = amountKurus - refundedKurus
  if (!attempt) {
    return theirsKurus > 0 ? { kind: 'charged-without-order', providerPaymentId, oursKurus: 0, theirsKurus } : undefined
  }
  if (isOpen(attempt) && after(attempt.createdAt, minutes(1)) < ctx.clock()) {
    await askAgain(ctx, attempt, 'in the list of the day')
  } else if ((attempt.status === 'EXPIRED' || attempt.status === 'DECLINED') && theirsKurus > 0) {
    const news = { kind: 'charged', paymentId: providerPaymentId, amountKurus } as const
    await settleAttempt(ctx, attempt.id, news, 'in the list of the day')
  }
  attempt = (await findAttempt(ctx, attempt.id)) ?? attempt
  const givenBack = await sumGivenBack(ctx, attempt.id)
  if (attempt.status === 'SUCCEEDED') {
    // A payment of another day is in the list only for its refund.
    const differs = (amountKurus > 0 && amountKurus !== attempt.amountKurus) || refundedKurus > givenBack
    return differs ? { ...about(attempt), kind: 'amount-differs', theirsKurus } : undefined
  }
  const kept = theirsKurus > 0 && attempt.refundKurus === 0
  return kept ? { ...about(attempt), kind: 'charged-without-order', oursKurus: 0, theirsKurus } : undefined
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

function about(attempt: Attempt) {
  const { id: attemptId, orderId, providerPaymentId, amountKurus: oursKurus } = attempt
  return { attemptId, orderId, providerPaymentId, oursKurus }
}

/** Türkiye keeps UTC+3 all year. */
async function paidOn(ctx: Ctx, day: string): Promise<Attempt[]> {
  const start = new Date(`${day}T00:00:00+03:00`)
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

/** Around midnight a payment may be in the list of the next day: the provider is asked about it by itself. */
async function isConfirmed(ctx: Ctx, attempt: Attempt): Promise<boolean> {
  const outcome = await ctx.payments.find(attempt.conversationId).catch(() => undefined)
  return outcome?.kind === 'charged' && outcome.amountKurus === attempt.amountKurus
}

async function note(ctx: Ctx, day: string, finding: NewFinding): Promise<void> {
  if (await isSettledOutside(ctx, finding)) return
  const added = await ctx.db
    .insert(paymentFindings)
    .values({ ...finding, id: newId(), day, foundAt: ctx.clock() })
    .onConflictDoNothing()
    .returning({ id: paymentFindings.id })
  if (added.length > 0) ctx.log.error({ ...finding, day }, "the provider's books and ours disagree")
  // Seen again: it stays open.
  else
    await ctx.db
      .update(paymentFindings)
      .set({ foundAt: ctx.clock() })
      .where(and(sameAs(finding), isNull(paymentFindings.resolvedAt)))
}

/** What the owner has closed with a note stays closed until the amounts change. */
async function isSettledOutside(ctx: Ctx, finding: NewFinding): Promise<boolean> {
  const { oursKurus, theirsKurus } = finding
  const settled = and(
    eq(paymentFindings.settledOutside, true),
    eq(paymentFindings.oursKurus, oursKurus),
    eq(paymentFindings.theirsKurus, theirsKurus),
  )
  return (await ctx.db.$count(paymentFindings, and(sameAs(finding), settled))) > 0
}

function sameAs({ kind, attemptId, providerPaymentId }: NewFinding) {
  return and(
    eq(paymentFindings.kind, kind),
    sql`${paymentFindings.attemptId} is not distinct from ${attemptId ?? null}`,
    sql`${paymentFindings.providerPaymentId} is not distinct from ${providerPaymentId ?? null}`,
  )
}

async function closeWhatIsGone(ctx: Ctx, day: string, since: Date): Promise<void> {
  await ctx.db
    .update(paymentFindings)
    .set({ resolvedAt: ctx.clock(), resolution: 'no longer so' })
    .where(and(eq(paymentFindings.day, day), isNull(paymentFindings.resolvedAt), lt(paymentFindings.foundAt, since)))
}

/** What the owner should look at, newest first. */
export async function listOpenFindings(ctx: Ctx): Promise<Finding[]> {
  return ctx.db
    .select()
    .from(paymentFindings)
    .where(isNull(paymentFindings.resolvedAt))
    .orderBy(desc(paymentFindings.day), asc(paymentFindings.id))
    .limit(200)
}

export async function countOpenFindings(ctx: Ctx, kinds: FindingKind[]): Promise<number> {
  return ctx.db.$count(paymentFindings, and(isNull(paymentFindings.resolvedAt), inArray(paymentFindings.kind, kinds)))
}
