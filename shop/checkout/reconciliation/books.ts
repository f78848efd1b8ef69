import { eq, inArray, sql } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { staysKurus } from '../../orders/giving-back/left.ts'
import { orders } from '../../orders/schema.ts'
import type { PaymentBooks } from '../../payment-provider.ts'
import { type Attempt, isOpen, lockAttempt } from '../../payments/attempt-rows.ts'
import { providerOf } from '../../payments/providers.ts'
import { beyondTheOrder, paymentAttempts, type paymentDiscrepancies, refunds } from '../../payments/schema.ts'
import { takenKurus } from '../../payments/taken.ts'
import { after, days, minutes } from '../../time.ts'

type Discrepancy = typeof paymentDiscrepancies.$inferSelect
export type NewDiscrepancy = Pick<Discrepancy, 'kind' | 'oursKurus' | 'theirsKurus'> &
  Partial<Pick<Discrepancy, 'attemptId' | 'orderId' | 'providerPaymentId'>>

/** A discrepancy; 'waits' while the provider's books may only be behind ours; undefined where both agree. */
export type Verdict = NewDiscrepancy | 'waits' | undefined

/** How long a refund that the provider has answered may be missing in its books. */
export const booksDelay = days(1)

/** Reads the provider's books of one payment now; undefined when they cannot be had. */
export async function findBooksOf(ctx: Ctx, attempt: Attempt, paymentId = attempt.providerPaymentId) {
  if (!paymentId) return undefined
  return providerOf(ctx, attempt)
    .findBooks({ conversationId: attempt.conversationId, paymentId })
    .catch(() => undefined)
}

/** Where the provider's books of a payment and ours part, whatever came of the payment. */
export async function judge(
  ctx: Ctx,
  attempt: Attempt,
  paymentId: string | null,
  books: PaymentBooks,
): Promise<Verdict> {
  const { id: attemptId, orderId } = attempt
  const theirsKurus = books.amountKurus - books.refundedKurus
  const about = { attemptId, orderId, providerPaymentId: paymentId, theirsKurus }
  const ownerless = theirsKurus > 0 ? ({ ...about, kind: 'charged-without-order', oursKurus: 0 } as const) : undefined
  if (isAnother(attempt, paymentId)) return ownerless
  if (isJustPaid(ctx, attempt)) return 'waits'
  const back = await sumRefunds(ctx, attempt)
  const oursKurus = await keptKurus(ctx, attempt, back.given - back.excess)
  if (theirsKurus === oursKurus) return undefined
  const mayBeMissing = lag(back, books) + (attempt.status === 'REFUNDED' ? back.underWay : back.changing)
  if (theirsKurus >= oursKurus - back.underWay && theirsKurus <= oursKurus + mayBeMissing) return 'waits'
  return attempt.status === 'SUCCEEDED' ? { ...about, kind: 'amount-differs', oursKurus } : ownerless
}

/** The provider took money a second time for one try: the attempt is about the first. */
function isAnother(attempt: Attempt, paymentId: string | null): boolean {
  return paymentId !== null && attempt.providerPaymentId !== null && attempt.providerPaymentId !== paymentId
}

/** Its request may still be busy with it. */
function isJustPaid(ctx: Ctx, attempt: Attempt): boolean {
  return isOpen(attempt) && attempt.heldReason === null && after(attempt.createdAt, minutes(1)) > ctx.clock()
}

type Back = { given: number; excess: number; fresh: number; underWay: number; changing: number }

/** Sums up refunds: confirmed, of these what had been taken too much, confirmed so lately that the provider's books may lack them, asked for, and of these what a change of the order gives back. */
async function sumRefunds(ctx: Ctx, attempt: Attempt): Promise<Back> {
  const sum = (status: string, since = new Date(0)) => sql<number>`coalesce(sum(${refunds.amountKurus})
    filter (where ${refunds.status} = ${status} and ${refunds.updatedAt} > ${since.toISOString()}::timestamptz), 0)::int`
  const [row] = await ctx.db
    .select({
      given: sum('SUCCEEDED'),
      excess: sql<number>`coalesce(sum(${refunds.amountKurus})
        filter (where ${refunds.status} = 'SUCCEEDED' and ${inArray(refunds.reason, [...beyondTheOrder])}), 0)::int`,
      fresh: sum('SUCCEEDED', after(ctx.clock(), -booksDelay)),
      underWay: sum('REQUESTED'),
      changing: sql<number>`coalesce(sum(${refunds.amountKurus})
        filter (where ${refunds.status} = 'REQUESTED' and ${refunds.reason} = 'change'), 0)::int`,
    })
    .from(refunds)
    .where(eq(refunds.attemptId, attempt.id))
  return row ?? { given: 0, excess: 0, fresh: 0, underWay: 0, changing: 0 }
}

/** The part of our refunds that the books may lack without being wrong. */
function lag({ given, fresh }: Back, { refundedKurus }: PaymentBooks): number {
  return Math.min(fresh, Math.max(0, given - refundedKurus))
}

/** The part of the shopper's money that the shop keeps by its own books; `given` is what went back of the order's money. */
async function keptKurus(ctx: Ctx, attempt: Attempt, given: number): Promise<number> {
  if (attempt.status !== 'SUCCEEDED') return 0
  if (given > 0 && given >= takenKurus(attempt)) return 0
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, attempt.orderId))
  if (!order) return 0
  const ofOrder = order.status === 'CANCELLED' ? 0 : attempt.amountKurus - given
  // Also of a cancelled order the money stays for which its buyer got store credit.
  return Math.max(0, ofOrder, staysKurus(order))
}

/**
 * Keeps what the provider has of a payment for certain, so that all of it and no more can go back: also what it took
 * without a word, and without what went back past the shop. An excess that the shop gave back is not taken a second time,
 * whatever the books show. Returns the attempt as it then stands.
 */
export async function learnTaken(ctx: Ctx, { id }: Attempt, books: PaymentBooks): Promise<Attempt> {
  return inTransaction(ctx, async (ctx) => {
    // Locked before its refunds are summed: one that begins and ends meanwhile would make the books look older than they are.
    const attempt = await lockAttempt(ctx, id)
    const isHeld = attempt.status === 'PENDING' && attempt.heldReason !== null
    if (!isHeld && attempt.status !== 'SUCCEEDED' && attempt.status !== 'REFUNDED') return attempt
    const back = await sumRefunds(ctx, attempt)
    const { amountKurus, refundedKurus } = books
    const chargedKurus = Math.min(amountKurus - back.excess, amountKurus - refundedKurus + back.given - back.excess)
    if (back.underWay > 0 || lag(back, books) > 0 || chargedKurus === takenKurus(attempt)) return attempt
    if (attempt.refundKurus > chargedKurus) return attempt
    await ctx.db.update(paymentAttempts).set({ chargedKurus, updatedAt: ctx.clock() }).where(eq(paymentAttempts.id, id))
    return { ...attempt, chargedKurus }
  })
}
