/**
 * The sizes that a shopper wears. A guest's are kept in her browser, and become her account's when she signs in. They are
 * personal: never in a page's HTML, and no list reads them; her size reaches one only in its address.
 */

import { eq } from 'drizzle-orm'
import { type Ctx, requireUser } from '../ctx.ts'
import { takeLimit } from '../limits.ts'
import type { OwnSizes } from './contract.ts'
import { ownSizes } from './schema.ts'

export type SavedSizes = OwnSizes & { updatedAt: Date }

/** The sizes that the account keeps; undefined when it keeps none. */
export async function findOwnSizes(ctx: Ctx): Promise<SavedSizes | undefined> {
  const [row] = await ctx.db
    .select()
    .from(ownSizes)
    .where(eq(ownSizes.userId, requireUser(ctx)))
  if (!row) return undefined
  const { sizes, bust, waist, hips, height, updatedAt } = row
  return { sizes, body: { bust, waist, hips, height }, updatedAt }
}

/** Keeps these instead of what was kept before. */
export async function saveOwnSizes(ctx: Ctx, { sizes, body }: OwnSizes): Promise<SavedSizes> {
  const userId = requireUser(ctx)
  await takeLimit(ctx, { key: `own-sizes:${userId}`, limit: 60, windowSeconds: 60 })
  const updatedAt = ctx.clock()
  const row = { sizes, ...body, updatedAt }
  await ctx.db
    .insert(ownSizes)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: ownSizes.userId, set: row })
  return { sizes, body, updatedAt }
}

/** Deletes the sizes of an account; a second call changes nothing. */
export async function forgetOwnSizes(ctx: Ctx, userId = requireUser(ctx)): Promise<void> {
  await ctx.db.delete(ownSizes).where(eq(ownSizes.userId, userId))
}

/** Moves the sizes of an account that ends to the one that stays, unless that has its own. */
export async function moveOwnSizes(ctx: Ctx, from: string, to: string): Promise<void> {
  const [own] = await ctx.db.select({ userId: ownSizes.userId }).from(ownSizes).where(eq(ownSizes.userId, to))
  if (own) return forgetOwnSizes(ctx, from)
  await ctx.db.update(ownSizes).set({ userId: to }).where(eq(ownSizes.userId, from))
}
