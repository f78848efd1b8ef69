import { findAttempt } from '../../payments/attempt-rows.ts'
import { byHand } from '../../payments/providers.ts'
import { settleAttempt } from '../attempts.ts'
import type { Way } from './way.ts'

/**
 * An order that store credit and gift cards pay in full: whatever way was chosen, nothing is left for it. Its attempt is of nought, asks nobody, and
 * succeeds in the transaction that writes the order and takes what is on them.
 */
export const byCredit: Way = {
  offer: async (_, { goodsKurus, deliveryKurus, spendableKurus }) =>
    spendableKurus >= goodsKurus + deliveryKurus ? { feeKurus: 0 } : undefined,
  begin: async (ctx) => ({ provider: byHand.credit, status: 'STARTED', leaseUntil: ctx.clock() }),
  written: async (ctx, { attempt }) => {
    const outcome = { kind: 'charged', paymentId: byHand.credit, amountKurus: 0 } as const
    await settleAttempt(ctx, attempt.id, outcome, 'paid with store credit or gift cards')
  },
  proceed: async (ctx, { attempt }) => (await findAttempt(ctx, attempt.id)) ?? attempt,
}
