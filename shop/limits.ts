import { and, eq, lt, sql } from 'drizzle-orm'
import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { addressOf, type Ctx } from './ctx.ts'
import { ShopError } from './errors.ts'
import { after, days, seconds } from './time.ts'

const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').notNull(),
    windowStart: timestamp('window_start', { withTimezone: true }).notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.windowStart] })],
)

type Limit = { key: string; limit: number; windowSeconds: number }

/** Counts one more; RATE_LIMITED when that is more than `limit` in the window. */
export async function takeLimit(ctx: Ctx, limit: Limit): Promise<void> {
  if (await isWithinLimit(ctx, limit)) return
  const windowEnd = after(windowStartOf(ctx, limit), seconds(limit.windowSeconds))
  throw tooMany(ctx, windowEnd)
}

/** Counts one more and says whether it still fits; for limits whose reaching must not show. */
export async function isWithinLimit(ctx: Ctx, limit: Limit): Promise<boolean> {
  // A count that is rolled back with the work it was to limit would limit nothing.
  if (ctx.afterCommit) throw new Error('limits are counted before a transaction begins')
  const [row] = await ctx.db
    .insert(rateLimits)
    .values({ key: limit.key, windowStart: windowStartOf(ctx, limit), count: 1 })
    .onConflictDoUpdate({
      target: [rateLimits.key, rateLimits.windowStart],
      set: { count: sql`${rateLimits.count} + 1` },
    })
    .returning({ count: rateLimits.count })
  return (row?.count ?? 1) <= scaled(ctx, limit.limit)
}

/** Takes back one count of this window, when what was counted turned out harmless. */
export async function returnLimit(ctx: Ctx, limit: Limit): Promise<void> {
  await ctx.db
    .update(rateLimits)
    .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
    .where(and(eq(rateLimits.key, limit.key), eq(rateLimits.windowStart, windowStartOf(ctx, limit))))
}

export async function forgetOldLimits(ctx: Ctx): Promise<void> {
  await ctx.db.delete(rateLimits).where(lt(rateLimits.windowStart, after(ctx.clock(), -days(2))))
}

/** A limit as the settings scale it; never below one. */
export function scaled(ctx: Ctx, limit: number): number {
  return Math.max(1, Math.floor(limit * ctx.config.rateLimitScale))
}

export function tooMany(ctx: Ctx, until: Date): ShopError {
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - ctx.clock().getTime()) / seconds(1)))
  const wait = retryAfterSeconds < 60 ? `${retryAfterSeconds} saniye` : `${Math.ceil(retryAfterSeconds / 60)} dakika`
  return new ShopError('RATE_LIMITED', `Çok fazla deneme yapıldı, lütfen ${wait} sonra tekrar deneyin.`, {
    retryAfterSeconds,
  })
}

/** Who is behind an address: one IPv4 address, or the /64 network that one IPv6 household gets. */
export function networkOf(ctx: Ctx): string {
  const address = addressOf(ctx)
  if (!address.includes(':')) return address
  const [front = '', back] = address.replace(/%.*$/, '').split('::')
  const groups = front === '' ? [] : front.split(':')
  const tail = back ? back.split(':') : []
  while (back !== undefined && groups.length + tail.length < 8) groups.push('0')
  const network = [...groups, ...tail].slice(0, 4)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

function windowStartOf(ctx: Ctx, limit: Limit): Date {
  const length = seconds(limit.windowSeconds)
  return new Date(Math.floor(ctx.clock().getTime() / length) * length)
}
