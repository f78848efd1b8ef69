import { eq } from 'drizzle-orm'
import { recordChange } from '../../../audit/audit.ts'
import { type Ctx, inRetriedTransaction, requireRight } from '../../../ctx.ts'
import { ShopError } from '../../../errors.ts'
import { shownOrderId } from '../../../order-id.ts'
import { isWithdrawn } from '../../../orders/giving-back/unpaid-returns.ts'
import { lockOrder, lockWaitingPayment } from '../../../orders/locked.ts'
import { cancelUnpaid } from '../../../orders/placed.ts'
import { orders } from '../../../orders/schema.ts'
import type { Attempt } from '../../../payments/attempt-rows.ts'
import { byHand } from '../../../payments/providers.ts'
import { settleAttempt } from '../../attempts.ts'

/** The money of an order that is paid at the door came, from the courier or the carrier; CONFLICT when it is not awaited. */
export async function markCollected(ctx: Ctx, orderId: string): Promise<void> {
  const actorId = requireRight(ctx, 'orders')
  await inRetriedTransaction(ctx, async (ctx) => {
    const { attempt, order } = await lockUncollected(ctx, orderId)
    const { amountKurus } = attempt
    await settleAttempt(
      ctx,
      attempt.id,
      { kind: 'charged', paymentId: byHand.door, amountKurus },
      'collected at the door',
    )
    await recordChange(ctx, {
      action: 'order.collect',
      subject: { id: orderId, name: shownOrderId(orderId) },
      before: { paymentStatus: order.paymentStatus },
      after: { paymentStatus: 'SUCCESS', amountKurus },
      ...(actorId ? { actorId } : {}),
    })
  })
}

/**
 * A parcel on its way was not taken: its order is cancelled, nothing is given back as nothing was paid, its units are on sale
 * again, and it counts against its telephone, unless she had withdrawn from all of it. CONFLICT from anywhere else.
 */
export async function markRefused(ctx: Ctx, orderId: string): Promise<void> {
  const actorId = requireRight(ctx, 'orders')
  await inRetriedTransaction(ctx, async (ctx) => {
    const { attempt, order } = await lockUncollected(ctx, orderId)
    if (order.status !== 'SHIPPED') {
      throw new ShopError('CONFLICT', 'Yalnızca kargodaki bir paket için “Teslim alınmadı” diyebilirsiniz.')
    }
    const withdrawn = await isWithdrawn(ctx, orderId)
    const words = withdrawn
      ? { note: 'Teslim alınmadan cayıldı', told: 'cayma bildiriminiz üzerine iptal edildi' }
      : { note: 'Teslim alınmadı', told: 'paketi teslim alınmadığı için iptal edildi' }
    await cancelUnpaid(ctx, attempt, { cause: 'the parcel was refused', ...words, actorId, restock: true })
    if (withdrawn) return
    await ctx.db.update(orders).set({ refusedAt: ctx.clock() }).where(eq(orders.id, orderId))
  })
}

/** Locks the payment, then its order. */
async function lockUncollected(
  ctx: Ctx,
  orderId: string,
): Promise<{ attempt: Attempt; order: typeof orders.$inferSelect }> {
  const attempt = await lockWaitingPayment(ctx, orderId)
  const order = await lockOrder(ctx, orderId)
  if (attempt?.status === 'AWAITING_COLLECTION') return { attempt, order }
  if (order.paymentMethod !== 'CASH_ON_DELIVERY') throw new ShopError('CONFLICT', 'Bu sipariş kapıda ödemeli değil.')
  const message =
    order.paidAt === null
      ? 'Bu sipariş iptal edilmiş; tahsilatı beklenmiyor.'
      : 'Bu siparişin tahsilatı daha önce kaydedilmiş; hiçbir şey değiştirilmedi.'
  throw new ShopError('CONFLICT', message)
}
