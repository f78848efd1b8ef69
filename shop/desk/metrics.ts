import { gte, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { jobsSchema } from '../jobs/open.ts'
import { jobNames } from '../jobs/queue.ts'
import { mails } from '../mail/schema.ts'
import { paymentAttempts, paymentDiscrepancies } from '../payments/schema.ts'
import { after, days, seconds } from '../time.ts'

/** Counts for an operator's graphs and alarms; each reads an index, or few rows. */

/** Counts the unsent mails, and the seconds for which the oldest has waited. */
export async function countWaitingMails(ctx: Ctx): Promise<{ waiting: number; oldestSeconds: number }> {
  const [row] = await ctx.db
    .select({ waiting: sql<number>`count(*)::int`, oldest: sql<string | null>`min(${mails.createdAt})::text` })
    .from(mails)
    .where(isNull(mails.sentAt))
  const oldest = row?.oldest ? ctx.clock().getTime() - new Date(row.oldest).getTime() : 0
  return { waiting: row?.waiting ?? 0, oldestSeconds: Math.max(0, oldest / seconds(1)) }
}

/** Counts the jobs by kind: waiting or running ones, and those that failed for good. */
export async function countJobs(ctx: Ctx): Promise<{ name: string; state: 'waiting' | 'failed'; count: number }[]> {
  const { rows } = await ctx.db.execute<{
    name: string
    state: string
    count: number
  }>(sql`select name, case when state = 'failed' then 'failed' else 'waiting' end as state, count(*)::int as count
      from ${sql.identifier(jobsSchema)}.job
      where state in ('created', 'retry', 'active', 'failed') group by 1, 2`)
  const counted = (name: string, state: string) =>
    rows.find((row) => row.name === name && row.state === state)?.count ?? 0
  // Zeros too: a series that begins at one would not show the first failure as an increase.
  return jobNames.flatMap((name) =>
    (['waiting', 'failed'] as const).map((state) => ({ name, state, count: counted(name, state) })),
  )
}

/** Counts the payments of the last 24 hours by status. */
export async function countPayments(ctx: Ctx): Promise<{ status: string; count: number }[]> {
  return ctx.db
    .select({ status: paymentAttempts.status, count: sql<number>`count(*)::int` })
    .from(paymentAttempts)
    .where(gte(paymentAttempts.createdAt, after(ctx.clock(), -days(1))))
    .groupBy(paymentAttempts.status)
}

/** Counts the open discrepancies between the shop's books and the provider's. */
export async function countOpenDiscrepancies(ctx: Ctx): Promise<number> {
  return ctx.db.$count(paymentDiscrepancies, isNull(paymentDiscrepancies.resolvedAt))
}
