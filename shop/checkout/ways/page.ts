import type { Ctx } from '../../ctx.ts'
import type { PaymentOutcome } from '../../payment-provider.ts'
import { askProvider } from '../../payments/ask.ts'
import type { Attempt } from '../../payments/attempt-rows.ts'
import { declineSentence } from '../../payments/declines.ts'
import { countsForPage, findCardEntry } from '../../payments/installments.ts'
import { providerForNew, providerOf } from '../../payments/providers.ts'
import { after } from '../../time.ts'
import { attemptLease, settleAttempt } from '../attempts.ts'
import { purchaseOf } from './card.ts'
import type { Started, Way } from './way.ts'

/** A card that is typed on the provider's own page: our server never sees it. */
export const byPage: Way = {
  offer: async (ctx) => {
    const { openPage, ownPageOnly } = providerForNew(ctx)
    if (!openPage || (!ownPageOnly && (await findCardEntry(ctx)) === 'shop')) return undefined
    return { feeKurus: 0 }
  },
  begin: async (ctx) => ({
    provider: providerForNew(ctx).name,
    status: 'STARTED',
    leaseUntil: after(ctx.clock(), attemptLease),
  }),
  proceed: openPage,
}

async function openPage(ctx: Ctx, started: Started): Promise<Attempt> {
  const { attempt } = started
  const request = {
    ...purchaseOf(ctx, started),
    installments: await countsForPage(ctx, attempt.amountKurus),
    minutesOpen: ctx.config.holdMinutes,
    callbackUrl: `${ctx.config.publicUrl}/api/v1/payments/page/return?conversationId=${attempt.conversationId}${attempt.linkOf ? '&link=1' : ''}`,
  }
  const opened = await askProvider(providerOf(ctx, attempt).openPage?.(request) ?? Promise.resolve(notOpened))
  ctx.atStep?.('provider-asked')
  // Nobody was told the address of a page whose answer was lost, so nothing can be paid there.
  const outcome = opened.kind === 'unknown' ? notOpened : opened
  return settleAttempt(ctx, attempt.id, outcome, 'answer of the provider')
}

const code = 'PROVIDER_UNAVAILABLE'
const notOpened: PaymentOutcome = { kind: 'declined', code, message: declineSentence(code), vague: true }
