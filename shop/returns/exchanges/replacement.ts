/**
 * The order of the new pieces. It is written with the exchange: its stock is taken at once, the worth of the old pieces is
 * promised to it, and the rest waits to be paid by link (order-desk/links.ts). It waits for the old pieces, and is prepared like
 * any order once they are on their way or here. docs/payments.md, 'Exchanges', has the rule.
 */

import { and, eq, sql } from 'drizzle-orm'
import { keepExchangeContracts } from '../../agreements/order-contracts.ts'
import { settleAttempt } from '../../checkout/attempts.ts'
import { holdStock } from '../../checkout/lines.ts'
import { insertAttempt } from '../../checkout/place-order.ts'
import { type Ctx, newId } from '../../ctx.ts'
import { ShopError } from '../../errors.ts'
import { getOrder, quoteOfOrder } from '../../order-desk/linked-order.ts'
import { shownOrderId } from '../../order-id.ts'
import { lockOrder, lockWaitingPayment, refuseWhileExchangeEnds, requireBoughtHere } from '../../orders/locked.ts'
import { cancelUnpaid, markPlaced } from '../../orders/placed.ts'
import { orderEvents, orderItems, orders } from '../../orders/schema.ts'
import { writeCallOff } from '../../orders/status.ts'
import { byHand } from '../../payments/providers.ts'
import { paymentAttempts } from '../../payments/schema.ts'
import { after, days } from '../../time.ts'
import { type ReturnRow, returnItems, returns } from '../schema.ts'
import { findReturnSettings } from '../settings.ts'
import { boughtOf, type PricedExchange, priceExchange, type Swap } from './worth.ts'

export type OrderRow = typeof orders.$inferSelect

/** Prices the new pieces and takes them out of stock. The caller has locked the order, and sets what it gives on the return. */
export async function writeReplacement(ctx: Ctx, order: OrderRow, swaps: Swap[]): Promise<Partial<ReturnRow>> {
  if (order.exchangeOf && !order.exchangedAt) throw earlierOpen()
  await refuseWhileExchangeEnds(ctx, order.id)
  const priced = await priceExchange(ctx, await boughtOf(ctx, order), swaps)
  const reservedUntil = await reservationEnd(ctx)
  const { worthKurus, totalKurus } = priced
  const id = await insertOrder(ctx, order, priced)
  const amountKurus = totalKurus - Math.min(worthKurus, totalKurus)
  const waiting = { provider: byHand.link, status: 'AWAITING_LINK', leaseUntil: reservedUntil } as const
  await insertAttempt(ctx, { orderId: id, amountKurus, ...waiting }, { cause: 'pieces are exchanged' })
  await hold(ctx, priced)
  await ctx.db.insert(orderItems).values(
    priced.lines.map(({ item, withdrawalExemption }, position) => ({
      ...{ ...item, withdrawalExemption, position },
      ...{ id: newId(), orderId: id },
    })),
  )
  await markPlaced(ctx, id, 'PENDING')
  if (amountKurus === 0) await keepContracts(ctx, id)
  return { replacementId: id, reservedUntil, worthKurus }
}

async function insertOrder(ctx: Ctx, order: OrderRow, { worthKurus, totalKurus }: PricedExchange): Promise<string> {
  const [id, now] = [newId(), ctx.clock()]
  const { userId, guest, firstName, lastName, email, phone, invoice, invoiceAddress } = order
  const { address, city, district, neighbourhood, postalCode } = order
  const exchangeKurus = Math.min(worthKurus, totalKurus)
  // The difference is not collected at the door: it is paid by a link.
  const paymentMethod = order.paymentMethod === 'CASH_ON_DELIVERY' ? 'BANK_TRANSFER' : order.paymentMethod
  await ctx.db.insert(orders).values({
    ...{ id, userId, guest, firstName, lastName, email, phone, invoice, invoiceAddress },
    ...{ address, city, district, neighbourhood, postalCode, paymentMethod },
    ...{ totalKurus, exchangeOf: order.id, exchangeKurus, waitsForReturn: true },
    ...{ createdAt: now, updatedAt: now },
  })
  await ctx.db
    .update(orders)
    .set({ movedKurus: sql`${orders.movedKurus} + ${exchangeKurus}` })
    .where(eq(orders.id, order.id))
  return id
}

async function hold(ctx: Ctx, { lines }: PricedExchange): Promise<void> {
  try {
    await holdStock(ctx, lines)
  } catch (error) {
    if (!(error instanceof ShopError) || error.code !== 'OUT_OF_STOCK') throw error
    const message = 'Seçtiğiniz ürün bu sırada tükendi; lütfen başka bir beden, renk ya da ürün seçin.'
    throw new ShopError('OUT_OF_STOCK', message, { data: error.data })
  }
}

async function keepContracts(ctx: Ctx, orderId: string): Promise<void> {
  const order = await getOrder(ctx, orderId)
  requireBoughtHere(order)
  await keepExchangeContracts(ctx, orderId, order, await quoteOfOrder(ctx, order, order.paymentMethod))
}

async function reservationEnd(ctx: Ctx): Promise<Date> {
  return after(ctx.clock(), days((await findReturnSettings(ctx)).reserveDays))
}

/** The order of an exchange as it stands; undefined once it ended, or where there is none. */
export async function findReplacement(ctx: Ctx, { replacementId }: ReturnRow): Promise<OrderRow | undefined> {
  if (!replacementId) return undefined
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, replacementId))
  return order?.status === 'CANCELLED' ? undefined : order
}

/** The wanted pieces of an exchange that are written down. */
export async function swapsOf(ctx: Ctx, returnId: string): Promise<Swap[]> {
  const units = await ctx.db.select().from(returnItems).where(eq(returnItems.returnId, returnId))
  return units.flatMap(({ orderItemId: itemId, quantity, newVariantId }) =>
    newVariantId ? [{ itemId, quantity, newVariantId }] : [],
  )
}

/** The old pieces are on their way, or here: the new ones are kept as long as it takes. */
export async function keepReserved(ctx: Ctx, row: ReturnRow): Promise<void> {
  if (!row.replacementId) return
  const reservedUntil = after(ctx.clock(), days(30))
  await ctx.db
    .update(paymentAttempts)
    .set({ leaseUntil: reservedUntil })
    .where(and(eq(paymentAttempts.orderId, row.replacementId), eq(paymentAttempts.status, 'AWAITING_LINK')))
  await ctx.db.update(returns).set({ reservedUntil }).where(eq(returns.id, row.id))
}

/** Lets the new pieces be prepared; where nothing is to be paid their order counts as paid from now on. */
export async function release(ctx: Ctx, replacement: OrderRow): Promise<void> {
  const { id } = replacement
  const waiting = await lockWaitingPayment(ctx, id)
  const { status, waitsForReturn } = await lockOrder(ctx, id)
  if (status === 'CANCELLED' || !waitsForReturn) return
  const now = ctx.clock()
  await ctx.db.update(orders).set({ waitsForReturn: false, updatedAt: now }).where(eq(orders.id, id))
  if (waiting?.amountKurus === 0) {
    const none = { kind: 'charged', paymentId: id, amountKurus: 0 } as const
    await settleAttempt(ctx, waiting.id, none, 'exchanged, nothing is to be paid')
  }
  const note = 'Değişim: yeni ürünler hazırlanabilir'
  await ctx.db.insert(orderEvents).values({ id: newId(), orderId: id, type: 'note', note, createdAt: now })
}

type Ending = { note: string; actorId?: string | undefined }

/**
 * Ends the order of the new pieces, their stock goes back, and so does a difference that was paid: returns the refund that
 * the bank is still to be asked for. CONFLICT once it is being prepared. The caller has locked the return.
 */
export async function endReplacement(ctx: Ctx, row: ReturnRow, ending: Ending): Promise<string | undefined> {
  const replacement = await findReplacement(ctx, row)
  if (!replacement) return undefined
  const waiting = await lockWaitingPayment(ctx, replacement.id)
  const order = await lockOrder(ctx, replacement.id)
  if (order.status === 'CANCELLED') return undefined
  requireUnsent(order)
  if (!waiting) return writeCallOff(ctx, order.id, ending.actorId, () => true)
  const words = { cause: 'the exchange ended', told: 'değişim sona erdiği için iptal edildi' }
  await cancelUnpaid(ctx, waiting, { ...words, ...ending, restock: true, isQuiet: true })
  return undefined
}

function requireUnsent({ id, status, shippedAt, exchangedAt }: OrderRow): void {
  if (!exchangedAt && !shippedAt && (status === 'PENDING' || status === 'CONFIRMED')) return
  const message = `Değişimin yeni ürünü hazırlandı ya da gönderildi (${shownOrderId(id)}); değişim artık kapatılamaz.`
  throw new ShopError('CONFLICT', message)
}

function earlierOpen(): ShopError {
  return new ShopError(
    'CONFLICT',
    'Bu ürün bir değişimle geldi; önceki değişim tamamlanınca yeniden değiştirebilirsiniz.',
  )
}
