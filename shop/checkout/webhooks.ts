import { and, eq, inArray } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../ctx.ts'
import type { WebhookEvent } from '../payment-provider.ts'
import { findAttemptByConversation } from '../payments/attempt-rows.ts'
import { hurryRefunds } from '../payments/refunds.ts'
import { paymentAttempts, paymentWebhooks } from '../payments/schema.ts'

/** A provider sends each piece of news a few times at most; unsigned ones beyond this are somebody's game. */
const mostUnsigned = 20

/**
 * Takes note of news that a provider sent. News carries no amount and may be late, doubled or forged: it never decides,
 * it only makes the shop ask the provider soon. A signed copy of what is known already does nothing.
 */
export async function receiveWebhook(ctx: Ctx, event: WebhookEvent, signed: boolean): Promise<void> {
  const attempt = await findAttemptByConversation(ctx, event.conversationId)
  if (attempt) return inTransaction(ctx, (ctx) => takeNote(ctx, attempt.id, event, signed))
  // Nobody guesses a conversation: it is of another shop on the same account, or forged. Anybody can send the latter.
  const about = { signed, eventType: event.eventType }
  if (signed) ctx.log.warn(about, 'news about a payment that is not ours')
  else ctx.log.debug(about, 'news about a payment that is not ours')
}

/** The note and what it makes the shop do are one: a copy of what is known already does nothing. */
async function takeNote(ctx: Ctx, attemptId: string, event: WebhookEvent, signed: boolean): Promise<void> {
  // News of one payment is taken one by one, so that the count is right.
  await ctx.db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.id, attemptId))
    .for('update')
  if (!signed && (await countUnsigned(ctx, event)) >= mostUnsigned) return
  const now = ctx.clock()
  const added = await ctx.db
    .insert(paymentWebhooks)
    .values({ ...event, provider: ctx.payments.name, signed, receivedAt: now })
    .onConflictDoNothing()
    .returning({ reference: paymentWebhooks.reference })
  if (added.length === 0) return
  ctx.atStep?.('webhook-noted')
  // A waiting attempt is asked about at once; one that a request is busy with is left to it.
  await ctx.db
    .update(paymentAttempts)
    .set({ leaseUntil: now })
    .where(
      and(eq(paymentAttempts.id, attemptId), inArray(paymentAttempts.status, ['AWAITING_3DS', 'PENDING', 'UNKNOWN'])),
    )
  await ctx.db
    .update(paymentAttempts)
    .set({ recheckAt: now })
    .where(and(eq(paymentAttempts.id, attemptId), inArray(paymentAttempts.status, ['EXPIRED', 'DECLINED'])))
  await hurryRefunds(ctx, attemptId)
}

async function countUnsigned(ctx: Ctx, { conversationId }: WebhookEvent): Promise<number> {
  return ctx.db.$count(
    paymentWebhooks,
    and(eq(paymentWebhooks.conversationId, conversationId), eq(paymentWebhooks.signed, false)),
  )
}
