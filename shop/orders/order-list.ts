import { and, asc, count, desc, eq, exists, gt, gte, isNotNull, lt, notExists, type SQL, sql } from 'drizzle-orm'
import { toE164 } from '../checkout/phone.ts'
import { type Ctx, requireAdmin } from '../ctx.ts'
import { paymentAttempts, refunds } from '../payments/schema.ts'
import { after, days, startOfIstanbulDay } from '../time.ts'
import type { OrderQuery } from './contract.ts'
import { type Order, withItems } from './orders.ts'
import { orders } from './schema.ts'

/** What a filtered list comes to, in kuruş: what was bought, and what of it went back or is on its way. */
type OrderTotals = { count: number; boughtKurus: number; refundedKurus: number }

const sorts: Record<OrderQuery['sort'], SQL[]> = {
  newest: [desc(orders.createdAt), desc(orders.id)],
  oldest: [asc(orders.createdAt), asc(orders.id)],
  'total-desc': [desc(orders.totalKurus), desc(orders.id)],
  'total-asc': [asc(orders.totalKurus), asc(orders.id)],
}

/** Paid orders for the admin; `q` looks in number, name, e-mail, phone and tracking number. */
export async function listOrders(ctx: Ctx, query: OrderQuery): Promise<{ items: Order[]; totals: OrderTotals }> {
  await requireAdmin(ctx)
  const where = and(isNotNull(orders.paidAt), ...conditionsOf(ctx, query))
  const rows = await ctx.db
    .select()
    .from(orders)
    .where(where)
    .orderBy(...sorts[query.sort])
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
  const [all] = await ctx.db
    .select({ count: count(), boughtKurus: sumOf(orders.totalKurus) })
    .from(orders)
    .where(where)
  const [back] = await ctx.db
    .select({ refundedKurus: sumOf(paymentAttempts.refundKurus) })
    .from(orders)
    .innerJoin(paymentAttempts, refundedPayment)
    .where(where)
  const totals = {
    count: all?.count ?? 0,
    boughtKurus: all?.boughtKurus ?? 0,
    refundedKurus: back?.refundedKurus ?? 0,
  }
  return { items: await withItems(ctx, rows), totals }
}

function conditionsOf(ctx: Ctx, { status, payment, from, to, customer, q }: OrderQuery): (SQL | undefined)[] {
  return [
    status && eq(orders.status, status),
    payment && paymentCondition(ctx, payment),
    from ? gte(orders.createdAt, startOfIstanbulDay(from)) : undefined,
    to ? lt(orders.createdAt, after(startOfIstanbulDay(to), days(1))) : undefined,
    customer ? eq(orders.userId, customer) : undefined,
    ...wordsOf(q ?? '').map((word) => sql`search_line like tr_fold(${`%${word.replace(/[\\%_]/g, '\\$&')}%`})`),
  ]
}

/** The words looked for. A phone number is one, however it is spaced and whether or not it begins with 0 or +90. */
function wordsOf(q: string): string[] {
  const phone = toE164(q)
  if (phone) return [phone.replace(/^\+90/, '')]
  return q.split(/\s+/).flatMap((word) => word.replace(/^#/, '') || [])
}

const refundedPayment = and(
  eq(paymentAttempts.orderId, orders.id),
  eq(paymentAttempts.status, 'SUCCEEDED'),
  gt(paymentAttempts.refundKurus, 0),
)

function paymentCondition(ctx: Ctx, payment: NonNullable<OrderQuery['payment']>): SQL | undefined {
  const refunded = ctx.db.select({ one: sql`1` }).from(paymentAttempts).where(refundedPayment)
  switch (payment) {
    case 'paid':
      return and(eq(orders.paymentStatus, 'SUCCESS'), notExists(refunded))
    case 'partly-refunded':
      return and(eq(orders.paymentStatus, 'SUCCESS'), exists(refunded))
    case 'refunded':
      return eq(orders.paymentStatus, 'REFUNDED')
    case 'refunding':
      return exists(
        ctx.db
          .select({ one: sql`1` })
          .from(refunds)
          .where(and(eq(refunds.orderId, orders.id), eq(refunds.status, 'REQUESTED'))),
      )
  }
}

/** A sum may be larger than an integer of the database; JavaScript counts on. */
function sumOf(column: typeof orders.totalKurus | typeof paymentAttempts.refundKurus) {
  return sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number)
}
