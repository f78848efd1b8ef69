import { eq } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { giftCards } from './schema.ts'

/** What was sent to one address of a person is hers under the other from now on: her data tell it, and forgetting her finds it. */
export async function moveGifts(ctx: Ctx, from: string, to: string): Promise<void> {
  await ctx.db
    .update(giftCards)
    .set({ recipientEmail: to, updatedAt: ctx.clock() })
    .where(eq(giftCards.recipientEmail, from))
}
