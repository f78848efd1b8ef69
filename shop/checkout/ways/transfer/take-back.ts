/** Money that was entered for the wrong order: how it leaves the books again, and the order waits as before. */

import { and, desc, eq, isNull, ne } from 'drizzle-orm'
import { recordChange } from '../../../audit/audit.ts'
import { type Ctx, inRetriedTransaction, isId, newId, requireRight } from '../../../ctx.ts'
import { notFound, ShopError } from '../../../errors.ts'
import { orderInvoices } from '../../../invoices/schema.ts'
import { formatKurus } from '../../../money.ts'
import { shownOrderId } from '../../../order-id.ts'
import { announceOrder } from '../../../orders/feed.ts'
import { lockOrder, refuseWhileReturning } from '../../../orders/locked.ts'
import { queueTransferMail } from '../../../orders/mails.ts'
import { orderEvents, orders } from '../../../orders/schema.ts'
import { type Attempt, lockAttempt, move } from '../../../payments/attempt-rows.ts'
import { paymentAttempts, refunds } from '../../../payments/schema.ts'
import { takenKurus } from '../../../payments/taken.ts'
import { settleDiscrepancies } from '../../reconciliation/discrepancies.ts'
import { noteExcess, sumReceived, transferOf } from './receipts.ts'
import { transferReceipts, transfers } from './schema.ts'
import { deadlineOf, dueOf, extendDeadline } from './transfer.ts'

type Receipt = typeof transferReceipts.$inferSelect
type OrderRow = typeof orders.$inferSelect

/** Lists what was entered for an order, the newest first, also what was taken back. */
export async function listReceipts(ctx: Ctx, orderId: string): Promise<Receipt[]> {
  requireRight(ctx, 'payments-read')
  const attempt = await transferOf(ctx, orderId)
  return ctx.db
    .select()
    .from(transferReceipts)
    .where(eq(transferReceipts.attemptId, attempt.id))
    .orderBy(desc(transferReceipts.createdAt), desc(transferReceipts.id))
}

/** The order waits for its money again, or it is paid all the same and only its excess is gone. */
export type TakenBack = 'waits' | 'paid'

/**
 * Takes money back that the owner entered for an order by mistake. An order that is no longer paid waits with a new deadline, its
 * goods stay held, and its buyer, who was told that her money had come, is told of the mistake. CONFLICT once goods, money or an invoice
 * went out on the strength of it, and where somebody was first.
 */
export async function takeBackReceipt(ctx: Ctx, orderId: string, receiptId: string): Promise<TakenBack> {
  const actorId = requireRight(ctx, 'payments')
  const known = await transferOf(ctx, orderId)
  return inRetriedTransaction(ctx, async (ctx) => {
    // The order before its payment, as whatever gives money back; who enters money locks them the other way round, and is retried.
    const order = await lockOrder(ctx, orderId)
    const attempt = await lockAttempt(ctx, known.id)
    const { amountKurus, note } = await markTakenBack(ctx, attempt, receiptId, actorId)
    await refuseOnceRelied(ctx, attempt, order)
    await recordChange(ctx, {
      action: 'payment.transfer-back',
      subject: { id: orderId, name: `Sipariş ${shownOrderId(orderId)}` },
      before: { receivedKurus: amountKurus, note },
    })
    const leftKurus = withoutClosed(attempt, await sumReceived(ctx, attempt.id), amountKurus)
    await settleDiscrepancies(ctx, { attemptId: attempt.id }, 'Yanlış işlenen ödeme geri alındı')
    if (attempt.status === 'SUCCEEDED' && leftKurus >= attempt.amountKurus) {
      await setReceived(ctx, attempt, leftKurus)
      if (leftKurus > attempt.amountKurus) await noteExcess(ctx, attempt, leftKurus)
      return 'paid'
    }
    await waitAgain(ctx, attempt, order, leftKurus)
    const told = `${formatKurus(amountKurus)} yanlış işlenmişti, geri alındı`
    await ctx.db
      .insert(orderEvents)
      .values({ id: newId(), orderId, type: 'note', note: told, actorId: actorId ?? null, createdAt: ctx.clock() })
    await queueTransferMail(ctx, 'mistake', await dueOf(ctx, { ...attempt, chargedKurus: leftKurus }))
    await announceOrder(ctx, { kind: 'changed', orderId, totalKurus: order.totalKurus })
    return 'waits'
  })
}

/** An excess that the owner closed with a note stays closed, as long as what is left pays the order without it. */
function withoutClosed(attempt: Attempt, leftKurus: number, takenBackKurus: number): number {
  if (attempt.status !== 'SUCCEEDED') return leftKurus
  const restKurus = takenKurus(attempt) - takenBackKurus
  return restKurus >= attempt.amountKurus ? Math.min(leftKurus, restKurus) : leftKurus
}

/** The line of a statement that showed it is free again, for the order that it belongs to. */
async function markTakenBack(ctx: Ctx, { id: attemptId }: Attempt, receiptId: string, actorId: string | undefined) {
  const own = and(eq(transferReceipts.id, receiptId), eq(transferReceipts.attemptId, attemptId))
  const [receipt] = isId(receiptId) ? await ctx.db.select().from(transferReceipts).where(own) : []
  if (!receipt) throw notFound('Bu siparişe işlenmiş böyle bir ödeme yok.')
  if (receipt.takenBackAt) throw new ShopError('CONFLICT', 'Bu ödeme daha önce geri alınmış; siparişe bakın.')
  await ctx.db
    .update(transferReceipts)
    .set({ takenBackAt: ctx.clock(), takenBackBy: actorId ?? null, lineKey: null })
    .where(own)
  return receipt
}

async function setReceived(ctx: Ctx, { id }: Attempt, kurus: number): Promise<void> {
  await ctx.db
    .update(paymentAttempts)
    .set({ chargedKurus: kurus === 0 ? null : kurus, updatedAt: ctx.clock() })
    .where(eq(paymentAttempts.id, id))
}

async function waitAgain(ctx: Ctx, attempt: Attempt, { id: orderId }: OrderRow, leftKurus: number): Promise<void> {
  if (attempt.status === 'AWAITING_TRANSFER') {
    await setReceived(ctx, attempt, leftKurus)
    await extendDeadline(ctx, attempt)
    return
  }
  const now = ctx.clock()
  const deadline = await deadlineOf(ctx)
  const left = { chargedKurus: leftKurus === 0 ? null : leftKurus, providerPaymentId: null, leaseUntil: deadline }
  await move(ctx, attempt, ['SUCCEEDED'], 'AWAITING_TRANSFER', 'its transfer was entered by mistake', left)
  // The mail about the mistake reminds her too.
  await ctx.db.update(transfers).set({ deadline, remindedAt: now }).where(eq(transfers.attemptId, attempt.id))
  await ctx.db
    .update(orders)
    .set({ status: 'PENDING', paymentStatus: 'AWAITING_TRANSFER', paidAt: null, updatedAt: now })
    .where(eq(orders.id, orderId))
}

/** Steps that were taken because the money seemed to be there cannot be undone with it. */
async function refuseOnceRelied(ctx: Ctx, attempt: Attempt, order: OrderRow): Promise<void> {
  if (attempt.status !== 'SUCCEEDED' && attempt.status !== 'AWAITING_TRANSFER')
    throw kept('Bu sipariş sona ermiş; işlenen ödemesi geri alınamaz.')
  const given = and(eq(refunds.attemptId, attempt.id), ne(refunds.status, 'FAILED'))
  if ((await ctx.db.$count(refunds, given)) > 0)
    throw kept('Bu siparişten para iade edildi ya da edilecek; işlenen ödemesi geri alınamaz.')
  if (attempt.status === 'AWAITING_TRANSFER') return
  if (order.shippedAt || order.deliveredAt)
    throw kept('Gönderilmiş bir siparişin ödemesi geri alınamaz; gelmeyen parayı müşterinizden isteyin.')
  if (order.status !== 'PENDING' && order.status !== 'CONFIRMED')
    throw kept('Paketlenmiş bir siparişin ödemesi geri alınamaz; önce durumunu “Onay Bekliyor” yapın.')
  if (order.exchangeOf || order.movedKurus > 0) throw kept('Bir değişime bağlı siparişin ödemesi geri alınamaz.')
  await refuseWhileReturning(ctx, order.id)
  const invoiced = and(eq(orderInvoices.orderId, order.id), isNull(orderInvoices.replacedAt))
  if ((await ctx.db.$count(orderInvoices, invoiced)) > 0)
    throw kept('Faturası yüklenmiş bir siparişin ödemesi geri alınamaz; gerekirse siparişi iptal edin.')
}

function kept(message: string): ShopError {
  return new ShopError('CONFLICT', message)
}
