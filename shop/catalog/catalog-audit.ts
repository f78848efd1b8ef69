import { recordChange } from '../audit/audit.ts'
import type { Ctx } from '../ctx.ts'

/** Notes a change of the catalogue by an admin. What the shop itself fills in, such as the demo, is no such change. */
export async function noteChange(ctx: Ctx, change: Parameters<typeof recordChange>[1]): Promise<void> {
  if (ctx.actor.kind !== 'system') await recordChange(ctx, change)
}
