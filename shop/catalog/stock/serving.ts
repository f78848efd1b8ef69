/**
 * Who waits for a size comes before who comes by: triggers keep a piece for each who is next in line (restock/, docs/waiting.md),
 * as the last thing of every transaction that puts pieces on sale, however it does so.
 */

import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'

const triggers = sql.raw('variants_added_serve_waiting, variants_raised_serve_waiting, products_serve_waiting')

/** Does now what would be done at the end of this transaction, for an answer that tells the stock. */
export async function serveWaiting(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`set constraints ${triggers} immediate`)
  await ctx.db.execute(sql`set constraints ${triggers} deferred`)
}
