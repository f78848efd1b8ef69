import type { Ctx } from '../../ctx.ts'
import { networkOf } from '../../limits.ts'

/** The network of an address that was noted earlier, as networkOf gives it for the one that asks now. */
export function networkOfAddress(ctx: Ctx, address: string): string {
  return networkOf({ ...ctx, actor: { kind: 'guest', address } })
}
