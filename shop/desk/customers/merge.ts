/**
 * Two accounts of one person become one. All that is hers moves; the other account ends and cannot be brought back. An order that is
 * begun meanwhile follows (the trigger orders_follow_merge).
 */

import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { withdrawAllOf } from '../../accounts/consents/ledger.ts'
import { sessions, staffInvitations, userAddresses, users, userTokens } from '../../accounts/schema.ts'
import { forgetSecondStep } from '../../accounts/second-step/own.ts'
import { recordEvent } from '../../accounts/security-log.ts'
import { forgetDevices } from '../../accounts/sessions/devices.ts'
import { recordChange } from '../../audit/audit.ts'
import { buyerOf } from '../../campaigns/people.ts'
import { campaigns } from '../../campaigns/schema.ts'
import { countForMerged } from '../../campaigns/uses.ts'
import { book, findBalance, lockBalance } from '../../credit/ledger.ts'
import { type Ctx, inRetriedTransaction, isId, requireRight } from '../../ctx.ts'
import { ShopError } from '../../errors.ts'
import { favoriteLists, favorites } from '../../favorites/schema.ts'
import { mailAddressOf } from '../../fields/guest-address.ts'
import { moveGifts } from '../../gift-cards/recipients.ts'
import { accountsMergedMail } from '../../mail/account-change-mails.ts'
import { queueMail } from '../../mail/outbox.ts'
import { moveMessages } from '../../messages/messages.ts'
import { keptCarts } from '../../news/schema.ts'
import { orderEvents, orders } from '../../orders/schema.ts'
import { refunds } from '../../payments/schema.ts'
import { moveWaiting } from '../../restock/kept.ts'
import { returnImages } from '../../returns/schema.ts'
import { reviewImages } from '../../reviews/schema.ts'
import { findBrand } from '../../settings/brand.ts'
import { moveOwnSizes } from '../../sizes/own-sizes.ts'
import { customerNotes, customers } from '../schema.ts'
import { getCustomerRow, missing, nameOf } from './person.ts'

type User = typeof users.$inferSelect

/** Moves all of `otherId` to `id`. NOT_FOUND when one of them is gone, CONFLICT when they cannot become one. */
export async function mergeCustomers(ctx: Ctx, id: string, otherId: string): Promise<void> {
  requireRight(ctx, 'customers')
  if (!isId(otherId)) throw missing()
  const names = { kept: await getCustomerRow(ctx, id), gone: await getCustomerRow(ctx, otherId) }
  if (id === otherId) throw new ShopError('CONFLICT', 'Bir hesap kendisiyle birleştirilemez.')
  await inRetriedTransaction(ctx, async (ctx) => {
    const { kept, gone } = await lockBoth(ctx, id, otherId)
    const moved = await moveOrders(ctx, gone, kept)
    await moveBelongings(ctx, gone, kept)
    const movedCreditKurus = await moveCredit(ctx, gone, kept)
    await countForMerged(ctx, moved.ids, buyerOf(kept))
    await endAccount(ctx, gone, kept)
    await recordEvent(ctx, { kind: 'account-deleted', userId: gone.id, detail: 'Başka bir hesapla birleştirildi' })
    await recordChange(ctx, {
      action: 'customer.merge',
      subject: { id, name: nameOf(names.kept) },
      after: { mergedAccount: names.gone.email, movedOrders: moved.placed, movedCreditKurus },
    })
    // A guest has no account to miss.
    if (gone.guest) return
    const told = { firstName: names.gone.firstName, keptEmail: mailAddressOf(kept) }
    await queueMail(ctx, { ...accountsMergedMail(await findBrand(ctx), told), to: gone.email })
  })
}

/** In the order of their ids: two merges of the same accounts wait for each other, and the second finds one gone. */
async function lockBoth(ctx: Ctx, id: string, otherId: string): Promise<{ kept: User; gone: User }> {
  const rows = await ctx.db
    .select()
    .from(users)
    .where(and(inArray(users.id, [id, otherId]), isNull(users.deletedAt)))
    .orderBy(users.id)
    .for('no key update')
  const [kept, gone] = [id, otherId].map((wanted) => rows.find((row) => row.id === wanted))
  if (!kept || !gone) throw missing()
  if (kept.role !== 'USER' || gone.role !== 'USER') {
    throw new ShopError('CONFLICT', 'Çalışan hesapları birleştirilemez; önce yetkisini kaldırın.')
  }
  if (kept.guest && !gone.guest) {
    throw new ShopError('CONFLICT', 'Üyelik, üyeliksiz bir müşteriye katılamaz; üyeliğin sayfasından birleştirin.')
  }
  return { kept, gone }
}

async function moveOrders(ctx: Ctx, gone: User, kept: User): Promise<{ ids: string[]; placed: number }> {
  const moved = await ctx.db
    .update(orders)
    .set({ userId: kept.id, ...(kept.guest ? {} : { guest: false }) })
    .where(eq(orders.userId, gone.id))
    .returning({ id: orders.id, placedAt: orders.placedAt })
  const ids = moved.map((order) => order.id)
  // The history names the account that stays for what she did with the other one.
  const own = and(inArray(orderEvents.orderId, ids), eq(orderEvents.actorId, gone.id))
  if (ids.length > 0) await ctx.db.update(orderEvents).set({ actorId: kept.id }).where(own)
  // A refund that the bank answers later names its author in the history, too.
  const asked = and(inArray(refunds.orderId, ids), eq(refunds.actorId, gone.id))
  if (ids.length > 0) await ctx.db.update(refunds).set({ actorId: kept.id }).where(asked)
  return { ids, placed: moved.filter(({ placedAt }) => placedAt).length }
}

async function moveBelongings(ctx: Ctx, gone: User, kept: User): Promise<void> {
  const userId = kept.id
  const known = sql`select product_id from favorites where user_id = ${userId}`
  await ctx.db
    .update(favorites)
    .set({ userId })
    .where(and(eq(favorites.userId, gone.id), sql`${favorites.productId} not in (${known})`))
  await moveOwnSizes(ctx, gone.id, userId)
  await ctx.db.update(userAddresses).set({ userId, isDefault: false }).where(eq(userAddresses.userId, gone.id))
  await ctx.db.update(customerNotes).set({ userId }).where(eq(customerNotes.userId, gone.id))
  await ctx.db.update(campaigns).set({ customerId: userId }).where(eq(campaigns.customerId, gone.id))
  await ctx.db.update(returnImages).set({ userId }).where(eq(returnImages.userId, gone.id))
  await ctx.db.update(reviewImages).set({ userId }).where(eq(reviewImages.userId, gone.id))
  // An address that nobody proved may be another's, and so what was sent there or written from it.
  if (!gone.emailVerifiedAt) return
  const [from, to] = [mailAddressOf(gone), mailAddressOf(kept)]
  await moveGifts(ctx, from, to)
  await moveMessages(ctx, from, to)
  await moveWaiting(ctx, from, to)
}

async function moveCredit(ctx: Ctx, gone: User, kept: User): Promise<number> {
  await lockBalance(ctx, gone.id)
  const amountKurus = await findBalance(ctx, gone.id)
  if (amountKurus === 0) return 0
  const note = 'Hesaplarınız birleştirildi'
  const actorId = ctx.actor.kind === 'user' ? ctx.actor.id : null
  const out = { userId: gone.id, amountKurus: -amountKurus, cause: 'moved-out', note, actorId } as const
  if (!(await book(ctx, out))) throw new Error('a locked balance changed')
  await book(ctx, { userId: kept.id, amountKurus, cause: 'moved-in', note, actorId })
  return amountKurus
}

/** Its address is free for a new account; what was agreed to for it ends with it. */
async function endAccount(ctx: Ctx, gone: User, kept: User): Promise<void> {
  await withdrawAllOf(ctx, gone.id, [mailAddressOf(gone)], { form: 'merge', source: 'HS_EORTAM' })
  for (const table of [favorites, favoriteLists, userTokens, sessions, userAddresses, keptCarts])
    await ctx.db.delete(table).where(eq(table.userId, gone.id))
  await forgetSecondStep(ctx, gone.id)
  await forgetDevices(ctx, gone.id)
  // It was for the account that ends; the owner can invite the one that stays.
  await ctx.db.delete(staffInvitations).where(eq(staffInvitations.email, mailAddressOf(gone)))
  await ctx.db.delete(customers).where(eq(customers.userId, gone.id))
  const now = ctx.clock()
  await ctx.db
    .update(users)
    .set({
      ...{ firstName: 'Silinmiş', lastName: 'Hesap', email: `${gone.id}@silindi.invalid`, passwordHash: '' },
      ...{ emailVerifiedAt: null, mergedInto: kept.id, deletedAt: now, updatedAt: now },
    })
    .where(eq(users.id, gone.id))
  // Accounts merged into this one earlier now point to the one that stays.
  await ctx.db.update(users).set({ mergedInto: kept.id }).where(eq(users.mergedInto, gone.id))
}
