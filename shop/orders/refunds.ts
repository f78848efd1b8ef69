import { eq } from 'drizzle-orm'
import { recordChange } from '../audit/audit.ts'
import { type Ctx, inTransaction, newId } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { askForRefund, closeRefund, type Refund } from '../payments/refunds.ts'
import { returnStock } from '../payments/stock.ts'
import { type NewItemRefund, shownOrderId } from './contract.ts'
import { announceOrder } from './feed.ts'
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
  const [before] = await ctx.db.select().from(orders).where(eq(orders.id, refund.orderId))
  if (!before) throw new Error(`order ${refund.orderId} is gone`)
  await ctx.db
    .update(orders)
    .set({ status: 'CANCELLED', paymentStatus: 'REFUNDED', cancelledAt: now, updatedAt: now })
    .where(eq(orders.id, refund.orderId))
  const byBuyer = refund.actorId === before.userId
  await ctx.db.insert(orderEvents).values({
    id: newId(),
    orderId: refund.orderId,
    type: 'cancelled',
    status: 'CANCELLED',
    note: byBuyer ? 'Müşteri iptal etti' : '',
    actorId: refund.actorId,
    createdAt: now,
  })
  await returnStock(ctx, refund.orderId)
  await queueCancellationMail(ctx, refund.orderId, refund.amountKurus)
  await announceOrder(ctx, { kind: 'changed', orderId: before.id, totalKurus: before.totalKurus })
  if (byBuyer) return
  await recordChange(ctx, {
    action: 'order.cancel',
    subject: { id: before.id, name: shownOrderId(before.id) },
    before: { status: before.status },
    after: { status: 'CANCELLED', refundedKurus: refund.amountKurus },
    ...(refund.actorId ? { actorId: refund.actorId } : {}),
  })
}
