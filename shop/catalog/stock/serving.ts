/**
 * Shoppers who wait for a size come before others: triggers keep a piece for each of the next in line (restock/, docs/waiting.md),
 * at the end of every transaction that puts pieces on sale, however it does so.
 */

import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'

const triggers = sql.raw('variants_added_serve_waiting, variants_raised_serve_waiting, products_serve_waiting')

/** Does this now instead of at the end of the transaction, for an answer that contains the stock. */
export async function serveWaiting(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`set constraints ${triggers} immediate`)
  await ctx.db.execute(sql`set constraints ${triggers} deferred`)
}
