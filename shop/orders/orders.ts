import { and, asc, count, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { type Ctx, isId, requireAdmin, requireUser } from '../ctx.ts'
import { notFound } from '../errors.ts'
import { findImages, type Image } from '../media/images.ts'
import { paymentAttempts } from '../payments/schema.ts'
import type { OrderQuery } from './contract.ts'
import { orderEvents, orderItems, orders } from './schema.ts'

type OrderRow = typeof orders.$inferSelect

/** An order as it was when bought, with its payment. Money in kuruş. */
export type Order = OrderRow & {
  paymentId: string | null
  /** What went back to the buyer or is on its way there. */
  refundedKurus: number
  items: (typeof orderItems.$inferSelect & { image: Image | undefined })[]
}
export type OrderEvent = Pick<typeof orderEvents.$inferSelect, 'type' | 'status' | 'note' | 'createdAt'>

/** The signed-in shopper's paid orders, newest first. */
export async function listMyOrders(ctx: Ctx): Promise<Order[]> {
  const userId = requireUser(ctx)
  const rows = await ctx.db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), isNotNull(orders.paidAt)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(500)
  return withItems(ctx, rows)
}

/** One's own paid order with its history; another's is NOT_FOUND. */
export async function getMyOrder(ctx: Ctx, id: string): Promise<Order & { history: OrderEvent[] }> {
  const userId = requireUser(ctx)
  return getOrder(ctx, id, eq(orders.userId, userId))
}

/** Paid orders for the admin, newest first; `q` looks in number, name, e-mail and phone. */
export async function listOrders(ctx: Ctx, query: OrderQuery): Promise<{ items: Order[]; total: number }> {
  await requireAdmin(ctx)
  const conditions: (SQL | undefined)[] = [isNotNull(orders.paidAt)]
  if (query.status) conditions.push(eq(orders.status, query.status))
  if (query.q) {
    const text = `%${query.q.replace(/^#/, '').replace(/[\\%_]/g, '\\$&')}%`
    conditions.push(
      or(
        sql`tr_fold(${orders.firstName} || ' ' || ${orders.lastName}) like tr_fold(${text})`,
        sql`${orders.id}::text ilike ${text}`,
        sql`${orders.email} ilike ${text}`,
        sql`${orders.phone} like ${text}`,
      ),
    )
  }
  const where = and(...conditions)
  const rows = await ctx.db
    .select()
    .from(orders)
    .where(where)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
  const [{ total } = { total: 0 }] = await ctx.db.select({ total: count() }).from(orders).where(where)
  return { items: await withItems(ctx, rows), total }
}

/** Any paid order with its history, for the admin. */
export async function getOrderAsAdmin(ctx: Ctx, id: string): Promise<Order & { history: OrderEvent[] }> {
  await requireAdmin(ctx)
  return getOrder(ctx, id)
}

async function getOrder(ctx: Ctx, id: string, scope?: SQL): Promise<Order & { history: OrderEvent[] }> {
  const rows = isId(id)
    ? await ctx.db
        .select()
        .from(orders)
        .where(and(eq(orders.id, id), isNotNull(orders.paidAt), scope))
    : []
  const [order] = await withItems(ctx, rows)
  if (!order) throw notFound('Sipariş bulunamadı.')
  const history = await ctx.db
    .select({
      type: orderEvents.type,
      status: orderEvents.status,
      note: orderEvents.note,
      createdAt: orderEvents.createdAt,
    })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, id))
    .orderBy(asc(orderEvents.createdAt), asc(orderEvents.id))
  return { ...order, history }
}

/** Adds items, pictures and payment ids to order rows, three queries however many orders. */
export async function withItems(ctx: Ctx, rows: OrderRow[]): Promise<Order[]> {
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return []
  const items = await ctx.db
    .select()
    .from(orderItems)
    .where(inArray(orderItems.orderId, ids))
    .orderBy(asc(orderItems.position))
  const payments = await ctx.db
    .select({
      orderId: paymentAttempts.orderId,
      paymentId: paymentAttempts.providerPaymentId,
      refundedKurus: paymentAttempts.refundKurus,
    })
    .from(paymentAttempts)
    .where(and(inArray(paymentAttempts.orderId, ids), eq(paymentAttempts.status, 'SUCCEEDED')))
  const pictures = await findImages(
    ctx,
    items.flatMap((item) => item.imageId ?? []),
  )
  const byOrder = Map.groupBy(items, (item) => item.orderId)
  return rows.map((row) => ({
    ...row,
    paymentId: payments.find((payment) => payment.orderId === row.id)?.paymentId ?? null,
    refundedKurus: payments.find((payment) => payment.orderId === row.id)?.refundedKurus ?? 0,
    items: (byOrder.get(row.id) ?? []).map((item) => ({
      ...item,
      image: item.imageId ? pictures.get(item.imageId) : undefined,
    })),
  }))
}
