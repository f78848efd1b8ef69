/**
 * The balances of gift cards. Each change is an entry, which is only added, and moves the card's balance in the same transaction: a
 * guarded UPDATE keeps it from falling below nought, however many spend at once. Several cards are locked by their ids, and
 * before store credit.
 */

import { and, desc, eq, gte, isNull, sql } from 'drizzle-orm'
import { type Ctx, newId } from '../ctx.ts'
import { giftCardEntries, giftCards } from './schema.ts'

type NewEntry = Omit<typeof giftCardEntries.$inferInsert, 'id' | 'createdAt'>
export type GiftEntry = typeof giftCardEntries.$inferSelect

/** Books an entry in the caller's transaction; false, with nothing changed, when there is not so much to take, or it is blocked. */
export async function book(ctx: Ctx, entry: NewEntry): Promise<boolean> {
  const now = ctx.clock()
  const takes = entry.amountKurus < 0
  const moved = await ctx.db
    .update(giftCards)
    .set({ balanceKurus: sql`${giftCards.balanceKurus} + ${entry.amountKurus}`, updatedAt: now })
    .where(
      and(
        eq(giftCards.id, entry.cardId),
        takes ? and(gte(giftCards.balanceKurus, -entry.amountKurus), isNull(giftCards.blockedAt)) : undefined,
      ),
    )
    .returning({ id: giftCards.id })
  if (moved.length === 0) return false
  await ctx.db.insert(giftCardEntries).values({ ...entry, id: newId(), createdAt: now })
  return true
}

/** A card's entries, the newest first. */
export async function listEntries(ctx: Ctx, cardId: string): Promise<GiftEntry[]> {
  return ctx.db
    .select()
    .from(giftCardEntries)
    .where(eq(giftCardEntries.cardId, cardId))
    .orderBy(desc(giftCardEntries.createdAt), desc(giftCardEntries.id))
    .limit(500)
}
