import { eq } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { after } from '../time.ts'
import { askProvider, attemptLease, move, settleAttempt } from './attempts.ts'
import { paymentAttempts } from './schema.ts'

/**
 * The shopper's browser came back from her bank. That is only a hint, anybody may send it: the provider is asked, and
 * its answer decides. Returns the order it was about; undefined when the conversation is unknown.
 */
export async function resumeThreeDs(ctx: Ctx, conversationId: string): Promise<string | undefined> {
  const [attempt] = await ctx.db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.conversationId, conversationId))
  if (!attempt) return undefined
  const claimed = await move(ctx, attempt, ['AWAITING_3DS'], 'STARTED', 'back from the bank', {
    leaseUntil: after(ctx.clock(), attemptLease),
  })
  if (claimed) {
    const outcome = await askProvider(ctx.payments.finishThreeDs(conversationId))
    await settleAttempt(ctx, attempt.id, outcome, 'finished 3-D Secure')
  }
  return attempt.orderId
}
