/** Orders that the shop writes for a customer, such as one who asked on the phone or in a message. */

import { and, eq, inArray } from 'drizzle-orm'
import { guestOf } from '../accounts/guests/guests.ts'
import { findUserByEmail } from '../accounts/users.ts'
import { recordChange } from '../audit/audit.ts'
import { variants } from '../catalog/schema.ts'
import { type Claim, claimOf } from '../checkout/idempotency.ts'
import { holdStock, type PricedLine, priceLines } from '../checkout/lines.ts'
import { insertAttempt } from '../checkout/place-order.ts'
import { quoteOf } from '../checkout/quote.ts'
import { placeAtDoor } from '../checkout/ways/door/confirm.ts'
import { deadlineOf, placeTransfer } from '../checkout/ways/transfer/transfer.ts'
import type { Quote } from '../checkout/ways/way.ts'
import { wayFor } from '../checkout/ways/ways.ts'
import { type Ctx, inRetriedTransaction, newId, requireRight } from '../ctx.ts'
import { invalid, ShopError } from '../errors.ts'
import { shownOrderId } from '../order-id.ts'
import { markPlaced } from '../orders/placed.ts'
import { orderItems, orders } from '../orders/schema.ts'
import type { PaymentMethod } from '../payment-method.ts'
import type { Attempt } from '../payments/attempt-rows.ts'
import { byHand } from '../payments/providers.ts'
import { idempotencyKeys, paymentAttempts } from '../payments/schema.ts'
import type { ManualOrder, ManualQuote } from './contract.ts'
import { discounted, discountOf } from './discount.ts'
import { linkEnd } from './links.ts'

/** The price of a manual order in kuruş: the ordinary quote, with the discount taken off the line prices. */
export type PricedManualOrder = { quote: Quote; discountKurus: number }

/** The most that a cart of the shop may cost; a far larger sum does not fit into the column. */
const mostKurus = 1_000_000_000

type Priced = Pick<ManualQuote, 'items' | 'city' | 'discount' | 'freeDelivery' | 'paymentMethod'>

/** METHOD_UNAVAILABLE for a way that is switched off or cannot be taken for this order. */
export async function quoteManualOrder(ctx: Ctx, asked: Priced): Promise<PricedManualOrder> {
  requireRight(ctx, 'orders')
  const { discount, city, freeDelivery, paymentMethod } = asked
  const full = await priceLines(ctx, await cartOf(ctx, asked.items), 'items')
  const discountKurus = discountOf(discount, sumOf(full))
  const method: PaymentMethod = paymentMethod === 'LINK' ? 'CARD' : paymentMethod
  // The limits for a shopper's own orders, such as how many may be open at the door, do not bind the shop.
  const shop: Ctx = { ...ctx, actor: { kind: 'system' } }
  const choice = { method, city, installments: 1, freeDelivery, spendableKurus: 0 }
  const quote = await quoteOf(shop, discounted(full, discountKurus), choice, undefined)
  if (quote.totalKurus > mostKurus)
    throw invalid({ items: ['Bir sipariş en çok 10.000.000 TL olabilir; adetleri azaltın'] })
  if (paymentMethod !== 'LINK') wayFor(quote)
  return { quote, discountKurus }
}

async function cartOf(ctx: Ctx, items: ManualQuote['items']) {
  const ids = items.map(({ variantId }) => variantId)
  const rows = await ctx.db
    .select({ id: variants.id, productId: variants.productId })
    .from(variants)
    .where(inArray(variants.id, ids))
  const productOf = new Map(rows.map(({ id, productId }) => [id, productId]))
  return items.map(({ variantId, quantity }, index) => {
    const productId = productOf.get(variantId)
    if (!productId) throw invalid({ [`items.${index}.variantId`]: ['Bu ürün artık satışta değil; listeden çıkarın'] })
    return { productId, variantId, quantity }
  })
}

function sumOf(lines: PricedLine[]): number {
  return lines.reduce((sum, { unitPriceKurus, quantity }) => sum + unitPriceKurus * quantity, 0)
}

/**
 * Writes an order with its stock, which waits to be paid. An account with the address is its buyer; whoever has none is a guest.
 * OUT_OF_STOCK as in every purchase; the same key writes it once. Returns its id.
 */
export async function createManualOrder(ctx: Ctx, order: ManualOrder, key?: string): Promise<string> {
  const actorId = requireRight(ctx, 'orders')
  const claim = key && actorId ? claimOf(ctx, actorId, key, order) : undefined
  try {
    return (claim && (await findWritten(ctx, claim))) ?? (await writeOrder(ctx, order, claim))
  } catch (error) {
    // The same key at the same instant: the other request was first.
    const written = claim && (await findWritten(ctx, claim))
    if (written) return written
    throw error
  }
}

/** The order that this key wrote. IDEMPOTENCY_CONFLICT when it was another. */
async function findWritten(ctx: Ctx, { userId, key, requestHash }: Claim): Promise<string | undefined> {
  const [known] = await ctx.db
    .select({ requestHash: idempotencyKeys.requestHash, orderId: paymentAttempts.orderId })
    .from(idempotencyKeys)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, idempotencyKeys.attemptId))
    .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key)))
  if (!known || known.requestHash === requestHash) return known?.orderId
  const message =
    'Bu sipariş az önce başka bilgilerle oluşturuldu; yeniden oluşturmadan önce Siparişler listesine bakın.'
  throw new ShopError('IDEMPOTENCY_CONFLICT', message)
}

async function writeOrder(
  ctx: Ctx,
  { customerInfo: given, note, ...asked }: ManualOrder,
  claim: Claim | undefined,
): Promise<string> {
  const customerInfo = { ...given, email: given.email.toLowerCase() }
  return inRetriedTransaction(ctx, async (ctx) => {
    const { quote, discountKurus } = await quoteManualOrder(ctx, { ...asked, city: customerInfo.city })
    const { method: paymentMethod, totalKurus, deliveryKurus, methodFeeKurus } = quote
    const [orderId, now] = [newId(), ctx.clock()]
    await ctx.db.insert(orders).values({
      ...customerInfo,
      ...(await buyerOf(ctx, customerInfo.email)),
      ...{ paymentMethod, totalKurus, deliveryKurus, methodFeeKurus, discountKurus },
      discountReason: asked.discount?.reason ?? '',
      id: orderId,
      manual: true,
      adminNotes: note,
      createdAt: now,
      updatedAt: now,
    })
    const waiting = await beginWaiting(ctx, orderId, quote, asked.paymentMethod, claim)
    await holdStock(ctx, quote.lines, orderId)
    await ctx.db.insert(orderItems).values(
      quote.lines.map(({ item, withdrawalExemption }, position) => {
        return { ...item, withdrawalExemption, id: newId(), orderId, position }
      }),
    )
    await place(ctx, waiting)
    await recordChange(ctx, {
      action: 'order.create',
      subject: { id: orderId, name: shownOrderId(orderId) },
      after: {
        products: quote.lines.map(
          ({ quantity, item }) => `${quantity} × ${item.productName} (${item.color}, ${item.size})`,
        ),
        totalKurus,
        ...(asked.discount ? { discount: asked.discount.reason } : {}),
      },
    })
    return orderId
  })
}

/** An account that has proved the address, or the guest of that address. */
async function buyerOf(ctx: Ctx, email: string): Promise<{ userId: string; guest: boolean }> {
  const user = await findUserByEmail(ctx, email)
  if (user?.emailVerifiedAt) return { userId: user.id, guest: false }
  return { userId: await guestOf(ctx, email), guest: true }
}

async function beginWaiting(
  ctx: Ctx,
  orderId: string,
  quote: Quote,
  method: ManualOrder['paymentMethod'],
  claim: Claim | undefined,
) {
  const amountKurus = quote.totalKurus
  const begun = {
    LINK: async () => ({ provider: byHand.link, status: 'AWAITING_LINK', leaseUntil: await linkEnd(ctx) }) as const,
    BANK_TRANSFER: async () =>
      ({ provider: byHand.transfer, status: 'AWAITING_TRANSFER', leaseUntil: await deadlineOf(ctx) }) as const,
    CASH_ON_DELIVERY: async () =>
      ({ provider: byHand.door, status: 'AWAITING_COLLECTION', leaseUntil: ctx.clock() }) as const,
  }
  const attempt = { orderId, amountKurus, ...(await begun[method]()) }
  return insertAttempt(ctx, attempt, { cause: 'the shop wrote the order', claim })
}

async function place(ctx: Ctx, waiting: Attempt): Promise<void> {
  if (waiting.status === 'AWAITING_TRANSFER') await placeTransfer(ctx, waiting)
  else if (waiting.status === 'AWAITING_COLLECTION') await placeAtDoor(ctx, waiting)
  else await markPlaced(ctx, waiting.orderId, 'PENDING')
}
