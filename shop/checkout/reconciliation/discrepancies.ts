import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { type Ctx, newId, requireRight } from '../../ctx.ts'
import { findExcess } from '../../orders/giving-back/left.ts'
import { type Attempt, findAttempt } from '../../payments/attempt-rows.ts'
import { isByHand } from '../../payments/providers.ts'
import { type DiscrepancyKind, paymentDiscrepancies, refunds } from '../../payments/schema.ts'
import { istanbulDay } from '../../time.ts'
import { findBooksOf, judge, learnTaken, type NewDiscrepancy } from './books.ts'

export type Discrepancy = typeof paymentDiscrepancies.$inferSelect
/** As whoever closes it has read it. */
export type SeenAmounts = { oursKurus: number; theirsKurus: number }

/** Keeps what was found, once: seen again it stays open, and what the owner closed stays closed until the amounts change. */
export async function noteDiscrepancy(ctx: Ctx, day: string, discrepancy: NewDiscrepancy): Promise<void> {
  if (await isSettledOutside(ctx, discrepancy)) return
  const added = await ctx.db
    .insert(paymentDiscrepancies)
    .values({ ...discrepancy, id: newId(), day, foundAt: ctx.clock() })
    .onConflictDoNothing()
    .returning({ id: paymentDiscrepancies.id })
  if (added.length > 0) return ctx.log.error({ ...discrepancy, day }, "the provider's books and ours disagree")
  const { oursKurus, theirsKurus } = discrepancy
  await ctx.db
    .update(paymentDiscrepancies)
    .set({ foundAt: ctx.clock(), oursKurus, theirsKurus })
    .where(and(sameAs(discrepancy), isNull(paymentDiscrepancies.resolvedAt)))
}

async function isSettledOutside(ctx: Ctx, discrepancy: NewDiscrepancy): Promise<boolean> {
  const { oursKurus, theirsKurus } = discrepancy
  const settled = and(
    eq(paymentDiscrepancies.settledOutside, true),
    eq(paymentDiscrepancies.oursKurus, oursKurus),
    eq(paymentDiscrepancies.theirsKurus, theirsKurus),
  )
  return (await ctx.db.$count(paymentDiscrepancies, and(sameAs(discrepancy), settled))) > 0
}

function sameAs({ kind, attemptId, providerPaymentId }: NewDiscrepancy) {
  return and(
    eq(paymentDiscrepancies.kind, kind),
    sql`${paymentDiscrepancies.attemptId} is not distinct from ${attemptId ?? null}`,
    sql`${paymentDiscrepancies.providerPaymentId} is not distinct from ${providerPaymentId ?? null}`,
  )
}

/** Closes charges of nobody's that a comparison of the day, begun at `since`, has not seen again. */
export async function closeWhatIsGone(ctx: Ctx, day: string, since: Date): Promise<void> {
  const unseen = and(eq(paymentDiscrepancies.day, day), lt(paymentDiscrepancies.foundAt, since))
  await close(ctx, and(unseen, isNull(paymentDiscrepancies.attemptId)))
}

async function close(ctx: Ctx, which: SQL | undefined): Promise<void> {
  await ctx.db
    .update(paymentDiscrepancies)
    .set({ resolvedAt: ctx.clock(), resolution: 'no longer so' })
    .where(and(which, isNull(paymentDiscrepancies.resolvedAt)))
}

export async function isOpenDiscrepancy(ctx: Ctx, id: string): Promise<boolean> {
  const open = and(eq(paymentDiscrepancies.id, id), isNull(paymentDiscrepancies.resolvedAt))
  return (await ctx.db.$count(paymentDiscrepancies, open)) > 0
}

export async function hasDiscrepancies(ctx: Ctx, attempt: Attempt): Promise<boolean> {
  return (await listOpenDiscrepanciesOf(ctx, attempt)).length > 0
}

function listOpenDiscrepanciesOf(ctx: Ctx, attempt: Attempt): Promise<Discrepancy[]> {
  return ctx.db
    .select()
    .from(paymentDiscrepancies)
    .where(and(eq(paymentDiscrepancies.attemptId, attempt.id), isNull(paymentDiscrepancies.resolvedAt)))
}

/**
 * The owner settled what was found about a payment, or one discrepancy of it, past the shop. Returns those that were open. One
 * discrepancy stays closed until its amounts change; what was found about a payment comes back while the provider's books show it.
 * With `seen` it is closed at these amounts alone.
 */
export async function settleDiscrepancies(
  ctx: Ctx,
  about: { discrepancyId: string; seen?: SeenAmounts | undefined } | { attemptId: string },
  note: string,
): Promise<Discrepancy[]> {
  const { id, attemptId, oursKurus, theirsKurus } = paymentDiscrepancies
  const which =
    'discrepancyId' in about
      ? and(
          eq(id, about.discrepancyId),
          about.seen && and(eq(oursKurus, about.seen.oursKurus), eq(theirsKurus, about.seen.theirsKurus)),
        )
      : eq(attemptId, about.attemptId)
  const resolvedBy = requireRight(ctx, 'payments') ?? null
  return ctx.db
    .update(paymentDiscrepancies)
    .set({ resolvedAt: ctx.clock(), resolution: note, resolvedBy, settledOutside: 'discrepancyId' in about })
    .where(and(which, isNull(paymentDiscrepancies.resolvedAt)))
    .returning()
}

/** Looks at every open discrepancy again: it stays until the provider's books and ours agree, or, without a provider, all went back. */
export async function recheckDiscrepancies(ctx: Ctx): Promise<void> {
  const open = await ctx.db
    .selectDistinct({ attemptId: paymentDiscrepancies.attemptId })
    .from(paymentDiscrepancies)
    .where(and(isNotNull(paymentDiscrepancies.attemptId), isNull(paymentDiscrepancies.resolvedAt)))
    .limit(500)
  for (const { attemptId } of open) {
    const attempt = attemptId && (await findAttempt(ctx, attemptId))
    if (attempt && isByHand(attempt)) await closeGivenBack(ctx, attempt)
    else if (attempt) await recheck(ctx, attempt)
  }
}

/**
 * Closes what was found about a payment without a provider once it went back by hand, the excess too, or its buyer got store credit
 * for it; of an excess for which she got a part, what is left stays.
 */
async function closeGivenBack(ctx: Ctx, attempt: Attempt): Promise<void> {
  const { id, status, chargedKurus, refundKurus } = attempt
  const owed = await ctx.db.$count(refunds, and(eq(refunds.attemptId, id), eq(refunds.status, 'REQUESTED')))
  if (owed > 0) return
  const own = eq(paymentDiscrepancies.attemptId, id)
  if (refundKurus >= (chargedKurus ?? 0)) return close(ctx, own)
  if (status !== 'SUCCEEDED') return
  const excess = (await findExcess(ctx, [attempt])).get(id) ?? 0
  if (excess === 0) return close(ctx, own)
  await ctx.db
    .update(paymentDiscrepancies)
    .set({ oursKurus: sql`${paymentDiscrepancies.theirsKurus} - ${excess}` })
    .where(and(own, isNull(paymentDiscrepancies.resolvedAt)))
}

/** Compares a payment with the provider's books now; false when they cannot be had, and then nothing changes. */
export async function recheck(ctx: Ctx, attempt: Attempt): Promise<boolean> {
  const open = await listOpenDiscrepanciesOf(ctx, attempt)
  const payments = new Set([attempt.providerPaymentId, ...open.map((discrepancy) => discrepancy.providerPaymentId)])
  let answered = true
  for (const paymentId of payments) {
    answered = paymentId !== null && (await compareBooks(ctx, attempt, paymentId)) && answered
  }
  return answered
}

/** Where the provider's books of a payment and ours part, a discrepancy is kept; where they agree, it is closed. False without them. */
export async function compareBooks(
  ctx: Ctx,
  attempt: Attempt,
  paymentId: string,
  day = istanbulDay(attempt.createdAt),
): Promise<boolean> {
  const books = await findBooksOf(ctx, attempt, paymentId)
  if (!books) return false
  const isOwn = paymentId === attempt.providerPaymentId
  const now = isOwn ? await learnTaken(ctx, attempt, books) : attempt
  const verdict = await judge(ctx, now, paymentId, books)
  if (verdict === 'waits') return true
  const other = verdict ? ne(paymentDiscrepancies.kind, verdict.kind) : undefined
  const same = and(
    eq(paymentDiscrepancies.attemptId, attempt.id),
    eq(paymentDiscrepancies.providerPaymentId, paymentId),
  )
  await close(ctx, and(same, other))
  if (verdict) await noteDiscrepancy(ctx, day, verdict)
  return true
}

/** Lists the open discrepancies, newest first. */
export async function listOpenDiscrepancies(ctx: Ctx): Promise<Discrepancy[]> {
  return ctx.db
    .select()
    .from(paymentDiscrepancies)
    .where(isNull(paymentDiscrepancies.resolvedAt))
    .orderBy(desc(paymentDiscrepancies.day), asc(paymentDiscrepancies.id))
    .limit(200)
}

export async function countOpenDiscrepancies(ctx: Ctx, kinds: DiscrepancyKind[]): Promise<number> {
  return ctx.db.$count(
    paymentDiscrepancies,
    and(isNull(paymentDiscrepancies.resolvedAt), inArray(paymentDiscrepancies.kind, kinds)),
  )
}
