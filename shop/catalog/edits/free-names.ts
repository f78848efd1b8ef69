import { and, isNull, like } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { literal } from '../../fields/like.ts'
import { products } from '../schema.ts'

/** An address that no product has: the wanted one, or the first of it with a number. */
export async function freeSlug(ctx: Ctx, wanted: string): Promise<string> {
  const taken = await ctx.db
    .select({ slug: products.slug })
    .from(products)
    .where(and(isNull(products.deletedAt), like(products.slug, `${literal(wanted)}%`)))
  return firstFree(wanted, new Set(taken.map(({ slug }) => slug)))
}

export function firstFree(wanted: string, used: Set<string>, keyOf = (name: string) => name): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}-${n}`
    if (!used.has(keyOf(name))) return name
  }
}
