import { sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { after, minutes } from '../time.ts'

/** How far back is looked, and how many payments without an answer are no chance. */
const watched = minutes(15)
const silent = 2

/**
 * Whether the provider does not answer: this process has left it alone, or several of the last minutes' payments by card wait for
 * its answer and none was decided since.
 */
export async function isProviderSilent(ctx: Ctx): Promise<boolean> {
  if (ctx.payments.isAnswering?.() === false) return true
  const now = ctx.clock()
  const { rows } = await ctx.db.execute<{ silent: number }>(sql`
    select count(*)::int as silent from payment_attempts a
    where a.created_at > ${after(now, -watched)} and a.status = 'UNKNOWN' and a.lease_until < ${now}
      and not exists (select 1 from payment_attempts b
        where b.created_at > a.created_at and b.provider = a.provider and b.status in ('SUCCEEDED', 'DECLINED'))`)
  return (rows[0]?.silent ?? 0) >= silent
}
