/** Data of the shop that both the preview and the change itself need, for any number of products. */

import { count, eq, inArray } from 'drizzle-orm'
import { seesCosts } from '../catalog/edits/admin-products.ts'
import { lowestRecentPrices, type RecentLows } from '../catalog/edits/lawful-price.ts'
import { categories, productGroupMembers, productGroups } from '../catalog/schema.ts'
import type { Ctx } from '../ctx.ts'
import { invalid } from '../errors.ts'
import type { Present } from '../imports/world.ts'
import type { BulkChange } from './contract.ts'

export type BulkWorld = {
  /** Names by id. */
  categories: Map<string, string>
  groups: Map<string, { name: string; members: number }>
  lows: Map<string, RecentLows>
  /** Names of scheduled sales by product. */
  sales: Map<string, string>
  /** The window of the struck-through price. */
  days: number
  /** Whether who asks may know what goods cost. */
  costs: boolean
  now: Date
}

/** Everything but the lows, which are read with each hundred of products. */
export async function readBulkWorld(ctx: Ctx): Promise<BulkWorld> {
  const named = await ctx.db.select({ id: categories.id, name: categories.name }).from(categories)
  const joined = await ctx.db
    .select({ id: productGroups.id, name: productGroups.name, members: count(productGroupMembers.productId) })
    .from(productGroups)
    .leftJoin(productGroupMembers, eq(productGroupMembers.groupId, productGroups.id))
    .groupBy(productGroups.id)
  return {
    categories: new Map(named.map(({ id, name }) => [id, name])),
    groups: new Map(joined.map(({ id, ...group }) => [id, group])),
    ...(await lowestRecentPrices(ctx, [])),
    sales: new Map(),
    costs: seesCosts(ctx),
    now: ctx.clock(),
  }
}

/** Only of products that strike a price through, or will. */
export async function readLows(ctx: Ctx, change: BulkChange, found: Present[]): Promise<Map<string, RecentLows>> {
  if (!change.price && !change.sale) return new Map()
  const asked = found.filter(({ originalPriceKurus }) => change.sale || originalPriceKurus !== null)
  const ids = asked.flatMap(({ variants }) => variants.map(({ id }) => id))
  return (await lowestRecentPrices(ctx, ids)).lows
}

/** Refuses a category or a group that is not there. */
export function checkTargets({ categoryId, groupId }: BulkChange, world: BulkWorld): void {
  if (categoryId && !world.categories.has(categoryId))
    throw invalid({ 'change.categoryId': ['Kategori bulunamadı, yeniden seçin'] })
  if (groupId && !world.groups.has(groupId))
    throw invalid({ 'change.groupId': ['Renk grubu bulunamadı, yeniden seçin'] })
}

/** The groups that are still there of those that these products are to be in. */
export async function findGroups(ctx: Ctx, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await ctx.db
    .select({ id: productGroups.id })
    .from(productGroups)
    .where(inArray(productGroups.id, [...new Set(ids)]))
    .for('key share')
  return new Set(rows.map(({ id }) => id))
}
