import { and, desc, eq, not } from 'drizzle-orm'
import { z } from 'zod'
import { recordChange } from '../audit/audit.ts'
import { type Ctx, inTransaction, isId, newId, requireRight } from '../ctx.ts'
import { notFound, ShopError } from '../errors.ts'
import { ruledText } from '../fields/contract.ts'
import { checkIban, maskIban, plainIban } from '../fields/iban.ts'
import { lineRule } from '../fields/rules.ts'
import { shownOrderId } from '../order-id.ts'
import { findRefund, waitsItsTurn } from '../payments/refunds.ts'
import { refunds } from '../payments/schema.ts'
import { requireOwnOrder } from './locked.ts'
import { orderEvents } from './schema.ts'

export const RefundAccount = z.object({
  iban: ruledText(checkIban, { minLength: 26, maxLength: 40 }, plainIban),
  holder: ruledText(lineRule('Hesap sahibinin adı gerekli', 120), { minLength: 1, maxLength: 120 }),
})
export type RefundAccount = z.infer<typeof RefundAccount>

/** Where money that the owner pays back by hand is to go, and how much it is. */
export type OwedByHand = { amountKurus: number; iban: string | null; holder: string | null }

/** The sum that the owner still has to transfer for an order; undefined when nothing is owed. */
export async function findOwedByHand(ctx: Ctx, orderId: string): Promise<OwedByHand | undefined> {
  const owed = await ctx.db
    .select({ amountKurus: refunds.amountKurus, iban: refunds.iban, holder: refunds.ibanHolder })
    .from(refunds)
    .where(stillOwed(orderId))
    .orderBy(desc(refunds.createdAt))
  const [newest] = owed
  return newest && { ...newest, amountKurus: owed.reduce((sum, { amountKurus }) => sum + amountKurus, 0) }
}

/** Names the account for one's own order; CONFLICT when nothing is owed by hand. */
export async function nameRefundAccount(ctx: Ctx, orderId: string, account: RefundAccount): Promise<void> {
  await requireOwnOrder(ctx, orderId)
  await writeAccount(ctx, orderId, account)
}

/**
 * The owner enters the account that a customer told her, for all that is owed by hand of the refund's order. The order's
 * history has the end of the IBAN and who wrote it: whoever changes where money goes is known.
 */
export async function enterRefundAccount(ctx: Ctx, refundId: string, account: RefundAccount): Promise<void> {
  const actorId = requireRight(ctx, 'payments')
  const refund = isId(refundId) ? await findRefund(ctx, refundId) : undefined
  if (!refund) throw notFound('İade bulunamadı.')
  const { orderId } = refund
  await inTransaction(ctx, async (ctx) => {
    const before = await findOwedByHand(ctx, orderId)
    await writeAccount(ctx, orderId, account)
    const masked = maskIban(account.iban)
    const note = `İade hesabını mağaza yazdı: ${masked}`
    await ctx.db
      .insert(orderEvents)
      .values({ id: newId(), orderId, type: 'note', note, actorId: actorId ?? null, createdAt: ctx.clock() })
    await recordChange(ctx, {
      action: 'payment.account',
      subject: { id: orderId, name: `Sipariş ${shownOrderId(orderId)}` },
      before: before?.iban ? { iban: maskIban(before.iban) } : {},
      after: { iban: masked },
    })
  })
}

async function writeAccount(ctx: Ctx, orderId: string, { iban, holder }: RefundAccount): Promise<void> {
  const named = await ctx.db
    .update(refunds)
    .set({ iban, ibanHolder: holder, updatedAt: ctx.clock() })
    .where(stillOwed(orderId))
    .returning({ id: refunds.id })
  if (named.length === 0) throw new ShopError('CONFLICT', 'Bu siparişte IBAN’a gönderilecek bir iade yok.')
}

function stillOwed(orderId: string) {
  return and(eq(refunds.orderId, orderId), eq(refunds.status, 'REQUESTED'), eq(refunds.byHand, true), not(waitsItsTurn))
}
