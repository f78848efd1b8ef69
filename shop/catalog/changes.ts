import { sql } from 'drizzle-orm'
import { type Ctx, newId } from '../ctx.ts'

/** What public pages must be drawn again: those that show these products or categories, or all of them. */
export type CatalogChange = { productIds: string[] } | 'everything'

export const catalogChannel = 'catalog'

/**
 * Says, inside the transaction that changes it, that the public catalogue changed. The database tells every process
 * when the transaction commits; this process hears it before the caller gets its answer.
 */
export async function announceCatalogChange(ctx: Ctx, change: CatalogChange): Promise<void> {
  // This process hears of it twice; by its id it does the work once.
  const id = newId()
  const told = await notify(ctx, change, id)
  const tellHere = () => ctx.onCatalogChange(told, id)
  if (ctx.afterCommit) ctx.afterCommit.push(tellHere)
  else tellHere()
}

/** With the products their categories are named: long lists are drawn again for any product in them. */
async function notify(ctx: Ctx, change: CatalogChange, id: string): Promise<CatalogChange> {
  // A notification holds at most 8000 bytes.
  if (change === 'everything' || change.productIds.length > 100) {
    await ctx.db.execute(sql`select pg_notify(${catalogChannel}, ${JSON.stringify({ id, change: 'everything' })})`)
    return 'everything'
  }
  const ids = sql`${sql.param(change.productIds)}::uuid[]`
  const { rows } = (await ctx.db.execute(sql`
    select payload, pg_notify(${catalogChannel}, payload)
    from (
      select json_build_object('id', ${id}::text, 'change', json_build_object('productIds', ${ids} || array(
        select distinct category_id from products where id = any(${ids}) and category_id is not null
      )))::text as payload
    ) told`)) as unknown as { rows: { payload: string }[] }
  return parseCatalogChange(rows[0]?.payload ?? '{}').change
}

/** What another process announced; what cannot be read may mean everything. */
export function parseCatalogChange(payload: string): { change: CatalogChange; id: string | undefined } {
  const parsed: unknown = JSON.parse(payload)
  if (typeof parsed !== 'object' || parsed === null) return { change: 'everything', id: undefined }
  const { id, change } = parsed as { id?: unknown; change?: Partial<{ productIds: unknown }> }
  const ids = change?.productIds
  return {
    id: typeof id === 'string' ? id : undefined,
    change: Array.isArray(ids) ? { productIds: ids.map(String) } : 'everything',
  }
}
