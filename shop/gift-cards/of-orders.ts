import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../ctx.ts'
import { book } from './ledger.ts'
import { giftCardEntries, giftCards, giftCardUses } from './schema.ts'

/** The part of an order that a card pays. */
export type GiftShare = { cardId: string; kurus: number }

class Refused extends Error {}

/** Pays a part of an order that is being written; false, with nothing changed, when a card no longer has so much. */
export async function spendGifts(ctx: Ctx, orderId: string, shares: GiftShare[]): Promise<boolean> {
  if (shares.length === 0) return true
  try {
    await inTransaction(ctx, async (ctx) => {
      for (const { cardId, kurus } of shares.toSorted(byCard))
        if (!(await book(ctx, { cardId, orderId, cause: 'spent', amountKurus: -kurus }))) throw new Refused()
      await ctx.db.insert(giftCardUses).values(shares.map((share, position) => ({ ...share, orderId, position })))
    })
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}

function byCard(a: { cardId: string }, b: { cardId: string }): number {
  return a.cardId < b.cardId ? -1 : 1
}

/** Gives all that an order took back to its cards, blocked ones too; the caller sees to it that this is done once. */
export async function returnGifts(ctx: Ctx, orderId: string): Promise<void> {
  for (const { cardId, kurus } of (await usesOf(ctx, orderId)).toSorted(byCard))
    if (kurus > 0) await book(ctx, { cardId, orderId, cause: 'returned', amountKurus: kurus })
}

/** Takes that again, as money came late; false when a card no longer has it, and the caller undoes all. */
export async function retakeGifts(ctx: Ctx, orderId: string): Promise<boolean> {
  for (const { cardId, kurus } of (await usesOf(ctx, orderId)).toSorted(byCard))
    if (kurus > 0 && !(await book(ctx, { cardId, orderId, cause: 'spent', amountKurus: -kurus }))) return false
  return true
}

/** Gives back what a paid order no longer costs; the caller has locked it and lowers its credit. */
export async function giveGiftsBack(ctx: Ctx, orderId: string, kurus: number): Promise<void> {
  for (const share of await sharesOf(ctx, orderId, kurus)) {
    await ctx.db
      .update(giftCardUses)
      .set({ kurus: sql`${giftCardUses.kurus} - ${share.kurus}` })
      .where(ofCard(orderId, share))
    await book(ctx, { cardId: share.cardId, orderId, cause: 'returned', amountKurus: share.kurus })
  }
}

type GiftRefund = { orderId: string; refundId: string; actorId: string | null; kurus: number }

/** Books the part of a refund that goes back to the cards of its order, once. The order is locked. */
export async function refundGifts(ctx: Ctx, { orderId, refundId, actorId, kurus }: GiftRefund): Promise<void> {
  if ((await ctx.db.$count(giftCardEntries, eq(giftCardEntries.refundId, refundId))) > 0) return
  for (const share of await sharesOf(ctx, orderId, kurus)) {
    await ctx.db
      .update(giftCardUses)
      .set({ backKurus: sql`${giftCardUses.backKurus} + ${share.kurus}` })
      .where(ofCard(orderId, share))
    const entry = { cardId: share.cardId, orderId, refundId, actorId }
    await book(ctx, { ...entry, cause: 'refund', amountKurus: share.kurus })
  }
}

function ofCard(orderId: string, { cardId }: GiftShare) {
  return and(eq(giftCardUses.orderId, orderId), eq(giftCardUses.cardId, cardId))
}

/** The card that was taken last gets back first. */
async function sharesOf(ctx: Ctx, orderId: string, kurus: number): Promise<GiftShare[]> {
  let left = kurus
  const shares: GiftShare[] = []
  for (const use of (await usesOf(ctx, orderId)).toReversed()) {
    const share = Math.min(left, use.kurus - use.backKurus)
    if (share > 0) shares.push({ cardId: use.cardId, kurus: share })
    left -= share
  }
  if (left > 0) throw new Error(`the gift cards of order ${orderId} paid ${left} less than goes back to them`)
  return shares.toSorted(byCard)
}

/** The kuruş left on the cards that paid for an order, in the order in which they were typed, without empty and blocked ones. */
export async function findLeftOnGifts(ctx: Ctx, orderId: string): Promise<{ tail: string; kurus: number }[]> {
  return ctx.db
    .select({ tail: giftCards.codeTail, kurus: giftCards.balanceKurus })
    .from(giftCardUses)
    .innerJoin(giftCards, eq(giftCards.id, giftCardUses.cardId))
    .where(and(eq(giftCardUses.orderId, orderId), gt(giftCards.balanceKurus, 0), isNull(giftCards.blockedAt)))
    .orderBy(asc(giftCardUses.position))
}

async function usesOf(ctx: Ctx, orderId: string) {
  return ctx.db.select().from(giftCardUses).where(eq(giftCardUses.orderId, orderId)).orderBy(asc(giftCardUses.position))
}

/** Locks the cards of an order until the transaction ends, as whoever spends them does. */
export async function lockGifts(ctx: Ctx, orderId: string): Promise<void> {
  await ctx.db
    .select({ id: giftCards.id })
    .from(giftCards)
    .innerJoin(giftCardUses, eq(giftCardUses.cardId, giftCards.id))
    .where(eq(giftCardUses.orderId, orderId))
    .orderBy(giftCards.id)
    .for('update', { of: giftCards })
}
