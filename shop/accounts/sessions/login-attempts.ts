import { eq, gt, inArray, lt, lte, or, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { networkOf, scaled, tooMany } from '../../limits.ts'
import { after, days, minutes, seconds } from '../../time.ts'
import { loginAttempts, sessions, users } from '../schema.ts'
import { networkOfAddress } from './networks.ts'
import { hashToken } from './sessions.ts'

type What = '' | 'second step '

/**
 * Counts one try to log in to an account, before its password is looked at: RATE_LIMITED while the account has to
 * wait. Five tries are free; then each costs a pause, one minute at first, twice as long each time, 15 minutes at
 * most. A network where the owner has logged in before is counted by itself, so that a stranger who keeps guessing
 * cannot keep her out. `what` is counted by itself: '' is the password. Returns the counter's key.
 */
export async function countAttempt(ctx: Ctx, email: string, what: What = ''): Promise<string> {
  const key = hashToken(what + ((await isFamiliar(ctx, email)) ? `${email} ${networkOf(ctx)}` : email))
  const now = ctx.clock()
  const free = scaled(ctx, 5)
  const nowSql = sql`${now.toISOString()}::timestamptz`
  const fresh = sql`${loginAttempts.waitUntil} <= ${nowSql} - interval '15 minutes'`
  const count = sql`case when ${fresh} then 1 else ${loginAttempts.count} + 1 end`
  const pause = sql`case when ${count} < ${free} then interval '0'
    else least(interval '15 minutes', interval '1 minute' * power(2, least(${count} - ${free}, 10))) end`
  const [counted] = await ctx.db
    .insert(loginAttempts)
    .values({ key, count: 1, waitUntil: free > 1 ? now : after(now, minutes(1)) })
    .onConflictDoUpdate({
      target: loginAttempts.key,
      set: { count, waitUntil: sql`${nowSql} + ${pause}` },
      setWhere: or(
        lte(loginAttempts.waitUntil, now),
        // Longer than any pause: the clock was ahead, and nobody is to wait until it gets there again.
        gt(loginAttempts.waitUntil, after(now, minutes(16))),
        lt(loginAttempts.count, free),
      ),
    })
    .returning({ key: loginAttempts.key })
  if (counted) return key
  const [waiting] = await ctx.db.select().from(loginAttempts).where(eq(loginAttempts.key, key))
  throw tooMany(ctx, waiting?.waitUntil ?? after(now, seconds(1)))
}

/** The owner has managed to log in: her failures no longer count. */
export async function clearAttempts(ctx: Ctx, key: string): Promise<void> {
  await ctx.db.delete(loginAttempts).where(eq(loginAttempts.key, key))
}

/** Nothing an account did before counts any more, wherever it came from. */
export async function forgetAttempts(ctx: Ctx, email: string): Promise<void> {
  const places = [email, ...(await listNetworks(ctx, email)).map((network) => `${email} ${network}`)]
  const keys = places.flatMap((place) => [hashToken(place), hashToken(`second step ${place}`)])
  await ctx.db.delete(loginAttempts).where(inArray(loginAttempts.key, keys))
}

export async function forgetOldAttempts(ctx: Ctx): Promise<void> {
  await ctx.db.delete(loginAttempts).where(lt(loginAttempts.waitUntil, after(ctx.clock(), -days(1))))
}

async function isFamiliar(ctx: Ctx, email: string): Promise<boolean> {
  return (await listNetworks(ctx, email)).includes(networkOf(ctx))
}

/** Where the account has been logged in from: an IPv6 address changes daily, its network does not. */
async function listNetworks(ctx: Ctx, email: string): Promise<string[]> {
  const places = await ctx.db
    .selectDistinct({ address: sessions.address })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(users.email, email))
  return [...new Set(places.map(({ address }) => networkOfAddress(ctx, address)))]
}
