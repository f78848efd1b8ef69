import { and, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { findAttemptByConversation } from './attempts.ts'
import type { WebhookEvent } from './provider.ts'
import { paymentAttempts, paymentWebhooks } from './schema.ts'

/**
 * Takes note of news that a provider sent. News carries no amount and may be late, doubled or forged: it never decides,
 * it only makes the shop ask the provider soon. A signed copy of what is known already does nothing.
 */
export async function receiveWebhook(ctx: Ctx, event: WebhookEvent, signed: boolean): Promise<void> {
  const attempt = await findAttemptByConversation(ctx, event.conversationId)
  if (!attempt) {
    // Nobody guesses a conversation: it is of another shop on the same account, or forged.
    ctx.log.warn({ signed, eventType: event.eventType }, 'news about a payment that is not ours')
    return
  }
  const now = ctx.clock()
  const added = await ctx.db
    .insert(paymentWebhooks)
    .values({ ...event, provider: ctx.payments.name, signed, receivedAt: now })
    .onConflictDoNothing()
    .returning({ reference: paymentWebhooks.reference })
  if (added.length === 0) return
  // Whoever waits is asked at once; an attempt that a request is just busy with is left to it.
  await ctx.db
    .update(paymentAttempts)
    .set({ leaseUntil: now })
    .where(
      and(eq(paymentAttempts.id, attempt.id), inArray(paymentAttempts.status, ['AWAITING_3DS', 'PENDING', 'UNKNOWN'])),
    )
  await ctx.db
    .update(paymentAttempts)
    .set({ recheckAt: now })
    .where(and(eq(paymentAttempts.id, attempt.id), inArray(paymentAttempts.status, ['EXPIRED', 'DECLINED'])))
}
