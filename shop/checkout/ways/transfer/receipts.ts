/** Money that came by transfer, as the owner enters it or her bank's statement shows it. */

import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { recordChange } from '../../../audit/audit.ts'
import { type Ctx, inRetriedTransaction, isId, newId, requireRight } from '../../../ctx.ts'
import { brokenConstraint, invalid, notFound, ShopError } from '../../../errors.ts'
import { formatKurus } from '../../../money.ts'
import { shownOrderId } from '../../../order-id.ts'
import { queueTransferMail } from '../../../orders/mails.ts'
import { orderEvents, orders } from '../../../orders/schema.ts'
import { type Attempt, lockAttempt } from '../../../payments/attempt-rows.ts'
import { byHand } from '../../../payments/providers.ts'
import { paymentAttempts, paymentDiscrepancies, paymentEvents } from '../../../payments/schema.ts'
import { excessKurus, takenKurus } from '../../../payments/taken.ts'
import { after, days, istanbulDay } from '../../../time.ts'
import { settleAttempt } from '../../attempts.ts'
import { giveBackLateCharge } from '../../late-charges.ts'
import { noteDiscrepancy } from '../../reconciliation/discrepancies.ts'
import { transferReceipts, transfers } from './schema.ts'
import { deadlinePassed, dueOf, extendDeadline } from './transfer.ts'

export type NewReceipt = {
  amountKurus: number
  receivedAt: Date
  note: string
  /** The line of a statement: what comes again for an order that is paid already is money too much, not a mistake. */
  lineKey?: string
  /** The key of an entry by hand: money sent again with it counts once. */
  requestKey?: string | undefined
}

/** As much time again as a new order has. */
export async function waitLonger(ctx: Ctx, orderId: string): Promise<Date> {
  requireRight(ctx, 'payments')
  const attempt = await transferOf(ctx, orderId)
  return inRetriedTransaction(ctx, async (ctx) => extendDeadline(ctx, await lockAttempt(ctx, attempt.id)))
}

/** The result: all is paid; a part is; or the money goes back, as the order has ended or its goods are gone. */
export type ReceiptOutcome = 'paid' | 'part' | 'goes-back'

/**
 * Enters money that came for an order. All of it makes the order paid, also after the deadline if the goods are still there, but not once somebody
 * has cancelled it;
 * too little leaves it waiting, and the buyer is asked for the rest; too much is a discrepancy that the owner settles. INVALID for
 * a day to come, CONFLICT when somebody has entered it before. A line that shows what was entered by hand counts no second time.
 */
export async function receiveTransfer(ctx: Ctx, orderId: string, receipt: NewReceipt): Promise<ReceiptOutcome> {
  const actorId = requireRight(ctx, 'payments')
  const known = await transferOf(ctx, orderId)
  // A day of room: who names a day without an hour sends its noon.
  if (!receipt.lineKey && receipt.receivedAt > after(ctx.clock(), days(1)))
    throw invalid({ receivedAt: ['Paranın geldiği gün gelecekte olamaz'] })
  try {
    return await inRetriedTransaction(ctx, async (ctx) => {
      const attempt = await lockAttempt(ctx, known.id)
      if (await isKnown(ctx, attempt, receipt)) return outcomeOf(attempt)
      if (attempt.status === 'SUCCEEDED' && !receipt.lineKey) throw paidAlready()
      await ctx.db.insert(transferReceipts).values({
        ...receipt,
        id: newId(),
        attemptId: attempt.id,
        actorId: actorId ?? null,
        createdAt: ctx.clock(),
      })
      await recordChange(ctx, {
        action: 'payment.transfer',
        subject: { id: orderId, name: `Sipariş ${shownOrderId(orderId)}` },
        after: { receivedKurus: receipt.amountKurus, note: receipt.note },
      })
      return follow(ctx, attempt, receipt)
    })
  } catch (error) {
    if (brokenConstraint(error) === 'transfer_receipts_line_key_key') throw enteredAlready()
    throw error
  }
}

/** Whether the money counts already: sent again with its key, or entered by hand before its line was read, which is kept beside it. */
async function isKnown(ctx: Ctx, { id }: Attempt, { requestKey, lineKey, ...came }: NewReceipt): Promise<boolean> {
  const receipts = await ctx.db
    .select()
    .from(transferReceipts)
    .where(eq(transferReceipts.attemptId, id))
    .orderBy(asc(transferReceipts.createdAt))
  const same = requestKey ? receipts.find((receipt) => receipt.requestKey === requestKey) : undefined
  if (same && same.amountKurus !== came.amountKurus) throw anotherSum()
  if (same?.takenBackAt) throw takenBackSince()
  if (same) return true
  if (!lineKey || receipts.some((receipt) => receipt.lineKey === lineKey)) return false
  const day = istanbulDay(came.receivedAt)
  const byHand = receipts.find(
    (receipt) =>
      receipt.lineKey === null &&
      receipt.takenBackAt === null &&
      receipt.amountKurus === came.amountKurus &&
      // The owner enters money once it has come: her day is the bank's or a later one.
      istanbulDay(receipt.receivedAt) >= day,
  )
  if (!byHand) return false
  await ctx.db.update(transferReceipts).set({ lineKey }).where(eq(transferReceipts.id, byHand.id))
  return true
}

function outcomeOf({ status }: Attempt): ReceiptOutcome {
  if (status === 'SUCCEEDED') return 'paid'
  return status === 'AWAITING_TRANSFER' ? 'part' : 'goes-back'
}

/** The attempt of an order that is paid by transfer; NOT_FOUND without one. */
export async function transferOf(ctx: Ctx, orderId: string): Promise<Attempt> {
  const own = and(eq(paymentAttempts.orderId, orderId), eq(paymentAttempts.provider, byHand.transfer))
  const [attempt] = isId(orderId) ? await ctx.db.select().from(paymentAttempts).where(own) : []
  if (!attempt) throw notFound('Havaleyle ödenen böyle bir sipariş yok.')
  return attempt
}

async function follow(ctx: Ctx, attempt: Attempt, receipt: NewReceipt): Promise<ReceiptOutcome> {
  const sumKurus = await sumReceived(ctx, attempt.id)
  if (attempt.status === 'SUCCEEDED' || attempt.status === 'REFUNDED') {
    await addExcess(ctx, attempt, receipt.amountKurus)
    return attempt.status === 'SUCCEEDED' ? 'paid' : 'goes-back'
  }
  await ctx.db
    .update(paymentAttempts)
    .set({ chargedKurus: sumKurus, updatedAt: ctx.clock() })
    .where(eq(paymentAttempts.id, attempt.id))
  const { reference } = await dueOf(ctx, attempt)
  if (attempt.status === 'EXPIRED' && !(await endedByDeadline(ctx, attempt))) {
    await giveBackLateCharge(ctx, attempt, { providerPaymentId: reference, chargedKurus: sumKurus })
    return 'goes-back'
  }
  if (sumKurus < attempt.amountKurus) {
    if (attempt.status === 'AWAITING_TRANSFER') return askForRest(ctx, attempt, receipt, sumKurus)
    await giveBackLateCharge(ctx, attempt, { providerPaymentId: reference, chargedKurus: sumKurus })
    return 'goes-back'
  }
  const outcome = { kind: 'charged', paymentId: reference, amountKurus: sumKurus } as const
  const settled = await settleAttempt(ctx, attempt.id, outcome, 'the transfer came')
  if (settled.status !== 'SUCCEEDED') return 'goes-back'
  if (sumKurus > attempt.amountKurus) await noteExcess(ctx, settled, sumKurus)
  return 'paid'
}

/** Whether its deadline ended it: only then can late money revive the order. One that somebody cancelled stays cancelled. */
async function endedByDeadline(ctx: Ctx, { id }: Attempt): Promise<boolean> {
  const [end] = await ctx.db
    .select({ cause: paymentEvents.cause })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.attemptId, id), eq(paymentEvents.toStatus, 'EXPIRED')))
    .orderBy(desc(paymentEvents.createdAt), desc(paymentEvents.id))
    .limit(1)
  return end?.cause === deadlinePassed
}

/** Too little: the buyer is told, and gets time for the rest. */
async function askForRest(ctx: Ctx, attempt: Attempt, { amountKurus }: NewReceipt, sumKurus: number) {
  const { orderId } = attempt
  const rest = attempt.amountKurus - sumKurus
  const note = `${formatKurus(amountKurus)} geldi, ${formatKurus(rest)} eksik`
  await ctx.db.insert(orderEvents).values({ id: newId(), orderId, type: 'note', note, createdAt: ctx.clock() })
  await extendDeadline(ctx, attempt)
  await queueTransferMail(ctx, 'rest', await dueOf(ctx, { ...attempt, chargedKurus: sumKurus }))
  return 'part' as const
}

/**
 * An order that was paid is paid once more. Money that came late or too much before and that the owner settled past the shop is no longer
 * with it: what comes now waits for her alone.
 */
async function addExcess(ctx: Ctx, attempt: Attempt, amountKurus: number): Promise<void> {
  const { settledNote, refundKurus } = attempt
  const hadKurus = settledNote === null ? takenKurus(attempt) - (await dropClosedExcess(ctx, attempt)) : refundKurus
  const [row] = await ctx.db
    .update(paymentAttempts)
    .set({ chargedKurus: hadKurus + amountKurus, settledNote: null, updatedAt: ctx.clock() })
    .where(eq(paymentAttempts.id, attempt.id))
    .returning()
  if (row?.status === 'SUCCEEDED') await noteExcess(ctx, row, row.chargedKurus ?? row.amountKurus)
}

/** The kuruş of an excess that the owner closed with a note. The note holds for that money alone: as much again is told again. */
async function dropClosedExcess(ctx: Ctx, attempt: Attempt): Promise<number> {
  const [closed] = await ctx.db
    .update(paymentDiscrepancies)
    .set({ settledOutside: false })
    .where(
      and(
        ...[eq(paymentDiscrepancies.attemptId, attempt.id), eq(paymentDiscrepancies.kind, 'amount-differs')],
        ...[eq(paymentDiscrepancies.settledOutside, true), eq(paymentDiscrepancies.theirsKurus, takenKurus(attempt))],
      ),
    )
    .returning()
  return closed ? Math.min(excessKurus(attempt), Math.max(0, closed.theirsKurus - closed.oursKurus)) : 0
}

/** Stands under Ödemeler until the owner gives it back or writes what she agreed on. */
export async function noteExcess(ctx: Ctx, attempt: Attempt, theirsKurus: number): Promise<void> {
  const { id: attemptId, orderId, providerPaymentId, amountKurus: oursKurus } = attempt
  const kind = 'amount-differs'
  const day = istanbulDay(ctx.clock())
  await noteDiscrepancy(ctx, day, { kind, attemptId, orderId, providerPaymentId, oursKurus, theirsKurus })
}

/** The kuruş that came for it and were not taken back. */
export async function sumReceived(ctx: Ctx, attemptId: string): Promise<number> {
  const [row] = await ctx.db
    .select({ kurus: sql<number>`coalesce(sum(${transferReceipts.amountKurus}), 0)::int` })
    .from(transferReceipts)
    .where(and(eq(transferReceipts.attemptId, attemptId), isNull(transferReceipts.takenBackAt)))
  return row?.kurus ?? 0
}

/** A transfer that waits. Money in kuruş. */
export type WaitingTransfer = {
  orderId: string
  reference: string
  customer: string
  phone: string
  amountKurus: number
  receivedKurus: number
  deadline: Date
  createdAt: Date
}

/** Lists what waits, the soonest deadline first. */
export async function listTransfers(ctx: Ctx): Promise<WaitingTransfer[]> {
  requireRight(ctx, 'payments-read')
  const rows = await ctx.db
    .select({ attempt: paymentAttempts, transfer: transfers, order: orders })
    .from(paymentAttempts)
    .innerJoin(transfers, eq(transfers.attemptId, paymentAttempts.id))
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(eq(paymentAttempts.status, 'AWAITING_TRANSFER'))
    .orderBy(asc(transfers.deadline))
    .limit(500)
  return rows.map(({ attempt, transfer, order }) => ({
    orderId: order.id,
    reference: transfer.reference,
    customer: `${order.firstName} ${order.lastName}`,
    phone: order.phone,
    amountKurus: attempt.amountKurus,
    receivedKurus: attempt.chargedKurus ?? 0,
    deadline: transfer.deadline,
    createdAt: attempt.createdAt,
  }))
}

function paidAlready(): ShopError {
  return new ShopError('CONFLICT', 'Bu siparişin ödemesi bu arada alınmış, hiçbir şey değiştirilmedi; siparişe bakın.')
}

function anotherSum(): ShopError {
  return new ShopError('IDEMPOTENCY_CONFLICT', 'Bu istek daha önce başka bir tutar için kullanıldı; sayfayı yenileyin.')
}

function takenBackSince(): ShopError {
  return new ShopError('CONFLICT', 'Bu giriş daha sonra geri alınmış, hiçbir şey değiştirilmedi; sayfayı yenileyin.')
}

function enteredAlready(): ShopError {
  return new ShopError('CONFLICT', 'Bu ekstre satırı daha önce işlenmiş, hiçbir şey değiştirilmedi.')
}
