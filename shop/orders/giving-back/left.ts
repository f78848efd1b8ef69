import { countCreditBack, giveRefundAsCredit } from '../../credit/of-orders.ts'
import type { Ctx } from '../../ctx.ts'
import { formatKurus } from '../../money.ts'
import type { Attempt } from '../../payments/attempt-rows.ts'
import { findRefund, type Refund, requestRefund } from '../../payments/refunds.ts'
import { takenKurus } from '../../payments/taken.ts'
import { after, seconds } from '../../time.ts'
import type { OrderRow } from '../orders.ts'
import { tooMuch } from './requests.ts'

/** What of a paid order was not given back yet, nor asked for: of its money and of the store credit that was spent on it, in kuruş. */
export function leftOf(order: OrderRow, paid: Attempt): number {
  return takenKurus(paid) - paid.refundKurus + order.creditKurus - order.creditBackKurus
}

type Asked = {
  amountKurus: number
  /** All of it as store credit, as the customer agreed. */
  asCredit?: boolean
  reason: Refund['reason']
  actorId: string | undefined
}

/**
 * Writes a refund of a locked order: money first, as far as money was paid and is not back yet, the rest as store credit. It
 * is CONFLICT when more is asked for than is left. What is paid by hand keeps nobody waiting for her credit.
 */
export async function requestOrderRefund(ctx: Ctx, order: OrderRow, paid: Attempt, asked: Asked): Promise<Refund> {
  const { amountKurus, asCredit = false, reason, actorId } = asked
  if (amountKurus > leftOf(order, paid)) throw tooMuch()
  const moneyKurus = asCredit ? 0 : Math.min(amountKurus, Math.max(0, takenKurus(paid) - paid.refundKurus))
  const creditKurus = amountKurus - moneyKurus
  const leaseUntil = after(ctx.clock(), seconds(15))
  const id = await requestRefund(ctx, paid, { amountKurus: moneyKurus, creditKurus, reason, actorId, leaseUntil })
  const refund = id && (await findRefund(ctx, id))
  if (!refund) throw tooMuch()
  await countCreditBack(ctx, order.id, creditKurus)
  if (refund.byHand) await giveRefundAsCredit(ctx, refund)
  return refund
}

type Given = Pick<Refund, 'amountKurus' | 'creditKurus'>

/** Money and credit of a refund, in kuruş. */
export function sumOf({ amountKurus, creditKurus }: Given): number {
  return amountKurus + creditKurus
}

/** '100,00 TL iade edildi', and how, where some of it is store credit. */
export function givenWords(given: Given): string {
  const { amountKurus, creditKurus } = given
  if (creditKurus === 0) return `${formatKurus(amountKurus)} iade edildi`
  if (amountKurus === 0) return `${formatKurus(creditKurus)} mağaza kredisi olarak iade edildi`
  return `${formatKurus(sumOf(given))} iade edildi (${formatKurus(creditKurus)} mağaza kredisi olarak)`
}

/** As the audit keeps them. */
export function givenFacts({ amountKurus, creditKurus }: Given) {
  return { refundedKurus: amountKurus, ...(creditKurus > 0 ? { creditKurus } : {}) }
}
