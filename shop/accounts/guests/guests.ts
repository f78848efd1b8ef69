/**
 * Shoppers without an account. A guest is a row of `users` for each address that was proved by a mailed code, so that limits,
 * holds and keys of payments work for her as for others. Her address stands there with a prefix: no login, registration or
 * forgotten password ever finds the row, and nothing of an account with the same address is hers.
 */

import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { campaigns } from '../../campaigns/schema.ts'
import { type Ctx, newId } from '../../ctx.ts'
import { customerNotes } from '../../desk/schema.ts'
import { guestRowOf } from '../../fields/guest-address.ts'
import { orderEvents, orders } from '../../orders/schema.ts'
import { refunds } from '../../payments/schema.ts'
import { returnImages } from '../../returns/schema.ts'
import { reviewImages } from '../../reviews/schema.ts'
import { noPassword } from '../passwords/passwords.ts'
import { users } from '../schema.ts'

export async function findGuest(ctx: Ctx, email: string): Promise<string | undefined> {
  const [guest] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, guestRowOf(email)))
  return guest?.id
}

/** The guest of an address that was just proved; made at her first purchase. */
export async function guestOf(ctx: Ctx, email: string): Promise<string> {
  const now = ctx.clock()
  const nobody = { firstName: '', lastName: '', passwordHash: noPassword }
  const [guest] = await ctx.db
    .insert(users)
    .values({
      ...nobody,
      id: newId(),
      email: guestRowOf(email),
      guest: true,
      emailVerifiedAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoUpdate({ target: users.email, set: { updatedAt: now } })
    .returning({ id: users.id })
  if (!guest) throw new Error('insert returned no row')
  return guest.id
}

/**
 * In the transaction that verified an account's address: the orders that were placed with it without an account are hers from now on,
 * with what belongs to them, and their links lead to the login. A payment that is still under way stays where it was begun.
 */
export async function joinGuest(ctx: Ctx, user: { id: string; email: string }): Promise<void> {
  const guests = ctx.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, guestRowOf(user.email)))
  const joined = await ctx.db
    .update(orders)
    .set({ userId: user.id, guest: false })
    .where(and(inArray(orders.userId, guests), isNotNull(orders.placedAt)))
    .returning({ id: orders.id })
  if (joined.length === 0) return
  // The guest's row is deleted a day later (desk/old-buyers.ts).
  for (const pictures of [returnImages, reviewImages]) {
    await ctx.db.update(pictures).set({ userId: user.id }).where(inArray(pictures.userId, guests))
  }
  await ctx.db.update(customerNotes).set({ userId: user.id }).where(inArray(customerNotes.userId, guests))
  await ctx.db.update(campaigns).set({ customerId: user.id }).where(inArray(campaigns.customerId, guests))
  await ctx.db.update(users).set({ mergedInto: user.id }).where(inArray(users.mergedInto, guests))
  const ids = joined.map(({ id }) => id)
  // The history names the account for what she did as a guest.
  await ctx.db
    .update(orderEvents)
    .set({ actorId: user.id })
    .where(and(inArray(orderEvents.orderId, ids), inArray(orderEvents.actorId, guests)))
  // A refund that the bank answers later names its author in the history, too.
  await ctx.db
    .update(refunds)
    .set({ actorId: user.id })
    .where(and(inArray(refunds.orderId, ids), inArray(refunds.actorId, guests)))
}
