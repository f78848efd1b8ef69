import { and, inArray, lt } from 'drizzle-orm'
import { forgetSubjects } from '../audit/forget.ts'
import type { Ctx } from '../ctx.ts'
import { giftCards } from './schema.ts'

/** Takes these addresses out of the cards that were sent there, of those made before `until` if that is said. Whoever has the code still pays with the card. */
export async function forgetGiftsTo(ctx: Ctx, emails: string[], until?: Date): Promise<void> {
  const cards = await ctx.db
    .update(giftCards)
    .set({ recipientEmail: null, recipientName: '', message: '' })
    .where(and(inArray(giftCards.recipientEmail, emails), until && lt(giftCards.createdAt, until)))
    .returning({ id: giftCards.id })
  await forgetSubjects(
    ctx,
    cards.map(({ id }) => id),
  )
}
