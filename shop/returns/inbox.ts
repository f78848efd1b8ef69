import { and, count, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { type Ctx, requireRight } from '../ctx.ts'
import { orders } from '../orders/schema.ts'
import { after, days } from '../time.ts'
import { fold } from '../turkish.ts'
import type { ReturnQuery, ReturnView } from './contract.ts'
import { handOverDeadline, refundDeadline } from './days.ts'
import type { ReturnStatus } from './kinds.ts'
import { findRows, openStatuses, type Return, withDetails } from './returns.ts'
import { returns } from './schema.ts'

const views: Record<ReturnView, readonly ReturnStatus[] | undefined> = {
  open: openStatuses,
  'to-decide': ['REQUESTED'],
  coming: ['APPROVED', 'ON_ITS_WAY'],
  received: ['RECEIVED'],
  over: ['COMPLETED', 'REFUSED', 'CANCELLED'],
  all: undefined,
}

/** Returns of all shoppers, newest first; `q` is a return's code, an order's number or a part of a name. */
export async function listReturns(ctx: Ctx, query: ReturnQuery): Promise<{ items: Return[]; total: number }> {
  requireRight(ctx, 'returns')
  const statuses = views[query.view]
  const where = and(
    statuses && inArray(returns.status, [...statuses]),
    query.status && eq(returns.status, query.status),
    query.order ? eq(returns.orderId, query.order) : undefined,
    query.q ? hasWords(query.q) : undefined,
  )
  const rows = await findRows(ctx, where, query.limit, (query.page - 1) * query.limit)
  const [{ total } = { total: 0 }] = await ctx.db
    .select({ total: count() })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(where)
  return { items: await withDetails(ctx, rows), total }
}

function hasWords(q: string): SQL | undefined {
  const plain = q.replace(/[\s#-]/g, '').toUpperCase()
  const words = fold(q)
  return or(
    eq(returns.code, plain),
    sql`right(${orders.id}::text, 8) = ${plain.toLowerCase()}`,
    words ? sql`strpos(tr_fold(concat_ws(' ', ${orders.firstName}, ${orders.lastName})), ${words}) > 0` : undefined,
  )
}

export type WaitingReturns = {
  /** To approve or to refuse. */
  toDecide: number
  /** Received, and not paid back. */
  toPay: number
  /** Open ones whose money is due within three days, or was. */
  pressing: number
  /** Agreed to, and the parcel should have come. */
  missing: number
  /** Any that is open. */
  open: number
}

/** Days before the money is due from which a return presses. */
const pressingDays = 3

/** Days after the last one to hand it over within which a parcel arrives. */
const wayDays = 7

/** Counts returns that wait for the shop; one whose money the owner owes by hand waits too. */
export async function countReturns(ctx: Ctx): Promise<WaitingReturns> {
  const waiting = await ctx.db
    .select({
      ...{ kind: returns.kind, status: returns.status, noticedAt: returns.noticedAt },
      deliveredAt: orders.deliveredAt,
    })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(and(inArray(returns.status, [...openStatuses]), isNotNull(returns.noticedAt)))
  const now = ctx.clock()
  const soon = after(now, days(pressingDays))
  const sentBy = after(now, -days(wayDays))
  return {
    toDecide: waiting.filter(({ status }) => status === 'REQUESTED').length,
    toPay: waiting.filter(({ status }) => status === 'RECEIVED').length,
    pressing: waiting.filter(({ kind, noticedAt }) => kind === 'RETURN' && refundDeadline(noticedAt) < soon).length,
    missing: waiting.filter(
      ({ status, noticedAt, deliveredAt }) =>
        // She has nothing to hand over until her order has reached her.
        (status === 'ON_ITS_WAY' || (status === 'APPROVED' && deliveredAt !== null)) &&
        handOverDeadline(noticedAt, deliveredAt) < sentBy,
    ).length,
    open: waiting.length,
  }
}
