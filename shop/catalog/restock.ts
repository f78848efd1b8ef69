import { type Ctx, newId } from '../ctx.ts'

/** Says, inside the transaction that puts units back on sale, that those who wait for them may be told. */
export async function announceRestock(ctx: Ctx, variantId: string, units: number): Promise<void> {
  if (units > 0) await ctx.jobs.add(ctx, 'notify-stock', { restockId: newId(), variantId, units })
}
