/** Deleting an account anonymizes the person and keeps of her orders what the law asks for, for three years. */

import { and, eq, inArray, isNotNull, isNull, lt, ne, notExists, notLike, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { lastAdmin } from '../accounts/admins.ts'
import { withdrawAllOf } from '../accounts/consents/ledger.ts'
import { mailAddressOf } from '../accounts/guests/guests.ts'
import { requirePassword } from '../accounts/passwords/check.ts'
import {
  consentEvents,
  consentStates,
  sessions,
  staffInvitations,
  userAddresses,
  users,
  userTokens,
} from '../accounts/schema.ts'
import { forgetSecondStep } from '../accounts/second-step/own.ts'
import { recordEvent } from '../accounts/security-log.ts'
import { forgetDevices } from '../accounts/sessions/devices.ts'
import { announceStaffChange } from '../accounts/staff/announce.ts'
import { lockStaff, requireManagerLeft } from '../accounts/staff/managers.ts'
import { getUser } from '../accounts/users.ts'
import { orderContracts } from '../agreements/schema.ts'
import { auditEntries } from '../audit/schema.ts'
import { campaigns } from '../campaigns/schema.ts'
import { channelPackages } from '../channels/schema.ts'
import { findBalance } from '../credit/ledger.ts'
import { type Ctx, inTransaction } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { favoriteLists, favorites } from '../favorites/schema.ts'
import { giftCards } from '../gift-cards/schema.ts'
import { accountDeletedMail } from '../mail/account-change-mails.ts'
import { forgetBounce } from '../mail/bounces/bounces.ts'
import { queueMail } from '../mail/outbox.ts'
import { mails } from '../mail/schema.ts'
import { formatKurus } from '../money.ts'
import { forgetCart } from '../news/carts/kept.ts'
import { forgetFalls, forgetRecipient } from '../news/forget.ts'
import { noticeChoices, pushSubscriptions } from '../notices/schema.ts'
import { orderEvents, orderNotes, orders } from '../orders/schema.ts'
import { refunds } from '../payments/schema.ts'
import { forgetWaiting } from '../restock/kept.ts'
import { deleteReturnImages } from '../returns/pictures.ts'
import { returnImages, returns } from '../returns/schema.ts'
import { forgetReviews, forgetUnsentOf } from '../reviews/forget.ts'
import { reviewImages, reviews } from '../reviews/schema.ts'
import { findBrand } from '../settings/brand.ts'
import { forgetOwnSizes } from '../sizes/own-sizes.ts'
import { after, days } from '../time.ts'
import { customerNotes, customers } from './schema.ts'

/** Years for which the law on distance contracts (MSY m.20) wants orders kept. */
export const orderYears = 3

const noPlace = { district: null, neighbourhood: null, postalCode: null, invoice: null, invoiceAddress: null }
const nobody = { firstName: 'Silinmiş', lastName: 'Hesap' }

/**
 * Deletes the signed-in user's account. The row stays for her orders, without personal data; the orders keep the buyer's
 * data for as long as the law wants, see forgetOldBuyers.
 */
export async function deleteAccount(ctx: Ctx, password: string): Promise<void> {
  const user = await getUser(ctx)
  await requirePassword(ctx, user, password, 'password')
  await inTransaction(ctx, async (ctx) => {
    if (user.staffRoleId) await lockStaff(ctx)
    await refuseWithCredit(ctx, user.id)
    await anonymize(ctx, user)
    if (user.staffRoleId) {
      await requireManagerLeft(ctx, lastAdmin)
      await announceStaffChange(ctx)
    }
    await recordEvent(ctx, { kind: 'account-deleted', userId: user.id })
    const mail = accountDeletedMail(await findBrand(ctx), { firstName: user.firstName, years: orderYears })
    await queueMail(ctx, { ...mail, to: user.email })
  })
}

/** Takes the person out of her account, or of the row of a guest, in the caller's transaction; her orders stay, see forgetOldBuyers. */
export async function anonymize(ctx: Ctx, user: typeof users.$inferSelect): Promise<void> {
  const now = ctx.clock()
  const email = mailAddressOf(user)
  await ctx.db
    .update(users)
    .set({
      ...nobody,
      email: `${user.id}@silindi.invalid`,
      role: 'USER',
      staffRoleId: null,
      // Matches no password.
      passwordHash: '',
      emailVerifiedAt: null,
      deletedAt: now,
      updatedAt: now,
    })
    .where(eq(users.id, user.id))
  await ctx.db.delete(favorites).where(eq(favorites.userId, user.id))
  await ctx.db.delete(favoriteLists).where(eq(favoriteLists.userId, user.id))
  await forgetOwnSizes(ctx, user.id)
  await ctx.db.delete(userAddresses).where(eq(userAddresses.userId, user.id))
  await ctx.db.delete(userTokens).where(eq(userTokens.userId, user.id))
  await ctx.db.delete(sessions).where(eq(sessions.userId, user.id))
  await forgetSecondStep(ctx, user.id)
  await forgetDevices(ctx, user.id)
  await ctx.db.delete(noticeChoices).where(eq(noticeChoices.userId, user.id))
  await ctx.db.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, user.id))
  await ctx.db.delete(staffInvitations).where(eq(staffInvitations.email, email))
  await ctx.db.delete(customerNotes).where(eq(customerNotes.userId, user.id))
  await ctx.db.delete(customers).where(eq(customers.userId, user.id))
  await withdrawAllOf(ctx, user.id, [email], { form: 'account-deletion', source: 'HS_WEB' })
  await forgetRecipient(ctx, email)
  await forgetBounce(ctx, email)
  await forgetFalls(ctx, user.id)
  await forgetCart(ctx, user.id)
  await forgetReviews(ctx, eq(orders.userId, user.id))
  await forgetUnsentOf(ctx, user.id)
  await deleteReturnImages(ctx, and(eq(returnImages.userId, user.id), isNull(returnImages.returnId)))
  // Without verification the address may be another's, and so the messages sent under it.
  if (user.emailVerifiedAt) {
    await forgetWaiting(ctx, email)
    await forgetGiftsTo(ctx, email)
    await ctx.db.delete(mails).where(and(eq(mails.toEmail, email), notLike(mails.kind, 'order%')))
  }
}

/** Whoever has the code still pays with the card. */
async function forgetGiftsTo({ db }: Ctx, email: string): Promise<void> {
  const cards = await db
    .update(giftCards)
    .set({ recipientEmail: null, recipientName: '', message: '' })
    .where(eq(giftCards.recipientEmail, email))
    .returning({ id: giftCards.id })
  const ids = cards.map(({ id }) => id)
  const { after, subjectId } = auditEntries
  await db
    .update(auditEntries)
    .set({ after: sql`${after} - 'to'` })
    .where(inArray(subjectId, ids))
}

/** It is her money: nobody loses it unasked. */
async function refuseWithCredit(ctx: Ctx, userId: string): Promise<void> {
  const kurus = await findBalance(ctx, userId)
  if (kurus === 0) return
  const way = 'önce kullanın ya da geri ödememiz için bize yazın.'
  throw new ShopError('CONFLICT', `Hesabınızda ${formatKurus(kurus)} mağaza krediniz var; ${way}`)
}

/**
 * Removes personal data from the orders of deleted accounts, and from those of guests, once the law no longer wants it kept; then the
 * guests' own addresses. Who proved an address and then bought nothing is forgotten after a day.
 */
export async function forgetOldBuyers(ctx: Ctx): Promise<void> {
  const deleted = ctx.db.select({ id: users.id }).from(users).where(isNotNull(users.deletedAt))
  for (const whose of [inArray(orders.userId, deleted), eq(orders.guest, true)]) await forgetBuyersOf(ctx, whose)
  const guests = and(eq(users.guest, true), isNull(users.deletedAt))
  await handPicturesOver(ctx, guests)
  const isOld = lt(users.updatedAt, after(ctx.clock(), -days(1)))
  await ctx.db.delete(users).where(and(guests, isOld, ...withNothingOf(ctx)))
  const known = ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, users.id), ne(orders.email, forgotten)))
  await ctx.db
    .update(users)
    .set({ email: sql`${users.id} || '@silindi.invalid'`, deletedAt: ctx.clock() })
    .where(and(guests, lt(users.createdAt, lawfulSince(ctx)), notExists(known)))
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

async function forgetBuyersOf(ctx: Ctx, whose: SQL): Promise<void> {
  const rows = await ctx.db
    .update(orders)
    .set({ ...nobody, email: forgotten, phone: '', address: '', adminNotes: '', ...noPlace })
    .where(and(whose, lt(orders.createdAt, lawfulSince(ctx)), ne(orders.email, forgotten)))
    .returning({ id: orders.id })
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  await ctx.db.delete(orderContracts).where(inArray(orderContracts.orderId, ids))
  await forgetInWritings(ctx, ids)
  const sent = ctx.db.select({ id: returns.id }).from(returns).where(inArray(returns.orderId, ids))
  await deleteReturnImages(ctx, inArray(returnImages.returnId, sent))
  await ctx.db.update(returns).set({ note: '' }).where(inArray(returns.orderId, ids))
  await forgetReviews(ctx, inArray(orders.id, ids))
}

/** What was changed and noted names her too, as do the accounts that money went back to and what a marketplace sent. */
async function forgetInWritings({ db }: Ctx, ids: string[]): Promise<void> {
  await db.update(orderEvents).set({ note: '' }).where(inArray(orderEvents.orderId, ids))
  await db.delete(orderNotes).where(inArray(orderNotes.orderId, ids))
  await db.update(refunds).set({ iban: null, ibanHolder: null }).where(inArray(refunds.orderId, ids))
  const { before, after, subjectId } = auditEntries
  const hers = sql`array['recipient', 'address', 'phone', 'note', 'adminNotes']`
  await db
    .update(auditEntries)
    .set({ before: sql`${before} - ${hers}`, after: sql`${after} - ${hers}` })
    .where(inArray(subjectId, ids))
  const blank = JSON.stringify({ ...nobody, phone: '', address: '' })
  await db
    .update(channelPackages)
    .set({ package: sql`${channelPackages.package} || ${blank}::jsonb` })
    .where(inArray(channelPackages.orderId, ids))
}

/** A no is kept as long, as proof that nobody was written to against it; then it goes with its history. */
export async function forgetOldConsents(ctx: Ctx): Promise<void> {
  const over = and(eq(consentStates.status, 'WITHDRAWN'), lt(consentStates.since, lawfulSince(ctx)))
  await inTransaction(ctx, async (ctx) => {
    const gone = await ctx.db.delete(consentStates).where(over).returning()
    for (const { recipient, channel } of gone) {
      const whose = and(eq(consentEvents.recipient, recipient), eq(consentEvents.channel, channel))
      await ctx.db.delete(consentEvents).where(whose)
    }
  })
}

const forgotten = 'silindi@silindi.invalid'

function lawfulSince(ctx: Ctx): Date {
  return after(ctx.clock(), -days(orderYears * 366))
}
