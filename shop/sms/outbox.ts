/**
 * The outbox of SMS. Each is a row, written by the transaction that causes it and handed over by a job, so that no crash loses it. The
 * service cannot be asked about an SMS that it took, so a lost answer or a crash in between sends it once more; three tries in all,
 * and none after `until`.
 */

import { and, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm'
import { type Ctx, joinTransaction, newId } from '../ctx.ts'
import { after, days } from '../time.ts'
import { openSender } from './open.ts'
import { sms } from './schema.ts'
import { SmsRefused } from './sender.ts'

const mostTries = 3

/** Puts an SMS in the outbox, in the ctx's transaction. `to` in E.164; it is of no use after `until`. */
export async function queueSms(
  ctx: Ctx,
  given: { kind: string; orderId?: string; to: string; text: string; until: Date },
): Promise<void> {
  const { kind, orderId, to: toPhone, text, until } = given
  const smsId = newId()
  await joinTransaction(ctx, async (ctx) => {
    await ctx.db.insert(sms).values({ id: smsId, kind, orderId, toPhone, text, until, createdAt: ctx.clock() })
    await ctx.jobs.add(ctx, 'send-sms', { smsId })
  })
}

/** How many were written to a number since then. */
export async function countSmsTo(ctx: Ctx, phone: string, since: Date): Promise<number> {
  // None is of use before it is written: so those that are older are left out by an index.
  return ctx.db.$count(sms, and(gt(sms.until, since), eq(sms.toPhone, phone), gt(sms.createdAt, since)))
}

/** The job 'send-sms'. A failure that may pass is thrown, for the queue to retry. */
export async function sendSms(ctx: Ctx, smsId: string): Promise<void> {
  const { config } = ctx
  const [row] = await ctx.db
    .update(sms)
    .set({ attempts: sql`${sms.attempts} + 1` })
    .where(and(eq(sms.id, smsId), isNull(sms.sentAt), gt(sms.until, ctx.clock()), lt(sms.attempts, mostTries)))
    .returning()
  if (!row || !config.sms) return
  try {
    const jobId = await (await openSender(config.sms)).send(row.toPhone, row.text)
    await ctx.db.update(sms).set({ sentAt: ctx.clock(), jobId, lastError: null, text: '' }).where(eq(sms.id, smsId))
  } catch (error) {
    const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 500)
    const isOver = error instanceof SmsRefused
    await ctx.db
      .update(sms)
      .set({ lastError, ...(isOver ? { attempts: mostTries, text: '' } : {}) })
      .where(eq(sms.id, smsId))
    if (!isOver) throw error
    ctx.log.error({ smsId, reason: lastError }, 'an SMS was refused')
  }
}

/** Forgets what old ones said at once, and that they were after three days. */
export async function forgetOldSms(ctx: Ctx): Promise<void> {
  const now = ctx.clock()
  await ctx.db.delete(sms).where(lt(sms.until, after(now, -days(3))))
  await ctx.db
    .update(sms)
    .set({ text: '' })
    .where(and(lt(sms.until, now), ne(sms.text, '')))
}
