import { sql } from 'drizzle-orm'
import { catalogChannel } from '../../catalog-changes.ts'
import { type Ctx, newId } from '../../ctx.ts'
import type { CatalogChange } from '../../ports.ts'

/** Stands among the ids of a change where sales were planned, changed or taken back; no page carries it. */
const salesTag = 'sales'

/** Tells every process, at commit, that the next start or end of a sale may be another. */
export async function announceSales(ctx: Ctx): Promise<void> {
  const id = newId()
  const change: CatalogChange = { productIds: [salesTag] }
  await ctx.db.execute(sql`select pg_notify(${catalogChannel}, ${JSON.stringify({ id, change })})`)
  const notifyHere = () => ctx.onCatalogChange(change, id)
  if (ctx.afterCommit) ctx.afterCommit.push(notifyHere)
  else notifyHere()
}

/** Whether the change may be one of sales: after a gap everything may be. */
export function concernsSales(change: CatalogChange): boolean {
  return change === 'everything' || change.productIds.includes(salesTag)
}
