import { recordChange } from '../../audit/audit.ts'
import type { Ctx } from '../../ctx.ts'

/** Records a change of the catalog by an admin. Changes by the shop itself, such as filling the demo, are not recorded. */
export async function noteChange(ctx: Ctx, change: Parameters<typeof recordChange>[1]): Promise<void> {
  if (ctx.actor.kind !== 'system') await recordChange(ctx, change)
}
