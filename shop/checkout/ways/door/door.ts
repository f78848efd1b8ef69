/**
 * Kapıda ödeme. The order holds its stock while its buyer proves by a code, sent by SMS or mail, that she wants it; then it is placed, and its
 * money comes with the carrier's payout. docs/payments.md has the states.
 */

import { type Ctx, requireBuyer } from '../../../ctx.ts'
import type { Attempt } from '../../../payments/attempt-rows.ts'
import { byHand } from '../../../payments/providers.ts'
import { after, minutes } from '../../../time.ts'
import type { PaymentState, Way } from '../way.ts'
import { doorChecks } from './checks.ts'
import { giveCode, sentOf } from './code.ts'
import { boundDoorOrders, whyNotNow, whyNotThis } from './limits.ts'
import { findDoorSettings } from './settings.ts'

export const atDoor: Way = {
  async offer(ctx, purchase) {
    const settings = await findDoorSettings(ctx)
    if (!settings.enabled) return undefined
    const { actor } = ctx
    const known = actor.kind === 'user' || actor.kind === 'buyer'
    const personal = () => (known ? whyNotNow(ctx, settings, { userId: actor.id }) : undefined)
    const why = whyNotThis(settings, purchase) ?? (await personal())
    return { feeKurus: settings.feeKurus, ...(why ? { why } : {}) }
  },
  async begin(ctx, { orderData: { customerInfo } }) {
    const who = { userId: requireBuyer(ctx), phone: customerInfo.phone }
    await boundDoorOrders(ctx, await findDoorSettings(ctx), who)
    const leaseUntil = after(ctx.clock(), minutes(ctx.config.holdMinutes))
    return { provider: byHand.door, status: 'AWAITING_CODE', leaseUntil }
  },
  written: (ctx, { attempt }) => giveCode(ctx, attempt),
  waiting: { status: 'AWAITING_CODE', tell: askForCode },
  checks: doorChecks,
}

async function askForCode(ctx: Ctx, attempt: Attempt): Promise<PaymentState> {
  const { orderId, amountKurus: totalKurus, installments, feeKurus, leaseUntil: codeUntil } = attempt
  const common = { orderId, totalKurus, installments, feeKurus }
  return { ...common, status: 'CODE_REQUIRED', ...(await sentOf(ctx, attempt)), codeUntil }
}
