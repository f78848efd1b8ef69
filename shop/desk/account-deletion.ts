/** Deleting an account anonymizes the person and keeps of her orders what the law asks for, for three years. */

import { and, eq, inArray, isNull, notLike, sql } from 'drizzle-orm'
import { lastAdmin } from '../accounts/admins.ts'
import { withdrawAllOf } from '../accounts/consents/ledger.ts'
import { requirePassword } from '../accounts/passwords/check.ts'
import { sessions, staffInvitations, userAddresses, users, userTokens } from '../accounts/schema.ts'
import { forgetSecondStep } from '../accounts/second-step/own.ts'
import { recordEvent } from '../accounts/security-log.ts'
import { forgetDevices } from '../accounts/sessions/devices.ts'
import { announceStaffChange } from '../accounts/staff/announce.ts'
import { lockStaff, requireManagerLeft } from '../accounts/staff/managers.ts'
import { getUser } from '../accounts/users.ts'
import { forgetActors, forgetAddresses, forgetSubjects, nobodyName } from '../audit/forget.ts'
import { campaigns } from '../campaigns/schema.ts'
import { findBalance } from '../credit/ledger.ts'
import { lockBeforeEnd, mayCreditComeBack } from '../credit/of-orders.ts'
import { type Ctx, inRetriedTransaction, requireConfirmed } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { favoriteLists, favorites } from '../favorites/schema.ts'
import { mailAddressOf } from '../fields/guest-address.ts'
import { forgetGiftsTo } from '../gift-cards/forget.ts'
import { accountDeletedMail } from '../mail/account-change-mails.ts'
import { forgetBounce } from '../mail/bounces/bounces.ts'
import { forgottenMail, queueMail } from '../mail/outbox.ts'
import { mails } from '../mail/schema.ts'
import { formatKurus } from '../money.ts'
import { forgetCart } from '../news/carts/kept.ts'
import { forgetFalls, forgetRecipient } from '../news/forget.ts'
import { noticeChoices, pushSubscriptions } from '../notices/schema.ts'
import { orders } from '../orders/schema.ts'
import { forgetWaiting } from '../restock/kept.ts'
import { deleteReturnImages } from '../returns/pictures.ts'
import { returnImages } from '../returns/schema.ts'
import { forgetReviews, forgetUnsentOf } from '../reviews/forget.ts'
import { findBrand } from '../settings/brand.ts'
import { forgetOwnSizes } from '../sizes/own-sizes.ts'
import { nobody, orderYears } from './old-buyers.ts'
import { customerNotes, customers } from './schema.ts'

/**
 * Deletes the signed-in user's account, by her password and, where she has one, her second step. The row stays for her orders, without
 * personal data; the orders keep the buyer's data for as long as the law wants, see old-buyers.ts.
 */
export async function deleteAccount(ctx: Ctx, password: string): Promise<void> {
  requireConfirmed(ctx, 'second step')
  const user = await getUser(ctx)
  await requirePassword(ctx, user, password, 'password')
  await inRetriedTransaction(ctx, async (ctx) => {
    if (user.staffRoleId) await lockStaff(ctx)
    await lockBeforeEnd(ctx, user.id)
    // It may have ended meanwhile.
    await getUser(ctx)
    await refuseWithCredit(ctx, user.id)
    await anonymize(ctx, user)
    const withOrders = await leaveOrdersToLinks(ctx, user)
    if (user.staffRoleId) {
      await requireManagerLeft(ctx, lastAdmin)
      await announceStaffChange(ctx)
    }
    await recordEvent(ctx, { kind: 'account-deleted', userId: user.id })
    const facts = { firstName: user.firstName, years: orderYears, withOrders }
    const mail = accountDeletedMail(await findBrand(ctx), facts)
    await queueMail(ctx, { ...mail, to: user.email })
  })
}

/**
 * Her orders go on without the account: their mails bring along a link that opens them, as those of a guest do, so that she can still
 * follow them, send back what they hold, and name the account for money that is owed. Not where they go to an address that nobody
 * proved. Returns whether there are any.
 */
export async function leaveOrdersToLinks(ctx: Ctx, user: typeof users.$inferSelect): Promise<boolean> {
  const left = await ctx.db
    .update(orders)
    .set({ guest: true })
    .where(and(eq(orders.userId, user.id), eq(orders.email, mailAddressOf(user))))
    .returning({ placedAt: orders.placedAt })
  return left.some(({ placedAt }) => placedAt !== null)
}

/** Takes the person out of her account, or of the row of a guest, in the caller's transaction; her orders stay, see old-buyers.ts. */
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
  await forgetChanges(ctx, user.id)
  // Without verification the address may be another's, and so the messages sent under it.
  if (user.emailVerifiedAt) {
    await forgetWaiting(ctx, email)
    await forgetGiftsTo(ctx, [email])
    await forgetSubjects(ctx, sql`(select ${mails.id}::text from ${mails} where ${eq(mails.toEmail, email)})`)
    const sent = await ctx.db
      .delete(mails)
      .where(and(eq(mails.toEmail, email), notLike(mails.kind, 'order%')))
      .returning({ id: mails.id })
    await forgetSubjects(
      ctx,
      sent.map(({ id }) => id),
      forgottenMail,
    )
    await forgetAddresses(ctx, [email])
  }
}

/** The changes of her account, of those that became one with it, and of coupons of hers alone. Those of her orders stay as they do. */
async function forgetChanges(ctx: Ctx, userId: string): Promise<void> {
  const merged = await ctx.db.select({ id: users.id }).from(users).where(eq(users.mergedInto, userId))
  const ids = [userId, ...merged.map(({ id }) => id)]
  await forgetSubjects(ctx, ids, nobodyName)
  const theirs = inArray(orders.userId, ids)
  await forgetActors(ctx, ids, sql`(select ${orders.id}::text from ${orders} where ${theirs})`)
  await forgetSubjects(
    ctx,
    sql`(select ${campaigns.id}::text from ${campaigns} where ${inArray(campaigns.customerId, ids)})`,
  )
}

/** It is her money: nobody loses it unasked, nor what comes back to her later. */
async function refuseWithCredit(ctx: Ctx, userId: string): Promise<void> {
  if (await mayCreditComeBack(ctx, userId)) {
    const what = 'Mağaza kredinizle ödediğiniz bir sipariş ya da iadesi henüz sonuçlanmadı'
    throw new ShopError('CONFLICT', `${what}; sonuçlanınca hesabınızı silebilirsiniz.`)
  }
  const kurus = await findBalance(ctx, userId)
  if (kurus === 0) return
  const way = 'önce kullanın ya da geri ödememiz için bize yazın.'
  throw new ShopError('CONFLICT', `Hesabınızda ${formatKurus(kurus)} mağaza krediniz var; ${way}`)
}
