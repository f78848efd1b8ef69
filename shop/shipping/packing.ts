/** Packing by barcode: an order is found by what is scanned, each piece is counted into it, and it is PREPARED once all are in. */

import { and, asc, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { users } from '../accounts/schema.ts'
import { type Ctx, inTransaction, isId, requireRight } from '../ctx.ts'
import { notFound, ShopError } from '../errors.ts'
import { findWithdrawal, toSend } from '../orders/giving-back/unsent.ts'
import { awaitsNothing, lockOrder } from '../orders/locked.ts'
import { type Order, withItems } from '../orders/orders.ts'
import { orderEvents, orderItems, orders } from '../orders/schema.ts'
import { changeOrderStatus, whyTooEarly } from '../orders/status.ts'
import type { PackedPieces } from './contract.ts'
import { orderNumberIn } from './scanned.ts'

type OrderRow = typeof orders.$inferSelect

/** An order at the packing table; `problem` says why it is not to be packed. */
export type Parcel = { order: Order; problem: string | null }

const atOnce = 50

/** Orders to pack, the oldest first, and how many there are. */
export async function listToPack(ctx: Ctx): Promise<{ items: Order[]; total: number }> {
  requireRight(ctx, 'orders')
  const condition = (status: 'PENDING' | 'CONFIRMED') =>
    and(eq(orders.status, status), isNotNull(orders.placedAt), awaitsNothing)
  // One after the other, as each finds its oldest by orders_status_index.
  const oldest = (status: 'PENDING' | 'CONFIRMED') =>
    ctx.db.select().from(orders).where(condition(status)).orderBy(asc(orders.createdAt)).limit(atOnce)
  const rows = [...(await oldest('PENDING')), ...(await oldest('CONFIRMED'))]
  rows.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  const total =
    (await ctx.db.$count(orders, condition('PENDING'))) + (await ctx.db.$count(orders, condition('CONFIRMED')))
  return { items: await withItems(ctx, rows.slice(0, atOnce)), total }
}

/** Finds an order by its number, its id or its tracking number, as its papers' barcodes name it; NOT_FOUND otherwise. */
export async function getParcel(ctx: Ctx, code: string): Promise<Parcel> {
  requireRight(ctx, 'orders')
  const number = orderNumberIn(code)
  const found = [
    ...(isId(code) ? await findBy(ctx, eq(orders.id, code)) : []),
    ...(number ? await findBy(ctx, sql`right(${orders.id}::text, 8) = ${number}`) : []),
  ]
  const rows = found.length > 0 ? found : await findBy(ctx, eq(orders.trackingNumber, code))
  if (rows.length > 1) {
    throw new ShopError('CONFLICT', 'Bu numarayla birden çok sipariş var; siparişi aşağıdaki listeden seçin.')
  }
  const [order] = await withItems(ctx, rows)
  if (!order) throw notFound('Bu barkodla bir sipariş bulunamadı; siparişin barkodunu okutun ya da listeden seçin.')
  return { order, problem: await problemOf(ctx, order) }
}

function findBy(ctx: Ctx, condition: SQL): Promise<OrderRow[]> {
  return ctx.db
    .select()
    .from(orders)
    .where(and(condition, isNotNull(orders.placedAt)))
    .limit(2)
}

async function problemOf(ctx: Ctx, order: OrderRow): Promise<string | null> {
  if (order.status === 'CANCELLED') return 'Bu sipariş iptal edilmiş; paketlemeyin.'
  if (order.status === 'SHIPPED' || order.status === 'DELIVERED') return 'Bu sipariş kargoya verilmiş.'
  if (order.paymentStatus === 'AWAITING_TRANSFER') return 'Bu siparişin havalesi bekleniyor; paketlemeyin.'
  const early = whyTooEarly(order)
  if (early) return early.message
  const withdrawal = await findWithdrawal(ctx, order)
  if (withdrawal) return withdrawal.words
  if (order.status !== 'PREPARED') return null
  const [packed] = await ctx.db
    .select({ name: sql<string | null>`${users.firstName} || ' ' || ${users.lastName}` })
    .from(orderEvents)
    .leftJoin(users, eq(users.id, orderEvents.actorId))
    .where(and(eq(orderEvents.orderId, order.id), eq(orderEvents.status, 'PREPARED')))
    .orderBy(desc(orderEvents.createdAt))
    .limit(1)
  return packed?.name ? `Bu siparişi ${packed.name} hazırlamış.` : 'Bu sipariş zaten hazır.'
}

/**
 * The parcel is closed: PREPARED, with who packed it in its history. CONFLICT when the pieces are not exactly those that are
 * due now, or when it is not to be packed. The same person's second try, after a lost answer, changes nothing.
 */
export async function packOrder(ctx: Ctx, id: string, { items }: PackedPieces): Promise<void> {
  const actorId = requireRight(ctx, 'orders')
  await inTransaction(ctx, async (ctx) => {
    const order = await lockOrder(ctx, id)
    if (order.status === 'PREPARED' && (await wasPackedBy(ctx, id, actorId))) return
    const problem = await problemOf(ctx, order)
    if (problem) throw new ShopError('CONFLICT', problem)
    const due = await ctx.db.select().from(orderItems).where(eq(orderItems.orderId, id))
    const packed = new Map(items.map(({ itemId, quantity }) => [itemId, quantity]))
    const all = due.every((item) => (packed.get(item.id) ?? 0) === toSend(order, item))
    if (!all || items.some(({ itemId }) => !due.some((item) => item.id === itemId))) {
      throw new ShopError(
        'CONFLICT',
        'Paketteki ürünler siparişle aynı değil; sipariş değişmiş olabilir, yeniden okutun.',
      )
    }
    await changeOrderStatus(ctx, id, { status: 'PREPARED' }, 'Her ürün okutularak paketlendi')
  })
}

async function wasPackedBy(ctx: Ctx, id: string, actorId: string | undefined): Promise<boolean> {
  const [last] = await ctx.db
    .select({ actorId: orderEvents.actorId })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, id), inArray(orderEvents.status, ['PREPARED'])))
    .orderBy(desc(orderEvents.createdAt))
    .limit(1)
  return last !== undefined && last.actorId === (actorId ?? null)
}
