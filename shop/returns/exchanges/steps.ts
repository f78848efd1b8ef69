/** The effect of each step of the old pieces on the new ones. */

import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { ShopError } from '../../errors.ts'
import { lockOrder, lockWaitingPayment, refuseWhileCancelling } from '../../orders/locked.ts'
import { finishRefund } from '../../orders/refunds.ts'
import { queueReturnMail } from '../mails.ts'
import { type ReturnRow, returns } from '../schema.ts'
import { findReturnSettings } from '../settings.ts'
import { findReplacement, keepReserved, type OrderRow, release, swapsOf, writeReplacement } from './replacement.ts'

/** She has handed the old pieces over. */
export async function onItsWay(ctx: Ctx, row: ReturnRow): Promise<void> {
  const replacement = await findReplacement(ctx, row)
  if (!replacement) return
  await keepReserved(ctx, row)
  if ((await findReturnSettings(ctx)).exchangeSend === 'ON_ITS_WAY') await release(ctx, replacement)
}

/** The old pieces are here. New ones that were not kept so long are taken out of stock again, or she chooses once more. */
export async function onArrival(ctx: Ctx, row: ReturnRow, order: OrderRow): Promise<void> {
  if (row.kind !== 'EXCHANGE') return
  if (await findReplacement(ctx, row)) return keepReserved(ctx, row)
  try {
    await inTransaction(ctx, async (ctx) => {
      const kept = await writeReplacement(ctx, order, await swapsOf(ctx, row.id))
      await ctx.db.update(returns).set(kept).where(eq(returns.id, row.id))
      await keepReserved(ctx, { ...row, ...kept })
    })
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    await queueReturnMail(ctx, row.id, 'CHOOSE_AGAIN')
  }
}

/**
 * Requires that the new pieces can be sent for the old ones: still kept, and their difference paid. Returns what the refund of
 * the old ones is made of.
 */
export async function requireExchangeable(ctx: Ctx, row: ReturnRow) {
  const found = await findReplacement(ctx, row)
  if (!found || row.worthKurus === null) throw notKept()
  const waiting = await lockWaitingPayment(ctx, found.id)
  const replacement = await lockOrder(ctx, found.id)
  if (replacement.status === 'CANCELLED') throw notKept()
  await refuseWhileCancelling(ctx, found.id)
  if (waiting && waiting.amountKurus > 0) throw notPaid()
  const { exchangeKurus: movedKurus } = replacement
  return { replacement, exchanged: { movedKurus, backKurus: row.worthKurus - movedKurus } }
}

/** Asks the bank for a difference that goes back as the exchange ended; it is carried through by itself where that fails. */
export async function finishDifference(ctx: Ctx, refundId: string | undefined): Promise<void> {
  if (!refundId) return
  ctx.atStep?.('refund-written')
  await finishRefund(ctx, refundId).catch((error: unknown) => {
    if (!(error instanceof ShopError)) throw error
    ctx.log.warn({ err: error, refundId }, 'the difference of an exchange has not gone back yet')
  })
}

function notKept(): ShopError {
  const message = 'Yeni ürün artık ayrılmış değil: müşteri hesabından yeniden seçmeli, ya da değişimi iadeye çevirin.'
  return new ShopError('CONFLICT', message)
}

function notPaid(): ShopError {
  return new ShopError('CONFLICT', 'Müşteri değişimin farkını henüz ödemedi; ödeyince tamamlayabilirsiniz.')
}
