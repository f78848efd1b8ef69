/**
 * A process of its own that does what time asks for, for shops in which hours pass at once: whenever everybody was told whose turn it
 * is, half an hour is over. It ends when nobody waits any more.
 */

import { sql } from 'drizzle-orm'
import { openDatabase } from '#db/open.ts'
import { readEnv } from '#env'
import { newId } from '#shop/ctx.ts'
import { tendKept } from '#shop/restock/kept.ts'
import { depsOn } from '../deps.ts'

const env = readEnv(process.env)
const handle = await openDatabase({ url: process.env.DATABASE_URL, dataDir: env.dataDir })
const ctx = { ...depsOn(handle.db, env), actor: { kind: 'system' as const }, requestId: newId() }
for (;;) {
  const { rows } = await handle.db.execute<{ last: string; waits: boolean }>(sql`
    select greatest(max(held_until), now())::text as last, bool_or(notified_at is null or hold = 'held') as waits from stock_requests`)
  if (!rows[0]?.waits) break
  const now = new Date(new Date(rows[0].last).getTime() + 1000)
  await tendKept({ ...ctx, clock: () => now })
}
await handle.close()
