/**
 * News of paid orders. `announceOrder` notifies inside the order's transaction, as for catalog changes; each process passes
 * the news to the panels that hold a stream of GET /api/v1/admin/events. A stream ends with the session, the admin's rights,
 * after a quarter of an hour, or with the process.
 */

import { eq, sql } from 'drizzle-orm'
import { findRights } from '../accounts/sessions/sessions.ts'
import { parsePayload } from '../catalog-changes.ts'
import { type Ctx, newId, requireRight } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import type { FeedEvent, OrderFeed, OrderNews } from '../ports.ts'
import { orders } from './schema.ts'

export const ordersChannel = 'orders'

/** Followers at most: in one process, and of one account. */
const most = { all: 200, ofOne: 20 }

/** Delivers news of orders to the followers in this process. */
export class LocalOrderFeed implements OrderFeed {
  private readonly followers = new Map<(event: FeedEvent) => void, string>()
  private readonly heard = new Set<string>()

  notify(event: FeedEvent): void {
    if (typeof event === 'object') {
      if (this.heard.has(event.id)) return
      this.heard.add(event.id)
      const [oldest] = this.heard
      if (this.heard.size > 500 && oldest) this.heard.delete(oldest)
    }
    for (const follower of [...this.followers.keys()]) follower(event)
  }

  follow(userId: string, follower: (event: FeedEvent) => void): () => void {
    const ofOne = [...this.followers.values()].filter((id) => id === userId).length
    if (this.followers.size >= most.all || ofOne >= most.ofOne) {
      throw new ShopError('RATE_LIMITED', 'Yönetim paneli çok fazla pencerede açık, lütfen birkaçını kapatın.', {
        retryAfterSeconds: 60,
      })
    }
    this.followers.set(follower, userId)
    return () => void this.followers.delete(follower)
  }
}

/**
 * Announces news of an order, inside the transaction that pays or changes it. The database notifies every process at commit;
 * this process notifies its own followers at once.
 */
export async function announceOrder(ctx: Ctx, news: Omit<OrderNews, 'id'>): Promise<void> {
  const event = { id: newId(), ...news }
  await ctx.db.execute(sql`select pg_notify(${ordersChannel}, ${JSON.stringify(event)})`)
  const notifyHere = () => ctx.orderFeed.notify(event)
  if (ctx.afterCommit) ctx.afterCommit.push(notifyHere)
  else notifyHere()
}

/** Announces that something about an order is settled. */
export async function announceSettled(ctx: Ctx, orderId: string): Promise<void> {
  const { totalKurus } = orders
  const [order] = await ctx.db.select({ totalKurus }).from(orders).where(eq(orders.id, orderId))
  if (order) await announceOrder(ctx, { kind: 'changed', orderId, ...order })
}

/** Follows the news of orders as an admin; returns a function that ends it. Callers ask findFollower before they pass anything on. */
export async function followOrders(ctx: Ctx, follower: (event: FeedEvent) => void): Promise<() => void> {
  const userId = requireRight(ctx, 'orders-read')
  return ctx.orderFeed.follow(userId ?? '', follower)
}

/** The follower with her rights of now; undefined once she may not follow any more, or her session has ended. */
export async function findFollower(ctx: Ctx): Promise<Ctx | undefined> {
  const { actor } = ctx
  if (actor.kind !== 'user') return undefined
  const rights = await findRights(ctx, actor.id, actor.sessionId)
  return rights.includes('orders-read') ? { ...ctx, actor: { ...actor, rights } } : undefined
}

/** Parses another process's announcement; undefined when it is not one. */
export function parseOrderNews(payload: string): OrderNews | undefined {
  const parsed = parsePayload(payload)
  if (typeof parsed !== 'object' || parsed === null) return undefined
  const { id, kind, orderId, totalKurus, writtenBy } = parsed as Partial<OrderNews>
  if (typeof id !== 'string' || typeof orderId !== 'string' || typeof totalKurus !== 'number') return undefined
  const by = typeof writtenBy === 'string' ? { writtenBy } : {}
  return { id, kind: kind === 'placed' ? 'placed' : 'changed', orderId, totalKurus, ...by }
}
