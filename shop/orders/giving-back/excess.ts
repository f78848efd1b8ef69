import { inArray } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Attempt } from '../../payments/attempt-rows.ts'
import { excessKurus } from '../../payments/taken.ts'
import { orders } from '../schema.ts'
import { leftOf } from './left.ts'

/** The kuruş taken beyond the amount of completed orders, by payment, as far as they are left: a buyer may have got store credit for them. */
export async function findExcess(ctx: Ctx, attempts: Attempt[]): Promise<Map<string, number>> {
  const ids = attempts.filter((attempt) => excessKurus(attempt) > 0).map(({ orderId }) => orderId)
  const found = ids.length > 0 ? await ctx.db.select().from(orders).where(inArray(orders.id, ids)) : []
  const left = (attempt: Attempt) => {
    const order = found.find(({ id }) => id === attempt.orderId)
    return order ? Math.max(0, Math.min(excessKurus(attempt), leftOf(order, attempt))) : 0
  }
  return new Map(attempts.map((attempt) => [attempt.id, left(attempt)]))
}
