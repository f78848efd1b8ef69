import { sql } from 'drizzle-orm'
import { isSessionOpen } from '../accounts/sessions.ts'
import { type Ctx, newId, requireAdmin } from '../ctx.ts'
import { ShopError } from '../errors.ts'

/** What admins hear at once. `id` is the news' own, so that what comes twice is told once. */
export type OrderNews = { id: string; kind: 'placed' | 'changed'; orderId: string; totalKurus: number }

export const ordersChannel = 'orders'

/** 'gap': news may have been missed. 'end': this process hears no more. */
export type Told = OrderNews | 'gap' | 'end'

/** How many may follow in one process, and with one account. */
const most = { all: 200, ofOne: 20 }

/** Hands news of orders to whoever follows them in this process. */
export class OrderFeed {
  private readonly followers = new Map<(told: Told) => void, string>()
  private readonly heard = new Set<string>()

  tell(told: Told): void {
    if (typeof told === 'object') {
      if (this.heard.has(told.id)) return
      this.heard.add(told.id)
      const [oldest] = this.heard
      if (this.heard.size > 500 && oldest) this.heard.delete(oldest)
    }
    for (const follower of [...this.followers.keys()]) follower(told)
  }

  /** Gives what ends it; RATE_LIMITED when too many follow already. */
  follow(userId: string, follower: (told: Told) => void): () => void {
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
 * Says, inside the transaction that pays or changes it, that there is news of an order. The database tells every process
 * when the transaction commits; this process tells its own at once.
 */
export async function announceOrder(ctx: Ctx, news: Omit<OrderNews, 'id'>): Promise<void> {
  const told = { id: newId(), ...news }
  await ctx.db.execute(sql`select pg_notify(${ordersChannel}, ${JSON.stringify(told)})`)
  const tellHere = () => ctx.orderFeed.tell(told)
  if (ctx.afterCommit) ctx.afterCommit.push(tellHere)
  else tellHere()
}

/** Follows the news of orders as an admin; gives what ends it. Whoever follows asks mayFollowOrders now and then. */
export async function followOrders(ctx: Ctx, follower: (told: Told) => void): Promise<() => void> {
  const adminId = await requireAdmin(ctx)
  return ctx.orderFeed.follow(adminId ?? '', follower)
}

/** Whether the actor still is an admin, in a session that nobody has ended. */
export async function mayFollowOrders(ctx: Ctx): Promise<boolean> {
  const { actor } = ctx
  if (actor.kind !== 'user' || !(await isSessionOpen(ctx, actor.id, actor.sessionId))) return false
  return requireAdmin(ctx).then(
    () => true,
    () => false,
  )
}

/** What another process announced; undefined when it is none of ours. */
export function parseOrderNews(payload: string): OrderNews | undefined {
  const parsed: unknown = JSON.parse(payload)
  if (typeof parsed !== 'object' || parsed === null) return undefined
  const { id, kind, orderId, totalKurus } = parsed as Partial<OrderNews>
  if (typeof id !== 'string' || typeof orderId !== 'string' || typeof totalKurus !== 'number') return undefined
  return { id, kind: kind === 'placed' ? 'placed' : 'changed', orderId, totalKurus }
}
