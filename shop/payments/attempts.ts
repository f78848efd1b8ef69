import { and, eq, inArray, sql } from 'drizzle-orm'
import { announceCatalogChange } from '../catalog/changes.ts'
import { announceRestock } from '../catalog/restock.ts'
import { variants } from '../catalog/schema.ts'
import { type Ctx, inTransaction, newId } from '../ctx.ts'
import { queueOrderConfirmation } from '../orders/mails.ts'
import { orderEvents, orderItems, orders } from '../orders/schema.ts'
import { after, minutes, seconds } from '../time.ts'
import type { PaymentOutcome } from './provider.ts'
import { type AttemptStatus, paymentAttempts, paymentEvents, refunds } from './schema.ts'

/** How long the provider may take to answer before its answer is looked up instead. */
export const providerPatience = seconds(10)
/** How long an attempt belongs to the process that talks to the provider. */
export const attemptLease = seconds(15)
/** How long stock waits for a shopper who is at her bank. */
export const threeDsHold = minutes(10)

export type Attempt = typeof paymentAttempts.$inferSelect

const open = ['STARTED', 'AWAITING_3DS', 'UNKNOWN'] as const satisfies AttemptStatus[]

export async function findAttempt(ctx: Ctx, id: string): Promise<Attempt | undefined> {
  const [attempt] = await ctx.db.select().from(paymentAttempts).where(eq(paymentAttempts.id, id))
  return attempt
}

export function isOpen(attempt: Attempt): boolean {
  return open.some((status) => status === attempt.status)
}

/**
 * Brings an attempt to where the provider says the money is: one guarded UPDATE decides, and the order, its stock, its
 * history and its mail follow in the same transaction. Late, doubled and reordered news change nothing twice.
 * Returns the attempt as it then stands.
 */
export async function settleAttempt(ctx: Ctx, id: string, outcome: PaymentOutcome, cause: string): Promise<Attempt> {
  return inTransaction(ctx, async (ctx) => {
    const attempt = await findAttempt(ctx, id)
    if (!attempt) throw new Error(`payment attempt ${id} is gone`)
    switch (outcome.kind) {
      case 'charged':
        if (outcome.amountKurus !== attempt.amountKurus) {
          ctx.log.error(
            { attemptId: id, ours: attempt.amountKurus, theirs: outcome.amountKurus },
            'charged amount differs',
          )
        }
        return (
          (await succeed(ctx, attempt, outcome.paymentId, cause)) ??
          (await giveBackLateCharge(ctx, id, outcome.paymentId))
        )
      case 'declined':
        await fail(ctx, attempt, 'DECLINED', cause, { declineCode: outcome.code, declineMessage: outcome.message })
        break
      case 'none':
        await fail(ctx, attempt, 'EXPIRED', cause)
        break
      case '3ds':
        await move(ctx, attempt, ['STARTED', 'UNKNOWN'], 'AWAITING_3DS', cause, {
          leaseUntil: after(attempt.createdAt, threeDsHold),
        })
        break
      case 'unknown':
        ctx.log.warn({ attemptId: id, reason: outcome.reason }, 'the outcome of a payment is unknown')
        await move(ctx, attempt, ['STARTED', 'UNKNOWN'], 'UNKNOWN', cause, {
          leaseUntil: after(ctx.clock(), attemptLease),
        })
    }
    return (await findAttempt(ctx, id)) ?? attempt
  })
}

/** The shopper did not come back from her bank in time; the provider was asked just before. */
export async function expireAttempt(ctx: Ctx, attempt: Attempt, cause: string): Promise<void> {
  await inTransaction(ctx, (ctx) => fail(ctx, attempt, 'EXPIRED', cause, {}, ['AWAITING_3DS']))
}

/** Moves an attempt if it still is in one of `from`; undefined when somebody else was first. */
export async function move(
  ctx: Ctx,
  attempt: Attempt,
  from: readonly AttemptStatus[],
  to: AttemptStatus,
  cause: string,
  set: Partial<Attempt> = {},
): Promise<Attempt | undefined> {
  const now = ctx.clock()
  const [moved] = await ctx.db
    .update(paymentAttempts)
    .set({ ...set, status: to, updatedAt: now })
    .where(and(eq(paymentAttempts.id, attempt.id), inArray(paymentAttempts.status, [...from])))
    .returning()
  if (!moved) return undefined
  await ctx.db
    .insert(paymentEvents)
    .values({ id: newId(), attemptId: attempt.id, fromStatus: attempt.status, toStatus: to, cause, createdAt: now })
  return moved
}

async function succeed(ctx: Ctx, attempt: Attempt, paymentId: string, cause: string): Promise<Attempt | undefined> {
  const moved = await move(ctx, attempt, open, 'SUCCEEDED', cause, { providerPaymentId: paymentId })
  if (!moved) return undefined
  const now = ctx.clock()
  await ctx.db
    .update(orders)
    .set({ paidAt: now, paymentStatus: 'SUCCESS', updatedAt: now })
    .where(eq(orders.id, attempt.orderId))
  await ctx.db
    .insert(orderEvents)
    .values({ id: newId(), orderId: attempt.orderId, type: 'paid', status: 'PENDING', createdAt: now })
  await queueOrderConfirmation(ctx, attempt.orderId)
  return moved
}

/** Money that arrives after the order was given up goes back; a second word of the same success changes nothing. */
async function giveBackLateCharge(ctx: Ctx, id: string, paymentId: string): Promise<Attempt> {
  const attempt = await findAttempt(ctx, id)
  if (!attempt) throw new Error(`payment attempt ${id} is gone`)
  const moved = await move(ctx, attempt, ['DECLINED', 'EXPIRED'], 'REFUNDED', 'late charge', {
    providerPaymentId: paymentId,
  })
  if (!moved) return attempt
  const now = ctx.clock()
  await ctx.db.insert(refunds).values({
    id: newId(),
    orderId: attempt.orderId,
    attemptId: attempt.id,
    amountKurus: attempt.amountKurus,
    status: 'REQUESTED',
    reason: 'late-charge',
    leaseUntil: now,
    createdAt: now,
    updatedAt: now,
  })
  ctx.log.error({ attemptId: id }, 'charged after the order was given up: the money goes back')
  return moved
}

async function fail(
  ctx: Ctx,
  attempt: Attempt,
  to: 'DECLINED' | 'EXPIRED',
  cause: string,
  set: Partial<Attempt> = {},
  from: readonly AttemptStatus[] = open,
): Promise<void> {
  if (!(await move(ctx, attempt, from, to, cause, set))) return
  await ctx.db
    .update(orders)
    .set({ paymentStatus: 'FAILED', updatedAt: ctx.clock() })
    .where(eq(orders.id, attempt.orderId))
  await returnStock(ctx, attempt.orderId)
}

/** Puts the units of an order back on sale, once however often it is called. */
export async function returnStock(ctx: Ctx, orderId: string): Promise<void> {
  const [order] = await ctx.db
    .update(orders)
    .set({ stockReturnedAt: ctx.clock() })
    .where(and(eq(orders.id, orderId), sql`${orders.stockReturnedAt} is null`))
    .returning({ id: orders.id })
  if (!order) return
  const items = await ctx.db
    .select({ variantId: orderItems.variantId, productId: orderItems.productId, quantity: orderItems.quantity })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    // The same order of locks as when stock is held, so that two orders never wait for each other.
    .orderBy(orderItems.variantId)
  for (const { variantId, quantity } of items) {
    if (!variantId) continue
    await ctx.db
      .update(variants)
      .set({ stock: sql`${variants.stock} + ${quantity}` })
      .where(eq(variants.id, variantId))
    await announceRestock(ctx, variantId, quantity)
  }
  await announceCatalogChange(ctx, { productIds: items.flatMap((item) => item.productId ?? []) })
}

/** Asks the provider with patience: whatever goes wrong on the way is an unknown outcome, never a success. */
export async function askProvider(ask: Promise<PaymentOutcome>): Promise<PaymentOutcome> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<PaymentOutcome>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'unknown', reason: 'no answer in time' }), providerPatience)
  })
  try {
    return await Promise.race([ask, tooLong])
  } catch (error) {
    return { kind: 'unknown', reason: error instanceof Error ? error.name : 'error' }
  } finally {
    clearTimeout(timer)
    // An answer after our patience is found by asking again; it must not end the process.
    ask.catch(() => {})
  }
}
