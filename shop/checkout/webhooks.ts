import { and, eq, inArray } from 'drizzle-orm'
import { type Ctx, inRetriedTransaction } from '../ctx.ts'
import type { PaymentOutcome, WebhookEvent } from '../payment-provider.ts'
import { findAttemptByConversation, lockAttempt } from '../payments/attempt-rows.ts'
import { hurryRefunds } from '../payments/refunds.ts'
import { paymentAttempts, paymentWebhooks } from '../payments/schema.ts'
import { settleAttempt } from './attempts.ts'

/** A provider sends each piece of news a few times at most; unsigned ones beyond this are somebody's game. */
const mostUnsigned = 20

/** News of a provider. `outcome`: what signed news proves by itself. */
export type News = { provider: string; event: WebhookEvent; signed: boolean; outcome?: PaymentOutcome | undefined }

/**
 * Takes note of news that a provider sent. It may be late, doubled or forged: unless it proves the outcome by itself, it
 * never decides and only makes the shop ask the provider soon. A signed copy of what is known already does nothing, and no
 * provider has news of another one's payment.
 */
export async function receiveWebhook(ctx: Ctx, news: News): Promise<void> {
  const { event, signed, provider } = news
  const attempt = await findAttemptByConversation(ctx, event.conversationId)
  if (attempt?.provider === provider) return inRetriedTransaction(ctx, (ctx) => takeNote(ctx, attempt.id, news))
  // Nobody guesses a conversation: it is of another shop on the same account, or forged. Anybody can send the latter.
  const about = { signed, eventType: event.eventType }
  if (signed) ctx.log.warn(about, 'news about a payment that is not ours')
  else ctx.log.debug(about, 'news about a payment that is not ours')
}

/** The note and what it makes the shop do are one: a copy of what is known already does nothing. */
async function takeNote(ctx: Ctx, attemptId: string, { provider, event, signed, outcome }: News): Promise<void> {
  // News of one payment is taken one by one, so that the count is right.
  const { heldReason } = await lockAttempt(ctx, attemptId)
  if (!signed && (await countUnsigned(ctx, event)) >= mostUnsigned) return
  const now = ctx.clock()
  const added = await ctx.db
    .insert(paymentWebhooks)
    .values({ ...event, provider, signed, receivedAt: now })
    .onConflictDoNothing()
    .returning({ reference: paymentWebhooks.reference })
  if (added.length === 0) return
  ctx.atStep?.('webhook-noted')
  // A card that was refused says nothing of money that was taken, and waits for the owner.
  const isTold = outcome && (outcome.kind !== 'declined' || heldReason === null)
  if (isTold) await settleAttempt(ctx, attemptId, outcome, 'news of the provider')
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
