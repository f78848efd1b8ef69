/**
 * How often something may be asked, for an account or for an address (networkOf), counted in the database. Each limit stands
 * where it is taken; docs/operations.md lists them.
 */

import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { addressOf, type Ctx } from './ctx.ts'
import { ShopError } from './errors.ts'
import { networkAround } from './network.ts'
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

type Counted = { key: string; windowSeconds: number }
type Limit = Counted & { limit: number }

/** Counts one more; RATE_LIMITED when that is more than `limit` in the window. */
export async function takeLimit(ctx: Ctx, limit: Limit): Promise<void> {
  if (!(await isWithinLimit(ctx, limit))) throw over(ctx, limit)
}

/**
 * The same of two in one statement: the second is counted only within the first. Where `refusal` has a value nothing is counted, and
 * it is returned; null otherwise.
 */
export async function takeBothLimits<T>(
  ctx: Ctx,
  first: Limit,
  second: Limit,
  refusal: SQL<T | null> = sql`null::json`,
): Promise<T | null> {
  requireNoTransaction(ctx)
  const { rows } = await ctx.db.execute<{ refused: T | null; count: number | null }>(sql`
    with asked as (select ${refusal} as refused),
      one as (${countingOne(ctx, first, sql`(select refused from asked) is null`)}),
      two as (${countingOne(ctx, second, sql`(select count from one) <= ${scaled(ctx, first.limit)}`)})
    select refused, (select count from two) as count from asked`)
  const { refused = null, count = null } = rows[0] ?? {}
  if (refused !== null) return refused
  if (count === null) throw over(ctx, first)
  if (count > scaled(ctx, second.limit)) throw over(ctx, second)
  return null
}

function countingOne(ctx: Ctx, counted: Counted, where: SQL): SQL {
  return sql`insert into ${rateLimits} (key, window_start, count)
    select ${counted.key}::text, ${windowStartOf(ctx, counted).toISOString()}::timestamptz, 1 where ${where}
    on conflict (key, window_start) do update set count = ${rateLimits}.count + 1 returning count`
}

function over(ctx: Ctx, limit: Limit): ShopError {
  return tooMany(ctx, after(windowStartOf(ctx, limit), seconds(limit.windowSeconds)))
}

/** Counts one more and returns whether it is within the limit, for limits that must not show. */
export async function isWithinLimit(ctx: Ctx, limit: Limit): Promise<boolean> {
  return (await countOne(ctx, limit)) <= scaled(ctx, limit.limit)
}

/** Counts one more and returns the count of its window. */
export async function countOne(ctx: Ctx, counted: Counted): Promise<number> {
  requireNoTransaction(ctx)
  const [row] = await ctx.db
    .insert(rateLimits)
    .values({ key: counted.key, windowStart: windowStartOf(ctx, counted), count: 1 })
    .onConflictDoUpdate({
      target: [rateLimits.key, rateLimits.windowStart],
      set: { count: sql`${rateLimits.count} + 1` },
    })
    .returning({ count: rateLimits.count })
  return row?.count ?? 1
}

/** A count rolled back together with the limited work would limit nothing. */
function requireNoTransaction(ctx: Ctx): void {
  if (ctx.afterCommit) throw new Error('limits are counted before a transaction begins')
}

/** The counts of this window and the one before, so that nothing recent is missed at a window's edge. */
export async function countedLately(ctx: Ctx, counted: Counted): Promise<number> {
  const before = after(windowStartOf(ctx, counted), -seconds(counted.windowSeconds))
  const [row] = await ctx.db
    .select({ sum: sql<number>`coalesce(sum(${rateLimits.count}), 0)::int` })
    .from(rateLimits)
    .where(and(eq(rateLimits.key, counted.key), gte(rateLimits.windowStart, before)))
  return row?.sum ?? 0
}

/** RATE_LIMITED while so many were counted lately; it says when that is over if nothing more is counted. */
export async function requireLatelyWithin(ctx: Ctx, { limit, ...counted }: Limit): Promise<void> {
  if ((await countedLately(ctx, counted)) < scaled(ctx, limit)) return
  const [start, length] = [windowStartOf(ctx, counted), seconds(counted.windowSeconds)]
  const now = and(eq(rateLimits.key, counted.key), eq(rateLimits.windowStart, start))
  const [row] = await ctx.db.select({ count: rateLimits.count }).from(rateLimits).where(now)
  // The count of this window matters through all of the next one.
  throw tooMany(ctx, after(start, (row?.count ?? 0) < scaled(ctx, limit) ? length : 2 * length))
}

/** Takes back one count of this window, when the counted request turned out harmless. */
export async function returnLimit(ctx: Ctx, limit: Limit): Promise<void> {
  await ctx.db
    .update(rateLimits)
    .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
    .where(and(eq(rateLimits.key, limit.key), eq(rateLimits.windowStart, windowStartOf(ctx, limit))))
}

export async function forgetOldLimits(ctx: Ctx): Promise<void> {
  await ctx.db.delete(rateLimits).where(lt(rateLimits.windowStart, after(ctx.clock(), -days(2))))
}

/** Scales a limit by the settings; never below one. */
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

/** The network of the request's address: one household or company. */
export function networkOf(ctx: Ctx): string {
  return networkAround(addressOf(ctx))
}

function windowStartOf(ctx: Ctx, limit: Counted): Date {
  const length = seconds(limit.windowSeconds)
  return new Date(Math.floor(ctx.clock().getTime() / length) * length)
}
