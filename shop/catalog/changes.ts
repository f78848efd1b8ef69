import { sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'

/** What public pages must be drawn again: those that show these products, or all of them. */
export type CatalogChange = { productIds: string[] } | 'everything'

export const catalogChannel = 'catalog'

/**
 * Says, inside the transaction that changes it, that the public catalogue changed. The database tells every process
 * when the transaction commits; this process hears it before the caller gets its answer.
 */
export async function announceCatalogChange(ctx: Ctx, change: CatalogChange): Promise<void> {
  // A notification holds at most 8000 bytes.
  const told = change === 'everything' || change.productIds.length > 150 ? 'everything' : change
  await ctx.db.execute(sql`select pg_notify(${catalogChannel}, ${JSON.stringify(told)})`)
  const tellHere = () => ctx.onCatalogChange(told)
  if (ctx.afterCommit) ctx.afterCommit.push(tellHere)
  else tellHere()
}

export function parseCatalogChange(payload: string): CatalogChange {
  const parsed: unknown = JSON.parse(payload)
  if (typeof parsed === 'object' && parsed !== null && 'productIds' in parsed && Array.isArray(parsed.productIds)) {
    return { productIds: parsed.productIds.map(String) }
  }
  return 'everything'
}
