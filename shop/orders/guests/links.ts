import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { findGuest } from '../../accounts/guests/guests.ts'
import { endOrderKeys, issueOrderKey } from '../../accounts/guests/keys.ts'
import { users } from '../../accounts/schema.ts'
import { hashToken } from '../../accounts/sessions/sessions.ts'
import { type Ctx, inTransaction, newId } from '../../ctx.ts'
import { isWithinLimit, networkOf, takeLimit } from '../../limits.ts'
import { newOrderLinkMail } from '../../mail/guest-mails.ts'
import { joinedMark } from '../../mail/link-marks.ts'
import { queueMail } from '../../mail/outbox.ts'
import { shownOrderId } from '../../order-id.ts'
import { findBrand } from '../../settings/brand.ts'
import { orderLinkFor } from '../mails.ts'
import { orderLinkRequests, orders } from '../schema.ts'

/**
 * A new link for whoever knows an order's number and address, mailed to that address; the earlier ones end. The answer is the same,
 * and takes as long, whether there is such an order.
 */
export async function requestOrderLink(ctx: Ctx, { email, number }: { email: string; number: string }): Promise<void> {
  await takeLimit(ctx, { key: `order-link:${networkOf(ctx)}`, limit: 10, windowSeconds: 3600 })
  const key = `order-link-to:${hashToken(`${email} ${number}`)}`
  if (!(await isWithinLimit(ctx, { key, limit: 3, windowSeconds: 3600 }))) return
  const requestId = newId()
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.insert(orderLinkRequests).values({ id: requestId, email, number, createdAt: ctx.clock() })
    await ctx.jobs.add(ctx, 'mail-link', { requestId, order: true })
  })
}

/** The job 'mail-link' with `order`. Done twice, it is done once. */
export async function mailOrderLink(ctx: Ctx, requestId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const [request] = await ctx.db.delete(orderLinkRequests).where(eq(orderLinkRequests.id, requestId)).returning()
    const order = request && (await findGuestOrder(ctx, request.email, request.number))
    if (!order) return
    await endOrderKeys(ctx, order.id)
    const facts = { shownId: shownOrderId(order.id), firstName: order.firstName }
    await queueMail(ctx, {
      to: order.email,
      ...newOrderLinkMail(await findBrand(ctx), facts),
      ...orderLinkFor(order),
    })
  })
}

/** The order of the guest with that address, or one of a deleted account that was placed with it. */
async function findGuestOrder(ctx: Ctx, email: string, number: string) {
  const guestId = await findGuest(ctx, email)
  const deleted = ctx.db.select({ id: users.id }).from(users).where(isNotNull(users.deletedAt))
  const left = and(eq(orders.guest, true), eq(orders.email, email), inArray(orders.userId, deleted))
  const named = sql`right(${orders.id}::text, 8) = ${number.toLowerCase()}`
  const [order] = await ctx.db
    .select()
    .from(orders)
    .where(and(guestId ? or(eq(orders.userId, guestId), left) : left, isNotNull(orders.placedAt), named))
  return order
}

/**
 * The key that opens the order, for a mail to this address; a mark in its place when the order is in an account by now or belongs to
 * another address.
 */
export async function linkOf(ctx: Ctx, orderId: string, email: string): Promise<string> {
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId))
  return order?.guest && order.email === email ? issueOrderKey(ctx, order) : joinedMark
}

/** Whether anybody has ever bought without an account. */
export async function haveGuests(ctx: Ctx): Promise<boolean> {
  const [one] = await ctx.db.select({ id: orders.id }).from(orders).where(eq(orders.guest, true)).limit(1)
  return one !== undefined
}
