/**
 * Announces changes of the public catalog. NOTIFY runs inside the transaction that makes the change; at commit every process
 * receives it (LISTEN/NOTIFY, in PGlite too) and drops or renders again the kept answers that show what changed.
 */

import { sql } from 'drizzle-orm'
import { byKeys } from '#db/statements.ts'
import { type Ctx, newId } from './ctx.ts'
import type { CatalogChange } from './ports.ts'

export const catalogChannel = 'catalog'

/**
 * Announces, inside the transaction that makes it, a change of the public catalog. The database notifies every process at
 * commit; this process is notified before the caller gets its answer.
 */
export async function announceCatalogChange(ctx: Ctx, change: CatalogChange): Promise<void> {
  if (ctx.gatherNews) return ctx.gatherNews(change)
  // This process is notified twice; the id lets it do the work once.
  const id = newId()
  const announced = await notify(ctx, change, id)
  const notifyHere = () => ctx.onCatalogChange(announced, id)
  if (ctx.afterCommit) ctx.afterCommit.push(notifyHere)
  else notifyHere()
}

/** Names the products' categories too: a long list is tagged by its category instead of every product in it. */
async function notify(ctx: Ctx, change: CatalogChange, id: string): Promise<CatalogChange> {
  // A notification holds at most 8000 bytes.
  if (change === 'everything' || change.productIds.length > 100) {
    await ctx.db.execute(sql`select pg_notify(${catalogChannel}, ${JSON.stringify({ id, change: 'everything' })})`)
    return 'everything'
  }
  const ids = sql`${sql.param(change.productIds)}::uuid[]`
  const { rows } = await ctx.db.execute<{ payload: string }>(sql`
    select payload, pg_notify(${catalogChannel}, payload)
    from (
      select json_build_object('id', ${id}::text, 'change', json_build_object('productIds', ${ids} || array(
        select distinct category_id from products where id = any(${ids}) and category_id is not null
      )))::text as payload
    ) told${sql.raw(byKeys)}`)
  return parseCatalogChange(rows[0]?.payload ?? '{}').change
}

/** Parses another process's announcement; one that cannot be read may mean everything. */
export function parseCatalogChange(payload: string): { change: CatalogChange; id: string | undefined } {
  const parsed = parsePayload(payload)
  if (typeof parsed !== 'object' || parsed === null) return { change: 'everything', id: undefined }
  const { id, change } = parsed as { id?: unknown; change?: Partial<{ productIds: unknown }> }
  const ids = change?.productIds
  return {
    id: typeof id === 'string' ? id : undefined,
    change: Array.isArray(ids) ? { productIds: ids.map(String) } : 'everything',
  }
}

/** The content of a notification; undefined when it cannot be read, as when another version of the shop wrote it. */
export function parsePayload(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return undefined
  }
}
