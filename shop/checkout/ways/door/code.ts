import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../../ctx.ts'
import { ShopError } from '../../../errors.ts'
import { doorCodeMail } from '../../../mail/door-mails.ts'
import { queueMail } from '../../../mail/outbox.ts'
import { shownOrderId } from '../../../order-id.ts'
import { orders } from '../../../orders/schema.ts'
import type { Attempt } from '../../../payments/attempt-rows.ts'
import { doorCodes } from '../../../payments/schema.ts'
import { findBrand } from '../../../settings/brand.ts'
import { after, seconds } from '../../../time.ts'

/** Wrong codes that end an order, and how often one is mailed. */
const [mostTries, mostSent, resendPause] = [5, 3, seconds(60)]

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
  const wait = row ? after(row.sentAt, resendPause).getTime() - now.getTime() : 0
  if (!row || row.sentTimes >= mostSent) {
    const message = 'Bu sipariş için daha fazla kod gönderilemiyor; lütfen son gelen kodu girin.'
    throw new ShopError('RATE_LIMITED', message, { retryAfterSeconds: secondsUntil(ctx, attempt.leaseUntil) })
  }
  if (wait > 0) {
    const retryAfterSeconds = Math.ceil(wait / seconds(1))
    const message = `Yeni kod için lütfen ${retryAfterSeconds} saniye bekleyin.`
    throw new ShopError('RATE_LIMITED', message, { retryAfterSeconds })
  }
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
  const [given, kept] = [hashOf(ctx, attempt, code), row.codeHash].map((hash) => Buffer.from(hash))
  if (given && kept && given.length === kept.length && timingSafeEqual(given, kept)) return 'right'
  await ctx.db
    .update(doorCodes)
    .set({ wrongTries: sql`${doorCodes.wrongTries} + 1` })
    .where(eq(doorCodes.attemptId, attempt.id))
  return { triesLeft: Math.max(0, mostTries - row.wrongTries - 1) }
}

/** A code that was used, or whose order ended, is kept nowhere. */
export async function forgetCode(ctx: Ctx, attempt: Attempt): Promise<void> {
  await ctx.db.delete(doorCodes).where(eq(doorCodes.attemptId, attempt.id))
}

function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** Keyed: whoever reads the database cannot try a million codes. */
function hashOf(ctx: Ctx, { id }: Attempt, code: string): string {
  return createHmac('sha256', `door code:${ctx.config.authSecret}`).update(`${id} ${code}`).digest('base64url')
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
