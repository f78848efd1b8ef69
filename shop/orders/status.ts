import { eq } from 'drizzle-orm'
import { recordChange } from '../audit/audit.ts'
import { type Ctx, inTransaction, newId, requireAdmin, requireUser } from '../ctx.ts'
import { brokenConstraint, ShopError } from '../errors.ts'
import { requestRefund } from '../payments/refunds.ts'
import { after, seconds } from '../time.ts'
import { type OrderStatusChange, shownOrderId } from './contract.ts'
import { announceOrder } from './feed.ts'
import {
  beingCancelled,
  getPaid,
  lockOrder,
  noSuchOrder,
  refuseWhileCancelling,
  refuseWhileRefunding,
} from './locked.ts'
import { queueStepMail } from './mails.ts'
import { getOrderAsAdmin, type Order } from './orders.ts'
import { finishRefund } from './refunds.ts'
import { orderEvents, orders } from './schema.ts'

type OrderRow = typeof orders.$inferSelect

/**
 * Sets an order's status, notes, carrier and tracking number; the buyer hears of each step. CANCELLED does what
 * cancelOrder does; leaving CANCELLED is CONFLICT.
 */
export async function changeOrderStatus(ctx: Ctx, id: string, change: OrderStatusChange): Promise<Order> {
  const adminId = await requireAdmin(ctx)
  if (change.status === 'CANCELLED') await cancelOrder(ctx, id)
  await inTransaction(ctx, async (ctx) => {
    const now = ctx.clock()
    const before = await lockOrder(ctx, id)
    if (before.status === 'CANCELLED' && change.status !== 'CANCELLED') {
      throw new ShopError('CONFLICT', 'İptal edilmiş bir siparişin durumu değiştirilemez.')
    }
    await refuseWhileCancelling(ctx, id)
    const [after] = await ctx.db
      .update(orders)
      .set({
        status: change.status,
        ...(change.adminNotes === undefined ? {} : { adminNotes: change.adminNotes }),
        ...(change.status === 'SHIPPED' && !before.shippedAt ? { shippedAt: now } : {}),
        ...(change.status === 'DELIVERED' && !before.deliveredAt ? { deliveredAt: now } : {}),
        ...(change.carrier === undefined ? {} : { carrier: change.carrier }),
        ...(change.trackingNumber === undefined ? {} : { trackingNumber: change.trackingNumber || null }),
        updatedAt: now,
      })
      .where(eq(orders.id, id))
      .returning()
    await queueStepMail(ctx, before, change)
    if (after) await noteChange(ctx, before, after)
    if (before.status === change.status) return
    await ctx.db.insert(orderEvents).values({
      id: newId(),
      orderId: id,
      type: 'status',
      status: change.status,
      actorId: adminId,
      createdAt: now,
    })
  })
  return getOrderAsAdmin(ctx, id)
}

/** For the record of who changed what, and for whoever looks at the list. */
async function noteChange(ctx: Ctx, before: OrderRow, after: OrderRow): Promise<void> {
  const subject = { id: after.id, name: shownOrderId(after.id) }
  const facts = ({ status, carrier, trackingNumber }: OrderRow) => ({ status, carrier, trackingNumber })
  await recordChange(ctx, { action: 'order.status', subject, before: facts(before), after: facts(after) })
  const notes = ({ adminNotes }: OrderRow) => ({ adminNotes })
  await recordChange(ctx, { action: 'order.note', subject, before: notes(before), after: notes(after) })
  await announceOrder(ctx, { kind: 'changed', orderId: after.id, totalKurus: after.totalKurus })
}

/**
 * Cancels an order that is not yet prepared: the money goes back at the provider, the stock returns, the status becomes
 * CANCELLED — all of it or, when the bank refuses, none. A crash in between is carried through by the next recovery.
 */
export async function cancelOrder(ctx: Ctx, id: string): Promise<void> {
  await callOff(ctx, id, { actorId: await requireAdmin(ctx) })
}

/** The buyer's own cancelling: the same, for her own order. Another's is NOT_FOUND. */
export async function cancelMyOrder(ctx: Ctx, id: string): Promise<void> {
  const userId = requireUser(ctx)
  await callOff(ctx, id, { actorId: userId, buyerId: userId })
}

async function callOff(ctx: Ctx, id: string, by: { actorId: string | undefined; buyerId?: string }): Promise<void> {
  const refundId = await inTransaction(ctx, async (ctx) => {
    const order = await lockOrder(ctx, id)
    if (by.buyerId !== undefined && order.userId !== by.buyerId) throw noSuchOrder()
    if (order.status !== 'PENDING' && order.status !== 'CONFIRMED') {
      throw new ShopError('CONFLICT', 'Sipariş iptal edilemedi: yalnızca hazırlanmamış siparişler iptal edilebilir.')
    }
    await refuseWhileCancelling(ctx, id)
    await refuseWhileRefunding(ctx, id)
    const paid = await getPaid(ctx, id)
    const refundId = await requestRefund(ctx, paid, {
      // What went back before, item by item, does not go back twice.
      amountKurus: paid.amountKurus - paid.refundKurus,
      reason: 'cancellation',
      actorId: by.actorId,
      leaseUntil: after(ctx.clock(), seconds(15)),
    }).catch((error: unknown) => {
      if (brokenConstraint(error) === 'refunds_cancellation_key') throw beingCancelled()
      throw error
    })
    if (!refundId) throw beingCancelled()
    return refundId
  })
  ctx.atStep?.('refund-written')
  await finishRefund(ctx, refundId)
}
