/**
 * A sum of the owner's choice given back, such as for a late parcel or a lost button, up to what is left of the order. It
 * goes the way it was paid, by the same rows as a refund by item, and its reason is told wherever it is shown.
 */

import { eq } from 'drizzle-orm'
import { type Ctx, requireRight } from '../../ctx.ts'
import type { Refund } from '../../payments/refunds.ts'
import { getPaid } from '../locked.ts'
import { queueFreeRefundMail } from '../mails.ts'
import { itemRefunds } from '../schema.ts'
import { agreedWords, noteGivenBack } from './given.ts'
import { givenFacts, givenWords, requestOrderRefund } from './order-refunds.ts'
import { requestOnce } from './requests.ts'

export type FreeRefund = {
  amountKurus: number
  reason: string
  asCredit?: boolean
  refundsSeen?: number | undefined
}

/** Writes it down; finishRefund then asks the bank. Returns the refund's id, the same for the same key. */
export async function requestFreeRefund(ctx: Ctx, orderId: string, input: FreeRefund, key?: string): Promise<string> {
  const actorId = requireRight(ctx, 'orders')
  const { refundsSeen, ...sum } = input
  const { amountKurus, reason, asCredit = false } = sum
  const asked = { reason, asCredit, items: [], freeKurus: amountKurus, restock: false }
  return requestOnce(ctx, orderId, asked, { key, refundsSeen }, async (ctx, order) =>
    requestOrderRefund(ctx, order, await getPaid(ctx, orderId), { ...sum, reason: 'goodwill', actorId }),
  )
}

/** After the bank has paid: history, mail and audit with the reason, in the caller's transaction. */
export async function settleFreeRefund(ctx: Ctx, refund: Refund): Promise<void> {
  const [asked] = await ctx.db.select().from(itemRefunds).where(eq(itemRefunds.refundId, refund.id))
  const reason = asked?.note ?? ''
  const note = `${givenWords(refund)}${agreedWords(asked)}: ${reason}`
  await noteGivenBack(ctx, refund, note, {
    ...givenFacts(refund),
    reason,
    ...(asked?.asCredit ? { agreed: true } : {}),
  })
  await queueFreeRefundMail(ctx, refund, reason)
}
