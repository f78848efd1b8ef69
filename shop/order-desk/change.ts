/**
 * Orders that are changed before they are shipped, by the shop or by their buyers: lines with their stock, the money that follows,
 * address and notes, the history, the mail and the contracts are one transaction. Refunds to a card are requested from the bank
 * after it; recovery finishes them after a crash.
 */

import { eq } from 'drizzle-orm'
import { keepChangedContracts } from '../agreements/order-contracts.ts'
import { recordChange } from '../audit/audit.ts'
import { lockBalance } from '../credit/ledger.ts'
import { type Ctx, inRetriedTransaction, newId, requireRight } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { formatPhone } from '../fields/phone.ts'
import { postalLines } from '../fields/postal-address.ts'
import { lockGifts } from '../gift-cards/of-orders.ts'
import { findBookedTotal, noteChangedTotal } from '../invoices/changes.ts'
import { oneLine } from '../one-line.ts'
import { shownOrderId } from '../order-id.ts'
import { announceOrder } from '../orders/feed.ts'
import {
  lockOrder,
  lockWaitingPayment,
  refuseWhileCancelling,
  refuseWhileRefunding,
  refuseWhileReturning,
} from '../orders/locked.ts'
import { queueChangeMail } from '../orders/mails.ts'
import { withItems } from '../orders/orders.ts'
import { finishRefund } from '../orders/refunds.ts'
import { orderEvents, orders } from '../orders/schema.ts'
import { hasShipment } from '../shipping/shipments.ts'
import type { LineChange, OrderChange, Recipient } from './contract.ts'
import { changeDue, type Due } from './due.ts'
import { changeLines, linesOf } from './lines.ts'
import { findOpenTries } from './links.ts'

export type OrderRow = typeof orders.$inferSelect

/** A requested change of one order. `decide` runs once the order is locked and refuses by throwing. */
type Asked = {
  actorId: string | undefined
  recipient: Recipient
  items: LineChange[]
  note?: string | undefined
  decide: (ctx: Ctx, order: OrderRow) => Promise<void> | void
}

/**
 * The state of the refund: none is due, it went, the bank has not answered, or it refused. `untold`: no refund, and a change that the
 * buyer is not told of either, such as a note.
 */
export type DifferenceState = 'untold' | 'none' | 'gone' | 'open' | 'refused'

/**
 * Changes an order for its buyer. EDIT_CONFLICT when it has changed since it was read; CONFLICT once it is shipped or cancelled,
 * while money goes back, or where it would cost more than was paid.
 */
export async function changeOrder(
  ctx: Ctx,
  id: string,
  { customerInfo, note, items, updatedAt, ...recipient }: OrderChange,
): Promise<DifferenceState> {
  const actorId = requireRight(ctx, 'orders')
  return carryOut(ctx, id, {
    actorId,
    recipient: { ...recipient, ...customerInfo },
    items,
    note,
    decide(_, order) {
      if (updatedAt && new Date(updatedAt).getTime() !== order.updatedAt.getTime()) throw changedMeanwhile()
    },
  })
}

/** Does what is asked in one transaction, then asks the bank for what goes back. */
export async function carryOut(ctx: Ctx, id: string, asked: Asked): Promise<DifferenceState> {
  const { refundId, isTold } = await inRetriedTransaction(ctx, (ctx) => write(ctx, id, asked))
  if (!refundId) return isTold ? 'none' : 'untold'
  ctx.atStep?.('refund-written')
  try {
    await finishRefund(ctx, refundId)
    return 'gone'
  } catch (error) {
    // The order is changed either way; what became of the money stands in its history.
    if (!(error instanceof ShopError)) throw error
    return error.code === 'UNAVAILABLE' ? 'open' : 'refused'
  }
}

async function write(ctx: Ctx, id: string, asked: Asked): Promise<Pick<Due, 'refundId'> & { isTold: boolean }> {
  // Locked before the order, as in every payment.
  const waiting = await lockWaitingPayment(ctx, id)
  const order = await lockOrder(ctx, id)
  requireUnshipped(order)
  if (order.paymentMethod === 'MARKETPLACE') throw boughtElsewhere()
  await asked.decide(ctx, order)
  await refuseWhileCancelling(ctx, id)
  const before = await factsOf(ctx, order)
  const address = await changeRecipient(ctx, order, asked)
  let due: Due = { totalKurus: order.totalKurus, told: [] }
  const changes = [...address]
  if (asked.items.length > 0) {
    await refuseWhileRefunding(ctx, id, 'at the bank')
    // Pieces of an open return cannot change: each goes back once.
    await refuseWhileReturning(ctx, id, asked.actorId === order.userId)
    if (waiting && (await findOpenTries(ctx, waiting.id)).length > 0) throw beingPaid()
    // Locked in the order of a purchase: gift cards, credit, then stock.
    if (order.giftKurus > 0) await lockGifts(ctx, id)
    if (order.creditKurus > 0) await lockBalance(ctx, order.userId)
    const booked = await findBookedTotal(ctx, id)
    const lines = await changeLines(ctx, id, asked.items)
    due = await changeDue(ctx, order, waiting, lines, asked.actorId)
    await noteChangedTotal(ctx, id, booked)
    changes.push(...lines.changes)
  }
  const isTold = changes.length > 0
  if (isTold) await tell(ctx, order, asked, changes, { due, hasNewLines: changes.length > address.length })
  const isOtherSum = order.paymentStatus === 'CASH_ON_DELIVERY' && due.totalKurus !== order.totalKurus
  if (address.length > 0 || isOtherSum) await noteOldLabel(ctx, order, asked)
  await audit(ctx, order, asked, before)
  return { ...due, isTold }
}

/** The carrier's label names the address, and the sum to collect, that it was made with. */
async function noteOldLabel(ctx: Ctx, { id: orderId }: OrderRow, { actorId }: Asked): Promise<void> {
  if (!(await hasShipment(ctx, orderId))) return
  const note =
    'Kargo etiketi bu değişiklikten önce hazırlandı, eski bilgilerle gider; gönderiyi kargo hesabınızdan iptal edip paketi elle gönderin'
  await ctx.db
    .insert(orderEvents)
    .values({ id: newId(), orderId, type: 'note', note, actorId: actorId ?? null, createdAt: ctx.clock() })
}

function requireUnshipped({ status, shippedAt, deliveredAt }: OrderRow): void {
  if (status === 'CANCELLED') throw new ShopError('CONFLICT', 'İptal edilmiş bir sipariş değiştirilemez.')
  if (status === 'SHIPPED' || status === 'DELIVERED' || shippedAt !== null || deliveredAt !== null) {
    const message = 'Kargoya verilmiş bir sipariş değiştirilemez; teslimattan sonra iade ya da değişim yapılabilir.'
    throw new ShopError('CONFLICT', message)
  }
}

/** Returns what changed for the buyer, in sentences. */
async function changeRecipient(ctx: Ctx, order: OrderRow, { recipient, note }: Asked): Promise<string[]> {
  const { district, neighbourhood, postalCode } = recipient
  const given = Object.fromEntries(Object.entries(recipient).filter(([, value]) => value !== undefined))
  const cleared = Object.fromEntries(
    Object.entries({ district, neighbourhood, postalCode }).flatMap(([name, value]) =>
      value === '' ? [[name, null]] : [],
    ),
  )
  const notes = note === undefined ? {} : { adminNotes: note }
  const [after] = await ctx.db
    .update(orders)
    .set({ ...given, ...cleared, ...notes, updatedAt: ctx.clock() })
    .where(eq(orders.id, order.id))
    .returning()
  if (!after) throw new Error(`order ${order.id} is gone`)
  const nameOf = ({ firstName, lastName }: OrderRow) => `${firstName} ${lastName}`
  const addressOf = (row: OrderRow) => oneLine(postalLines(row).filter(Boolean).join(', '))
  return [
    ...(nameOf(after) === nameOf(order) ? [] : [`Alıcı artık ${nameOf(after)}.`]),
    ...(addressOf(after) === addressOf(order) ? [] : [`${newAddress} ${addressOf(after)}.`]),
    ...(after.phone === order.phone ? [] : [`${newPhone} ${formatPhone(after.phone)}.`]),
  ]
}

const [newAddress, newPhone] = ['Teslimat adresi artık', 'Telefon artık']

/** A note of the history without address and telephone, for staff who may not see them: it only says that they changed. */
export function withoutReach(note: string): string {
  return note
    .split('\n')
    .map((line) => {
      if (line.startsWith(newAddress)) return 'Teslimat adresi değişti.'
      return line.startsWith(newPhone) ? 'Telefon değişti.' : line
    })
    .join('\n')
}

/** The history, the contracts where lines changed, the mail, and the news for open panels. */
async function tell(
  ctx: Ctx,
  { id: orderId }: OrderRow,
  { actorId }: Asked,
  changes: string[],
  { due, hasNewLines }: { due: Due; hasNewLines: boolean },
): Promise<void> {
  await ctx.db.insert(orderEvents).values({
    id: newId(),
    orderId,
    type: 'change',
    note: changes.join('\n'),
    actorId: actorId ?? null,
    createdAt: ctx.clock(),
  })
  const withContracts = hasNewLines && (await renewContracts(ctx, orderId))
  await queueChangeMail(ctx, orderId, { changes, money: due.told, withContracts })
  await announceOrder(ctx, { kind: 'changed', orderId, totalKurus: due.totalKurus })
}

/** Writes the contracts of the changed order; false for an order without any. */
async function renewContracts(ctx: Ctx, orderId: string): Promise<boolean> {
  const [order] = await withItems(ctx, await ctx.db.select().from(orders).where(eq(orders.id, orderId)))
  if (!order) throw new Error(`order ${orderId} is gone`)
  const { paymentMethod: method } = order
  if (method === 'MARKETPLACE') return false
  const goodsKurus = order.items.reduce((sum, { unitPriceKurus, quantity }) => sum + unitPriceKurus * quantity, 0)
  const lines = order.items.map(({ quantity, unitPriceKurus, withdrawalExemption, ...item }) => {
    return { quantity, unitPriceKurus, withdrawalExemption, item }
  })
  return keepChangedContracts(ctx, orderId, order, { ...order, lines, goodsKurus, method })
}

function boughtElsewhere(): ShopError {
  return new ShopError('CONFLICT', 'Pazaryeri siparişi burada değiştirilemez; pazaryerinin panelinden değiştirin.')
}

/** The facts that the audit compares. */
async function factsOf(ctx: Ctx, { id }: OrderRow) {
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, id))
  if (!order) throw new Error(`order ${id} is gone`)
  const { firstName, lastName, phone, totalKurus, adminNotes } = order
  const products = (await linesOf(ctx, id)).map(
    ({ quantity, productName, color, size }) => `${quantity} × ${productName} (${color}, ${size})`,
  )
  const recipient = `${firstName} ${lastName}`
  return { products, totalKurus, recipient, address: postalLines(order).join(', '), phone, adminNotes }
}

type OrderFacts = Awaited<ReturnType<typeof factsOf>>

/** The audit is of what the staff does; a buyer's own change stands in the history alone. */
async function audit(ctx: Ctx, order: OrderRow, { actorId }: Asked, before: OrderFacts): Promise<void> {
  if (actorId === order.userId) return
  const subject = { id: order.id, name: shownOrderId(order.id) }
  await recordChange(ctx, { action: 'order.change', subject, before, after: await factsOf(ctx, order) })
}

function beingPaid(): ShopError {
  const message = 'Müşteri bu siparişi şu anda ödüyor; ürünler ödeme sonuçlanınca değiştirilebilir.'
  return new ShopError('CONFLICT', message)
}

function changedMeanwhile(): ShopError {
  const message = 'Bu sipariş siz düzenlerken değişti, hiçbir şey kaydedilmedi; siparişi yenileyip tekrar deneyin.'
  return new ShopError('EDIT_CONFLICT', message)
}
