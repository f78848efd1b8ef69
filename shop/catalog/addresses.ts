import { asc, desc, eq, isNull, max } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { categories, products } from './schema.ts'

/** What search engines should know: every product on sale and every category that has some, with its last change. */
export async function listAddresses(ctx: Ctx) {
  const onSale = await ctx.db
    .select({ id: products.id, slug: products.slug, changedAt: products.updatedAt })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(isNull(products.deletedAt))
    .orderBy(desc(products.createdAt), desc(products.id))
    // One sitemap holds 50,000 addresses; the rest are for areas, categories and pages.
    .limit(49_000)
  for (const { id } of onSale) ctx.seen?.add(id)
  const filled = await ctx.db
    .select({ slug: categories.slug, area: categories.area, changedAt: max(products.updatedAt) })
    .from(categories)
    .innerJoin(products, eq(products.categoryId, categories.id))
    .where(isNull(products.deletedAt))
    .groupBy(categories.id)
    .orderBy(asc(categories.position))
  return { products: onSale, categories: filled }
}
