/**
 * Why stock moves. A trigger writes each move to `stock_moves` and reads the reason from the transaction, so nobody can forget
 * the move, and a purchase pays no statement for it: the reason rides in the WHERE of the UPDATE that takes the units.
 * A move that nobody explained is kept as `other`.
 */

import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { after, days } from '../../time.ts'
import type { StockCause } from './contract.ts'

type Told = {
  cause: StockCause
  orderId?: string | undefined
  note?: string
  /** The user who asked for it, when another actor finishes the work. */
  actorId?: string | null
}

/** A condition that is always true, for the WHERE of an UPDATE of stock: whatever moves in this transaction moves for this reason. */
export function because(ctx: Ctx, told: Told): SQL {
  return sql`${setting(ctx, told)} is not null`
}

/** The same for statements that have no WHERE. */
export async function tellStockCause(ctx: Ctx, told: Told): Promise<void> {
  await ctx.db.execute(sql`select ${setting(ctx, told)}`)
}

function setting(ctx: Ctx, told: Told): SQL {
  return sql`set_config('butik.stock', ${JSON.stringify({ actorId: staffOf(ctx), ...told })}, true)`
}

/** Shoppers are not named: their orders are. */
function staffOf({ actor }: Ctx): string | undefined {
  return actor.kind === 'user' && actor.rights.length > 0 ? actor.id : undefined
}

/** How long the moves of stock are kept. */
const keptFor = days(2 * 365)
/** As many as one round deletes. */
const batch = 10_000

/** Deletes the oldest moves, at most a batch of them. Ids rise with time, so no index on the time is needed. */
export async function forgetOldStockMoves(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`
    delete from stock_moves where id in (select id from stock_moves order by id limit ${batch})
      and at < ${after(ctx.clock(), -keptFor).toISOString()}::timestamptz`)
}
