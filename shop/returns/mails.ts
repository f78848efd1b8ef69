import { eq } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import type { ConfirmedItem } from '../mail/order-mails.ts'
import { queueMail } from '../mail/outbox.ts'
import type { ExchangeFacts } from '../mail/returns/exchange-mails.ts'
import { newReturnMail, type ReturnFacts, type ReturnStep, returnMail } from '../mail/returns/return-mails.ts'
import { imageUrl, jpegWidth } from '../media/urls.ts'
import { shownOrderId } from '../order-id.ts'
import { orderLinkFor } from '../orders/mails.ts'
import { findBrand } from '../settings/brand.ts'
import type { Exchange } from './exchanges/exchanges.ts'
import { findRows, type Return, type ReturnedItem, withDetails } from './returns.ts'
import { returns } from './schema.ts'
import { findWayBack, wayFor } from './settings.ts'

/** Mails the buyer a step of her return, in the transaction that takes it; `missing`: what was not in her parcel, in words. */
export async function queueReturnMail(
  ctx: Ctx,
  returnId: string,
  step: ReturnStep,
  missing: string[] = [],
): Promise<void> {
  const found = await returnOf(ctx, returnId)
  const mail = returnMail(await findBrand(ctx), step, { ...(await factsOf(ctx, found)), missing })
  await queueMail(ctx, { to: found.order.email, ...mail, ...orderLinkFor(found.order) })
}

/** Tells the shop of a return that was asked for, in the same transaction. */
export async function queueReturnNotice(ctx: Ctx, returnId: string): Promise<void> {
  const found = await returnOf(ctx, returnId)
  const brand = await findBrand(ctx)
  const { firstName, lastName, email } = found.order
  const more = { fullName: `${firstName} ${lastName}`, note: found.note }
  const mail = newReturnMail(brand, { ...(await factsOf(ctx, found)), ...more })
  await queueMail(ctx, { to: brand.shopEmail, replyTo: email, ...mail })
}

async function returnOf(ctx: Ctx, id: string): Promise<Return> {
  const [found] = await withDetails(ctx, await findRows(ctx, eq(returns.id, id)))
  if (!found) throw new Error(`return ${id} is gone`)
  return found
}

async function factsOf(ctx: Ctx, found: Return): Promise<ReturnFacts> {
  const { words, address, contractCode } = wayFor(await findWayBack(ctx), found)
  return {
    shownId: shownOrderId(found.orderId),
    code: found.code,
    firstName: found.order.firstName,
    items: found.items.map((unit) => mailedItem(ctx, unit)),
    amountKurus: found.refundKurus,
    beyond: found.beyond,
    creditKurus: found.creditKurus,
    giftKurus: found.giftKurus,
    // The owner's own words need not name it.
    wayBack: words.includes(contractCode) ? words : `${words}\nKargo anlaşma kodu: ${contractCode}`,
    address,
    undelivered: found.undelivered,
    unsent: found.unsent,
    unpaid: found.order.paymentStatus === 'CASH_ON_DELIVERY',
    refundDueAt: found.refundDueAt,
    atTheDoor: found.atTheDoor,
    deadline: found.deadline,
    refusal: found.refusal,
    isGuest: found.order.guest,
    exchange: found.kind === 'EXCHANGE' ? exchangeFacts(ctx, found.exchange) : undefined,
  }
}

function exchangeFacts(ctx: Ctx, exchange: Exchange | undefined): ExchangeFacts | undefined {
  if (!exchange) return undefined
  const { order, differenceKurus, state } = exchange
  const items = order.items.map((item) => mailedItem(ctx, { item, quantity: item.quantity, image: item.image }))
  return { items, shownId: shownOrderId(order.id), differenceKurus, toPay: state === 'TO_PAY' }
}

function mailedItem(
  ctx: Ctx,
  { item, quantity, image }: Pick<ReturnedItem, 'item' | 'quantity' | 'image'>,
): ConfirmedItem {
  const { productName: name, color, size, unitPriceKurus } = item
  const picture = image && `${ctx.config.publicUrl}${imageUrl(image.id, jpegWidth(image.width), 'jpg')}`
  return { name, color, size, quantity, unitPriceKurus, ...(picture ? { imageUrl: picture } : {}) }
}
