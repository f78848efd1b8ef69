/**
 * Withdrawals from an order whose parcel has not left (Mesafeli Sözleşmeler Yönetmeliği m.9): staff see them before they hand it
 * over, and an order of which nothing is left to send ends.
 */

import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { recordChange } from '../../audit/audit.ts'
import { type Ctx, newId } from '../../ctx.ts'
import { ShopError } from '../../errors.ts'
import { shownOrderId } from '../../order-id.ts'
import { refunds } from '../../payments/schema.ts'
import { returns } from '../../returns/schema.ts'
import { announceOrder } from '../feed.ts'
import type { OrderRow } from '../orders.ts'
import { orderEvents, orderItems, orders } from '../schema.ts'

type Units = Pick<typeof orderItems.$inferSelect, 'quantity' | 'refundedQuantity' | 'returningQuantity'>

const unsent = ['PENDING', 'CONFIRMED', 'PREPARED'] as const

/** Whether its parcel is still in the shop; one that arrived once is not, even if its status was set back since. */
export function isUnsent({ status, deliveredAt }: Pick<OrderRow, 'status' | 'deliveredAt'>): boolean {
  return deliveredAt === null && unsent.some((one) => one === status)
}

/** Whether she keeps nothing of the order, so that its parcel need not be sent, nor taken. */
export function isWhole(items: Units[]): boolean {
  return items.every(
    ({ quantity, refundedQuantity, returningQuantity }) => refundedQuantity + returningQuantity >= quantity,
  )
}

/** The part of an unsent parcel that stays in the shop: all of it, also once it is refunded, or some; undefined: nothing. */
export function withdrawnOf(
  order: Pick<OrderRow, 'status' | 'deliveredAt'> & { items: Units[] },
): 'ALL' | 'SOME' | undefined {
  if (!isUnsent(order)) return undefined
  if (isWhole(order.items)) return 'ALL'
  return order.items.some(({ returningQuantity }) => returningQuantity > 0) ? 'SOME' : undefined
}

/** The units of a line that belong in the parcel: without refunded ones and, before it leaves, without withdrawn ones. */
export function toSend(
  order: Pick<OrderRow, 'status' | 'deliveredAt'>,
  { quantity, refundedQuantity, returningQuantity }: Units,
): number {
  return quantity - refundedQuantity - (isUnsent(order) ? returningQuantity : 0)
}

type Withdrawal = {
  /** The text for the person who holds the parcel. */
  words: string
  /** Its pieces count as received, so that nobody can send them, not even knowingly. */
  settled: boolean
}

/** The withdrawal that staff must see before they pack or send an order; undefined when it concerns nothing in the parcel. */
export async function findWithdrawal(ctx: Ctx, order: OrderRow): Promise<Withdrawal | undefined> {
  if (!isUnsent(order)) return undefined
  const { code, status, receivedAt, completedAt } = returns
  const known = await ctx.db
    .select({ code, status, receivedAt, completedAt })
    .from(returns)
    .where(
      and(
        eq(returns.orderId, order.id),
        eq(returns.kind, 'RETURN'),
        inArray(returns.status, ['REQUESTED', 'APPROVED', 'ON_ITS_WAY', 'RECEIVED', 'COMPLETED']),
      ),
    )
    .orderBy(asc(returns.createdAt))
  if (known.length === 0) return undefined
  const open = known.filter(({ status }) => status !== 'COMPLETED')
  const whole = isWhole(await ctx.db.select().from(orderItems).where(eq(orderItems.orderId, order.id)))
  const cameBack = await findCameBack(ctx, order)
  if (whole && open.length === 0 && (await isGivingBack(ctx, order.id))) {
    const codes = known.map(({ code }) => code).join(', ')
    const words = `Müşteri bu siparişten vazgeçti (iade ${codes}); paketi göndermeyin, parası geri ödeniyor.`
    return { words, settled: !known.every(cameBack) }
  }
  // Pieces that were taken out of a parcel do not hold the others up.
  const concerned = whole ? open : open.filter(({ receivedAt }) => receivedAt === null)
  if (concerned.length === 0) return undefined
  const codes = concerned.map(({ code }) => code).join(', ')
  const words = whole
    ? `Müşteri bu siparişten vazgeçti (iade ${codes}); paketi göndermeyin, İadeler bölümünde iadeyi tamamlayın.`
    : `Müşteri bu siparişin bazı ürünlerinden vazgeçti (iade ${codes}); onları paketten çıkarın, İadeler bölümünde iadeyi tamamlayın.`
  return { words, settled: whole && concerned.some((one) => one.receivedAt !== null && !cameBack(one)) }
}

type Ended = Pick<typeof returns.$inferSelect, 'receivedAt' | 'completedAt'>

/**
 * Tells of a return whether its parcel was out of the shop when it was received or paid back. Where the order was set back since, it
 * is no withdrawal from a parcel that never left: the order may be set forward again.
 */
async function findCameBack(ctx: Ctx, { id, shippedAt }: OrderRow): Promise<(ended: Ended) => boolean> {
  if (!shippedAt) return () => false
  const steps = await ctx.db
    .select({ status: orderEvents.status, createdAt: orderEvents.createdAt })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, id), eq(orderEvents.type, 'status')))
    .orderBy(asc(orderEvents.createdAt), asc(orderEvents.id))
  return ({ receivedAt, completedAt }) => {
    const at = receivedAt ?? completedAt
    const stood = at && steps.findLast(({ createdAt }) => createdAt <= at)?.status
    return stood === 'SHIPPED' || stood === 'DELIVERED'
  }
}

/** CONFLICT when withdrawn pieces would be sent; after the withdrawal was `seen` they may be, unless it is settled. */
export async function refuseWhileWithdrawn(ctx: Ctx, order: OrderRow, { seen = false } = {}): Promise<void> {
  const found = await findWithdrawal(ctx, order)
  if (found && (found.settled || !seen)) throw new ShopError('CONFLICT', found.words)
}

/** Whether money of the order is still asked for: what is refused is asked for again, which of a cancelled order nobody can. */
async function isGivingBack(ctx: Ctx, orderId: string): Promise<boolean> {
  const asked = and(
    eq(refunds.orderId, orderId),
    eq(refunds.status, 'REQUESTED'),
    inArray(refunds.reason, ['items', 'goodwill', 'exchange']),
  )
  return (await ctx.db.$count(refunds, asked)) > 0
}

/** Ends an order that never left, that was withdrawn from and of which she keeps nothing, once all its money went back. The caller has locked it. */
export async function endUnsent(ctx: Ctx, orderId: string, actorId: string | null | undefined): Promise<void> {
  const now = ctx.clock()
  const [before] = await ctx.db.select().from(orders).where(eq(orders.id, orderId))
  if (!before || !isUnsent(before)) return
  const kept = and(eq(orderItems.orderId, orderId), sql`${orderItems.refundedQuantity} < ${orderItems.quantity}`)
  if ((await ctx.db.$count(orderItems, kept)) > 0) return
  const over = await ctx.db
    .select({ receivedAt: returns.receivedAt, completedAt: returns.completedAt })
    .from(returns)
    .where(and(eq(returns.orderId, orderId), eq(returns.kind, 'RETURN'), eq(returns.status, 'COMPLETED')))
  if (over.every(await findCameBack(ctx, before)) || (await isGivingBack(ctx, orderId))) return
  // Where its pieces go its returns decide.
  await ctx.db
    .update(orders)
    .set({ status: 'CANCELLED', cancelledAt: now, updatedAt: now })
    .where(eq(orders.id, orderId))
  const note = 'Yola çıkmadan vazgeçildi'
  const ended = { orderId, type: 'cancelled', status: 'CANCELLED', note, createdAt: now } as const
  await ctx.db.insert(orderEvents).values({ id: newId(), ...ended, actorId: actorId ?? null })
  await announceOrder(ctx, { kind: 'changed', orderId, totalKurus: before.totalKurus })
  await recordChange(ctx, {
    action: 'order.cancel',
    subject: { id: orderId, name: shownOrderId(orderId) },
    before: { status: before.status },
    after: { status: 'CANCELLED', reason: note },
    ...(actorId ? { actorId } : {}),
  })
}
