import { eq } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { giftCards } from './schema.ts'

/** Cards that were sent to a person's old address are hers under the new one: her data name them, and forgetting her finds them. */
export async function moveGifts(ctx: Ctx, from: string, to: string): Promise<void> {
  await ctx.db
    .update(giftCards)
    .set({ recipientEmail: to, updatedAt: ctx.clock() })
    .where(eq(giftCards.recipientEmail, from))
}
