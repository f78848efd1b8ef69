import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../../ctx.ts'
import { ShopError } from '../../../errors.ts'
import { formatPhone } from '../../../fields/phone.ts'
import { scaled, tooMany } from '../../../limits.ts'
import { forgetBounce } from '../../../mail/bounces/bounces.ts'
import { doorCodeMail } from '../../../mail/door-mails.ts'
import { hashOfCode, isSameHash, maskedAddress, newCode, requirePause, triesLeftOf } from '../../../mail/mailed-code.ts'
import { queueMail } from '../../../mail/outbox.ts'
import { formatKurus } from '../../../money.ts'
import { shownOrderId } from '../../../order-id.ts'
import { orders } from '../../../orders/schema.ts'
import type { Attempt } from '../../../payments/attempt-rows.ts'
import { doorCodes } from '../../../payments/schema.ts'
import { findBrand } from '../../../settings/brand.ts'
import { countSmsTo, queueSms } from '../../../sms/outbox.ts'
import { canSms } from '../../../sms/sender.ts'
import { after, hours, seconds } from '../../../time.ts'

type SentBy = (typeof doorCodes.$inferSelect)['sentBy']

/** How often one is sent for an order. */
const mostSent = 3
/** How many one telephone gets in an hour: each costs the shop, and the number may be a stranger's. */
const mostSms = 6

/** Writes and sends the code of a new order, in the transaction that writes it. */
export async function giveCode(ctx: Ctx, attempt: Attempt): Promise<void> {
  const code = newCode()
  const now = ctx.clock()
  const sentBy = await sendCode(ctx, attempt, code)
  const codeHash = hashOf(ctx, attempt, code)
  await ctx.db.insert(doorCodes).values({ attemptId: attempt.id, codeHash, sentAt: now, sentBy })
}

/** Sends another code; the earlier one no longer counts. RATE_LIMITED when that was often, or a moment ago. */
export async function giveAnotherCode(ctx: Ctx, attempt: Attempt): Promise<void> {
  const now = ctx.clock()
  const [row] = await ctx.db.select().from(doorCodes).where(eq(doorCodes.attemptId, attempt.id)).for('update')
  if (!row || row.sentTimes >= mostSent) {
    const message = 'Bu sipariş için daha fazla kod gönderilemiyor; lütfen son gelen kodu girin.'
    throw new ShopError('RATE_LIMITED', message, { retryAfterSeconds: secondsUntil(ctx, attempt.leaseUntil) })
  }
  requirePause(ctx, row)
  const code = newCode()
  const sentBy = await sendCode(ctx, attempt, code)
  await ctx.db
    .update(doorCodes)
    .set({ codeHash: hashOf(ctx, attempt, code), sentAt: now, sentTimes: row.sentTimes + 1, sentBy })
    .where(eq(doorCodes.attemptId, attempt.id))
}

type WrongCode = { triesLeft: number; sentBy: SentBy }

/** Whether the code is right; otherwise one try less. Called while the attempt is locked. */
export async function tryCode(ctx: Ctx, attempt: Attempt, code: string): Promise<'right' | WrongCode> {
  const [row] = await ctx.db.select().from(doorCodes).where(eq(doorCodes.attemptId, attempt.id))
  if (!row) return { triesLeft: 0, sentBy: 'EMAIL' }
  if (isSameHash(hashOf(ctx, attempt, code), row.codeHash)) {
    if (row.sentBy === 'EMAIL') await noteArrival(ctx, attempt)
    return 'right'
  }
  await ctx.db
    .update(doorCodes)
    .set({ wrongTries: sql`${doorCodes.wrongTries} + 1` })
    .where(eq(doorCodes.attemptId, attempt.id))
  return { triesLeft: triesLeftOf(row), sentBy: row.sentBy }
}

/** Mail to the order's address arrives, whatever came back from there. */
async function noteArrival(ctx: Ctx, { orderId }: Attempt): Promise<void> {
  const [order] = await ctx.db.select({ email: orders.email }).from(orders).where(eq(orders.id, orderId))
  if (order) await forgetBounce(ctx, order.email)
}

/** A code that was used, or whose order ended, is kept nowhere. */
export async function forgetCode(ctx: Ctx, attempt: Attempt): Promise<void> {
  await ctx.db.delete(doorCodes).where(eq(doorCodes.attemptId, attempt.id))
}

function hashOf(ctx: Ctx, { id }: Attempt, code: string): string {
  return hashOfCode(ctx, 'door', id, code)
}

/** By SMS where one can be sent, else by mail; says how. */
async function sendCode(ctx: Ctx, attempt: Attempt, code: string): Promise<SentBy> {
  const { orderId, amountKurus, leaseUntil: until } = attempt
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId))
  if (!order) throw new Error(`order ${orderId} is gone`)
  const { firstName, email, phone } = order
  const brand = await findBrand(ctx)
  if (canSms(ctx, phone)) {
    await limitSms(ctx, phone)
    const text = codeText(brand.shopName, amountKurus, code)
    await queueSms(ctx, { kind: 'door-code', orderId, to: phone, text, until })
    return 'SMS'
  }
  const facts = { shownId: shownOrderId(orderId), firstName, code, until, amountKurus }
  await queueMail(ctx, { to: email, ...doorCodeMail(brand, facts) })
  return 'EMAIL'
}

/** RATE_LIMITED, and all of the caller's transaction undone, for one more than a telephone gets. Two at once do not both fit. */
async function limitSms(ctx: Ctx, phone: string): Promise<void> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`door ${phone}`}, 0))`)
  const now = ctx.clock()
  if ((await countSmsTo(ctx, phone, after(now, -hours(1)))) >= scaled(ctx, mostSms))
    throw tooMany(ctx, after(now, hours(1)))
}

/** Within one SMS, whatever the shop is called. */
function codeText(shopName: string, amountKurus: number, code: string): string {
  const name = shopName.replace(/[^\p{L}\p{N} .,&'-]/gu, '').slice(0, 30)
  return `${name}: ${formatKurus(amountKurus)} kapıda ödemeli siparişinizin onay kodu ${code}. Kodu kimseyle paylaşmayın.`
}

/** Where the last code went, masked: 'a•••@posta.example', '0532 ••• •• 33'. */
export async function sentOf(ctx: Ctx, { id, orderId }: Attempt): Promise<{ sentTo: string; sentBy: SentBy }> {
  const [order] = await ctx.db
    .select({ email: orders.email, phone: orders.phone, sentBy: doorCodes.sentBy })
    .from(orders)
    .leftJoin(doorCodes, eq(doorCodes.attemptId, id))
    .where(eq(orders.id, orderId))
  const { email = '', phone = '', sentBy } = order ?? {}
  if (sentBy === 'SMS') return { sentBy, sentTo: formatPhone(phone).replace(/ \d{3} \d\d /, ' ••• •• ') }
  return { sentBy: 'EMAIL', sentTo: maskedAddress(email) }
}

function secondsUntil(ctx: Ctx, moment: Date): number {
  return Math.max(1, Math.ceil((moment.getTime() - ctx.clock().getTime()) / seconds(1)))
}
