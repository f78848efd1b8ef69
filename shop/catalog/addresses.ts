import { asc, desc, eq, max } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { onSale } from './on-sale.ts'
import { categories, products } from './schema.ts'

/** Returns the pages for the sitemap: every product on sale and every category that has one, with its last change. */
export async function listAddresses(ctx: Ctx) {
  const shown = await ctx.db
    .select({ id: products.id, slug: products.slug, changedAt: products.updatedAt })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(onSale)
    .orderBy(desc(products.createdAt), desc(products.id))
    // One sitemap holds 50,000 addresses; the rest are for areas, categories and pages.
    .limit(49_000)
  for (const { id } of shown) ctx.tags?.add(id)
  const filled = await ctx.db
    .select({ slug: categories.slug, area: categories.area, changedAt: max(products.updatedAt) })
    .from(categories)
    .innerJoin(products, eq(products.categoryId, categories.id))
    .where(onSale)
    .groupBy(categories.id)
    .orderBy(asc(categories.position))
  return { products: shown, categories: filled }
}
