import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../../ctx.ts'
import { ShopError } from '../../../errors.ts'
import { doorCodeMail } from '../../../mail/door-mails.ts'
import { hashOfCode, isSameHash, newCode, requirePause, triesLeftOf } from '../../../mail/mailed-code.ts'
import { queueMail } from '../../../mail/outbox.ts'
import { shownOrderId } from '../../../order-id.ts'
import { orders } from '../../../orders/schema.ts'
import type { Attempt } from '../../../payments/attempt-rows.ts'
import { doorCodes } from '../../../payments/schema.ts'
import { findBrand } from '../../../settings/brand.ts'
import { seconds } from '../../../time.ts'

/** How often one is mailed for an order. */
const mostSent = 3

/** Writes and mails the code of a new order, in the transaction that writes it. */
export async function giveCode(ctx: Ctx, attempt: Attempt): Promise<void> {
  const code = newCode()
  const now = ctx.clock()
  await ctx.db.insert(doorCodes).values({ attemptId: attempt.id, codeHash: hashOf(ctx, attempt, code), sentAt: now })
  await mailCode(ctx, attempt, code)
}

/** Mails another code; the earlier one no longer counts. RATE_LIMITED when that was often, or a moment ago. */
export async function giveAnotherCode(ctx: Ctx, attempt: Attempt): Promise<void> {
  const now = ctx.clock()
  const [row] = await ctx.db.select().from(doorCodes).where(eq(doorCodes.attemptId, attempt.id)).for('update')
  if (!row || row.sentTimes >= mostSent) {
    const message = 'Bu sipariş için daha fazla kod gönderilemiyor; lütfen son gelen kodu girin.'
    throw new ShopError('RATE_LIMITED', message, { retryAfterSeconds: secondsUntil(ctx, attempt.leaseUntil) })
  }
  requirePause(ctx, row)
  const code = newCode()
  await ctx.db
    .update(doorCodes)
    .set({ codeHash: hashOf(ctx, attempt, code), sentAt: now, sentTimes: row.sentTimes + 1 })
    .where(eq(doorCodes.attemptId, attempt.id))
  await mailCode(ctx, attempt, code)
}

/** Whether the code is right; otherwise one try less. Called while the attempt is locked. */
export async function tryCode(ctx: Ctx, attempt: Attempt, code: string): Promise<'right' | { triesLeft: number }> {
  const [row] = await ctx.db.select().from(doorCodes).where(eq(doorCodes.attemptId, attempt.id))
  if (!row) return { triesLeft: 0 }
  if (isSameHash(hashOf(ctx, attempt, code), row.codeHash)) return 'right'
  await ctx.db
    .update(doorCodes)
    .set({ wrongTries: sql`${doorCodes.wrongTries} + 1` })
    .where(eq(doorCodes.attemptId, attempt.id))
  return { triesLeft: triesLeftOf(row) }
}

/** A code that was used, or whose order ended, is kept nowhere. */
export async function forgetCode(ctx: Ctx, attempt: Attempt): Promise<void> {
  await ctx.db.delete(doorCodes).where(eq(doorCodes.attemptId, attempt.id))
}

function hashOf(ctx: Ctx, { id }: Attempt, code: string): string {
  return hashOfCode(ctx, 'door', id, code)
}

async function mailCode(ctx: Ctx, { orderId, amountKurus, leaseUntil: until }: Attempt, code: string): Promise<void> {
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId))
  if (!order) throw new Error(`order ${orderId} is gone`)
  const { firstName, email } = order
  const facts = { shownId: shownOrderId(orderId), firstName, code, until, amountKurus }
  await queueMail(ctx, { to: email, ...doorCodeMail(await findBrand(ctx), facts) })
}

function secondsUntil(ctx: Ctx, moment: Date): number {
  return Math.max(1, Math.ceil((moment.getTime() - ctx.clock().getTime()) / seconds(1)))
}
