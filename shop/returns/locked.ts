import { eq } from 'drizzle-orm'
import { type Ctx, isId } from '../ctx.ts'
import { announceOrder } from '../orders/feed.ts'
import { lockOrder, lockOrigin } from '../orders/locked.ts'
import type { orders } from '../orders/schema.ts'
import type { ReturnStatus } from './kinds.ts'
import { noSuchReturn } from './returns.ts'
import { type ReturnRow, returns } from './schema.ts'

type OrderRow = typeof orders.$inferSelect

/** Locks a return until the transaction ends: its order first, as refunds and cancellations do. */
export async function lockReturn(ctx: Ctx, id: string): Promise<{ row: ReturnRow; order: OrderRow }> {
  const [found] = isId(id) ? await ctx.db.select().from(returns).where(eq(returns.id, id)) : []
  if (!found) throw noSuchReturn()
  await lockOrigin(ctx, found.orderId)
  const order = await lockOrder(ctx, found.orderId)
  const [row] = await ctx.db.select().from(returns).where(eq(returns.id, id)).for('update')
  if (!row) throw noSuchReturn()
  return { row, order }
}

/** Moves a locked return, and announces it to open panels. */
export async function setStatus(
  ctx: Ctx,
  row: ReturnRow,
  order: OrderRow,
  status: ReturnStatus,
  more: Partial<typeof returns.$inferInsert> = {},
): Promise<void> {
  await ctx.db
    .update(returns)
    .set({ ...more, status, updatedAt: ctx.clock() })
    .where(eq(returns.id, row.id))
  await announceOrder(ctx, { kind: 'changed', orderId: order.id, totalKurus: order.totalKurus })
}
