import { type Ctx, newId } from '../ctx.ts'

/** Queues the notices to shoppers who wait for a variant, inside the transaction that puts units back on sale. */
export async function announceRestock(ctx: Ctx, variantId: string, units: number): Promise<void> {
  if (units > 0) await ctx.jobs.add(ctx, 'notify-stock', { restockId: newId(), variantId, units })
}
