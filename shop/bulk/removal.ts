/**
 * Products that a bulk change takes out of the shop, and their way back. Unlike a single deletion it retires every variant and
 * deletes none: within the days of undoing each comes back as it was, with the price history that the law asks for.
 */

import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { products, slugRedirects, variants } from '../catalog/schema.ts'
import { announceCatalogChange } from '../catalog-changes.ts'
import type { Ctx } from '../ctx.ts'
import type { BulkFacts } from './contract.ts'
import type { Move } from './move.ts'

export async function removeProducts(ctx: Ctx, moves: Move[]): Promise<Move[]> {
  const ids = moves.map(({ present }) => present.id)
  const now = ctx.clock()
  const pieces = moves.flatMap(({ present }) => present.variants.map(({ id }) => id))
  if (pieces.length > 0)
    await ctx.db
      .update(variants)
      .set({ retiredAt: now })
      .where(sql`${variants.id} = any(${sql.param(pieces)}::uuid[])`)
  await ctx.db.update(products).set({ deletedAt: now, updatedAt: now }).where(inArray(products.id, ids))
  const gone = await ctx.db
    .delete(slugRedirects)
    .where(and(eq(slugRedirects.kind, 'product'), inArray(slugRedirects.targetId, ids)))
    .returning({ slug: slugRedirects.slug, targetId: slugRedirects.targetId })
  await announceCatalogChange(ctx, 'everything')
  const addresses = Map.groupBy(gone, ({ targetId }) => targetId)
  return moves.map((move) => {
    const own = addresses.get(move.present.id)?.map(({ slug }) => slug)
    return own ? { ...move, before: { ...move.before, addresses: own } } : move
  })
}

export type Removed = { id: string; facts: BulkFacts }

/** Those of the products that are still deleted, locked. */
export async function lockRemoved(ctx: Ctx, ids: string[]): Promise<Set<string>> {
  const rows = await ctx.db
    .select({ id: products.id })
    .from(products)
    .where(and(isNotNull(products.deletedAt), inArray(products.id, ids)))
    .orderBy(products.id)
    .for('no key update')
  return new Set(rows.map(({ id }) => id))
}

/** Brings them back; breaks a unique key where another product has taken an address or a code meanwhile. */
export async function restoreProducts(ctx: Ctx, removed: Removed[]): Promise<void> {
  if (removed.length === 0) return
  const ids = removed.map(({ id }) => id)
  await ctx.db
    .update(products)
    .set({ deletedAt: null, updatedAt: ctx.clock(), version: sql`${products.version} + 1` })
    .where(inArray(products.id, ids))
  const pieces = removed.flatMap(({ facts }) => (facts.variants ?? []).map(({ id }) => id))
  if (pieces.length > 0)
    await ctx.db
      .update(variants)
      .set({ retiredAt: null })
      .where(sql`${variants.id} = any(${sql.param(pieces)}::uuid[])`)
  await giveAddressesBack(ctx, removed)
  await announceCatalogChange(ctx, 'everything')
}

async function giveAddressesBack(ctx: Ctx, removed: Removed[]): Promise<void> {
  // An old address that leads here again must not lead elsewhere, and the present one leads nowhere else.
  await ctx.db.execute(sql`
    delete from slug_redirects r using products p
    where r.kind = 'product' and r.slug = p.slug and ${inArray(
      sql`p.id`,
      removed.map(({ id }) => id),
    )}`)
  const rows = removed.flatMap(({ id, facts }) =>
    (facts.addresses ?? []).map((slug) => ({ kind: 'product' as const, slug, targetId: id, createdAt: ctx.clock() })),
  )
  if (rows.length > 0) await ctx.db.insert(slugRedirects).values(rows).onConflictDoNothing()
}
