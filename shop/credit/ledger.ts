/**
 * Store credit is money that the shop owes a customer. Each change is an entry, which is only added, and moves her balance in
 * the same transaction: a guarded UPDATE keeps it from falling below 0, however many spend at once. Locks are taken in
 * this order: payment, its order, credit, stock.
 */

import { and, desc, eq, gte, sql } from 'drizzle-orm'
import { type Ctx, newId } from '../ctx.ts'
import { orders } from '../orders/schema.ts'
import { paymentAttempts } from '../payments/schema.ts'
import { creditAccounts, creditEntries } from './schema.ts'

type NewEntry = Omit<typeof creditEntries.$inferInsert, 'id' | 'createdAt'>
export type CreditEntry = typeof creditEntries.$inferSelect

/** Books an entry in the caller's transaction; false, with nothing changed, when there is not so much to take. */
export async function book(ctx: Ctx, entry: NewEntry): Promise<boolean> {
  const now = ctx.clock()
  if (!(await moveBalance(ctx, entry.userId, entry.amountKurus, now))) return false
  await ctx.db.insert(creditEntries).values({ ...entry, id: newId(), createdAt: now })
  return true
}

async function moveBalance(ctx: Ctx, userId: string, byKurus: number, updatedAt: Date): Promise<boolean> {
  const balanceKurus = sql`${creditAccounts.balanceKurus} + ${byKurus}`
  if (byKurus > 0) {
    await ctx.db
      .insert(creditAccounts)
      .values({ userId, balanceKurus: byKurus, updatedAt })
      .onConflictDoUpdate({ target: creditAccounts.userId, set: { balanceKurus, updatedAt } })
    return true
  }
  const moved = await ctx.db
    .update(creditAccounts)
    .set({ balanceKurus, updatedAt })
    .where(and(eq(creditAccounts.userId, userId), gte(creditAccounts.balanceKurus, -byKurus)))
    .returning({ userId: creditAccounts.userId })
  return moved.length > 0
}

/** Locks what a customer has until the transaction ends. */
export async function lockBalance(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db
    .select({ userId: creditAccounts.userId })
    .from(creditAccounts)
    .where(eq(creditAccounts.userId, userId))
    .for('update')
}

/** A customer's balance in kuruş. */
export async function findBalance(ctx: Ctx, userId: string): Promise<number> {
  const [account] = await ctx.db.select().from(creditAccounts).where(eq(creditAccounts.userId, userId))
  return account?.balanceKurus ?? 0
}

/**
 * The store credit that the signed-in shopper can spend on another order, in kuruş: her balance, and the credit in open payments that
 * end when she begins another. 0 for guests.
 */
export async function findSpendable(ctx: Ctx): Promise<number> {
  if (ctx.actor.kind !== 'user') return 0
  const waiting = sql`(select sum(${orders.creditKurus} - ${orders.giftKurus}) from ${orders}
    join ${paymentAttempts} on ${paymentAttempts.orderId} = ${orders.id}
    where ${orders.userId} = ${creditAccounts.userId} and ${orders.creditReturnedAt} is null
      and ${paymentAttempts.status} in ('AWAITING_3DS', 'AWAITING_CODE'))`
  const [account] = await ctx.db
    .select({ kurus: sql<number>`(${creditAccounts.balanceKurus} + coalesce(${waiting}, 0))::int` })
    .from(creditAccounts)
    .where(eq(creditAccounts.userId, ctx.actor.id))
  return account?.kurus ?? 0
}

/** A customer's entries, the newest first. */
export async function listEntries(ctx: Ctx, userId: string): Promise<CreditEntry[]> {
  return ctx.db
    .select()
    .from(creditEntries)
    .where(eq(creditEntries.userId, userId))
    .orderBy(desc(creditEntries.createdAt), desc(creditEntries.id))
    .limit(500)
}
