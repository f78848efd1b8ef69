import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { slugRedirects } from './schema.ts'

type Kind = 'product' | 'category'

/** Keeps a redirect from an old address, inside the transaction that changes it. */
export async function keepOldAddress(ctx: Ctx, kind: Kind, oldSlug: string, targetId: string): Promise<void> {
  await ctx.db
    .insert(slugRedirects)
    .values({ kind, slug: oldSlug, targetId, createdAt: ctx.clock() })
    .onConflictDoUpdate({ target: [slugRedirects.kind, slugRedirects.slug], set: { targetId } })
}

/** Deletes the redirect of an address that is in use again. */
export async function takeAddress(ctx: Ctx, kind: Kind, slug: string): Promise<void> {
  await ctx.db.delete(slugRedirects).where(and(eq(slugRedirects.kind, kind), eq(slugRedirects.slug, slug)))
}

/** Deletes the redirects to something deleted. */
export async function forgetOldAddresses(ctx: Ctx, kind: Kind, targetId: string): Promise<void> {
  await ctx.db.delete(slugRedirects).where(and(eq(slugRedirects.kind, kind), eq(slugRedirects.targetId, targetId)))
}

/** Returns the id of the product or category that once had this address. */
export async function findMoved(ctx: Ctx, kind: Kind, slug: string): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ id: slugRedirects.targetId })
    .from(slugRedirects)
    .where(and(eq(slugRedirects.kind, kind), eq(slugRedirects.slug, slug)))
  return row?.id
}
