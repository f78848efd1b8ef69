/** Keeps for the accountant how changes of paid orders moved their totals: the sale itself was booked as it was. */

import { eq } from 'drizzle-orm'
import { type Ctx, newId } from '../ctx.ts'
import type { VatRate } from '../fields/vat-rates.ts'
import { withItems } from '../orders/orders.ts'
import { orders } from '../orders/schema.ts'
import { chargedOf } from './charged.ts'
import { changedTotals } from './schema.ts'
import { grossByRate } from './vat.ts'

type TotalByRate = Map<VatRate, number>

/** The order's total now, by rate, in kuruş; undefined while it is not paid, and no sale is booked. */
export async function findBookedTotal(ctx: Ctx, orderId: string): Promise<TotalByRate | undefined> {
  const [order] = await withItems(ctx, await ctx.db.select().from(orders).where(eq(orders.id, orderId)))
  return order?.paidAt ? grossByRate(chargedOf(order)) : undefined
}

/** Writes down, in the transaction of the change, how the total moved since it was `before`. */
export async function noteChangedTotal(ctx: Ctx, orderId: string, before: TotalByRate | undefined): Promise<void> {
  const after = before && (await findBookedTotal(ctx, orderId))
  if (!after) return
  const [changeId, createdAt] = [newId(), ctx.clock()]
  const moved = [...new Set([...before.keys(), ...after.keys()])].flatMap((rate) => {
    const kurus = (after.get(rate) ?? 0) - (before.get(rate) ?? 0)
    return kurus === 0 ? [] : [{ changeId, orderId, rate, kurus, createdAt }]
  })
  if (moved.length > 0) await ctx.db.insert(changedTotals).values(moved)
}
