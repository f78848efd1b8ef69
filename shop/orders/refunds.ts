import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction, newId } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { askForRefund, closeRefund, type Refund } from '../payments/refunds.ts'
import { returnStock } from '../payments/stock.ts'
import type { NewItemRefund } from './contract.ts'
import { releaseItemRefund, requestItemRefund, settleItemRefund } from './item-refunds.ts'
import { queueCancellationMail } from './mails.ts'
import { orderEvents, orders } from './schema.ts'

/**
 * Carries a requested refund through: asks the provider (the refund's id makes asking twice pay once), then writes what
 * follows from it in one transaction. Throws CONFLICT when the bank refuses, UNAVAILABLE while the outcome is unknown.
 */
export async function finishRefund(ctx: Ctx, refundId: string): Promise<void> {
  const asked = await askForRefund(ctx, refundId)
  if (!asked) return
  const { refund, answer } = asked
  switch (answer.kind) {
    case 'unknown':
      throw new ShopError(
        'UNAVAILABLE',
        'Banka iadeyi henüz sonuçlandırmadı; mağaza iadeyi kendiliğinden tamamlayacak.',
      )
    case 'refused':
      await inTransaction(ctx, async (ctx) => {
        await lockFirst(ctx, refund)
        if ((await closeRefund(ctx, refund, 'FAILED')) && refund.reason === 'items')
          await releaseItemRefund(ctx, refund)
      })
      throw new ShopError('CONFLICT', `${refusals[refund.reason]}: ${answer.message}`)
    case 'refunded':
      await inTransaction(ctx, async (ctx) => {
        await lockFirst(ctx, refund)
        if (!(await closeRefund(ctx, refund, 'SUCCEEDED'))) return
        if (refund.reason === 'cancellation') await markCancelled(ctx, refund)
        if (refund.reason === 'items') await settleItemRefund(ctx, refund)
      })
  }
}

/** The order before its payment, as whoever asks for a refund locks them: in the other order two would wait for each other. */
async function lockFirst(ctx: Ctx, refund: Refund): Promise<void> {
  await ctx.db.select({ id: orders.id }).from(orders).where(eq(orders.id, refund.orderId)).for('update')
}

const refusals: Record<Refund['reason'], string> = {
  cancellation: 'Sipariş iptal edilemedi',
  items: 'İade yapılamadı',
  'late-charge': 'İade yapılamadı',
}

/** Pays units of an order back through the bank; a crash in between is carried through by the next recovery. */
export async function refundItems(ctx: Ctx, orderId: string, input: NewItemRefund, key?: string): Promise<void> {
  const refundId = await requestItemRefund(ctx, orderId, input, key)
  ctx.atStep?.('refund-written')
  await finishRefund(ctx, refundId)
}

async function markCancelled(ctx: Ctx, refund: Refund): Promise<void> {
  const now = ctx.clock()
  const [order] = await ctx.db
    .update(orders)
    .set({ status: 'CANCELLED', paymentStatus: 'REFUNDED', cancelledAt: now, updatedAt: now })
    .where(eq(orders.id, refund.orderId))
    .returning({ userId: orders.userId })
  await ctx.db.insert(orderEvents).values({
    id: newId(),
    orderId: refund.orderId,
    type: 'cancelled',
    status: 'CANCELLED',
    note: refund.actorId === order?.userId ? 'Müşteri iptal etti' : '',
    actorId: refund.actorId,
    createdAt: now,
  })
  await returnStock(ctx, refund.orderId)
  await queueCancellationMail(ctx, refund.orderId, refund.amountKurus)
}
