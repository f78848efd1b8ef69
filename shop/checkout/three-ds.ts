import type { Ctx } from '../ctx.ts'
import { askProvider } from '../payments/ask.ts'
import { type Attempt, findAttemptByConversation, isOpen, move } from '../payments/attempt-rows.ts'
import { declineSentence } from '../payments/declines.ts'
import { providerOf } from '../payments/providers.ts'
import { after } from '../time.ts'
import { attemptLease, settleAttempt } from './attempts.ts'

/**
 * The shopper's browser came back from her bank. Anybody may send such a form: one that the provider signed decides,
 * any other is only a reason to ask the provider, and so is every return from its own page. Returns the order it was about; undefined when the conversation is
 * unknown.
 */
export async function resumeThreeDs(
  ctx: Ctx,
  conversationId: string,
  form: Record<string, string>,
): Promise<string | undefined> {
  const attempt = await findAttemptByConversation(ctx, conversationId)
  if (!attempt) return undefined
  if (attempt.pageReference !== null) {
    await askAboutPage(ctx, attempt)
    return attempt.orderId
  }
  const provider = providerOf(ctx, attempt)
  const news = provider.readReturn(conversationId, form)
  if (news.kind === 'failed') {
    if (attempt.status !== 'AWAITING_3DS') return attempt.orderId
    // Her bank said no: without our last call no money can move, so nothing needs to be asked.
    const code = 'THREE_DS_FAILED'
    await settleAttempt(ctx, attempt.id, { kind: 'declined', code, message: declineSentence(code) }, 'her bank said no')
  } else if (news.kind === 'passed') {
    const claimed = await move(ctx, attempt, ['AWAITING_3DS'], 'STARTED', 'back from the bank', {
      leaseUntil: after(ctx.clock(), attemptLease),
      threeDsData: news.data ?? '',
      ...(news.paymentId ? { providerPaymentId: news.paymentId } : {}),
    })
    ctx.atStep?.('three-ds-claimed')
    if (claimed) {
      const { providerPaymentId: paymentId, threeDsData: data } = claimed
      const outcome = await askProvider(provider.finishThreeDs({ ...claimed, paymentId, data: data || null }))
      ctx.atStep?.('three-ds-finished')
      await settleAttempt(ctx, attempt.id, outcome, 'finished 3-D Secure')
    }
  } else if (attempt.status === 'AWAITING_3DS') {
    ctx.log.warn({ attemptId: attempt.id }, 'a return from the bank is not signed by the provider: it is asked')
    const outcome = await askProvider(provider.find(conversationId))
    if (outcome.kind === 'charged' || outcome.kind === 'declined') {
      await settleAttempt(ctx, attempt.id, outcome, 'asked after an unsigned return')
    }
  }
  return attempt.orderId
}

/** She left the provider's page, paid or not; perhaps long after the payment was given up. */
async function askAboutPage(ctx: Ctx, attempt: Attempt): Promise<void> {
  const isGivenUp = attempt.status === 'EXPIRED' || attempt.status === 'DECLINED'
  if (!isOpen(attempt) && !isGivenUp) return
  const outcome = await askProvider(providerOf(ctx, attempt).find(attempt.conversationId, attempt.pageReference))
  if (outcome.kind === 'charged' || outcome.kind === 'declined' || outcome.kind === 'review') {
    await settleAttempt(ctx, attempt.id, outcome, "back from the provider's page")
  }
}
