import { gte, isNull, sql } from 'drizzle-orm'
import type { Ctx } from './ctx.ts'
import { jobsSchema } from './jobs/open.ts'
import { jobNames } from './jobs/queue.ts'
import { mails } from './mail/schema.ts'
import { paymentAttempts, paymentFindings } from './payments/schema.ts'
import { after, days, seconds } from './time.ts'

/** What an operator wants to see on a curve or be woken by; each is asked of an index, or of few rows. */

/** Mails that are not sent yet, and for how long the oldest of them has waited. */
export async function countWaitingMails(ctx: Ctx): Promise<{ waiting: number; oldestSeconds: number }> {
  const [row] = await ctx.db
    .select({ waiting: sql<number>`count(*)::int`, oldest: sql<string | null>`min(${mails.createdAt})::text` })
    .from(mails)
    .where(isNull(mails.sentAt))
  const oldest = row?.oldest ? ctx.clock().getTime() - new Date(row.oldest).getTime() : 0
  return { waiting: row?.waiting ?? 0, oldestSeconds: Math.max(0, oldest / seconds(1)) }
}

/** Jobs by kind: those that wait or are being done, and those that failed for good. */
export async function countJobs(ctx: Ctx): Promise<{ name: string; state: 'waiting' | 'failed'; count: number }[]> {
  const { rows } = (await ctx.db.execute(
    sql`select name, case when state = 'failed' then 'failed' else 'waiting' end as state, count(*)::int as count
      from ${sql.identifier(jobsSchema)}.job
      where state in ('created', 'retry', 'active', 'failed') group by 1, 2`,
  )) as unknown as { rows: { name: string; state: string; count: number }[] }
  const counted = (name: string, state: string) =>
    rows.find((row) => row.name === name && row.state === state)?.count ?? 0
  // Zeros too: a curve that begins at one would not show that one more failed.
  return jobNames.flatMap((name) =>
    (['waiting', 'failed'] as const).map((state) => ({ name, state, count: counted(name, state) })),
  )
}

/** The payments of the last 24 hours by what became of them. */
export async function countPayments(ctx: Ctx): Promise<{ status: string; count: number }[]> {
  return ctx.db
    .select({ status: paymentAttempts.status, count: sql<number>`count(*)::int` })
    .from(paymentAttempts)
    .where(gte(paymentAttempts.createdAt, after(ctx.clock(), -days(1))))
    .groupBy(paymentAttempts.status)
}

/** Where our books and the provider's disagree and nobody has settled it. */
export async function countOpenFindings(ctx: Ctx): Promise<number> {
  return ctx.db.$count(paymentFindings, isNull(paymentFindings.resolvedAt))
}
