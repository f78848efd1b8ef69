import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'

export const staffChannel = 'staff'

/** Announces, inside the transaction that changes somebody's rights, that streams of news check theirs; in every process. */
export async function announceStaffChange(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`select pg_notify(${staffChannel}, '')`)
  const notifyHere = () => ctx.orderFeed.notify('check')
  if (ctx.afterCommit) ctx.afterCommit.push(notifyHere)
  else notifyHere()
}
