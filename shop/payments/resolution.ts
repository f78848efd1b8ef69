import { and, desc, eq, inArray, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm'
import { recordChange } from '../audit/audit.ts'
import { type Ctx, inTransaction, isId, requireAdmin } from '../ctx.ts'
import { notFound, ShopError } from '../errors.ts'
import { shownOrderId } from '../orders/contract.ts'
import { finishRefund } from '../orders/refunds.ts'
import { orders } from '../orders/schema.ts'
import { type Attempt, findAttempt, isOpen, succeed } from './attempts.ts'
import type { Resolution } from './contract.ts'
import { declinedShare, tooManyDeclines } from './declines-watch.ts'
import { giveBackLateCharge } from './late-charges.ts'
import { countOpenFindings, type Finding, findLastComparison, listOpenFindings, reconcile } from './reconciliation.ts'
import { askAgain, askOnceMore, countOpenPayments } from './recovery.ts'
import { type Refund, requestRefund } from './refunds.ts'
import { openStatuses, paymentAttempts, paymentFindings, refunds } from './schema.ts'
import { holdsStock, retakeStock, returnStock } from './stock.ts'

export type UnsettledAttempt = Attempt & { customer: string; totalKurus: number; suggestion: Resolution }

export type PaymentsOverview = {
  summary: { chargedWithoutOrder: number; openAttempts: number; mismatches: number }
  attempts: UnsettledAttempt[]
  /** Money that is on its way back. */
  refunds: Refund[]
  findings: Finding[]
  lastReconciliation: Awaited<ReturnType<typeof findLastComparison>>
  provider: { name: string; answering: boolean }
  /** `share` of the last minutes' payments was declined; undefined while there are too few to tell. */
  declines: { share: number | undefined; alarming: boolean }
}

/** How the money stands: what is taken without an order, what is open, where the provider's books differ. */
export async function overviewOfPayments(ctx: Ctx): Promise<PaymentsOverview> {
  await requireAdmin(ctx)
  const attempts = await listUnsettled(ctx)
  const findings = await listOpenFindings(ctx)
  const found = new Set(findings.map((finding) => finding.attemptId))
  const stuck = attempts.filter((attempt) => hasMoneyWithoutOrder(attempt) && !found.has(attempt.id))
  const share = await declinedShare(ctx)
  return {
    summary: {
      chargedWithoutOrder: stuck.length + (await countOpenFindings(ctx, ['charged-without-order'])),
      openAttempts: await countOpenPayments(ctx),
      mismatches: await countOpenFindings(ctx, ['order-without-charge', 'amount-differs']),
    },
    attempts,
    refunds: await listRefundsUnderWay(ctx),
    findings,
    lastReconciliation: await findLastComparison(ctx),
    provider: { name: ctx.payments.name, answering: ctx.payments.isAnswering?.() ?? true },
    declines: { share, alarming: share !== undefined && share >= tooManyDeclines },
  }
}

function hasMoneyWithoutOrder(attempt: Attempt): boolean {
  return attempt.heldReason !== null || attempt.status === 'REFUNDED'
}

/** Open attempts, and payments that should have gone back but did not. */
async function listUnsettled(ctx: Ctx): Promise<UnsettledAttempt[]> {
  const settled = ctx.db
    .select({ one: sql`1` })
    .from(refunds)
    .where(and(eq(refunds.attemptId, paymentAttempts.id), inArray(refunds.status, ['SUCCEEDED', 'REQUESTED'])))
  const rows = await ctx.db
    .select({ attempt: paymentAttempts, order: orders })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(
      or(
        inArray(paymentAttempts.status, [...openStatuses]),
        and(eq(paymentAttempts.status, 'REFUNDED'), notExists(settled)),
      ),
    )
    .orderBy(desc(paymentAttempts.createdAt))
    .limit(200)
  return rows.map(({ attempt, order }) => ({
    ...attempt,
    customer: `${order.firstName} ${order.lastName}`,
    totalKurus: order.totalKurus,
    suggestion: suggestionFor(attempt),
  }))
}

async function listRefundsUnderWay(ctx: Ctx): Promise<Refund[]> {
  return ctx.db
    .select()
    .from(refunds)
    .where(eq(refunds.status, 'REQUESTED'))
    .orderBy(desc(refunds.createdAt))
    .limit(200)
}

function suggestionFor(attempt: Attempt): Resolution {
  return hasMoneyWithoutOrder(attempt) ? 'refund' : 'ask'
}

/** Does with an unsettled payment what the owner chose, or what is right: asks again, completes the order, or gives back. */
export async function resolvePayment(ctx: Ctx, attemptId: string, chosen: Resolution | undefined): Promise<Attempt> {
  const adminId = await requireAdmin(ctx)
  const attempt = isId(attemptId) ? await findAttempt(ctx, attemptId) : undefined
  if (!attempt) throw notFound('Ödeme bulunamadı.')
  const resolution = chosen ?? suggestionFor(attempt)
  switch (resolution) {
    case 'ask':
      if (isOpen(attempt)) await askAgain(ctx, attempt, 'asked by the owner')
      else await askOnceMore(ctx, attempt)
      break
    case 'complete':
      await complete(ctx, attempt)
      break
    case 'refund':
      await giveBack(ctx, attempt, adminId)
  }
  const now = (await findAttempt(ctx, attemptId)) ?? attempt
  await inTransaction(ctx, async (ctx) => {
    if (!isOpen(now)) await closeFindings(ctx, attemptId, `${resolution}: ${now.status}`, adminId)
    await recordChange(ctx, {
      action: 'payment.resolve',
      subject: { id: attempt.orderId, name: `Sipariş ${shownOrderId(attempt.orderId)}` },
      before: { status: attempt.status },
      after: { status: now.status, resolution },
    })
  })
  return now
}

/** The owner accepts what the provider took: the order appears, if its goods can be had. */
async function complete(ctx: Ctx, attempt: Attempt): Promise<void> {
  const paymentId = attempt.providerPaymentId
  if (attempt.status !== 'PENDING' || attempt.heldReason === null || !paymentId) throw notPossible()
  await inTransaction(ctx, async (ctx) => {
    if (!(await holdsStock(ctx, attempt.orderId)) && !(await retakeStock(ctx, attempt.orderId))) {
      throw new ShopError('OUT_OF_STOCK', 'Siparişteki ürünler artık stokta yok; ödemeyi iade edin.')
    }
    await succeed(ctx, attempt, ['PENDING'], paymentId, 'accepted by the owner')
  })
}

async function giveBack(ctx: Ctx, attempt: Attempt, actorId: string | undefined): Promise<void> {
  const { providerPaymentId: paymentId } = attempt
  const held = attempt.status === 'PENDING' && attempt.heldReason !== null
  if (!paymentId || !(held || attempt.status === 'REFUNDED')) throw notPossible()
  const refundId = await inTransaction(ctx, async (ctx) => {
    if (attempt.status === 'REFUNDED') {
      const amountKurus = attempt.amountKurus - attempt.refundKurus
      if (amountKurus <= 0) throw notPossible()
      return requestRefund(ctx, attempt, { amountKurus, reason: 'late-charge', actorId })
    }
    await giveBackLateCharge(ctx, attempt, paymentId)
    await ctx.db.update(orders).set({ paymentStatus: 'FAILED' }).where(eq(orders.id, attempt.orderId))
    await returnStock(ctx, attempt.orderId)
    const [refund] = await ctx.db.select({ id: refunds.id }).from(refunds).where(eq(refunds.attemptId, attempt.id))
    return refund?.id
  })
  if (refundId) await finishRefund(ctx, refundId)
}

async function closeFindings(ctx: Ctx, attemptId: string, resolution: string, adminId: string | undefined) {
  await ctx.db
    .update(paymentFindings)
    .set({ resolvedAt: ctx.clock(), resolution, resolvedBy: adminId ?? null })
    .where(
      and(
        eq(paymentFindings.attemptId, attemptId),
        isNull(paymentFindings.resolvedAt),
        isNotNull(paymentFindings.attemptId),
      ),
    )
}

/** The owner has looked at a finding and settled it outside the shop, such as at the provider's own panel. */
export async function closeFinding(ctx: Ctx, id: string, note: string): Promise<void> {
  const adminId = await requireAdmin(ctx)
  await inTransaction(ctx, async (ctx) => {
    const [closed] = isId(id)
      ? await ctx.db
          .update(paymentFindings)
          .set({ resolvedAt: ctx.clock(), resolution: note, resolvedBy: adminId ?? null, settledOutside: true })
          .where(and(eq(paymentFindings.id, id), isNull(paymentFindings.resolvedAt)))
          .returning()
      : []
    if (!closed) throw notFound('Böyle bir açık uyuşmazlık yok.')
    await recordChange(ctx, {
      action: 'payment.resolve',
      subject: { id: closed.orderId ?? closed.id, name: subjectOf(closed) },
      before: { finding: closed.kind },
      after: { finding: null, note },
    })
  })
}

function subjectOf({ orderId, providerPaymentId }: Finding): string {
  return orderId ? `Sipariş ${shownOrderId(orderId)}` : `Ödeme ${providerPaymentId}`
}

/** Compares a day now, because the owner asks. */
export async function reconcileNow(ctx: Ctx, day: string): Promise<void> {
  await requireAdmin(ctx)
  if (await reconcile({ ...ctx, actor: { kind: 'system' } }, day)) return
  throw new ShopError('UNAVAILABLE', 'Ödeme kuruluşunun listesine şu anda ulaşılamıyor, lütfen biraz sonra deneyin.')
}

function notPossible() {
  return new ShopError('CONFLICT', 'Bu ödeme için bu işlem şu anda yapılamaz; önce durumunu yeniden sorgulayın.')
}
