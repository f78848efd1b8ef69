import { and, asc, desc, eq, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import { users } from '../accounts/schema.ts'
import { type Ctx, isId, requireAdmin, requireUser } from '../ctx.ts'
import { notFound } from '../errors.ts'
import { findImages, type Image } from '../media/images.ts'
import { paymentAttempts } from '../payments/schema.ts'
import { notesOf, type OrderNote } from './notes.ts'
import { orderEvents, orderItems, orders } from './schema.ts'

export type OrderRow = typeof orders.$inferSelect

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

/** An order as admins see it: who did each thing, and what they told each other. */
export type AdminOrder = Order & { history: (OrderEvent & { actor: string | null })[]; notes: OrderNote[] }

/** Any paid order with its history and notes, for the admin. */
export async function getOrderAsAdmin(ctx: Ctx, id: string): Promise<AdminOrder> {
  await requireAdmin(ctx)
  const order = await getOrder(ctx, id)
  return { ...order, notes: await notesOf(ctx, order.id) }
}

async function getOrder(ctx: Ctx, id: string, scope?: SQL) {
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
      // By whom, if not by the buyer herself.
      actor: sql<string | null>`${users.firstName} || ' ' || ${users.lastName}`,
    })
    .from(orderEvents)
    .leftJoin(users, and(eq(users.id, orderEvents.actorId), ne(users.id, order.userId)))
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
