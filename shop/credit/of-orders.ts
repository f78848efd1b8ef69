import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { itemRefunds, orders } from '../orders/schema.ts'
import type { refunds } from '../payments/schema.ts'
import { book } from './ledger.ts'
import { creditEntries } from './schema.ts'

type Spending = { userId: string; orderId: string; kurus: number }

/** Spends credit on an order that is being written; false when she no longer has so much. */
export async function spendCredit(ctx: Ctx, { userId, orderId, kurus }: Spending): Promise<boolean> {
  return book(ctx, { userId, orderId, cause: 'spent', amountKurus: -kurus })
}

/** Gives the credit of an order back that was never paid in full, once however often it is called. */
export async function returnCredit(ctx: Ctx, orderId: string): Promise<void> {
  const [order] = await ctx.db
    .update(orders)
    .set({ creditReturnedAt: ctx.clock() })
    .where(and(eq(orders.id, orderId), gt(orders.creditKurus, 0), isNull(orders.creditReturnedAt)))
    .returning({ userId: orders.userId, kurus: orders.creditKurus })
  if (order) await book(ctx, { userId: order.userId, orderId, cause: 'returned', amountKurus: order.kurus })
}

/** Gives back what a paid order no longer costs; the caller has locked it and lowers its creditKurus by as much. */
export async function giveSpentBack(ctx: Ctx, { userId, orderId, kurus }: Spending): Promise<void> {
  await book(ctx, { userId, orderId, cause: 'returned', amountKurus: kurus })
}

/** Spends the credit of such an order again, as its money came late; false when she no longer has it. */
export async function retakeCredit(ctx: Ctx, orderId: string): Promise<boolean> {
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId))
  if (!order?.creditReturnedAt) return true
  if (!(await spendCredit(ctx, { userId: order.userId, orderId, kurus: order.creditKurus }))) return false
  await ctx.db.update(orders).set({ creditReturnedAt: null }).where(eq(orders.id, orderId))
  return true
}

type CreditRefund = Pick<typeof refunds.$inferSelect, 'id' | 'orderId' | 'reason' | 'creditKurus' | 'actorId'>

/** Books what goes back as credit, once; its order is locked. */
export async function giveRefundAsCredit(ctx: Ctx, refund: CreditRefund): Promise<void> {
  const { id: refundId, orderId, creditKurus: amountKurus, actorId } = refund
  if (amountKurus === 0) return
  const given = await ctx.db.$count(creditEntries, eq(creditEntries.refundId, refundId))
  if (given > 0) return
  const [order] = await ctx.db.select({ userId: orders.userId }).from(orders).where(eq(orders.id, orderId))
  if (!order) throw new Error(`order ${orderId} is gone`)
  const note = await noteOf(ctx, refund)
  await book(ctx, { userId: order.userId, orderId, refundId, actorId, note, cause: 'refund', amountKurus })
}

/** Of a sum of the owner's choice she reads why; what the owner wrote about returned goods is for the shop alone. */
async function noteOf(ctx: Ctx, { id, reason }: CreditRefund): Promise<string> {
  if (reason !== 'goodwill') return ''
  const [asked] = await ctx.db.select({ note: itemRefunds.note }).from(itemRefunds).where(eq(itemRefunds.refundId, id))
  return asked?.note ?? ''
}

/** Counts what an order gives back as credit, or, below nought, what it does not after all. */
export async function countCreditBack(ctx: Ctx, orderId: string, byKurus: number): Promise<void> {
  if (byKurus === 0) return
  await ctx.db
    .update(orders)
    .set({ creditBackKurus: sql`${orders.creditBackKurus} + ${byKurus}`, updatedAt: ctx.clock() })
    .where(eq(orders.id, orderId))
}
