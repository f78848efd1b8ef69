import { and, eq, gte, type SQL } from 'drizzle-orm'
import { type Ctx, requireUser } from '../../ctx.ts'
import { orders } from '../../orders/schema.ts'

/** The condition on `orders` for the actor's own. UNAUTHENTICATED for actors who can have none. */
export function ownOrders(ctx: Ctx): SQL | undefined {
  const { actor } = ctx
  if (actor.kind !== 'buyer') return eq(orders.userId, requireUser(ctx))
  const { id, of } = actor
  return and(eq(orders.userId, id), 'orderId' in of ? eq(orders.id, of.orderId) : gte(orders.createdAt, of.since))
}

/** The same of an order that was read. */
export function isOwnOrder(ctx: Ctx, order: Pick<typeof orders.$inferSelect, 'id' | 'userId' | 'createdAt'>): boolean {
  const { actor } = ctx
  if (actor.kind !== 'buyer') return order.userId === requireUser(ctx)
  const { id, of } = actor
  return order.userId === id && ('orderId' in of ? order.id === of.orderId : order.createdAt >= of.since)
}
