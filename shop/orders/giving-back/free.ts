/**
 * A sum of the owner's choice given back, such as for a late parcel or a lost button, up to what is left of the order. It
 * goes the way it was paid, by the same rows as a refund by item, and its reason is told wherever it is shown.
 */

import { eq } from 'drizzle-orm'
import { type Ctx, requireRight } from '../../ctx.ts'
import { formatKurus } from '../../money.ts'
import { type Refund, requestRefund } from '../../payments/refunds.ts'
import { after, seconds } from '../../time.ts'
import { getPaid } from '../locked.ts'
import { queueFreeRefundMail } from '../mails.ts'
import { itemRefunds } from '../schema.ts'
import { noteGivenBack } from './given.ts'
import { requestOnce } from './requests.ts'

export type FreeRefund = { amountKurus: number; reason: string }

/** Writes it down; finishRefund then asks the bank. Returns the refund's id, the same for the same key. */
export async function requestFreeRefund(ctx: Ctx, orderId: string, input: FreeRefund, key?: string): Promise<string> {
  const actorId = requireRight(ctx, 'orders')
  const { amountKurus, reason } = input
  const asked = { items: [], freeKurus: amountKurus, restock: false, reason }
  return requestOnce(ctx, orderId, asked, key, async (ctx) =>
    requestRefund(ctx, await getPaid(ctx, orderId), {
      amountKurus,
      reason: 'goodwill',
      actorId,
      leaseUntil: after(ctx.clock(), seconds(15)),
    }),
  )
}

/** After the bank has paid: history, mail and audit with the reason, in the caller's transaction. */
export async function settleFreeRefund(ctx: Ctx, refund: Refund): Promise<void> {
  const { orderId, amountKurus } = refund
  const [asked] = await ctx.db.select().from(itemRefunds).where(eq(itemRefunds.refundId, refund.id))
  const reason = asked?.note ?? ''
  await noteGivenBack(ctx, refund, `${formatKurus(amountKurus)} iade edildi: ${reason}`, {
    refundedKurus: amountKurus,
    reason,
  })
  await queueFreeRefundMail(ctx, orderId, { amountKurus, reason })
}
