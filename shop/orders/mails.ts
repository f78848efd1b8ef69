import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { findContracts } from '../agreements/order-contracts.ts'
import { orderContracts } from '../agreements/schema.ts'
import { type Ctx, together } from '../ctx.ts'
import { formatPhone } from '../fields/phone.ts'
import { postalLines } from '../fields/postal-address.ts'
import { findLeftOnGifts } from '../gift-cards/of-orders.ts'
import type { Mail } from '../mail/layout.ts'
import { type BeyondPrice, type ConfirmedItem, type OrderCosts, orderConfirmationMail } from '../mail/order-mails.ts'
import {
  differenceMail,
  excessRefundMail,
  freeRefundMail,
  orderCancelledMail,
  orderChangedMail,
  orderStepMail,
  owedRefundMail,
  paidBackMail,
  refundMail,
  unpaidCancellationMail,
} from '../mail/order-step-mails.ts'
import { queueMail } from '../mail/outbox.ts'
import { paymentLinkMail } from '../mail/payment-link-mail.ts'
import { type TransferFacts, type TransferOccasion, transferMail } from '../mail/transfer-mails.ts'
import { imageUrl, jpegWidth } from '../media/urls.ts'
import { shownOrderId } from '../order-id.ts'
import { paymentAttempts } from '../payments/schema.ts'
import { returnItems, returns } from '../returns/schema.ts'
import { findBrand } from '../settings/brand.ts'
import { findTerms } from '../settings/terms.ts'
import { carrierName, trackingUrl } from './carriers.ts'
import type { OrderStatus, OrderStatusChange } from './contract.ts'
import { listItems, type Order, type OrderRow, withItems } from './orders.ts'
import { orderEvents, orders } from './schema.ts'

/** Writes the confirmation of an order to the outbox, in the transaction that paid it; `toPay` says how it will be paid otherwise. */
export async function queueOrderConfirmation(
  ctx: Ctx,
  orderId: string,
  { toPay }: { toPay?: string } = {},
): Promise<void> {
  await queueConfirmation(ctx, await getToConfirm(ctx, orderId), toPay)
}

/** An order with what its confirmation says of it. */
export type ToConfirm = OrderRow & Pick<Order, 'items' | 'installmentFeeKurus'> & { withContracts: boolean }

/** Reads one in the transaction that confirms it. */
export async function getToConfirm(ctx: Ctx, orderId: string): Promise<ToConfirm> {
  const { feeKurus, status } = paymentAttempts
  const paid = and(eq(paymentAttempts.orderId, orderId), eq(status, 'SUCCEEDED'))
  const fee = ctx.db.select({ feeKurus }).from(paymentAttempts).where(paid).limit(1)
  const accepted = ctx.db.select({ kind: orderContracts.kind }).from(orderContracts)
  const [[found], items] = await together(
    ctx.db
      .select({
        order: orders,
        installmentFeeKurus: sql<number>`coalesce(${fee}, 0)`,
        withContracts: sql<boolean>`exists ${accepted.where(eq(orderContracts.orderId, orderId))}`,
      })
      .from(orders)
      .where(eq(orders.id, orderId)),
    listItems(ctx, [orderId]),
  )
  if (!found) throw new Error(`order ${orderId} is gone`)
  const { order, ...more } = found
  return { ...order, ...more, items }
}

/** As queueOrderConfirmation, of an order that was just read. */
export async function queueConfirmation(ctx: Ctx, order: ToConfirm, toPay?: string): Promise<void> {
  const { withContracts } = order
  const mail = orderConfirmationMail(await findBrand(ctx), {
    shownId: shownOrderId(order.id),
    firstName: order.firstName,
    items: order.items.map((item) => mailedItem(ctx, item, item.quantity)),
    costs: costsOf(order),
    leftOnGifts: order.giftKurus > 0 ? await findLeftOnGifts(ctx, order.id) : [],
    addressLines: addressLines(order),
    placedAt: order.placedAt ?? order.createdAt,
    withContracts,
    isGuest: order.guest,
    ...(toPay ? { toPay } : {}),
    ...(order.exchangeOf ? { exchanged: exchangedWords(order) } : {}),
  })
  await queueToBuyer(ctx, order, { ...mail, ...(withContracts ? { contractsOf: order.id } : {}) })
}

function exchangedWords({ id, waitsForReturn }: OrderRow): string {
  return waitsForReturn
    ? `${shownOrderId(id)} numaralı değişim siparişinizin farkını aldık; eski ürünleriniz bize ulaşınca hazırlayacağız.`
    : `${shownOrderId(id)} numaralı değişim siparişinizi hazırlıyoruz.`
}

/**
 * Mails the buyer each step of her order once, however often it is set back and forth, and a tracking number that is added
 * after the parcel left. Called in the transaction of the change, before its history row.
 */
export async function queueStepMail(
  ctx: Ctx,
  before: typeof orders.$inferSelect,
  change: OrderStatusChange & { status: OrderStatus },
): Promise<void> {
  const { status } = change
  if (status === 'PENDING' || status === 'CANCELLED') return
  const newNumber = status === 'SHIPPED' && change.trackingNumber && change.trackingNumber !== before.trackingNumber
  const reached = status !== before.status && !(await wasReached(ctx, before.id, status))
  if (!reached && !newNumber) return
  // All of it was paid back: what arrived is its parcel on the way back, or one that she is to send.
  if (status === 'DELIVERED' && before.paymentStatus === 'REFUNDED') return
  const order = await orderOf(ctx, before.id)
  if (status === 'DELIVERED' && (await isAllBack(ctx, order))) return
  const { carrier, trackingNumber } = order
  const mail = orderStepMail(
    await findBrand(ctx),
    {
      shownId: shownOrderId(order.id),
      firstName: order.firstName,
      addressLines: addressLines(order),
      carrierName: carrier === 'other' ? null : carrierName(carrier),
      trackingNumber,
      trackingUrl: trackingUrl(carrier, trackingNumber),
      freeReturnDays: (await findTerms(ctx)).freeReturnDays,
      isGuest: order.guest,
      returning: status === 'DELIVERED' ? await openReturns(ctx, order.id) : [],
      kept: order.items
        .filter(({ quantity, refundedQuantity }) => quantity > refundedQuantity)
        .map(({ productName: name, withdrawalExemption: exemption }) => ({ name, exemption })),
    },
    status,
  )
  await queueToBuyer(ctx, order, mail)
}

/** Whether no piece stays with her: each was given back, or is here again and waits for its money. */
async function isAllBack(ctx: Ctx, { id, items }: Order): Promise<boolean> {
  const here = await ctx.db
    .select({ itemId: returnItems.orderItemId, quantity: returnItems.quantity })
    .from(returnItems)
    .innerJoin(returns, eq(returns.id, returnItems.returnId))
    // Those with a refund count as refunded.
    .where(and(eq(returns.orderId, id), eq(returns.status, 'RECEIVED'), isNull(returns.refundId)))
  return items.every((item) => {
    const back = here.filter(({ itemId }) => itemId === item.id).reduce((sum, { quantity }) => sum + quantity, 0)
    return item.refundedQuantity + back >= item.quantity
  })
}

async function openReturns(ctx: Ctx, orderId: string) {
  const { code, status } = returns
  const rows = await ctx.db
    .select({ code, status })
    .from(returns)
    .where(eq(returns.orderId, orderId))
    .orderBy(asc(returns.createdAt))
  return rows.flatMap(({ code, status }) =>
    status === 'REQUESTED' || status === 'APPROVED' || status === 'ON_ITS_WAY' ? [{ code, status }] : [],
  )
}

async function wasReached(ctx: Ctx, orderId: string, status: string): Promise<boolean> {
  return (await ctx.db.$count(orderEvents, and(eq(orderEvents.orderId, orderId), eq(orderEvents.status, status)))) > 0
}

/** Money and store credit that went back, in kuruş; of the latter what went to gift cards. */
type Given = { orderId: string; amountKurus: number; creditKurus: number; giftKurus: number }

/** The refund as a mail names it: the whole sum, and the store credit in it. */
function givenOf(order: Order, { amountKurus, creditKurus, giftKurus }: Given) {
  const { id, firstName, guest: isGuest } = order
  const way = isPaidByCard(order) ? 'card' : 'paid'
  const sum = { amountKurus: amountKurus + creditKurus, creditKurus, giftKurus }
  return { ...sum, shownId: shownOrderId(id), firstName, way, isGuest } as const
}

/** Mails the buyer the cancellation and what went back, in the transaction that settles it. */
export async function queueCancellationMail(ctx: Ctx, given: Given, isOwed = false): Promise<void> {
  const order = await orderOf(ctx, given.orderId)
  const items = order.items.map((item) => mailedItem(ctx, item, item.quantity))
  const facts = { ...givenOf(order, given), items, costs: costsOf(order), ...(isOwed ? { way: 'owed' as const } : {}) }
  await queueToBuyer(ctx, order, orderCancelledMail(await findBrand(ctx), facts))
}

/** Mails the buyer why her unpaid order ended, in the transaction that ends it. */
export async function queueUnpaidCancellationMail(
  ctx: Ctx,
  orderId: string,
  told: string,
  owedKurus: number,
): Promise<void> {
  const order = await orderOf(ctx, orderId)
  const { firstName, creditKurus, giftKurus, guest: isGuest } = order
  const facts = { shownId: shownOrderId(orderId), firstName, told, owedKurus, creditKurus, giftKurus, isGuest }
  const mail = unpaidCancellationMail(await findBrand(ctx), facts)
  await queueToBuyer(ctx, order, mail)
}

/** Mails the buyer how to transfer, or asks for what is missing, in the transaction that makes it due. */
export async function queueTransferMail(ctx: Ctx, occasion: TransferOccasion, due: TransferFacts): Promise<void> {
  const order = await orderOf(ctx, due.orderId)
  const withContracts = occasion === 'placed' && (await findContracts(ctx, order.id)).length > 0
  const mail = transferMail(await findBrand(ctx), occasion, {
    ...due,
    shownId: shownOrderId(order.id),
    firstName: order.firstName,
    items: order.items.map((item) => mailedItem(ctx, item, item.quantity)),
    costs: costsOf(order),
    withContracts,
    isGuest: order.guest,
  })
  await queueToBuyer(ctx, order, { ...mail, ...(withContracts ? { contractsOf: order.id } : {}) })
}

/** Mails the buyer that the owner has paid back a cancelled order, in the transaction that says so. */
export async function queuePaidBackMail(ctx: Ctx, orderId: string, amountKurus: number): Promise<void> {
  const { email, firstName } = await orderOf(ctx, orderId)
  const mail = paidBackMail(await findBrand(ctx), { shownId: shownOrderId(orderId), firstName, amountKurus })
  await queueMail(ctx, { to: email, ...mail })
}

/** Mails the buyer the refunded goods, in the transaction that settles the refund. */
export async function queueRefundMail(
  ctx: Ctx,
  given: Given & { movedKurus: number },
  quantities: Map<string, number>,
  beyond?: BeyondPrice,
): Promise<void> {
  const order = await orderOf(ctx, given.orderId)
  const items = order.items.flatMap((item) => {
    const quantity = quantities.get(item.id)
    return quantity ? [mailedItem(ctx, item, quantity)] : []
  })
  const facts = { ...givenOf(order, given), items, beyond, exchangedKurus: given.movedKurus }
  await queueToBuyer(ctx, order, refundMail(await findBrand(ctx), facts))
}

/** Mails the buyer a sum that the owner gave back, with the reason, in the transaction that settles it. */
export async function queueFreeRefundMail(ctx: Ctx, given: Given, reason: string): Promise<void> {
  const order = await orderOf(ctx, given.orderId)
  await queueToBuyer(ctx, order, freeRefundMail(await findBrand(ctx), { ...givenOf(order, given), reason }))
}

/** Asks the buyer for the account to which the owner pays some of her order back, in the transaction that promises it. */
export async function queueOwedMail(ctx: Ctx, given: Given, reason: string): Promise<void> {
  const order = await orderOf(ctx, given.orderId)
  const facts = { ...givenOf(order, given), amountKurus: given.amountKurus, reason }
  await queueToBuyer(ctx, order, owedRefundMail(await findBrand(ctx), facts))
}

/** Mails the buyer that what was taken too much went back, in the transaction that settles it. */
export async function queueExcessMail(ctx: Ctx, orderId: string, amountKurus: number): Promise<void> {
  const order = await orderOf(ctx, orderId)
  const way = isPaidByCard(order) ? 'card' : 'paid'
  const { firstName, guest: isGuest } = order
  const facts = { shownId: shownOrderId(orderId), firstName, amountKurus, way, isGuest } as const
  const mail = excessRefundMail(await findBrand(ctx), facts)
  await queueToBuyer(ctx, order, mail)
}

type BuyersMail = Mail & { contractsOf?: string; file?: { key: string; name: string } }

/** Mails what is about her order, to the address of the order; false where nobody is mailed. */
export async function queueToBuyer(ctx: Ctx, order: OrderRow, mail: BuyersMail): Promise<boolean> {
  // The marketplace writes to its customers.
  if (order.paymentMethod === 'MARKETPLACE') return false
  await queueMail(ctx, { to: order.email, ...mail, ...orderLinkFor(order) })
  return true
}

/** A guest's mails bring along the link to her order. */
export function orderLinkFor({ id, guest }: Pick<Order, 'id' | 'guest'>): { orderLinkOf?: string } {
  return guest ? { orderLinkOf: id } : {}
}

/** Mails the customer of a manual order where she pays it; the link is written when the mail is sent. */
export async function queuePaymentLinkMail(ctx: Ctx, orderId: string, expiresAt: Date): Promise<void> {
  const order = await orderOf(ctx, orderId)
  const mail = paymentLinkMail(await findBrand(ctx), {
    shownId: shownOrderId(orderId),
    firstName: order.firstName,
    items: order.items.map((item) => mailedItem(ctx, item, item.quantity)),
    costs: costsOf(order),
    expiresAt,
  })
  await queueMail(ctx, { to: order.email, ...mail, orderLinkOf: orderId })
}

/** Mails the buyer that the difference of a change went back, in the transaction that settles it. */
export async function queueDifferenceMail(ctx: Ctx, orderId: string, amountKurus: number): Promise<void> {
  const order = await orderOf(ctx, orderId)
  const way = isPaidByCard(order) ? 'card' : 'paid'
  const { firstName, guest: isGuest } = order
  const facts = { shownId: shownOrderId(orderId), firstName, amountKurus, way, isGuest } as const
  await queueToBuyer(ctx, order, differenceMail(await findBrand(ctx), facts))
}

/** Mails the buyer what changed in her order, in the transaction that changes it. `withContracts`: it has new contracts. */
export async function queueChangeMail(
  ctx: Ctx,
  orderId: string,
  { withContracts, ...told }: { changes: string[]; money: string[]; withContracts: boolean },
): Promise<void> {
  const order = await orderOf(ctx, orderId)
  const mail = orderChangedMail(await findBrand(ctx), {
    ...told,
    withContracts,
    shownId: shownOrderId(orderId),
    firstName: order.firstName,
    items: order.items.map((item) => mailedItem(ctx, item, item.quantity)),
    costs: costsOf(order),
    addressLines: addressLines(order),
    isGuest: order.guest,
  })
  await queueToBuyer(ctx, order, { ...mail, ...(withContracts ? { contractsOf: orderId } : {}) })
}

function costsOf({
  deliveryKurus,
  methodFeeKurus,
  installmentFeeKurus,
  ...order
}: OrderRow & Pick<Order, 'installmentFeeKurus'>): OrderCosts {
  const { totalKurus, discountKurus, creditKurus, giftKurus, exchangeKurus } = order
  const paid = { creditKurus, giftKurus, exchangeKurus }
  return { totalKurus, discountKurus, deliveryKurus, methodFeeKurus, installmentFeeKurus, ...paid }
}

function isPaidByCard({ paymentMethod }: Order): boolean {
  return paymentMethod === 'CARD' || paymentMethod === 'HOSTED'
}

async function orderOf(ctx: Ctx, orderId: string): Promise<Order> {
  const [order] = await withItems(ctx, await ctx.db.select().from(orders).where(eq(orders.id, orderId)))
  if (!order) throw new Error(`order ${orderId} is gone`)
  return order
}

function mailedItem(ctx: Ctx, item: Order['items'][number], quantity: number): ConfirmedItem {
  return {
    name: item.productName,
    color: item.color,
    size: item.size,
    quantity,
    unitPriceKurus: item.unitPriceKurus,
    imageUrl: item.image
      ? `${ctx.config.publicUrl}${imageUrl(item.image.id, jpegWidth(item.image.width), 'jpg')}`
      : undefined,
  }
}

function addressLines(order: OrderRow): string[] {
  return [`${order.firstName} ${order.lastName}`, ...postalLines(order), formatPhone(order.phone)]
}
