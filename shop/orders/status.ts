/**
 * Which status may follow which: staff may set any after any other, also back, with two exceptions. CANCELLED follows only
 * PENDING and CONFIRMED, as it gives the money back, and nothing follows CANCELLED. Buyers only cancel, before the parcel left.
 */

import { and, eq, isNotNull } from 'drizzle-orm'
import { recordChange } from '../audit/audit.ts'
import { type Ctx, inRetriedTransaction, inTransaction, newId, requireRight } from '../ctx.ts'
import { brokenConstraint, ShopError } from '../errors.ts'
import { shownOrderId } from '../order-id.ts'
import { refunds } from '../payments/schema.ts'
import { returns } from '../returns/schema.ts'
import { findEasyReturns } from '../settings/returns/easy-returns.ts'
import type { OrderStatusChange } from './contract.ts'
import { announceOrder } from './feed.ts'
import { leftOf } from './giving-back/left.ts'
import { requestOrderRefund } from './giving-back/order-refunds.ts'
import { refuseWhileWithdrawn } from './giving-back/unsent.ts'
import {
  beingCancelled,
  getPaid,
  lockOrder,
  lockOrigin,
  lockWaitingPayment,
  refuseWhileCancelling,
  refuseWhileRefunding,
  refuseWhileReturning,
  requireOwnOrder,
} from './locked.ts'
import { queueStepMail } from './mails.ts'
import { getOrderAsAdmin, type Order } from './orders.ts'
import { cancelUnpaid } from './placed.ts'
import { finishRefund, markCancelled } from './refunds.ts'
import { orderEvents, orders } from './schema.ts'

type OrderRow = typeof orders.$inferSelect

/**
 * Sets an order's status, notes, carrier and tracking number; the buyer gets a mail at each step. CANCELLED does what
 * cancelOrder does; leaving CANCELLED is CONFLICT, as is sending an order whose withdrawal was not seen. `told` is shown beside the step
 * in the order's history, to the buyer too.
 */
export async function changeOrderStatus(ctx: Ctx, id: string, change: OrderStatusChange, told = ''): Promise<Order> {
  const adminId = requireRight(ctx, 'orders')
  if (change.status === 'CANCELLED') await cancelOrder(ctx, id)
  await inTransaction(ctx, async (ctx) => {
    const before = await lockOrder(ctx, id)
    // Once its turn has come, so that the history stands in the order in which it happened.
    const now = ctx.clock()
    const { status = before.status } = change
    if (before.status === 'CANCELLED' && status !== 'CANCELLED') {
      throw new ShopError('CONFLICT', 'İptal edilmiş bir siparişin durumu değiştirilemez.')
    }
    refuseOtherNotes(before, change)
    // A note may be written meanwhile.
    if (before.status !== status) refuseTooEarly(before)
    await refuseWhileCancelling(ctx, id)
    if (status === 'SHIPPED' || status === 'DELIVERED') {
      await refuseWhileWithdrawn(ctx, before, { seen: change.withdrawalSeen === true })
    }
    const [after] = await ctx.db
      .update(orders)
      .set({
        status,
        ...(change.adminNotes === undefined ? {} : { adminNotes: change.adminNotes }),
        ...(status === 'SHIPPED' && !before.shippedAt ? { shippedAt: now } : {}),
        ...(status === 'DELIVERED' && !before.deliveredAt ? { deliveredAt: now } : {}),
        ...(change.carrier === undefined ? {} : { carrier: change.carrier }),
        ...(change.trackingNumber === undefined ? {} : { trackingNumber: change.trackingNumber || null }),
        updatedAt: now,
      })
      .where(eq(orders.id, id))
      .returning()
    await queueStepMail(ctx, before, { ...change, status })
    if (after) await noteChange(ctx, before, after)
    if (before.status === status) return
    await ctx.db.insert(orderEvents).values({
      id: newId(),
      orderId: id,
      type: 'status',
      status,
      note: told,
      actorId: adminId,
      createdAt: now,
    })
  })
  return getOrderAsAdmin(ctx, id)
}

/** When two people write the notes at once, the second reads the text of the first before she overwrites it. */
function refuseOtherNotes({ adminNotes }: OrderRow, { adminNotes: wanted, adminNotesSeen: seen }: OrderStatusChange) {
  if (wanted === undefined || seen === undefined || seen === adminNotes || wanted === adminNotes) return
  const now = adminNotes === '' ? 'silindi' : `değiştirildi: “${adminNotes.slice(0, 200)}”`
  const message = `Not kaydedilmedi; bu arada ${now}. Gerekirse ekleyip yeniden kaydedin.`
  throw new ShopError('EDIT_CONFLICT', message, { data: { adminNotes } })
}

/** Records the change in the audit and announces it to open panels. */
async function noteChange(ctx: Ctx, before: OrderRow, after: OrderRow): Promise<void> {
  const subject = { id: after.id, name: shownOrderId(after.id) }
  const facts = ({ status, carrier, trackingNumber }: OrderRow) => ({ status, carrier, trackingNumber })
  await recordChange(ctx, { action: 'order.status', subject, before: facts(before), after: facts(after) })
  const notes = ({ adminNotes }: OrderRow) => ({ adminNotes })
  await recordChange(ctx, { action: 'order.note', subject, before: notes(before), after: notes(after) })
  await announceOrder(ctx, { kind: 'changed', orderId: after.id, totalKurus: after.totalKurus })
}

/**
 * Cancels an order that is not yet prepared: the provider refunds the money, the stock returns, the status becomes
 * CANCELLED; when the bank refuses, nothing changes. After a crash in between, recovery finishes it. Units that were shipped
 * before return to stock only when the owner says so.
 */
export async function cancelOrder(ctx: Ctx, id: string, { restock }: { restock?: boolean | undefined } = {}) {
  const actorId = requireRight(ctx, 'orders')
  await callOff(ctx, id, actorId, (order) => restock ?? !wasShipped(order))
}

/** Cancels the buyer's own order. Another's is NOT_FOUND; a shipped one needs a return. */
export async function cancelMyOrder(ctx: Ctx, id: string): Promise<void> {
  const userId = await requireOwnOrder(ctx, id)
  const { enabled: byHerself } = await findEasyReturns(ctx)
  await callOff(ctx, id, userId, (order) => {
    if (wasShipped(order)) throw alreadyShipped(order, byHerself)
    if (order.status === 'PREPARED') throw alreadyPacked(byHerself)
    return true
  })
}

/** Whether the parcel ever left the shop, even if the status was set back since. */
function wasShipped(order: OrderRow): boolean {
  return order.shippedAt !== null || order.deliveredAt !== null
}

/** `decide` refuses by throwing, or returns whether the units return to stock. */
async function callOff(
  ctx: Ctx,
  id: string,
  actorId: string | undefined,
  decide: (order: OrderRow) => boolean,
): Promise<void> {
  const refundId = await inRetriedTransaction(ctx, (ctx) => writeCallOff(ctx, id, actorId, decide))
  if (!refundId) return
  ctx.atStep?.('refund-written')
  await finishRefund(ctx, refundId)
}

/** Writes a cancellation in the caller's transaction. Returns the refund that the bank is still to be asked for. */
export async function writeCallOff(
  ctx: Ctx,
  id: string,
  actorId: string | undefined,
  decide: (order: OrderRow) => boolean,
): Promise<string | undefined> {
  await lockOrigin(ctx, id)
  // Locked before the order, as in every payment.
  const waiting = await lockWaitingPayment(ctx, id)
  const order = await lockOrder(ctx, id)
  const restock = decide(order)
  if (order.status !== 'PENDING' && order.status !== 'CONFIRMED') {
    const why =
      order.status === 'CANCELLED' ? 'daha önce iptal edilmiş.' : 'yalnızca hazırlanmamış siparişler iptal edilebilir.'
    const message = `Sipariş iptal edilemedi: ${why}`
    throw new ShopError('CANCELLATION_REFUSED', message)
  }
  await refuseWhileExchanging(ctx, order)
  if (waiting) {
    const by =
      actorId === order.userId
        ? { note: 'Müşteri iptal etti', told: 'isteğiniz üzerine iptal edildi' }
        : { note: 'Ödemesi alınmadan iptal edildi', told: 'mağazamız tarafından iptal edildi' }
    await cancelUnpaid(ctx, waiting, { cause: 'the order was cancelled', ...by, actorId, restock })
    return undefined
  }
  await refuseWhileReturning(ctx, id, actorId === order.userId)
  await refuseWhileCancelling(ctx, id)
  await refuseWhileRefunding(ctx, id)
  const paid = await getPaid(ctx, id)
  const ending = { orderId: id, actorId: actorId ?? null, restock }
  const leftKurus = leftOf(order, paid)
  if (leftKurus <= 0) {
    // Everything is refunded already, such as in the provider's own panel: there is nothing to ask the bank for.
    const { creditBackKurus: creditKurus, giftBackKurus: giftKurus } = order
    const amountKurus = Math.max(0, paid.amountKurus + order.creditKurus - creditKurus)
    await markCancelled(ctx, { ...ending, amountKurus, creditKurus, giftKurus })
    return undefined
  }
  // Earlier refunds are not given twice.
  const asked = { amountKurus: leftKurus, reason: 'cancellation', actorId } as const
  const refund = await requestOrderRefund(ctx, order, paid, asked).catch((error: unknown) => {
    if (brokenConstraint(error) === 'refunds_cancellation_key') throw beingCancelled()
    throw error
  })
  // Stored with the refund, so that recovery knows it after a crash.
  if (!restock) await ctx.db.update(refunds).set({ restock }).where(eq(refunds.id, refund.id))
  if (!refund.byHand) return refund.id
  // Nobody is asked, so the order ends now; the owner pays the money back and says when.
  const { amountKurus, creditKurus, giftKurus } = refund
  await markCancelled(ctx, { ...ending, amountKurus, creditKurus, giftKurus, isOwed: true })
  return undefined
}

/** While the difference of its exchange goes back nobody knows yet what paid for it. */
async function refuseWhileExchanging(ctx: Ctx, order: OrderRow): Promise<void> {
  const { id, exchangeOf, exchangedAt, movedKurus } = order
  if (movedKurus > 0) {
    const message = 'Bu siparişten bir ürün değiştirildi; önce değişim siparişini sonuçlandırın ya da iptal edin.'
    throw new ShopError('CONFLICT', message)
  }
  if (!exchangeOf || exchangedAt) return
  const completing = await ctx.db.$count(returns, and(eq(returns.replacementId, id), isNotNull(returns.refundId)))
  if (completing > 0) {
    throw new ShopError('CONFLICT', 'Bu siparişin değişimi sonuçlanıyor; fark iade edilince yeniden deneyin.')
  }
}

function exchangeUnderWay({ paymentStatus, exchangeKurus, totalKurus }: OrderRow): ShopError {
  const isUnpaid = paymentStatus === 'PENDING' && exchangeKurus < totalKurus
  const missing = isUnpaid ? 'müşteri farkı ödemeden' : 'müşterinin eski ürünü gelmeden ve değişim tamamlanmadan'
  const message = `Değişim siparişi, ${missing} hazırlanamaz; İadeler bölümünden izleyin.`
  return new ShopError('CONFLICT', message)
}

/** Refuses a step before the order may be prepared. A cancellation has been done before this and passes. */
function refuseTooEarly(order: OrderRow): void {
  const why = whyTooEarly(order)
  if (why) throw why
}

/** Why an order may not be prepared, packed or sent yet: its money, or what it is exchanged for, is to come. */
export function whyTooEarly(order: OrderRow): ShopError | undefined {
  const { paymentStatus, waitsForReturn } = order
  if (paymentStatus === 'AWAITING_TRANSFER') return transferMissing()
  if (waitsForReturn) return exchangeUnderWay(order)
  return paymentStatus === 'PENDING' ? paymentMissing() : undefined
}

function paymentMissing(): ShopError {
  const message = 'Ödemesi beklenen bir sipariş hazırlanamaz; ödeme bağlantısını gönderin ya da siparişi iptal edin.'
  return new ShopError('CONFLICT', message)
}

function transferMissing(): ShopError {
  const way = 'önce “Ödeme geldi” deyin ya da siparişi iptal edin.'
  return new ShopError('CONFLICT', `Havalesi beklenen bir sipariş hazırlanamaz; ${way}`)
}

function alreadyPacked(byHerself: boolean): ShopError {
  const way = byHerself ? 'siparişinizin sayfasında “İade et” diyebilirsiniz.' : 'vazgeçtiyseniz bize yazabilirsiniz.'
  return new ShopError('CANCELLATION_REFUSED', `Siparişiniz paketlendiği için iptal edilemez; ${way}`)
}

function alreadyShipped({ status }: OrderRow, byHerself: boolean): ShopError {
  if (status === 'CANCELLED') return new ShopError('CONFLICT', 'Siparişiniz iptal edilmiş.')
  const way = byHerself ? 'siparişinizin sayfasında “İade et” diyebilirsiniz' : 'iade için bize yazabilirsiniz'
  const open = status === 'SHIPPED' || status === 'PREPARED'
  const told = open ? `${way}, teslimatı beklemeniz gerekmez.` : 'iade için bize yazabilirsiniz.'
  return new ShopError('CONFLICT', `Siparişiniz kargoya verildiği için iptal edilemez; ${told}`)
}
