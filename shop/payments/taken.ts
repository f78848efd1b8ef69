import { and, inArray, notInArray, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import type { PaymentOutcome } from '../payment-provider.ts'
import type { Attempt } from './attempt-rows.ts'
import { byHand } from './providers.ts'
import { paymentAttempts } from './schema.ts'

/** The most that can go back: the amount that the provider has, or the amount asked for where it never said. */
export function takenKurus({ chargedKurus, amountKurus }: Pick<Attempt, 'chargedKurus' | 'amountKurus'>): number {
  return chargedKurus ?? amountKurus
}

type Money = Pick<Attempt, 'status' | 'chargedKurus' | 'amountKurus' | 'refundKurus'>

/** The part, in kuruş, that the provider took beyond the amount of a completed order and that can still go back. */
export function excessKurus(attempt: Money): number {
  if (attempt.status !== 'SUCCEEDED') return 0
  const taken = takenKurus(attempt)
  return Math.max(0, taken - Math.max(attempt.amountKurus, attempt.refundKurus))
}

/** takenKurus as an SQL expression. */
export const taken = sql<number>`coalesce(${paymentAttempts.chargedKurus}, ${paymentAttempts.amountKurus})`

/** The amount that the provider says it took, as it is kept; null where that is no amount of kuruş. */
export function statedKurus(charge: Extract<PaymentOutcome, { kind: 'charged' }>): number | null {
  const { amountKurus, currency = 'TRY' } = charge
  const storable = Number.isInteger(amountKurus) && amountKurus >= 0 && amountKurus < 2 ** 31
  return storable && currency === 'TRY' ? amountKurus : null
}

/** Whether a provider ever took real money; the demo bank's does not count, nor what an owner collects by hand. */
export async function hasCharged({ db }: Pick<Ctx, 'db'>): Promise<boolean> {
  const [charge] = await db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(
      and(
        inArray(paymentAttempts.status, ['SUCCEEDED', 'REFUNDED']),
        notInArray(paymentAttempts.provider, ['demo', ...Object.values(byHand)]),
      ),
    )
    .limit(1)
  return charge !== undefined
}
