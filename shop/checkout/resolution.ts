import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, not, notExists, or, type SQL } from 'drizzle-orm'
import { recordChange } from '../audit/audit.ts'
import { type Ctx, inTransaction, isId, requireRight } from '../ctx.ts'
import { notFound, ShopError } from '../errors.ts'
import { shownOrderId } from '../order-id.ts'
import { announceSettled } from '../orders/feed.ts'
import { findExcess } from '../orders/giving-back/left.ts'
import { itemRefunds, orders } from '../orders/schema.ts'
import type { Attempt } from '../payments/attempt-rows.ts'
import type { Resolution } from '../payments/contract.ts'
import { declinedShare, tooManyDeclines } from '../payments/declines-watch.ts'
import { isByHand, isProviderGone } from '../payments/providers.ts'
import { type Refund, waitsItsTurn } from '../payments/refunds.ts'
import { openStatuses, paymentAttempts, paymentDiscrepancies, refunds } from '../payments/schema.ts'
import { excessKurus, taken } from '../payments/taken.ts'
import {
  countOpenDiscrepancies,
  type Discrepancy,
  isOpenDiscrepancy,
  listOpenDiscrepancies,
  type SeenAmounts,
  settleDiscrepancies,
} from './reconciliation/discrepancies.ts'
import { findLastComparison, reconcile } from './reconciliation/reconciliation.ts'
import { countOpenPayments } from './recovery.ts'

/** `isProviderGone`: its provider is not set up any more, and what became of it cannot be asked. */
export type UnsettledAttempt = Attempt & {
  customer: string
  totalKurus: number
  suggestion: Resolution
  isProviderGone: boolean
}

/** With what can go back of it by itself, because too much came for a completed order; `byHand`: without a provider. */
type UnsettledDiscrepancy = Discrepancy & { excessKurus: number; byHand: boolean }

/** `note`: what the owner wrote as its reason; empty where she wrote none. */
type OpenRefund = Refund & { note: string; customer: string }

type PaymentsSummary = { chargedWithoutOrder: number; openAttempts: number; mismatches: number }

export type PaymentsOverview = {
  summary: PaymentsSummary
  attempts: UnsettledAttempt[]
  /** Money that is on its way back. */
  refunds: OpenRefund[]
  discrepancies: UnsettledDiscrepancy[]
  lastReconciliation: Awaited<ReturnType<typeof findLastComparison>>
  provider: { name: string; answering: boolean }
  /** `share` of the last minutes' payments was declined; undefined while there are too few to tell. */
  declines: { share: number | undefined; alarming: boolean }
}

/** How the money stands: what is taken without an order, what is open, where the provider's books differ. */
export async function overviewOfPayments(ctx: Ctx): Promise<PaymentsOverview> {
  requireRight(ctx, 'payments-read')
  const attempts = [...(await listUnsettled(ctx, stuck)), ...(await listUnsettled(ctx, stillOpen))].toSorted(
    (a, b) => b.createdAt.getTime() - a.createdAt.getTime(),
  )
  const discrepancies = await listOpenDiscrepancies(ctx)
  const refunds = await listRefundsUnderWay(ctx)
  const share = await declinedShare(ctx)
  return {
    summary: await countPayments(ctx),
    attempts,
    refunds,
    discrepancies: await withExcess(ctx, discrepancies, refunds),
    lastReconciliation: await findLastComparison(ctx),
    provider: { name: ctx.payments.name, answering: ctx.payments.isAnswering?.() ?? true },
    declines: { share, alarming: share !== undefined && share >= tooManyDeclines },
  }
}

/** An excess is not offered while a refund of its payment is under way, nor for a second charge of it, which no order has. */
async function withExcess(ctx: Ctx, discrepancies: Discrepancy[], underWay: Refund[]): Promise<UnsettledDiscrepancy[]> {
  const busy = new Set(underWay.map(({ attemptId }) => attemptId))
  const ids = discrepancies.flatMap(({ kind, attemptId }) =>
    kind === 'amount-differs' && attemptId ? [attemptId] : [],
  )
  const attempts =
    ids.length > 0 ? await ctx.db.select().from(paymentAttempts).where(inArray(paymentAttempts.id, ids)) : []
  const free = attempts.filter(({ id }) => !busy.has(id))
  const excess = await findExcess(ctx, free)
  const byHand = new Set(attempts.filter(isByHand).map(({ id }) => id))
  return discrepancies.map((discrepancy) => ({
    ...discrepancy,
    excessKurus: (discrepancy.kind === 'amount-differs' && excess.get(discrepancy.attemptId ?? '')) || 0,
    byHand: byHand.has(discrepancy.attemptId ?? ''),
  }))
}

/** The numbers alone, for the dashboard, which needs a right of its own. */
export async function countPayments(ctx: Ctx): Promise<PaymentsSummary> {
  const found = ctx.db
    .select({ id: paymentDiscrepancies.id })
    .from(paymentDiscrepancies)
    .where(and(eq(paymentDiscrepancies.attemptId, paymentAttempts.id), isNull(paymentDiscrepancies.resolvedAt)))
  const unseen = await ctx.db.$count(paymentAttempts, and(stuck, notExists(found)))
  return {
    chargedWithoutOrder: unseen + (await countOpenDiscrepancies(ctx, ['charged-without-order'])),
    openAttempts: await countOpenPayments(ctx),
    mismatches: await countOpenDiscrepancies(ctx, ['order-without-charge', 'amount-differs']),
  }
}

/** Money without an order: held, or it should have gone back and did not. */
const stuck = or(
  and(eq(paymentAttempts.status, 'PENDING'), isNotNull(paymentAttempts.heldReason)),
  and(
    eq(paymentAttempts.status, 'REFUNDED'),
    isNull(paymentAttempts.settledNote),
    lt(paymentAttempts.refundKurus, taken),
  ),
)

const stillOpen = and(
  inArray(paymentAttempts.status, [...openStatuses]),
  or(ne(paymentAttempts.status, 'PENDING'), isNull(paymentAttempts.heldReason)),
)

async function listUnsettled(ctx: Ctx, which: SQL | undefined): Promise<UnsettledAttempt[]> {
  const rows = await ctx.db
    .select({ attempt: paymentAttempts, order: orders })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(which)
    .orderBy(desc(paymentAttempts.createdAt))
    .limit(200)
  return rows.map(({ attempt, order }) => ({
    ...attempt,
    customer: `${order.firstName} ${order.lastName}`,
    totalKurus: order.totalKurus - order.creditKurus - order.exchangeKurus,
    suggestion: suggestionFor(attempt),
    isProviderGone: isProviderGone(ctx, attempt),
  }))
}

async function listRefundsUnderWay(ctx: Ctx): Promise<OpenRefund[]> {
  const rows = await ctx.db
    .select({ refund: refunds, note: itemRefunds.note, first: orders.firstName, last: orders.lastName })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .leftJoin(itemRefunds, eq(itemRefunds.refundId, refunds.id))
    .where(and(eq(refunds.status, 'REQUESTED'), or(eq(refunds.byHand, false), not(waitsItsTurn))))
    .orderBy(desc(refunds.createdAt))
    .limit(200)
  return rows.map(({ refund, note, first, last }) => ({ ...refund, note: note ?? '', customer: `${first} ${last}` }))
}

/** The decision for an unsettled payment where the owner names none. */
export function suggestionFor(attempt: Attempt): Resolution {
  if (attempt.heldReason !== null || attempt.status === 'REFUNDED') return 'refund'
  return excessKurus(attempt) > 0 ? 'refund-excess' : 'ask'
}

/**
 * The owner has looked at a discrepancy and settled it outside the shop, such as at the provider's own panel. CONFLICT when it is no
 * longer what she has `seen`: more money may have come meanwhile.
 */
export async function closeDiscrepancy(ctx: Ctx, id: string, note: string, seen?: SeenAmounts): Promise<void> {
  requireRight(ctx, 'payments')
  await inTransaction(ctx, async (ctx) => {
    const [closed] = isId(id) ? await settleDiscrepancies(ctx, { discrepancyId: id, seen }, note) : []
    if (!closed && isId(id) && (await isOpenDiscrepancy(ctx, id))) throw new ShopError('CONFLICT', otherAmounts)
    if (!closed) throw notFound('Böyle bir açık uyuşmazlık yok.')
    await recordChange(ctx, {
      action: 'payment.resolve',
      subject: { id: closed.orderId ?? closed.id, name: subjectOf(closed) },
      before: { finding: closed.kind },
      after: { finding: null, note },
    })
    if (closed.orderId) await announceSettled(ctx, closed.orderId)
  })
}

const otherAmounts = 'Bu farkın tutarı bu arada değişti, hiçbir şey kapatılmadı; listeyi yenileyip yeni tutara bakın.'

function subjectOf({ orderId, providerPaymentId }: Discrepancy): string {
  return orderId ? `Sipariş ${shownOrderId(orderId)}` : `Ödeme ${providerPaymentId}`
}

/** Compares a day now, because the owner asks. */
export async function reconcileNow(ctx: Ctx, day: string): Promise<void> {
  requireRight(ctx, 'payments')
  if (await reconcile({ ...ctx, actor: { kind: 'system' } }, day)) return
  throw new ShopError('UNAVAILABLE', 'Ödeme kuruluşunun listesine şu anda ulaşılamıyor, lütfen biraz sonra deneyin.')
}
