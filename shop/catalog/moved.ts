import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { slugRedirects } from './schema.ts'

type Kind = 'product' | 'category'

/** Notes, inside the transaction that moves something, that its old address leads to it. */
export async function keepOldAddress(ctx: Ctx, kind: Kind, oldSlug: string, targetId: string): Promise<void> {
  await ctx.db
    .insert(slugRedirects)
    .values({ kind, slug: oldSlug, targetId, createdAt: ctx.clock() })
    .onConflictDoUpdate({ target: [slugRedirects.kind, slugRedirects.slug], set: { targetId } })
}

/** An address that is in use leads nowhere else. */
export async function takeAddress(ctx: Ctx, kind: Kind, slug: string): Promise<void> {
  await ctx.db.delete(slugRedirects).where(and(eq(slugRedirects.kind, kind), eq(slugRedirects.slug, slug)))
}

/** Of what is gone; its old addresses lead nowhere. */
export async function forgetOldAddresses(ctx: Ctx, kind: Kind, targetId: string): Promise<void> {
  await ctx.db.delete(slugRedirects).where(and(eq(slugRedirects.kind, kind), eq(slugRedirects.targetId, targetId)))
}

/** The id of what was once at this address. */
export async function findMoved(ctx: Ctx, kind: Kind, slug: string): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ id: slugRedirects.targetId })
    .from(slugRedirects)
    .where(and(eq(slugRedirects.kind, kind), eq(slugRedirects.slug, slug)))
  return row?.id
}
