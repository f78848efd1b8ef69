import { recordChange } from '../audit/audit.ts'
import { type Ctx, inTransaction, isId, requireRight } from '../ctx.ts'
import { notFound, ShopError } from '../errors.ts'
import { formatKurus } from '../money.ts'
import { shownOrderId } from '../order-id.ts'
import type { RefundDecision } from '../payments/contract.ts'
import { findRefund, isWaitingItsTurn, lookForRefund, needsDecision, type Refund } from '../payments/refunds.ts'
import { settleRefund } from './refunds.ts'

/**
 * Settles a refund as the owner saw it in the provider's own panel. The provider's books are read once more before: what
 * they prove overrides the owner's decision.
 */
export async function decideRefund(ctx: Ctx, id: string, { outcome, note }: RefundDecision): Promise<void> {
  requireRight(ctx, 'payments')
  const refund = isId(id) ? await findRefund(ctx, id) : undefined
  if (!refund) throw notFound('İade bulunamadı.')
  if (refund.status !== 'REQUESTED') throw alreadySettled()
  if (refund.byHand) {
    if (outcome === 'not-gone') throw stillOwed()
    if (await isWaitingItsTurn(ctx, refund)) throw notYetOwed()
  } else if (!needsDecision(ctx, refund)) {
    throw new ShopError('CONFLICT', 'Bu iadenin sonucu hâlâ bankadan bekleniyor; bir gün dolmadan karar verilemez.')
  }
  if (outcome === 'not-gone') await refuseIfGone(ctx, refund)
  await inTransaction(ctx, async (ctx) => {
    if (!(await settleRefund(ctx, refund, outcome === 'gone' ? 'SUCCEEDED' : 'FAILED'))) throw alreadySettled()
    await recordChange(ctx, {
      action: 'payment.resolve',
      subject: { id: refund.orderId, name: `Sipariş ${shownOrderId(refund.orderId)}` },
      after: { resolution: outcome, refundedKurus: outcome === 'gone' ? refund.amountKurus : 0, note },
    })
  })
}

async function refuseIfGone(ctx: Ctx, refund: Refund): Promise<void> {
  const found = await lookForRefund(ctx, refund)
  if (found.kind === 'refunded') {
    await settleRefund(ctx, refund, 'SUCCEEDED')
    throw new ShopError('CONFLICT', 'Ödeme kuruluşunun kaydına göre para gitmiş; iade tamamlandı, yeniden istemeyin.')
  }
  const shownKurus = found.kind === 'unknown' ? (found.shownKurus ?? 0) : 0
  if (shownKurus > 0) {
    throw new ShopError(
      'CONFLICT',
      `Ödeme kuruluşunun kaydında bu iade için ${formatKurus(shownKurus)} gitmiş görünüyor; farkı oradan tamamlayıp “Para gitti” ile kapatın.`,
    )
  }
}

function stillOwed(): ShopError {
  return new ShopError('CONFLICT', 'Bu tutarı müşteriye hâlâ borçlusunuz; gönderdiğinizde “Gönderdim” deyin.')
}

function notYetOwed(): ShopError {
  const message = 'Aynı siparişin kartla ödenen kısmı henüz iade edilmedi; banka sonuçlandırınca bu tutarı gönderin.'
  return new ShopError('CONFLICT', message)
}

function alreadySettled(): ShopError {
  return new ShopError('CONFLICT', 'Bu iade bu sırada sonuçlandı; sayfayı yenileyin.')
}
