/**
 * Paying by bank transfer. The order is placed at once and its stock waits; the owner enters the money that comes or reads it from
 * her bank's statement (receipts.ts). A shopper who has not paid is reminded once and, after the deadline, her order ends.
 */

import { randomInt } from 'node:crypto'
import { and, eq, isNull, lt } from 'drizzle-orm'
import { type Ctx, inRetriedTransaction } from '../../../ctx.ts'
import { ShopError } from '../../../errors.ts'
import { queueTransferMail } from '../../../orders/mails.ts'
import { cancelUnpaid, markPlaced } from '../../../orders/placed.ts'
import { orders } from '../../../orders/schema.ts'
import { type Attempt, lockAttempt } from '../../../payments/attempt-rows.ts'
import { byHand } from '../../../payments/providers.ts'
import { paymentAttempts } from '../../../payments/schema.ts'
import { after, days } from '../../../time.ts'
import type { PaymentState, TransferDue, Way } from '../way.ts'
import { transferChecks } from './checks.ts'
import { transfers } from './schema.ts'
import { findTransferSettings } from './settings.ts'

export const byTransfer: Way = {
  offer: async (ctx) => ((await findTransferSettings(ctx)).on ? { feeKurus: 0 } : undefined),
  begin: async (ctx) => ({
    provider: byHand.transfer,
    status: 'AWAITING_TRANSFER',
    leaseUntil: await deadlineOf(ctx),
  }),
  written: (ctx, { attempt }) => placeTransfer(ctx, attempt),
  waiting: { status: 'AWAITING_TRANSFER', tell },
  checks: transferChecks,
}

export async function deadlineOf(ctx: Ctx): Promise<Date> {
  return after(ctx.clock(), days((await findTransferSettings(ctx)).deadlineDays))
}

/** An order that waits for its transfer: with a reference and a deadline, which its buyer is mailed. */
export async function placeTransfer(ctx: Ctx, attempt: Attempt): Promise<void> {
  await giveReference(ctx, attempt)
  await markPlaced(ctx, attempt.orderId, 'AWAITING_TRANSFER')
  await queueTransferMail(ctx, 'placed', await dueOf(ctx, attempt))
}

/** One that no order has: at some thousand orders two alike by chance are to be expected in a shop's life. */
export async function giveReference(ctx: Ctx, { id: attemptId, leaseUntil: deadline }: Attempt): Promise<void> {
  for (let tries = 0; tries < 10; tries++) {
    const given = await ctx.db
      .insert(transfers)
      .values({ attemptId, reference: newReference(), deadline })
      .onConflictDoNothing({ target: transfers.reference })
      .returning({ reference: transfers.reference })
    if (given.length > 0) return
  }
  throw new Error('ten references in a row were taken')
}

/** No 0 and O, no 1 and I: it is read aloud and typed on phones. Some 10⁹ of them. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

function newReference(): string {
  return Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('')
}

/** The parts of a text, of letters and digits alone, that may be references. */
export function referencesIn(plain: string): string[] {
  const text = plain.toUpperCase()
  return Array.from(text, (_, start) => text.slice(start, start + 6)).filter(
    (part) => part.length === 6 && [...part].every((letter) => letters.includes(letter)),
  )
}

export async function dueOf(ctx: Ctx, { id, orderId, amountKurus, chargedKurus }: Attempt): Promise<TransferDue> {
  const [transfer] = await ctx.db.select().from(transfers).where(eq(transfers.attemptId, id))
  if (!transfer) throw new Error(`attempt ${id} is no transfer`)
  const { reference, deadline } = transfer
  const { accounts } = await findTransferSettings(ctx)
  const receivedKurus = chargedKurus ?? 0
  return { orderId, reference, dueKurus: amountKurus - receivedKurus, receivedKurus, deadline, accounts }
}

async function tell(ctx: Ctx, attempt: Attempt): Promise<PaymentState> {
  const { orderId, amountKurus: totalKurus, installments, feeKurus } = attempt
  return {
    orderId,
    totalKurus,
    installments,
    feeKurus,
    status: 'AWAITING_TRANSFER',
    transfer: await dueOf(ctx, attempt),
  }
}

/** Reminds who has not paid after some days, and ends the orders whose deadline has passed. One statement while none waits. */
export async function tendTransfers(ctx: Ctx): Promise<void> {
  const isWaiting = eq(paymentAttempts.status, 'AWAITING_TRANSFER')
  const [waiting] = await ctx.db.select({ id: paymentAttempts.id }).from(paymentAttempts).where(isWaiting).limit(1)
  if (!waiting) return
  const { remindAfterDays } = await findTransferSettings(ctx)
  if (remindAfterDays > 0) await remind(ctx, after(ctx.clock(), -days(remindAfterDays)))
  const overdue = await ctx.db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(and(isWaiting, lt(paymentAttempts.leaseUntil, ctx.clock())))
    .limit(100)
  for (const { id } of overdue) {
    await inRetriedTransaction(ctx, (ctx) => endOverdue(ctx, id)).catch((error: unknown) =>
      ctx.log.error({ err: error, attemptId: id }, 'an overdue transfer could not be ended'),
    )
  }
}

async function remind(ctx: Ctx, placedBefore: Date): Promise<void> {
  const due = await ctx.db
    .select({ attempt: paymentAttempts })
    .from(paymentAttempts)
    .innerJoin(transfers, eq(transfers.attemptId, paymentAttempts.id))
    .where(
      and(
        eq(paymentAttempts.status, 'AWAITING_TRANSFER'),
        isNull(transfers.remindedAt),
        lt(paymentAttempts.createdAt, placedBefore),
      ),
    )
    .limit(100)
  for (const { attempt } of due) {
    await inRetriedTransaction(ctx, async (ctx) => {
      const [mine] = await ctx.db
        .update(transfers)
        .set({ remindedAt: ctx.clock() })
        .where(and(eq(transfers.attemptId, attempt.id), isNull(transfers.remindedAt)))
        .returning({ id: transfers.attemptId })
      if (mine) await queueTransferMail(ctx, 'reminder', await dueOf(ctx, attempt))
    })
  }
}

export const deadlinePassed = 'the deadline of the transfer has passed'

/** Money that has come in part is never ended by itself: the owner decides. */
async function endOverdue(ctx: Ctx, attemptId: string): Promise<void> {
  const attempt = await lockAttempt(ctx, attemptId)
  const isOver = attempt.status === 'AWAITING_TRANSFER' && attempt.leaseUntil <= ctx.clock()
  if (!isOver || (attempt.chargedKurus ?? 0) > 0) return
  await ctx.db.select({ id: orders.id }).from(orders).where(eq(orders.id, attempt.orderId)).for('update')
  await cancelUnpaid(ctx, attempt, {
    cause: deadlinePassed,
    note: 'Havale süresinde gelmedi',
    told: 'ödemesi süresinde hesabımıza ulaşmadığı için iptal edildi',
    restock: true,
  })
}

/** Gives her more time, or, with a part paid, the time to pay the rest. */
export async function extendDeadline(ctx: Ctx, attempt: Attempt): Promise<Date> {
  const deadline = await deadlineOf(ctx)
  const [open] = await ctx.db
    .update(paymentAttempts)
    .set({ leaseUntil: deadline, updatedAt: ctx.clock() })
    .where(and(eq(paymentAttempts.id, attempt.id), eq(paymentAttempts.status, 'AWAITING_TRANSFER')))
    .returning({ id: paymentAttempts.id })
  if (!open) throw new ShopError('CONFLICT', 'Bu siparişin havalesi artık beklenmiyor; listeyi yenileyin.')
  await ctx.db.update(transfers).set({ deadline }).where(eq(transfers.attemptId, attempt.id))
  return deadline
}
