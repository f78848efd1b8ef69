/**
 * How an order begins and, unpaid, ends. With a card it is placed when the money is in; with a transfer at once; at the door
 * when its buyer has confirmed it. docs/payments.md has the states of its money.
 */

import { eq } from 'drizzle-orm'
import { recordChange } from '../audit/audit.ts'
import { giveUsesBack } from '../campaigns/uses.ts'
import { returnCredit } from '../credit/of-orders.ts'
import { type Ctx, newId, together } from '../ctx.ts'
import { shownOrderId } from '../order-id.ts'
import { type Attempt, move } from '../payments/attempt-rows.ts'
import { requestRefund } from '../payments/refunds.ts'
import { waitingStatuses } from '../payments/schema.ts'
import { after } from '../time.ts'
import { announceOrder } from './feed.ts'
import { endUnpaidReturns } from './giving-back/unpaid-returns.ts'
import { unpromise } from './locked.ts'
import { queueConfirmation, queueUnpaidCancellationMail, type ToConfirm } from './mails.ts'
import { orderEvents, orders } from './schema.ts'
import { returnStock } from './stock.ts'
import { findWaitingSettings } from './waiting.ts'

/** An unpaid order counts from now on. Its mail is the way of paying's own. */
export async function markPlaced(
  ctx: Ctx,
  orderId: string,
  paymentStatus: 'AWAITING_TRANSFER' | 'CASH_ON_DELIVERY' | 'PENDING',
): Promise<void> {
  const now = ctx.clock()
  const [order] = await ctx.db
    .update(orders)
    .set({ placedAt: now, paymentStatus, updatedAt: now })
    .where(eq(orders.id, orderId))
    .returning({ totalKurus: orders.totalKurus, manual: orders.manual })
  await ctx.db.insert(orderEvents).values({ id: newId(), orderId, type: 'placed', status: 'PENDING', createdAt: now })
  const { actor } = ctx
  await announceOrder(ctx, {
    ...{ kind: 'placed', orderId, totalKurus: order?.totalKurus ?? 0 },
    ...(order?.manual && actor.kind === 'user' ? { writtenBy: actor.id } : {}),
  })
}

/** The money of an order came; one that was cancelled without it lives again, as its stock was taken once more. */
export async function markPaid(ctx: Ctx, { feeKurus }: Attempt, before: ToConfirm): Promise<void> {
  const now = ctx.clock()
  const { id: orderId, placedAt, status: was, totalKurus, paymentMethod } = before
  const stands = was === 'CANCELLED' ? 'PENDING' : was
  const status = stands === 'PENDING' && (await findWaitingSettings(ctx)).confirmPaid ? 'CONFIRMED' : stands
  const event = { orderId, type: 'paid' as const, status: stands, createdAt: now }
  // Saves the owner a tap for each paid order, where she wants it so. The confirmation of the payment is mail enough.
  const confirmed = { orderId, type: 'status' as const, status, createdAt: after(now, 1) }
  const paid = { placedAt: placedAt ?? now, paidAt: now, paymentStatus: 'SUCCESS', updatedAt: now } as const
  await together(
    ctx.db
      .update(orders)
      .set({
        ...paid,
        ...(was === 'CANCELLED' ? { cancelledAt: null } : {}),
        // An unchanged status is not written: somebody may be changing it just now.
        ...(status === was ? {} : { status }),
      })
      .where(eq(orders.id, orderId)),
    ctx.db
      .insert(orderEvents)
      .values([event, ...(status === stands ? [] : [confirmed])].map((each) => ({ ...each, id: newId() }))),
    // At the door it was confirmed when it was placed.
    paymentMethod !== 'CASH_ON_DELIVERY' &&
      queueConfirmation(ctx, { ...before, ...paid, installmentFeeKurus: feeKurus }),
    announceOrder(ctx, { kind: placedAt ? 'changed' : 'placed', orderId, totalKurus }),
  )
}

/** Why an unpaid order ends: for its history, and as its buyer is told ('isteğiniz üzerine iptal edildi'), unless another mail tells it. */
type Ending = {
  cause: string
  note: string
  told: string
  actorId?: string | undefined
  restock: boolean
  isQuiet?: boolean
}

/**
 * Ends an order whose money never came in full; a part that came is owed by hand. The caller has locked the attempt, then the order. False when
 * somebody else was first.
 */
export async function cancelUnpaid(ctx: Ctx, attempt: Attempt, ending: Ending): Promise<boolean> {
  const { orderId } = attempt
  const owedKurus = attempt.chargedKurus ?? 0
  if (!(await endAttempt(ctx, attempt, ending.cause, owedKurus))) return false
  const now = ctx.clock()
  const [before] = await ctx.db.select().from(orders).where(eq(orders.id, orderId))
  if (!before) throw new Error(`order ${orderId} is gone`)
  const wasPlaced = before.placedAt !== null
  await ctx.db
    .update(orders)
    .set({
      paymentStatus: 'FAILED',
      ...(wasPlaced ? { status: 'CANCELLED', cancelledAt: now } : {}),
      updatedAt: now,
    })
    .where(eq(orders.id, orderId))
  await unpromise(ctx, before)
  await returnCredit(ctx, orderId)
  await giveUsesBack(ctx, orderId)
  const putAway = wasPlaced ? await endUnpaidReturns(ctx, orderId, ending) : undefined
  if (ending.restock) await returnStock(ctx, orderId, putAway)
  if (!wasPlaced) return true
  await tellCancelled(ctx, before, ending, owedKurus)
  return true
}

async function endAttempt(ctx: Ctx, attempt: Attempt, cause: string, owedKurus: number): Promise<boolean> {
  if (owedKurus === 0) return (await move(ctx, attempt, waitingStatuses, 'EXPIRED', cause)) !== undefined
  const moved = await move(ctx, attempt, waitingStatuses, 'REFUNDED', cause, { providerPaymentId: attempt.id })
  if (!moved) return false
  await requestRefund(ctx, moved, { amountKurus: owedKurus, reason: 'late-charge' })
  return true
}

async function tellCancelled(
  ctx: Ctx,
  order: typeof orders.$inferSelect,
  { note, told, actorId, isQuiet }: Ending,
  owedKurus: number,
): Promise<void> {
  const { id: orderId, status, totalKurus } = order
  await ctx.db.insert(orderEvents).values({
    id: newId(),
    orderId,
    type: 'cancelled',
    status: 'CANCELLED',
    note,
    actorId: actorId ?? null,
    createdAt: ctx.clock(),
  })
  if (!isQuiet || owedKurus > 0) await queueUnpaidCancellationMail(ctx, orderId, told, owedKurus)
  await announceOrder(ctx, { kind: 'changed', orderId, totalKurus })
  if (actorId === order.userId) return
  await recordChange(ctx, {
    action: 'order.cancel',
    subject: { id: orderId, name: shownOrderId(orderId) },
    before: { status },
    after: { status: 'CANCELLED', reason: note },
    ...(actorId ? { actorId } : {}),
  })
}
