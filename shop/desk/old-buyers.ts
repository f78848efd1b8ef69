/** Removes personal data of orders that no account holds once the law no longer asks for it, three years after the order. */

import { and, eq, inArray, isNotNull, isNull, lt, ne, notExists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { consentEvents, consentStates, users } from '../accounts/schema.ts'
import { orderContracts } from '../agreements/schema.ts'
import { forgetAddresses, forgetSubjects, forgetWithdrawalsOf, nobodyName } from '../audit/forget.ts'
import { campaigns } from '../campaigns/schema.ts'
import { channelPackages } from '../channels/schema.ts'
import { transferReceipts } from '../checkout/ways/transfer/schema.ts'
import { type Ctx, inTransaction } from '../ctx.ts'
import { mailAddressOf } from '../fields/guest-address.ts'
import { forgetGiftsTo } from '../gift-cards/forget.ts'
import { itemRefunds, orderEvents, orderNotes, orders } from '../orders/schema.ts'
import { paymentAttempts, refunds } from '../payments/schema.ts'
import { deleteReturnImages } from '../returns/pictures.ts'
import { returnImages, returns } from '../returns/schema.ts'
import { forgetReviews } from '../reviews/forget.ts'
import { reviewImages, reviews } from '../reviews/schema.ts'
import { after, days } from '../time.ts'

/** Years for which the law on distance contracts (MSY m.20) wants orders kept. */
export const orderYears = 3

/** The name that replaces a forgotten person's. */
export const nobody = { firstName: 'Silinmiş', lastName: 'Hesap' }

const noPlace = { district: null, neighbourhood: null, postalCode: null, invoice: null, invoiceAddress: null }

/**
 * Removes personal data from the orders of deleted accounts, and from those of guests, once the law no longer wants it kept; then the
 * guests' own addresses. A guest who proved an address and then bought nothing is forgotten after a day.
 */
export async function forgetOldBuyers(ctx: Ctx): Promise<void> {
  const deleted = ctx.db.select({ id: users.id }).from(users).where(isNotNull(users.deletedAt))
  for (const whose of [inArray(orders.userId, deleted), eq(orders.guest, true)]) await forgetBuyersOf(ctx, whose)
  // Marketplace packages that became no order.
  const isNamed = sql`${channelPackages.package} ->> 'lastName' <> ${nobody.lastName}`
  await forgetPackages(
    ctx,
    and(isNull(channelPackages.orderId), lt(channelPackages.createdAt, lawfulSince(ctx)), isNamed),
  )
  const guests = and(eq(users.guest, true), isNull(users.deletedAt))
  await handPicturesOver(ctx, guests)
  const isOld = lt(users.updatedAt, after(ctx.clock(), -days(1)))
  await inTransaction(ctx, async (ctx) => {
    const gone = await ctx.db
      .delete(users)
      .where(and(guests, isOld, ...withNothingOf(ctx)))
      .returning({ id: users.id })
    await forgetSubjects(
      ctx,
      gone.map(({ id }) => id),
      nobodyName,
    )
  })
  for (let done = batch; done === batch; ) done = await inTransaction(ctx, (ctx) => forgetGuests(ctx, guests))
}

/** Guests whose orders name nobody any more, with what else was kept under their addresses as long. */
async function forgetGuests(ctx: Ctx, guests: SQL | undefined): Promise<number> {
  const known = ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, users.id), ne(orders.email, forgotten)))
  const due = await ctx.db
    .select({ id: users.id, guest: users.guest, email: users.email })
    .from(users)
    .where(and(guests, lt(users.createdAt, lawfulSince(ctx)), notExists(known)))
    .limit(batch)
    .for('no key update')
  if (due.length === 0) return 0
  const [ids, emails] = [due.map(({ id }) => id), due.map(mailAddressOf)]
  await ctx.db
    .update(users)
    .set({ email: sql`${users.id} || '@silindi.invalid'`, deletedAt: ctx.clock() })
    .where(inArray(users.id, ids))
  await forgetSubjects(ctx, ids, nobodyName)
  // Mail to an address that an account has belongs to that account.
  const held = await ctx.db
    .select({ email: users.email })
    .from(users)
    .where(and(inArray(users.email, emails), isNull(users.deletedAt), isNotNull(users.emailVerifiedAt)))
  const free = emails.filter((email) => !held.some((account) => account.email === email))
  await forgetAddresses(ctx, free, lawfulSince(ctx))
  await forgetGiftsTo(ctx, free, lawfulSince(ctx))
  return due.length
}

/** Pictures of orders that an account took over belong to it, also of those that an earlier version left with the guest. */
async function handPicturesOver({ db }: Ctx, guests: SQL | undefined): Promise<void> {
  const theirs = db.select({ id: users.id }).from(users).where(guests)
  const userId = sql`${orders.userId}`
  await db
    .update(returnImages)
    .set({ userId })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(and(eq(returns.id, returnImages.returnId), eq(orders.guest, false), inArray(returnImages.userId, theirs)))
  await db
    .update(reviewImages)
    .set({ userId })
    .from(reviews)
    .innerJoin(orders, eq(orders.id, reviews.orderId))
    .where(and(eq(reviews.id, reviewImages.reviewId), eq(orders.guest, false), inArray(reviewImages.userId, theirs)))
}

/** No order of hers, no picture whose file is still to be deleted, and nothing else that names the row. */
function withNothingOf({ db }: Ctx): SQL[] {
  const merged = alias(users, 'merged')
  return [
    db.select({ id: orders.id }).from(orders).where(eq(orders.userId, users.id)),
    db.select({ id: returnImages.id }).from(returnImages).where(eq(returnImages.userId, users.id)),
    db.select({ id: reviewImages.id }).from(reviewImages).where(eq(reviewImages.userId, users.id)),
    db.select({ id: campaigns.id }).from(campaigns).where(eq(campaigns.customerId, users.id)),
    db.select({ id: merged.id }).from(merged).where(eq(merged.mergedInto, users.id)),
  ].map((rows) => notExists(rows))
}

/** Orders that are forgotten in one transaction, in all places or in none. */
const batch = 200

async function forgetBuyersOf(ctx: Ctx, whose: SQL): Promise<void> {
  const isDue = and(whose, lt(orders.createdAt, lawfulSince(ctx)), ne(orders.email, forgotten))
  for (let done = batch; done === batch; ) done = await inTransaction(ctx, (ctx) => forgetSome(ctx, isDue))
}

async function forgetSome(ctx: Ctx, isDue: SQL | undefined): Promise<number> {
  const due = ctx.db.select({ id: orders.id }).from(orders).where(isDue).limit(batch)
  const rows = await ctx.db
    .update(orders)
    .set({ ...nobody, email: forgotten, phone: '', address: '', adminNotes: '', ...noPlace })
    .where(inArray(orders.id, due))
    .returning({ id: orders.id })
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await ctx.db.delete(orderContracts).where(inArray(orderContracts.orderId, ids))
  await forgetInWritings(ctx, ids)
  const sent = ctx.db.select({ id: returns.id }).from(returns).where(inArray(returns.orderId, ids))
  await deleteReturnImages(ctx, inArray(returnImages.returnId, sent))
  await ctx.db.update(returns).set({ note: '' }).where(inArray(returns.orderId, ids))
  await forgetReviews(ctx, inArray(orders.id, ids))
  return ids.length
}

/** Notes and the audit name her too, and so do the bank accounts that money came from and went back to, and packages. */
async function forgetInWritings(ctx: Ctx, ids: string[]): Promise<void> {
  const { db } = ctx
  await db.update(orderEvents).set({ note: '' }).where(inArray(orderEvents.orderId, ids))
  await db.delete(orderNotes).where(inArray(orderNotes.orderId, ids))
  await db.update(refunds).set({ iban: null, ibanHolder: null }).where(inArray(refunds.orderId, ids))
  const given = db.select({ id: refunds.id }).from(refunds).where(inArray(refunds.orderId, ids))
  await db.update(itemRefunds).set({ note: '' }).where(inArray(itemRefunds.refundId, given))
  const theirs = db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(inArray(paymentAttempts.orderId, ids))
  await db.update(transferReceipts).set({ note: '' }).where(inArray(transferReceipts.attemptId, theirs))
  await forgetSubjects(ctx, ids)
  await forgetPackages(ctx, inArray(channelPackages.orderId, ids))
}

async function forgetPackages({ db }: Ctx, which: SQL | undefined): Promise<void> {
  const blank = JSON.stringify({ ...nobody, phone: '', address: '', district: '' })
  await db
    .update(channelPackages)
    .set({ package: sql`${channelPackages.package} || ${blank}::jsonb` })
    .where(which)
}

/** A no is kept as long, as proof that nobody was written to against it; then it goes with its history. */
export async function forgetOldConsents(ctx: Ctx): Promise<void> {
  const over = and(eq(consentStates.status, 'WITHDRAWN'), lt(consentStates.since, lawfulSince(ctx)))
  await inTransaction(ctx, async (ctx) => {
    const gone = await ctx.db.delete(consentStates).where(over).returning()
    const [recipients, channels] = [gone.map(({ recipient }) => recipient), gone.map(({ channel }) => channel)]
    const theirs = sql`select * from unnest(${sql.param(recipients)}::text[], ${sql.param(channels)}::text[])`
    await ctx.db.delete(consentEvents).where(sql`(${consentEvents.recipient}, ${consentEvents.channel}) in (${theirs})`)
    await forgetWithdrawalsOf(ctx, recipients, lawfulSince(ctx))
  })
}

const forgotten = 'silindi@silindi.invalid'

function lawfulSince(ctx: Ctx): Date {
  return after(ctx.clock(), -days(orderYears * 366))
}
