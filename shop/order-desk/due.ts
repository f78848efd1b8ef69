/**
 * What a change of an order means for its money. One that is not paid yet is due at its new sum. One that is paid can only
 * become cheaper: order and payment are lowered together, and the difference goes back by the machine of refunds, as money that
 * the shop has beyond the order's amount. docs/payments.md, 'An order that is changed', has the rule.
 */

import { and, eq, inArray, sql } from 'drizzle-orm'
import { settleAttempt } from '../checkout/attempts.ts'
import { dueOf } from '../checkout/ways/transfer/transfer.ts'
import type { Ctx } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { formatKurus } from '../money.ts'
import { getPaid } from '../orders/locked.ts'
import { orders } from '../orders/schema.ts'
import { type Attempt, lockAttempt } from '../payments/attempt-rows.ts'
import { isByHand } from '../payments/providers.ts'
import { requestRefund } from '../payments/refunds.ts'
import { beyondTheOrder, paymentAttempts, refunds } from '../payments/schema.ts'
import { takenKurus } from '../payments/taken.ts'
import { after, seconds } from '../time.ts'
import { changedTotal } from './changed-total.ts'
import type { ChangedLines } from './lines.ts'

type Order = typeof orders.$inferSelect

/** The order's new sum, what the buyer is told of it, and the refund that the bank is still to be asked for. */
export type Due = { totalKurus: number; told: string[]; refundId?: string | undefined }

/** Follows a change of the goods' price. The caller has locked the payment that waits, if there is one, and the order. */
export async function changeDue(
  ctx: Ctx,
  order: Order,
  waiting: Attempt | undefined,
  { beforeKurus, afterKurus }: ChangedLines,
  actorId: string | undefined,
): Promise<Due> {
  if (beforeKurus === afterKurus) return { totalKurus: order.totalKurus, told: [] }
  const attempt = waiting ?? (await lockAttempt(ctx, (await getPaid(ctx, order.id)).id))
  const { feeKurus, totalKurus } = changedTotal({ ...order, feeKurus: attempt.feeKurus }, beforeKurus, afterKurus)
  if (!waiting && totalKurus > attempt.amountKurus) throw dearer(totalKurus - attempt.amountKurus)
  await ctx.db.update(orders).set({ totalKurus, updatedAt: ctx.clock() }).where(eq(orders.id, order.id))
  const takenSoFar = waiting ? attempt.chargedKurus : takenKurus(attempt)
  const [changed] = await ctx.db
    .update(paymentAttempts)
    .set({ amountKurus: totalKurus, feeKurus, chargedKurus: takenSoFar, updatedAt: ctx.clock() })
    .where(eq(paymentAttempts.id, attempt.id))
    .returning()
  if (!changed) throw new Error(`payment attempt ${attempt.id} is gone`)
  if (!waiting) return giveBack(ctx, changed, attempt.amountKurus - totalKurus, actorId)
  return await settleWaiting(ctx, changed, actorId)
}

async function giveBack(ctx: Ctx, attempt: Attempt, differenceKurus: number, actorId: string | undefined) {
  const { amountKurus: totalKurus } = attempt
  const spareKurus = takenKurus(attempt) - totalKurus - (await goingBackKurus(ctx, attempt))
  const amountKurus = Math.min(differenceKurus, spareKurus)
  const leaseUntil = after(ctx.clock(), seconds(15))
  const refundId = await requestRefund(ctx, attempt, { amountKurus, reason: 'change', actorId, leaseUntil })
  if (!refundId) return { totalKurus, told: [] }
  const amount = formatKurus(amountKurus)
  if (!isByHand(attempt))
    return { totalKurus, refundId, told: [`Aradaki ${amount} ödemeyi yaptığınız karta iade edilir.`] }
  const told = `Aradaki ${amount} hesabınıza havale edilir. Bunun için hesabınızdaki “Siparişlerim” sekmesinde siparişinizi açıp IBAN’ınızı yazın.`
  return { totalKurus, told: [told] }
}

/** What earlier changes give back and nobody has confirmed yet. */
async function goingBackKurus(ctx: Ctx, { id }: Attempt): Promise<number> {
  const [row] = await ctx.db
    .select({ kurus: sql<number>`coalesce(sum(${refunds.amountKurus}), 0)::int` })
    .from(refunds)
    .where(
      and(eq(refunds.attemptId, id), eq(refunds.status, 'REQUESTED'), inArray(refunds.reason, [...beyondTheOrder])),
    )
  return row?.kurus ?? 0
}

/** Of a transfer that came in part, the part may now be all of it, or more. */
async function settleWaiting(ctx: Ctx, attempt: Attempt, actorId: string | undefined): Promise<Due> {
  const { amountKurus: totalKurus, chargedKurus: cameKurus } = attempt
  const total = formatKurus(totalKurus)
  if (attempt.status === 'AWAITING_LINK')
    return { totalKurus, told: [`Ödeyeceğiniz tutar artık ${total}; ödeme bağlantınız yeni tutarı gösterir.`] }
  if (attempt.status !== 'AWAITING_TRANSFER')
    return { totalKurus, told: [`Teslim alırken ödeyeceğiniz tutar artık ${total}.`] }
  const { reference, dueKurus } = await dueOf(ctx, attempt)
  if (cameKurus === null || cameKurus < totalKurus) {
    const rest = formatKurus(dueKurus)
    return { totalKurus, told: [`Havale edeceğiniz tutar artık ${rest}; açıklamaya ${reference} yazmayı unutmayın.`] }
  }
  const came = { kind: 'charged', paymentId: reference, amountKurus: cameKurus } as const
  const paid = await settleAttempt(ctx, attempt.id, came, 'what had come pays the changed order')
  return giveBack(ctx, paid, cameKurus - totalKurus, actorId)
}

function dearer(moreKurus: number): ShopError {
  const more = formatKurus(moreKurus)
  const message = `Sipariş ${more} pahalanıyor ve ödemesi alınmış; eski fiyata verin ya da farkı olmayan bir ürün seçin.`
  return new ShopError('CONFLICT', message, { data: { difference: moreKurus / 100 } })
}
