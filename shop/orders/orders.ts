/**
 * Orders as their buyers and the owner read them. The dashboard and the totals of lists are sums of `order_counts` and
 * `sale_counts`: triggers add each difference as a row of its own, so no transaction waits for another, and
 * `compact_counts()` sums them up hourly. The order list searches `orders.search_line`, which triggers keep.
 */

import { and, asc, desc, eq, gt, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import { ownOrders } from '../accounts/guests/own-orders.ts'
import { users } from '../accounts/schema.ts'
import { type Ctx, isId, requireRight, requireUser } from '../ctx.ts'
import { notFound } from '../errors.ts'
import { type Image, imageColumns } from '../media/images.ts'
import { images } from '../media/schema.ts'
import { paymentAttempts, refunds } from '../payments/schema.ts'
import { taken } from '../payments/taken.ts'
import { staysKurus } from './giving-back/left.ts'
import { notesOf, type OrderNote } from './notes.ts'
import { itemRefunds, orderEvents, orderItems, orders } from './schema.ts'

export type OrderRow = typeof orders.$inferSelect

/** An order as it was when bought, with its payment. Money in kuruş. */
export type Order = OrderRow & {
  paymentId: string | null
  installments: number
  /** Part of totalKurus. */
  installmentFeeKurus: number
  /** Given back and confirmed by the bank, store credit included. */
  refundedKurus: number
  /** The part of refundedKurus that is store credit or went to gift cards. */
  refundedCreditKurus: number
  /** The part of refundedCreditKurus that went to gift cards. */
  refundedGiftKurus: number
  /** Asked for; the bank has not answered yet. */
  refundPendingKurus: number
  /** The most that can still be given back. */
  leftKurus: number
  items: (typeof orderItems.$inferSelect & { image: Image | undefined })[]
}
export type OrderEvent = Pick<typeof orderEvents.$inferSelect, 'type' | 'status' | 'note' | 'createdAt'>

/** Returns the signed-in shopper's paid orders, newest first. */
export async function listMyOrders(ctx: Ctx): Promise<Order[]> {
  const userId = requireUser(ctx)
  const rows = await ctx.db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), isNotNull(orders.placedAt)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(500)
  return withItems(ctx, rows)
}

/** Gets one's own paid order with its history; another's is NOT_FOUND. */
export async function getMyOrder(ctx: Ctx, id: string): Promise<Order & { history: OrderEvent[] }> {
  return getOrder(ctx, id, ownOrders(ctx))
}

/** An order as admins see it: with the actor of each event, the admins' notes, and each refund with its reason. */
export type AdminOrder = Order & {
  history: (OrderEvent & { actor: string | null })[]
  notes: OrderNote[]
  refunds: OrderRefund[]
}
type OrderRefund = Pick<
  typeof refunds.$inferSelect,
  'id' | 'amountKurus' | 'creditKurus' | 'giftKurus' | 'status' | 'byHand' | 'createdAt'
> & {
  /** The reason that the admin wrote; empty without one, or when the whole order was cancelled. */
  reason: string
}

/** Gets any paid order with its history, notes and refunds, for the admin. */
export async function getOrderAsAdmin(ctx: Ctx, id: string): Promise<AdminOrder> {
  requireRight(ctx, 'orders-read')
  const order = await getOrder(ctx, id)
  return { ...order, notes: await notesOf(ctx, order.id), refunds: await listRefunds(ctx, order.id) }
}

async function listRefunds(ctx: Ctx, orderId: string): Promise<OrderRefund[]> {
  return (
    ctx.db
      .select({
        id: refunds.id,
        amountKurus: refunds.amountKurus,
        creditKurus: refunds.creditKurus,
        giftKurus: refunds.giftKurus,
        status: refunds.status,
        byHand: refunds.byHand,
        reason: sql<string>`case ${refunds.reason} when 'change' then 'Sipariş değişikliği' when 'exchange' then 'Değişilen ürünün bedeli'
        else coalesce(${itemRefunds.note}, '') end`,
        createdAt: refunds.createdAt,
      })
      .from(refunds)
      .leftJoin(itemRefunds, eq(itemRefunds.refundId, refunds.id))
      // An exchange that gives nothing back is no refund.
      .where(and(eq(refunds.orderId, orderId), gt(sql`${refunds.amountKurus} + ${refunds.creditKurus}`, 0)))
      .orderBy(asc(refunds.createdAt), asc(refunds.id))
  )
}

async function getOrder(ctx: Ctx, id: string, scope?: SQL) {
  const rows = isId(id)
    ? await ctx.db
        .select()
        .from(orders)
        .where(and(eq(orders.id, id), isNotNull(orders.placedAt), scope))
    : []
  const [order] = await withItems(ctx, rows)
  if (!order) throw notFound('Sipariş bulunamadı.')
  const history = await ctx.db
    .select({
      type: orderEvents.type,
      status: orderEvents.status,
      note: orderEvents.note,
      createdAt: orderEvents.createdAt,
      // Null for the buyer's own events.
      actor: sql<string | null>`${users.firstName} || ' ' || ${users.lastName}`,
    })
    .from(orderEvents)
    .leftJoin(users, and(eq(users.id, orderEvents.actorId), ne(users.id, order.userId)))
    .where(eq(orderEvents.orderId, id))
    .orderBy(asc(orderEvents.createdAt), asc(orderEvents.id))
  return { ...order, history }
}

/** The items of orders with their pictures, in the order in which they stand in each. */
export async function listItems(ctx: Ctx, orderIds: string[]): Promise<Order['items']> {
  const rows = await ctx.db
    .select({ item: orderItems, image: imageColumns })
    .from(orderItems)
    .leftJoin(images, eq(images.id, orderItems.imageId))
    .where(inArray(orderItems.orderId, orderIds))
    .orderBy(asc(orderItems.position))
  return rows.map(({ item, image }) => ({ ...item, image: image ?? undefined }))
}

/** Adds items, pictures and payment ids to order rows, in two queries for any number of orders. */
export async function withItems(ctx: Ctx, rows: OrderRow[]): Promise<Order[]> {
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return []
  const items = await listItems(ctx, ids)
  const payments = await ctx.db
    .select({
      orderId: paymentAttempts.orderId,
      paymentId: paymentAttempts.providerPaymentId,
      installments: paymentAttempts.installments,
      feeKurus: paymentAttempts.feeKurus,
      refundKurus: paymentAttempts.refundKurus,
      takenKurus: taken,
      // Refunds over this payment for other orders, and refunds of this order over other payments.
      othersKurus: overPayments(sql`r.attempt_id = payment_attempts.id and r.order_id <> payment_attempts.order_id`),
      overKurus: overPayments(sql`r.order_id = payment_attempts.order_id and r.attempt_id <> payment_attempts.id`),
      pendingKurus: sql<number>`coalesce((select sum(r.amount_kurus) from refunds r
        where r.order_id = payment_attempts.order_id and r.status = 'REQUESTED' and r.reason <> 'late-charge'), 0)::int`,
      // For refunds by hand the credit is given at once, so that it is not pending.
      pendingCreditKurus: pendingOf(sql`r.credit_kurus`),
      pendingGiftKurus: pendingOf(sql`r.gift_kurus`),
    })
    .from(paymentAttempts)
    .where(and(inArray(paymentAttempts.orderId, ids), eq(paymentAttempts.status, 'SUCCEEDED')))
  const byOrder = Map.groupBy(items, (item) => item.orderId)
  const paymentOf = new Map(payments.map((payment) => [payment.orderId, payment]))
  return rows.map((row) => ({
    ...row,
    paymentId: paymentOf.get(row.id)?.paymentId ?? null,
    installments: paymentOf.get(row.id)?.installments ?? 1,
    installmentFeeKurus: paymentOf.get(row.id)?.feeKurus ?? 0,
    ...refundsOf(row, paymentOf.get(row.id)),
    items: byOrder.get(row.id) ?? [],
  }))
}

function pendingOf(part: SQL): SQL<number> {
  return sql<number>`coalesce((select sum(${part}) from refunds r
    where r.attempt_id = payment_attempts.id and r.status = 'REQUESTED' and not r.by_hand), 0)::int`
}

/** A payment that was given up counts for itself alone. */
function overPayments(which: SQL): SQL<number> {
  return sql<number>`coalesce((select sum(r.amount_kurus) from refunds r
    join payment_attempts p on p.id = r.attempt_id and p.status = 'SUCCEEDED' where r.status <> 'FAILED' and ${which}), 0)::int`
}

type Counted = {
  refundKurus: number
  takenKurus: number
  othersKurus: number
  overKurus: number
  pendingKurus: number
  pendingCreditKurus: number
  pendingGiftKurus: number
}

/** Splits what counts as given back: confirmed by the bank, and asked for without an answer yet. */
function refundsOf(
  order: OrderRow,
  {
    refundKurus,
    takenKurus,
    othersKurus,
    overKurus,
    pendingKurus,
    pendingCreditKurus,
    pendingGiftKurus,
  }: Counted = nothing,
) {
  const { creditBackKurus, giftBackKurus, paidAt } = order
  const refundedCreditKurus = creditBackKurus - pendingCreditKurus
  return {
    leftKurus: paidAt ? Math.max(0, takenKurus - refundKurus - staysKurus(order)) : 0,
    refundedKurus: refundKurus - othersKurus + overKurus - pendingKurus + refundedCreditKurus,
    refundedCreditKurus,
    refundedGiftKurus: giftBackKurus - pendingGiftKurus,
    refundPendingKurus: pendingKurus + pendingCreditKurus,
  }
}

const nothing: Counted = {
  ...{ refundKurus: 0, takenKurus: 0, othersKurus: 0, overKurus: 0 },
  ...{ pendingKurus: 0, pendingCreditKurus: 0, pendingGiftKurus: 0 },
}
