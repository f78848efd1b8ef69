import { and, eq, inArray } from 'drizzle-orm'
import { categories, products } from '../../catalog/schema.ts'
import type { Ctx } from '../../ctx.ts'
import { demoRows } from './schema.ts'

/** Marks rows that the demo made just now, inside the transaction that makes them. */
export async function markDemo(ctx: Ctx, kind: 'product' | 'category' | 'group', id: string): Promise<void> {
  await ctx.db.insert(demoRows).values({ kind, id }).onConflictDoNothing()
}

/** Marks what an earlier version of the shop filled in without marking it; whatever was changed since is left unmarked. */
export async function markEarlierDemo(ctx: Ctx, slugs: { products: string[]; categories: string[] }): Promise<void> {
  const ofCategories = await ctx.db
    .select({ id: categories.id })
    .from(categories)
    .where(and(inArray(categories.slug, slugs.categories), eq(categories.version, 1)))
  const ofProducts = await ctx.db
    .select({ id: products.id })
    .from(products)
    .where(and(inArray(products.slug, slugs.products), eq(products.version, 1)))
  const rows = [
    ...ofCategories.map(({ id }) => ({ kind: 'category' as const, id })),
    ...ofProducts.map(({ id }) => ({ kind: 'product' as const, id })),
  ]
  if (rows.length > 0) await ctx.db.insert(demoRows).values(rows).onConflictDoNothing()
}
