/** Finds the orders and the earlier entries that belong to the lines of a statement. */

import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Ctx } from '../../../../ctx.ts'
import { orders } from '../../../../orders/schema.ts'
import { paymentAttempts } from '../../../../payments/schema.ts'
import { istanbulDay } from '../../../../time.ts'
import { transferReceipts, transfers } from '../schema.ts'
import { referencesIn } from '../transfer.ts'
import { plainOf, type StatementLine } from './lines.ts'

/** An order with its reference, whether or not it is still waited for. */
export type Referred = { reference: string; orderId: string }

/** Every order whose reference stands in one of the lines. */
export async function findReferred(ctx: Ctx, lines: StatementLine[]): Promise<Referred[]> {
  const references = new Set(lines.flatMap(({ text }) => referencesIn(plainOf(text))))
  if (references.size === 0) return []
  // As one value: each letter of a long statement may begin one, and PostgreSQL takes 65,535 values.
  const isNamed = sql`${transfers.reference} = any(${sql.param([...references])}::text[])`
  return ctx.db
    .select({ reference: transfers.reference, orderId: paymentAttempts.orderId })
    .from(transfers)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, transfers.attemptId))
    .where(isNamed)
}

/** An order whose money is awaited no more: it is paid, or over. */
export type NotAwaited = { orderId: string; customer: string; standing: 'paid' | 'over' }

/** Those of these orders whose transfer is awaited no more. */
export async function findNotAwaited(ctx: Ctx, orderIds: string[]): Promise<NotAwaited[]> {
  const rows = await ctx.db
    .select({ orderId: orders.id, first: orders.firstName, last: orders.lastName, status: paymentAttempts.status })
    .from(transfers)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, transfers.attemptId))
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(inArray(orders.id, [...new Set(orderIds)]), ne(paymentAttempts.status, 'AWAITING_TRANSFER')))
  return rows.map(({ orderId, first, last, status }) => {
    return { orderId, customer: `${first} ${last}`, standing: status === 'SUCCEEDED' ? 'paid' : 'over' }
  })
}

/** Money that was entered by hand for one of these orders, and that no line of a statement is known to have brought. */
export async function findByHand(ctx: Ctx, orderIds: string[]) {
  const rows = await ctx.db
    .select({ orderId: paymentAttempts.orderId, receipt: transferReceipts })
    .from(transferReceipts)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, transferReceipts.attemptId))
    .where(
      and(
        inArray(paymentAttempts.orderId, [...new Set(orderIds)]),
        isNull(transferReceipts.lineKey),
        isNull(transferReceipts.takenBackAt),
      ),
    )
  return (orderId: string | undefined, { amountKurus, day }: StatementLine): boolean =>
    rows.some(
      ({ receipt, ...of }) =>
        of.orderId === orderId && receipt.amountKurus === amountKurus && istanbulDay(receipt.receivedAt) >= day,
    )
}
